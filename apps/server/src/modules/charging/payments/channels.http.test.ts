/** 配支付渠道: a community's merchant takes money once one fen went by it and back, with its own key, and its statement is its own. */
import { plusDays } from '@hengneng/charging';
import type { PayChannelRow } from '@hengneng/contracts';
import { today } from '@hengneng/core';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Held, type Reply, said } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { brokenInvariants } from '../ledger/index.ts';
import { releaseBills } from '../testing/bills.ts';
import { type PayService, startPayService } from '../testing/pay-service.ts';
import { goOnPaying } from './orders.ts';
import { payDesk } from './provider.ts';

const KEY = 'a key that both sides know';
const OWN = 'the-merchants-own-key-7Q2x';
const WECHAT = '134567890123456789';
const FEN_PAID = { state: 'paid', ref: 'WXT1', amount: '1' };
const FEN_BACK = { state: 'refunded', ref: 'WXR1', amount: '1' };
let now = new Date();
let server: TestServer;
let service: PayService;
let admin: Held;
let cashier: Held;
let finance: Held;
let [community, other] = ['', ''];

beforeAll(async () => {
  service = await startPayService(KEY, () => now);
  server = await startTestServer({ pay: { url: service.url, key: KEY }, clock: () => now, tried: false });
  admin = await server.client.signIn('admin');
  cashier = await server.client.signIn('cashier');
  finance = await server.client.signIn('finance');
  const { rows } = await sql<{ id: string }>`select id::text from community order by code <> 'KC', id`.execute(
    server.db,
  );
  [community = '', other = ''] = rows.map(({ id }) => id);
  await send('Cashier/ShiftOpen', { communityId: community, floatAmount: '200.00' }, cashier);
}, 180_000);
afterAll(async () => {
  await server.close();
  service.close();
});
afterEach(async () => expect(await brokenInvariants(server.db)).toEqual([]));

const send = (name: string, body: object, who: Held | null = admin): Promise<Reply> =>
  server.client.json(`/pmsapi/${name}`, body, who);
const act = (of: object, who = admin, communityId = community) =>
  send('Community/SavePayChannel', { communityId, ...of }, who);
const enter = (merchant: string, more: object = {}) =>
  act({ action: 'save', channel: '微信', merchant, key: OWN, ...more });
const tryIt = (id: string, more: object = {}) =>
  act({ action: 'test', id, requestId: crypto.randomUUID(), authCode: WECHAT, ...more });
const listed = async () =>
  ((await send('Community/PayChannels', { communityId: community })).data['rows'] as PayChannelRow[]).map(
    ({ merchant, state, test }) => [merchant, state, test?.state ?? ''],
  );
const lastAsked = () => service.asked.at(-1) ?? { act: '', body: {} as Record<string, string> };
const pay = async () => {
  const { rows } = await sql<{ id: string }>`select id::text from room r where community_id = ${community}::bigint
    and not exists (select from pay_order o where o.room_id = r.id) order by id limit 1`.execute(server.db);
  const roomId = rows[0]?.id ?? '';
  const [billId] = await releaseBills(server.db, { roomId, fee: '物业费', by: cashier.userId }, [
    { amount: 10_000, dueDay: plusDays(today(now), 30) },
  ]);
  const items = [{ billId, principal: '100.00', penalty: '0.00' }];
  const requestId = crypto.randomUUID();
  return send('Cashier/PayOrder', { requestId, communityId: community, authCode: WECHAT, roomId, items }, cashier);
};

it('is entered by who looks after communities; its key is kept sealed and shown to nobody', async () => {
  expect(said(await enter('', { key: 'short' }))).toBe('merchant 商户号应为4～32位数字或字母');
  expect(said(await enter('1900000101', { key: 'short' }))).toBe('key 密钥至少16位');
  expect(said(await enter('1900000101', { key: 'a key with a space' }))).toBe(
    'key 密钥只能是字母、数字和符号，不含空格',
  );
  const of = { action: 'save', channel: '微信', merchant: '1900000101', key: OWN };
  expect((await act(of, cashier)).status).toBe(403);
  expect((await act(of, admin, '999999')).message).toBe('小区不存在，或您没有查看它的权限');
  const made = await enter('1900000101');
  expect(made.data).toMatchObject({ merchant: '1900000101', keyTail: '7Q2x', state: '待测试', test: null });
  const { rows } = await sql<{ sealed: string }>`select key_sealed as sealed from pay_channel`.execute(server.db);
  expect(Buffer.from(rows[0]?.sealed ?? '', 'base64').toString('latin1')).not.toContain('merchants');
  const everywhere = [
    JSON.stringify((await send('Community/PayChannels', { communityId: community })).data),
    JSON.stringify((await sql`select * from audit_log`.execute(server.db)).rows),
    JSON.stringify((await sql`select * from idempotency`.execute(server.db)).rows),
  ].join();
  expect(everywhere).toContain('1900000101');
  expect(everywhere).not.toContain(OWN);
  // Until it was tried the installation's merchant takes the money.
  service.says = { state: 'paid', ref: 'WX0001', amount: '10000' };
  expect((await pay()).data).toMatchObject({ state: '已入账' });
  expect(lastAsked().body).not.toHaveProperty('merchant');
});

it('is in force once the fen was taken by it and is back; then its payments go by it, and who tells of them signs with its key', async () => {
  const [row] = (await send('Community/PayChannels', { communityId: community })).data['rows'] as PayChannelRow[];
  const id = row?.id ?? '';
  expect(said(await tryIt(id, { authCode: '2812345678901234' }))).toBe('authCode 请扫微信付款码');
  // The service does not know this key: nothing is known of the money, and nothing is in force.
  service.says = FEN_PAID;
  const requestId = crypto.randomUUID();
  const first = await tryIt(id, { requestId });
  expect(first.data).toMatchObject({
    state: '待测试',
    test: { state: '支付中', reason: '支付服务没有应答，结果未知' },
  });
  expect(said(await tryIt(id))).toBe('有一笔测试收款待确认，请先查询结果');
  expect(said(await enter('1900000102'))).toBe('有一笔测试收款待确认，请先查询结果');
  service.merchants.set('1900000101', OWN);
  service.givesBack = { state: 'pending', reason: '处理中' };
  expect((await tryIt(id, { requestId })).data).toMatchObject({
    state: '待测试',
    test: { state: '已付款', reason: '等待0.01元退回：处理中' },
  });
  // The code was sent once; the same again asked, and gave back.
  expect(service.asked.slice(-3).map(({ act: name }) => name)).toEqual(['/pay', '/query', '/refund']);
  expect(lastAsked().body).toMatchObject({ merchant: '1900000101', amount: '1', channel: '微信' });
  service.givesBack = { ...FEN_BACK, amount: '0' };
  expect((await act({ action: 'query', id })).data).toMatchObject({
    state: '待测试',
    test: { state: '已付款', reason: '0.01元退回失败：退回金额与收款不符' },
  });
  service.givesBack = FEN_BACK;
  const back = await Promise.all([act({ action: 'query', id }), act({ action: 'query', id })]);
  expect(back.map(({ data }) => data)).toMatchObject([{ state: '启用' }, { state: '启用' }]);
  expect(
    new Set(service.asked.filter(({ act: name }) => name === '/refund').map(({ body }) => body['refundNo'])).size,
  ).toBe(1);
  expect(said(await tryIt(id))).toBe('该渠道已启用，不用再测试');
  // No fen of it is anybody's money.
  expect((await sql`select 1 from tender where ref_no = 'WXT1'`.execute(server.db)).rows).toEqual([]);

  service.says = { state: 'pending' };
  const open = await pay();
  expect(lastAsked().body).toMatchObject({ merchant: '1900000101', amount: '10000' });
  const no = lastAsked().body['orderNo'] ?? '';
  const news = { state: 'paid', ref: 'WX0002', amount: '10000' };
  expect(said(await send('Pay/Notify', service.news(no, news), null))).toBe('签名不正确');
  expect((await send('Pay/Notify', service.news(no, news, OWN), null)).status).toBe(1);
  expect((await send('Cashier/PayQuery', { id: open.data['id'] }, cashier)).data).toMatchObject({ state: '已入账' });
});

it('with another merchant goes on by the one before until that was tried; what is open is asked of its own', async () => {
  service.says = { state: 'pending' };
  const open = await pay();
  const id = String((await enter('1900000201', { key: `${OWN}-new` })).data['id']);
  service.merchants.set('1900000201', `${OWN}-new`);
  service.says = { state: 'failed', reason: '余额不足' };
  expect((await tryIt(id)).data).toMatchObject({ state: '待测试', test: { state: '已失败', reason: '余额不足' } });
  // What is paid after all, by what the service tells, is given back all the same.
  const lost = lastAsked().body['orderNo'] ?? '';
  await send('Pay/Notify', service.news(lost, { ...FEN_PAID, ref: 'WXT2' }, `${OWN}-new`), null);
  expect(await listed()).toEqual([
    ['1900000201', '启用', '已退回'],
    ['1900000101', '停用', '已退回'],
  ]);
  service.says = { state: 'paid', ref: 'WX0003', amount: '10000' };
  expect((await send('Cashier/PayQuery', { id: open.data['id'] }, cashier)).data).toMatchObject({ state: '已入账' });
  expect(lastAsked().body).toMatchObject({ merchant: '1900000101' });
  await pay();
  expect(lastAsked().body).toMatchObject({ merchant: '1900000201' });
  // Stopped: the installation's again.
  expect((await act({ action: 'stop', id })).data).toMatchObject({ state: '停用' });
  service.says = { state: 'paid', ref: 'WX0004', amount: '10000' };
  await pay();
  expect(lastAsked().body).not.toHaveProperty('merchant');
});

it('that nobody looks at is gone on with by the job: closed where nobody pays, put aside where it is another sum', async () => {
  const id = String((await enter('1900000301')).data['id']);
  service.merchants.set('1900000301', OWN);
  service.says = { state: 'pending' };
  await tryIt(id);
  const desk = payDesk({ url: service.url, key: KEY }, { demo: false, publicUrl: null, clock: () => now });
  expect(await goOnPaying(server.db, desk, () => now)).toBe(0);
  now = new Date(now.getTime() + 601_000);
  service.says = { state: 'closed', reason: '超时关闭' };
  expect(await goOnPaying(server.db, desk, () => now)).toBe(1);
  expect(lastAsked().act).toBe('/close');
  expect((await listed())[0]).toEqual(['1900000301', '待测试', '已关闭']);
  service.says = { ...FEN_PAID, ref: 'WXT3', amount: '100' };
  expect((await tryIt(id)).data).toMatchObject({
    state: '待测试',
    test: { state: '待处理', reason: '渠道金额1.00元与0.01元不符，请在商户平台退回' },
  });
  // Another installation's key opens nothing.
  const strange = payDesk(
    { url: service.url, key: 'another key of the house' },
    { demo: false, publicUrl: null, clock: () => now },
  );
  service.says = { state: 'pending' };
  await tryIt(id);
  const before = service.asked.length;
  now = new Date(now.getTime() + 61_000);
  await goOnPaying(server.db, strange, () => now);
  expect(service.asked.length).toBe(before);
  expect((await send('Community/PayChannels', { communityId: community })).data['rows']).toMatchObject([
    { test: { reason: '小区支付渠道的密钥无法读取（系统的 PAY_KEY 已更换），请重新填写' } },
    {},
    {},
  ]);
});

it('reconciles what is the community’s own: another’s statement is refused, and the fen that was tried is no question', async () => {
  const day = today(now);
  const heads = '交易时间,公众账号ID,商户号,微信订单号,应结订单金额,微信退款单号,退款金额,手续费';
  const file = (...lines: readonly string[]) => new TextEncoder().encode([heads, ...lines].join('\n'));
  const line = (no: string, yuan: string, merchant: string) =>
    `\`${day} 08:00:00,\`wx1,\`${merchant},\`${no},\`${yuan},\`0,\`0.00,\`0.00`;
  const bring = (content: Uint8Array<ArrayBuffer>, communityId: string) =>
    server.client.upload('/pmsapi/Report/ImportStatement', '微信.csv', content, finance, {
      communityId,
      channel: '微信',
    });
  const own = file(
    line('WXT1', '0.01', '1900000101'),
    `\`${day} 08:01:00,\`wx1,\`1900000101,\`WXT1,\`0.00,\`WXR1,\`0.01,\`0.00`,
    line('WX0002', '100.00', '1900000101'),
  );
  expect((await bring(own, other)).message).toBe('账单的商户号1900000101属于科创中心，请选择该小区后导入');
  // Of a merchant that was never in force, nobody knows whose it is.
  expect((await bring(file(line('Z1', '3.00', '1900000301')), other)).data).toMatchObject({ added: 1 });
  expect((await bring(own, community)).data).toMatchObject({ added: 3, matched: 1 });
  const { rows } = await sql`select ref_no as no, state, note from statement_line
    where community_id = ${community}::bigint and ref_no in ('WXT1', 'WXR1', 'WX0002') order by id`.execute(server.db);
  expect(rows).toEqual([
    { no: 'WXT1', state: '已处理', note: '支付渠道测试收款' },
    { no: 'WXR1', state: '已处理', note: '支付渠道测试收款' },
    { no: 'WX0002', state: '平', note: '' },
  ]);
});
