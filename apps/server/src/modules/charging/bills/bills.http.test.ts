/** Bills over the wire: previewed, made once, checked by another, released into the ledger; taken back, let off, brought in, explained. */
import type { AuditPaper, FeeNotice } from '@hengneng/contracts';
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { writeWorkbook } from '../../../engine/forms/xlsx.ts';
import { type Held, type Reply, said } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { brokenInvariants, post } from '../ledger/index.ts';
import { PassThrough } from 'node:stream';

const NOW = new Date('2026-02-10T04:00:00Z');
const PERIOD = '2026-02';
let server: TestServer;
let cashier: Held;
let finance: Held;
let manager: Held;
let leader: Held;
let community = '';
let elsewhere = '';
let fee = '';
let room = '';

const send = (name: string, body: object, who: Held = cashier): Promise<Reply> =>
  server.client.json(`/pmsapi/Bill/${name}`, body, who);
const rowsOf = (reply: Reply) => reply.data['rows'] as readonly Readonly<Record<string, unknown>>[];
const idOf = async (query: ReturnType<typeof sql<{ id: string }>>): Promise<string> =>
  (await query.execute(server.db)).rows[0]?.id ?? '';
const asked = () => ({ communityIds: [community], feeIds: [fee], period: PERIOD });

/** Three rooms of 100, 50 and 80 m² at 2.40 a month. */
beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  [cashier, finance, manager, leader] = (await Promise.all(
    ['cashier', 'finance', 'propertyManager', 'areaManager'].map((account) => server.client.signIn(account)),
  )) as [Held, Held, Held, Held];
  const project = await idOf(sql`select project_code as id from community where code = 'KC'`);
  community = await idOf(
    sql`insert into community (code, name, project_code) values ('TT', '试账小区', ${project}) returning id::text`,
  );
  elsewhere =
    await idOf(sql`insert into community (code, name, project_code) select 'TU', '别处小区', code from project where code not in
    (select project_code from user_project p join app_user u on u.id = p.user_id where u.account in ('cashier', 'propertyManager')) order by code limit 1 returning id::text`);
  await sql`insert into community_terms (community_id, from_day, due_days) values (${community}, '2020-01-01', 10)`.execute(
    server.db,
  );
  await sql`insert into community_cashier (community_id, user_id, span) select ${community}::bigint, id, daterange('2020-01-01', null) from app_user where account = 'cashier'`.execute(
    server.db,
  );
  const basis = await idOf(
    sql`insert into fee_basis (name, source, unit) values ('试账面积', '建筑面积', 'm²') returning id::text`,
  );
  fee = await idOf(
    sql`insert into fee (code, name, kind, basis_id, cycle, tax_rate) values ('TT1', '试账费', '周期性', ${basis}, '月', 6) returning id::text`,
  );
  await sql`insert into fee_price (fee_id, no, span, unit_price, state, made_by) select ${fee}::bigint, 1, daterange('2020-01-01', null), 2.4, '生效', id from app_user
    where account = 'finance'`.execute(server.db);
  const building = await idOf(
    sql`insert into building (community_id, code, name) values (${community}, '1', '1栋') returning id::text`,
  );
  for (const [code, area] of [
    ['101', 100],
    ['102', 50],
    ['103', 80],
  ]) {
    const id = await idOf(
      sql`insert into room (community_id, building_id, code, full_code) values (${community}, ${building}, ${code}, ${`1-${code}`}) returning id::text`,
    );
    if (code === '101') room = id;
    await sql`insert into room_area (room_id, span, build_area, energy_area) values (${id}, daterange('2020-01-01', null), ${area}, ${area})`.execute(
      server.db,
    );
    await sql`insert into room_fee (room_id, fee_id, span) values (${id}, ${fee}, daterange('2026-01-01', null))`.execute(
      server.db,
    );
    await sql`with p as (insert into party (name, phone) values (${`业主${code}`}, '13900001111') returning id) insert into occupancy (room_id, party_id, role, span, payer)
      select ${id}::bigint, id, '业主', daterange('2020-01-01', null), true from p`.execute(server.db);
  }
}, 120_000);
afterAll(() => server.close());
afterEach(async () => expect(await brokenInvariants(server.db)).toEqual([]));

const runOf = async (who = cashier): Promise<Record<string, unknown>> => {
  const preview = await send('Generate', { ...asked(), mode: 'preview' }, who);
  expect(preview.message).toBe('');
  return (await send('Generate', { ...asked(), mode: 'run', previewHash: preview.data['previewHash'] }, who)).data;
};

let batch = '';
it('previews without writing, refuses what changed in between, and makes each bill once', async () => {
  expect(said(await send('Generate', { ...asked(), feeIds: [], mode: 'preview' }))).toBe('feeIds 请选择收费项目');
  expect(said(await send('Generate', { ...asked(), period: '2025-12', mode: 'preview' }))).toBe(
    'period 账期不能早于房间收费起始（2026-01）',
  );
  expect(said(await send('Generate', { ...asked(), period: '2028-01', mode: 'preview' }))).toBe(
    'period 账期不能晚于明年年底（2027-12）',
  );
  expect(said(await send('Generate', { ...asked(), mode: 'run' }))).toBe('previewHash 请先预览');
  expect((await send('Generate', { ...asked(), communityIds: [elsewhere], mode: 'preview' })).status).toBe(404);
  const preview = await send('Generate', { ...asked(), mode: 'preview' });
  // (100 + 50 + 80) × 2.40 = 552.00
  expect(preview.data).toMatchObject({
    rooms: 3,
    lines: 3,
    amount: '552.00',
    lastAmount: '0.00',
    counts: { added: 3, missing: 0 },
  });
  expect((await sql`select 1 from bill where community_id = ${community}`.execute(server.db)).rows).toEqual([]);
  await sql`update room_area set build_area = 90 where room_id = ${room}`.execute(server.db);
  expect(said(await send('Generate', { ...asked(), mode: 'run', previewHash: preview.data['previewHash'] }))).toBe(
    '基础数据已变化，请重新预览',
  );
  await sql`update room_area set build_area = 0 where room_id = ${room}`.execute(server.db);
  const zero = await send('Generate', { ...asked(), mode: 'preview' });
  expect(zero.data['exceptions']).toMatchObject([{ level: '必须处理', kind: '面积为0', room: '1-101' }]);
  expect(said(await send('Generate', { ...asked(), mode: 'run', previewHash: zero.data['previewHash'] }))).toBe(
    '有1条必须处理的异常，请先处理',
  );
  await sql`update room_area set build_area = 100 where room_id = ${room}`.execute(server.db);
  const made = await runOf();
  batch = String(made['batchId']);
  expect(made).toMatchObject({
    rooms: 3,
    lines: 3,
    amount: '552.00',
    progress: { done: 1, parts: 1, state: '待审核' },
  });
  expect((await send('Generate', { ...asked(), mode: 'preview' })).data).toMatchObject({
    lines: 0,
    skipped: [{ reason: '本周期已出账', count: 3 }],
  });
});

it('are checked by somebody else, by samples, and released into the ledger', async () => {
  const [run] = rowsOf(await send('Batches', { id: batch }, finance));
  expect(run).toMatchObject({ state: '待审核', lines: 3, amount: '552.00', agreeing: 3, agreed: 0 });
  // What waits is counted of what the page is narrowed to.
  const waiting = async (of: object) => (await send('Requests', of, finance)).data['waiting'];
  const none = { runs: 0, imports: 0, reversals: 0, reductions: 0 };
  expect(await waiting({ community, period: asked().period })).toEqual({ ...none, runs: 1 });
  expect(await waiting({ community, period: '2025-01' })).toEqual(none);
  expect(await waiting({ community: elsewhere })).toEqual(none);
  const pass = (who: Held, more: object = {}) =>
    send('Audit', { batchId: batch, action: 'pass', contentHash: run?.['contentHash'], ...more }, who);
  expect(said(await send('Release', { batchId: batch }, finance))).toBe('该批次还没有审核通过');
  expect((await pass(cashier)).status).toBe(403);
  expect(said(await pass(finance))).toBe('抽查至少3户已勾一致，现有0户');
  const sample = rowsOf(await send('GetPage', { batch, seed: 'a' }, finance));
  expect(sample.map(({ room: of, amount, recounted }) => [of, amount, recounted])).toEqual([
    ['1-101', '240.00', '240.00'],
    ['1-102', '120.00', '120.00'],
    ['1-103', '192.00', '192.00'],
  ]);
  await send('Audit', { batchId: batch, action: 'check', billIds: sample.map(({ id }) => id) }, finance);
  expect(said(await pass(finance, { contentHash: 'x' }))).toBe('批次内容已变化，请刷新后重新核对');
  const told = async (payState: string) =>
    rowsOf(await send('GetPage', { batch, payState }, finance)).map(({ state }) => state);
  expect([await told('待审核'), await told('待发布')]).toEqual([['待审核', '待审核', '待审核'], []]);
  expect((await pass(finance)).data).toEqual({ state: '待发布', agreed: 3 });
  expect([await told('待审核'), await told('待发布')]).toEqual([[], ['待发布', '待发布', '待发布']]);
  expect((await send('Release', { batchId: batch }, finance)).data).toMatchObject({
    state: '已发布',
    bills: 3,
    amount: '552.00',
  });
  expect(said(await send('Release', { batchId: batch }, finance))).toBe('该批次已发布');
  // The household owes it since then, by who released it.
  const { rows: times } = await sql`update billing_run set released_at = released_at + interval '1 hour'
    where id = ${batch}::bigint returning to_char(released_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as at`.execute(
    server.db,
  );
  expect(rowsOf(await server.client.json('/pmsapi/Cashier/History', { roomId: room }, cashier))).toMatchObject([
    { kind: '账单', due: '240.00', by: '向明哲', ...(times[0] as object) },
  ]);
  const page = await send('GetPage', { community, batch });
  // Due ten days after the release: the 1st had gone by.
  expect(page.data['sums']).toMatchObject({ amount: '552.00', paid: '0.00', principal: '552.00', rate: 0, bills: 3 });
  expect(rowsOf(page)[0]).toMatchObject({
    billNo: expect.stringMatching(/^ZD202602TT00000\d$/),
    dueDate: '2026-02-20',
    payState: '未缴',
  });
  const { rows } = await sql<{
    kind: string;
    sum: string;
  }>`select c.kind, sum(t.amount)::text as sum from transfer t join journal j on j.id = t.journal_id
    join ledger_account c on c.id = t.credit where j.community_id = ${community} group by 1 order by 1`.execute(
    server.db,
  );
  // 240 × 6 / 106 = 13.58, 120 → 6.79, 192 → 10.87
  expect(Object.fromEntries(rows.map(({ kind, sum }) => [kind, sum]))).toEqual({ 收入: '55200', 销项税额: '3124' });
});

it('are on the paper that their checkers sign as they saw them, with the hash of what they saw', async () => {
  const paper = (await send('AuditPaper', { batch }, finance)).data as unknown as AuditPaper;
  expect(paper.run).toMatchObject({
    state: '已发布',
    amount: '552.00',
    agreed: 3,
    contentHash: expect.stringMatching(/./),
  });
  expect(paper.samples.map(({ room: of, amount, recounted, agrees }) => [of, amount, recounted, agrees])).toEqual([
    ['1-101', '240.00', '240.00', true],
    ['1-102', '120.00', '120.00', true],
    ['1-103', '192.00', '192.00', true],
  ]);
  expect(paper.fees).toMatchObject([{ fee: '试账费', amount: '552.00', rooms: 3 }]);
  expect((await send('AuditPaper', { batch }, cashier)).status).toBe(403);
});

it('are priced as it is put up for householders: of a community before that of all, of a usage before that of all', async () => {
  const notice = async (who: Held = finance, communityId = community) =>
    server.client.json('/pmsapi/Fee/Notice', { communityId }, who);
  const pricesOf = async () =>
    ((await notice()).data as unknown as FeeNotice).fees
      .find(({ id }) => id === fee)
      ?.prices.map(({ usage, unitPrice }) => [usage, unitPrice]);
  expect(await pricesOf()).toEqual([['全部', '2.4']]);
  const priced = async (usage: string | null, of: string | null, price: string, no: number) =>
    sql`insert into fee_price (fee_id, no, community_id, usage, span, unit_price, state, made_by) select ${fee}::bigint, ${no}, ${of}::bigint, ${usage},
      daterange('2026-02-10', null), ${price}, '生效', id from app_user where account = 'finance'`.execute(server.db);
  await priced('学校', null, '2.1', 8);
  expect(await pricesOf()).toEqual([
    ['居民、非居民', '2.4'],
    ['学校', '2.1'],
  ]);
  await priced(null, community, '2.2', 9);
  expect(await pricesOf()).toEqual([['全部', '2.2']]);
  await sql`delete from fee_price where fee_id = ${fee}::bigint and no in (8, 9)`.execute(server.db);
  await sql`update fee_price set state = '待审核' where fee_id = ${fee}::bigint`.execute(server.db);
  expect((await notice()).data).toMatchObject({ unpriced: ['试账费'] });
  await sql`update fee_price set state = '生效' where fee_id = ${fee}::bigint`.execute(server.db);
  expect((await notice(manager, elsewhere)).message).toBe('小区不存在，或您没有查看它的权限');
});

it('explain themselves, and leave with the figures of the page', async () => {
  const [of] = rowsOf(await send('GetPage', { community, room }));
  const [told] = rowsOf(await send('GetList', { ids: [of?.['id']], explain: true }));
  expect(told?.['explain']).toMatchObject({
    formula: '100 m² × 2.4 元/m²·月 ×（正常 28 天）÷ 28 天 = 240.00 元',
    quantitySource: '房间档案，自 2020-01-01 起',
    priceVersion: '价格版本1，自 2020-01-01 起',
    segments: [{ days: 28, factor: '100%' }],
    history: expect.arrayContaining([expect.objectContaining({ what: '发布入账', who: expect.stringMatching(/./) })]),
    entries: [{ journal: '发布', debit: '应收', credit: '收入', amount: '240.00' }],
  });
  const answer = await fetch(`${server.client.url}/pmsapi/Bill/Export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', UserIdValue: cashier.userId, TokenValue: cashier.token },
    body: JSON.stringify({ community }),
  });
  const [sheet] = await readXlsx(Buffer.from(await answer.arrayBuffer()));
  const [head = [], ...lines] = sheet?.data ?? [];
  expect(lines.map((line) => line[head.indexOf('应收（元）')])).toEqual([240, 120, 192]);
  expect(rowsOf(await send('GetSummaryList', { community, groupBy: 'room' }))[0]).toMatchObject({
    name: '试账小区 1-101',
    arrears: '240.00',
    phone: '139****1111',
  });
  expect(rowsOf(await send('GetFeeSummary', { communityId: community, period: PERIOD }))).toMatchObject([
    { fee: '试账费', rooms: 3, area: '230', amount: '552.00', last: null },
  ]);
  expect((await send('Aging', { community })).data).toMatchObject({ total: '552.00' });
  expect((await send('Print', { roomIds: [room] })).data['notices']).toMatchObject([
    { room: '1-101', total: '240.00', capital: '贰佰肆拾元整' },
  ]);
  expect(rowsOf(await send('GetPage', { community }, await server.client.signIn('propertyManager2')))).toEqual([]);
});

it('are listed the newest first, page by page, whichever community they are of', async () => {
  // Of another community, before and behind what TT was billed; they wait to be checked, so that nothing is owed for them.
  const { rows: made } = await sql<{ id: string }>`
    insert into bill (bill_no, community_id, room_id, fee_id, cycle, period, from_day, to_day, amount, due_day, kind, state)
    select 'KC-' || r.id || m, r.community_id, r.id, ${fee}::bigint, m, m, '2026-01-01', '2026-02-01', 100, '2026-03-01', '期初', '待审核'
    from unnest(array['2026-01', ${PERIOD}, '2026-03']) m cross join (select r.* from room r join community c on c.id = r.community_id
      where c.code = 'KC' order by r.full_code desc limit 3) r returning id::text`.execute(server.db);
  const { rows: sorted } = await sql<{ id: string }>`select b.id::text from bill b join room r on r.id = b.room_id
    order by b.period desc, b.community_id, r.full_code, b.fee_id, b.part, b.id`.execute(server.db);
  const pages: unknown[] = [];
  for (let PageIndex = 1; pages.length < 14 && PageIndex < 8; PageIndex += 1)
    pages.push(...rowsOf(await send('GetPage', { PageIndex, PageSize: 2 }, finance)).map(({ id }) => id));
  expect(made).toHaveLength(9);
  expect(pages).toEqual(sorted.slice(0, 14).map(({ id }) => id));
  await sql`delete from bill where id = any(${made.map(({ id }) => id)}::bigint[])`.execute(server.db);
});

it('are taken back by another, and made anew with what is known now', async () => {
  const [of] = rowsOf(await send('GetPage', { community, room }));
  const id = String(of?.['id']);
  expect(said(await send('Cancel', { billIds: [id] }))).toBe('reason 请填写红冲原因');
  await sql`insert into suspension (room_id, fee_id, span, keep_rate) values (${room}, ${fee}, daterange('2026-02-15', '2026-03-01'), 30)`.execute(
    server.db,
  );
  const cancelled = await send('Cancel', { billIds: [id], reason: '停用未扣', reissue: true });
  expect(cancelled.data['reversals']).toMatchObject([{ state: '待审核' }]);
  expect(said(await send('Cancel', { billIds: [id], reason: '停用未扣' }))).toBe('该账单已有待审核的红冲申请');
  const [request] = rowsOf(await send('Requests', { kind: '红冲申请' }, manager));
  expect(request).toMatchObject({ room: '1-101', billAmount: '240.00', reason: '停用未扣' });
  const agree = (who: Held) => send('Cancel', { reversalId: request?.['id'], approve: '1' }, who);
  expect((await agree(cashier)).status).toBe(403);
  expect((await agree(manager)).data['reversals']).toMatchObject([{ billId: id, state: '已红冲' }]);
  expect((await agree(manager)).message).toBe('该申请已通过，请刷新');
  // 240 × (14 + 14 × 30 %) / 28 = 156.00
  const rows = rowsOf(await send('GetPage', { community, room, SortField: 'amount' }));
  expect(rows.map(({ amount, payState, suspendDays }) => [amount, payState, suspendDays])).toEqual([
    ['-240.00', '红冲', 0],
    ['156.00', '未缴', 14],
    ['240.00', '已红冲', 0],
  ]);
  expect(said(await send('Cancel', { billIds: [id], reason: '再来' }))).toBe('该账单已红冲，不能重复');
});

it('are let off within limits, all of one only by the area', async () => {
  const [of] = rowsOf(await send('GetPage', { community, payState: '未缴', SortField: 'amount' }));
  const file = await server.client.upload(
    '/bpmapi/ServiceResource/Upload',
    '批示.pdf',
    new TextEncoder().encode('%PDF-1.4\n'),
    manager,
    {},
  );
  const ask = (more: object) =>
    send(
      'Reduce',
      { billId: of?.['id'], category: '质量补偿', amount: '20', reason: '温度不达标', files: [file.data], ...more },
      manager,
    );
  expect(said(await ask({ files: [] }))).toBe('files 请上传附件');
  expect(said(await ask({ amount: '121' }))).toBe('amount 不能超过欠本金120.00元');
  const made = await ask({});
  const decide = (requestId: unknown, who: Held) => send('Audit', { requestId, action: 'pass' }, who);
  expect((await decide(made.data['requestId'], manager)).message).toBe('不能审核自己申请的减免');
  expect((await decide(made.data['requestId'], finance)).data['state']).toBe('已通过');
  const whole = await ask({ amount: '100' });
  expect((await decide(whole.data['requestId'], finance)).message).toBe('单笔500元以上或全额减免须区域经理审批');
  expect((await decide(whole.data['requestId'], leader)).data['state']).toBe('已通过');
  expect(rowsOf(await send('GetPage', { community, flag: '减免' }))).toMatchObject([
    { amount: '120.00', reduced: '120.00', principal: '0.00', payState: '已缴' },
  ]);
  // By the room's number as people know it, and by what is invoiced before it is paid.
  const code = String(of?.['room']);
  const byRoom = rowsOf(await send('GetPage', { community, roomText: code }));
  expect(byRoom.length).toBeGreaterThan(0);
  expect(new Set(byRoom.map((row) => row['room']))).toEqual(new Set([code]));
  expect(rowsOf(await send('GetPage', { community, roomText: '没有这间' }))).toEqual([]);
  const ahead = async () => rowsOf(await send('GetPage', { community, flag: '预开票' })).map(({ id }) => id);
  expect(await ahead()).toEqual([]);
  const [open] = rowsOf(await send('GetPage', { community, payState: '未缴' }));
  await sql`update bill set invoice_pending = 1 where id = ${open?.['id']}::bigint`.execute(server.db);
  expect(await ahead()).toEqual([open?.['id']]);
  await sql`update bill set invoice_pending = 0 where id = ${open?.['id']}::bigint`.execute(server.db);
});

const sheetOf = async (rows: readonly (readonly string[])[]): Promise<Uint8Array<ArrayBuffer>> => {
  const out = new PassThrough();
  const pieces: Buffer[] = [];
  out.on('data', (piece: Buffer) => pieces.push(piece));
  await writeWorkbook(out, [{ name: '导入', widths: [12], rows: rows.map((row) => [...row]) }]);
  return new Uint8Array(Buffer.concat(pieces));
};

it('come in whole or not at all', async () => {
  const head = ['房号', '费项编码', '账期', '数量', '单价', '金额', '到期日', '备注'];
  const bring = async (rows: readonly (readonly string[])[]) =>
    server.client.upload('/pmsapi/Bill/Import', '期初.xlsx', await sheetOf([head, ...rows]), cashier, {
      communityId: community,
      kind: 'opening',
    });
  const good = ['1-102', 'TT1', '2025-11', '10', '2.4', '24.00', '2025-12-10', '旧系统'];
  const bad = await bring([good, ['9-999', 'TT1', '2025-11', '1', '1', '1', '', '']]);
  expect(bad.data).toMatchObject({ ok: 1, failed: 1, errors: [{ row: 3, message: '第3行：房号不存在' }] });
  const brought = await bring([good, ['1-103', 'TT1', '2025-11', '10', '2.4', '25.00', '2025-12-10', '']]);
  expect(brought.data).toMatchObject({
    ok: 2,
    failed: 0,
    warnings: [{ row: 3, message: '第3行：金额与数量乘单价相差1.00元' }],
  });
  const id = brought.data['batchId'];
  const sample = rowsOf(await send('GetPage', { batch: id, seed: '1' }, finance));
  await send('Audit', { batchId: id, action: 'check', billIds: sample.map((row) => row['id']) }, finance);
  expect((await send('Audit', { batchId: id, action: 'pass' }, finance)).data['state']).toBe('待发布');
  expect((await send('Release', { batchId: id }, finance)).data).toMatchObject({ bills: 2, amount: '49.00' });
  // 24.00 has been owed for 62 days at 0.5 ‰: 0.74; 25.00: 0.78.
  expect((await send('GetPage', { community, flag: '导入' })).data['sums']).toMatchObject({
    principal: '49.00',
    penalty: '1.52',
  });
  expect((await send('Aging', { community })).data['rows']).toContainEqual({
    band: '31-90',
    bills: 2,
    rooms: 2,
    principal: '49.00',
  });
});

it('sent back are void, and may be made again', async () => {
  await sql`insert into room_fee (room_id, fee_id, span) select r.id, ${fee}::bigint, daterange('2025-06-01', '2026-01-01') from room r where r.community_id = ${community}
    and r.code = '103'`.execute(server.db);
  const of = { communityIds: [community], feeIds: [fee], period: '2025-12' };
  const preview = await send('Generate', { ...of, mode: 'preview' });
  const made = await send('Generate', { ...of, mode: 'run', previewHash: preview.data['previewHash'] });
  const reject = (opinion: string) =>
    send('Audit', { batchId: made.data['batchId'], action: 'reject', opinion }, finance);
  expect(said(await reject(''))).toBe('opinion 请填写退回原因');
  expect((await reject('面积待核')).data['state']).toBe('已退回');
  expect((await send('Generate', { ...of, mode: 'preview' })).data).toMatchObject({ lines: 1, amount: '192.00' });
});

it('that are released pay themselves from what rooms keep with us, where the community agreed to it', async () => {
  await sql`update community_terms set auto_deduct = true where community_id = ${community}`.execute(server.db);
  const ahead = { communityId: community, kind: '预存', day: '2026-02-10', source: 'payment', sourceId: '0' } as const;
  await server.db
    .transaction()
    .execute((tx) =>
      post(tx, { ...ahead, by: cashier.userId }, [
        { debit: { kind: '银行' }, credit: { kind: '预存', ref: room }, fen: 100_000n },
      ]),
    );
  const next = { ...asked(), period: '2026-03' };
  const preview = await send('Generate', { ...next, mode: 'preview' });
  const made = await send('Generate', { ...next, mode: 'run', previewHash: preview.data['previewHash'] });
  const batchId = String(made.data['batchId']);
  const [run] = rowsOf(await send('Batches', { id: batchId }, finance));
  const sample = rowsOf(await send('GetPage', { batch: batchId, seed: 'b' }, finance));
  await send('Audit', { batchId, action: 'check', billIds: sample.map(({ id }) => id) }, finance);
  const odd = (run?.['exceptions'] as { key: string; level: string }[] | undefined) ?? [];
  // What is odd may be explained in the same act.
  const notes = odd.filter(({ level }) => level === '需说明').map(({ key }) => ({ key, note: '已核实' }));
  const passed = { batchId, action: 'pass', contentHash: run?.['contentHash'], opinion: '与上期一致', notes };
  expect(said(await send('Audit', passed, finance))).toBe('');
  const released = await send('Release', { batchId }, finance);
  expect(released.message).toBe('');
  // All that room 101 owes, and no more than it keeps: the bills of two months at most.
  const { rows } = await sql<{ open: string; kept: string }>`select
      coalesce((select sum(amount - reduced - settled) from bill where room_id = ${room}::bigint and state = '已发布' and kind <> '红冲'), 0)::text as open,
      (select -balance from ledger_account where kind = '预存' and ref = ${room}::bigint and fee_id = 0)::text as kept`.execute(
    server.db,
  );
  expect(rows[0]?.open).toBe('0');
  expect(Number(released.data['deducted'])).toBeGreaterThanOrEqual(240);
  expect(Number(rows[0]?.kept) / 100 + Number(released.data['deducted'])).toBeGreaterThanOrEqual(1000);
  await sql`update community_terms set auto_deduct = false where community_id = ${community}`.execute(server.db);
});

it('of which one is voided after they were checked are checked again', async () => {
  const of = { ...asked(), period: '2026-04' };
  const preview = await send('Generate', { ...of, mode: 'preview' });
  const made = await send('Generate', { ...of, mode: 'run', previewHash: preview.data['previewHash'] });
  const batchId = String(made.data['batchId']);
  const pass = async () => {
    const [run] = rowsOf(await send('Batches', { id: batchId }, finance));
    const agreed = { batchId, action: 'pass', contentHash: run?.['contentHash'], opinion: '已核实' };
    return send('Audit', agreed, finance);
  };
  const bills = rowsOf(await send('GetPage', { batch: batchId, seed: 'c' }, finance));
  await send('Audit', { batchId, action: 'check', billIds: bills.map(({ id }) => id) }, finance);
  expect((await pass()).data['state']).toBe('待发布');
  // The next one is compared with it, released or not, as its preview was.
  // Of who was billed ahead neither says anything.
  const may = { ...of, period: '2026-05' };
  const ahead = { ...may, roomIds: [String(bills[0]?.['roomId'])] };
  const first = await send('Generate', { ...ahead, mode: 'preview' });
  expect((await send('Generate', { ...ahead, mode: 'run', previewHash: first.data['previewHash'] })).status).toBe(1);
  const { previewHash, lastAmount } = (await send('Generate', { ...may, mode: 'preview' })).data;
  const after = (await send('Generate', { ...may, mode: 'run', previewHash })).data;
  expect(rowsOf(await send('GetFeeSummary', { batch: after['batchId'], compare: 'last' }))[0]?.['last']).toBe(
    lastAmount,
  );
  const gone = bills.slice(0, 2).map(({ id }) => id);
  expect((await send('Cancel', { billIds: gone, reason: '本月不收' }, cashier)).status).toBe(1);
  const [run] = rowsOf(await send('Batches', { id: batchId }, finance));
  expect(run).toMatchObject({ state: '待审核', lines: bills.length - 2, rooms: bills.length - 2 });
  // Nor is the next one any longer what it was made beside: 120 + 192 beside 192, which its checker says why of, and keeps.
  const next = async () => rowsOf(await send('Batches', { id: after['batchId'] }, finance))[0];
  const beside = { amount: '312.00', lastAmount: '192.00', diff: '120.00', rate: 62.5 };
  expect([lastAmount, await next()]).toMatchObject(['312.00', beside]);
  const these = rowsOf(await send('GetPage', { batch: after['batchId'], seed: 'd' }, finance));
  const audit = { batchId: after['batchId'], billIds: these.map(({ id }) => id) };
  await send('Audit', { ...audit, action: 'check' }, finance);
  const passNext = (opinion: string) => send('Audit', { ...audit, action: 'pass', contentHash: '', opinion }, finance);
  expect(said(await passNext(''))).toBe('opinion 与上期差异率超过10%，请填写审核说明');
  expect((await passNext('上月两户未收')).data['state']).toBe('待发布');
  await sql`update bill set amount = 0 where run_id = ${batchId}::bigint and state = '待审核'`.execute(server.db);
  expect(await next()).toMatchObject(beside);
  await sql`update bill set amount = 19200 where run_id = ${batchId}::bigint and state = '待审核'`.execute(server.db);
  expect(said(await send('Release', { batchId }, finance))).toBe('该批次还没有审核通过');
  expect((await pass()).data['state']).toBe('待发布');
  expect((await send('Release', { batchId }, finance)).data).toMatchObject({ bills: bills.length - 2 });
});
