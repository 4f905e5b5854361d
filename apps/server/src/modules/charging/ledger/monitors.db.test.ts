/** Each monitor of I1 to I9 finds what it is there for, and nothing else: a small sound ledger, spoilt in one way at a time behind the database's own locks. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { blankDatabase, opened } from '../../../testing/databases.ts';
import { addUpOpen, brokenInvariants, MONITORS, post, postBills, reverseJournal } from './index.ts';

let db: Db;
let close: () => Promise<void>;
const DAY = '2026-01-05';

const idOf = async (on: Db | Tx, query: ReturnType<typeof sql<{ id: string }>>): Promise<string> =>
  (await query.execute(on)).rows[0]?.id ?? '';

/** Two communities; a room with a bill that is paid in part, one that was taken back, money kept ahead, and a shift that is over. */
async function makeLedger(tx: Tx): Promise<void> {
  const user = await idOf(
    tx,
    sql`insert into app_user (account, user_name) values ('monitor', '值守') returning id::text`,
  );
  await sql`insert into dept (id, parent_id, name) values ('A63', null, '公司'), ('A6322', 'A63', '大区'), ('A632201', 'A6322', '片区')`.execute(
    tx,
  );
  await sql`insert into project (code, name, area) values ('P1', '项目', 'A632201')`.execute(tx);
  const community = await idOf(
    tx,
    sql`insert into community (code, name, project_code) values ('M1', '甲', 'P1') returning id::text`,
  );
  await sql`insert into community (code, name, project_code) values ('M2', '乙', 'P1')`.execute(tx);
  const building = await idOf(
    tx,
    sql`insert into building (community_id, code, name) values (${community}, '1', '1栋') returning id::text`,
  );
  const room = await idOf(
    tx,
    sql`insert into room (community_id, building_id, code, full_code) values (${community}, ${building}, '101', '1-101') returning id::text`,
  );
  const basis = await idOf(
    tx,
    sql`insert into fee_basis (name, source, unit) values ('面积', '建筑面积', 'm²') returning id::text`,
  );
  const fee = await idOf(
    tx,
    sql`insert into fee (code, name, kind, basis_id, cycle) values ('F1', '物业费', '周期性', ${basis}, '月') returning id::text`,
  );
  const roomFee = await idOf(
    tx,
    sql`insert into room_fee (room_id, fee_id, span) values (${room}, ${fee}, daterange('2020-01-01', null)) returning id::text`,
  );
  // The other community has an account of that name, too: who looks it up by its name alone finds this one.
  await sql`insert into ledger_account (community_id, kind, ref, kept) select id, '收入', ${fee}::bigint, false from community where code = 'M2'`.execute(
    tx,
  );
  const shift = await idOf(
    tx,
    sql`insert into shift (community_id, cashier_id, opened_at, state, closed_at) values (${community}, ${user}, now() - interval '2 hours', '待复核', now() + interval '1 hour') returning id::text`,
  );
  const bill = (no: string, cycle: string, more: ReturnType<typeof sql>) =>
    idOf(
      tx,
      sql`insert into bill (bill_no, community_id, room_id, fee_id, room_fee_id, cycle, period, from_day, to_day, due_day, amount, kind, state, reverses_id, released_on)
      select ${no}, ${community}::bigint, ${room}::bigint, ${fee}::bigint, ${roomFee}::bigint, ${cycle}, '2026-01', '2026-01-01', '2026-02-01', '2026-01-31', ${more}, ${DAY}
      returning id::text`,
    );
  const owed = await bill('B1', '2026-01', sql`10000, '周期', '已发布', null`);
  const taken = await bill('B2', '2025-12', sql`5000, '周期', '已红冲', null`);
  await bill('B3', '2025-12', sql`-5000, '红冲', '已发布', ${taken}::bigint`);
  const of = { communityId: community, day: DAY, source: 'bill', sourceId: owed, by: user } as const;
  await postBills(tx, { ...of, kind: '发布' }, sql`select ${owed}::bigint as id`);
  const journalId = await postBills(tx, { ...of, kind: '发布', sourceId: taken }, sql`select ${taken}::bigint as id`);
  await reverseJournal(tx, { journalId, day: DAY, by: user, memo: '错' });
  // 60.00 in notes: 40.00 for the bill, 15.00 kept ahead, 5.00 handed back.
  const [cash, receivable] = [{ kind: '现金', ref: shift } as const, { kind: '应收', ref: room } as const];
  const paid = await post(tx, { ...of, kind: '收款', source: 'payment', sourceId: '1' }, [
    { debit: cash, credit: receivable, fen: 4000n, billId: owed },
    { debit: cash, credit: { kind: '预存', ref: room }, fen: 1500n },
  ]);
  await sql`update bill set settled = 4000 where id = ${owed}`.execute(tx);
  const payment = await idOf(
    tx,
    sql`insert into payment (request_id, community_id, room_id, shift_id, kind, amount, to_prepay, change_amount, day, journal_id, made_by)
    values (gen_random_uuid(), ${community}, ${room}, ${shift}, '收款', 5500, 1500, 500, ${DAY}, ${paid}, ${user}) returning id::text`,
  );
  await sql`insert into tender (payment_id, kind, amount) values (${payment}, '现金', 6000)`.execute(tx);
  await sql`insert into allocation (payment_id, bill_id, principal, day) values (${payment}, ${owed}, 4000, ${DAY})`.execute(
    tx,
  );
}

beforeAll(async () => {
  ({ db, close } = await opened(blankDatabase(), 2));
  await db.transaction().execute(makeLedger);
  await addUpOpen(db);
}, 120_000);
afterAll(() => close());

const UNDO = new Error('taken back');

/** The codes of what does not hold once the ledger was spoilt; all of it is taken back. */
async function found(spoil: (tx: Tx) => Promise<unknown>): Promise<readonly string[]> {
  let codes: readonly string[] = [];
  const done = db.transaction().execute(async (tx) => {
    // Neither triggers nor checks nor unique keys say no: what remains is the monitor.
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`do $$ declare c record; begin
      for c in select conrelid::regclass as t, conname from pg_constraint
        where contype in ('c', 'u') and conrelid in ('bill'::regclass, 'payment'::regclass, 'ledger_account'::regclass)
          and conname <> 'ledger_account_community_id_kind_ref_fee_id_key'
      loop execute format('alter table %s drop constraint %I', c.t, c.conname); end loop;
      for c in select indexrelid::regclass as name from pg_index
        where indisunique and not indisprimary and indrelid in ('bill'::regclass, 'payment'::regclass)
      loop execute format('drop index %s', c.name); end loop; end $$`.execute(tx);
    await spoil(tx);
    codes = (await brokenInvariants(tx)).map(({ code }) => code);
    throw UNDO;
  });
  await expect(done).rejects.toBe(UNDO);
  return codes;
}

type Spoil = (tx: Tx) => Promise<unknown>;
const run =
  (query: ReturnType<typeof sql>): Spoil =>
  (tx) =>
    query.execute(tx);
/** A transfer between two accounts that no balance is kept of, in a journal of its own. */
const moved = (debit: ReturnType<typeof sql>, credit: ReturnType<typeof sql>, reverses = sql`null::bigint`): Spoil =>
  run(sql`with d as (insert into ledger_account (community_id, kind, ref, kept) select ${debit} on conflict (community_id, kind, ref, fee_id) do update set ref = excluded.ref returning id),
      k as (insert into ledger_account (community_id, kind, ref, kept) select ${credit} on conflict (community_id, kind, ref, fee_id) do update set ref = excluded.ref returning id),
      j as (insert into journal (community_id, kind, day, source, source_id, reverses_id) select min(id), '冲正', ${DAY}::date, 'bill', 0, ${reverses} from community returning id)
    insert into transfer (journal_id, debit, credit, amount) select j.id, d.id, k.id, 7 from j, d, k`);
const FIRST = sql`(select min(id) from community)`;
const SECOND = sql`(select max(id) from community)`;
const copy = (table: string, keep: string, where: string, changed: string): Spoil =>
  run(sql`${sql.raw(`insert into ${table} (${keep}) select ${changed} from ${table} where ${where}`)}`);
const BILL =
  'bill_no, community_id, room_id, fee_id, room_fee_id, cycle, period, from_day, to_day, due_day, amount, kind, state, reverses_id';

const SPOILT: readonly (readonly [code: string, what: string, spoil: Spoil])[] = [
  [
    'I1',
    'a debit without a credit in its community',
    moved(sql`${FIRST}, '银行', 0, false`, sql`${SECOND}, '银行', 0, false`),
  ],
  [
    'I2',
    'a balance that no transfer made',
    run(sql`update ledger_account set balance = balance + 1 where kind = '现金'`),
  ],
  ['I3', 'a bill that grew without being booked', run(sql`update bill set amount = amount + 1 where bill_no = 'B1'`)],
  [
    'I3',
    'a bill that grew in the sums, but not in its room’s account',
    run(sql`with b as (update bill set amount = amount + 1 where bill_no = 'B1' returning community_id, fee_id, period, due_day)
      insert into open_change (community_id, fee_id, period, due_day, open) select community_id, fee_id, period, due_day, 1 from b`),
  ],
  ['I3', 'a sum of what is open that is off by a fen', run(sql`update open_sum set open = open + 1`)],
  [
    'I4',
    'a payment that went nowhere',
    run(sql`update payment set amount = amount + 1, change_amount = change_amount - 1`),
  ],
  ['I4', 'a tender that nobody took', run(sql`update tender set amount = amount + 1`)],
  [
    'I5',
    'a bill let off less than nothing',
    run(sql`update bill set settled = settled + 1, reduced = -1 where bill_no = 'B1'`),
  ],
  [
    'I5',
    'money ahead below nothing',
    async (tx) => {
      await moved(sql`${FIRST}, '预存', 0, true`, sql`${FIRST}, '银行', 0, false`)(tx);
      await run(sql`update ledger_account set balance = 7 where kind = '预存' and ref = 0`)(tx);
    },
  ],
  ['I6', 'a reversal of another amount', run(sql`update bill set amount = -4999 where bill_no = 'B3'`)],
  ['I6', 'a bill taken back twice', copy('bill', BILL, `bill_no = 'B3'`, BILL)],
  ['I6', 'a bill that is taken back and still stands', run(sql`update bill set state = '已作废' where bill_no = 'B2'`)],
  [
    'I6',
    'a journal reversed by another sum',
    moved(sql`${FIRST}, '银行', 0, false`, sql`${FIRST}, 'POS', 0, false`, sql`(select journal_id from payment)`),
  ],
  [
    'I7',
    'one request that was booked twice',
    copy(
      'payment',
      'request_id, community_id, kind, amount, day, made_by',
      'true',
      `request_id, community_id, '退款', 0, day, made_by`,
    ),
  ],
  ['I8', 'money in a shift that is over', run(sql`update shift set closed_at = now() - interval '1 hour'`)],
  ['I9', 'a cycle that was billed twice', copy('bill', BILL, `bill_no = 'B1'`, BILL.replace('state', `'待审核'`))],
];

describe('the monitors', () => {
  it('find nothing in a ledger that is sound', async () => {
    expect(await found(async () => undefined)).toEqual([]);
    expect(await brokenInvariants(db)).toEqual([]);
  });

  it.each(SPOILT)('of %s find %s, and only they', async (code, _, spoil) => {
    expect(await found(spoil)).toEqual([code]);
  });

  it('are each tried here', () => {
    expect([...new Set(SPOILT.map(([code]) => code))]).toEqual(MONITORS.map(({ code }) => code));
  });
});
