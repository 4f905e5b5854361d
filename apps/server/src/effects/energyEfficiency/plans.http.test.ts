/** How a project is to run, and what is done where it used too much. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
});
afterAll(() => chains.close());

describe('运行方案', () => {
  const segment = (tempFrom: string, tempTo: string, segDays: string, dayGas: string, dayPower: string) => ({
    tempFrom,
    tempTo,
    segDays,
    hostCombo: '1号直燃机单机运行',
    loadRate: '70',
    outletSet: '52',
    deltaSet: '6',
    pumpHz: '42',
    dayHours: '14',
    dayGas,
    dayPower,
  });
  const filed = (version: string, lastPlan: string | null, dayGas: string) => ({
    project: PROJECT,
    season: '采暖季',
    planVersion: version,
    lastPlan,
    effectFrom: chains.day(5),
    effectTo: chains.day(105),
    airArea: '50000',
    openRate: '80',
    indoorLow: '18',
    indoorHigh: '22',
    gasPrice: '3.5000',
    powerPrice: '0.8000',
    lastUnitCost: '10.00',
    quotaCost: '900000',
    antiFreeze: '低温保持5℃循环',
    segments: [
      segment('-10', '-3', '20', dayGas, '3000'),
      segment('-3', '5', '50', '1200', '2000'),
      segment('5', '12', '30', '600', '1000'),
    ],
    timetable: [{ slotStart: '06:00', slotEnd: '08:00', tariff: '谷', slotMode: '预冷预热', slotNote: '小火预热' }],
  });
  const briefing = () => ({ 班组交底: { briefDate: chains.day(1) }, 能源数据测算复核: { energyVerified: '合理' } });
  const standing = async () => ({
    plans: await chains.rows(
      `select cost_total::text as cost, state from b_run_plan where project = '${PROJECT}' and not voided order by id`,
    ),
    settings: await chains.rows(
      `select temp_from::float8 as "from", state from b_host_setting where project = '${PROJECT}' and not voided order by id`,
    ),
    quotas: await chains.rows(
      `select energy, day_quantity::text as quantity, state from b_energy_quota where project = '${PROJECT}' and not voided order by id`,
    ),
  });

  it('puts one plan a season in force, with its set points and quotas, and gives way to the one before', async () => {
    const first = await chains.through('operationsPlan', 'projectManager', filed('首版', null, '1800'), briefing());
    // 20 × 1 800 + 50 × 1 200 + 30 × 600 = 114 000 m³ and 20 × 3 000 + 50 × 2 000 + 30 × 1 000 = 190 000 kWh over 100 days.
    const { record } = await chains.walk('operationsPlan').info('projectManager', first.id);
    expect(record).toMatchObject({
      planDays: '100.0',
      gasTotal: '114000.00',
      powerTotal: '190000.00',
      costTotal: '551000.00',
      unitCost: '11.02',
      costChange: '10.2000',
      quotaGap: '349000.00',
    });
    const one = await standing();
    expect(one.plans).toEqual([{ cost: '551000.00', state: '执行中' }]);
    expect(one.settings.map((row) => row.from)).toEqual([-10, -3, 5]);
    expect(one.quotas).toEqual([
      { energy: '天然气', quantity: '1140.00', state: '执行中' },
      { energy: '电', quantity: '1900.00', state: '执行中' },
    ]);
    expect((await chains.reminders('operationsPlan', first.id)).map((row) => row.day)).toEqual([
      chains.day(5),
      chains.day(106),
    ]);

    const second = await chains.through(
      'operationsPlan',
      'projectManager',
      filed('季中调整', first.id, '2000'),
      briefing(),
    );
    const two = await standing();
    expect(two.plans.map((row) => row.state)).toEqual(['已失效', '执行中']);
    expect(two.quotas.map((row) => [row.quantity, row.state])).toEqual([
      ['1140.00', '已失效'],
      ['1900.00', '已失效'],
      ['1180.00', '执行中'],
      ['1900.00', '执行中'],
    ]);
    await chains.cancel('operationsPlan', second.id);
    expect(await standing()).toEqual(one);
    await chains.cancel('operationsPlan', first.id);
    expect(await standing()).toEqual({ plans: [], settings: [], quotas: [] });
    expect(await chains.reminders('operationsPlan', first.id)).toEqual([]);
  });
});

describe('能耗异常报告', () => {
  it('closes the alarms it answers, books what was lost, and has causes seen to', async () => {
    await chains.rows(`insert into alarm (project_code, level, kind, content, raised_at) values
      ('${PROJECT}', '一般', '日用气超定额', '超18%', '${chains.at(-60)}'), ('${PROJECT}', '紧急', '燃气报警', '30%LEL', '${chains.at(-60)}')`);
    const open = () =>
      chains.rows(
        `select kind from alarm where project_code = '${PROJECT}' and handled_at is null and source_id is null order by id`,
      );
    const device = String(
      (await chains.rows(`select id::text from device where project_code = '${PROJECT}' and code = 'ZJ-01'`))[0]?.id,
    );
    const check = { isCause: false, share: '0' };
    const done = await chains.through(
      'energyAbnormalReport',
      'operator',
      {
        project: PROJECT,
        device,
        abnormalKind: '用量突增',
        energyKind: '天然气',
        quantityUnit: 'm³',
        abnormalFrom: chains.at(-72),
        abnormalTo: chains.at(-48),
        foundTime: chains.at(-47),
        actualQuantity: '2600',
        benchmarkQuantity: '1900',
        tempCorrect: '100',
        otherCorrect: '0',
        correctBasis: '日均气温低2℃',
        unitPrice: '3.5000',
        checks: [
          { ...check, checkItem: '主机真空度', isCause: true, share: '70' },
          { ...check, checkItem: '燃烧与排烟温度' },
          { ...check, checkItem: '表计读数与倍率' },
        ],
        actions: [
          {
            action: '抽真空并检漏',
            actionOwner: chains.user('operator'),
            actionDeadline: chains.at(24),
            expectSave: '300',
          },
        ],
      },
      {
        能源数据分析判定: { verdict: '真实异常', confirmedLoss: '2000.00', dataFix: true },
        区域经理审批: { dutyResult: '操作责任', dutyUser: chains.user('operator') },
        整改验证: {
          finishTime: chains.at(-20),
          afterQuantity: '2100',
          afterBenchmark: '1900',
          recovered: '部分恢复继续跟踪',
        },
      },
    );
    const { record } = await chains.walk('energyAbnormalReport').info('operator', done.id);
    expect(record).toMatchObject({
      correctedBenchmark: '2000.00',
      deviation: '600.00',
      deviationRate: '30.0000',
      lossAmount: '2100.00',
      causeShareTotal: '70.0000',
    });
    expect((await open()).map((row) => row.kind)).toEqual(['燃气报警']);
    const issue = () =>
      chains.rows(
        `select state, loss::text, cause, owner::text from b_energy_issue where source_id = ${done.id} and not voided`,
      );
    expect(await issue()).toEqual([
      { state: '整改中', loss: '2000.00', cause: '主机真空度70%', owner: chains.user('operator') },
    ]);
    const cost = () =>
      chains.rows(
        `select account, sum(amount)::text as amount from project_cost where source_id = ${done.id} group by 1 having sum(amount) <> 0`,
      );
    expect(await cost()).toEqual([{ account: '能源损失', amount: '2000.00' }]);
    const assessed = () =>
      chains.rows(
        `select employee::text, amount::text from b_assessment_item where source_module = 'energyAbnormalReport' and not voided`,
      );
    expect(await assessed()).toEqual([{ employee: chains.user('operator'), amount: '2000.00' }]);
    const left = await chains.followUps('energyAbnormalReport', done.id);
    expect(left.some((row) => row.module === 'aircrewVacuum')).toBe(true);
    expect(left.some((row) => row.role === 'energyAnalyst' || String(row.title).includes('重算日报'))).toBe(true);
    expect(await chains.reminders('energyAbnormalReport', done.id)).toHaveLength(1);
    await chains.cancel('energyAbnormalReport', done.id);
    expect((await open()).map((row) => row.kind)).toEqual(['日用气超定额', '燃气报警']);
    expect([await issue(), await cost(), await assessed()]).toEqual([[], [], []]);
    expect(await chains.followUps('energyAbnormalReport', done.id)).toEqual([]);
    expect(await chains.reminders('energyAbnormalReport', done.id)).toEqual([]);
  });
});
