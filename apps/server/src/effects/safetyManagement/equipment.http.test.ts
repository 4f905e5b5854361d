/** Pressure vessels and boilers: what checks say of the device, what is stopped, and the control that the law asks for every day. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf } from '../books/source.ts';
import { Chains } from '../../testing/chains.ts';
import { tellMissingControls } from './missing.ts';

const PROJECT = 'EMC01001';
const GOOD = { result: '合格', remark: null, photos: [] };
const BAD = { result: '不合格', remark: '待更换', photos: [] };

let chains: Chains;
let vessel = '';
let boiler = '';
const rows = (text: string) => chains.rows(text);
const user = (account: string): string => chains.user(account);
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
  const of = async (category: string): Promise<string> =>
    String(
      (
        await rows(
          `select id::text from device where project_code = '${PROJECT}' and category = '${category}' order by id limit 1`,
        )
      )[0]?.id,
    );
  vessel = await of('压力容器');
  boiler = await of('锅炉');
});
afterAll(() => chains.close());

const device = async (id: string) =>
  (
    await rows(`select state, valve_expire::text as valve, gauge_expire::text as gauge, next_inspection::text as next,
      inner_inspect::text as inner, outer_inspect::text as outer, run_hours::text as hours from device where id = ${id}`)
  )[0];
const hazards = () =>
  rows(`select id::text, content, level, state, device::text, deadline::text, closed_on::text as closed from b_safety_hazard
    where project = '${PROJECT}' and not voided order by id`);

describe('压力容器', () => {
  it('is known by its last check, reminded of sixty days ahead, and out of service where the check says so', async () => {
    const before = await device(vessel);
    const check = {
      project: PROJECT,
      device: vessel,
      checkDate: chains.day(-1),
      allowPressure: '1.60',
      nowPressure: '0.80',
      valveSetPressure: '1.00',
      valveExpire: chains.day(-10),
      gaugeExpire: chains.day(90),
      nextInspection: chains.day(400),
      conclusion: '立即停用',
      items: [
        { item: '安全阀铅封完好且排放管通畅', result: BAD, treatment: '送检更换' },
        { item: '本体无裂纹鼓包变形过热', result: GOOD },
      ],
    };
    const { id, took } = await chains.through('pressureVesselCheck', 'operator', check, {
      项目经理审核: { inspectArrange: '本周送检' },
    });
    expect(took.slice(1)).toEqual(['项目经理审核', '安全员审核', '区域经理批准停用']);
    expect(await device(vessel)).toMatchObject({
      state: 'stopped',
      valve: chains.day(-10),
      gauge: chains.day(90),
      next: chains.day(400),
    });
    expect((await chains.reminders('pressureVesselCheck', id)).map((row) => row.day)).toEqual([
      chains.day(-70),
      chains.day(30),
      chains.day(340),
    ]);
    expect(await hazards()).toMatchObject([
      { content: '安全阀铅封完好且排放管通畅：待更换', level: '一般', state: '待整改', device: vessel },
      { content: `安全阀校验已于${chains.day(-10)}到期`, level: '较大', state: '待整改', device: vessel },
    ]);
    const next = await chains.preview('pressureVesselCheck', 'operator', { project: PROJECT, device: vessel });
    expect(next).toMatchObject({ gaugeExpire: chains.day(90), nextInspection: chains.day(400), allowPressure: '1.60' });
    await chains.cancel('pressureVesselCheck', id);
    expect(await device(vessel)).toEqual(before);
    expect([await hazards(), await chains.reminders('pressureVesselCheck', id)]).toEqual([[], []]);
  });

  it('is controlled by the safety officer, who follows a hazard until it is closed', async () => {
    const control = (more: Readonly<Record<string, unknown>>) => ({
      project: PROJECT,
      controlLevel: '周排查',
      controlDate: chains.day(-1),
      periodStart: chains.day(-7),
      periodEnd: chains.day(-1),
      safetyChief: user('areaManager'),
      registeredCount: 1,
      inUseCount: 1,
      dutyCount: 2,
      certifiedCount: 2,
      noProblem: false,
      vessels: [
        { device: vessel, useState: '在用', readPressure: '0.60', limitPressure: '1.60', tag: GOOD, attachment: GOOD },
      ],
      ...more,
    });
    const hazard = { hazard: '压力表未贴红线', riskLevel: '一般', owner: user('operator') };
    const first = await chains.through(
      'safetyOfficerPressureVesselCheck',
      'safetyOfficer',
      control({
        hazards: [{ ...hazard, known: null, measure: '补贴', dueDate: chains.day(3), closed: false }],
      }),
    );
    const [open] = await hazards();
    expect(open).toMatchObject({ content: '压力表未贴红线', state: '待整改', closed: null });
    expect(await chains.offered('safetyOfficer', 'safetyHazard')).toEqual([open?.id]);
    const second = await chains.through(
      'safetyOfficerPressureVesselCheck',
      'safetyOfficer',
      control({
        controlLevel: '日管控',
        periodStart: null,
        periodEnd: null,
        controlDate: chains.day(0),
        hazards: [{ ...hazard, known: open?.id, measure: '已补贴', dueDate: chains.day(3), closed: true }],
      }),
    );
    expect(second.took).toContain('项目经理签收');
    expect(await hazards()).toMatchObject([{ state: '已闭环', closed: chains.day(0) }]);
    const book = () =>
      rows(
        `select control_level as level, open_hazards as open, chief::text from b_safety_control where not voided order by id`,
      );
    expect(await book()).toEqual([
      { level: '周排查', open: 1, chief: user('areaManager') },
      { level: '日管控', open: 0, chief: user('areaManager') },
    ]);

    // Today's control of the vessels is there, that of the boilers is not.
    const { engine, db } = chains.server;
    const missing = () =>
      rows(
        `select title, user_id::text as user, role_code as role from follow_up where kind = '日管控提醒' and project_code = '${PROJECT}' order by id`,
      );
    await tellMissingControls(db, engine, dayOf(chains.now), chains.now);
    expect(await missing()).toEqual([
      { title: expect.stringContaining('锅炉日管控'), user: null, role: 'safetyOfficer' },
    ]);

    await chains.cancel('safetyOfficerPressureVesselCheck', second.id);
    expect(await hazards()).toMatchObject([{ state: '待整改', closed: null }]);
    // Without it, whoever was named last is told.
    await tellMissingControls(db, engine, dayOf(chains.now), chains.now);
    expect((await missing()).slice(1)).toEqual(
      expect.arrayContaining([
        { title: expect.stringContaining('压力容器日管控'), user: user('areaManager'), role: null },
      ]),
    );
    await chains.cancel('safetyOfficerPressureVesselCheck', first.id);
    expect([await hazards(), await book()]).toEqual([[], []]);
  });
});

describe('锅炉', () => {
  it('is logged at every check, and an emergency stop leaves a repair to be filed', async () => {
    const before = await device(boiler);
    const check = {
      project: PROJECT,
      device: boiler,
      boilerKind: '承压热水锅炉',
      checkDate: chains.day(-1),
      stoker: user('operator'),
      ratedPressure: '0.70',
      workPressure: '0.45',
      outletTemp: '85.0',
      returnTemp: '65.0',
      exhaustTemp: '130.0',
      exhaustO2: '3.5',
      nox: '28.0',
      coPpm: 20,
      runHours: '12345.0',
      outerInspect: chains.day(100),
      innerInspect: chains.day(200),
      valveExpire: chains.day(300),
      conclusion: '紧急停炉',
      items: [
        { item: '熄火保护试验', result: BAD },
        { item: '超压联锁停炉试验', result: GOOD },
      ],
    };
    const preview = await chains.preview('boilerCheck', 'operator', check);
    // 21 / (21 − 3.5), 28 × 17.5 / (21 − 3.5)
    expect(preview).toMatchObject({ excessAir: '1.20', noxConverted: '28.0', tempDiff: '20.0', ratedPower: '1400.00' });
    const { id } = await chains.through('boilerCheck', 'operator', check, { 项目经理审核: { repairFinish: null } });
    expect(await device(boiler)).toMatchObject({
      state: 'stopped',
      outer: chains.day(100),
      inner: chains.day(200),
      valve: chains.day(300),
      hours: '12345.0',
    });
    const log = () => rows(`select device::text, exhaust_o2::text as o2 from b_boiler_log where not voided`);
    expect(await log()).toEqual([{ device: boiler, o2: '3.5' }]);
    expect(await hazards()).toMatchObject([{ content: '熄火保护试验：待更换', state: '待整改', device: boiler }]);
    expect(await chains.followUps('boilerCheck', id)).toMatchObject([
      { module: 'maintenanceRecords', user: user('operator') },
    ]);
    await chains.cancel('boilerCheck', id);
    expect(await device(boiler)).toEqual(before);
    expect([await log(), await hazards(), await chains.followUps('boilerCheck', id)]).toEqual([[], [], []]);
  });

  it('is stopped by the safety chief, and what the cure costs goes into a draft of the budget', async () => {
    const control = {
      project: PROJECT,
      controlLevel: '日管控',
      controlTime: chains.at(-3),
      runningBoilers: 1,
      stokerOnDuty: 2,
      g1Certified: 1,
      gasAlarmReading: '0.0',
      shiftLogChecked: 4,
      shiftLogMissing: 0,
      safetyChief: user('areaManager'),
      stopDemand: true,
      interlocks: [
        { device: boiler, interlock: '熄火保护', lastTest: chains.day(-30), testDue: chains.day(-1), onSiteTest: BAD },
      ],
      hazards: [
        {
          known: null,
          hazardSource: '本次检查',
          hazard: '熄火保护失效',
          grade: '重大',
          owner: user('projectManager'),
          fund: '8000.00',
          dueDate: chains.day(5),
          progress: '治理中',
        },
      ],
    };
    const { id, took } = await chains.through('safetyOfficerBoilerCheck', 'safetyOfficer', control, {
      安全总监审定: { stopApproved: true },
    });
    expect(took).toEqual(expect.arrayContaining(['项目经理整改答复', '安全总监审定', '主要负责人调度']));
    expect(await device(boiler)).toMatchObject({ state: 'stopped' });
    expect(await hazards()).toMatchObject([{ content: '熄火保护失效', level: '重大', state: '整改中' }]);
    const follow = await chains.followUps('safetyOfficerBoilerCheck', id);
    expect(follow.map((row) => row.kind)).toEqual(['告知客户', '待填报']);
    const draft = await chains.walk('fundBudget').info('projectManager', String(follow[1]?.target));
    expect(draft.record).toMatchObject({
      project: PROJECT,
      budgetKind: '追加预算',
      lines: [{ subject: '维修费', applyAmount: '8000.00' }],
    });
    await chains.cancel('safetyOfficerBoilerCheck', id);
    expect(await device(boiler)).toMatchObject({ state: 'active' });
    expect([await hazards(), await chains.followUps('safetyOfficerBoilerCheck', id)]).toEqual([[], []]);
  });
});
