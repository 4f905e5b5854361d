/** 利润核算: a month of a project is accounted for, locked, and looked into where it lost. */
import { projectProfit, type projectStaticsInfo } from '@hengneng/forms';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { refused } from '../../platform/http/errors.ts';
import { minus, positive, total, totalsBy } from '../books/money.ts';
import { effect } from '../kit/effect.ts';
import { managersOf } from '../kit/people.ts';

type Account = Recorded<typeof projectStaticsInfo>;

/** Kinds of other direct costs, as a loss analysis calls them; the rest is overhead there. */
const SUBJECTS: Readonly<Record<string, string>> = {
  主机维修: '维修费',
  备品备件: '维修费',
  工具劳保: '维修费',
  灯具电料: '维修费',
  外协服务: '外协服务',
  保养检测: '保养检测',
  水处理药剂: '水处理',
  技术改造摊销: '折旧摊销',
};
const OVERHEAD = '管理费分摊';

/** Costs of a month by the subjects of a loss analysis; what came to nothing is left out. */
function costsOf(record: Account) {
  const lines = [
    { subject: '燃气费', amount: record.gasCost },
    { subject: '电费', amount: record.powerCost },
    { subject: '水费', amount: record.waterCost },
    { subject: '蒸汽费', amount: record.steamCost },
    { subject: '人工成本', amount: record.laborCost },
    { subject: '折旧摊销', amount: total([record.depreciation, record.financeCost]) },
    { subject: OVERHEAD, amount: record.manageShare },
    { subject: '税金', amount: record.taxSurcharge },
    ...record.otherCosts.map((row) => ({ subject: SUBJECTS[row.costType] ?? OVERHEAD, amount: row.costAmount })),
  ];
  const sums = totalsBy(
    lines,
    (line) => line.subject,
    (line) => line.amount,
  );
  return [...sums].flatMap(([subject, actualAmount]) =>
    positive(actualAmount) ? [{ subject, side: '成本', actualAmount }] : [],
  );
}

export const projectStaticsInfoEffects: EffectsOf<'projectStaticsInfo', Account> = {
  'projectStaticsInfo.profit': effect(async ({ record, book }) => {
    await book(projectProfit, {
      project: record.project,
      contract: record.contract,
      month: record.accountMonth,
      season: record.season,
      chargeModel: record.chargeModel,
      income: record.incomeTotal ?? '0',
      energyCost: record.energyCost,
      laborCost: record.laborCost,
      otherCost: record.otherCost,
      overhead: total([record.depreciation, record.financeCost, record.manageShare, record.taxSurcharge]),
      cost: record.costTotal ?? '0',
      grossProfit: record.directProfit,
      profit: record.netProfit ?? '0',
      adjust: record.adjustAmount,
      confirmedProfit: record.confirmedProfit ?? '0',
      budgetIncome: record.budgetIncome,
      budgetProfit: record.budgetProfit,
      received: record.received,
    });
  }),
  'projectStaticsInfo.lock': {
    async apply(tx, { record, actor }) {
      const { rows } = await sql`insert into project_month_lock (project_code, month, locked_by)
        values (${record.project}, ${record.accountMonth}, ${actor.userId}) on conflict do nothing returning 1`.execute(
        tx,
      );
      if (rows.length === 0) throw refused(`该项目${record.accountMonth}已核算锁定，不能重复核算`);
    },
    async reverse(tx, { record }) {
      await sql`delete from project_month_lock where project_code = ${record.project} and month = ${record.accountMonth}`.execute(
        tx,
      );
    },
  },
  'projectStaticsInfo.draftLoss': effect(async ({ record, tx, services }) => {
    const { project, contract, accountMonth: month } = record;
    if (!positive(minus('0', record.confirmedProfit ?? '0'))) return;
    const { project: manager } = await managersOf(tx, project);
    await services.draft({
      module: 'lossProjectAnalysis',
      applicant: manager ?? record.applicant,
      title: `项目${month}核定亏损${minus('0', record.confirmedProfit ?? '0')}元，请填报亏损项目分析`,
      values: {
        project,
        contract,
        account: record.id,
        periodKind: '月度',
        monthFrom: month,
        monthTo: month,
        compares: [
          {
            subject: '供冷供热收入',
            side: '收入',
            budgetAmount: record.budgetIncome,
            actualAmount: record.incomeTotal,
          },
          ...costsOf(record),
        ],
      },
    });
  }),
};
