/** 巡检点设置: who may set points up where, versions of their standards, labels that are replaced, copying, sheets. */
import readXlsx from 'read-excel-file/node';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POINT_SHEET } from '@hengneng/contracts';
import { writeWorkbook } from '../../engine/forms/xlsx.ts';
import { Chains } from '../../testing/chains.ts';
import { type Held, held, type Reply } from '../../testing/client.ts';

const PROJECT = 'EMC01001';
const POINT = '/bpmapi/PerambulatePoint';
let chains: Chains;
let officer: Held;

beforeAll(async () => {
  chains = await Chains.start(PROJECT);
  officer = await chains.server.client.signIn('safetyOfficer');
});
afterAll(() => chains.close());

type Point = Readonly<Record<string, unknown>> & { id: string; code: string; version: number; FormVersion: number };
const post = (path: string, body: object, who: Held = officer): Promise<Reply> =>
  chains.server.client.json(path, body, who);
const rowsOf = (answer: Reply) => answer.data.rows as readonly Point[];
const info = async (id: string): Promise<Reply> => chains.server.client.get(`${POINT}/GetInfo`, { id }, officer);
const route = async (kind = '公司巡检', project = PROJECT): Promise<string> =>
  rowsOf(await post('/bpmapi/PerambulateRoute/Index', { project, kind }))[0]?.id ?? '';
const ITEM = { item: '水泵运行与润滑', standard: '无异响', score: '5' };
const values = async (more: object = {}) => ({
  project: PROJECT,
  code: 'XJ-20',
  name: '水泵房',
  area: '水处理间',
  route: await route(),
  frequency: '月',
  items: [ITEM],
  ...more,
});
const save = async (more: object = {}, who: Held = officer) => post(`${POINT}/Save`, await values(more), who);

describe('a point', () => {
  it('is set up by safety officers and area managers within their scope, and only read by the site', async () => {
    const operator = await chains.server.client.signIn('operator');
    const seen = await post(`${POINT}/Index`, { project: PROJECT, PageSize: 100 }, operator);
    expect(rowsOf(seen)).toHaveLength(8);
    expect((await save({}, operator)).status).toBe(403);
    expect((await post(`${POINT}/Index`, {}, await chains.server.client.signIn('hr'))).status).toBe(403);
    const elsewhere = await post(`${POINT}/Index`, { project: 'EMC04001' }, operator);
    expect(elsewhere.data).toMatchObject({ total: expect.any(Number) });
    const outside = (await post(`${POINT}/Index`, { project: 'EMC03001' })).data.rows as readonly Point[];
    const manager = await chains.server.client.signIn('areaManager');
    const refused = await post(
      `${POINT}/Save`,
      { ...(await values({ project: 'EMC03001', route: await route('公司巡检', 'EMC03001') })) },
      manager,
    );
    expect([refused.status, outside.length > 0]).toEqual([403, true]);
  });

  it('says at the field what is wrong', async () => {
    const faults = async (more: object) => (await save(more)).errors.map(({ path, message }) => `${path} ${message}`);
    expect(await faults({ code: 'XJ-01' })).toEqual(['code 点位编码已存在']);
    expect(await faults({ code: '' })).toEqual(['code 请填写点位编码']);
    expect(await faults({ items: [{ ...ITEM, judge: '数值范围', lower: '9', upper: '3' }] })).toEqual([
      'items[0].upper 上限必须大于下限',
    ]);
    expect(await faults({ items: [{ ...ITEM, score: '0' }] })).toEqual(['items 分值合计不能为0']);
    expect(await faults({ items: [] })).toEqual(['items 请至少填写一个检查项']);
    expect(await faults({ locating: false })).toEqual(['photoNeeded 关闭定位的点必须拍照']);
    expect(await faults({ lat: '31.2' })).toEqual(['lng 请同时填写纬度和经度']);
    expect(await faults({ route: '' })).toEqual(['route 请选择路线']);
    expect(await faults({ route: await route('公司巡检', 'EMC02002') })).toEqual(['route 请选择本项目的路线']);
    expect(await faults({ area: '屋顶' })).toEqual(['area 请选择部位']);
    expect((await faults({ items: [{ ...ITEM, score: '21' }] }))[0]).toMatch(/^items\[0\]\.score 分值须在0到20之间/);
  });

  it('keeps the versions of its standard, refuses what was looked at before another saved, and counts its route', async () => {
    const made = await save({ code: 'XJ-21' });
    expect(made.data).toMatchObject({ version: 1, FormVersion: 1 });
    const id = String(made.data.id);
    const plain = await save({ id, code: 'XJ-21', name: '水泵房二层', FormVersion: 1 });
    expect(plain.data).toMatchObject({ version: 1, FormVersion: 2, renewed: false });
    const stale = await save({ id, code: 'XJ-21', FormVersion: 1 });
    expect([stale.status, stale.message]).toEqual([409, '该巡检点已被他人修改，请刷新后再改']);
    const changed = [
      { ...ITEM, score: '6.0' },
      { item: '过滤器压差', judge: '数值范围', lower: '0', upper: '30', unit: 'kPa', score: '4' },
    ];
    expect((await save({ id, code: 'XJ-21', items: changed, FormVersion: 2 })).data).toMatchObject({
      version: 2,
      renewed: true,
    });
    const shown = (await info(id)).data;
    expect(shown).toMatchObject({ score: '10.0', records: 0 });
    expect(
      (shown['versions'] as { version: number; items: { score: string }[] }[]).map((of) => [
        of.version,
        of.items.length,
        of.items[0]?.score,
      ]),
    ).toEqual([
      [2, 2, '6.0'],
      [1, 1, '5.0'],
    ]);
    const routes = await post('/bpmapi/PerambulateRoute/Index', { project: PROJECT, kind: '公司巡检' });
    expect(rowsOf(routes)[0]).toMatchObject({ pointCount: 9 });
    expect((await post(`${POINT}/State`, { ids: [id], to: '删除' })).data).toEqual({ count: 1 });
    expect((await info(id)).status).toBe(404);
  });

  it('gives a form each of its items, and a record keeps the standard that it was filed with', async () => {
    const two = [
      { ...ITEM, score: '7' },
      { item: '过滤器压差', standard: '不大于30kPa', score: '3' },
    ];
    const { data } = await save({ code: 'XJ-30', items: two });
    const id = String(data.id);
    const from = await route();
    const walk = chains.walk('projectInspectionCheck');
    const draft = await walk.draft('safetyOfficer', { project: PROJECT });
    const seen = await walk.post('safetyOfficer', 'Preview', { BusinessId: draft, project: PROJECT, route: from });
    const record = seen.data.record as {
      requiredPoints: number;
      points: { point: string; item: string; fullScore: string; requirement: string }[];
    };
    expect(record.requiredPoints).toBe(record.points.length);
    expect(
      record.points.filter((row) => row.point === id).map((row) => [row.item, row.fullScore, row.requirement]),
    ).toEqual([
      ['水泵运行与润滑', '7.0', '无异响'],
      ['过滤器压差', '3.0', '不大于30kPa'],
    ]);

    const scanned = chains.at(-1 / 60);
    await chains.through('projectInspectionCheck', 'safetyOfficer', {
      project: PROJECT,
      inspectType: '公司巡检',
      route: from,
      requiredPoints: record.requiredPoints,
      arriveTime: chains.at(-2),
      leaveTime: chains.at(0),
      siteLeader: chains.user('projectManager'),
      lastRate: null,
      redLine: [],
      missReason: '其余点位停机检修',
      points: [
        {
          point: id,
          scanTime: scanned,
          item: '过滤器压差',
          deduct: '0',
          pointResult: { result: '合格', remark: null, photos: [] },
        },
      ],
    });
    await save({ id, code: 'XJ-30', items: [{ ...ITEM, standard: '全新标准', score: '9' }] });
    const kept = await chains.rows(
      `select item, standard, standard_version as version, full_score::text as score from b_perambulate_record where point = ${id} and not voided`,
    );
    expect(kept).toEqual([{ item: '过滤器压差', standard: '不大于30kPa', version: 1, score: '3.0' }]);
    const gone = await post(`${POINT}/State`, { ids: [id], to: '删除' });
    expect(gone.message).toBe('XJ-30水泵房已有巡检记录，只能停用，不能删除');
    expect((await post(`${POINT}/State`, { ids: [id], to: '停用' })).data).toEqual({ count: 1 });
  });
});

describe('labels', () => {
  it('are good until they are replaced, and for nobody who does not see the project', async () => {
    const [point] = rowsOf(await post(`${POINT}/Index`, { project: PROJECT, Keyword: 'XJ-02' }));
    const label = async (renew: boolean) =>
      (await post(`${POINT}/QrCode`, { ids: [point?.id], renew })).data as unknown as readonly {
        text: string;
        version: number;
      }[];
    const [first] = await label(false);
    expect((await label(false))[0]).toEqual(first);
    expect((await post(`${POINT}/Scan`, { Code: first?.text })).data).toMatchObject({ code: 'XJ-02' });
    expect((await label(true))[0]?.version).toBe(2);
    expect((await post(`${POINT}/Scan`, { Code: first?.text })).errors[0]).toEqual({
      path: 'Code',
      message: '该二维码已换版失效，请更换新标签',
    });
    expect((await post(`${POINT}/Scan`, { Code: first?.text.replace(/.$/, '_') })).message).toBe('不是巡检点的二维码');
    expect((await post(`${POINT}/Scan`, { Code: 'https://example.com' })).message).toBe('不是巡检点的二维码');
    const [now] = await label(false);
    const stranger = await chains.server.client.signIn('operator3');
    expect((await post(`${POINT}/Scan`, { Code: now?.text }, stranger)).status).toBe(404);
    expect((await post(`${POINT}/QrCode`, { ids: [point?.id] }, await chains.server.client.signIn('hr'))).status).toBe(
      403,
    );
  });
});

describe('copying', () => {
  it('takes standards into a project and points to others, under codes that are free', async () => {
    const standards = rowsOf(await post('/bpmapi/PerambulateStandard/Index', { kind: '公司巡检', PageSize: 50 }));
    expect(standards.length).toBeGreaterThan(5);
    const ids = standards.slice(0, 2).map((row) => row.id);
    const made = await post(`${POINT}/Copy`, { standards: ids, projects: [PROJECT] });
    expect((made.data['made'] as { code: string }[]).map((row) => row.code)).toEqual(['XJ-09', 'XJ-10']);
    const points = rowsOf(await post(`${POINT}/Index`, { project: PROJECT, Keyword: 'XJ-01' })).map((row) => row.id);
    const copied = await post(`${POINT}/Copy`, { points, projects: ['EMC02002', 'EMC03001'] });
    expect(copied.data).toMatchObject({ count: 2 });
    expect((await post(`${POINT}/Copy`, { projects: [PROJECT] })).errors[0]?.path).toBe('standards');
    const operator = await chains.server.client.signIn('operator');
    expect((await post(`${POINT}/Copy`, { points, projects: [PROJECT] }, operator)).status).toBe(403);
  });

  it('opens routes of either kind, once by name', async () => {
    const open = (more: object) =>
      post('/bpmapi/PerambulateRoute/Save', { project: PROJECT, name: '夜班巡查', kind: '值班巡查', ...more });
    const { data } = await open({ minutes: '30' });
    expect((await open({})).errors[0]).toEqual({ path: 'name', message: '该项目已有同名路线' });
    const point = await values({
      code: 'XC-01',
      route: data.id,
      frequency: '班',
      items: [{ item: '出水温度', judge: '数值范围', lower: '5', upper: '15', unit: '℃', score: '0' }],
    });
    expect((await post('/bpmapi/PatrolPoint/Save', point)).status).toBe(1);
    expect((await open({ id: data.id, kind: '公司巡检' })).errors[0]?.message).toBe('路线上已有巡检点，不能改类别');
    const listed = await post('/bpmapi/PatrolPoint/Index', { project: PROJECT, shift: '班' });
    expect(rowsOf(listed).map((row) => row.code)).toEqual(['XC-01']);
    expect((await save({ code: 'XJ-40', route: data.id })).errors[0]?.message).toBe('该路线是值班巡查路线');
  });
});

describe('a sheet', () => {
  const sheet = async (...rows: string[][]): Promise<Uint8Array<ArrayBuffer>> => {
    const out = new PassThrough();
    const pieces: Buffer[] = [];
    out.on('data', (piece: Buffer) => pieces.push(piece));
    await writeWorkbook(out, [{ name: '点', widths: POINT_SHEET.map(() => 12), rows: [[...POINT_SHEET], ...rows] }]);
    return new Uint8Array(Buffer.concat(pieces));
  };
  const line = (code: string, item: string, more: Partial<Record<(typeof POINT_SHEET)[number], string>> = {}) => {
    const cells: Partial<Record<(typeof POINT_SHEET)[number], string>> = {
      点位编码: code,
      名称: '导入点',
      部位: '冷却塔',
      路线: '机房标准路线',
      频次: '周',
      检查项目: item,
      分值: '5',
      ...more,
    };
    return POINT_SHEET.map((column) => cells[column] ?? '');
  };
  const send = async (...rows: string[][]): Promise<Reply> => {
    const form = new FormData();
    form.set('project', PROJECT);
    form.set('file', new Blob([await sheet(...rows)]), '巡检点.xlsx');
    const answer = await fetch(`${chains.server.client.url}${POINT}/Import`, {
      method: 'POST',
      headers: held(officer),
      body: form,
    });
    return (await answer.json()) as Reply;
  };

  it('is written as a whole, or says for each row what is wrong', async () => {
    const bad = await send(
      line('DR-01', '冷却塔布水与水质'),
      line('DR-01', '过滤器压差', { 判定: '数值范围', 下限: '9', 上限: '1' }),
      line('XJ-01', '过滤器压差'),
      line('DR-02', '过滤器压差', { 路线: '没有', 频次: '年' }),
    );
    expect(bad.data).toMatchObject({ created: 0 });
    expect((bad.data['errors'] as { row: number; column: string }[]).map((of) => `${of.row} ${of.column}`)).toEqual([
      '3 上限',
      '4 点位编码',
      '5 频次',
    ]);
    const good = await send(
      line('DR-01', '冷却塔布水与水质'),
      line('DR-01', '过滤器压差'),
      line('DR-02', '水泵运行与润滑'),
    );
    expect(good.data).toEqual({ rows: 3, created: 2, errors: [] });
    const [point] = rowsOf(await post(`${POINT}/Index`, { project: PROJECT, Keyword: 'DR-01' }));
    expect(point).toMatchObject({ score: '10.0', frequency: '周' });
    const file = await fetch(`${chains.server.client.url}${POINT}/Export`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...held(officer) },
      body: JSON.stringify({ project: PROJECT }),
    });
    const sheets = await readXlsx(Buffer.from(await file.arrayBuffer()));
    expect(sheets.map((one) => one.sheet)).toEqual(['巡检点', '检查项', '筛选条件']);
  });
});
