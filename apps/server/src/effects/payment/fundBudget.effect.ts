import { type fundBudget, paySchedule } from '@hengneng/forms';
import { type BudgetKey, postBudget, releaseBudget, undoBudget } from '../books/budget.ts';
import { minus, positive } from '../books/money.ts';
import { effect } from '../kit/effect.ts';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { grantedOf } from './granted.ts';

type Budget = Recorded<typeof fundBudget>;

const source = (record: Budget) => ({ module: 'fundBudget', id: record.id }) as const;
const owner = (record: Budget): Pick<BudgetKey, 'ownerKind' | 'ownerCode' | 'month'> => ({
  ownerKind: record.ownerType === '项目' ? 'project' : 'dept',
  ownerCode: record.ownerType === '项目' ? (record.project ?? '') : record.dept,
  month: record.budgetMonth,
});

export const fundBudgetEffects: EffectsOf<'fundBudget', Budget> = {
  'fundBudget.holdTransfer': {
    async apply(tx, { record }) {
      for (const line of record.transfers)
        await postBudget(
          tx,
          { ...owner(record), subject: line.fromSubject },
          { reserved: line.transferAmount },
          source(record),
          '科目调剂占用',
        );
    },
    reverse: (tx, { record }) => releaseBudget(tx, source(record), '释放调出占用'),
  },
  'fundBudget.approve': {
    async apply(tx, { record }) {
      const column = record.budgetKind === '追加预算' ? 'appended' : 'approved';
      for (const line of record.approvals)
        await postBudget(
          tx,
          { ...owner(record), subject: line.approveSubject },
          { [column]: line.subjectApproved },
          source(record),
          record.budgetKind,
        );
      for (const line of record.transfers) {
        await postBudget(
          tx,
          { ...owner(record), subject: line.fromSubject },
          { reserved: minus('0', line.transferAmount), moved_out: line.transferAmount },
          source(record),
          '科目调出',
        );
        await postBudget(
          tx,
          { ...owner(record), subject: line.toSubject },
          { moved_in: line.transferAmount },
          source(record),
          '科目调入',
        );
      }
    },
    reverse: (tx, { record }) => undoBudget(tx, source(record), '预算作废'),
  },
  'fundBudget.schedule': effect(async ({ record, book }) => {
    const of = record.ownerType === '项目' ? { project: record.project } : { dept: record.dept };
    const deferred = record.gmDecision === '批准但可延后项暂缓支付';
    const granted = grantedOf(record.lines, record.approvals);
    await book(
      paySchedule,
      ...record.lines
        .map((line, at) => ({
          ...of,
          kind: '付款' as const,
          dueOn: line.planPayDate,
          subject: line.subject,
          counterparty: line.payee,
          payAmount: granted[at] ?? line.applyAmount,
          priority: line.priority,
          state: deferred && line.priority === '可延后' ? ('暂缓' as const) : ('按期' as const),
          sourceNo: record.serial,
        }))
        // What finance has struck altogether is not paid.
        .filter((line) => positive(line.payAmount)),
      ...record.sources.map((line) => ({
        ...of,
        kind: '到账' as const,
        dueOn: line.expectDate,
        subject: line.sourceKind,
        comeAmount: line.sourceAmount,
        sureRate: line.sureRate,
        state: '按期' as const,
        sourceNo: record.serial,
      })),
    );
  }),
};
