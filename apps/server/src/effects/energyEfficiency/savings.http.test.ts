/** What was saved and shared, and whether a project is worth taking on. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';
const CONTRACT = 'HT-EMC01001-01';

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
});
afterAll(() => chains.close());

const shared = async () =>
  (await chains.rows(`select coalesce(shared_saving, 0)::text as sum from contract where code = '${CONTRACT}'`))[0]
    ?.sum;
const basis = (id: string) =>
  chains.rows(
    `select kind, amount::text from b_settlement_basis where source_id = ${id} and source_module = 'energySavingEvaluation' and not voided`,
  );

describe('节能评估', () => {
  const filed = (from: number, to: number, more: Readonly<Record<string, unknown>> = {}) => ({
    project: PROJECT,
    contract: CONTRACT,
    evaluateKind: '效益分享结算',
    investAmount: '600000.00',
    baseFrom: chains.day(-900),
    baseTo: chains.day(-800),
    reportFrom: chains.day(from),
    reportTo: chains.day(to),
    reportMonths: '6',
    baseIndoor: '21',
    reportIndoor: '21',
    promiseRate: '25',
    ourShare: '70',
    uncertainty: '10',
    energies: [
      {
        energyKind: '天然气',
        energyUnit: 'm³',
        baseQuantity: '100000',
        weatherFactor: '1.1',
        areaFactor: '1',
        otherFactor: '1',
        routineAdjust: '-2000',
        reportQuantity: '86400',
        saveUnitPrice: '3.5',
        coalFactor: '1.2143',
        carbonFactor: '1.977',
      },
    ],
    corrections: [
      { correctEvent: '设备停用', correctFrom: chains.day(-700), correctEnergy: '天然气', correctQuantity: '-2000' },
    ],
    ...more,
  });
  const confirmed = (confirmMoney: string) => ({
    能源数据分析员复核: { dataQuality: '满足' },
    客户确认登记: { confirmRate: '20', confirmMoney, confirmDate: chains.day(0) },
  });

  it('adjusts the base, shares what both agreed to, and shares no period twice', async () => {
    const before = await shared();
    const done = await chains.through(
      'energySavingEvaluation',
      'projectManager',
      filed(-300, -120),
      confirmed('75000.00'),
    );
    const { record } = await chains.walk('energySavingEvaluation').info('projectManager', done.id);
    // 100 000 × 1.1 − 2 000 = 108 000 m³ against 86 400: 21 600 m³, a fifth, 75 600 yuan in half a year, 26.23 tce and 42.70 t of CO₂.
    expect(record).toMatchObject({
      saveMoney: '75600.00',
      savingRate: '20.0000',
      coalTotal: '26.23',
      carbonTotal: '42.70',
      ourAmount: '52920.00',
      customerAmount: '22680.00',
      promiseGap: '-5.0000',
      payYears: '3.97',
      confirmShare: '52500.00',
    });
    expect(await basis(done.id)).toEqual([{ kind: '效益分享', amount: '52500.00' }]);
    expect(Number(await shared())).toBe(Number(before) + 52_500);
    expect(
      await chains.rows(
        `select metric, value::float8 as value from b_efficiency_index where source_id = ${done.id} and not voided`,
      ),
    ).toEqual([{ metric: '减碳量', value: 42.7 }]);
    expect((await chains.followUps('energySavingEvaluation', done.id)).map((row) => row.title)).toEqual([
      expect.stringContaining('较承诺低5个百分点'),
    ]);

    const walk = chains.walk('energySavingEvaluation');
    const again = await walk.submit(
      'projectManager',
      await walk.draft(
        'projectManager',
        await chains.filled('energySavingEvaluation', 'projectManager', 0, filed(-150, -60)),
      ),
    );
    expect(again.errors).toEqual([{ path: 'reportFrom', message: expect.stringContaining('不能分享两次') }]);
    await chains.cancel('energySavingEvaluation', done.id);
    expect([await shared(), await basis(done.id)]).toEqual([before, []]);
    expect(await chains.followUps('energySavingEvaluation', done.id)).toEqual([]);
  });

  it('lets only one of two be the last word on the same period', async () => {
    const before = Number(await shared());
    const ids = [];
    for (const from of [-290, -280]) {
      const id = await chains.submit('energySavingEvaluation', 'projectManager', filed(from, -120));
      await chains.agree('energySavingEvaluation', 'projectManager', id, confirmed('75000.00'), '客户确认登记');
      ids.push(id);
    }
    const walk = chains.walk('energySavingEvaluation');
    const answers = await Promise.all(
      ids.map((id) =>
        walk.agree('projectManager', id, {
          客户确认登记: (who) =>
            chains.filled('energySavingEvaluation', who, 5, confirmed('75000.00').客户确认登记, filed(-290, -120)),
        }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([0, 1]);
    expect(answers.find((answer) => answer.status === 0)?.message).toContain('不能分享两次');
    expect(Number(await shared())).toBe(before + 52_500);
    expect(
      (
        await chains.rows(
          `select count(*)::int as n from b_energy_saving_ledger where contract = '${CONTRACT}' and not voided`,
        )
      )[0],
    ).toEqual({ n: 1 });
  });
});

describe('新项目评估', () => {
  const filed = {
    project: null,
    customerName: '滨江医院',
    projectKind: '新建项目',
    buildArea: '60000',
    chargeArea: '50000',
    openRate: '80',
    coolIndex: '90',
    heatIndex: '60',
    coolHours: 900,
    heatHours: 1000,
    chargeModel: '面积包干',
    contractYears: 10,
    equipmentState: '全新',
    staffCount: '5',
    perStaffCost: '90000.00',
    annuityFactor: '6.7101',
    incomes: [{ incomeItem: '供冷费', incomeBase: '50000', incomePrice: '65.4', incomeTax: '9' }],
    energies: [{ energyKind: '天然气', energyQuantity: '300000', energyPrice: '3.2', quantityBasis: '负荷模拟' }],
    investments: [{ investItem: '主机更新', investAmount: '2000000.00', investYear: 0 }],
    risks: [{ riskKind: '入住率不足', probability: 2, impact: 3, counter: '约定保底面积' }],
  };
  const steps = (takeOpinion: string) => ({
    暖通工程师技术评估: { techFeasible: '可行', repairCost: '200000.00' },
    财务测算: { manageCost: '190000.00', priceFloor: '56.0000' },
    EMC总监审批: { takeOpinion, bottomTerms: '保底面积不低于80%' },
  });

  it('keeps what was reckoned, and prepares the review of what is taken on', async () => {
    const done = await chains.through('newProjectEvaluation', 'sales', filed, steps('承接'));
    const { record } = await chains.walk('newProjectEvaluation').info('sales', done.id);
    // 50 000 × 65.4 / 1.09 = 3 000 000; less 960 000 of energy, 450 000, 200 000 and 190 000 are 1 200 000 a year.
    expect(record).toMatchObject({
      coolLoad: '4500.0',
      coolYear: '3240000',
      incomeTotal: '3000000.00',
      energyTotal: '960000.00',
      operateProfit: '1200000.00',
      payYears: '1.67',
      npv: '6052120.00',
      energyRate: '32.0000',
      unitIncome: '60.00',
    });
    const library = () =>
      chains.rows(`select customer_name as name, energy_per_area::text as unit, take_opinion as take, price_floor::text as floor
        from b_project_evaluation where source_id = ${done.id} and not voided`);
    expect(await library()).toEqual([{ name: '滨江医院', unit: '19.20', take: '承接', floor: '56.0000' }]);
    const [review] = await chains.followUps('newProjectEvaluation', done.id);
    expect(review).toMatchObject({ module: 'projectInvestReview' });
    expect(
      await chains.rows(`select r.supply_area::float8 as area, i.invest_item as item, i.invest_amount::float8 as amount from f_project_invest_review r
        join f_project_invest_review_investments i on i.parent_id = r.id where r.id = ${String(review?.target)}`),
    ).toEqual([{ area: 50_000, item: '主机设备', amount: 2_000_000 }]);
    await chains.cancel('newProjectEvaluation', done.id);
    expect(await library()).toEqual([]);
    expect(await chains.followUps('newProjectEvaluation', done.id)).toEqual([]);
  });

  it('takes a project that is given up out of preparation, and back', async () => {
    await chains.rows(`update project set state = 0 where code = '${PROJECT}'`);
    const state = async () => (await chains.rows(`select state from project where code = '${PROJECT}'`))[0]?.state;
    const done = await chains.through(
      'newProjectEvaluation',
      'projectManager',
      { ...filed, project: PROJECT },
      steps('放弃'),
    );
    expect(await state()).toBe(4);
    expect((await chains.followUps('newProjectEvaluation', done.id)).length).toBeGreaterThan(0);
    await chains.cancel('newProjectEvaluation', done.id);
    expect(await state()).toBe(0);
    await chains.rows(`update project set state = 2 where code = '${PROJECT}'`);
  });
});
