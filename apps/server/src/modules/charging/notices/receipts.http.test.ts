/** Receipts of a gateway: what it took has not arrived until it says so, or until the household has read it. */
import type { NoticeDetail } from '@hengneng/contracts';
import { plusDays } from '@hengneng/charging';
import { today } from '@hengneng/core';
import { sql } from 'kysely';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { signed } from '../signature.ts';
import { releaseBills } from '../testing/bills.ts';

const KEY = 'a key of the short messages';
const TODAY = today(new Date());
const now = new Date(`${TODAY}T10:00:00+08:00`);
interface Handed {
  readonly id: string;
  readonly phone: string;
  readonly text: string;
  readonly notifyUrl?: string;
}
let gateway: Server;
let handed: Handed[] = [];
/** Whether the gateway's answer is lost on the way, and what happens before it is given. */
let silent = false;
let before: (of: Handed) => Promise<unknown> = () => Promise.resolve();
let server: TestServer;
let cashier: Held;
let community = '';
let rooms: readonly { readonly id: string; readonly phone: string }[] = [];
let used = 0;

const call = (path: string, body: object, who: Held | null = cashier): Promise<Reply> =>
  server.client.json(`/pmsapi/FeeAnnouncement/${path}`, body, who);
const seconds = (of = now): string => String(Math.floor(of.getTime() / 1000));
const receipt = (id: string, state: string, more: Record<string, string> = {}, key = KEY): Promise<Reply> => {
  const body: Record<string, string> = { id, state, reason: '', time: seconds(), ...more };
  return call('Receipt', { ...body, sign: signed(body, key) }, null);
};
const run = async (id: string): Promise<void> =>
  server.jobs.find(({ name }) => name === 'charging.notice')?.run({ id });
const detail = async (id: string): Promise<NoticeDetail> =>
  (await call('Detail', { id, PageSize: 50 })).data as unknown as NoticeDetail;
const stateOf = async (id: string) => {
  const { rows, notice } = await detail(id);
  return { state: rows[0]?.state, reason: rows[0]?.reason, delivered: notice.delivered };
};
/** A household of its own is dunned. */
const dunned = async (): Promise<string> => {
  const room = rooms[used++];
  if (room === undefined) throw new Error('no room is left');
  await releaseBills(server.db, { roomId: room.id, fee: '物业费', by: cashier.userId }, [
    { amount: 10_000, dueDay: plusDays(TODAY, -40) },
  ]);
  const { data, message } = await call('Draft', {
    communityId: community,
    kind: '一次催缴',
    title: '缴费提示',
    body: '{room} 欠费{amount}元 {payUrl}',
    channels: ['短信'],
    smsSign: '衡能物业',
    audience: { rooms: [room.id] },
  });
  expect(message).toBe('');
  const id = String(data['id']);
  expect(await call('Send', { id, version: data['version'] })).toMatchObject({ status: 1 });
  await run(id);
  return id;
};
const last = (): Handed => {
  const of = handed.at(-1);
  if (of === undefined) throw new Error('nothing was handed to the gateway');
  return of;
};

beforeAll(async () => {
  gateway = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += String(part);
    const of = JSON.parse(text) as Handed;
    handed.push(of);
    await before(of);
    if (silent) response.destroy();
    else response.end('{}');
  });
  await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done));
  const smsUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  server = await startTestServer({ clock: () => now, tried: false, notices: { smsUrl, smsKey: KEY } });
  cashier = await server.client.signIn('cashier');
  const { rows: found } = await sql<{ id: string; phone: string; community: string }>`
    select r.id::text, p.phone, c.id::text as community from room r join community c on c.id = r.community_id and c.code = 'BJ'
    join occupancy o on o.room_id = r.id and o.payer and o.span @> ${TODAY}::date join party p on p.id = o.party_id
    where p.phone ~ '^1' and r.flags = '{}' order by r.id desc limit 20`.execute(server.db);
  rooms = found;
  community = found[0]?.community ?? '';
}, 180_000);
afterAll(async () => {
  await server.close();
  gateway.close();
});
beforeEach(() => {
  handed = [];
  silent = false;
  before = () => Promise.resolve();
});

it('has arrived when the gateway says so, once, and by its signature only', async () => {
  const id = await dunned();
  const of = last();
  expect(of).toMatchObject({ notifyUrl: 'https://hengneng.test/pmsapi/FeeAnnouncement/Receipt' });
  // Taken, and nobody knows more.
  expect(await stateOf(id)).toEqual({ state: '已提交', reason: '', delivered: null });
  expect(await receipt(of.id, 'delivered', {}, 'another key, not theirs')).toMatchObject({ message: '签名不正确' });
  const old = { time: seconds(new Date(now.getTime() - 301_000)) };
  expect(await receipt(of.id, 'delivered', old)).toMatchObject({ message: '签名不正确' });
  expect(await receipt('notice-999999999', 'delivered')).toMatchObject({ message: '消息不存在' });
  expect(await receipt('other-1', 'delivered')).toMatchObject({ status: 0 });
  expect((await stateOf(id)).state).toBe('已提交');
  expect(await receipt(of.id, 'delivered')).toMatchObject({ status: 1, data: { received: true } });
  // The same again, and another word about it, change nothing.
  expect(await receipt(of.id, 'failed', { reason: '空号' })).toMatchObject({ status: 1 });
  expect(await stateOf(id)).toEqual({ state: '送达', reason: '', delivered: 100 });
});

it('says why one did not arrive, and sends it under another number; what is told of the former counts no more', async () => {
  const id = await dunned();
  const first = last().id;
  expect(await receipt(first, 'failed', { reason: '空号' })).toMatchObject({ status: 1 });
  expect(await stateOf(id)).toEqual({ state: '失败', reason: '短信网关回执：空号', delivered: 0 });
  expect(await receipt(first, 'delivered')).toMatchObject({ status: 1 });
  expect((await stateOf(id)).state).toBe('失败');
  expect(await call('Send', { id, version: 0, onlyFailed: true })).toMatchObject({ data: { queued: 1 } });
  await run(id);
  expect(last().id).toBe(`${first}-2`);
  expect(await receipt(first, 'delivered')).toMatchObject({ status: 1 });
  expect((await stateOf(id)).state).toBe('已提交');
  expect(await receipt(`${first}-2`, 'delivered')).toMatchObject({ status: 1 });
  expect((await stateOf(id)).state).toBe('送达');
});

it('believes a receipt that is faster than the answer, or that comes where the answer was lost', async () => {
  before = ({ id }) => receipt(id, 'delivered');
  expect((await stateOf(await dunned())).state).toBe('送达');
  before = () => Promise.resolve();
  silent = true;
  const lost = await dunned();
  expect(await stateOf(lost)).toMatchObject({ state: '失败', reason: '短信网关没有应答，是否送达不明' });
  expect(await receipt(last().id, 'delivered')).toMatchObject({ status: 1 });
  expect((await stateOf(lost)).state).toBe('送达');
  // Nobody is told again of what is known to have arrived.
  expect(await call('Send', { id: lost, version: 0, onlyFailed: true })).toMatchObject({ message: '没有发送失败的户' });
});

it('has arrived when the household opens what it links to', async () => {
  const id = await dunned();
  const token = last().text.split('/').at(-1) ?? '';
  expect((await stateOf(id)).state).toBe('已提交');
  expect(await call('Open', { token }, null)).toMatchObject({ status: 1 });
  expect((await stateOf(id)).state).toBe('送达');
});
