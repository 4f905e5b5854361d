/** 扫码支付 over the wire, against a provider of its own: money is booked once whoever tells of it first, and none that nobody asked for. */
import { plusDays } from '@hengneng/charging';
import { today } from '@hengneng/core';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Held, type Reply, said } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { brokenInvariants } from '../ledger/index.ts';
import { releaseBills } from '../testing/bills.ts';
import { type PayService, startPayService } from '../testing/pay-service.ts';
import { signed } from '../signature.ts';
import { payDesk } from './provider.ts';
import { goOnPaying } from './orders.ts';

const KEY = 'a key that both sides know';
const WECHAT = '134567890123456789';
let now = new Date();
let server: TestServer;
let service: PayService;
let cashier: Held;
let community = '';
let rooms: readonly string[] = [];
const seconds = (): string => String(Math.floor(now.getTime() / 1000));
const news = (...of: Parameters<PayService['news']>) => service.news(...of);

beforeAll(async () => {
  service = await startPayService(KEY, () => now);
  server = await startTestServer({ pay: { url: service.url, key: KEY }, clock: () => now, tried: false });
  cashier = await server.client.signIn('cashier');
  community =
    (await sql<{ id: string }>`select id::text from community where code = 'KC'`.execute(server.db)).rows[0]?.id ?? '';
  rooms = (
    await sql<{
      id: string;
    }>`select id::text from room where community_id = ${community}::bigint order by id limit 20`.execute(server.db)
  ).rows.map(({ id }) => id);
}, 180_000);
afterAll(async () => {
  await server.close();
  service.close();
});
afterEach(async () => expect(await brokenInvariants(server.db)).toEqual([]));

const send = (name: string, body: object, who: Held | null = cashier): Promise<Reply> =>
  server.client.json(`/pmsapi/${name}`, body, who);
let used = 0;
const household = async () => {
  const roomId = rooms[used++] ?? '';
  const [id = ''] = await releaseBills(server.db, { roomId, fee: '物业费', by: cashier.userId }, [
    { amount: 10_000, dueDay: plusDays(today(now), 30) },
  ]);
  before.set(roomId, await stateOf(roomId));
  return { roomId, items: [{ billId: id, principal: '100.00', penalty: '0.00' }] };
};
interface State {
  readonly paid: number;
  readonly payments: number;
  readonly prepaid: number;
}
const before = new Map<string, State>();
const NOTHING: State = { paid: 0, payments: 0, prepaid: 0 };
const stateOf = async (roomId: string): Promise<State> =>
  (
    await sql<State>`select
      (select coalesce(sum(settled), 0)::int from bill where room_id = ${roomId}::bigint) as paid,
      (select count(*)::int from payment where room_id = ${roomId}::bigint and kind = '收款') as payments,
      (select coalesce(-sum(balance), 0)::int from ledger_account where kind = '预存' and ref = ${roomId}::bigint) as prepaid`.execute(
      server.db,
    )
  ).rows[0] ?? NOTHING;
/** What has come to a room since its bill: of bills and money ahead in fen. */
const kept = async (roomId: string): Promise<State> => {
  const [is, was] = [await stateOf(roomId), before.get(roomId) ?? NOTHING];
  return { paid: is.paid - was.paid, payments: is.payments - was.payments, prepaid: is.prepaid - was.prepaid };
};
const order = (of: { roomId: string; items: object }, more: object = {}) =>
  send('Cashier/PayOrder', {
    requestId: crypto.randomUUID(),
    communityId: community,
    authCode: WECHAT,
    ...of,
    ...more,
  });
it('wants a shift and a code; what is paid at once is booked with the number of the channel, once', async () => {
  const of = await household();
  expect(said(await order(of))).toBe('请先开班');
  await send('Cashier/ShiftOpen', { communityId: community, floatAmount: '200.00' });
  expect(said(await order(of, { authCode: '999' }))).toBe('authCode 付款码不正确，请重新扫码');
  expect(said(await order({ ...of, items: [] }))).toBe('items 请勾选要收的账单');
  expect(said(await order({ ...of, items: [{ ...of.items[0], principal: '100.01' }] }))).toBe('账单已变动，请刷新');
  expect(service.asked).toEqual([]);
  service.says = { state: 'paid', ref: 'WX0001', amount: '10000' };
  const requestId = crypto.randomUUID();
  const made = await order(of, { requestId });
  expect(made.data).toMatchObject({
    state: '已入账',
    channel: '微信',
    amount: '100.00',
    taken: { amount: '100.00', capital: '壹佰元整', change: '0.00' },
  });
  const again = await order(of, { requestId });
  expect(again.data).toEqual(made.data);
  expect(service.asked.map(({ act }) => act)).toEqual(['/pay']);
  const { sign, ...body } = service.asked[0]?.body ?? {};
  expect(body).toMatchObject({
    authCode: WECHAT,
    amount: '10000',
    notifyUrl: 'https://hengneng.test/pmsapi/Pay/Notify',
  });
  expect(sign).toBe(signed(body, KEY));
  expect(await kept(of.roomId)).toEqual({ paid: 10_000, payments: 1, prepaid: 0 });
  // By its number the channel's statement finds it.
  expect(
    (await sql`select kind, ref_no as ref, amount::int from tender where ref_no = 'WX0001'`.execute(server.db)).rows,
  ).toEqual([{ kind: '微信', ref: 'WX0001', amount: 10_000 }]);
  // The code is kept nowhere but for its end.
  expect((await sql`select code_tail as tail from pay_order`.execute(server.db)).rows).toEqual([{ tail: '6789' }]);
});

it('that hangs keeps the household and the shift waiting; whoever tells first counts, once', async () => {
  const of = await household();
  service.says = { state: 'pending', reason: '等待付款人输入密码' };
  const made = await order(of);
  const id = String(made.data['id']);
  expect(made.data).toMatchObject({ state: '支付中', slow: false, taken: null });
  expect(said(await order(of))).toBe('该房间有一笔支付待确认，请勿重复收款');
  // Whoever takes several rooms at once is told of it, too.
  expect((await send('Cashier/PayerRooms', { communityId: community, roomId: of.roomId })).data['rooms']).toMatchObject(
    [{ roomId: of.roomId, waiting: { channel: '微信', amount: '100.00' } }],
  );
  const shift = (await send('Cashier/ShiftCurrent', { communityId: community })).data['shift'] as {
    id: string;
    version: number;
  };
  expect(
    said(await send('Cashier/ShiftClose', { step: 'count', shiftId: shift.id, version: shift.version, pieces: [] })),
  ).toMatch(/^还有1笔支付待确认（\S+），请先查询结果或撤销$/);
  const no = service.asked.at(-1)?.body['orderNo'] ?? '';
  const paid = { state: 'paid', ref: 'WX0002', amount: '10000' };
  // Not theirs, not of now, not of an order: nothing.
  expect(said(await send('Pay/Notify', news(no, paid, 'another key, not theirs'), null))).toBe('签名不正确');
  expect(said(await send('Pay/Notify', { ...news(no, paid), amount: '1' }, null))).toBe('签名不正确');
  expect(said(await send('Pay/Notify', news(no, { ...paid, time: String(Number(seconds()) - 301) }), null))).toBe(
    '签名不正确',
  );
  expect(said(await send('Pay/Notify', news(crypto.randomUUID(), paid), null))).toBe('商户单号不存在');
  service.says = 'forged';
  expect((await send('Cashier/PayQuery', { id })).data).toMatchObject({
    state: '支付中',
    reason: '支付服务的应答验签不通过，结果未知',
  });
  expect(await kept(of.roomId)).toEqual({ paid: 0, payments: 0, prepaid: 0 });
  service.says = paid;
  const all = await Promise.all([
    send('Pay/Notify', news(no, paid), null),
    send('Cashier/PayQuery', { id }),
    send('Pay/Notify', news(no, paid), null),
    send('Cashier/PayQuery', { id }),
  ]);
  expect(all.map(({ status }) => status)).toEqual([1, 1, 1, 1]);
  expect((await send('Cashier/PayQuery', { id })).data).toMatchObject({ state: '已入账', taken: { amount: '100.00' } });
  expect(await kept(of.roomId)).toEqual({ paid: 10_000, payments: 1, prepaid: 0 });
});

it('is closed where nobody pays; another sum, or money after that, is put aside and told', async () => {
  const [late, other] = [await household(), await household()];
  service.says = { state: 'pending' };
  const closed = await order(late);
  service.says = { state: 'closed', reason: '已撤销' };
  const second = await server.client.signIn('cashier2');
  expect(said(await send('Cashier/PayClose', { id: closed.data['id'] }, second))).toBe('只能撤销自己下的支付单');
  expect((await send('Cashier/PayClose', { id: closed.data['id'] })).data).toMatchObject({
    state: '已关闭',
    reason: '已撤销',
  });
  const no = service.asked.at(-1)?.body['orderNo'] ?? '';
  await send('Pay/Notify', news(no, { state: 'paid', ref: 'WX0003', amount: '10000' }), null);
  expect((await send('Cashier/PayQuery', { id: closed.data['id'] })).data).toMatchObject({
    state: '待处理',
    reason: '已关闭后收到付款',
  });
  service.says = { state: 'paid', ref: 'WX0004', amount: '9999' };
  expect((await order(other)).data).toMatchObject({ state: '待处理', reason: '渠道金额99.99元与应收100.00元不符' });
  expect([await kept(late.roomId), await kept(other.roomId)]).toEqual([
    { paid: 0, payments: 0, prepaid: 0 },
    { paid: 0, payments: 0, prepaid: 0 },
  ]);
  const told = await sql<{
    n: number;
  }>`select count(distinct title)::int as n from message where kind = '扫码支付'`.execute(server.db);
  expect(told.rows[0]?.n).toBe(2);
  service.says = { state: 'failed', reason: '余额不足' };
  expect((await order(other)).data).toMatchObject({ state: '已失败', reason: '余额不足' });
});

it('goes on by itself after a minute without an answer; what others paid meanwhile is kept for the household', async () => {
  const of = await household();
  service.says = 'silent';
  const made = await order(of);
  expect(made.data).toMatchObject({ state: '支付中', reason: '支付服务没有应答，结果未知' });
  const cash = await send('Cashier/Charge', {
    requestId: crypto.randomUUID(),
    communityId: community,
    ...of,
    tenders: [{ type: '现金', amount: '100.00' }],
  });
  expect(cash.status).toBe(1);
  const desk = payDesk({ url: service.url, key: KEY }, { demo: true, publicUrl: null, clock: () => now });
  service.says = { state: 'paid', ref: 'WX0005', amount: '10000' };
  expect(await goOnPaying(server.db, desk, () => now)).toBe(0);
  now = new Date(now.getTime() + 61_000);
  expect((await send('Cashier/PayWays', { roomId: of.roomId })).data).toMatchObject({
    unset: '',
    simulated: false,
    waiting: { slow: true },
  });
  expect(await goOnPaying(server.db, desk, () => now)).toBe(1);
  expect(await goOnPaying(server.db, desk, () => now)).toBe(0);
  expect(await kept(of.roomId)).toEqual({ paid: 10_000, payments: 2, prepaid: 10_000 });
});

it('is booked once by two jobs that both found it paid', async () => {
  const of = await household();
  service.says = { state: 'pending' };
  const { id } = (await order(of)).data;
  await sql`update pay_order set state = '已付款', provider_ref = 'WX0006', paid_amount = 10000 where id = ${id}::bigint`.execute(
    server.db,
  );
  now = new Date(now.getTime() + 61_000);
  const desk = payDesk({ url: service.url, key: KEY }, { demo: true, publicUrl: null, clock: () => now });
  // Both have read that it is paid before either may go on.
  const jobs = await server.db.transaction().execute(async (tx) => {
    await sql`select 1 from pay_order where id = ${id}::bigint for update`.execute(tx);
    const both = [goOnPaying(server.db, desk, () => now), goOnPaying(server.db, desk, () => now)];
    for (let waiting = 0; waiting < 2; ) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(tx);
      waiting = rows[0]?.n ?? 0;
    }
    return { both };
  });
  expect(await Promise.all(jobs.both)).toEqual([1, 1]);
  expect(await kept(of.roomId)).toEqual({ paid: 10_000, payments: 1, prepaid: 0 });
});

it('is off where nobody set it up, and is played by the demo', async () => {
  expect(payDesk(null, { demo: false, publicUrl: null, clock: () => now })).toEqual({
    provider: null,
    unset: '未配置：管理员尚未设置支付服务（PAY_URL、PAY_KEY）',
    key: null,
    sealKey: null,
  });
  const { provider: played } = payDesk(null, { demo: true, publicUrl: null, clock: () => now });
  const of = (codeTail: string) => ({
    merchant: null,
    orderNo: crypto.randomUUID(),
    channel: '微信',
    fen: 1n,
    subject: '',
    codeTail,
    madeAt: now,
  });
  const told = await Promise.all(['0', '1', '2', '3'].map(async (tail) => (await played?.pay(of(tail), ''))?.state));
  expect(told).toEqual(['paid', 'pending', 'failed', 'pending']);
  const typing = of('1');
  now = new Date(now.getTime() + 9_000);
  expect((await played?.query(typing))?.state).toBe('paid');
  expect((await played?.close(of('3')))?.state).toBe('closed');
});
