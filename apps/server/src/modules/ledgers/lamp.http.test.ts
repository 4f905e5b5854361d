/** Lamps: stock, use and savings against movements made by hand; kinds, safety, counting and buying. */
import { lampAllowance, lampInstalled, lampInstallImport, lampKinds, lampMonths } from '@hengneng/forms';
import type { ViewShape } from '@hengneng/form-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Held, held, type Reply } from '../../testing/client.ts';
import { pdfText } from '../../testing/pdf-text.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { filledIn } from '../../testing/sheets.ts';

const PROJECT = 'EMC01001';
const ROOM = '盘点库房';

let server: TestServer;
let manager: Held;
let stranger: Held;
let lamp = '';
type Row = Readonly<Record<string, unknown>>;

const run = async (text: string): Promise<readonly Row[]> => (await sql.raw<Row>(text).execute(server.db)).rows;
const ask = async (view: ViewShape, body: object, who: Held = manager) => {
  const answer = await server.client.json(view.calls.index, body, who);
  expect([answer.message, answer.errors]).toEqual(['', []]);
  return {
    rows: answer.data['rows'] as readonly Row[],
    figures: answer.data['figures'] as Readonly<Record<string, string>>,
    charts: answer.data['charts'] as Readonly<Record<string, readonly { by: string; values: string[] }[]>>,
  };
};
const post = (name: string, body: object, who: Held = manager) =>
  server.client.json(`/bpmapi/LampDevice/${name}`, body, who);
const move = (day: string, quantity: number, kind: string, amount = 0) =>
  run(`insert into b_lamp_move (source_module, source_id, source_effect, project, store_room, lamp, kind, moved_on, quantity, amount, document)
    values ('setup', 0, 'setup', '${PROJECT}', '${ROOM}', ${lamp}, '${kind}', ${day}, ${quantity}, ${amount}, 'T')`);
const TODAY = `(now() at time zone 'Asia/Shanghai')::date`;
const china = new Date(Date.now() + 8 * 3_600_000).toISOString();
const [today, month] = [china.slice(0, 10), china.slice(0, 7)];
const first = `date_trunc('month', ${TODAY})::date`;

beforeAll(async () => {
  server = await startTestServer();
  manager = await server.client.signIn('projectManager');
  stranger = await server.client.signIn('projectManager2');
  const made = await post('Save', {
    name: '测试筒灯',
    kind: 'LED筒灯',
    model: 'T-10',
    power: '10',
    lumens: '900',
    warrantyMonths: '24',
  });
  expect(made.message).toBe('');
  lamp = String(made.data['Id']);
  await run(`insert into b_lamp_stock (source_module, source_id, source_effect, project, store_room, lamp, quantity, scrap_qty, value)
    values ('setup', 0, 'setup', '${PROJECT}', '${ROOM}', ${lamp}, 13, 2, 130)`);
  // 20 in before the month, 12 out of them in the months before, 10 in and 3 out in the month.
  await move(`${first} - 60`, 20, '采购入库');
  await move(`${first} - 30`, -12, '故障更换', -120);
  await move(first, 8, '采购入库');
  await move(first, 2, '旧灯回收');
  await move(first, -3, '节能改造', -30);
  await run(`with o as (insert into f_light_out_storage (status, applicant, applicant_dept, project, store_room, out_type, out_date, daily_hours)
      select 'approved', id, 'A63', '${PROJECT}', '${ROOM}', '节能改造', ${first}, 10 from app_user where account = 'operator' returning id)
    insert into f_light_out_storage_lamps (parent_id, row_no, lamp, quantity, old_power, new_power, old_returned, install_place)
    select id, 1, ${lamp}, 3, 40, 10, 2, '一层大堂' from o`);
});
afterAll(() => server.close());

const mine = async (body: object = {}) =>
  (await ask(lampAllowance, { project: PROJECT, storeRoom: ROOM, ...body })).rows[0];

describe('灯具余量统计', () => {
  it('takes a month from what there was to what there is, and says what to buy', async () => {
    expect(await mine()).toMatchObject({
      opening: 8,
      incoming: 10,
      outgoing: 3,
      closing: 15,
      scrap: 2,
      price: '10.00',
      monthlyUse: '2.5',
      monthsLeft: '5.2',
      // 0 to be kept + 2 × 2.5 used a month, and 13 usable
      suggested: 0,
      returnRate: '66.67',
      check: '平',
      low: false,
    });
    const days = Number(today.slice(8)) - 1;
    expect((await mine())?.['saved']).toBe(((40 - 10) * 3 * 10 * days * 0.001).toFixed(1));
  });

  it('marks a store whose movements do not add up to what lies there', async () => {
    await run(`update b_lamp_stock set quantity = 14 where store_room = '${ROOM}'`);
    expect(await mine()).toMatchObject({ closing: 16, check: '不平' });
    await run(`update b_lamp_stock set quantity = 13 where store_room = '${ROOM}'`);
  });

  it('counts months with what came back on its own', async () => {
    const { charts } = await ask(lampMonths, { project: PROJECT, storeRoom: ROOM, Charts: true });
    expect(charts['byMonth']?.find((group) => group.by === month)?.values).toEqual(['8', '3', '2']);
  });

  it('keeps a store’s own safety, which decides what is low and what to buy', async () => {
    const id = String((await mine())?.['id']);
    expect((await post('SetSafety', { Id: id, safeQty: '-1' })).errors).toEqual([
      { path: 'safeQty', message: '请输入非负整数' },
    ]);
    expect((await post('SetSafety', { Id: id, safeQty: '20' }, stranger)).status).toBe(404);
    expect((await post('SetSafety', { Id: id, safeQty: '20' })).message).toBe('');
    // 20 + 2 × 2.5 − 13
    expect(await mine()).toMatchObject({ safeQty: 20, low: true, suggested: 12 });
    const bought = await post('Purchase', { ProjectCode: PROJECT });
    expect(bought.message).toBe('');
    const items = await run(
      `select spec, quantity::int as quantity from f_operate_purchase_items where parent_id = ${String(bought.data['BusinessId'])} and spec like '%T-10%'`,
    );
    expect(items).toEqual([{ spec: expect.stringContaining('测试筒灯'), quantity: 12 }]);
  });

  it('makes drafts of what was counted otherwise', async () => {
    const count = (counted: string, more: object = {}) =>
      post('Count', { ProjectCode: PROJECT, storeRoom: ROOM, lines: [{ lamp, counted }], ...more });
    expect((await count('-1')).errors).toEqual([{ path: 'lines[0].counted', message: '请输入非负整数' }]);
    expect((await count('13')).data['drafts']).toEqual([]);
    const more = await count('15');
    expect(more.data['drafts']).toEqual([
      { ProcedureId: '2801', BusinessId: expect.any(String), title: expect.stringContaining('盘盈入库') },
    ]);
    const fewer = await count('10');
    const [draft] = fewer.data['drafts'] as { BusinessId: string; ProcedureId: string }[];
    expect(draft?.ProcedureId).toBe('2802');
    expect(
      await run(
        `select o.out_type, o.status, d.quantity from f_light_out_storage o join f_light_out_storage_lamps d on d.parent_id = o.id where o.id = ${draft?.BusinessId ?? 0}`,
      ),
    ).toEqual([{ out_type: '盘亏出库', status: 'draft', quantity: 3 }]);
    // Nothing moves before it is approved.
    expect(await mine()).toMatchObject({ closing: 15 });
  });

  it('prints the sheet on which they are counted', async () => {
    const answer = await fetch(`${server.client.url}/bpmapi/LampDevice/CountSheet`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...held(manager) },
      body: JSON.stringify({ ProjectCode: PROJECT }),
    });
    const text = pdfText(Buffer.from(await answer.arrayBuffer())).join('\n');
    for (const words of ['灯具盘点表', ROOM, 'T-10', '监盘人']) expect(text).toContain(words);
  });
});

describe('灯具台账', () => {
  it('refuses a model twice, and a power that no lamp has', async () => {
    const lampOf = { name: '又一筒灯', kind: 'LED筒灯', model: 't-10', power: '12' };
    expect((await post('Save', lampOf)).errors).toEqual([{ path: 'model', message: '该型号已存在' }]);
    expect((await post('Save', { ...lampOf, model: 'T-11', power: '6000' })).errors[0]).toEqual({
      path: 'power',
      message: '功率应在0.1～5000W之间',
    });
    const made = await post('Save', { ...lampOf, model: 'T-11' });
    expect((await ask(lampKinds, { Keyword: 'T-11' })).rows).toHaveLength(1);
    expect((await post('Delete', { Id: made.data['Id'] })).message).toBe('');
    expect((await ask(lampKinds, { Keyword: 'T-11' })).rows).toEqual([]);
    expect((await post('Delete', { Id: lamp })).message).toBe('已有库存或安装记录，不能删除');
  });

  it('says how long lamps last in a place, and where they are replaced too often', async () => {
    for (const [from, to] of [
      [300, 200],
      [200, 100],
      [100, 0],
    ] as const)
      await run(`insert into b_lamp_install (source_module, source_id, source_effect, project, place, lamp, quantity, installed_on, ended_on, daily_hours, cause, document, state)
        values ('setup', 0, 'setup', '${PROJECT}', '二层走廊', ${lamp}, 2, ${TODAY} - ${from}, ${TODAY} - ${to}, 10, '故障更换', 'T', '已更换')`);
    await run(`insert into b_lamp_install (source_module, source_id, source_effect, project, place, lamp, quantity, installed_on, warranty_to, daily_hours, cause, document, state)
      values ('setup', 0, 'setup', '${PROJECT}', '二层走廊', ${lamp}, 2, ${TODAY}, ${TODAY} + 30, 10, '故障更换', 'T', '在用')`);
    const { rows, figures } = await ask(lampInstalled, { project: PROJECT, place: '二层走廊', state: '在用' });
    expect(rows[0]).toMatchObject({ replaced: 3, lifeDays: 100, often: true, warranty: '在保', yearPower: '73.0' });
    expect(figures).toMatchObject({ lamps: '2', often: '1', power: '73.0' });
    expect((await ask(lampInstalled, { place: '二层走廊' }, stranger)).rows).toEqual([]);
  });
});

describe('lamps that hang already', () => {
  const shape = lampInstallImport;
  const row = {
    projectCode: PROJECT,
    building: 'A座',
    floor: '3层',
    spot: '东侧走廊',
    model: 't-10',
    quantity: '24',
    installedOn: '2024-06-01',
    dailyHours: '12',
  };
  const check = async (rows: readonly Readonly<Record<string, string>>[]) =>
    server.client.upload(shape.calls.import, '安装.xlsx', await filledIn(shape, rows), manager, {
      mode: 'check',
      kind: shape.kind,
    });
  const checkId = (reply: Reply) => (reply.data['check'] as { CheckId: string }).CheckId;
  const reasons = async (reply: Reply) => {
    const answer = await server.client.post(shape.calls.rows, { kind: shape.kind, CheckId: checkId(reply) }, manager);
    return (answer.data['rows'] as { reasons: string[] }[]).map((line) => line.reasons.join('；'));
  };

  it('come in as one batch by their places, grow the tree, and go while nothing was replaced', async () => {
    const strangers = (
      await run(`select code from project where code <> '${PROJECT}' and manager =
      (select id from app_user where account = 'projectManager2') limit 1`)
    )[0];
    const faulty = await check([
      row,
      row,
      { ...row, spot: '西侧', model: '没有' },
      { ...row, spot: 'a/b' },
      { ...row, spot: '南侧', installedOn: '2999-01-01' },
      { ...row, spot: '北侧', projectCode: String(strangers?.['code']) },
    ]);
    const said = await reasons(faulty);
    expect(said[0]).toBe('');
    for (const [at, words] of [
      [1, '重复'],
      [2, '没有型号“没有”'],
      [3, '不能含“/”'],
      [4, '不能晚于今天'],
      [5, '您无权办理该项目'],
    ] as const)
      expect(said[at]).toContain(words);
    const sound = await check([row, { ...row, floor: 'B1', spot: '车库', quantity: '6' }]);
    const done = await server.client.post(
      shape.calls.import,
      { kind: shape.kind, mode: 'commit', CheckId: checkId(sound) },
      manager,
    );
    expect(done.message).toBe('');
    const batch = done.data['batch'] as { BatchId: string };
    const found = await ask(lampInstalled, { project: PROJECT, place: 'A座/3层' });
    // 24 months of warranty, as the kind says.
    expect(found.rows).toMatchObject([{ place: 'A座/3层/东侧走廊', quantity: 24, warrantyTo: '2026-06-01' }]);
    const places = (await post('Places', { ProjectCode: PROJECT })).data['rows'];
    expect(places).toEqual(
      expect.arrayContaining([
        { place: 'A座/3层/东侧走廊', count: 24 },
        { place: 'A座/B1/车库', count: 6 },
      ]),
    );
    expect((await post('Places', { ProjectCode: PROJECT }, stranger)).status).toBe(404);
    const undo = () =>
      server.client.post(shape.calls.import, { kind: shape.kind, mode: 'undo', BatchId: batch.BatchId }, manager);
    await run(`update b_lamp_install set state = '已更换' where place = 'A座/B1/车库'`);
    expect((await undo()).message).toBe('“A座/B1/车库”的灯具已更换或报废，该批次不能撤销');
    await run(`update b_lamp_install set state = '在用' where place = 'A座/B1/车库'`);
    expect((await undo()).message).toBe('');
    expect((await ask(lampInstalled, { project: PROJECT, place: 'A座/3层' })).rows).toEqual([]);
  });

  it('tell whoever sent a long file how far it is, and nobody of a short one', async () => {
    const send = (rows: number, Progress: string) =>
      filledIn(
        shape,
        Array.from({ length: rows }, (_, at) => ({ ...row, spot: `位${rows}-${at}` })),
      ).then((file) =>
        server.client.upload(shape.calls.import, '长.xlsx', file, manager, {
          mode: 'check',
          kind: shape.kind,
          Progress,
        }),
      );
    const long = '6f1c0f7e-31f4-4b9b-9b52-0d6f1c2a7e01';
    const short = '6f1c0f7e-31f4-4b9b-9b52-0d6f1c2a7e02';
    expect((await send(250, long)).message).toBe('');
    expect((await send(3, short)).message).toBe('');
    const told =
      await run(`select data ->> 'Progress' as name, data ->> 'stage' as stage, (data ->> 'percent')::int as percent,
      user_ids = array[(select id from app_user where account = 'projectManager')] as mine from live_event where topic = 'import' order by id`);
    expect(told.map((one) => [one['name'], one['percent'], one['mine']])).toEqual([
      [long, 25, true],
      [long, 45, true],
      [long, 85, true],
    ]);
    expect(told[1]?.['stage']).toBe('正在逐行核对250行');
    expect((await send(3, 'kein')).errors[0]?.path).toBe('Progress');
  });
});
