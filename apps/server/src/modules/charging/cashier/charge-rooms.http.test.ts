/** Several rooms of one payer at once: a receipt for each, all of it or nothing, once. */
import { plusDays } from '@hengneng/charging';
import { today } from '@hengneng/core';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Held, said } from '../../../testing/client.ts';
import type { TestServer } from '../../../testing/server.ts';
import { brokenInvariants } from '../ledger/index.ts';
import { releaseBills } from '../testing/bills.ts';
import { type Counter, inCash, startCounter, uuid, yuan } from '../testing/counter.ts';
import { allot } from './plan.ts';

const TODAY = today(new Date());
/** Not overdue. */
const DUE = plusDays(TODAY, 10);
let server: TestServer;
let cashier: Held;
let second: Held;
let community = '';
let rooms: string[] = [];
let send: Counter['send'];

beforeAll(async () => {
  ({ server, cashier, second, community, rooms, send } = await startCounter('0'));
}, 120_000);
afterAll(() => server.close());
afterEach(async () => expect(await brokenInvariants(server.db)).toEqual([]));

/** Rooms that one company pays for, each with bills of these amounts. */
const company = async (amounts: readonly (readonly number[])[], name: string): Promise<readonly string[]> => {
  const own = amounts.map(() => rooms.pop() ?? '');
  for (const [at, roomId] of own.entries()) {
    const fen = amounts[at] ?? [];
    if (fen.length > 0)
      await releaseBills(
        server.db,
        { roomId, fee: '物业费', by: cashier.userId },
        fen.map((amount) => ({ amount, dueDay: DUE, cycle: uuid() })),
      );
    // Imports enter one payer anew for each room: the tax number says that it is the same.
    await sql`with p as (insert into party (name, tax_no) values (${name}, ${`91${name}`}) returning id)
      insert into occupancy (room_id, party_id, role, span, payer) select ${roomId}::bigint, id, '租户', daterange('2020-01-01', null),
        not exists (select from occupancy where room_id = ${roomId}::bigint and payer) from p`.execute(server.db);
    await sql`update occupancy set payer = false where room_id = ${roomId}::bigint and role <> '租户'`.execute(
      server.db,
    );
    await sql`update occupancy set payer = true where room_id = ${roomId}::bigint and role = '租户'`.execute(server.db);
  }
  return own;
};
interface Rooms {
  readonly payer: string;
  readonly rooms: readonly {
    roomId: string;
    principal: string;
    bills: readonly { id: string; principal: string; penalty: string }[];
  }[];
}
const payerRooms = async (roomId: string): Promise<Rooms> =>
  (await send('PayerRooms', { communityId: community, roomId })).data as unknown as Rooms;
const bodyOf = async (roomId: string, tenders: readonly object[], more: object = {}) => ({
  requestId: uuid(),
  communityId: community,
  rooms: (await payerRooms(roomId)).rooms.map((room) => ({
    roomId: room.roomId,
    items: room.bills.map(({ id, principal, penalty }) => ({ billId: id, principal, penalty })),
  })),
  tenders,
  ...more,
});
const paymentsOf = async (own: readonly string[]) =>
  (
    await sql<{
      room: string;
      amount: number;
      change: number;
      kept: number;
      no: string;
      tenders: string;
    }>`select p.room_id::text as room,
        p.amount::int, p.change_amount::int as change, p.to_prepay::int as kept, p.receipt_text as no,
        (select string_agg(t.kind || t.amount || t.ref_no, ',' order by t.id) from tender t where t.payment_id = p.id) as tenders
      from payment p where p.room_id = any(${[...own]}::bigint[]) order by p.room_id`.execute(server.db)
  ).rows;

describe('money cut by rooms', () => {
  it('is all of it, in order, with change where the cash is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9_999 }), { minLength: 1, maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 0, max: 500 }),
        (parts, weights, change) => {
          const total = parts.reduce((sum, part) => sum + part, 0);
          const whole = weights.reduce((sum, of) => sum + of, 0);
          const cut = weights.map((of) => Math.floor((total * of) / whole));
          cut[0] = (cut[0] ?? 0) + total - cut.reduce((sum, of) => sum + of, 0) + change;
          const tenders = cut
            .map((fen, at) => ({
              type: at === 0 ? '现金' : '转账',
              fen: BigInt(fen),
              refNo: at === 0 ? '' : `R${at}`,
              refDay: null,
            }))
            .filter(({ fen }) => fen > 0n);
          const got = allot(tenders, BigInt(change), parts.map(BigInt));
          const sum = (of: readonly { fen: bigint }[]) => of.reduce((all, { fen }) => all + fen, 0n);
          expect(got.map((of) => sum(of.tenders) - of.change)).toEqual(parts.map(BigInt));
          expect(got.reduce((all, of) => all + of.change, 0n)).toBe(BigInt(change));
          for (const { type } of tenders)
            expect(sum(got.flatMap((of) => of.tenders.filter((each) => each.type === type)))).toBe(
              sum(tenders.filter((each) => each.type === type)),
            );
          const refs = got.flatMap((of) => of.tenders.map(({ refNo }) => refNo)).filter((ref) => ref !== '');
          expect(new Set(refs).size).toBe(refs.length);
        },
      ),
    );
  });
});

describe('several rooms of one payer', () => {
  it('are found by who pays, and paid with one transfer that each receipt has a number of', async () => {
    const own = await company([[10_001, 2_000], [30_000], [], [555]], '恒通');
    const [first = '', , unowed = ''] = own;
    const found = await payerRooms(first);
    expect(found.payer).toBe('恒通');
    expect(found.rooms.map(({ roomId }) => roomId).toSorted()).toEqual(own.filter((id) => id !== unowed).toSorted());
    const total = 10_001 + 2_000 + 30_000 + 555;
    const body = await bodyOf(first, [{ type: '转账', amount: yuan(total), refNo: 'T9001', refDay: TODAY }]);
    const answer = await send('ChargeRooms', body);
    expect(said(answer)).not.toContain('失败');
    expect(answer.data.amount).toBe(yuan(total));
    const made = await paymentsOf(own);
    expect(made.map(({ amount }) => amount).toSorted()).toEqual([12_001, 30_000, 555].toSorted());
    expect(made.map(({ tenders }) => tenders.replace(/^转账\d+?(?=T)/, '')).toSorted()).toEqual(
      ['T9001', 'T9001-2', 'T9001-3'].toSorted(),
    );
    expect(new Set(made.map(({ no }) => no)).size).toBe(3);
    expect((await payerRooms(first)).rooms.map(({ principal }) => principal)).toEqual(['0.00']);
    // Pressed again it is the same act; the same number for another is refused.
    expect((await send('ChargeRooms', body)).data).toEqual(answer.data);
    expect((await send('ChargeRooms', { ...body, remark: '另一笔' })).status).toBe(409);
    expect(await paymentsOf(own)).toEqual(made);
  });

  it('give change once, keep what is over for the first, and leave the newest open where it does not reach', async () => {
    const own = await company([[1_000], [2_000]], '汇丰');
    const [first = ''] = own;
    const cash = (fen: number) => inCash(yuan(fen));
    const part = await send('ChargeRooms', await bodyOf(first, cash(700)));
    expect(said(part)).not.toContain('失败');
    expect((await paymentsOf(own)).map(({ amount }) => amount)).toEqual([700]);
    const rest = await send('ChargeRooms', await bodyOf(first, cash(5_000)));
    expect(rest.data.change).toBe('27.00');
    const made = await paymentsOf(own);
    expect(made.reduce((sum, { change }) => sum + change, 0)).toBe(2_700);
    expect(made.reduce((sum, { amount }) => sum + amount, 0)).toBe(3_000);
    const [third = ''] = await company([[100], [100]], '招财');
    const kept = await send('ChargeRooms', await bodyOf(third, cash(1_000), { excessToPrepaid: true }));
    const receipts = kept.data.receipts as { roomId: string; balance: string }[];
    expect(receipts.find(({ roomId }) => roomId === third)?.balance).toBe('8.00');
  });

  it('have a tenant who pays as their payer, at the counter for one room and on its receipt', async () => {
    const [roomId = ''] = await company([[1_000]], '承租');
    const { data } = await send('Household', { roomId });
    const { room, bills } = data as unknown as { room: { payer: string; ownerName: string }; bills: { id: string }[] };
    expect(room.payer).toBe('承租');
    expect(room.ownerName).not.toBe('承租');
    const items = bills.map(({ id }) => ({ billId: id, principal: '10.00', penalty: '0' }));
    const of = {
      requestId: uuid(),
      communityId: community,
      roomId,
      items,
      tenders: [{ type: '现金', amount: '10.00' }],
    };
    const paid = await send('Charge', of);
    const receipt = await send('Reprint', { paymentId: paid.data.paymentId });
    expect(receipt.data.payer).toBe('承租');
  });

  it('change nothing where one of them cannot be paid, and say which', async () => {
    const own = await company([[1_000], [2_000]], '合力');
    const [first = '', other = ''] = own;
    const body = await bodyOf(first, [{ type: '现金', amount: '30.00' }]);
    const itsBill = body.rooms.find(({ roomId }) => roomId === other)?.items[0]?.billId ?? '';
    // Another counter takes one of them meanwhile.
    const taken = await send(
      'Charge',
      {
        requestId: uuid(),
        communityId: community,
        roomId: other,
        items: [{ billId: itsBill, principal: '20.00', penalty: '0' }],
        tenders: [{ type: '现金', amount: '20.00' }],
      },
      second,
    );
    expect(said(taken)).not.toContain('失败');
    expect(said(await send('ChargeRooms', body))).toMatch(/^账单已由.+于\d\d:\d\d收取，请刷新$/);
    expect((await paymentsOf(own)).map(({ room }) => room)).toEqual([other]);
    const swapped = body.rooms.map((room) => ({ ...room, roomId: room.roomId === first ? other : first }));
    expect(said(await send('ChargeRooms', { ...body, requestId: uuid(), rooms: swapped }))).toBe(
      'rooms[0].items[0].billId 账单不存在，或不是该房间的',
    );
    for (const [tenders, words] of [
      [[{ type: '现金', amount: '-5' }], 'tenders[0].amount 金额格式不正确'],
      [[{ type: '现金', amount: '99999999999999' }], 'tenders[0].amount 金额格式不正确'],
      [[], 'tenders 请填写实收金额'],
      [[{ type: '微信', amount: '30.00' }], 'tenders[0].refNo 微信须填写流水号'],
      [[{ type: '微信', amount: '40.00', refNo: 'W1' }], 'tenders 非现金支付不能大于应收'],
    ] as const)
      expect(said(await send('ChargeRooms', await bodyOf(first, tenders)))).toBe(words);
    expect(said(await send('ChargeRooms', { ...body, requestId: uuid(), rooms: [] }))).toBe('rooms 请勾选要收的房间');
    const elsewhere = await sql<{ id: string; room: string }>`select c.id::text, r.id::text as room from community c
      join room r on r.community_id = c.id where c.code = 'BJ' limit 1`.execute(server.db);
    const theirs = { ...body, requestId: uuid(), communityId: elsewhere.rows[0]?.id };
    expect((await send('ChargeRooms', theirs, second)).status).toBe(0);
    expect((await paymentsOf(own)).map(({ room }) => room)).toEqual([other]);
  });

  it('are taken once when two counters and a double press meet', async () => {
    const own = await company(
      Array.from({ length: 12 }, (_, at) => [100 + at, 1_000]),
      '并行',
    );
    const [first = ''] = own;
    const total = own.reduce((sum, _, at) => sum + 1_100 + at, 0);
    const mine = await bodyOf(first, [{ type: '现金', amount: yuan(total) }]);
    const other = { ...mine, requestId: uuid(), rooms: mine.rooms.toReversed() };
    const answers = await Promise.all([
      send('ChargeRooms', mine),
      send('ChargeRooms', mine),
      send('ChargeRooms', other, second),
      send('ChargeRooms', other, second),
    ]);
    for (const { http } of answers) expect(http).toBeLessThan(500);
    const done = answers.filter(({ status }) => status === 1);
    expect(done.length).toBeGreaterThan(0);
    for (const { data } of done) expect(data).toEqual(done[0]?.data);
    const made = await paymentsOf(own);
    expect(made).toHaveLength(12);
    expect(made.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
  });
});
