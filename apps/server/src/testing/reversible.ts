/**
 * Every effect that runs in a test is tried beforehand: applied, taken back, and what it touched compared with what it was. So whatever chain a
 * test walks proves that a cancel leaves nothing of what each step of it wrote. Nothing of the trial stays.
 */
import { type BookShape, bookTableName, placesOf, snakeCase } from '@hengneng/form-kit';
import { BOOKS } from '@hengneng/forms';
import { sql } from 'kysely';
import type { Effect, EffectCall, Note } from '../engine/forms/effect.ts';
import type { Tx } from '../platform/db/schema.ts';
import { AppError } from '../platform/http/errors.ts';

type Row = Readonly<Record<string, unknown>>;
type Picture = ReadonlyMap<string, readonly Row[]>;

/** What people were told is not untold; counters and queues go on. */
const PASSING =
  /^(wf_|audit_|message$|outbox$|live_event$|mail$|serial_counter$|effect_log$|form_change$|file_link$|app_session$|dept_change$|follow_up_reader$|meter_touch$|journal$|ledger_day$|bill_counter$)/;
/** Says when something was written, or that it was. */
const TIMES: ReadonlySet<string> = new Set([
  'updated_at',
  'entered_at',
  'created_at',
  'at',
  'version',
  'permission_version',
]);
/** Columns by which a row says that it does not stand any more. */
const ENDED = ['undone_at', 'cancelled_at', 'ended_at', 'voided_at', 'deleted_at'] as const;

/** What others may name since is not deleted but closed; so it was not there before, or was closed already. */
const CLOSED: ReadonlyMap<string, string> = new Map([
  ['contract', 'cancelled'],
  ['device', 'retired'],
  ['dept', 'disabled'],
  ['supplier', '已撤销'],
  ['app_user', 'disabled'],
  ['invoice_register', 'released'],
  ['bill_request', '已驳回'],
  ['billing_run', '已退回'],
  ['bill', '已红冲'],
]);

const stands = (table: string, row: Row): boolean =>
  row.voided !== true &&
  ENDED.every((column) => (row[column] ?? null) === null) &&
  !(row.state !== undefined && row.state === CLOSED.get(table)) &&
  // The negative bill goes with the one that it takes back.
  !(table === 'bill' && row.kind === '红冲');

/** Whether a row takes another back: the opposite amount, or the same the other way. */
const counters = (row: Row, of: Row): boolean =>
  row.direction === undefined
    ? ['amount', 'quantity'].every((column) => Number(row[column] ?? 0) + Number(of[column] ?? 0) === 0)
    : row.direction !== of.direction && row.amount === of.amount;

/** Without rows that are countered by another, and those that counter. */
function withoutCountered(rows: readonly Row[]): readonly Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const gone = rows.flatMap((row) => {
    const of = row.reverses_id == null ? undefined : byId.get(row.reverses_id);
    return of !== undefined && counters(row, of) ? [row, of] : [];
  });
  return rows.filter((row) => !gone.includes(row));
}

/** Journals of balances: an entry and its opposite are nothing. */
const JOURNALS: ReadonlySet<string> = new Set(['fund_budget_entry', 'balance_entry']);
const netted = (rows: readonly Row[]): readonly Row[] => {
  const sums = new Map<string, number>();
  for (const { id: _, created_at: __, reason: ___, amount, ...account } of rows) {
    const key = JSON.stringify(account);
    sums.set(key, (sums.get(key) ?? 0) + Math.round(Number(amount) * 10_000));
  }
  return [...sums].flatMap(([key, amount]) => (amount === 0 ? [] : [{ key, amount }]));
};

/** The ledger of charging only grows: what matters is what its movements come to, for each account or bill. */
type Sums = (row: Row) => readonly (readonly [key: string, amount: unknown])[];
const SUMS = new Map<string, Sums>([
  [
    'transfer',
    ({ debit, credit, bill_id: bill, amount }) => [
      [`${String(debit)} ${String(bill)}`, amount],
      [`${String(credit)} ${String(bill)}`, -Number(amount)],
    ],
  ],
  [
    'allocation',
    ({ bill_id: bill, principal, penalty }) => [
      [`${String(bill)} principal`, principal],
      [`${String(bill)} penalty`, penalty],
    ],
  ],
  [
    'open_change',
    ({ community_id: community, fee_id: fee, due_day: due, open }) => [
      [[community, fee, due].map(String).join(' '), open],
    ],
  ],
  ['tender', ({ kind, ref_no: no, amount }) => [[`${String(kind)} ${String(no)}`, amount]]],
]);
const summed = (rows: readonly Row[], of: Sums): readonly Row[] => {
  const sums = new Map<string, number>();
  for (const [key, amount] of rows.flatMap(of)) sums.set(key, (sums.get(key) ?? 0) + Number(amount));
  return [...sums].flatMap(([key, amount]) => (amount === 0 ? [] : [{ key, amount }]));
};

/** Amounts of accounts, by table. */
const AMOUNTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['stock', ['quantity']],
  ['ledger_account', ['balance']],
  ['fund_budget_ledger', ['approved', 'appended', 'moved_in', 'moved_out', 'reserved', 'used']],
  ...Object.values<BookShape>(BOOKS).map(({ id, key = [], columns }): [string, readonly string[]] => [
    bookTableName(id),
    Object.entries(columns).flatMap(([name, field]) =>
      placesOf(field) === null || key.includes(name) ? [] : [snakeCase(name)],
    ),
  ]),
]);

/** An account that was opened and has nothing on it stays. */
const isEmptyAccount = (table: string, row: Row): boolean =>
  (!table.startsWith('b_') || row.source_module === 'setup') &&
  AMOUNTS.get(table)?.every((column) => Number(row[column] ?? 0) === 0) === true;

const asText = (row: Row): string =>
  JSON.stringify(Object.fromEntries(Object.entries(row).filter(([key, value]) => !TIMES.has(key) && value !== null)));

/**
 * Tables that this transaction has written to, with how often. Those that it has locked for writing are few; asking for what was done to each of
 * the thousand tables, as `pg_stat_xact_user_tables` does, takes forty times as long.
 */
async function written(tx: Tx): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ name: string; acts: number }>`
    select name, acts from (select distinct relname as name, (pg_stat_get_xact_tuples_inserted(c.oid) + pg_stat_get_xact_tuples_updated(c.oid)
        + pg_stat_get_xact_tuples_deleted(c.oid))::int as acts
      from pg_locks l join pg_class c on c.oid = l.relation
      where l.locktype = 'relation' and l.pid = pg_backend_pid() and l.mode = 'RowExclusiveLock'
        and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace) t where acts > 0`.execute(tx);
  return new Map(rows.map(({ name, acts }) => [name, acts]));
}

async function pictureOf(tx: Tx, tables: readonly string[]): Promise<Picture> {
  const all = new Map<string, readonly Row[]>();
  for (const table of tables) {
    const { rows } = await sql<{ row: Row }>`select to_jsonb(t) as row from ${sql.table(table)} t`.execute(tx);
    const standing = withoutCountered(rows.map(({ row }) => row).filter((row) => stands(table, row)));
    const sums = SUMS.get(table);
    all.set(
      table,
      sums !== undefined
        ? summed(
            rows.map(({ row }) => row),
            sums,
          )
        : JOURNALS.has(table)
          ? netted(standing)
          : standing,
    );
  }
  return all;
}

/** What differs between two pictures, a line each. */
function differences(before: Picture, after: Picture): readonly string[] {
  return [...before].flatMap(([table, rows]) => {
    const was = new Set(rows.map(asText));
    const left = (after.get(table) ?? []).filter((row) => !isEmptyAccount(table, row));
    const is = new Set((after.get(table) ?? []).map(asText));
    return [
      ...[...was].filter((text) => !is.has(text)).map((text) => `${table} − ${text}`),
      ...left
        .map(asText)
        .filter((text) => !was.has(text))
        .map((text) => `${table} + ${text}`),
    ];
  });
}

/** Does something and takes that back as well, so that the transaction is as it was. */
async function inVain<T>(tx: Tx, act: () => Promise<T>): Promise<T> {
  await sql`savepoint trial`.execute(tx);
  try {
    return await act();
  } finally {
    await sql`rollback to savepoint trial`.execute(tx);
  }
}

type Work = () => Promise<void>;

/** What is there beyond `back` alone when `work` was done first, as its differences. */
async function leftBy(tx: Tx, work: Work, back: Work, backBefore: Work): Promise<readonly string[]> {
  const touched = await inVain(tx, async () => {
    const before = await written(tx);
    await work();
    await back();
    const after = await written(tx);
    return [...after.keys()].filter((table) => after.get(table) !== before.get(table) && !PASSING.test(table));
  });
  const without = await inVain(tx, async () => {
    await backBefore();
    return pictureOf(tx, touched);
  });
  return inVain(tx, async () => {
    await work();
    await back();
    return differences(without, await pictureOf(tx, touched));
  });
}

/** Effects that stay in part by intent: `effect` → what of it may stay. */
const STAYS: Readonly<Record<string, RegExp>> = {
  // The account is closed, not deleted: what its person did under it goes on naming it.
  'userEntry.employee': /^(user_project|user_role|role_member|employee_profile) \+/,
};
/** How often each effect is tried on one server: the first times differ most. */
const TRIALS = 2;

interface Standing {
  readonly effect: string;
  readonly note: Note;
}

/** Effects of the record that stand besides this one, last first. */
const standingBefore = async (
  tx: Tx,
  { module, id, effect }: EffectCall<never>['source'],
): Promise<readonly Standing[]> =>
  (
    await sql<Standing>`select effect, coalesce(note, '{}'::jsonb) as note from effect_log
      where module_id = ${module} and biz_id = ${id} and effect <> ${effect} and reversed_at is null order by id desc`.execute(
      tx,
    )
  ).rows;

/** What taking back follow-ups comes to, but for the drafts, which are there with and without the effect at hand. */
async function endReminders(tx: Tx, { module, id }: EffectCall<never>['source'], effect: string): Promise<void> {
  await sql`update follow_up set cancelled_at = app_now() where source_module = ${module} and source_id = ${id}
    and source_effect = ${effect} and cancelled_at is null`.execute(tx);
  await sql`update reminder set ended_at = app_now() where source_module = ${module} and source_id = ${id}
    and source_effect = ${effect} and ended_at is null`.execute(tx);
}

/** The same effects, each tried before it is applied; `report` hears of what a way back leaves. */
export function triedBeforehand<N extends string>(
  effects: Readonly<Record<N, Effect<never>>>,
  report: (problem: string) => void,
): Readonly<Record<N, Effect<never>>> {
  const trials = new Map<string, number>();
  const byName = new Map<string, Effect<never>>(Object.entries<Effect<never>>(effects));
  const tried = (name: string, of: Effect<never>): Effect<never> => ({
    async apply(tx, call) {
      const count = trials.get(name) ?? 0;
      trials.set(name, count + 1);
      if (count < TRIALS) {
        const notes: Record<string, string> = {};
        const others = await standingBefore(tx, call.source);
        const back: Work = async () => {
          for (const { effect, note } of others)
            await byName.get(effect)?.reverse(tx, {
              ...call,
              source: { ...call.source, effect },
              logged: note,
              services: { ...call.services, takeBack: () => endReminders(tx, call.source, effect) },
            });
        };
        const apply: Work = () => of.apply(tx, { ...call, log: (note) => Object.assign(notes, note) });
        const both: Work = async () => {
          await of.reverse(tx, { ...call, logged: notes });
          await back();
        };
        try {
          for (const line of await leftBy(tx, apply, both, back))
            if (STAYS[name]?.test(line) !== true) report(`${name}: ${line}`);
        } catch (error) {
          // Some works cannot be cancelled any more and say so; what does not apply says it once more below.
          if (!(error instanceof AppError)) throw error;
        }
      }
      await of.apply(tx, call);
    },
    reverse: (tx, call) => of.reverse(tx, call),
  });
  return { ...effects, ...Object.fromEntries([...byName].map(([name, of]) => [name, tried(name, of)])) };
}
