/** 停用 over the wire: what a householder sends and learns, what the counter takes or returns, and what an application does to bills. */
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Held, held, type Reply, said } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { brokenInvariants } from '../ledger/index.ts';
import { tellLateWishes } from './jobs.ts';

/** A Tuesday morning. */
let now = new Date('2026-01-06T02:00:00Z');
let server: TestServer;
let cashier: Held;
let manager: Held;
let stranger: Held;
let community = '';
let elsewhere = '';
let fee = '';
let building = '';
const rooms = new Map<string, string>();
let token = '';

const send = (name: string, body: object, who: Held | null = cashier): Promise<Reply> =>
  server.client.json(`/pmsapi/BillSuspend/${name}`, body, who);
const rowsOf = (reply: Reply) => reply.data['rows'] as readonly Readonly<Record<string, unknown>>[];
const idOf = async (query: ReturnType<typeof sql<{ id: string }>>): Promise<string> =>
  (await query.execute(server.db)).rows[0]?.id ?? '';
const roomOf = (code: string): string => rooms.get(code) ?? '';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** Four rooms of 100 m² at 24.20 a season of 121 days: 2420.00 each, 20.00 a day. */
beforeAll(async () => {
  server = await startTestServer({ clock: () => now });
  [cashier, manager, stranger] = (await Promise.all(
    ['cashier', 'propertyManager', 'hr'].map((account) => server.client.signIn(account)),
  )) as [Held, Held, Held];
  const project = await idOf(sql`select project_code as id from community where code = 'KC'`);
  community = await idOf(
    sql`insert into community (code, name, project_code, phone) values ('TY', '试停小区', ${project}, '021-60000000') returning id::text`,
  );
  elsewhere =
    await idOf(sql`insert into community (code, name, project_code) select 'TX', '别处小区', code from project where code not in
    (select project_code from user_project p join app_user u on u.id = p.user_id where u.account in ('cashier', 'propertyManager')) order by code limit 1 returning id::text`);
  await sql`insert into community_terms (community_id, from_day, keep_rate, min_suspend_days) values (${community}, '2020-01-01', 30, 30)`.execute(
    server.db,
  );
  await sql`insert into community_season (community_id, kind, year, span) values (${community}, '供暖季', 2025, '[2025-11-15,2026-03-16)')`.execute(
    server.db,
  );
  await sql`insert into community_cashier (community_id, user_id, span) select ${community}::bigint, id, daterange('2020-01-01', null) from app_user where account = 'cashier'`.execute(
    server.db,
  );
  const basis = await idOf(
    sql`insert into fee_basis (name, source, unit) values ('试停面积', '供能面积', 'm²') returning id::text`,
  );
  fee = await idOf(
    sql`insert into fee (code, name, kind, category, basis_id, cycle, tax_rate) values ('TY1', '试停采暖费', '周期性', '采暖费', ${basis}, '供暖季', 9) returning id::text`,
  );
  await sql`insert into fee_price (fee_id, no, span, unit_price, state, made_by) select ${fee}::bigint, 1, daterange('2020-01-01', null), 24.2, '生效', id from app_user
    where account = 'finance'`.execute(server.db);
  building = await idOf(
    sql`insert into building (community_id, code, name) values (${community}, '1', '1栋') returning id::text`,
  );
  for (const code of ['101', '102', '103', '104']) {
    const id = await idOf(
      sql`insert into room (community_id, building_id, code, full_code) values (${community}, ${building}, ${code}, ${`1-${code}`}) returning id::text`,
    );
    rooms.set(code, id);
    await sql`insert into room_area (room_id, span, build_area, energy_area) values (${id}, daterange('2020-01-01', null), 100, 100)`.execute(
      server.db,
    );
    await sql`insert into room_fee (room_id, fee_id, span) values (${id}, ${fee}, daterange('2025-01-01', null))`.execute(
      server.db,
    );
    await sql`with p as (insert into party (name, phone) values (${`户主${code}`}, ${`139000001${code.slice(1)}`}) returning id) insert into occupancy (room_id, party_id, role, span, payer)
      select ${id}::bigint, id, '业主', daterange('2020-01-01', null), true from p`.execute(server.db);
  }
}, 120_000);
afterAll(() => server.close());
afterEach(async () => expect(await brokenInvariants(server.db)).toEqual([]));

const photo = async (): Promise<Readonly<Record<string, unknown>>> => {
  const form = new FormData();
  form.append('c', token);
  form.append('file', new Blob([PIXEL], { type: 'image/png' }), '身份证.png');
  const answer = await fetch(`${server.client.url}/pmsapi/BillSuspend/PublicPhoto`, { method: 'POST', body: form });
  const body = (await answer.json()) as { message: string; data: Readonly<Record<string, unknown>> };
  expect(body.message).toBe('');
  return body.data;
};

const wished = async (code: string, more: object = {}): Promise<Reply> =>
  send(
    'PublicApply',
    {
      requestId: crypto.randomUUID(),
      c: token,
      room: roomOf(code),
      name: `户主${code}`,
      phone: `139000001${code.slice(1)}`,
      relation: '业主',
      fee,
      type: '停用',
      from: '2026-01-10',
      to: '2026-02-18',
      reason: '外出居住',
      photos: [await photo()],
      ...more,
    },
    null,
  );

it('is applied for from outside by the address of a community, without saying who lives where', async () => {
  expect((await send('ApplyLink', { communityId: elsewhere })).status).toBe(404);
  const link = await send('ApplyLink', { communityId: community }, manager);
  token = String(link.data['path']).split('c=')[1] ?? '';
  expect(token).toMatch(/^[\w-]{16}$/);
  const place = await server.client.get('/pmsapi/BillSuspend/PublicCommunity', { c: token });
  expect(place.data).toEqual({
    community: '试停小区',
    phone: '021-60000000',
    minDays: 30,
    buildings: [{ id: building, name: '1栋' }],
    fees: [{ id: fee, name: '试停采暖费' }],
  });
  const unknown = await server.client.get('/pmsapi/BillSuspend/PublicCommunity', { c: 'AAAAAAAAAAAAAAAA' });
  expect(unknown.message).toBe('申请链接无效或已更换，请重新扫描小区公示的二维码');
  const listed = await server.client.get('/pmsapi/BillSuspend/PublicRooms', { c: token, building });
  expect(JSON.stringify(listed.data)).not.toContain('户主');
  expect(listed.data).toHaveLength(4);

  expect(said(await wished('101', { to: '2026-01-09' }))).toBe('to 止日不能早于起日');
  expect(said(await wished('101', { from: '2025-11-20' }))).toBe('from 起日早于今天超过30天的不受理');
  expect(said(await wished('101', { photos: [] }))).toBe('photos 请上传身份证或产权证明');
  const other = await idOf(sql`select id::text from room where community_id <> ${community} limit 1`);
  expect(said(await wished('101', { room: other }))).toBe('room 请选择房间');

  // Somebody else's name is taken like the owner's: only the counter sees the difference.
  const [known, foreign] = [await wished('101'), await wished('102', { name: '别人', phone: '13911112222' })];
  expect([known.status, foreign.status, Object.keys(known.data), Object.keys(foreign.data)]).toEqual([
    1,
    1,
    ['no'],
    ['no'],
  ]);
  const no = String(known.data['no']);
  expect(no).toMatch(/^WX260106\d{8}$/);
  const state = await send('PublicState', { no, phone: '13900000101' }, null);
  expect(state.data).toMatchObject({ no, room: '1-101', state: '待受理', to: '2026-02-18' });
  expect(JSON.stringify(state.data)).not.toContain('户主');
  const [wrongNo, wrongPhone] = [
    await send('PublicState', { no: 'WX26010600000000', phone: '13900000101' }, null),
    await send('PublicState', { no, phone: '13911112222' }, null),
  ];
  expect([wrongNo.status, wrongNo.message]).toEqual([wrongPhone.status, wrongPhone.message]);
});

it('sends the same once, and no more of one number than five at a time', async () => {
  const body = { requestId: crypto.randomUUID(), photos: [await photo()], phone: '13955556666', name: '赵一' };
  const [first, again] = [await wished('104', body), await wished('104', body)];
  expect(again.data['no']).toBe(first.data['no']);
  await sql`insert into suspend_wish (community_id, room_id, fee_id, applicant, phone, kind, from_day, no, source, due_at)
    select ${community}, ${roomOf('104')}, ${fee}, '赵一', '13955556666', '停用', '2026-01-10', 'WX' || n, '\\x00', app_now() from generate_series(1, 4) n`.execute(
    server.db,
  );
  expect((await wished('104', { ...body, requestId: crypto.randomUUID() })).message).toBe(
    '提交过于频繁，请稍后再试或到前台办理',
  );
  await sql`delete from suspend_wish where source = '\\x00'`.execute(server.db);
  const gone = await send('PublicWithdraw', { no: first.data['no'], phone: '13955556666' }, null);
  expect(gone.data['state']).toBe('已撤回');
});

it('shows what was sent beside the register, photos marked and noted, and tells when nobody takes it', async () => {
  expect((await send('GetWxPage', {}, stranger)).status).toBe(403);
  const page = await send('GetWxPage', { community, state: '待受理' });
  expect(page.data['counts']).toEqual({ 待受理: 2, 已撤回: 1 });
  expect(rowsOf(page)).toMatchObject([
    {
      room: '1-101',
      applicant: '户主101',
      match: '一致',
      phone: '139****0101',
      files: 1,
      arrears: '0.00',
      late: false,
    },
    { room: '1-102', applicant: '别人', match: '均不符', relation: '业主' },
  ]);
  const wxId = String(rowsOf(page)[0]?.['wxId']);
  const detail = await send('GetWxDetail', { wxId });
  expect(detail.data).toMatchObject({
    owner: '户主101',
    ownerPhone: '139****0101',
    area: '100',
    history: [],
    running: null,
  });
  const url = await idOf(sql`select files -> 0 ->> 'URL' as id from suspend_wish where id = ${wxId}`);
  const direct = await fetch(server.client.url + url, { headers: held(manager) });
  expect(direct.headers.get('content-type')).toContain('json');
  const shown = await fetch(`${server.client.url}/pmsapi/BillSuspend/GetWxPhoto`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...held(manager) },
    body: JSON.stringify({ wxId, at: 0 }),
  });
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  const { rows } = await sql<{
    action: string;
  }>`select action from audit_log where object like '微信停用申请 %' and action = '查看证件照'`.execute(server.db);
  expect(rows).toHaveLength(1);

  now = new Date('2026-01-06T04:30:00Z');
  expect(await tellLateWishes(server.db, now)).toBe(2);
  expect(await tellLateWishes(server.db, now)).toBe(0);
  const late = await send('GetWxPage', { community, state: '待受理' });
  expect(rowsOf(late)[0]).toMatchObject({ late: true, waitHours: '2.5' });
});

it('goes back with a reason that the householder reads', async () => {
  const [, second] = rowsOf(await send('GetWxPage', { community, state: '待受理' }));
  const wxId = second?.['wxId'];
  expect(said(await send('Check', { wxId, result: '退回' }, manager))).toBe('note 请填写退回原因');
  expect((await send('Check', { wxId, result: '退回', note: '请补委托书' }, manager)).data['state']).toBe('已退回');
  expect((await send('Check', { wxId, result: '退回', note: '再退一次' }, manager)).message).toBe(
    '该申请已退回，请刷新',
  );
  const { data } = await send('PublicState', { no: second?.['no'], phone: '13911112222' }, null);
  expect(data).toMatchObject({ state: '已退回', note: '请补委托书' });
  expect((await send('PublicWithdraw', { no: second?.['no'], phone: '13911112222' }, null)).message).toBe(
    '该申请已退回，不能撤回，请联系物业前台',
  );
});

it('says beforehand what an application does to bills', async () => {
  const asked = {
    preview: true,
    roomId: roomOf('103'),
    feeId: fee,
    applyType: '停用',
    startDate: '2026-01-10',
    endDate: '2026-02-18',
  };
  expect((await send('Suspend', { ...asked, roomId: '1' }, cashier)).message).not.toBe('');
  expect(said(await send('Suspend', { ...asked, endDate: '9999-12-31' }))).toBe('endDate 一次最多申请三年');
  // Why it will not be taken is known before it is filled in.
  const late = (await send('Suspend', { ...asked, startDate: '2025-11-20' })).data['whatIf'] as { notes: string[] };
  expect(late.notes[0]).toBe('不能受理：起日早于今天超过30天的不受理');
  const back = (await send('Suspend', { ...asked, endDate: '2026-01-09' })).data['whatIf'] as { notes: string[] };
  expect(back.notes[0]).toBe('不能受理：停用止日不能早于起日');
  // 40 days of 121 at 30 %: 2420 × 40 / 121 × 70 % = 560.00
  expect((await send('Suspend', asked)).data['whatIf']).toMatchObject({
    days: 40,
    keepRate: '30',
    seasonDays: 121,
    area: '100.00',
    reduction: '560.00',
    billed: '0.00',
    future: '560.00',
    rows: [{ cycle: '2025暖', stopDays: 40, days: 121, before: '2420.00', after: '1860.00', state: '未出账' }],
  });
});

const SIGN = async (who: Held): Promise<Readonly<Record<string, unknown>>> => {
  const form = new FormData();
  form.append('file', new Blob([PIXEL], { type: 'image/png' }), '签名.png');
  const answer = await fetch(`${server.client.url}/bpmapi/ServiceResource/Upload`, {
    method: 'POST',
    headers: held(who),
    body: form,
  });
  return ((await answer.json()) as { data: Readonly<Record<string, unknown>> }).data;
};

interface Waits {
  readonly task: string;
  readonly version: number;
  readonly accounts: readonly string[];
}
const waits = async (id: unknown): Promise<Waits> => {
  const { rows } =
    await sql<Waits>`select t.id::text as task, s.version, array(select u.account from wf_task_actor a join app_user u on a.principal = 'u:' || u.id
      where a.task_id = t.id order by u.id) as accounts
    from wf_instance i join wf_task t on t.instance_id = i.id and t.state = 'open' join f_suspend s on s.id = i.biz_id
    where i.module_id = 'suspend' and i.biz_id = ${String(id)}::bigint`.execute(server.db);
  return rows[0] ?? { task: '', version: 0, accounts: [] };
};
/** Whoever may handle what waits agrees to it, with what the step asks for. */
const agree = async (id: unknown, values: object): Promise<Held> => {
  const { task, version, accounts } = await waits(id);
  const who = await server.client.signIn(accounts[0] ?? '');
  const answer = await server.client.json(
    '/pmsapi/BillSuspend/Approve',
    { NodeRecordId: task, FormVersion: version, Opinion: '', ...values },
    who,
  );
  expect([answer.message, answer.errors]).toEqual(['', []]);
  return who;
};
const TAKEN = { infoChecked: '业主本人一致', arrearsHandle: '无欠费' };
const findings = async (who: Held, more: object = {}) => ({
  visitTime: now.toISOString(),
  valveAction: '关闭入户供回水阀并铅封',
  sealNo: 'QF-1',
  reading: '12.5',
  photos: [await SIGN(who)],
  result: '符合停用',
  ...more,
});
const looker = async (id: unknown): Promise<Held> => server.client.signIn((await waits(id)).accounts[0] ?? '');
/** The season's bills, made, checked and released as a run does. */
const billed = async (): Promise<void> => {
  const asked = { communityIds: [community], feeIds: [fee], period: '2025-11' };
  const finance = await server.client.signIn('finance');
  const bill = async (name: string, body: object, who = finance): Promise<Reply> => {
    const answer = await server.client.json(`/pmsapi/Bill/${name}`, body, who);
    expect([name, answer.message, answer.errors]).toEqual([name, '', []]);
    return answer;
  };
  const preview = await bill('Generate', { ...asked, mode: 'preview' }, cashier);
  const made = await bill('Generate', { ...asked, mode: 'run', previewHash: preview.data['previewHash'] }, cashier);
  const batchId = made.data['batchId'];
  const [run] = rowsOf(await bill('Batches', { id: batchId }));
  const sample = rowsOf(await bill('GetPage', { batch: batchId, seed: 'a' }));
  await bill('Audit', { batchId, action: 'check', billIds: sample.map((row) => row['id']) });
  const notes = (run?.['exceptions'] as { key: string; level: string }[] | undefined) ?? [];
  for (const { key, level } of notes)
    if (level === '需说明') await bill('Audit', { batchId, action: 'note', notes: [{ key, note: '已核实' }] });
  await bill('Audit', { batchId, action: 'pass', contentHash: run?.['contentHash'], opinion: '已核对' });
  await bill('Release', { batchId });
};
const liveOf = async (code: string) =>
  (
    await sql<{
      amount: string;
      days: number;
      state: string;
    }>`select (amount / 100.0)::numeric(16, 2)::text as amount, suspend_days as days, state from bill
      where room_id = ${roomOf(code)} and kind = '周期' and state not in ('已作废', '已红冲') order by id`.execute(
      server.db,
    )
  ).rows;

it('goes the way of the form: taken, looked at by somebody else, and the bill to come is what was said', async () => {
  const asked = {
    roomId: roomOf('103'),
    feeId: fee,
    applyType: '停用',
    startDate: '2026-01-10',
    endDate: '2026-02-18',
  };
  expect(said(await send('Suspend', asked))).toBe('reason 请选择停用原因');
  expect(said(await send('Suspend', { ...asked, reason: '装修' }))).toBe('knowRule 请先告知业主停用规则并勾选');
  expect(said(await send('Suspend', { ...asked, reason: '装修', endDate: '2026-01-20' }))).toBe(
    'endDate 临时停用不足30天不予减免，请选择整季停用',
  );
  const full = { ...asked, reason: '装修', knowRule: true, sign: await SIGN(cashier) };
  const made = await send('Suspend', full);
  expect([made.message, made.errors]).toEqual(['', []]);
  const id = made.data['BusinessId'];
  expect((await send('Suspend', { ...full, sign: await SIGN(cashier) })).message).toBe(
    '该房间的这个收费项目正在办理停用或恢复',
  );
  const [row] = rowsOf(await send('GetPage', { community, Scope: 'task', tab: '待受理' }));
  expect(row).toMatchObject({
    BusinessId: id,
    room: '1-103',
    phone: '139****0103',
    days: 40,
    reduction: '560.00',
    state: '未生效',
  });
  expect((await send('GetPage', { community: elsewhere })).data['total']).toBe(0);
  const taker = await agree(id, TAKEN);
  const who = await looker(id);
  expect((await send('GetDetail', { BusinessId: id }, manager)).data).toMatchObject({
    checkable: false,
    whatIf: { reduction: '560.00' },
  });
  expect((await send('Check', { BusinessId: id, ...(await findings(taker)) }, taker)).message).toBe(
    '核查人不能是申请受理人',
  );
  expect(said(await send('Check', { BusinessId: id, ...(await findings(who, { sealNo: '' })) }, who))).toBe(
    'sealNo 请填写铅封号',
  );
  // Nobody was let in: nothing was found, and the counter agrees upon another time.
  const shut = { BusinessId: id, visitTime: now.toISOString(), result: '无法入户' };
  expect(said(await send('Check', shut, who))).toBe('note 请填写核查说明');
  expect((await send('Check', { ...shut, note: '无人应门' }, who)).data).toEqual({
    state: '待受理',
    effectiveFrom: null,
  });
  const [back] = rowsOf(await send('GetPage', { community, Scope: 'task', tab: '待受理' }));
  expect(back).toMatchObject({ BusinessId: id, checker: '', sealNo: '' });
  const anew = await send('Submit', { BusinessId: id, FormVersion: back?.['FormVersion'] });
  expect([anew.message, anew.errors]).toEqual(['', []]);
  expect((await send('GetDetail', { BusinessId: id }, manager)).data).toMatchObject({
    row: { tab: '待核查' },
    checkResult: '',
  });
  const looked = await send('Check', { BusinessId: id, ...(await findings(who)) }, who);
  expect([looked.message, looked.data]).toEqual(['', { state: '待确认', effectiveFrom: '2026-01-10' }]);
  const run = { communityIds: [community], feeIds: [fee], period: '2025-11', mode: 'preview' };
  expect(JSON.stringify((await server.client.json('/pmsapi/Bill/Generate', run, cashier)).data)).toContain(
    `停用申请${String(made.data['serial'])}还在办理`,
  );
  await agree(id, { adjustMode: '未出账按停用生成', adjustAmount: '0.00', notifyOwner: '电话' });
  const [done] = rowsOf(await send('GetPage', { community, tab: '已处理' }));
  const days = { effectiveFrom: '2026-01-10', effectiveTo: '2026-02-18' };
  expect(done).toMatchObject({ ...days, sealNo: 'QF-1', state: '未生效' });
  now = new Date('2026-01-12T02:00:00Z');
  const going = async () => rowsOf(await send('GetPage', { community, effective: '停用中' }));
  for (const [to, lost] of [['2026-01-30', '280.00'] as const, ['2026-02-19', '560.00'] as const]) {
    await sql`update suspension set span = daterange('2026-01-10', ${to}) where room_id = ${roomOf('103')}`.execute(
      server.db,
    );
    expect(await going()).toMatchObject([{ serial: made.data['serial'], lost, lostNote: '预计' }]);
  }
  // One of four rooms: 25 %.
  const figures = await send('GetFigures', { community });
  expect(figures.data).toMatchObject({
    stopped: 1,
    charged: 4,
    rate: 25,
    toCheck: 0,
    ending: 0,
    buildings: [{ rate: 25, high: false }],
  });
  await billed();
  expect(await liveOf('103')).toMatchObject([{ amount: '1860.00', days: 40 }]);
  expect(await going()).toMatchObject([{ lost: '560.00', lostNote: '' }]);
});

/** From the counter's hand to the cashier's, looked at today. */
const through = async (id: unknown, confirm: object, look: object = {}): Promise<void> => {
  await agree(id, { ...TAKEN, arrearsHandle: '已缴清' });
  const who = await looker(id);
  const looked = await send('Check', { BusinessId: id, ...(await findings(who, look)) }, who);
  expect([looked.message, looked.errors]).toEqual(['', []]);
  await agree(id, { notifyOwner: '电话', ...confirm });
};

it('changes bills that are out as was said, and back again when supply begins', async () => {
  const asked = {
    roomId: roomOf('104'),
    feeId: fee,
    applyType: '停用',
    startDate: '2026-01-13',
    endDate: '2026-02-21',
    reason: '装修',
    knowRule: true,
  };
  const tried = await send('Suspend', { ...asked, preview: true });
  expect(tried.data['whatIf']).toMatchObject({
    billed: '560.00',
    future: '0.00',
    rows: [{ before: '2420.00', after: '1860.00', state: '已出账' }],
  });
  const made = await send('Suspend', { ...asked, sign: await SIGN(cashier) });
  expect([made.message, made.errors]).toEqual(['', []]);
  await through(made.data['BusinessId'], { adjustMode: '已出账作废重开', adjustAmount: '560.00' });
  expect(await liveOf('104')).toEqual([{ amount: '1860.00', days: 40, state: '已发布' }]);

  now = new Date('2026-01-20T02:00:00Z');
  const again = {
    roomId: roomOf('104'),
    feeId: fee,
    applyType: '恢复使用',
    startDate: '2026-01-23',
    knowRule: true,
    sign: await SIGN(cashier),
  };
  expect(said(await send('Suspend', { ...again, startDate: '2026-01-19' }))).toBe('startDate 恢复日不能早于今天');
  // Ten days of forty stay: 2420 − 2420 × 10 / 121 × 70 % = 2280.00
  expect((await send('Suspend', { ...again, preview: true })).data['whatIf']).toMatchObject({
    to: '2026-02-21',
    reduction: '-420.00',
    rows: [{ before: '1860.00', after: '2280.00' }],
  });
  const resumed = await send('Suspend', again);
  const [asks] = rowsOf(await send('GetPage', { community, Keyword: String(resumed.data['serial']) }));
  expect(asks).toMatchObject({ days: null, reduction: '0.00', lost: '0.00', lostNote: '' });
  await through(
    resumed.data['BusinessId'],
    { adjustMode: '已出账作废重开', adjustAmount: '0.00' },
    { valveAction: '打开阀门解除铅封', sealNo: '', result: '已恢复正常' },
  );
  expect(await liveOf('104')).toEqual([{ amount: '2280.00', days: 10, state: '已发布' }]);
  const [first] = rowsOf(await send('GetPage', { community, Keyword: String(made.data['serial']) }));
  expect(first).toMatchObject({ effectiveTo: '2026-01-22', state: '停用中', lost: '140.00', lostNote: '' });
});

it('is taken from what a householder sent, with what was missing; the counter sees whose turn it is', async () => {
  const [wish] = rowsOf(await send('GetWxPage', { community, state: '待受理' }));
  const taking = { wxId: wish?.['wxId'], knowRule: true, endDate: '2026-02-28' };
  const tried = await send('Suspend', { ...taking, preview: true });
  // From the 10th to the 28th of the next month: 50 days.
  expect(tried.data['whatIf']).toMatchObject({ days: 50, reduction: '700.00' });
  await sql`update party set phone = '13999999999' where name = '户主101'`.execute(server.db);
  expect(said(await send('Suspend', taking))).toBe('files 申请人与业主不一致，请补委托书');
  await sql`update bill set due_day = '2026-01-15' where room_id = ${roomOf('101')}`.execute(server.db);
  const letter = { ...taking, files: [await SIGN(cashier)] };
  expect(said(await send('Suspend', letter))).toBe('arrearsHandle 该房间有欠费，请选择欠费处理');
  const made = await send('Suspend', { ...letter, arrearsHandle: '同意挂账' });
  expect([made.message, made.errors]).toEqual(['', []]);
  const id = made.data['BusinessId'];
  const state = await send('PublicState', { no: wish?.['no'], phone: '13900000101' }, null);
  expect(state.data).toMatchObject({ state: '已受理', step: '已受理，等待上门核查' });
  expect((await send('GetDetail', { BusinessId: id })).data).toMatchObject({
    arrearsHandle: '同意挂账',
    row: { source: '微信申请' },
  });
  // What goes with the form is the marked copy; the original stays closed.
  const { rows } = await sql<{
    n: number;
    same: boolean;
  }>`select jsonb_array_length(s.id_files) as n, s.id_files -> 0 ->> 'URL' = w.files -> 0 ->> 'URL' as same
    from f_suspend s join suspend_wish w on w.business_id = s.id where s.id = ${String(id)}`.execute(server.db);
  expect(rows).toEqual([{ n: 2, same: false }]);
  expect((await send('Suspend', letter)).message).toBe('该申请已受理，请刷新');
  await through(id, { adjustMode: '多缴转预存', adjustAmount: '560.00' });
  const [off] = rowsOf(await send('GetPage', { community, Keyword: String(made.data['serial']) }));
  expect(off).toMatchObject({ effectiveFrom: '2026-01-20', reduction: '700.00', lost: '560.00', lostNote: '' });
});

it('says on the form what the page says, also of what is charged by the month, by another area or by the household', async () => {
  const feeOf = async (code: string, source: string, cycle: string, price: number): Promise<string> => {
    const basis = await idOf(
      sql`insert into fee_basis (name, source, unit) values (${`试停${code}`}, ${source}, 'm²') returning id::text`,
    );
    const id = await idOf(
      sql`insert into fee (code, name, kind, category, basis_id, cycle) values (${code}, ${`试停${code}`}, '周期性', '空调基本费', ${basis}, ${cycle}) returning id::text`,
    );
    await sql`insert into fee_price (fee_id, no, span, unit_price, state, made_by) select ${id}::bigint, 1, daterange('2020-01-01', null), ${price}, '生效', id
      from app_user where account = 'finance'`.execute(server.db);
    return id;
  };
  const charge = async (room: string, id: string, contract: number | null = null): Promise<void> => {
    await sql`insert into room_fee (room_id, fee_id, span, contract_price) values (${room}, ${id}, daterange('2025-01-01', null), ${contract})`.execute(
      server.db,
    );
  };
  const room = roomOf('102');
  await sql`update room_area set build_area = 120 where room_id = ${room}`.execute(server.db);
  const [monthly, agreed, household] = [
    await feeOf('TY2', '供能面积', '月', 2),
    await feeOf('TY3', '建筑面积', '季', 6),
    await feeOf('TY4', '户', '月', 90),
  ];
  await charge(room, monthly);
  await charge(room, agreed, 5);
  await charge(room, household);
  // A year of it at 30 %: 100 m² × 2 × 12, 120 m² × 5 × 4, 90 × 12, of each 70 %.
  for (const [feeId, price, reduction] of [
    [monthly, '24.0000', '1680.00'],
    [agreed, '24.0000', '1680.00'],
    [household, '10.8000', '756.00'],
  ]) {
    const made = await send('Suspend', {
      roomId: room,
      feeId,
      applyType: '停用',
      startDate: '2026-02-01',
      endDate: '2027-01-31',
      reason: '装修',
      knowRule: true,
      sign: await SIGN(cashier),
    });
    expect([made.message, made.errors]).toEqual(['', []]);
    expect(made.data['whatIf']).toMatchObject({ reduction });
    const { rows: form } =
      await sql`select unit_price::text as price, season_days as days, reduce_fee::text as reduction from f_suspend
      where id = ${String(made.data['BusinessId'])}`.execute(server.db);
    expect(form).toEqual([{ price, days: 365, reduction }]);
    const [row] = rowsOf(await send('GetPage', { community, Keyword: String(made.data['serial']) }));
    expect(row).toMatchObject({ reduction });
  }
});

it('takes along what the page shows', async () => {
  const page = await send('GetPage', { community, PageSize: 100 });
  const answer = await fetch(`${server.client.url}/pmsapi/BillSuspend/ExportPage`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...held(manager) },
    body: JSON.stringify({ community }),
  });
  const [sheet] = await readXlsx(Buffer.from(await answer.arrayBuffer()));
  const cells = sheet?.data ?? [];
  expect(cells.length - 1).toBe(page.data['total']);
  expect(cells.slice(1).map((row) => [row[0], row[10], row[11] ?? '', row[15]])).toEqual(
    rowsOf(page).map((row) => [row['serial'], Number(row['lost']), row['lostNote'], row['state']]),
  );
  const sum = rowsOf(page).reduce((total, row) => total + Math.round(Number(row['lost']) * 100), 0);
  expect(page.data['sums']).toEqual({ reduction: (sum / 100).toFixed(2) });
});
