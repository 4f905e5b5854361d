/** 巡检分析: figures, tables and pictures agree with what was filed, within each person's projects; urging once a day. */
import { ANALYSIS_VIEWS } from '@hengneng/contracts';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../../testing/chains.ts';
import { type Held, held, type Reply } from '../../../testing/client.ts';
import { pdfText } from '../../../testing/pdf-text.ts';

const PROJECT = 'EMC01001';
const CALL = '/bpmapi/PerambulateRecord';
let chains: Chains;
let officer: Held;
let points: readonly { id: string; code: string }[];

const post = (path: string, body: object, who: Held = officer): Promise<Reply> =>
  chains.server.client.json(path, body, who);
const view = async (name: string, more: object = {}, who: Held = officer) => {
  const answer = await post(`${CALL}/Index`, { view: name, project: PROJECT, ...more }, who);
  expect([name, answer.message]).toEqual([name, '']);
  return answer.data.rows as readonly Readonly<Record<string, string | null>>[];
};
/** The test's records are of today and, shortly after midnight, of yesterday. */
const range = () => ({ range: { from: chains.day(-1), to: chains.day(0) } });

const inspection = async (more: object) => ({
  project: PROJECT,
  inspectType: '公司巡检',
  route: (await chains.offered('safetyOfficer', 'inspectionRoute'))[0],
  requiredPoints: 8,
  arriveTime: chains.at(-3),
  leaveTime: chains.at(-1),
  siteLeader: chains.user('projectManager'),
  lastRate: null,
  redLine: [],
  missReason: '其余停机',
  points: [
    {
      point: points[0]?.id,
      scanTime: chains.at(-2),
      item: '主机真空度与自抽装置',
      fullScore: '15.0',
      measured: '12 Pa',
      deduct: '6.0',
      pointResult: { result: '不合格', remark: '待更换', photos: [] },
      problem: '真空偏低',
      severity: '严重',
      rectifyOwner: chains.user('operator'),
      rectifyBefore: chains.day(5),
    },
    {
      point: points[1]?.id,
      scanTime: chains.at(-2),
      item: '燃烧器火焰与排烟温度',
      fullScore: '15.0',
      measured: '正常',
      deduct: '0',
      pointResult: { result: '合格', remark: null, photos: [] },
    },
  ],
  ...more,
});

beforeAll(async () => {
  chains = await Chains.start(PROJECT);
  officer = await chains.server.client.signIn('safetyOfficer');
  points = (await chains.rows(
    `select id::text, code from b_inspection_point where project = '${PROJECT}' order by code limit 2`,
  )) as unknown as typeof points;
  await chains.rows(
    `update point_version set items = jsonb_set(jsonb_set(items, '{0,judge}', '"数值范围"'), '{0,upper}', '"25"') where point_id = ${points[0]?.id ?? 0} returning 1`,
  );
  await chains.through('projectInspectionCheck', 'safetyOfficer', await inspection({}), {
    巡检人复查: { closedCount: 0 },
  });
  await chains.through(
    'projectInspectionCheck',
    'safetyOfficer',
    await inspection({ redLine: ['联锁保护短接'], redLineDesc: '靶流开关短接' }),
    { 巡检人复查: { closedCount: 1, recheckTime: chains.at(-0.5) } },
  );
});
afterAll(() => chains.close());

describe('the analysis of inspections', () => {
  it('answers every view of its pages', async () => {
    for (const name of ANALYSIS_VIEWS) await view(name, range());
    expect((await post(`${CALL}/Index`, { view: '没有' })).errors[0]?.message).toBe('没有这个视图');
    expect((await post(`${CALL}/Index`, { range: { from: '2026-02-02', to: '2026-02-01' } })).errors[0]).toEqual({
      path: 'range',
      message: '结束日期不能早于开始日期',
    });
  });

  it('counts what was filed', async () => {
    const [cards] = await view('cards', range());
    expect(cards).toMatchObject({
      scoreRate: '80.0',
      problems: '2',
      closeRate: '50.0',
      inspections: '2',
      done: '2',
      short: '2',
      far: '0',
    });
    const problems = await view('problem', range());
    expect(problems.map((row) => [row['item'], row['measured'], row['state'], row['severity'], row['deduct']])).toEqual(
      [
        ['主机真空度与自抽装置', '12 Pa', expect.stringMatching(/已闭环|整改中/), '严重', '6.0'],
        ['主机真空度与自抽装置', '12 Pa', expect.stringMatching(/已闭环|整改中/), '严重', '6.0'],
      ],
    );
    expect(problems.filter((row) => row['state'] === '已闭环')).toHaveLength(1);
    const found = await view('point', range());
    expect(found.find((row) => row['code'] === points[0]?.code)).toMatchObject({
      done: '1',
      failed: '2',
      failRate: '100.0',
      stay: '0',
    });
    expect(await view('person', range())).toMatchObject([
      { inspections: '2', due: '16', done: '4', problems: '2', promptRate: '100.0', odd: '2' },
    ]);
    expect(await view('parameter', range())).toMatchObject([
      { value: '12', upper: '25' },
      { value: '12', upper: '25' },
    ]);
    expect(await view('cards', { ...range(), kind: '区域巡检' })).toMatchObject([
      { inspections: '0', scoreRate: null, done: '0' },
    ]);
    expect(await view('problem', { range: { from: '2020-01-01', to: '2020-01-31' } })).toEqual([]);
  });

  it('compares the projects of an area', async () => {
    const manager = await chains.server.client.signIn('areaManager');
    const rows = await view('ranking', { ...range(), project: '' }, manager);
    expect(rows[0]).toMatchObject({
      place: '1',
      scoreRate: '80.0',
      redLines: '1',
      problems: '2',
      serious: '2',
      closeRate: '50.0',
    });
    const all = await view('ranking', { ...range(), project: '', PageSize: 200 });
    expect(rows.length).toBeLessThan(all.length);
    expect(await view('redLine', range())).toMatchObject([
      { kind: '重复问题', times: '2' },
      { kind: '红线', what: '联锁保护短接', times: '1' },
    ]);
    expect(await view('item', range())).toMatchObject([{ failed: '2', share: '100.0' }]);
  });

  it('is for those who hold the page, each within their projects', async () => {
    const operator = await chains.server.client.signIn('operator3');
    expect(await view('problem', range(), operator)).toEqual([]);
    const ask = (name: string, who: Held) => post(`${CALL}/Index`, { view: name }, who);
    expect((await ask('ranking', operator)).status).toBe(403);
    expect((await ask('cards', await chains.server.client.signIn('hr'))).status).toBe(403);
    expect((await post(`${CALL}/Urge`, { ids: ['1'] }, operator)).status).toBe(403);
  });

  it('urges each problem once a day', async () => {
    const problems = await view('problem', range());
    const ids = problems.map((row) => row['id']);
    const first = await post(`${CALL}/Urge`, { ids: [ids[0]] });
    expect(first.data).toEqual({ urged: 1, skipped: 0 });
    expect((await post(`${CALL}/Urge`, { ids: [ids[0]] })).data).toEqual({ urged: 0, skipped: 1 });
    const told = await chains.rows(`select distinct user_id::text as id from message where kind = '催整改'`);
    expect(told.map((row) => row.id).sort()).toEqual([chains.user('operator'), chains.user('projectManager')].sort());
    expect((await post(`${CALL}/Urge`, { ids: ['999999'] })).message).toBe('没有可催办的问题');
  });

  it('is taken along as a workbook', async () => {
    const file = async (of: string) => {
      const answer = await fetch(`${chains.server.client.url}${CALL}/Export`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...held(officer) },
        body: JSON.stringify({ of, project: PROJECT, ...range() }),
      });
      return (await readXlsx(Buffer.from(await answer.arrayBuffer()))).map((sheet) => [sheet.sheet, sheet.data.length]);
    };
    expect(await file('project')).toEqual([
      ['巡检分析-问题', 3],
      ['点位', 9],
      ['人员', 2],
      ['筛选条件', 8],
    ]);
    expect((await file('area')).map(([name]) => name)).toEqual(['区域巡检分析-项目排名', '红线与重复问题', '筛选条件']);
  });

  it('goes on paper as a report, with its figures, each table and room to sign', async () => {
    const print = (of: string, who = officer) =>
      fetch(`${chains.server.client.url}${CALL}/Export`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...held(who) },
        body: JSON.stringify({ of, project: PROJECT, Format: 'pdf', ...range() }),
      });
    const answer = await print('project');
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const text = pdfText(Buffer.from(await answer.arrayBuffer())).join('\n');
    for (const words of ['巡检', '问题（2）', '点位（8）', '人员（1）', '巡检完成率', '审核：'])
      expect(text).toContain(words);
    const area = pdfText(Buffer.from(await (await print('area')).arrayBuffer())).join('\n');
    expect(area).toContain('项目排名');
  });

  it('shows the rounds of the shift apart', async () => {
    await chains.through('roomInspectionRecord', 'operator', {
      project: PROJECT,
      inspectTime: chains.at(-1),
      shift: '早班',
      machineRoom: 'B1机房',
      runMode: '停机值守',
      successor: chains.user('operator5'),
      hosts: [],
      pumps: [],
    });
    const rounds = await post('/bpmapi/PatrolRecord/Index', { project: PROJECT, ...range() });
    expect(rounds.data.rows).toMatchObject([{ shift: '早班', room: 'B1机房' }]);
    const days = await post('/bpmapi/Patrol/Index', { project: PROJECT, ...range() });
    expect((days.data.rows as { state: string }[]).filter((row) => row.state === '已巡查')).toHaveLength(1);
  });

  it('holds the rounds against the shifts of the roster, by their time', async () => {
    const [day, next] = ['2026-03-02', '2026-03-03'];
    const [first, second] = [chains.user('operator'), chains.user('operator5')];
    await chains.rows(`insert into b_duty_shift (source_module, source_id, source_effect, project, day, shift, start_time, end_time, main_watcher, vice_watchers, state)
      values ('setup', 0, 'setup', '${PROJECT}', '${day}', '白班', '08:00', '20:00', ${first}, array[${second}]::bigint[], '有效'),
        ('setup', 0, 'setup', '${PROJECT}', '${day}', '夜班', '20:00', '08:00', ${second}, null, '有效'),
        ('setup', 0, 'setup', '${PROJECT}', '${day}', '夜班', '20:00', '08:00', ${first}, null, '已替换')`);
    await chains.rows(`insert into b_duty_roster (source_module, source_id, source_effect, project, month, watcher, post, leader, state, document)
      values ('setup', 0, 'setup', '${PROJECT}', '2026-03', ${first}, '主值', ${first}, '有效', 'X')`);
    await chains.rows(`with noted as (insert into f_room_inspection_record (status, applicant, applicant_dept, serial, project, inspect_time)
        values ('approved', ${first}, 'A632201', 'T-XJ1', '${PROJECT}', '${next} 03:00+08') returning id)
      insert into inspection_completion (project_code, day, shift, machine_room, inspector, source_id)
        select '${PROJECT}', '${day}', '夜班', 'B1机房', ${first}, id from noted`);
    const thatDay = { from: day, to: day };
    const days = await post('/bpmapi/Patrol/Index', { project: PROJECT, range: thatDay });
    expect(days.data.rows).toMatchObject([
      {
        day,
        missing: 1,
        state: '缺班次',
        planned: [
          { shift: '白班', from: '08:00', to: '20:00', done: false },
          { shift: '夜班', from: '20:00', to: '08:00', done: true },
        ],
      },
    ]);
    const [row] = days.data.rows as { planned: { people: string }[] }[];
    expect(row?.planned.map((one) => one.people.split('、').length)).toEqual([2, 1]);
    const rounds = await post('/bpmapi/PatrolRecord/Index', { project: PROJECT, range: thatDay });
    expect(rounds.data.rows).toMatchObject([{ shift: '夜班', post: '主值' }]);

    // What an inspection has to find there: two by day, one in the night, nobody known a day later.
    const rostered = async (arriveTime: string) =>
      (await chains.preview('projectInspectionCheck', 'areaManager', { project: PROJECT, arriveTime }))['rosterCount'];
    expect(await rostered(`${day}T10:00:00+08:00`)).toBe(2);
    expect(await rostered(`${next}T07:59:00+08:00`)).toBe(1);
    expect(await rostered(`${next}T08:00:00+08:00`)).toBeNull();
  });
});
