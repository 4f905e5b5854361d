/**
 * The counter against a model of its own, which knows nothing of journals: whatever is done in whatever order, by however many at once, and
 * with a process killed in the middle, what households owe and keep is what the model says, and I1 to I9 hold.
 */
import type { ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { plusDays } from '@hengneng/charging';
import { today } from '@hengneng/core';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held } from '../../../testing/client.ts';
import { scratchFolder } from '../../../testing/scratch.ts';
import { startSecond } from '../../../testing/second.ts';
import type { TestServer } from '../../../testing/server.ts';
import { brokenInvariants } from '../ledger/index.ts';
import { releaseBills } from '../testing/bills.ts';
import { type Counter, inCash, startCounter, uuid, yuan } from '../testing/counter.ts';

/** Not overdue: penalty is worked out by pure rules, which have tests of their own. */
const DUE = plusDays(today(new Date()), 10);
const FEE = '物业费';
let server: TestServer;
let cashier: Held;
let second: Held;
let manager: Held;
let community = '';
let rooms: string[] = [];
let send: Counter['send'];
let folder = '';
let child: ChildProcess | undefined;

beforeAll(async () => {
  ({ server, cashier, second, manager, community, rooms, send } = await startCounter('0'));
  folder = await scratchFolder('cashier');
}, 120_000);
afterAll(async () => {
  child?.kill('SIGKILL');
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const cash = (fen: number) => inCash(yuan(fen));
const release = async (roomId: string, amounts: readonly number[]): Promise<readonly string[]> =>
  releaseBills(
    server.db,
    { roomId, fee: FEE, by: cashier.userId },
    amounts.map((amount) => ({ amount, dueDay: DUE, cycle: uuid() })),
  );
const itemsOf = async (roomId: string, who: Held = cashier) => {
  const { data } = await send('Household', { roomId }, who);
  return (data.bills as { id: string; principal: string; penalty: string }[]).map(({ id, principal, penalty }) => ({
    billId: id,
    principal,
    penalty,
  }));
};

interface Paid {
  readonly id: string;
  readonly parts: ReadonlyMap<string, number>;
  /** What it put to the room's money; negative where it took from it. */
  readonly kept: number;
}
/** What should be, in fen. */
interface Model {
  open: { id: string; left: number }[];
  kept: number;
  paid: Paid[];
}
interface Real {
  readonly roomId: string;
}

const owed = (model: Model): number => model.open.reduce((sum, { left }) => sum + left, 0);
/** Gives a sum to bills in the order in which they were made. */
const give = (model: Model, sum: number): Map<string, number> => {
  let rest = sum;
  const parts = new Map<string, number>();
  for (const bill of model.open) {
    const part = Math.min(rest, bill.left);
    if (part > 0) parts.set(bill.id, part);
    bill.left -= part;
    rest -= part;
  }
  return parts;
};
const agrees = async (model: Model, { roomId }: Real): Promise<void> => {
  const { data } = await send('Household', { roomId });
  const { room, principal } = data as { room: { balance: string }; principal: string };
  expect([room.balance, principal]).toEqual([yuan(model.kept), yuan(owed(model))]);
};

type Act = fc.AsyncCommand<Model, Real>;
const act = (words: string, run: (model: Model, real: Real) => Promise<void>): Act => ({
  check: () => true,
  async run(model, real) {
    await run(model, real);
    await agrees(model, real);
  },
  toString: () => words,
});

const fen = fc.integer({ min: 1, max: 50_000 });
const releases = fc.array(fen, { minLength: 1, maxLength: 3 }).map((amounts) =>
  act(`release ${amounts.join()}`, async (model, { roomId }) => {
    const ids = await release(roomId, amounts);
    for (const [at, id] of ids.entries()) model.open.push({ id, left: amounts[at] ?? 0 });
  }),
);
const charges = fc.tuple(fen, fc.boolean()).map(([amount, ahead]) =>
  act(`charge ${amount}${ahead ? ' and keep' : ''}`, async (model, { roomId }) => {
    const due = owed(model);
    const body = {
      communityId: community,
      roomId,
      items: await itemsOf(roomId),
      tenders: cash(amount),
      excessToPrepaid: ahead,
    };
    const answer = await send('Charge', { requestId: uuid(), ...body });
    expect(answer.status).toBe(due === 0 ? 0 : 1);
    if (due === 0) return;
    const over = Math.max(0, amount - due);
    const kept = ahead ? over : 0;
    model.kept += kept;
    model.paid.push({ id: String(answer.data.paymentId), parts: give(model, amount - over), kept });
  }),
);
const recharges = fen.map((amount) =>
  act(`recharge ${amount}`, async (model, { roomId }) => {
    const answer = await send('Recharge', { requestId: uuid(), roomId, amount: yuan(amount), tenders: cash(amount) });
    model.kept += amount;
    model.paid.push({ id: String(answer.data.paymentId), parts: new Map(), kept: amount });
  }),
);
const deducts = fc.constant(
  act('deduct', async (model, { roomId }) => {
    const sum = Math.min(owed(model), model.kept);
    const answer = await send('Deduct', { requestId: uuid(), roomId });
    expect(answer.status).toBe(sum === 0 ? 0 : 1);
    give(model, sum);
    model.kept -= sum;
  }),
);
const refunds = fen.map((amount) =>
  act(`refund ${amount}`, async (model, { roomId }) => {
    const answer = await send('Refund', {
      requestId: uuid(),
      roomId,
      kind: '预存',
      amount: yuan(amount),
      way: '现金',
      reason: '退',
    });
    const may = owed(model) === 0 && amount <= model.kept;
    expect(answer.status).toBe(may ? 1 : 0);
    if (may) model.kept -= amount;
  }),
);
const reversals = fc.nat({ max: 9 }).map((nth) =>
  act(`reverse ${nth}`, async (model) => {
    const paid = model.paid[nth % Math.max(1, model.paid.length)];
    if (paid === undefined) return;
    const answer = await send('Reverse', { requestId: uuid(), paymentId: paid.id, reason: '错' }, manager);
    const may = paid.kept <= model.kept;
    expect(answer.status).toBe(may ? 1 : 0);
    if (!may) return;
    model.kept -= paid.kept;
    model.paid = model.paid.filter((other) => other !== paid);
    for (const bill of model.open) bill.left += paid.parts.get(bill.id) ?? 0;
  }),
);

describe('the counter', () => {
  it('does what a model of it does, whatever is done', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.commands([releases, charges, charges, recharges, deducts, refunds, reversals], {
          maxCommands: 25,
          size: 'max',
        }),
        async (commands) => {
          const roomId = rooms.pop() ?? '';
          await fc.asyncModelRun(() => ({ model: { open: [], kept: 0, paid: [] }, real: { roomId } }), commands);
        },
      ),
      { numRuns: 12 },
    );
    expect(await brokenInvariants(server.db)).toEqual([]);
  }, 180_000);

  it('keeps its invariants with many at once over few households', async () => {
    const few = [rooms.pop() ?? '', rooms.pop() ?? '', rooms.pop() ?? ''];
    for (const roomId of few) await release(roomId, [7_001, 9_999, 12_345]);
    const answered: string[] = [];
    const allOf = async (ids: readonly string[], requestId: string, who: Held) => ({
      requestId,
      communityId: community,
      rooms: await Promise.all(ids.map(async (roomId) => ({ roomId, items: await itemsOf(roomId, who) }))),
      tenders: cash(4_321),
    });
    const worker = async (n: number): Promise<void> => {
      const who = n % 2 === 0 ? cashier : second;
      for (let round = 0; round < 8; round++) {
        const roomId = few[(n + round) % few.length] ?? '';
        const requestId = uuid();
        const kind = (n * 7 + round) % 5;
        const answer =
          kind === 0
            ? await send('Recharge', { requestId, roomId, amount: '3.33', tenders: cash(333) }, who)
            : kind === 1
              ? await send('Deduct', { requestId, roomId }, who)
              : kind === 2
                ? await send('ChargeRooms', await allOf(n % 3 === 0 ? few : few.toReversed(), requestId, who), who)
                : await send(
                    'Charge',
                    {
                      requestId,
                      communityId: community,
                      roomId,
                      items: await itemsOf(roomId, who),
                      tenders: cash(1_234),
                    },
                    who,
                  );
        // A refusal is an answer; a fault is none.
        expect(answer.http).toBeLessThan(500);
        if (answer.status === 1) answered.push(requestId);
      }
    };
    await Promise.all(Array.from({ length: 16 }, (_, n) => worker(n)));
    expect(answered.length).toBeGreaterThan(16);
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from payment where request_id = any(${answered}::uuid[])`.execute(server.db);
    expect(rows[0]?.n).toBe(answered.length);
    expect(await brokenInvariants(server.db)).toEqual([]);
  }, 120_000);

  it('of a process that is killed has kept all it acknowledged, once, and numbered receipts without a gap', async () => {
    const started = await startSecond(server.databaseUrl, folder, (one) => {
      child = one;
    });
    const roomId = rooms.pop() ?? '';
    const [billId] = await release(roomId, [100_000_000]);
    const bodyOf = (requestId: string) => ({
      requestId,
      communityId: community,
      roomId,
      items: [{ billId, principal: '1.00', penalty: '0' }],
      tenders: cash(100),
    });
    const acknowledged = new Map<string, unknown>();
    const sent: string[] = [];
    const write = async (): Promise<void> => {
      for (;;) {
        const requestId = uuid();
        sent.push(requestId);
        const answer = await send('Charge', bodyOf(requestId), cashier, started.http);
        acknowledged.set(requestId, answer.data.receiptNo);
        if (acknowledged.size === 25) child?.kill('SIGKILL');
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: 5 }, write));
    expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
    // Sent again at the other process: found done, or done now; never twice.
    for (const requestId of sent) {
      const answer = await send('Charge', bodyOf(requestId));
      expect(answer.status).toBe(1);
      const known = acknowledged.get(requestId);
      if (known !== undefined) expect(answer.data.receiptNo).toBe(known);
    }
    const { rows } = await sql<{
      n: number;
      settled: string;
    }>`select count(*)::int as n, (select settled::text from bill where id = ${billId}::bigint) as settled
      from payment where room_id = ${roomId}::bigint`.execute(server.db);
    expect(rows[0]).toEqual({ n: sent.length, settled: String(sent.length * 100) });
    const gaps = await sql`select receipt_book_id from payment where receipt_no is not null group by receipt_book_id
      having max(receipt_no) - min(receipt_no) + 1 <> count(*)`.execute(server.db);
    expect(gaps.rows).toEqual([]);
    expect(await brokenInvariants(server.db)).toEqual([]);
  }, 120_000);
});
