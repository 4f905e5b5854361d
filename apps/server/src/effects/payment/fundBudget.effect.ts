import type { fundBudget } from '@hengneng/forms';
import { sql } from 'kysely';
import { type BudgetKey, postBudget, releaseBudget, undoBudget } from '../books/budget.ts';
import { minus } from '../books/money.ts';
import { insertRows } from '../books/rows.ts';
import { sourceColumns } from '../books/source.ts';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';

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
  'fundBudget.schedule': {
    async apply(tx, { record }) {
      const { ownerKind, ownerCode } = owner(record);
      const owned = { owner_kind: ownerKind, owner_code: ownerCode, ...sourceColumns(source(record)) };
      await insertRows(tx, 'pay_schedule', [
        ...record.lines.map((line) => ({
          ...owned,
          kind: 'pay',
          due_on: line.planPayDate,
          subject: line.subject,
          counterparty: line.payee,
          amount: line.applyAmount,
          sure_rate: null,
        })),
        ...record.sources.map((line) => ({
          ...owned,
          kind: 'receive',
          due_on: line.expectDate,
          subject: line.sourceKind,
          counterparty: '',
          amount: line.sourceAmount,
          sure_rate: line.sureRate,
        })),
      ]);
    },
    async reverse(tx, { record }) {
      await sql`update pay_schedule set voided = true where source_module = 'fundBudget' and source_id = ${record.id}`.execute(
        tx,
      );
    },
  },
};
