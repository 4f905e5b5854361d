/** New versions of readings: written as a set, with the request to work their days out again. */
import type { Flag, Register } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/schema.ts';
import { refused } from '../../../platform/http/errors.ts';
import { queueRecalcs } from '../things/index.ts';
import type { StoredVerdict } from './sheet.ts';

export interface NewReading {
  readonly meter: string;
  readonly project: string;
  readonly register: Register;
  readonly at: number;
  /** Null voids what it supersedes. */
  readonly value: string | null;
  readonly flag: Flag;
  /** The day that it closes, from which on days are worked out again. */
  readonly day: string;
  readonly supersedes?: string;
  readonly rollover?: 'claimed' | 'confirmed';
  readonly verdict?: StoredVerdict | null;
  readonly reasonType?: string;
  readonly reason?: string;
  readonly note?: string;
  readonly photos?: readonly object[];
  readonly clientId?: string;
}

/** The clock locks months while somebody types: the database says so, in words of its own. */
const told = (error: unknown): unknown =>
  error instanceof Error && 'constraint' in error && error.constraint === 'energy_month_locked'
    ? refused('该月已月锁，任何人都不能修改，请登记调整')
    : error;

/**
 * Adds readings.
 * @throws refused where one of them closes a day of a locked month
 * @param by who wrote them; null: nobody of the company
 * @returns their ids in the same order; null where the telephone had sent it before
 */
export async function addReadings(
  tx: Tx,
  by: string | null,
  readings: readonly NewReading[],
  cause: string,
): Promise<readonly (string | null)[]> {
  if (readings.length === 0) return [];
  const rows = readings.map(({ at, ...reading }, ord) => ({ ...reading, at: new Date(at).toISOString(), ord }));
  const { rows: made } = await sql<{
    id: string;
    meter: string;
    register: string;
    at: Date;
    supersedes: string | null;
  }>`
    insert into manual_reading (meter_id, project_code, register, at, value, flag, supersedes, rollover, verdict, reason_type, reason,
      note, photos, recorded_by, client_id)
    select r.meter, r.project, r.register, r.at, r.value, r.flag, r.supersedes, r.rollover, r.verdict, coalesce(r."reasonType", ''),
      coalesce(r.reason, ''), coalesce(r.note, ''), coalesce(r.photos, '[]'), ${by}::bigint, r."clientId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(meter bigint, project text, register text, at timestamptz, value numeric,
      flag text, supersedes bigint, rollover text, verdict jsonb, "reasonType" text, reason text, note text, photos jsonb, "clientId" uuid,
      ord int)
    order by r.ord on conflict (client_id) where client_id is not null do nothing
    returning id::text, meter_id::text as meter, register, at, supersedes::text`
    .execute(tx)
    .catch((error: unknown) => {
      throw told(error);
    });
  await queueRecalcs(
    tx,
    readings.map(({ meter, day }) => ({ meterId: meter, fromDay: day, toDay: day })),
    cause,
  );
  const left = [...made];
  return readings.map((reading) => {
    const index = left.findIndex(
      (row) =>
        row.meter === reading.meter &&
        row.register === reading.register &&
        row.at.getTime() === reading.at &&
        row.supersedes === (reading.supersedes ?? null),
    );
    return index < 0 ? null : (left.splice(index, 1)[0]?.id ?? null);
  });
}

/** What was sent before under these ids. */
export async function knownClients(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select client_id::text as id from manual_reading
    where client_id = any(${[...ids]}::uuid[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Two who write readings of a project do so one after the other, so that each sees what the other wrote. */
export const holdProject = async (tx: Tx, project: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`energy.entry ${project}`}, 0))`.execute(tx);
};
