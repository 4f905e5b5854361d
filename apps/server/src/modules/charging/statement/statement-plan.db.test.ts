/** What a household's statement and the counter beside it read depends on the household, however many others there are. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '../../../platform/db/schema.ts';
import { blankDatabase, opened } from '../../../testing/databases.ts';
import { entriesOf, historyOf } from '../bills/explain.ts';
import { roomsOfPayer } from '../cashier/charge-rooms.ts';
import { byKeys, movements } from './read.ts';

const DAY = '2026-03-01';
let db: Db;
let close: () => Promise<void>;
let of: Parameters<typeof movements>[0];

const idOf = async (query: ReturnType<typeof sql<{ id: string }>>): Promise<string> =>
  (await query.execute(db)).rows[0]?.id ?? '';

let runs = 0;
/** So many households more, five bills each, booked against one account of income. */
async function bill(households: number): Promise<void> {
  const run = ++runs;
  await sql`with place as (select c.id as community, b.id as building from community c join building b on b.community_id = c.id limit 1),
      homes as (insert into room (community_id, building_id, code, full_code)
        select community, building, ${`R${run}-`} || n, ${`R${run}-`} || n from place, generate_series(1, ${households}::int) n returning id, community_id),
      bills as (insert into bill (bill_no, community_id, room_id, fee_id, cycle, period, from_day, to_day, amount, due_day, kind, state, released_on)
        select ${`B${run}-`} || homes.id || '-' || n, community_id, homes.id, (select min(id) from fee), 'C' || n, '2026-01', '2026-01-01', '2026-02-01', 100, ${DAY}, '期初', '已发布', ${DAY}
        from homes, generate_series(1, 5) n returning id, room_id, community_id, amount),
      owing as (insert into ledger_account (community_id, kind, ref, kept, balance) select community_id, '应收', room_id, true, sum(amount) from bills group by 1, 3 returning id, ref),
      booked as (insert into journal (community_id, kind, day, source, source_id) select community, '发布', ${DAY}::date, 'billing_run', ${run} from place returning id)
    insert into transfer (journal_id, debit, credit, amount, bill_id)
    select booked.id, owing.id, (select id from ledger_account where kind = '收入'), bills.amount, bills.id
    from bills join owing on owing.ref = bills.room_id, booked`.execute(db);
  await sql`analyze`.execute(db);
}

beforeAll(async () => {
  ({ db, close } = await opened(blankDatabase(), 2));
  await sql`insert into dept (id, parent_id, name) values ('A63', null, '公司'), ('A6322', 'A63', '大区'), ('A632201', 'A6322', '片区')`.execute(
    db,
  );
  await sql`insert into project (code, name, area) values ('P1', '项目', 'A632201')`.execute(db);
  const community = await idOf(
    sql`insert into community (code, name, project_code) values ('C1', '小区', 'P1') returning id::text`,
  );
  await sql`insert into building (community_id, code, name) values (${community}, '1', '1栋')`.execute(db);
  const basis = await idOf(
    sql`insert into fee_basis (name, source, unit) values ('面积', '建筑面积', 'm²') returning id::text`,
  );
  await sql`insert into fee (code, name, kind, basis_id, cycle) values ('F1', '物业费', '周期性', ${basis}, '月')`.execute(
    db,
  );
  const penalties = [
    await idOf(
      sql`insert into ledger_account (community_id, kind, kept) values (${community}, '违约金收入', false) returning id::text`,
    ),
  ];
  await sql`insert into ledger_account (community_id, kind, kept) values (${community}, '收入', false)`.execute(db);
  await bill(800);
  const { rows } = await sql<{ id: string; account: string }>`select r.id::text, a.id::text as account from room r
    join ledger_account a on a.ref = r.id and a.kind = '应收' order by r.id limit 1 offset 300`.execute(db);
  of = { id: rows[0]?.id ?? '', accounts: [rows[0]?.account ?? ''], penalties };
}, 120_000);
afterAll(() => close());

type Line = { readonly 'QUERY PLAN': string };
const text = (lines: readonly Line[]): string => lines.map((line) => line['QUERY PLAN']).join('\n');
const WHOLE =
  /Seq Scan on (transfer|journal|bill|ledger_account|payment|tender|fee|app_user)\b|Hash (Left )?Join|Merge Join/;

/** Pages that it looked at. */
async function pages(): Promise<number> {
  const plan = text(
    await byKeys(db, sql<Line>`explain (analyze, buffers, timing off, summary off) ${movements(of, DAY)}`),
  );
  expect(plan).not.toMatch(WHOLE);
  return Number(/Buffers: shared hit=(\d+)/.exec(plan)?.[1]);
}

it('reads as much among five times as many households', async () => {
  expect(await byKeys(db, movements(of, DAY))).toHaveLength(5);
  await pages();
  const few = await pages();
  await bill(3_200);
  await pages();
  const many = await pages();
  expect(few).toBeGreaterThan(0);
  // One more level of an index, for each of its five movements.
  expect(many - few).toBeLessThanOrEqual(40);
});

it('has one plan for every household, which reads no table whole', async () => {
  const { sql: query } = movements(of, DAY).compile(db);
  expect(text(await byKeys(db, sql<Line>`explain (generic_plan) ${sql.raw(query)}`))).not.toMatch(WHOLE);
});

it('looks up what a bill was booked by and what became of it, in no table whole', async () => {
  const asked = entriesOf('1').compile(db);
  const history = historyOf('1').compile(db);
  for (const { sql: query } of [asked, history]) {
    const { rows } = await sql<Line>`explain (generic_plan) ${sql.raw(query)}`.execute(db);
    expect(text(rows)).not.toMatch(/Seq Scan on (transfer|bill)\b/);
  }
});

it('finds the other rooms of who pays by what is known of them, not by going through everybody', async () => {
  await sql`with made as (insert into party (name, phone, id_no, tax_no) select 'P' || id, '139' || id, 'N' || id, 'T' || id from room returning id, name)
    insert into occupancy (room_id, party_id, role, span, payer)
    select room.id, made.id, '业主', daterange(${DAY}::date, null), true from room join made on made.name = 'P' || room.id`.execute(
    db,
  );
  await sql`analyze`.execute(db);
  const { sql: query } = roomsOfPayer('1', of.id, DAY).compile(db);
  const plan = text(await byKeys(db, sql<Line>`explain (generic_plan) ${sql.raw(query)}`));
  for (const index of ['party_id_no', 'party_tax_no', 'party_phone_idx', 'occupancy_party_id_idx'])
    expect(plan).toContain(index);
  expect(plan).not.toMatch(/Seq Scan on/);
});
