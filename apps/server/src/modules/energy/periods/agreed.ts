/** What counts of adjustments: those that were agreed to, in the month that took them up. */
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';

export interface AgreedAdjustment {
  readonly serial: string;
  readonly project: string;
  /** The month whose totals it is in, `YYYY-MM`. */
  readonly month: string;
  /** The locked month in which it was used. */
  readonly fromMonth: string;
  readonly meter: string;
  /** Of the energy at the top of the tree. */
  readonly code: string;
  /** Decimal text. */
  readonly quantity: string;
  /** Yuan; null where nobody said. */
  readonly amount: string | null;
}

interface Months {
  readonly from: string;
  readonly to: string;
}

const agreed = async (db: Db | Tx, where: RawBuilder<unknown>): Promise<readonly AgreedAdjustment[]> => {
  const { rows } = await sql<AgreedAdjustment>`
    select a.serial, a.project_code as project, a.month, to_char(a.day, 'YYYY-MM') as "fromMonth", a.meter_id::text as meter, e.code,
      trim_scale(a.difference)::text as quantity, a.amount::text
    from adjustment a join meter m on m.device_id = a.meter_id
    join energy_category c on c.id = m.category_id join energy_category e on e.id = coalesce(c.parent_id, c.id)
    where a.state = '已同意' and not a.voided and ${where} order by a.id`.execute(db);
  return rows;
};

/** Of several projects, by the month that took them up; both ends included. */
export const agreedAdjustments = (
  db: Db | Tx,
  projects: readonly string[],
  { from, to }: Months,
): Promise<readonly AgreedAdjustment[]> =>
  agreed(db, sql`a.project_code = any(${[...projects]}::text[]) and a.month between ${from} and ${to}`);

/** Of meters, by the month in which it was used. */
export const adjustmentsUsedIn = (
  db: Db | Tx,
  meters: readonly string[],
  { from, to }: Months,
): Promise<readonly AgreedAdjustment[]> =>
  agreed(db, sql`a.meter_id = any(${[...meters]}::bigint[]) and to_char(a.day, 'YYYY-MM') between ${from} and ${to}`);
