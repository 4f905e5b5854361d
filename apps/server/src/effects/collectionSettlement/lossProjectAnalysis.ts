/** 亏损项目分析: measures with whoever answers for them, and what came of them. */
import { assessmentItem, lossProject, type lossProjectAnalysis, projectProfit } from '@hengneng/forms';
import { monthRange } from '@hengneng/core';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { nextMonth } from '../books/source.ts';
import { effect } from '../kit/effect.ts';

type Analysis = Recorded<typeof lossProjectAnalysis>;

export const lossProjectAnalysisEffects: EffectsOf<'lossProjectAnalysis', Analysis> = {
  'lossProjectAnalysis.measures': effect(async ({ record, services }) => {
    for (const row of record.measures) {
      const title = `扭亏措施（${row.measureKind}）：${row.measure}`;
      await services.todo({ kind: '扭亏措施', title, to: [row.owner], due: row.deadline });
      await services.remind({
        on: row.deadline,
        daysBefore: 3,
        to: [row.owner],
        title: `${title}，${row.deadline}到期`,
      });
    }
  }),
  'lossProjectAnalysis.negotiate': effect(async ({ record, services }) => {
    const { project, contract, applicant } = record;
    if (record.decision === '启动调价谈判')
      await services.draft({
        module: 'renewalTracking',
        applicant,
        title: `亏损分析${record.serial}决定启动调价谈判，请填报续签跟踪`,
        values: { project, contract },
      });
    if (record.decision === '研究退出')
      await services.todo({
        kind: '退场准备',
        title: `亏损分析${record.serial}决定研究退出，请准备退场交接`,
        to: [applicant],
      });
  }),
  'lossProjectAnalysis.ledger': effect(async ({ record, book, find, setEntry }) => {
    const { project, lossNature } = record;
    const decision = record.decision ?? '';
    await book(lossProject, {
      project,
      contract: record.contract,
      monthFrom: record.monthFrom,
      monthTo: record.monthTo,
      lossNature,
      lossMonths: record.lossMonths,
      profit: record.profit ?? '0',
      confirmedLoss: record.confirmedLoss ?? '0',
      monthGain: record.gainTotal,
      turnMonth: record.turnMonth,
      decision,
      verifyMonth: record.verifyMonth,
      verifyProfit: record.verifyProfit,
      verifyResult: record.verifyResult,
    });
    for (const month of monthRange(record.monthFrom, record.monthTo))
      for (const entry of await find(projectProfit, { project, month }))
        await setEntry(projectProfit, entry.id, { lossNature, decision });
  }),
  'lossProjectAnalysis.nextAnalysis': effect(async ({ record, services }) => {
    if (record.verifyResult !== '未见效') return;
    const monthFrom = nextMonth(record.monthTo);
    const until = record.verifyMonth ?? monthFrom;
    await services.draft({
      module: 'lossProjectAnalysis',
      applicant: record.applicant,
      title: `扭亏措施未见效，请填报下一期亏损项目分析`,
      values: {
        project: record.project,
        contract: record.contract,
        account: record.account,
        periodKind: record.periodKind,
        monthFrom,
        monthTo: until < monthFrom ? monthFrom : until,
        lossNature: record.lossNature,
      },
    });
  }),
  'lossProjectAnalysis.assess': effect(async ({ record, tx, book }) => {
    const { rows } = await sql<{ area: string }>`select area from project where code = ${record.project}`.execute(tx);
    const item = {
      month: record.verifyMonth ?? record.monthTo,
      kind: '扭亏验证',
      content: `${record.verifyResult ?? ''}（${record.monthFrom}至${record.monthTo}亏损分析）`,
      amount: record.verifyProfit,
      sourceNo: record.serial ?? '',
    };
    await book(assessmentItem, { ...item, project: record.project });
    await book(assessmentItem, ...rows.map((row) => ({ ...item, dept: row.area })));
  }),
};
