/** 停用, to the fen: bills of a suspended room are corrected once, and what comes in counts once. */
import { MODULES } from '@hengneng/core';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from '../../modules/charging/index.ts';
import { runTo } from '../../modules/charging/testing/bills.ts';
import { accountsOf, billOfMonth, payMonth, triedCommunity } from '../../modules/charging/testing/community.ts';
import { Chains } from '../../testing/chains.ts';
import type { Reply } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const NOW = new Date('2026-02-10T04:00:00Z');
const TODAY = '2026-02-10';
const PROJECT = 'EMC01001';
const MAKER = 'cashier';
let server: TestServer;
let chains: Chains;
let community = '';
let fee = '';
let rooms: readonly string[] = [];

const idOf = async (query: ReturnType<typeof sql<{ id: string }>>): Promise<string> =>
  (await query.execute(server.db)).rows[0]?.id ?? '';
const run = (period: string, state: '待审核' | '待发布' | '已发布') =>
  runTo(
    server.db,
    {
      communityId: community,
      feeIds: [fee],
      period,
      by: chains.user('cashier2'),
      checker: chains.user('finance'),
      day: TODAY,
    },
    state,
  );

/** Bills of February, 240.00 each. */
beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  chains = await Chains.on(server, PROJECT, NOW);
  ({ community, fee, rooms } = await triedCommunity(server.db, PROJECT));
  await run('2026-02', '已发布');
}, 180_000);
afterAll(() => server.close());
// Whatever was done, what must hold holds.
afterEach(async () => expect(await brokenInvariants(server.db)).toEqual([]));

const billOf = (room: string, period = '2026-02'): Promise<string> => billOfMonth(server.db, room, period);
const pay = (room: string, fen: bigint): Promise<void> =>
  payMonth(server.db, { community, room, period: '2026-02', fen, by: chains.user('cashier2'), now: NOW });
/** What there is of a room: its bills, its suspensions, and what the ledger keeps of it. Fen. */
const kept = async (room: string) => ({
  bills: (
    await sql`select period, amount::int, reduced::int, settled::int, suspend_days as off, kind, state from bill where room_id = ${room} order by id`.execute(
      server.db,
    )
  ).rows,
  spans: (
    await sql<{
      span: string;
    }>`select span::text, trim_scale(keep_rate)::text as keep from suspension where room_id = ${room} and not voided order by span`.execute(
      server.db,
    )
  ).rows,
  accounts: await accountsOf(server.db, community, room),
});
const FEBRUARY = { period: '2026-02', amount: 24_000, reduced: 0, settled: 0, off: 0, kind: '周期', state: '已发布' };
/** Everything of the community, so that it can be said that nothing else changed. */
const others = async (room: string) =>
  (
    await sql`select room_id, period, amount, reduced, settled, state from bill where community_id = ${community} and room_id <> ${room} order by id`.execute(
      server.db,
    )
  ).rows;

const refusal = ({ message, errors }: Reply) => errors.map(({ path, message: of }) => `${path} ${of}`)[0] ?? message;
const cancelOf = async (id: string): Promise<string> =>
  refusal(
    await server.client.post(
      `${MODULES.suspend.api}/Cancel`,
      { BusinessId: id, Opinion: '错' },
      await server.client.signIn('generalManager'),
    ),
  );

describe('停用申请', () => {
  const row = (bill: string, more: Readonly<Record<string, unknown>> = {}) => ({ bill, reduceRate: '70', ...more });
  const application = (room: string, more: Readonly<Record<string, unknown>> = {}) => ({
    project: PROJECT,
    community,
    room,
    source: '前台受理',
    applyType: '停用',
    ownerName: '测试业主',
    ownerPhone: '13900001111',
    useArea: '100.00',
    fee,
    chargeWay: '按面积',
    season: '采暖季',
    reason: '房屋空置',
    startDate: '2026-02-15',
    endDate: '2026-03-16',
    unitPrice: '2.4000',
    seasonDays: 120,
    keepRate: '30',
    knowRule: true,
    bills: [],
    ...more,
  });
  const draft = async (room: string, more: Readonly<Record<string, unknown>> = {}): Promise<string> =>
    chains.walk('suspend').draft(MAKER, { ...application(room, more), ownerSign: await chains.file(MAKER) });
  const send = (id: string) => chains.walk('suspend').submit(MAKER, id);
  const said = async (room: string, more: Readonly<Record<string, unknown>>) =>
    refusal(await send(await draft(room, more)));
  const steps = (adjustMode: string, adjustAmount: string) => ({
    前台受理审核: { infoChecked: '业主本人一致', arrearsHandle: '无欠费' },
    现场关阀核查: {
      visitTime: '2026-02-10T10:00:00+08:00',
      valveAction: '关闭入户供回水阀并铅封',
      sealNo: 'QF-1',
      checkResult: '符合停用',
    },
    收费调整确认: { adjustMode, adjustAmount, notifyOwner: '微信' },
  });
  const filed = async (room: string, more: Readonly<Record<string, unknown>>): Promise<string> => {
    const id = await draft(room, more);
    expect(refusal(await send(id))).toBe('');
    return id;
  };
  /** What the last step answers to what the cashier says. */
  const confirm = async (id: string, mode: string, amount: string): Promise<string> =>
    refusal(await chains.walk('suspend').agree(MAKER, id, { 收费调整确认: steps(mode, amount).收费调整确认 }));

  it('makes the bill of the month anew by the days that count less, and no other; that cannot be cancelled', async () => {
    const [room = ''] = rooms;
    const bill = await billOf(room);
    const rest = await others(room);
    const no = await idOf(sql`select bill_no as id from bill where id = ${bill}`);
    expect(await said(room, {})).toBe(`bills 受影响账单还有${no}，请补充`);
    expect(await said(room, { bills: [row(bill, { reduceRate: '60' })] })).toBe('bills[0].reduceRate 减免比例应为70');
    expect(await said(room, { bills: [row(bill), row(bill)] })).toBe('bills[1].bill 账单重复，请删去一行');
    expect(await said(room, { bills: [row(bill), row(await billOf(rooms[1] ?? ''))] })).toBe(
      'bills[1].bill 账单属于1-102 业主102，与所选房间不一致，请核对',
    );
    expect(await said(room, { startDate: '2026-01-10', bills: [row(bill)] })).toBe(
      'startDate 起日早于今天超过30天的不受理',
    );
    const id = await filed(room, { bills: [row(bill)] });
    // The days are the server's, whoever says something else: 15 to 28 February, of 28.
    expect((await chains.walk('suspend').info(MAKER, id)).record).toMatchObject({
      bills: [{ billStopDays: 14, billDays: 28, reduce: '84.00', afterAmount: '156.00' }],
    });
    expect(await said(room, { bills: [row(bill)] })).toBe('fee 该房间的这个收费项目正在办理停用或恢复');
    await chains.agree('suspend', MAKER, id, steps('已出账作废重开', '84.00'), '收费调整确认');
    expect(await confirm(id, '未出账按停用生成', '0.00')).toBe(
      `adjustMode 已出账单${no}受影响，请选择已出账作废重开、减免写入下期或多缴转预存`,
    );
    expect(await confirm(id, '已出账作废重开', '80.00')).toBe('adjustAmount 按实际停用天数应减84.00元，请核对');
    expect(await confirm(id, '已出账作废重开', '84.00')).toBe('');
    // 100 × 2.40 × (14 + 14 × 30 %) ÷ 28 = 156.00
    expect(await kept(room)).toEqual({
      bills: [
        { ...FEBRUARY, state: '已红冲' },
        { ...FEBRUARY, amount: -24_000, kind: '红冲' },
        { ...FEBRUARY, amount: 15_600, off: 14 },
      ],
      spans: [{ span: '[2026-02-15,2026-03-17)', keep: '30' }],
      accounts: { 应收: 15_600 },
    });
    expect(await others(room)).toEqual(rest);
    expect((await chains.reminders('suspend', id)).map(({ day }) => day)).toEqual(['2026-03-09']);
    expect(await chains.rows(`select action, seal_no as seal from b_room_record where room = ${room}`)).toEqual([
      { action: '关闭入户供回水阀并铅封', seal: 'QF-1' },
    ]);
    expect(await cancelOf(id)).toBe(`账单${no}已作废重开，不能作废；请办理恢复使用或另行申请停用`);
    expect(await said(room, { bills: [row(bill)] })).toBe('startDate 已停用至2026-03-16，延长请选延长停用');
  });

  it('pays the new bill with what was paid for the old, and keeps the rest', async () => {
    const room = rooms[1] ?? '';
    await pay(room, 24_000n);
    const id = await filed(room, { bills: [row(await billOf(room))] });
    await chains.agree('suspend', MAKER, id, steps('已出账作废重开', '84.00'));
    expect(await kept(room)).toMatchObject({
      bills: [{ state: '已红冲', settled: 0 }, { kind: '红冲' }, { amount: 15_600, settled: 15_600 }],
      accounts: { 预存: -8_400 },
    });
  });

  it('lets off what is too much, keeps what was paid of it, and a cancel puts both back', async () => {
    const room = rooms[2] ?? '';
    await pay(room, 20_000n);
    const before = await kept(room);
    const id = await filed(room, { bills: [row(await billOf(room))] });
    await chains.agree('suspend', MAKER, id, steps('多缴转预存', '84.00'));
    // Of 156.00 that is left, 200.00 were paid.
    expect(await kept(room)).toMatchObject({
      bills: [{ ...FEBRUARY, reduced: 8_400, settled: 15_600 }],
      accounts: { 预存: -4_400 },
    });
    await chains.cancel('suspend', id);
    expect(await kept(room)).toEqual(before);
  });

  it('carries it on for the same fee, works drafts out anew, is extended, and ends', async () => {
    const room = rooms[3] ?? '';
    const march = await run('2026-03', '待审核');
    const rest = await others(room);
    const before = await kept(room);
    const sum = async () =>
      (await sql<{ amount: number }>`select amount::int from billing_run where id = ${march}`.execute(server.db))
        .rows[0]?.amount;
    // Two rooms are suspended until the 16th: 240.00 × (15 + 16 × 30 %) ÷ 31 = 153.29.
    expect(await sum()).toBe(14 * 24_000 + 2 * 15_329);
    const id = await filed(room, { bills: [row(await billOf(room))] });
    await chains.agree('suspend', MAKER, id, steps('减免写入下期', '84.00'));
    expect(await sum()).toBe(13 * 24_000 + 3 * 15_329);
    expect(await kept(room)).toMatchObject({
      bills: [FEBRUARY, { period: '2026-03', amount: 15_329, off: 16, state: '待审核' }],
      accounts: { 应收: 24_000, 预存·费: -8_400 },
    });
    expect(await others(room)).toEqual(rest);
    const longer = { applyType: '延长停用', startDate: '2026-03-17', endDate: '2026-03-31' };
    expect(await said(room, { ...longer, keepRate: '20' })).toBe('keepRate 延长的基本费比例应与原停用一致，为30');
    const extended = await filed(room, longer);
    await chains.agree('suspend', MAKER, extended, steps('未出账按停用生成', '0.00'));
    // All of March at 30 %.
    expect(await kept(room)).toMatchObject({
      bills: [FEBRUARY, { amount: 7_200, off: 31 }],
      spans: [{ span: '[2026-02-15,2026-03-17)' }, { span: '[2026-03-17,2026-04-01)' }],
    });
    expect(await chains.reminders('suspend', id)).toEqual([]);
    await chains.cancel('suspend', extended);
    expect((await kept(room)).bills[1]).toMatchObject({ amount: 15_329, off: 16 });
    await chains.cancel('suspend', id);
    expect(await kept(room)).toEqual(before);
    expect(await said(room, { applyType: '恢复使用', endDate: null, reason: null })).toBe(
      'applyType 该收费项目没有停用，无须恢复或延长',
    );
  });

  /** 私开, found on the spot by the counter; agreed to by the property's manager. */
  const api = async (name: string, who: string, body: object) =>
    server.client.json(`/pmsapi/BillSuspend/${name}`, body, await server.client.signIn(who));
  const photo = async (who: string) => [await chains.walk('suspend').file(who)];

  it('found to be used all the same ends there: bills are made anew in full, what was let off is owed again, drafts follow', async () => {
    const room = rooms[12] ?? '';
    const bill = await billOf(room);
    const rest = await others(room);
    const id = await filed(room, { bills: [row(bill)] });
    await chains.agree('suspend', MAKER, id, steps('已出账作废重开', '84.00'));
    // Billed by days: 156.00 of February; March is a draft, 153.29.
    expect((await kept(room)).bills.at(-1)).toMatchObject({ amount: 15_600, off: 14 });
    const seen = { BusinessId: id, foundDay: TODAY, usedFrom: '2026-02-15', finding: '铅封破损，风机盘管运行' };
    const asked = (more: object) => ({ ...seen, requestId: crypto.randomUUID(), photos: [], ...more });
    // Not found before it began, nor used after it was found.
    expect(refusal(await api('ReportUse', MAKER, asked({})))).toBe('foundDay 发现日期不能早于停用起日2026-02-15');
    await sql`update suspension set span = '[2026-02-05,2026-03-17)' where source_module = 'suspend' and source_id = ${id}`.execute(
      server.db,
    );
    const wrong: readonly (readonly [object, string])[] = [
      [{ foundDay: '2026-02-11' }, 'foundDay 发现日期不能晚于今天'],
      [{ usedFrom: '2026-02-04' }, 'usedFrom 私开日应在停用期内（2026-02-05 至 2026-03-16）'],
      [{}, 'usedFrom 私开日不能晚于发现日期'],
      [{ usedFrom: '2026-02-05', finding: '' }, 'finding 请填写发现情况'],
      [{ usedFrom: '2026-02-05' }, 'photos 请上传现场照片'],
    ];
    for (const [more, message] of wrong) expect(refusal(await api('ReportUse', MAKER, asked(more)))).toBe(message);
    const before = await kept(room);
    const fine = { ...seen, usedFrom: '2026-02-05' };
    const preview = await api('ReportUse', MAKER, { ...fine, preview: true });
    expect(preview.data).toMatchObject({ id: null, charged: '84.00', bills: 1, notes: [] });
    expect(await kept(room)).toEqual(before);
    const full = { ...fine, requestId: crypto.randomUUID(), photos: await photo(MAKER) };
    const [made, again] = [await api('ReportUse', MAKER, full), await api('ReportUse', MAKER, full)];
    expect(made.data['no']).toMatch(/^SK202602-\d{4}$/);
    expect(again.data).toEqual(made.data);
    expect(
      refusal(await api('ReportUse', MAKER, { ...full, requestId: crypto.randomUUID(), photos: await photo(MAKER) })),
    ).toBe('该房间的这个收费项目已有待审核的私开登记');
    const use = String(made.data['id']);
    expect(refusal(await api('DecideUse', MAKER, { id: use, pass: true }))).toMatch(/权限/);
    expect(refusal(await api('DecideUse', 'propertyManager', { id: use, pass: false }))).toBe('opinion 请填写驳回原因');
    expect(await kept(room)).toEqual(before);
    const done = await api('DecideUse', 'propertyManager', { id: use, pass: true });
    expect(done.data).toEqual({ state: '已补收', charged: '84.00' });
    expect(refusal(await api('DecideUse', 'propertyManager', { id: use, pass: true }))).toBe('该登记已补收，请刷新');
    const after = await kept(room);
    expect(after.spans).toEqual([]);
    expect(after.accounts).toEqual({ 应收: 24_000 });
    expect(after.bills.filter((one) => (one as { state: string }).state !== '已红冲')).toMatchObject([
      { kind: '周期', amount: 24_000, off: 0, period: '2026-03', state: '待审核' },
      { kind: '红冲', amount: -24_000 },
      { kind: '红冲', amount: -15_600 },
      { kind: '周期', amount: 24_000, off: 0, period: '2026-02', state: '已发布' },
    ]);
    expect(await others(room)).toEqual(rest);
    expect(await chains.reminders('suspend', id)).toEqual([]);
    expect(
      await chains.rows(`select state, content from b_owner_message where room = ${room} order by id desc limit 1`),
    ).toEqual([
      {
        state: '待发送',
        content: `测试业主：${TODAY}巡查发现试账费停用期内自行开启，按停用规则自2026-02-05起恢复全价计费，补收84.00元，停用终止（${String(made.data['no'])}）。`,
      },
    ]);
    const listed = await api('GetUsePage', 'propertyManager', { community });
    expect(listed.data['rows']).toMatchObject([
      { id: use, state: '已补收', charged: '84.00', room: '1-113', maker: expect.any(String) },
    ]);
    expect(refusal(await api('GetUsePage', 'hr', {}))).toMatch(/权限/);
    expect(await cancelOf(id)).toMatch(/已作废重开，不能作废/);
  });

  it('found so, is owed what was let off of its bill or kept for the next, unless that was used', async () => {
    const use = async (id: string) => {
      await sql`update suspension set span = daterange('2026-02-05', upper(span)) where source_module = 'suspend' and source_id = ${id} and not voided`.execute(
        server.db,
      );
      const made = await api('ReportUse', MAKER, {
        BusinessId: id,
        requestId: crypto.randomUUID(),
        foundDay: TODAY,
        usedFrom: '2026-02-05',
        finding: '私开',
        photos: await photo(MAKER),
      });
      return api('DecideUse', 'propertyManager', { id: made.data['id'], pass: true });
    };
    const paid = rooms[13] ?? '';
    await pay(paid, 24_000n);
    const first = await filed(paid, { bills: [row(await billOf(paid))] });
    await chains.agree('suspend', MAKER, first, steps('多缴转预存', '84.00'));
    expect((await kept(paid)).accounts).toEqual({ 预存: -8_400 });
    expect((await use(first)).data).toEqual({ state: '已补收', charged: '84.00' });
    // What was kept stays the household's; the bill is owed again, and may be paid from it.
    expect((await kept(paid)).accounts).toEqual({ 应收: 8_400, 预存: -8_400 });
    expect(await cancelOf(first)).toBe('该停用已按私开补收，不能作废');
    const carried = rooms[14] ?? '';
    const second = await filed(carried, { bills: [row(await billOf(carried))] });
    await chains.agree('suspend', MAKER, second, steps('减免写入下期', '84.00'));
    expect((await use(second)).data).toEqual({ state: '已补收', charged: '84.00' });
    expect((await kept(carried)).accounts).toEqual({ 应收: 24_000 });
  });

  it('that ends early is let off once only', async () => {
    const room = rooms[15] ?? '';
    const id = await filed(room, { bills: [row(await billOf(room))] });
    await chains.agree('suspend', MAKER, id, steps('多缴转预存', '84.00'));
    const ends = await filed(room, { applyType: '恢复使用', startDate: '2026-02-22', endDate: null, reason: null });
    await chains.agree('suspend', MAKER, ends, steps('已出账作废重开', '0.00'));
    // 240.00 × (21 + 7 × 30 %) ÷ 28 = 198.00, and nothing let off besides.
    expect((await kept(room)).bills.at(-1)).toMatchObject({ amount: 19_800, reduced: 0, off: 7 });
    expect((await kept(room)).accounts).toEqual({ 应收: 19_800 });
    expect(await cancelOf(ends)).toMatch(/不能作废/);
  });

  it('stands once bills were made by it; it ends by another form, which makes them anew', async () => {
    const room = rooms[4] ?? '';
    const days = { startDate: '2026-04-01', endDate: '2026-04-30' };
    const id = await filed(room, days);
    await chains.agree('suspend', MAKER, id, steps('未出账按停用生成', '0.00'));
    await run('2026-04', '已发布');
    expect((await kept(room)).bills.at(-1)).toMatchObject({ period: '2026-04', amount: 7_200, off: 30 });
    expect(await cancelOf(id)).toMatch(/^账单ZD202604TT\d{6}已按停用出账，不能作废；请办理恢复使用$/);
    const ends = await filed(room, {
      applyType: '恢复使用',
      startDate: '2026-04-16',
      endDate: null,
      reason: null,
    });
    await chains.agree('suspend', MAKER, ends, steps('未出账按停用生成', '0.00'), '收费调整确认');
    expect(await confirm(ends, '未出账按停用生成', '0.00')).toMatch(
      /^adjustMode 已出账单.*受影响，请选择已出账作废重开$/,
    );
    expect(await confirm(ends, '已出账作废重开', '0.00')).toBe('');
    // 240.00 × (15 + 15 × 30 %) ÷ 30 = 156.00
    expect(await kept(room)).toMatchObject({
      bills: [
        { period: '2026-02' },
        { state: '待审核' },
        { state: '已红冲' },
        { kind: '红冲' },
        { amount: 15_600, off: 15 },
      ],
      spans: [{ span: '[2026-04-01,2026-04-16)' }],
    });
  });

  it('is under way once for a room and fee, also when two come at once', async () => {
    const room = rooms[5] ?? '';
    const days = { startDate: '2026-06-01', endDate: '2026-06-30' };
    const two = [await draft(room, days), await draft(room, days)];
    const answers = await Promise.all(two.map(send));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([0, 1]);
    expect(answers.find((answer) => answer.status === 0)?.errors).toEqual([
      { path: 'fee', message: '该房间的这个收费项目正在办理停用或恢复' },
    ]);
  });

  it('is shown to cashiers of its community alone, and so is what was written of its rooms', async () => {
    const [{ id = '', serial = '' } = {}] = (
      await sql<{ id: string; serial: string }>`select id::text, serial from f_suspend where room = ${rooms[5] ?? ''}
        and status = 'running'`.execute(server.db)
    ).rows;
    const other = await server.client.signIn('cashier2');
    const seen = async () => {
      const { data } = await server.client.post(`${MODULES.suspend.api}/Index`, { Keyword: serial }, other);
      const info = await server.client.get(`${MODULES.suspend.api}/GetInfo`, { BusinessId: id }, other);
      const book = await server.client.post('/webapi/Book/Index', { Book: 'roomRecord' }, other);
      return [data['total'], info.status, Number(book.data['total']) > 0];
    };
    expect(await seen()).toEqual([1, 1, true]);
    await sql`update community_cashier set span = daterange(lower(span), ${TODAY}::date) where user_id = ${other.userId}`.execute(
      server.db,
    );
    expect(await seen()).toEqual([0, 403, false]);
  });
});
