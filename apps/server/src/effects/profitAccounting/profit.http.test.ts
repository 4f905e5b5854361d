/** A month that lost, from its accounting to what came of the measures; each writes its books, locks or asks, and each cancel takes its own back. */
import { assessmentItem, lossProject, projectProfit } from '@hengneng/forms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';
import { standingIn } from '../../testing/standing.ts';

type Given = Readonly<Record<string, unknown>>;

const PROJECT = 'EMC01001';
const CONTRACT = 'HT-EMC01001-01';

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start();
});
afterAll(() => chains.close());

const books = () => standingIn(chains, [projectProfit, lossProject, assessmentItem]);
const locked = async (): Promise<readonly unknown[]> =>
  (await chains.rows(`select month from project_month_lock where project_code = '${PROJECT}' order by month`)).map(
    (row) => row.month,
  );
const monthAt = (by: number): string => {
  const [year = 0, month = 1] = chains.day(0).split('-').map(Number);
  const index = year * 12 + month - 1 + by;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
};

/** 100 000.00 of income without tax against 30 000 + 20 000 + `gas` of costs. */
const account = (month: string, gas: string): Given => ({
  project: PROJECT,
  contract: CONTRACT,
  accountMonth: month,
  season: '制冷季',
  airArea: '60000',
  runDays: 30,
  coldHeat: '300000',
  gasQty: '20000',
  gasCost: gas,
  powerQty: '0',
  powerCost: '0',
  waterQty: '0',
  waterCost: '0',
  steamCost: '0',
  staffCount: '2',
  wageCost: '30000',
  bonusCost: '0',
  rentCost: '0',
  depreciation: '10000',
  financeCost: '0',
  manageShare: '5000',
  taxSurcharge: '0',
  budgetIncome: '110000',
  budgetProfit: '20000',
  lastYearProfit: '0',
  received: '80000',
  incomes: [{ incomeType: '供冷费', statement: null, settleBase: '1', settlePrice: '109000', taxRate: '9' }],
  otherCosts: [
    { costType: '主机维修', sourceNo: null, costAmount: '3000', costNote: null },
    { costType: '差旅交通', sourceNo: null, costAmount: '2000', costNote: null },
  ],
});
const STEPS = { 财务核算审核: { adjustAmount: '-500.00', adjustReason: '跨月电费' } };

describe('项目核算信息', () => {
  it('books and locks the month once, and asks for an analysis where it lost', async () => {
    const before = await books();
    const { id, names } = await chains.through('projectStaticsInfo', 'finance', account(monthAt(-2), '60000'), STEPS);
    expect(names).toContain('总经理审批');
    expect((await books()).projectProfit).toMatchObject([
      {
        month: monthAt(-2),
        income: 100000,
        energy_cost: 60000,
        labor_cost: 30000,
        other_cost: 5000,
        overhead: 15000,
        cost: 110000,
        gross_profit: 5000,
        profit: -10000,
        adjust: -500,
        confirmed_profit: -10500,
        received: 80000,
      },
    ]);
    expect(await locked()).toEqual([monthAt(-2)]);
    const [draft] = await chains.followUps('projectStaticsInfo', id);
    expect(draft).toMatchObject({ module: 'lossProjectAnalysis', user: chains.user('projectManager') });
    expect(
      (await chains.walk('lossProjectAnalysis').info('projectManager', String(draft?.target))).record,
    ).toMatchObject({
      account: id,
      monthFrom: monthAt(-2),
      compares: [
        { subject: '供冷供热收入', actualAmount: '100000.00', budgetAmount: '110000.00' },
        { subject: '燃气费', actualAmount: '60000.00' },
        { subject: '人工成本', actualAmount: '30000.00' },
        { subject: '折旧摊销', actualAmount: '10000.00' },
        { subject: '管理费分摊', actualAmount: '7000.00' },
        { subject: '维修费', actualAmount: '3000.00' },
      ],
      profit: '-10000.00',
    });

    // What belongs to a locked month is refused wherever money is booked.
    const paid = await chains.preview('userSettlement', 'projectManager', {
      project: PROJECT,
      contract: CONTRACT,
      settleMonth: monthAt(-2),
    });
    expect(paid.monthLocked).toBe(true);
    const walk = chains.walk('projectStaticsInfo');
    const twice = await walk.draft(
      'finance',
      await chains.filled('projectStaticsInfo', 'finance', 0, account(monthAt(-2), '1')),
    );
    expect((await walk.submit('finance', twice)).message).toBe('项目、核算月份已有相同的单据，请核对');

    await chains.cancel('projectStaticsInfo', id);
    expect(await books()).toEqual(before);
    expect(await locked()).toEqual([]);
  });

  it('opens with what the ledgers have of the month and of the year before', async () => {
    const month = monthAt(-1);
    await chains.rows(`insert into project_cost (project_code, month, account, amount, source_module, source_id) values
      ('${PROJECT}', '${month}', '人工成本-考核奖金', 1800, 'assessmentReport', 990001),
      ('${PROJECT}', '${month}', '员工宿舍租金', 2500, 'staffRent', 990001), ('${PROJECT}', '${month}', '员工宿舍水电', 120.5, 'staffRent', 990002),
      ('${PROJECT}', '${monthAt(-2)}', '人工成本-考核奖金', 77, 'assessmentReport', 990002)`);
    const { id } = await chains.through('projectStaticsInfo', 'finance', account(monthAt(-13), '20000'), STEPS);
    const opened = await chains.preview('projectStaticsInfo', 'finance', { project: PROJECT, accountMonth: month });
    expect(opened).toMatchObject({ bonusCost: '1800.00', rentCost: '2620.50', lastYearProfit: '29500.00' });
    await chains.cancel('projectStaticsInfo', id);
    const without = await chains.preview('projectStaticsInfo', 'finance', { project: PROJECT, accountMonth: month });
    expect(without).toMatchObject({ bonusCost: '1800.00', lastYearProfit: '0.00' });
  });

  it('tells others what a project earned, and how long it has been losing', async () => {
    const ids: string[] = [];
    for (const [back, gas] of [
      [-3, '20000'],
      [-2, '60000'],
      [-1, '60000'],
    ] as const)
      ids.push((await chains.through('projectStaticsInfo', 'finance', account(monthAt(back), gas), STEPS)).id);
    const seen = await chains.preview('lossProjectAnalysis', 'projectManager', {
      project: PROJECT,
      contract: CONTRACT,
      monthFrom: monthAt(-1),
      monthTo: monthAt(-1),
    });
    expect(seen).toMatchObject({ lossMonths: 2, chargeArea: null });
    // Of this year: all three, or fewer where the year has just begun.
    const year = monthAt(-1).slice(0, 4);
    const sums = [29500, -10500, -10500].filter((_, at) => monthAt(at - 3).startsWith(year));
    expect(Number(seen.yearLoss)).toBe(sums.reduce((all, one) => all + one, 0));
    const before = await chains.preview('lossProjectAnalysis', 'projectManager', {
      project: PROJECT,
      monthTo: monthAt(-3),
    });
    expect(before.lossMonths).toBe(0);
    for (const id of ids) await chains.cancel('projectStaticsInfo', id);
    expect(await locked()).toEqual([]);
  });
});

describe('亏损项目分析', () => {
  it('sets the measures going with the decision, and ends in the books with what they brought', async () => {
    const { id: account_ } = await chains.through(
      'projectStaticsInfo',
      'finance',
      account(monthAt(-1), '60000'),
      STEPS,
    );
    const [draft] = await chains.followUps('projectStaticsInfo', account_);
    const before = await books();
    const deadline = chains.day(40);
    const given: Given = {
      project: PROJECT,
      contract: CONTRACT,
      account: account_,
      periodKind: '月度',
      monthFrom: monthAt(-1),
      monthTo: monthAt(-1),
      chargeArea: '60000',
      lossMonths: 1,
      lossNature: '管理性亏损',
      turnMonth: monthAt(0),
      compares: [
        { subject: '供冷供热收入', side: '收入', budgetAmount: '110000', actualAmount: '100000', lastAmount: '0' },
        { subject: '燃气费', side: '成本', budgetAmount: '40000', actualAmount: '110000', lastAmount: '0' },
      ],
      causes: [
        { causeKind: '运行策略不当', causeAmount: '9000', causeData: '部分负荷时开机过多', controllable: '项目可控' },
      ],
      measures: [
        {
          measure: '按负荷调整开机台数',
          measureKind: '运行优化',
          owner: chains.user('operator'),
          deadline,
          investAmount: '0',
          monthGain: '12000',
        },
      ],
    };
    const id = await chains.submit('lossProjectAnalysis', 'projectManager', given, String(draft?.target));
    const steps = {
      财务复核: { confirmedLoss: '-10500' },
      运营总监审批: { decision: '启动调价谈判' },
      措施效果验证: { verifyMonth: monthAt(0), verifyProfit: '-3000', verifyResult: '未见效' },
    };
    await chains.agree('lossProjectAnalysis', 'projectManager', id, steps, '措施效果验证');
    expect(await chains.followUps('lossProjectAnalysis', id)).toMatchObject([
      { kind: '扭亏措施', user: chains.user('operator'), due: deadline },
      { title: expect.stringContaining('启动调价谈判') },
    ]);
    expect(await chains.reminders('lossProjectAnalysis', id)).toMatchObject([
      { day: chains.day(37), users: [chains.user('operator')] },
    ]);
    expect(await books()).toEqual(before);

    await chains.agree('lossProjectAnalysis', 'projectManager', id, steps);
    const after = await books();
    expect(after.lossProject).toMatchObject([
      { profit: -10000, confirmed_loss: -10500, decision: '启动调价谈判', verify_result: '未见效', month_gain: 12000 },
    ]);
    expect(after.projectProfit).toMatchObject([{ loss_nature: '管理性亏损', decision: '启动调价谈判' }]);
    expect(after.assessmentItem).toMatchObject([
      { project: PROJECT, kind: '扭亏验证', amount: -3000, month: monthAt(0) },
      { dept: 'A632201', kind: '扭亏验证' },
    ]);
    const next = (await chains.followUps('lossProjectAnalysis', id)).find(
      (each) => each.module === 'lossProjectAnalysis',
    );
    expect(
      (await chains.walk('lossProjectAnalysis').info('projectManager', String(next?.target))).record,
    ).toMatchObject({
      monthFrom: monthAt(0),
      monthTo: monthAt(0),
      account: account_,
    });

    await chains.cancel('lossProjectAnalysis', id);
    expect(await books()).toEqual(before);
    expect(await chains.followUps('lossProjectAnalysis', id)).toEqual([]);
    expect(await chains.reminders('lossProjectAnalysis', id)).toEqual([]);
  });
});
