/** Tests and upkeep of the machines: what each leaves of the machine, in stock and in cost, and that a cancel takes it all back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';

let chains: Chains;
let host = '';
let part = '';
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
  const one = async (query: string): Promise<string> => String((await chains.rows(query))[0]?.id);
  host = await one(`select id::text from device where project_code = '${PROJECT}' and code = 'ZJ-01'`);
  part = await one(`select id::text from spare_part where code = 'BJ-006'`);
});
afterAll(() => chains.close());

const machine = async () =>
  (
    await chains.rows(`select state, last_vacuum::text as vacuum, next_test_date::text as test, health_grade as grade, run_hours::text as hours,
      next_maintain_date::text as maintain, last_maintain_date::text as maintained, last_solution_test::text as solution from device where id = ${host}`)
  )[0];
const onHand = async () =>
  Number(
    (
      await chains.rows(
        `select quantity from stock where kind = 'part' and project_code = '${PROJECT}' and item_id = ${part}`,
      )
    )[0]?.quantity,
  );
const history = (id: string) =>
  chains.rows(`select kind, cost::text from device_history where source_id = ${id} and not voided order by id`);
const costs = (id: string) =>
  chains.rows(
    `select account, sum(amount)::text as amount from project_cost where source_id = ${id} group by 1 having sum(amount) <> 0`,
  );
const replaced = (id: string) =>
  chains.rows(
    `select part, warranty_to::text as warranty from b_replaced_part where source_id = ${id} and not voided order by id`,
  );
const marks = (id: string) =>
  chains.rows(`select result from b_supplier_evaluation where source_id = ${id} and not voided`);

const good = { result: '合格', remark: null, photos: [] };
const bad = { result: '不合格', remark: '待更换', photos: [] };

describe('机组真空检测', () => {
  const test = (more: Readonly<Record<string, unknown>>) => ({
    project: PROJECT,
    device: host,
    unitModel: 'ZX-200HW',
    unitNo: 'ZR001',
    testType: '停机保压',
    unitState: '停机',
    startTime: chains.at(-60),
    endTime: chains.at(-36),
    holdHours: '24',
    startPressure: '300',
    startTemp: '20',
    endTemp: '20',
    pumpLimit: '20',
    ...more,
  });

  it('takes a machine that leaks badly out of service, and puts it back once it is tight', async () => {
    const before = await machine();
    const leaking = await chains.through(
      'aircrewVacuum',
      'operator',
      test({
        endPressure: '900',
        pumpings: [
          {
            pumpStart: chains.at(-62),
            pumpEnd: chains.at(-61),
            pumpPart: '吸收器',
            beforePressure: '500',
            afterPressure: '300',
          },
        ],
        leakPoints: [
          { part: '视镜', method: '正压氮气皂泡', leaking: true, repair: '紧固' },
          { part: '铜管胀口', method: '氦质谱', leaking: true, repair: '待处理' },
        ],
      }),
      {
        项目经理审核: { nextTestDate: chains.day(30) },
        暖通工程师评定: { vacuumGrade: '严重泄漏须充氮停机' },
        处理结果反馈: { recheckRise: '150', repairCost: '0' },
      },
    );
    const { record } = await chains.walk('aircrewVacuum').info('operator', leaking.id);
    expect(record).toMatchObject({
      correctedRise: '600.0',
      dayRise: '600.0',
      leakCount: 2,
      pendingLeaks: 1,
      pumpTimes: 1,
    });
    expect(await machine()).toEqual({ ...before, state: 'stopped', vacuum: '150.0', test: chains.day(30) });
    expect(
      await chains.rows(
        `select value::text, grade, next_test::text as next from b_device_test where source_id = ${leaking.id} and not voided`,
      ),
    ).toEqual([{ value: '150.0000', grade: '严重泄漏须充氮停机', next: chains.day(30) }]);
    expect(await chains.followUps('aircrewVacuum', leaking.id)).toMatchObject([{ module: 'maintenanceRecords' }]);
    expect(await chains.reminders('aircrewVacuum', leaking.id)).toMatchObject([{ day: chains.day(23) }]);
    expect(
      await chains.rows(
        `select metric, value::float8 as n from b_efficiency_index where source_id = ${leaking.id} and not voided`,
      ),
    ).toEqual([{ metric: '抽气次数', n: 1 }]);

    // Half a degree warmer at the end: (310 × 293.15 / 293.65) − 300 = 9.5 Pa.
    const tight = await chains.through(
      'aircrewVacuum',
      'operator',
      test({ testType: '真空异常复检', endPressure: '310', endTemp: '20.5', pumpings: [], leakPoints: [] }),
      { 项目经理审核: { nextTestDate: chains.day(60) }, 暖通工程师评定: { vacuumGrade: '优（回升不大于30Pa）' } },
    );
    expect(await machine()).toMatchObject({ state: 'active', vacuum: '9.5' });
    await chains.cancel('aircrewVacuum', tight.id);
    expect(await machine()).toMatchObject({ state: 'stopped', vacuum: '150.0' });
    await chains.cancel('aircrewVacuum', leaking.id);
    expect(await machine()).toEqual(before);
    expect(await chains.followUps('aircrewVacuum', leaking.id)).toEqual([]);
    expect(await chains.reminders('aircrewVacuum', leaking.id)).toEqual([]);
  });
});

describe('燃烧机保养记录', () => {
  it('takes parts from stock, costs the project, marks the contractor, and hands on what is left to do', async () => {
    const [before, stock] = [await machine(), await onHand()];
    const [supplier] = await chains.offered('projectManager', 'supplier');
    const filed = (quantity: string) => ({
      project: PROJECT,
      device: host,
      contract: null,
      grade: '季度保养',
      maintainer: supplier,
      startTime: chains.at(-30),
      endTime: chains.at(-26),
      lowGasSet: '10',
      highGasSet: '200',
      fanInsulation: '50',
      leakTest: good,
      flameOutTest: good,
      coAfter: 40,
      o2After: '3.5',
      laborCost: '200.00',
      items: [
        { item: '点火电极清洁调隙', result: good },
        { item: '风门与伺服马达连杆', result: bad, found: '连杆磨损，待购件' },
      ],
      parts: [
        { stockPart: part, part: '真空泵油', spec: '1L', quantity, unitPrice: '165.00', warrantyTo: chains.day(365) },
        { stockPart: null, part: '垫片', spec: 'DN50', quantity: '2', unitPrice: '10.00', warrantyTo: null },
      ],
    });
    const steps = { 项目经理验收: { acceptResult: '合格' }, 客户签认归档: { nextDate: chains.day(90) } };
    const done = await chains.through('burnerMaintenanceRecord', 'operator', filed('1'), steps);
    expect(await onHand()).toBe(stock - 1);
    expect(await costs(done.id)).toEqual([{ account: '维修费', amount: '385.00' }]);
    expect(await history(done.id)).toEqual([{ kind: '保养', cost: '385.00' }]);
    expect(await replaced(done.id)).toEqual([
      { part: '真空泵油', warranty: chains.day(365) },
      { part: '垫片', warranty: null },
    ]);
    expect(await marks(done.id)).toEqual([{ result: '合格' }]);
    expect(await machine()).toMatchObject({ maintain: chains.day(90) });
    expect(await chains.reminders('burnerMaintenanceRecord', done.id)).toMatchObject([{ day: chains.day(83) }]);
    expect(await chains.followUps('burnerMaintenanceRecord', done.id)).toMatchObject([
      { title: expect.stringContaining('遗留1项') },
    ]);
    await chains.cancel('burnerMaintenanceRecord', done.id);
    expect([await onHand(), await machine()]).toEqual([stock, before]);
    expect([await costs(done.id), await history(done.id), await replaced(done.id), await marks(done.id)]).toEqual([
      [],
      [],
      [],
      [],
    ]);

    // More than the store has is refused where it would be taken out.
    const id = await chains.submit('burnerMaintenanceRecord', 'operator', filed(String(stock + 1)));
    await chains.agree('burnerMaintenanceRecord', 'operator', id, steps, '客户签认归档');
    const last = await chains.walk('burnerMaintenanceRecord').agree('operator', id, {
      客户签认归档: (who) => chains.filled('burnerMaintenanceRecord', who, 5, { nextDate: chains.day(90) }),
    });
    expect(last.errors).toEqual([{ path: 'parts[0].quantity', message: expect.stringContaining('库存不足') }]);
    expect(await onHand()).toBe(stock);
  });
});

describe('非电空调保养记录', () => {
  it('grades the machine, adds up the solution, and says what it was put into service with', async () => {
    const before = await machine();
    const done = await chains.through(
      'notElectricMaintenanceRecord',
      'operator',
      {
        project: PROJECT,
        device: host,
        maintainType: '年度保养',
        startTime: chains.at(-40),
        endTime: chains.at(-30),
        runHours: '12345.5',
        solutionPh: '9.8',
        refrigerantDensity: '1.010',
        solutionPumpInsulation: '20',
        coolingBefore: '1800',
        coolingAfter: '1980',
        ratedCooling: '2200',
        outsourceCost: '1000.00',
        items: [{ part: '真空系统', item: '真空泵换油', result: bad }],
        consumables: [
          { stockPart: null, material: '溴化锂溶液', quantity: '25', measureUnit: 'kg', unitPrice: '40.00' },
          { stockPart: null, material: '辛醇', quantity: '3', measureUnit: 'L', unitPrice: '100.00' },
        ],
      },
      {
        项目经理验收: { acceptResult: '带缺陷投运', defectPlan: '下周更换泵油' },
        暖通工程师审核: { unitGrade: 'B级' },
        客户确认: { nextDate: chains.day(180) },
      },
    );
    const { record } = await chains.walk('notElectricMaintenanceRecord').info('operator', done.id);
    expect(record).toMatchObject({
      materialCost: '1300.00',
      totalCost: '2300.00',
      coolingGain: '10.0000',
      outputRatio: '90.0000',
    });
    expect(await machine()).toMatchObject({ grade: 'B级', hours: '12345.5', maintain: chains.day(180) });
    expect(await costs(done.id)).toEqual([{ account: '维修费', amount: '2300.00' }]);
    const solution = () =>
      chains.rows(
        `select kind, quantity::float8 as kg from b_solution_archive where source_id = ${done.id} and not voided`,
      );
    expect(await solution()).toEqual([{ kind: '补充', kg: 25 }]);
    expect(await chains.followUps('notElectricMaintenanceRecord', done.id)).toMatchObject([
      { title: expect.stringContaining('带缺陷投运') },
    ]);
    await chains.cancel('notElectricMaintenanceRecord', done.id);
    expect([await machine(), await solution(), await costs(done.id)]).toEqual([before, [], []]);
  });
});

describe('电空调保养记录', () => {
  it('counts what refrigerant went in as carbon', async () => {
    const before = await machine();
    const done = await chains.through('electricMaintenanceRecord', 'operator', {
      project: PROJECT,
      device: host,
      refrigerant: 'R134a',
      chargeWeight: '500',
      startTime: chains.at(-40),
      endTime: chains.at(-30),
      runHours: '8000',
      evapSatTemp: '5',
      chilledOut: '7',
      condSatTemp: '36',
      coolingOut: '34',
      currentA: '300',
      currentB: '303',
      currentC: '297',
      motorInsulation: '100',
      refrigerantAdded: '12.5',
      leakFound: true,
      leakPlace: '视镜接头，已紧固',
      laborCost: '800.00',
      items: [{ item: '制冷剂检漏', result: good }],
      parts: [],
    });
    const { record } = await chains.walk('electricMaintenanceRecord').info('operator', done.id);
    expect(record).toMatchObject({
      evapApproach: '2.0',
      condApproach: '2.0',
      averageCurrent: '300.0',
      leakRate: '2.5000',
    });
    const used = () =>
      chains.rows(
        `select quantity::text as kg, gwp, carbon::text from b_refrigerant_use where source_id = ${done.id} and not voided`,
      );
    expect(await used()).toEqual([{ kg: '12.50', gwp: 1430, carbon: '17875.00' }]);
    expect(await machine()).toMatchObject({ hours: '8000.0' });
    expect(await costs(done.id)).toEqual([{ account: '维修费', amount: '800.00' }]);
    await chains.cancel('electricMaintenanceRecord', done.id);
    expect([await used(), await machine(), await history(done.id)]).toEqual([[], before, []]);
  });
});

describe('年度溶液检测报告', () => {
  it('keeps each sample, plans what it costs, and has the machines seen to', async () => {
    const before = await machine();
    const sample = {
      device: host,
      sampleNo: 'R1',
      appearance: '黄褐色',
      concentration: '58.20',
      ph: '8.6',
      copper: '12',
      iron: '8',
      chloride: '0.02',
      advice: '调节酸碱度',
      treatAmount: '100',
      treatPrice: '12.00',
    };
    const year = Number(chains.day(0).slice(0, 4));
    const done = await chains.through(
      'annualSolutionTestingReport',
      'projectManager',
      {
        project: PROJECT,
        contract: null,
        testYear: year,
        reportNo: 'RY-0001',
        sampleDate: chains.day(-20),
        receiveDate: chains.day(-18),
        reportDate: chains.day(-5),
        testFee: '600.00',
        samples: [sample],
      },
      { 水质工程师审核数据: { dataReview: '有效' }, 暖通组长提出方案: { treatBefore: chains.day(30) } },
    );
    const { record } = await chains.walk('annualSolutionTestingReport').info('projectManager', done.id);
    expect(record).toMatchObject({
      sampleCount: 1,
      badUnits: 1,
      passRate: '0.0000',
      treatTotal: '1200.00',
      totalBudget: '1800.00',
    });
    const kept = () =>
      chains.rows(
        `select ph::text, over_limit as over, advice from b_solution_archive where source_id = ${done.id} and not voided`,
      );
    const planned = () =>
      chains.rows(
        `select year, work, amount::text, due_on::text as due from b_upkeep_plan where source_id = ${done.id} and not voided order by id`,
      );
    expect(await kept()).toEqual([{ ph: '8.60', over: true, advice: '调节酸碱度' }]);
    expect(await planned()).toEqual([
      { year, work: '溶液检测', amount: '600.00', due: null },
      { year, work: '溶液处理', amount: '1200.00', due: chains.day(30) },
    ]);
    expect(await machine()).toMatchObject({ solution: chains.day(-20) });
    expect(await chains.followUps('annualSolutionTestingReport', done.id)).toMatchObject([
      { module: 'notElectricMaintenanceRecord', user: chains.user('projectManager') },
    ]);
    await chains.cancel('annualSolutionTestingReport', done.id);
    expect([await kept(), await planned(), await machine()]).toEqual([[], [], before]);
    expect(await chains.followUps('annualSolutionTestingReport', done.id)).toEqual([]);
  });
});
