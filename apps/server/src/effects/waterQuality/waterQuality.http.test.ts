/** Water treatment from the shift's diary to the year's report: what each writes into the books, and the way back. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';

let chains: Chains;
let chemical = '';
let salt = '';
let device = '';
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
  const items = await chains.rows(`select id::text, name from water_chemical where name in ('缓蚀阻垢剂', '工业盐')`);
  chemical = String(items.find((row) => row.name === '缓蚀阻垢剂')?.id);
  salt = String(items.find((row) => row.name === '工业盐')?.id);
  const [tower] = await chains.rows(
    `select id::text from device where project_code = '${PROJECT}' order by id limit 1`,
  );
  device = String(tower?.id);
});
afterAll(() => chains.close());

const user = (account: string): string => chains.user(account);
const rows = (text: string) => chains.rows(text);
const month = (): string => chains.day(0).slice(0, 7);

const stock = async (item: string): Promise<number> =>
  Number(
    (
      await rows(
        `select quantity::text as q from stock where kind = 'chemical' and project_code = '${PROJECT}' and item_id = ${item}`,
      )
    )[0]?.q ?? 0,
  );

/** Everything that the effects of water treatment write, of records that stand. */
const books = async () => ({
  archive: await rows(
    `select kind, month, ratio::text, result, amount::text from b_water_archive where not voided and project = '${PROJECT}' order by id`,
  ),
  tests: await rows(
    `select kind, water_system as system, item, value::text, fit from b_water_test where not voided order by id`,
  ),
  shifts: await rows(
    `select day::text, shift, tower_meter::text as tower, tower_makeup::text as makeup from b_water_shift where not voided order by id`,
  ),
  dosing: await rows(`select chemical::text, quantity::text from b_water_dosing where not voided order by id`),
  plan: await rows(`select year, month, work, budget::text from b_water_plan where not voided order by id`),
  payables: await rows(
    `select subject, amount::text, cost_booked as booked from b_supplier_payable where not voided and subject ~ '药剂|清洗' order by id`,
  ),
  cost: await rows(
    `select month, sum(amount)::text as sum from project_cost where account = '水处理' and project_code = '${PROJECT}' group by 1 having sum(amount) <> 0 order by 1`,
  ),
  project: await rows(
    `select water_grade as grade, last_water_test::text as day, water_test_result as result from project where code = '${PROJECT}'`,
  ),
  stock: [await stock(chemical), await stock(salt)],
});
const costOf = async (module: string, id: string) =>
  rows(
    `select account, month, amount::text from project_cost where source_module = '${module}' and source_id = ${id} and reverses_id is null`,
  );

const diary = (shift: string, now: string, quantity: string) => ({
  project: PROJECT,
  diaryDate: chains.day(0),
  shift,
  runMode: '停机',
  coolingPh: '8.40',
  coolingConductivity: '1500',
  towerMeterNow: now,
  chilledMeterNow: '50.00',
  dosingPump: '自动',
  abnormal: false,
  dosing: [{ chemical, dosingSystem: '冷却水', quantity }],
});

describe('water treatment', () => {
  it('goes from the shifts to the month, and a cancel takes each back', async () => {
    const before = await books();
    const first = await chains.through('waterManagementDiary', 'operator', {
      ...diary('白班', '120.00', '5.00'),
      towerMeterLast: '100.00',
      chilledMeterLast: '50.00',
    });
    // The next shift begins where this one ended, whatever it says itself.
    const second = await chains.through(
      'waterManagementDiary',
      'operator',
      {
        ...diary('中班', '150.00', '2.50'),
        towerMeterLast: '120.00',
        chilledMeterLast: '50.00',
        abnormal: true,
        abnormalDesc: '水色发绿',
      },
      { 水质工程师处理: { handleAdvice: '投加杀菌剂', needVisit: true } },
    );
    const afterShifts = await books();
    expect(afterShifts).toEqual({
      ...before,
      shifts: [
        { day: chains.day(0), shift: '白班', tower: '120.00', makeup: '20.00' },
        { day: chains.day(0), shift: '中班', tower: '150.00', makeup: '30.00' },
      ],
      dosing: [
        { chemical, quantity: '5.00' },
        { chemical, quantity: '2.50' },
      ],
      stock: [(before.stock[0] ?? 0) - 7.5, before.stock[1]],
    });
    expect(await chains.followUps('waterManagementDiary', second.id)).toMatchObject([
      { kind: '水质到场', role: 'waterEngineer' },
    ]);
    const night = await chains.preview('waterManagementDiary', 'operator', {
      project: PROJECT,
      diaryDate: chains.day(0),
      shift: '夜班',
    });
    expect(night).toMatchObject({ towerMeterLast: '150.00', chilledMeterLast: '50.00' });

    // 月度: what the shifts added up to comes along.
    const seen = await chains.preview('manageRecord', 'operator', { project: PROJECT, recordMonth: month() });
    expect(seen).toMatchObject({ coolingMakeup: '50.0', chilledMakeup: '0.0' });
    const record = await chains.through(
      'manageRecord',
      'operator',
      {
        project: PROJECT,
        recordMonth: month(),
        serviceMode: '项目自管',
        coolingMakeup: '50.0',
        coolingBlowdown: '10.0',
        chilledMakeup: '1.0',
        makeupConductivity: '400.0',
        coolingConductivity: '1600.0',
        tests: [
          {
            waterSystem: '冷却水',
            sampleDate: chains.day(0),
            ph: '5.90',
            conductivity: '1600.0',
            turbidity: null,
            hardness: null,
            alkalinity: null,
            chloride: null,
            totalIron: null,
            agentContent: null,
            testResult: { result: '不合格', remark: '偏酸', photos: [] },
          },
        ],
        dosing: [{ chemical, dosingSystem: '冷却水', quantity: '7.50', unitPrice: '18.5000' }],
      },
      {
        水质工程师评定: { qualityGrade: '不合格', adjustAdvice: '加强排污' },
        项目整改反馈: { rectifyMeasure: '调整加药', retestDate: chains.day(1), retestResult: '仍不合格' },
      },
    );
    const afterMonth = await books();
    const chemicalCost = '138.75'; // 7.5 kg at 18.50 元
    expect(afterMonth).toEqual({
      ...afterShifts,
      archive: [
        ...before.archive,
        { kind: '月度管理', month: month(), ratio: '4.00', result: '不合格', amount: chemicalCost },
      ],
      tests: [
        ...before.tests,
        { kind: '月度检测', system: '冷却水', item: 'pH值', value: '5.900', fit: false },
        { kind: '月度检测', system: '冷却水', item: '电导率', value: '1600.000', fit: false },
      ],
      cost: expect.anything(),
      project: [{ grade: '不合格', day: null, result: null }],
    });
    expect(await costOf('manageRecord', record.id)).toEqual([
      { account: '水处理', month: month(), amount: chemicalCost },
    ]);
    expect(await chains.followUps('manageRecord', record.id)).toMatchObject([{ user: user('projectManager') }]);
    expect(await chains.drafted('manageRecord', record.id, 'problemDetectionFeedback')).toMatchObject({
      detectKind: '水质检测',
      phenomenon: `${month()}水质复测仍不合格`,
    });

    await chains.cancel('manageRecord', record.id);
    expect(await books()).toEqual(afterShifts);
    await chains.cancel('waterManagementDiary', second.id);
    await chains.cancel('waterManagementDiary', first.id);
    expect(await books()).toEqual(before);
  });

  it('does not dose what is not there, also when two shifts end at once', async () => {
    const there = await stock(chemical);
    const give = (shift: string, quantity: string) => ({
      ...diary(shift, '10.00', quantity),
      towerMeterLast: '0.00',
      chilledMeterLast: '50.00',
      diaryDate: chains.day(-3),
    });
    const half = String(Math.round(there * 60) / 100);
    const ids = [
      await chains.submit('waterManagementDiary', 'operator', give('白班', half)),
      await chains.submit('waterManagementDiary', 'operator', give('夜班', half)),
    ];
    const walk = chains.walk('waterManagementDiary');
    const answers = await Promise.all(ids.map((id) => walk.agree('operator', id, {})));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([0, 1]);
    expect(answers.find((answer) => answer.status !== 1)?.errors).toEqual([
      { path: 'dosing[0].quantity', message: expect.stringContaining('库存') },
    ]);
    expect(await stock(chemical)).toBeCloseTo(there - Number(half), 2);
    const done = ids[answers.findIndex((answer) => answer.status === 1)] ?? '';
    await chains.cancel('waterManagementDiary', done);
    expect(await stock(chemical)).toBe(there);
  });

  it('archives laboratory reports, compares with the one before and has a retest done', async () => {
    const before = await books();
    const report = (value: string, result: string) => ({
      project: PROJECT,
      sampleTime: chains.at(-24),
      sampler: user('operator'),
      labType: '公司化验室',
      sendDate: chains.day(-1),
      reportDate: chains.day(0),
      testFee: '300.00',
      items: [
        {
          waterSystem: '冷却水',
          samplePoint: '1号塔',
          item: '总铁',
          unit: 'mg/L',
          limitLow: null,
          limitHigh: '1.000',
          lastValue: null,
          value,
          itemResult: { result, remark: result === '不合格' ? '管道锈蚀' : null, photos: [] },
        },
      ],
    });
    const first = await chains.through(
      'detectReport',
      'operator',
      { ...report('1.400', '不合格'), reportNo: 'SZ-001' },
      {
        水质工程师判定: {
          conclusion: '不合格',
          treatAdvice: '清洗',
          retestNeeded: true,
          retestBefore: chains.day(10),
        },
        项目经理确认: { measureTaken: '安排清洗' },
      },
    );
    const after = await books();
    expect(after).toEqual({
      ...before,
      archive: [
        ...before.archive,
        { kind: '检测报告', month: month(), ratio: null, result: '不合格', amount: '300.00' },
      ],
      tests: [...before.tests, { kind: '检测报告', system: '冷却水', item: '总铁', value: '1.400', fit: false }],
      cost: expect.anything(),
      project: [{ grade: null, day: chains.day(0), result: '不合格' }],
    });
    expect(await costOf('detectReport', first.id)).toEqual([{ account: '水处理', month: month(), amount: '300.00' }]);
    expect(await chains.followUps('detectReport', first.id)).toMatchObject([
      { kind: '检测复检', user: user('operator'), due: chains.day(10) },
    ]);
    const next = await chains.preview('detectReport', 'operator', {
      project: PROJECT,
      sampleTime: chains.at(0),
      items: [{ waterSystem: '冷却水', item: '总铁', value: '0.800' }],
    });
    expect(next.items).toMatchObject([{ lastValue: '1.400', change: '-0.600' }]);
    await chains.cancel('detectReport', first.id);
    expect(await books()).toEqual(before);
  });

  it('cleans towers: the next cleaning, the disinfectant, the cost, what is owed and what is broken', async () => {
    const before = await books();
    const dates = async () =>
      (
        await rows(
          `select last_clean_date::text as last, next_clean_date::text as next from device where id = ${device}`,
        )
      )[0];
    const was = await dates();
    const [cleaner = ''] = await chains.offered('operator', 'supplier');
    const cleaning = await chains.through(
      'coolTowerWaterTankRecord',
      'operator',
      {
        project: PROJECT,
        cleanStart: chains.at(-30),
        cleanEnd: chains.at(-26),
        executorType: '外包清洗',
        cleaner,
        cleanFee: '1800.00',
        guardian: user('projectManager'),
        lockout: true,
        confinedSpace: false,
        disinfectant: chemical,
        disinfectKg: '3.00',
        objects: [
          { equipment: device, objectType: '冷却塔', filler: { result: '不合格', remark: '破损', photos: [] } },
        ],
      },
      {
        项目经理验收: { acceptResult: '合格', nextCleanDate: chains.day(90) },
        水质工程师复核: { afterTurbidity: '5.0' },
        财务审核: { invoiceReceived: true },
      },
    );
    const day = chains.at(-26).slice(0, 10);
    expect(await books()).toEqual({
      ...before,
      archive: [
        ...before.archive,
        { kind: '清洗消毒', month: day.slice(0, 7), ratio: null, result: '合格', amount: '1800.00' },
      ],
      payables: [...before.payables, { subject: '冷却塔与水箱清洗', amount: '1800.00', booked: true }],
      cost: expect.anything(),
      stock: [(before.stock[0] ?? 0) - 3, before.stock[1]],
    });
    expect(await costOf('coolTowerWaterTankRecord', cleaning.id)).toMatchObject([{ amount: '1800.00' }]);
    expect(await dates()).toEqual({ last: day, next: chains.day(90) });
    expect(await chains.reminders('coolTowerWaterTankRecord', cleaning.id)).toMatchObject([{ day: chains.day(83) }]);
    expect(await chains.followUps('coolTowerWaterTankRecord', cleaning.id)).toMatchObject([
      { module: 'maintenanceRecords', user: user('operator') },
    ]);
    await chains.cancel('coolTowerWaterTankRecord', cleaning.id);
    expect(await books()).toEqual(before);
    expect(await dates()).toEqual(was);
  });

  it('counts soft water: the reading, the salt, and a leak', async () => {
    const before = await books();
    const [row] = await rows(`select coalesce(last_reading, 0)::text as at from device where id = ${device}`);
    const at = Number(row?.at);
    const record = await chains.through(
      'softWaterUsageStatistical',
      'operator',
      {
        project: PROJECT,
        statMonth: month(),
        monthQuota: '50.0',
        waterPrice: '4.0000',
        salt,
        saltPrice: '1.3500',
        saltOpening: '80.0',
        saltIn: '0.0',
        saltClosing: '60.0',
        overReason: '补水阀内漏',
        meters: [
          {
            softener: device,
            lastReading: at.toFixed(2),
            thisReading: (at + 100).toFixed(2),
            multiple: '1.00',
            outHardness: '0.030',
          },
        ],
      },
      { 水质工程师复核: { leakJudge: '疑似系统泄漏', waterAdvice: '查补水阀' } },
    );
    expect(await books()).toEqual({
      ...before,
      cost: expect.anything(),
      stock: [before.stock[0], (before.stock[1] ?? 0) - 20],
    });
    expect(await costOf('softWaterUsageStatistical', record.id)).toEqual([
      { account: '水处理', month: month(), amount: '27.00' },
    ]);
    const reading = async () => (await rows(`select last_reading::text as at from device where id = ${device}`))[0]?.at;
    expect(Number(await reading())).toBe(at + 100);
    expect(await chains.followUps('softWaterUsageStatistical', record.id)).toMatchObject([
      { module: 'maintenanceRecords', user: user('projectManager') },
    ]);
    await chains.cancel('softWaterUsageStatistical', record.id);
    expect(await books()).toEqual(before);
    expect(Number((await reading()) ?? 0)).toBe(at);
  });

  it('ends the year with a report, the plan and the budget of the next', async () => {
    const before = await books();
    const year = Number(chains.day(0).slice(0, 4));
    await sql`insert into b_water_archive (source_module, source_id, source_effect, project, kind, happened_on, month, summary, ratio, cooling_makeup,
        chilled_makeup, amount)
      values ('manageRecord', 0, 'opening', ${PROJECT}, '月度管理', ${`${year}-03-01`}, ${`${year}-03`}, '期初', 3.5, 120, 8, 900)`.execute(
      chains.server.db,
    );
    const seen = await chains.preview('yearWaterCappReport', 'projectManager', { project: PROJECT, reportYear: year });
    expect(seen).toMatchObject({
      avgRatio: '3.50',
      coolingMakeup: '120.0',
      chilledMakeup: '8.0',
      chemicalCost: '900.00',
    });
    const opened = await books();
    const report = await chains.through(
      'yearWaterCappReport',
      'projectManager',
      {
        project: PROJECT,
        reportYear: year,
        coolingDays: 150,
        heatingDays: 120,
        testTimes: 20,
        failTimes: 1,
        avgRatio: '3.50',
        coolingMakeup: '120.0',
        chilledMakeup: '8.0',
        chemicalCost: '900.00',
        makeupCost: '500.00',
        cleanCost: '600.00',
        tubeCondition: '光洁',
        nextPlan: [
          { planWork: '冷却塔清洗', planMonth: `${year + 1}-04`, planCost: '2000.00' },
          { planWork: '药剂投加', planMonth: `${year + 1}-04`, planCost: '500.00' },
          { planWork: '水质检测', planMonth: `${year + 1}-09`, planCost: '300.00' },
        ],
      },
      { 水质工程师评审: { yearGrade: '良好', engineerOpinion: '保持' } },
    );
    expect(await books()).toEqual({
      ...opened,
      archive: [
        ...opened.archive,
        { kind: '年度报告', month: `${year}-12`, ratio: '3.50', result: '良好', amount: '2000.00' },
      ],
      plan: [
        { year: year + 1, month: `${year + 1}-04`, work: '冷却塔清洗', budget: '2000.00' },
        { year: year + 1, month: `${year + 1}-04`, work: '药剂投加', budget: '500.00' },
        { year: year + 1, month: `${year + 1}-09`, work: '水质检测', budget: '300.00' },
      ],
    });
    const drafts = await chains.followUps('yearWaterCappReport', report.id);
    expect(drafts).toMatchObject([{ module: 'fundBudget' }, { module: 'fundBudget' }]);
    const budget = await chains.walk('fundBudget').info('projectManager', String(drafts[0]?.target));
    expect(budget.record).toMatchObject({
      budgetMonth: `${year + 1}-04`,
      lines: [{ subject: '水处理药剂', applyAmount: '2500.00' }],
    });
    await chains.cancel('yearWaterCappReport', report.id);
    expect(await books()).toEqual(opened);
    expect(before.plan).toEqual([]);
  });

  it('orders chemicals: the budget is held from the order, the goods are on stock and owed once they came', async () => {
    const before = await books();
    const held = async () =>
      (
        await rows(
          `select reserved::text as r from fund_budget_ledger where owner_code = '${PROJECT}' and month = '${month()}' and subject = '水处理药剂'`,
        )
      )[0]?.r;
    const free = await held();
    const [supplier = ''] = await chains.offered('operator', 'supplier');
    const asked = {
      project: PROJECT,
      applyType: '应急补药',
      useMonth: month(),
      needDate: chains.day(9),
      hazardStorage: '不含危化品',
      receiver: user('operator'),
      receiverPhone: '13800138000',
      chemicals: [{ chemical, quantity: '50.00', unitPrice: '18.5000' }],
    };
    const order = { orderSupplier: supplier, orderAmount: '900.00', promiseDate: chains.day(-2) };
    const id = await chains.submit('waterChemicalsApplication', 'operator', asked);
    await chains.agree('waterChemicalsApplication', 'operator', id, { 采购下单: order }, '到货验收');
    expect(Number(await held())).toBe(Number(free) + 900);
    // What came is not what was ordered: back to the applicant, and the budget is free again.
    expect((await chains.walk('waterChemicalsApplication').reject('operator', id)).message).toBe('');
    expect(await held()).toBe(free);
    expect((await chains.walk('waterChemicalsApplication').submit('operator', id)).message).toBe('');
    await chains.agree('waterChemicalsApplication', 'operator', id, {
      采购下单: order,
      到货验收: {
        arriveDate: chains.day(0),
        arriveQuantity: '50.00',
        certificateOk: { result: '合格', remark: null, photos: [] },
      },
    });
    expect(await books()).toEqual({
      ...before,
      payables: [...before.payables, { subject: '水处理药剂', amount: '900.00', booked: true }],
      stock: [(before.stock[0] ?? 0) + 50, before.stock[1]],
    });
    expect(Number(await held())).toBe(Number(free) + 900);
    const deliveries = () =>
      rows(
        `select goods, quantity::text, price::text, late_days as late, on_time as good from b_supplier_delivery where not voided order by id`,
      );
    // 50 kg for 900 元 in all.
    expect(await deliveries()).toEqual([
      { goods: '缓蚀阻垢剂', quantity: '50.00', price: '18.0000', late: 2, good: false },
    ]);
    await chains.cancel('waterChemicalsApplication', id);
    expect(await books()).toEqual(before);
    expect(await held()).toBe(free);
    expect(await deliveries()).toEqual([]);

    const dear = await chains.submit('waterChemicalsApplication', 'operator', asked);
    await chains.agree('waterChemicalsApplication', 'operator', dear, {}, '采购下单');
    const walk = chains.walk('waterChemicalsApplication');
    const refusal = await walk.agree('operator', dear, { 采购下单: { ...order, orderAmount: '99999999.00' } });
    expect(refusal.message).toContain('可用预算只有');
  });
});
