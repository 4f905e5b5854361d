/** What bills, accounts and transfers refer to is asked for by the statement (0530, 1050): it must hold as references do, also against those who take it away meanwhile. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { blankDatabase, opened } from '../../../testing/databases.ts';
import { overlap } from '../../../testing/overlap.ts';

let db: Db;
let close: () => Promise<void>;
const NOBODY = '999999999';

const idOf = async (query: ReturnType<typeof sql<{ id: string }>>): Promise<string> =>
  (await query.execute(db)).rows[0]?.id ?? '';

/** Everything that a bill speaks of, by its column. */
interface World {
  readonly community_id: string;
  readonly room_id: string;
  readonly fee_id: string;
  readonly room_fee_id: string;
  readonly price_id: string;
  readonly payer_id: string;
  readonly run_id: string;
}
const PARENTS: Readonly<Record<keyof World, string>> = {
  community_id: 'community',
  room_id: 'room',
  fee_id: 'fee',
  room_fee_id: 'room_fee',
  price_id: 'fee_price',
  payer_id: 'party',
  run_id: 'billing_run',
};
const COLUMNS = ['community_id', 'room_id', 'fee_id', 'room_fee_id', 'price_id', 'payer_id', 'run_id'] as const;

let made = 0;
async function makeWorld(): Promise<World> {
  const no = ++made;
  const community = await idOf(
    sql`insert into community (code, name, project_code) values (${`RF${no}`}, ${`引用小区${no}`}, 'P1') returning id::text`,
  );
  const building = await idOf(
    sql`insert into building (community_id, code, name) values (${community}, '1', '1栋') returning id::text`,
  );
  const room = await idOf(
    sql`insert into room (community_id, building_id, code, full_code) values (${community}, ${building}, '101', '1-101') returning id::text`,
  );
  const basis = await idOf(
    sql`insert into fee_basis (name, source, unit) values (${`引用面积${no}`}, '建筑面积', 'm²') returning id::text`,
  );
  const fee = await idOf(
    sql`insert into fee (code, name, kind, basis_id, cycle) values (${`RF${no}`}, ${`引用费${no}`}, '周期性', ${basis}, '月') returning id::text`,
  );
  return {
    community_id: community,
    room_id: room,
    fee_id: fee,
    room_fee_id: await idOf(
      sql`insert into room_fee (room_id, fee_id, span) values (${room}, ${fee}, daterange('2020-01-01', null)) returning id::text`,
    ),
    price_id: await idOf(
      sql`insert into fee_price (fee_id, no, span, unit_price, state, made_by) select ${fee}::bigint, 1, daterange('2020-01-01', null), 1, '生效', min(id) from app_user returning id::text`,
    ),
    payer_id: await idOf(sql`insert into party (name) values ('引用') returning id::text`),
    run_id: await idOf(
      sql`insert into billing_run (no, community_id, kind, period, made_by) select ${`RF${no}`}, ${community}::bigint, '出账', '2026-01', min(id) from app_user returning id::text`,
    ),
  };
}

const bareCommunity = (): Promise<string> =>
  idOf(
    sql`insert into community (code, name, project_code) values (${`RB${++made}`}, ${`空小区${made}`}, 'P1') returning id::text`,
  );

let cycles = 0;
/** Two bills by one statement: the second with what is changed, null where it is left out. */
const bill = (on: Db | Tx, of: World, changed: Partial<Record<keyof World, string | null>> = {}): Promise<unknown> => {
  const other: Readonly<Record<keyof World, string | null>> = { ...of, ...changed };
  const cycle = `C${++cycles}`;
  const row = (x: Readonly<Record<keyof World, string | null>>, part: number) =>
    sql`(${`RF-${cycle}-${part}`}, ${cycle}, ${part}, '2026-01', '2026-01-01', '2026-02-01', 100, '2026-01-31', '周期', '待审核', ${sql.join(COLUMNS.map((name) => sql`${x[name]}::bigint`))})`;
  return sql`insert into bill (bill_no, cycle, part, period, from_day, to_day, amount, due_day, kind, state, ${sql.raw(COLUMNS.join(', '))})
    values ${row(of, 0)}, ${row(other, 1)}`.execute(on);
};

/** Takes one of them away, and before it what else would keep it. */
const takeAway = (on: Db | Tx, column: keyof World, id: string): Promise<unknown> =>
  sql`delete from ${sql.table(PARENTS[column])} where id = ${id}::bigint`.execute(on);
const BROKEN = { code: '23503' };

beforeAll(async () => {
  ({ db, close } = await opened(blankDatabase(), 4));
  await sql`insert into app_user (account, user_name) values ('reference', '引用')`.execute(db);
  await sql`insert into dept (id, parent_id, name) values ('A63', null, '公司'), ('A6322', 'A63', '大区'), ('A632201', 'A6322', '片区')`.execute(
    db,
  );
  await sql`insert into project (code, name, area) values ('P1', '项目', 'A632201')`.execute(db);
}, 120_000);
afterAll(() => close());

describe('a bill', () => {
  it('is refused where anything that it speaks of is not there, however many come with it', async () => {
    const world = await makeWorld();
    await bill(db, world);
    await bill(db, world, { room_fee_id: null, price_id: null, payer_id: null, run_id: null });
    for (const column of COLUMNS) {
      await expect(bill(db, world, { [column]: NOBODY }), column).rejects.toMatchObject({
        ...BROKEN,
        constraint: `bill_${column}`,
      });
      await expect(
        sql`update bill set ${sql.ref(column)} = ${NOBODY}::bigint where room_id = ${world.room_id}::bigint`.execute(
          db,
        ),
        column,
      ).rejects.toMatchObject({ ...BROKEN, constraint: `bill_${column}` });
    }
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from bill where room_id = ${world.room_id}::bigint`.execute(db);
    expect(rows).toEqual([{ n: 4 }]);
  });

  it('keeps what it speaks of, whoever wants it gone', async () => {
    const world = await makeWorld();
    const spare = await makeWorld();
    await bill(db, world);
    for (const column of COLUMNS) {
      await expect(takeAway(db, column, world[column]), column).rejects.toMatchObject(BROKEN);
      await expect(
        sql`update ${sql.table(PARENTS[column])} set id = id + 1000000 where id = ${world[column]}::bigint`.execute(db),
        column,
      ).rejects.toThrow();
      await expect(sql`truncate ${sql.table(PARENTS[column])} cascade`.execute(db), column).rejects.toThrow(
        'append-only',
      );
    }
    // What no bill speaks of goes.
    for (const column of ['room_fee_id', 'price_id', 'payer_id', 'run_id', 'room_id'] as const)
      await takeAway(db, column, spare[column]);
  });

  it.each(['room_fee_id', 'price_id', 'payer_id', 'run_id'] as const)(
    'and one who takes its %s away meet: the second waits and is refused',
    async (column) => {
      const billed = await makeWorld();
      const after = await overlap(
        db,
        (tx) => bill(tx, billed),
        (tx) => takeAway(tx, column, billed[column]),
      );
      expect(after).toMatchObject({ waited: true, second: { status: 'rejected', reason: BROKEN } });
      const gone = await makeWorld();
      const before = await overlap(
        db,
        (tx) => takeAway(tx, column, gone[column]),
        (tx) => bill(tx, gone),
      );
      expect(before).toMatchObject({ waited: true, second: { status: 'rejected', reason: BROKEN } });
    },
  );

  it('stays kept against who sees only what was before', async () => {
    const world = await makeWorld();
    await expect(
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((tx) => takeAway(tx, 'payer_id', world.payer_id)),
    ).rejects.toThrow('read committed');
  });
});

describe('an account', () => {
  const open = (on: Db | Tx, community: string): Promise<unknown> =>
    sql`insert into ledger_account (community_id, kind, ref, kept) values (${community}::bigint, '银行', 0, false)`.execute(
      on,
    );

  it('has its community, which it keeps and which stays', async () => {
    const [community, spare] = [(await makeWorld()).community_id, await bareCommunity()];
    await expect(open(db, NOBODY)).rejects.toMatchObject(BROKEN);
    await open(db, spare);
    await expect(takeAway(db, 'community_id', spare)).rejects.toMatchObject(BROKEN);
    await expect(
      sql`update ledger_account set community_id = ${community}::bigint where community_id = ${spare}::bigint`.execute(
        db,
      ),
    ).rejects.toThrow('keeps its id');
    await takeAway(db, 'community_id', await bareCommunity());
  });

  it('and one who takes its community away meet: the second waits and is refused', async () => {
    const [billed, gone] = [await bareCommunity(), await bareCommunity()];
    const after = await overlap(
      db,
      (tx) => open(tx, billed),
      (tx) => takeAway(tx, 'community_id', billed),
    );
    expect(after).toMatchObject({ waited: true, second: { status: 'rejected', reason: BROKEN } });
    const before = await overlap(
      db,
      (tx) => takeAway(tx, 'community_id', gone),
      (tx) => open(tx, gone),
    );
    expect(before).toMatchObject({ waited: true, second: { status: 'rejected', reason: BROKEN } });
  });
});

describe('a transfer', () => {
  it('has its journal and both accounts, which stay', async () => {
    const { community_id: community } = await makeWorld();
    const account = (kind: string): Promise<string> =>
      idOf(
        sql`insert into ledger_account (community_id, kind, kept) values (${community}, ${kind}, false) returning id::text`,
      );
    const [debit, credit] = [await account('银行'), await account('收入')];
    const journal = await idOf(
      sql`insert into journal (community_id, kind, day, source, source_id) values (${community}, '收款', '2026-01-01', 'bill', 0) returning id::text`,
    );
    const transfer = (of: Partial<Record<'journal_id' | 'debit' | 'credit', string>> = {}): Promise<unknown> => {
      const row = { journal_id: journal, debit, credit, ...of };
      return sql`insert into transfer (journal_id, debit, credit, amount) values (${journal}, ${debit}, ${credit}, 1), (${row.journal_id}, ${row.debit}, ${row.credit}, 2)`.execute(
        db,
      );
    };
    await transfer();
    for (const side of ['journal_id', 'debit', 'credit'] as const)
      await expect(transfer({ [side]: NOBODY }), side).rejects.toMatchObject(BROKEN);
    const { rows } = await sql`select from transfer where journal_id = ${journal}::bigint`.execute(db);
    expect(rows).toHaveLength(2);
    await expect(sql`delete from ledger_account where id = ${debit}::bigint`.execute(db)).rejects.toThrow(
      'append-only',
    );
    await expect(sql`truncate ledger_account cascade`.execute(db)).rejects.toThrow('append-only');
    await expect(sql`update ledger_account set id = default where id = ${debit}::bigint`.execute(db)).rejects.toThrow(
      'keeps its id',
    );
  });
});
