/** Tests of machines and systems, by examples of a machine room: what they come to, what they leave, and that a cancel takes it back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';

let chains: Chains;
let host = '';
let pump = '';
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
  const device = async (where: string): Promise<string> =>
    String(
      (
        await chains.rows(
          `select id::text from device where project_code = '${PROJECT}' and ${where} order by code limit 1`,
        )
      )[0]?.id,
    );
  host = await device(`code = 'ZJ-01'`);
  pump = await device(`category = '水泵'`);
});
afterAll(() => chains.close());

const machine = async () =>
  (
    await chains.rows(`select last_cop::text as cop, cop_decay::float8 as decay, last_heat_efficiency::float8 as heat, last_exhaust::text as exhaust,
      last_energy_test::text as tested from device where id = ${host}`)
  )[0];
const figures = (id: string) =>
  chains.rows(
    `select metric, value::float8 as value from b_efficiency_index where source_id = ${id} and not voided order by id`,
  );
const tests = (id: string) =>
  chains.rows(
    `select kind, value::float8 as value, grade, valid from b_device_test where source_id = ${id} and not voided`,
  );
const left = async (module: string, id: string) => [
  ...(await figures(id)),
  ...(await tests(id)),
  ...(await chains.followUps(module, id)),
  ...(await chains.reminders(module, id)),
  ...(await chains.rows(`select kind from device_history where source_id = ${id} and not voided`)),
];
const good = { result: '合格', remark: null, photos: [] };

describe('制冷能效测试', () => {
  /** 400 m³/h from 12 to 7 ℃ are 2 326 kW; 173 m³/h of gas at 35.59 MJ/m³ bring 1 710.3 kW; 580 m³/h warmed by 5.8 K take away 3 912.3 kW. */
  const point = {
    readTime: '10:00',
    chilledFlow: '400',
    chilledIn: '12',
    chilledOut: '7',
    coolingFlow: '580',
    coolingIn: '32',
    coolingOut: '37.8',
    driveFlow: '173',
    driveHeat: '35.59',
    driveEfficiency: '92',
    hostPower: '13',
  };
  const filed = (ratedCop: string, points: readonly Readonly<Record<string, unknown>>[]) => ({
    project: PROJECT,
    device: host,
    hostType: '燃气直燃型溴化锂',
    ratedCooling: '2326',
    ratedCop,
    lastTest: null,
    testDate: chains.day(-3),
    flowMeterExpire: chains.day(200),
    thermometerError: '0.1',
    stableMinutes: 40,
    dryBulb: '34',
    wetBulb: '28',
    fuelPrice: '3.5',
    powerPrice: '0.8',
    vacuumState: good,
    points,
  });

  it('works out the coefficient and the balance, and has a machine seen to that has lost too much', async () => {
    const before = await machine();
    const done = await chains.through('energyCoolTest', 'operator', filed('1.60', [point, point, point]), {
      暖通工程师评定: { coolGrade: '不合格', causeJudge: ['真空不良'] },
      能源数据入档: { dataValid: '有效' },
      技术总监审批: { repairDecision: '安排检漏抽真空' },
    });
    const { record } = await chains.walk('energyCoolTest').info('operator', done.id);
    expect(record).toMatchObject({
      averageCooling: '2326.0',
      averageInput: '1710.3',
      averageCop: '1.35',
      loadRate: '100.0000',
      badCount: 0,
      unitFuel: '0.0744',
      coolingApproach: '4.0',
    });
    expect(Math.abs(Number((record.points as { balance: string }[])[0]?.balance))).toBeLessThan(0.1);
    expect(await machine()).toMatchObject({ cop: '1.35', decay: 15.625, tested: chains.day(-3) });
    expect(await tests(done.id)).toEqual([{ kind: '制冷能效测试', value: 1.35, grade: '不合格', valid: true }]);
    expect(await figures(done.id)).toEqual([
      { metric: '性能系数', value: 1.35 },
      // (173 × 3.5 + 13 × 0.8) / 2 326
      { metric: '单位冷量能源成本', value: 0.2648 },
    ]);
    expect(await chains.followUps('energyCoolTest', done.id)).toMatchObject([{ module: 'aircrewVacuum' }]);
    expect(await chains.reminders('energyCoolTest', done.id)).toMatchObject([{ day: chains.day(27) }]);
    await chains.cancel('energyCoolTest', done.id);
    expect(await machine()).toEqual(before);
    expect(await left('energyCoolTest', done.id)).toEqual([]);
  });

  it('keeps figures out of the project that do not balance', async () => {
    const off = { ...point, coolingOut: '37' };
    const done = await chains.through('energyCoolTest', 'operator', filed('1.40', [off, point, point]), {
      暖通工程师评定: { coolGrade: '合格', causeJudge: ['无明显衰减'] },
      能源数据入档: { dataValid: '仅供参考' },
    });
    expect((await chains.walk('energyCoolTest').info('operator', done.id)).record).toMatchObject({ badCount: 1 });
    expect(await figures(done.id)).toEqual([]);
    expect(await tests(done.id)).toMatchObject([{ valid: false }]);
    await chains.cancel('energyCoolTest', done.id);
  });
});

describe('主机制热测试', () => {
  it('holds the direct balance against the indirect one, and follows what was arranged', async () => {
    const before = await machine();
    const run = {
      runTime: '10:00',
      fireStage: '大火',
      fuelRate: '150',
      calorific: '35.54',
      heatFlow: '200',
      heatSupply: '60',
      heatReturn: '54.5',
      hotFlow: '0',
      hotSupply: '0',
      hotReturn: '0',
      airTemp: '20',
      exhaustTemp: '150',
      o2: '5',
      co: 20,
      radiationLoss: '2',
    };
    const done = await chains.through(
      'hostHootTest',
      'operator',
      {
        project: PROJECT,
        device: host,
        heatHost: '直燃型溴化锂',
        ratedHeat: '1791',
        ratedEfficiency: '92',
        testMode: '采暖',
        testDate: chains.day(-2),
        switchValve: good,
        softHardness: '0.3',
        analyzerExpire: chains.day(100),
        flowMeterExpire: chains.day(100),
        fuelPrice: '3.5',
        runs: [run, run, run],
      },
      {
        暖通工程师评定: { heatGrade: '合格', heatCause: ['冷凝未投用'], heatAdvice: '投用烟气冷凝器' },
        暖通组长审核: { handlePlan: '燃烧调校', handleDeadline: chains.day(20) },
        处理结果反馈: { retestEfficiency: '91', retestExhaust: '120' },
      },
    );
    const { record } = await chains.walk('hostHootTest').info('operator', done.id);
    // 200 × 5.5 × 1.163 = 1 279.3 kW of 150 × 35.54 / 3.6 = 1 480.8 kW; 130 K × (0.66 / 15.9 + 0.009) = 6.57 % go up the chimney.
    expect(record).toMatchObject({ averageOutput: '1279.3', averageExhaust: '150.0', gapCount: 3, unitFuel: '0.1173' });
    expect(Number(record.heatEfficiency)).toBeCloseTo(86.39, 2);
    expect(Number(record.reverseEfficiency)).toBeCloseTo(91.43, 2);
    expect(await machine()).toMatchObject({ heat: 91, exhaust: '120.0', tested: chains.day(-2) });
    expect(await tests(done.id)).toEqual([{ kind: '制热能效测试', value: 91, grade: '合格', valid: false }]);
    expect(await figures(done.id)).toEqual([{ metric: '单位热量燃料成本', value: 0.4106 }]);
    const issues = () =>
      chains.rows(
        `select content, state, deadline::text from b_energy_issue where source_id = ${done.id} and not voided`,
      );
    expect(await issues()).toEqual([{ content: '烟气冷凝器未投用', state: '待查', deadline: chains.day(20) }]);
    expect(await chains.followUps('hostHootTest', done.id)).toMatchObject([{ module: 'aircrewBurn' }]);
    await chains.cancel('hostHootTest', done.id);
    expect([await machine(), await issues()]).toEqual([before, []]);
    expect(await left('hostHootTest', done.id)).toEqual([]);
  });
});

describe('系统能效测试', () => {
  it('works out the system from its meters, and sends weak pumps and small differences on', async () => {
    const use = { runHours: '6', powerStart: '0', powerRatio: '1', fuelQuantity: '0' };
    const loop = { pumpDevice: pump, loopFlow: '400', pumpHead: '28', pumpFrequency: '45' };
    const done = await chains.through(
      'systemEnergyTest',
      'operator',
      {
        project: PROJECT,
        season: '制冷',
        startTime: chains.at(-30),
        endTime: chains.at(-24),
        testHours: '6',
        wetBulb: '27',
        openArea: '40000',
        meterStart: '1000',
        meterEnd: '13000',
        meterRatio: '1',
        calorific: '35.54',
        fuelPrice: '3.5',
        powerPrice: '0.8',
        gridFactor: '0.5366',
        standardEer: '1.2',
        equipments: [
          { ...use, subsystem: '主机', equipDevice: host, powerEnd: '60', fuelQuantity: '900' },
          { ...use, subsystem: '冷冻或采暖循环泵', equipDevice: pump, powerEnd: '300' },
          { ...use, subsystem: '冷却水泵', equipDevice: pump, powerEnd: '200' },
        ],
        hydraulics: [
          { ...loop, loop: '冷冻水', loopSupply: '7', loopReturn: '12', pumpPower: '60' },
          { ...loop, loop: '冷却水', loopSupply: '32', loopReturn: '34', pumpPower: '50' },
        ],
      },
      {
        能源数据分析员复算: { recheck: '一致', areaRank: '2/5' },
        暖通工程师诊断: { weakPart: ['冷冻侧输配'], savePotential: '12' },
      },
    );
    const { record } = await chains.walk('systemEnergyTest').info('operator', done.id);
    // 900 × 35.54 MJ are 1 091.41 kgce and, at 0.05554 kg a MJ, 1 776.50 kg of CO₂; 560 kWh add 68.82 and 300.50.
    expect(record).toMatchObject({
      energyOut: '12000.00',
      averageLoad: '2000.0',
      areaLoad: '50.0',
      fuelHeat: '8885.00',
      hostEfficiency: '1.34',
      transferFactor: '40.0',
      coolingFactor: '60.0',
      systemEer: '1.27',
      unitEnergyCost: '0.2998',
      standardCoal: '1160.24',
      carbon: '2077.00',
      smallDeltaCount: 1,
      lowPumpCount: 1,
    });
    expect((await figures(done.id)).map((row) => row.metric)).toEqual([
      '系统综合能效',
      '主机能效',
      '循环泵输送系数',
      '冷却侧输送系数',
      '单位冷热量能源成本',
      '单位面积负荷',
    ]);
    const titles = (await chains.followUps('systemEnergyTest', done.id)).map((row) => row.title);
    expect(titles).toEqual([
      expect.stringContaining('低于55%'),
      expect.stringContaining('冷却水温差2.0℃'),
      expect.stringContaining('预计可节能12%'),
    ]);
    await chains.cancel('systemEnergyTest', done.id);
    expect(await left('systemEnergyTest', done.id)).toEqual([]);
  });
});
