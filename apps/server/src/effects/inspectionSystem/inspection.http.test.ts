/** 项目巡检: the route brings its points along; what each showed, the score, and what is not closed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';
const GOOD = { result: '合格', remark: null, photos: [] };
const BAD = { result: '不合格', remark: '待更换', photos: [] };

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
});
afterAll(() => chains.close());

const rows = (text: string) => chains.rows(text);
const user = (account: string): string => chains.user(account);

describe('项目巡检', () => {
  it('walks the route, scores the project, and hands out what is not closed', async () => {
    const [route = ''] = await chains.offered('safetyOfficer', 'inspectionRoute');
    const walk = chains.walk('projectInspectionCheck');
    const draft = await walk.draft('safetyOfficer', { project: PROJECT });
    const seen = await walk.post('safetyOfficer', 'Preview', { BusinessId: draft, project: PROJECT, route });
    const shown = seen.data.record as {
      requiredPoints: number;
      totalFull: string;
      points: { point: string; item: string; fullScore: string }[];
    };
    expect(shown.points).toHaveLength(shown.requiredPoints);
    expect(shown).toMatchObject({ requiredPoints: 8, totalFull: '100.0' });
    expect(shown.points[0]).toMatchObject({ item: '主机真空度与自抽装置', fullScore: '15.0' });

    const point = async () =>
      rows(
        `select id::text, last_result as result, last_inspected_at is not null as seen from b_inspection_point where project = '${PROJECT}' order by id limit 2`,
      );
    const before = await point();
    const [first, second] = before.map((row) => row.id);
    const inspection = (more: Readonly<Record<string, unknown>> = {}) => ({
      project: PROJECT,
      inspectType: '公司巡检',
      route,
      requiredPoints: 8,
      arriveTime: chains.at(-6),
      leaveTime: chains.at(-3),
      siteLeader: user('projectManager'),
      lastRate: null,
      redLine: [],
      missReason: '其余点位停机检修',
      points: [
        {
          point: first,
          scanTime: chains.at(-5),
          item: '主机真空度与自抽装置',
          fullScore: '15.0',
          deduct: '6.0',
          pointResult: BAD,
          problem: '真空偏低',
          severity: '严重',
          rectifyOwner: user('operator'),
          rectifyBefore: chains.day(5),
        },
        {
          point: second,
          scanTime: chains.at(-4),
          item: '燃烧器火焰与排烟温度',
          fullScore: '15.0',
          deduct: '0',
          pointResult: GOOD,
        },
      ],
      ...more,
    });
    const { id, took } = await chains.through('projectInspectionCheck', 'safetyOfficer', inspection(), {
      巡检人复查: { closedCount: 0 },
    });
    expect(took).toEqual(expect.arrayContaining(['巡检人复查', '运营总监审核']));
    const records = () =>
      rows(`select result, severity from b_perambulate_record where project = '${PROJECT}' and not voided order by id`);
    const scores = () =>
      rows(
        `select kind, score_rate::numeric(5,1)::text as rate, problems from b_project_score where project = '${PROJECT}' and not voided order by id`,
      );
    expect(await records()).toEqual([
      { result: '不合格', severity: '严重' },
      { result: '合格', severity: null },
    ]);
    expect(await scores()).toEqual([{ kind: '项目巡检', rate: '80.0', problems: 1 }]);
    expect(await point()).toMatchObject([
      { result: '不合格', seen: true },
      { result: '合格', seen: true },
    ]);
    expect(await chains.followUps('projectInspectionCheck', id)).toMatchObject([
      { kind: '待填报', user: user('operator'), title: expect.stringContaining('真空偏低') },
    ]);
    expect(await chains.drafted('projectInspectionCheck', id, 'problemDetectionFeedback')).toMatchObject({
      project: PROJECT,
      sourceForm: expect.stringMatching(/^[A-Z]+-/),
      phenomenon: expect.stringContaining('真空偏低'),
      replyBefore: expect.stringMatching(/^\d{4}-/),
    });

    const next = await chains.preview('projectInspectionCheck', 'safetyOfficer', {
      project: PROJECT,
      inspectType: '公司巡检',
    });
    expect(Number(next.lastRate)).toBe(80);
    const red = await chains.through(
      'projectInspectionCheck',
      'safetyOfficer',
      inspection({ redLine: ['联锁保护短接'], redLineDesc: '靶流开关短接' }),
      { 巡检人复查: { closedCount: 1 } },
    );
    expect((await scores()).at(-1)).toEqual({ kind: '项目巡检', rate: '0.0', problems: 1 });
    expect(await chains.followUps('projectInspectionCheck', red.id)).toMatchObject([
      { kind: '整改督办', user: user('projectManager'), role: null },
      { kind: '整改督办', user: null, role: 'safetyOfficer' },
    ]);
    await chains.cancel('projectInspectionCheck', red.id);
    await chains.cancel('projectInspectionCheck', id);
    expect([await records(), await scores(), await chains.followUps('projectInspectionCheck', id)]).toEqual([
      [],
      [],
      [],
    ]);
    expect(await point()).toEqual(before);
  });
});

describe('机房巡检', () => {
  it('logs the machines, counts the round, raises the gas alarm and hands what is broken to repair', async () => {
    const [host] = await rows(
      `select id::text from device where project_code = '${PROJECT}' and category = '主机' order by id limit 1`,
    );
    const ok = { result: '合格', remark: null, photos: [] };
    const id = await chains.submit('roomInspectionRecord', 'operator', {
      project: PROJECT,
      inspectTime: chains.at(-1),
      shift: '早班',
      machineRoom: 'B1机房',
      runMode: '制冷',
      gasConcentration: '26.0',
      gasAlarm: ok,
      ventFan: { result: '不合格', remark: '异响', photos: [] },
      handoverNote: '已关阀通风',
      successor: user('operator5'),
      hosts: [
        { host: host?.id, hostState: '故障', chilledOut: '7.0', coolingIn: '30.0', coolingOut: '35.0', flame: ok },
      ],
      pumps: [],
    });
    const logged = () =>
      rows(
        `select device::text as host, state, chilled_out::text as out from b_device_run_log
         where source_module = 'roomInspectionRecord' and source_id = ${id} and not voided`,
      );
    const counted = () =>
      rows(`select shift, machine_room as room from inspection_completion where source_id = ${id} and not voided`);
    const alarms = () =>
      rows(
        `select level, kind from alarm where source_module = 'roomInspectionRecord' and source_id = ${id} and not voided`,
      );
    // Gas is told of at once, not when everybody has signed.
    expect(await alarms()).toEqual([{ level: '紧急', kind: '燃气报警' }]);
    expect(await logged()).toEqual([]);
    await chains.agree('roomInspectionRecord', 'operator', id, {
      接班人确认: { takeoverOk: true },
      项目经理处理: { dispose: '停机检修', toRepair: true },
      安全员处理: { safetyDispose: '查漏' },
    });
    expect(await logged()).toEqual([{ host: host?.id, state: '故障', out: '7.0' }]);
    expect(await counted()).toEqual([{ shift: '早班', room: 'B1机房' }]);
    expect(await alarms()).toEqual([{ level: '紧急', kind: '燃气报警' }]);
    const [reporter] = await rows(`select user_name as name from app_user where id = ${user('operator')}`);
    expect(await chains.drafted('roomInspectionRecord', id, 'maintenanceRecords')).toMatchObject({
      equipment: host?.id,
      findWay: '值班巡检',
      reporter: reporter?.name,
      faultDesc: '事故排风机（异响）；停机检修',
    });
    await chains.cancel('roomInspectionRecord', id);
    expect([await logged(), await counted(), await alarms()]).toEqual([[], [], []]);
    expect(await chains.followUps('roomInspectionRecord', id)).toEqual([]);
  });
});
