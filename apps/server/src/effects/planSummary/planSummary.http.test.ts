/** 空调使用情况、季度计划(客户)、年度计划(内部): what was measured, what was promised and what was planned, and that a cancel leaves nothing of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';
import { handOutYearWorks } from './yearPlanInner.ts';

const PROJECT = 'EMC01001';
const MAKER = 'projectManager';
let chains: Chains;
let contract = '';

beforeAll(async () => {
  chains = await Chains.start();
  contract = String(
    (await chains.rows(`select code from contract where project_code = '${PROJECT}' order by code limit 1`))[0]?.code,
  );
});
afterAll(() => chains.close());

const entered = (module: string, table: string, columns: string) =>
  chains.rows(`select ${columns} from ${table} where source_module = '${module}' and not voided order by id`);
const modules = async (module: string, id: string) =>
  (await chains.followUps(module, id)).map((row) => row.module).toSorted();

describe('空调使用情况', () => {
  const zone = (floor: string, openArea: string, roomTemp: string) => ({
    building: '主楼',
    floor,
    zoneUse: '办公',
    totalArea: '1000.00',
    openArea,
    dailyHours: '10.0',
    roomTemp,
    lower: '24.0',
    upper: '26.0',
    feel: '舒适',
  });
  const survey = (surveyMonth: string, zones: readonly unknown[]) => ({
    project: PROJECT,
    contract,
    surveyMonth,
    surveyTime: chains.at(-2),
    mode: '制冷',
    supplyTemp: '7.0',
    returnTemp: '12.0',
    lowerLimit: '24.0',
    upperLimit: '26.0',
    zones,
  });
  const advice = { 区域经理审批: { chargeAdvice: '发起空调面积确认' } };
  const books = async () => ({
    months: await entered(
      'airUsage',
      'b_air_usage_month',
      'month, open_area::text as open, open_rate::float8 as rate, state',
    ),
    index: await entered('airUsage', 'b_efficiency_index', 'metric, value::float8 as value'),
    opinions: await entered('airUsage', 'b_user_opinion', 'kind, state'),
  });

  it('counts once a month, compares with the year before and asks for areas to be confirmed', async () => {
    const empty = await books();
    const refused = await chains.filled('airUsage', MAKER, 0, survey('2025-07', [zone('一层', '800.00', '25.0')]));
    const walk = chains.walk('airUsage');
    const over = await walk.draft(MAKER, { ...refused, zones: [zone('一层', '1000.01', '25.0')] });
    expect((await walk.submit(MAKER, over)).errors.map((error) => error.message)).toEqual([
      '实际开通面积不能大于空调面积',
    ]);

    const before = await chains.through('airUsage', MAKER, survey('2025-07', [zone('一层', '800.00', '25.0')]), advice);
    const first = await chains.through('airUsage', MAKER, survey('2026-07', [zone('一层', '500.00', '25.0')]), advice);
    const rows = [zone('一层', '600.00', '25.0'), zone('二层', '600.00', '27.5')];
    const again = await chains.through('airUsage', MAKER, survey('2026-07', rows), advice);
    const { record } = await walk.info(MAKER, again.id);
    // 1 200 of 2 000 m²; one room of two is too warm; 1 200 against 800 the year before.
    expect(record).toMatchObject({
      lastYearOpenArea: '800.00',
      openRate: '60.0000',
      tempPassRate: '50.0000',
      openGrowth: '50.0000',
    });
    expect(await books()).toEqual({
      months: [
        { month: '2025-07', open: '800.00', rate: 80, state: '有效' },
        { month: '2026-07', open: '500.00', rate: 50, state: '已更新' },
        { month: '2026-07', open: '1200.00', rate: 60, state: '有效' },
      ],
      index: [
        { metric: '室温达标率', value: 100 },
        { metric: '舒适率', value: 100 },
        { metric: '室温达标率', value: 100 },
        { metric: '舒适率', value: 100 },
        { metric: '室温达标率', value: 50 },
        { metric: '舒适率', value: 100 },
      ],
      opinions: [{ kind: '室温不达标', state: '待答复' }],
    });
    expect(await modules('airUsage', again.id)).toEqual(['airConditioningArea']);
    expect(await modules('airUsage', before.id)).toEqual([]);

    const seen = await chains.preview('seasonPlanClient', MAKER, {
      project: PROJECT,
      planYear: 2026,
      quarter: '第四季度',
    });
    expect(seen.lastTempRate).toBe('50.0000');

    await chains.cancel('airUsage', again.id);
    expect(await chains.followUps('airUsage', again.id)).toEqual([]);
    expect((await books()).months.map((row) => row.state)).toEqual(['有效', '有效']);
    await chains.cancel('airUsage', first.id);
    await chains.cancel('airUsage', before.id);
    expect(await books()).toEqual(empty);
  });
});

describe('季度计划(客户)', () => {
  const estimate = (month: string, energyItem: string, usage: string) => ({
    month,
    energyItem,
    usage,
    unitPrice: '3.5000',
  });
  const work = (workKind: string, more: Readonly<Record<string, unknown>> = {}) => ({
    workKind,
    scope: '机房',
    workStart: chains.day(20),
    workEnd: chains.day(21),
    stopSupply: false,
    stopHours: null,
    affectZone: null,
    ...more,
  });
  const quarter = ['2027-01', '2027-02', '2027-03'];
  const plan = (more: Readonly<Record<string, unknown>> = {}) => ({
    project: PROJECT,
    contract,
    planYear: 2027,
    quarter: '第一季度',
    seasonMode: '采暖',
    supplyStart: '2027-01-01',
    supplyEnd: '2027-03-15',
    dailyOpen: '06:00',
    dailyClose: '22:00',
    indoorLow: '18.0',
    indoorHigh: '22.0',
    lastRepairs: 10,
    lastRepairOnTime: 9,
    lastFee: '100000.00',
    arrangements: [work('冷却塔清洗'), work('阀门检修', { stopSupply: true, stopHours: '6.0', affectZone: '主楼' })],
    estimates: quarter.map((month) => estimate(month, '燃气', '1000.00')),
    ...more,
  });
  const steps = { 客户确认登记: { clientResult: '同意', submitDate: '2027-01-05', clientSigner: '张经理' } };
  const books = async () => ({
    promised: await entered('seasonPlanClient', 'b_supply_commitment', 'quarter, indoor_low::text as low, state'),
    fees: await entered('seasonPlanClient', 'b_fee_estimate', 'month, fee::text, state'),
    stops: await entered('seasonPlanClient', 'b_run_calendar', 'kind, hours::text, excluded'),
    papers: await entered('seasonPlanClient', 'b_project_document', 'category, file_count as files'),
  });
  const refusal = async (more: Readonly<Record<string, unknown>>) => {
    const walk = chains.walk('seasonPlanClient');
    const values = await chains.filled('seasonPlanClient', MAKER, 0, plan(more));
    return (await walk.submit(MAKER, await walk.draft(MAKER, values))).errors.map((error) => error.message);
  };

  it('estimates each month of the quarter once', async () => {
    const [a = '', b = ''] = quarter;
    const of = (...months: readonly string[]) => ({
      estimates: months.map((month) => estimate(month, '燃气', '1.00')),
    });
    expect(await refusal(of(a, b, '2027-04'))).toEqual(['月份应在2027年第一季度之内']);
    expect(await refusal(of(a, b, b))).toEqual(['2027-02的燃气重复，请合并为一行']);
    expect(await refusal({ estimates: [...of(a, b).estimates, estimate(b, '电', '1.00')] })).toEqual([
      '缺少2027-03的费用预估',
    ]);
  });

  it('is kept as promised until the plan of operation takes it up; a later one takes its place', async () => {
    const empty = await books();
    const first = await chains.through('seasonPlanClient', MAKER, plan(), steps);
    const { record } = await chains.walk('seasonPlanClient').info(MAKER, first.id);
    expect(record).toMatchObject({
      feeTotal: '10500.00',
      feeChange: '-89.5000',
      repairRate: '90.0000',
      stopTotal: '6.0',
    });
    const standing = {
      promised: [{ quarter: '第一季度', low: '18.0', state: '待确认' }],
      fees: quarter.map((month) => ({ month, fee: '3500.00', state: '有效' })),
      stops: [{ kind: '计划停供', hours: '6.0', excluded: true }],
      papers: [{ category: '客户确认单', files: 1 }],
    };
    expect(await books()).toEqual(standing);
    expect(await modules('seasonPlanClient', first.id)).toEqual([
      'coolTowerWaterTankRecord',
      'operationsPlan',
      'valveMaintenance',
    ]);
    expect((await chains.reminders('seasonPlanClient', first.id)).map((row) => row.day)).toEqual([chains.day(17)]);

    const [draft] = (await chains.followUps('seasonPlanClient', first.id)).filter(
      (row) => row.module === 'operationsPlan',
    );
    const { record: suggested } = await chains.walk('operationsPlan').info(MAKER, String(draft?.target));
    expect(suggested).toMatchObject({
      season: '采暖季',
      supplyStart: '06:00',
      indoorLow: '18.0',
      effectTo: '2027-03-15',
    });
    const taken = await chains.through('operationsPlan', MAKER, {
      project: PROJECT,
      season: '采暖季',
      planVersion: '首版',
      lastPlan: null,
      effectFrom: '2027-01-01',
      effectTo: '2027-03-15',
      indoorLow: '18',
      indoorHigh: '22',
    });
    expect((await books()).promised).toMatchObject([{ state: '已采用' }]);
    await chains.cancel('operationsPlan', taken.id);
    expect((await books()).promised).toMatchObject([{ state: '待确认' }]);

    const second = await chains.through(
      'seasonPlanClient',
      MAKER,
      plan({ indoorLow: '19.0', arrangements: [] }),
      steps,
    );
    expect((await books()).promised.map((row) => row.state)).toEqual(['已失效', '待确认']);
    expect((await books()).fees.filter((row) => row.state === '有效')).toHaveLength(3);
    await chains.cancel('seasonPlanClient', second.id);
    expect(await books()).toEqual(standing);
    await chains.cancel('seasonPlanClient', first.id);
    expect(await books()).toEqual(empty);
    expect(await chains.followUps('seasonPlanClient', first.id)).toEqual([]);
    expect(await chains.reminders('seasonPlanClient', first.id)).toEqual([]);
  });
});

describe('年度计划(内部)', () => {
  const YEAR = 2027;
  const months = Array.from({ length: 12 }, (_, at) => `${YEAR}-${String(at + 1).padStart(2, '0')}`);
  const line = (month: string, gas: string) => ({
    month,
    income: '100000.00',
    gas,
    gasPrice: '3.0000',
    power: '3000.00',
    powerPrice: '1.0000',
    water: '0.00',
    waterPrice: '0.0000',
    otherEnergy: '0.00',
    labor: '20000.00',
    repair: '1000.00',
    chemical: '500.00',
    manage: '500.00',
  });
  const plan = (gas: string, more: Readonly<Record<string, unknown>> = {}) => ({
    project: PROJECT,
    contract,
    planYear: YEAR,
    coolingStart: `${YEAR}-05-15`,
    coolingEnd: `${YEAR}-09-30`,
    heatingStart: `${YEAR}-11-01`,
    heatingEnd: `${YEAR}-12-31`,
    lastCost: '999999.00',
    months: months.map((month) => line(month, gas)),
    works: [
      {
        workKind: '阀门保养',
        device: null,
        planMonth: `${YEAR}-01`,
        executor: '项目自行',
        workOwner: chains.user(MAKER),
        budget: '800.00',
      },
      {
        workKind: '消防演练',
        device: null,
        planMonth: `${YEAR}-06`,
        executor: '项目自行',
        workOwner: chains.user(MAKER),
        budget: '0.00',
      },
    ],
    ...more,
  });
  const books = async () => ({
    baseline:
      await chains.rows(`select state, count(*)::int as n, sum(cost)::text as cost, sum(energy_cost)::text as energy
      from b_year_budget where source_module = 'yearPlanInner' and not voided group by source_id, state order by source_id`),
    quotas:
      await chains.rows(`select state, energy, count(*)::int as n, max(day_quantity)::text as day from b_energy_quota
      where source_module = 'yearPlanInner' and not voided group by source_id, state, energy order by source_id, energy`),
    works: await entered('yearPlanInner', 'b_year_work', 'work, month, state'),
  });
  const refusal = async (more: Readonly<Record<string, unknown>>) => {
    const walk = chains.walk('yearPlanInner');
    const values = await chains.filled('yearPlanInner', MAKER, 0, plan('3100.00'));
    return (await walk.submit(MAKER, await walk.draft(MAKER, { ...values, ...more }))).errors.map(
      (error) => error.message,
    );
  };

  it('fills each month of its year once', async () => {
    const [first = '', ...rest] = months;
    const of = (all: readonly string[]) => ({ months: all.map((month) => line(month, '1.00')) });
    expect(await refusal(of(rest))).toEqual(['分月指标必须填满12个月']);
    expect(await refusal(of([...rest, `${YEAR + 1}-01`]))).toEqual([`月份应在${YEAR}年之内`]);
    expect(await refusal(of([...rest.slice(0, 10), first, first]))).toEqual(['月份重复，十二个月各填一行']);
  });

  it('is the baseline, the quotas and the yearly budget until a later version takes its place', async () => {
    const empty = await books();
    const [january = ''] = months;
    const budget = async () =>
      (
        await chains.preview('fundBudget', MAKER, {
          ownerType: '项目',
          project: PROJECT,
          budgetKind: '月度预算',
          budgetMonth: january,
        })
      ).yearBudget;
    const known = await budget();

    const first = await chains.through('yearPlanInner', MAKER, plan('3100.00'));
    const { record } = await chains.walk('yearPlanInner').info(MAKER, first.id);
    // Each month 3 100 × 3 + 3 000 = 12 300 of energy and 22 000 besides.
    expect(record).toMatchObject({
      energyTotal: '147600.00',
      costTotal: '411600.00',
      profitTotal: '788400.00',
      profitRate: '65.7000',
    });
    const works = [
      { work: '阀门保养', month: `${YEAR}-01`, state: '待下达' },
      { work: '消防演练', month: `${YEAR}-06`, state: '待下达' },
    ];
    const standing = {
      baseline: [{ state: '执行中', n: 12, cost: '411600.00', energy: '147600.00' }],
      quotas: [
        // February has the fewest days: 3 100 / 28 m³ and 3 000 / 28 kWh.
        { state: '执行中', energy: '天然气', n: 12, day: '110.71' },
        { state: '执行中', energy: '电', n: 12, day: '107.14' },
      ],
      works,
    };
    expect(await books()).toEqual(standing);
    expect(await budget()).toBe('411600.00');
    const inspected = await chains.preview('projectEnergyInspection', MAKER, {
      project: PROJECT,
      inspectTime: `${january}-10T09:00:00+08:00`,
    });
    expect(Object.values(inspected)).toContain('3967.74');

    const second = await chains.through(
      'yearPlanInner',
      MAKER,
      plan('1000.00', { planVersion: '年中调整稿', works: [] }),
    );
    expect(await budget()).toBe('336000.00');
    expect((await books()).baseline.map((row) => row.state)).toEqual(['已失效', '执行中']);
    expect((await books()).works.map((row) => row.state)).toEqual(['已失效', '已失效']);
    await chains.cancel('yearPlanInner', second.id);
    expect(await books()).toEqual(standing);

    const { server, now } = chains;
    const handOut = (day: string) => handOutYearWorks(server.db, server.engine, day, now);
    expect(await handOut(`${YEAR - 1}-12-31`)).toBe(0);
    expect(await handOut(`${january}-05`)).toBe(1);
    expect(await handOut(`${january}-06`)).toBe(0);
    expect(await modules('yearPlanInner', first.id)).toEqual(['valveMaintenance']);

    await chains.cancel('yearPlanInner', first.id);
    expect(await books()).toEqual(empty);
    expect(await chains.followUps('yearPlanInner', first.id)).toEqual([]);
    expect(await budget()).toBe(known);
  });
});
