/** A household's statement: figures by hand, then whatever is booked on whatever day against a fold of its own. */
import type { HouseholdStatementShown } from '@hengneng/contracts';
import { plusDays } from '@hengneng/charging';
import { today } from '@hengneng/core';
import fc from 'fast-check';
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { reverseBill } from '../bills/reverse.ts';
import { type AccountKey, brokenInvariants, post } from '../ledger/index.ts';
import { releaseBills } from '../testing/bills.ts';

const TODAY = today(new Date());
const ago = (days: number): string => plusDays(TODAY, -days);
let server: TestServer;
let cashier: Held;
let manager: Held;
let community = '';
let rooms: string[] = [];

const uuid = (): string => crypto.randomUUID();
const counter = (path: string, body: object, who: Held = cashier): Promise<Reply> =>
  server.client.json(`/pmsapi/Cashier/${path}`, { requestId: uuid(), ...body }, who);
const ask = (body: object, who: Held = cashier): Promise<Reply> =>
  server.client.json('/pmsapi/Room/Statement', { to: TODAY, ...body }, who);
const statement = async (body: object): Promise<HouseholdStatementShown> => {
  const answer = await ask(body);
  expect(answer.status, answer.message).toBe(1);
  return answer.data as unknown as HouseholdStatementShown;
};
const cash = (amount: string) => [{ type: '现金', amount }];

beforeAll(async () => {
  server = await startTestServer();
  [cashier, manager] = [await server.client.signIn('cashier'), await server.client.signIn('propertyManager')];
  const { rows } = await sql<{ id: string; community: string }>`select r.id::text, c.id::text as community from room r
    join community c on c.id = r.community_id where c.code = 'KC' and not exists (select from bill b where b.room_id = r.id and b.state = '已发布')
    order by r.id desc limit 12`.execute(server.db);
  community = rows[0]?.community ?? '';
  rooms = rows.map(({ id }) => id);
  const opened = await counter('ShiftOpen', { communityId: community, floatAmount: '0.00' });
  expect(opened.status, opened.message).toBe(1);
}, 120_000);
afterAll(() => server.close());

describe('a household’s statement', () => {
  let roomId = '';
  beforeAll(async () => {
    roomId = rooms.pop() ?? '';
    // 1000.00 due 40 days ago has run up 20.00: 1220.00 pay both and keep 200.00, of which 50.00 pay the bill of 30 days ago.
    const [old] = await releaseBills(server.db, { roomId, fee: '物业费', by: cashier.userId }, [
      { amount: 100_000, dueDay: ago(40) },
    ]);
    const paid = await counter('Charge', {
      communityId: community,
      roomId,
      items: [{ billId: old, principal: '1000.00', penalty: '20.00' }],
      tenders: cash('1220.00'),
      excessToPrepaid: true,
    });
    expect(paid.status, paid.message).toBe(1);
    const [second] = await releaseBills(server.db, { roomId, fee: '物业费', by: cashier.userId }, [
      { amount: 5_000, dueDay: TODAY },
    ]);
    expect((await counter('Deduct', { roomId })).status).toBe(1);
    // The paid bill is taken back: 1000.00 are kept for the household.
    await server.db
      .transaction()
      .execute((tx) => reverseBill(tx, { billId: old ?? '', by: manager.userId, day: TODAY, memo: '面积错误' }));
    await releaseBills(server.db, { roomId, fee: '物业费', by: cashier.userId }, [
      { amount: 7_700, dueDay: ago(3), cycle: 'open' },
    ]);
    expect(second).toBeDefined();
  });

  it('tells each movement with what was left after it', async () => {
    const { opening, rows, closing, sums, open } = await statement({ roomId });
    expect(opening).toEqual({ owed: '0.00', prepaid: '0.00', deposit: '0.00' });
    expect(rows.map(({ day, kind, after }) => [day, kind, after.owed, after.prepaid])).toEqual([
      [ago(40), '账单', '1000.00', '0.00'],
      [ago(3), '账单', '1077.00', '0.00'],
      [TODAY, '收款', '77.00', '200.00'],
      [TODAY, '账单', '127.00', '200.00'],
      [TODAY, '预存抵扣', '77.00', '150.00'],
      [TODAY, '红冲', '77.00', '1150.00'],
    ]);
    expect(rows[2]?.figures).toEqual({
      charged: '0.00',
      reduced: '0.00',
      settled: '1000.00',
      penalty: '20.00',
      received: '1220.00',
      prepaid: '200.00',
      deposit: '0.00',
    });
    expect(rows[2]?.no).not.toBe('');
    expect(closing).toEqual({ owed: '77.00', prepaid: '1150.00', deposit: '0.00' });
    expect(sums).toMatchObject({ charged: '127.00', settled: '50.00', penalty: '20.00', received: '1220.00' });
    expect(open.map(({ owed, dueDate }) => [owed, dueDate])).toEqual([['77.00', ago(3)]]);
    // The counter says the same of today.
    const { data } = await counter('Household', { roomId });
    expect(data).toMatchObject({ principal: closing.owed, room: { balance: closing.prepaid } });
  });

  it('is, as of a day past, what it was then', async () => {
    const then = await statement({ roomId, to: ago(1) });
    expect(then.closing).toEqual({ owed: '1077.00', prepaid: '0.00', deposit: '0.00' });
    expect(then.penalty).toBeNull();
    expect(then.open.map(({ owed }) => owed)).toEqual(['1000.00', '77.00']);
    const after = await statement({ roomId, from: TODAY });
    expect(after.opening).toEqual(then.closing);
  });

  it('is the same in the workbook', async () => {
    const answer = await fetch(`${server.client.url}/pmsapi/Room/StatementExport`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', UserIdValue: cashier.userId, TokenValue: cashier.token },
      body: JSON.stringify({ roomId, to: TODAY }),
    });
    const [sheet, open] = await readXlsx(Buffer.from(await answer.arrayBuffer()));
    const last = sheet?.data.at(-1) ?? [];
    expect(sheet?.data).toHaveLength(9);
    expect(last.slice(4, 14).map(Number)).toEqual([127, 0, 50, 20, 1220, 1150, 0, 77, 1150, 0]);
    expect(open?.data.at(-1)?.[4]).toBe(77);
  });

  it('is nobody’s business whose room it is not, and of no day that is to come', async () => {
    const second = await server.client.signIn('cashier2');
    const elsewhere = await sql<{ id: string }>`select r.id::text from room r join community c on c.id = r.community_id
      where c.code = 'BJ' limit 1`.execute(server.db);
    expect((await ask({ roomId: elsewhere.rows[0]?.id }, second)).message).toBe('没有找到房间，请核对房号');
    expect((await ask({ roomId }, await server.client.signIn('operator'))).status).not.toBe(1);
    expect((await ask({ roomId, to: plusDays(TODAY, 1) })).errors[0]).toEqual({
      path: 'to',
      message: '截止日不能晚于今天',
    });
    expect((await ask({ roomId, from: TODAY, to: ago(1) })).errors[0]?.message).toBe('结束日期不能早于开始日期');
  });
});

describe('whatever is booked on whatever day', () => {
  /** Debit, credit, by the household's own accounts (true) or others. */
  const MOVES: readonly (readonly [AccountKey['kind'], boolean, AccountKey['kind'], boolean])[] = [
    ['应收', true, '收入', false],
    ['现金', false, '应收', true],
    ['银行', false, '预存', true],
    ['预存', true, '应收', true],
    ['减免', false, '应收', true],
    ['收入', false, '应收', true],
    ['应收', true, '押金', true],
  ];

  it('is what a fold of the same acts is, as of any day', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            move: fc.constantFrom(...MOVES),
            back: fc.integer({ min: 1, max: 60 }),
            fen: fc.integer({ min: 1, max: 99_999 }),
          }),
          { minLength: 1, maxLength: 8 },
        ),
        fc.integer({ min: 0, max: 61 }),
        async (acts, back) => {
          const roomId = rooms.pop() ?? '';
          const kept = { owed: 0, prepaid: 0, deposit: 0 };
          // The account of money kept may never be overdrawn: something is there from the beginning.
          const all = [{ move: MOVES[2] ?? MOVES[0], back: 70, fen: 10_000_000 }, ...acts];
          for (const { move, back: n, fen } of all) {
            const [debit, debitOwn, credit, creditOwn] = move ?? ['应收', true, '收入', false];
            const key = (kind: AccountKey['kind'], own: boolean): AccountKey => ({ kind, ref: own ? roomId : '0' });
            await server.db
              .transaction()
              .execute((tx) =>
                post(
                  tx,
                  { communityId: community, kind: '冲正', day: ago(n), source: 'room', sourceId: roomId, by: null },
                  [{ debit: key(debit, debitOwn), credit: key(credit, creditOwn), fen: BigInt(fen) }],
                ),
              );
            if (n < back) continue;
            if (debitOwn && debit === '应收') kept.owed += fen;
            if (creditOwn && credit === '应收') kept.owed -= fen;
            if (debit === '预存') kept.prepaid -= fen;
            if (credit === '预存') kept.prepaid += fen;
            if (credit === '押金') kept.deposit += fen;
          }
          const { closing, opening } = await statement({ roomId, to: ago(back) });
          const of = (fen: number): string => (fen / 100).toFixed(2);
          expect(closing).toEqual({ owed: of(kept.owed), prepaid: of(kept.prepaid), deposit: of(kept.deposit) });
          expect(opening).toEqual({ owed: '0.00', prepaid: '0.00', deposit: '0.00' });
        },
      ),
      { numRuns: 8 },
    );
    // Bills were not asked for what was booked here: all but the third hold.
    expect((await brokenInvariants(server.db)).map(({ code }) => code).filter((code) => code !== 'I3')).toEqual([]);
  });
});
