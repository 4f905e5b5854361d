/**
 * Changes of things that stand by themselves (a device, a contract, an entry of a book), noted so that they can be taken back exactly,
 * also when later records have changed the same value since.
 */
import { bookTableName, type BookShape, type NewEntry, snakeCase, sqlName } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { raw } from '../../platform/db/raw.ts';
import { refused } from '../../platform/http/errors.ts';
import { asText, type Change, type ChangeSource, GONE, type Turn, typeOf } from './cells.ts';
import { MANY, undoPlain } from './changes-many.ts';
import { withinLimits } from './limits.ts';

/** What effects may change besides books: its table, its key, and the columns. */
const ENTITIES = {
  project: {
    table: 'project',
    key: 'code',
    columns: [
      'state',
      'manager',
      'start_on',
      'end_on',
      'charge_model',
      'area_m2',
      'machine_room',
      'customer_contact',
      'customer_phone',
      'air_area',
      'summer_temp',
      'winter_temp',
      'response_minutes',
      'engineering_budget',
      'last_balance_date',
      'water_grade',
      'last_water_test',
      'water_test_result',
      'duty_leader',
      'receptions',
      'reception_guests',
    ],
  },
  contract: {
    table: 'contract',
    key: 'code',
    columns: [
      'state',
      'amount',
      'party_a',
      'start_on',
      'end_on',
      'charge_model',
      'remark',
      'charge_mode',
      'year_amount',
      'settle_area',
      'settle_area_from',
      'shared_saving',
      'cooling_area_price',
      'heating_area_price',
      'hot_water_heat_price',
      'customer_code',
      'settle_cycle',
      'pay_days',
      'renew_state',
      'renew_stage',
      'renew_count',
      'next_settle_date',
    ],
  },
  device: {
    table: 'device',
    key: 'id',
    columns: [
      'state',
      'project_code',
      'code',
      'next_inspection',
      'location',
      'warranty_end',
      'last_efficiency',
      'last_vacuum',
      'last_solution_test',
      'health_grade',
      'last_cop',
      'cop_decay',
      'last_heat_efficiency',
      'last_exhaust',
      'last_energy_test',
      'next_maintain_date',
      'last_maintain_date',
      'run_hours',
      'next_test_date',
      'last_reading',
      'last_clean_date',
      'next_clean_date',
      'register_no',
      'fault_count',
      'repair_cost',
      'valve_expire',
      'gauge_expire',
      'inner_inspect',
      'outer_inspect',
    ],
  },
  consultProject: {
    table: 'consult_project_archive',
    key: 'consult_project_id',
    columns: [
      'stage',
      'recommended',
      'last_scheme_on',
      'quotable_consult_id',
      'control_points',
      'machine_models',
      'selected_cooling',
      'offer_result',
      'deal_price',
      'deal_margin',
      'lost_reason',
    ],
  },
  sparePart: { table: 'spare_part', key: 'id', columns: ['last_price', 'last_supplier'] },
  reminder: { table: 'reminder', key: 'id', columns: ['ended_at'] },
  todo: { table: 'follow_up', key: 'id', columns: ['done_at'] },
  supplier: {
    table: 'supplier',
    key: 'id',
    columns: [
      'name',
      'pinyin',
      'state',
      'contact',
      'phone',
      'bank_name',
      'bank_account',
      'bank_no',
      'provider_kind',
      'nature',
      'controller',
      'legal_person',
      'taxpayer',
      'invoice_rate',
      'email',
      'supply_region',
      'cert_expire',
      'single_limit',
      'trial_orders',
      'banned_until',
      'invite_from',
      'warning',
      'restricted_from',
      'engineering_grade',
      'operation_grade',
      'strategic_until',
    ],
  },
  employee: {
    table: 'employee_profile',
    key: 'user_id',
    columns: [
      'salary',
      'probation_end',
      'mentor',
      'bank_account_name',
      'bank_name',
      'bank_account',
      'employ_type',
      'contract_end',
      'probation_salary',
      'formal_salary',
      'dispatch_company',
      'employ_state',
      'formal_date',
      'grade',
      'monitor_level',
    ],
  },
} as const;

export type EntityName = keyof typeof ENTITIES;
export type EntityValues<E extends EntityName> = {
  readonly [C in (typeof ENTITIES)[E]['columns'][number]]?: string | number | boolean | null;
};

interface Target {
  readonly table: string;
  readonly key: string;
}

const isEntity = (of: EntityName | BookShape): of is EntityName => typeof of === 'string';

/** Where a thing lies, and the values by column name. */
function placed(
  of: EntityName | BookShape,
  values: Readonly<Record<string, unknown>>,
): { readonly target: Target; readonly columns: readonly (readonly [string, unknown])[] } {
  if (isEntity(of)) return { target: ENTITIES[of], columns: Object.entries(values) };
  return {
    target: { table: bookTableName(of.id), key: 'id' },
    columns: Object.entries(values).map(([key, value]) => [snakeCase(key), value]),
  };
}

/** Writes one cell: `$2` stands for the value given. @throws refused where there is no such row */
async function writeCell(tx: Tx, at: Cell, to: 'set' | 'add', value: string | null, path?: string): Promise<Turn> {
  const type = await typeOf(tx, at.table, at.column);
  const [table, key, column] = [sqlName(at.table), sqlName(at.key), sqlName(at.column)];
  const next = to === 'set' ? `$2::text::${type}` : `coalesce(t.${column}, 0) + $2::text::numeric`;
  const update = `with old as (select ${key} as k, ${column}::text as before from ${table} where ${key}::text = $1 for update)
      update ${table} t set ${column} = ${next} from old where t.${key} = old.k returning old.before, t.${column}::text as after`;
  const rows = await withinLimits(() => raw<Turn>(tx, update, [at.row, value]), path);
  return rows[0] ?? Promise.reject(refused(GONE));
}

interface Cell extends Target {
  readonly row: string;
  readonly column: string;
}

/** Sets values and notes what was there. @throws refused where the thing is gone */
export async function setValues(
  tx: Tx,
  of: EntityName | BookShape,
  row: string,
  values: Readonly<Record<string, unknown>>,
  source: ChangeSource,
): Promise<void> {
  const { target, columns } = placed(of, values);
  for (const [column, value] of columns) {
    const cell = { ...target, row, column };
    await note(tx, cell, await writeCell(tx, cell, 'set', asText(value)), null, source);
  }
}

/**
 * Adds to amounts (negative takes away) and notes how much.
 * @throws refused where the thing is gone, or, at `path`, where a limit of the book would be broken
 */
export async function addAmounts(
  tx: Tx,
  of: EntityName | BookShape,
  row: string,
  amounts: Readonly<Record<string, unknown>>,
  source: ChangeSource,
  path?: string,
): Promise<void> {
  const { target, columns } = placed(of, amounts);
  // What goes down goes first, so that moving from one column to another never breaks a limit on the way.
  const falling = (value: unknown): number => (asText(value)?.startsWith('-') ? 0 : 1);
  for (const [column, value] of columns.toSorted(([, a], [, b]) => falling(a) - falling(b))) {
    const amount = asText(value);
    if (amount === null || Number(amount) === 0) continue;
    const cell = { ...target, row, column };
    await note(tx, cell, await writeCell(tx, cell, 'add', amount, path), amount, source);
  }
}

const note = async (tx: Tx, cell: Cell, turn: Turn, amount: string | null, source: ChangeSource): Promise<void> =>
  void (await sql`insert into entity_change
      (table_name, row_key, column_name, before, after, amount, source_module, source_id, source_effect)
    values (${cell.table}, ${cell.row}, ${cell.column}, ${turn.before}, ${turn.after}, ${amount}::numeric,
      ${source.module}, ${source.id}, ${source.effect})`.execute(tx));

const keyOf = (table: string): string => Object.values(ENTITIES).find((of) => of.table === table)?.key ?? 'id';

/** Takes back what a record's effect changed, last first: every cell ends as if the record had never been. */
export async function undoChanges(tx: Tx, source: ChangeSource, many = MANY): Promise<void> {
  const { rows } = await sql<Change>`update entity_change set undone_at = app_now()
    where source_module = ${source.module} and source_id = ${source.id} and source_effect = ${source.effect} and undone_at is null
    returning id, table_name, row_key, column_name, before, after, amount::text`.execute(tx);
  const left = rows.length < many ? rows : await undoPlain(tx, rows, keyOf);
  for (const change of left.toSorted((a, b) => Number(b.id) - Number(a.id))) await undoChange(tx, change);
}

/**
 * Plays the later changes of the cell again from what it held before. A cell that was written otherwise since (on a screen of its own) is no
 * longer what the changes made it, and stays.
 */
async function undoChange(tx: Tx, change: Change): Promise<void> {
  const table = change.table_name;
  const cell = { table, key: keyOf(table), row: change.row_key, column: change.column_name };
  const held = await raw<{ value: string | null }>(
    tx,
    `select ${sqlName(cell.column)}::text as value from ${sqlName(table)} where ${sqlName(cell.key)}::text = $1 for update`,
    [cell.row],
  );
  const now = held[0];
  if (now === undefined) return;
  const { rows: later } = await sql<Change>`select id, before, after, amount::text from entity_change
    where table_name = ${table} and row_key = ${cell.row} and column_name = ${cell.column} and undone_at is null
      and id > ${change.id} order by id`.execute(tx);
  const untouched = now.value === (later.at(-1) ?? change).after;
  let value = change.before;
  for (const each of later) {
    const before = value;
    value = each.amount === null ? each.after : await sum(tx, cell, before, each.amount);
    await sql`update entity_change set before = ${before}, after = ${value} where id = ${each.id}`.execute(tx);
  }
  if (untouched) await writeCell(tx, cell, 'set', value);
  else if (change.amount !== null && later.every((each) => each.amount !== null))
    await writeCell(tx, cell, 'add', change.amount.startsWith('-') ? change.amount.slice(1) : `-${change.amount}`);
}

/** What a cell holds after an addition, in the text of its own type. */
async function sum(tx: Tx, at: Cell, value: string | null, amount: string): Promise<string | null> {
  const type = await typeOf(tx, at.table, at.column);
  const rows = await raw<{ value: string | null }>(
    tx,
    `select (coalesce($1::text::numeric, 0) + $2::text::numeric)::${type}::text as value`,
    [value, amount],
  );
  return rows[0]?.value ?? null;
}

export type BookValues<T extends BookShape> = Partial<NewEntry<T>>;
