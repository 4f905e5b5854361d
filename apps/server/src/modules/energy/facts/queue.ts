/** The queue of meters that wait: worked off right after what asked for it, and by the clock for whatever is left. */
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/schema.ts';
import type { Job, Report } from '../../../platform/jobs/jobs.ts';
import { endStanding } from '../things/index.ts';
import { togetherOrAlone } from '../together-or-alone.ts';
import { workOutHeld } from './work-out.ts';

interface Waiting {
  readonly meter: string;
  readonly from: string;
  readonly to: string;
  readonly cause: string;
  readonly asked: number;
}

/** Meters of one transaction: enough to share its queries, few enough that another worker finds some as well. */
const BATCH = 50;
/** A sheet is settled as one: the person waits for the answer. */
const SHEET = 200;
/** Meters that are looked for at once: the queue of a large company is long, and going through it takes as long as working a batch out. */
const ROUND = 1_000;

interface Place {
  readonly meter: string;
  readonly askedAt: string;
}

/** Those that wait longest, each request of which is counted from now on. @param after the last one that was looked at */
async function nextMeters(db: Db, only: readonly string[] | null, after: Place | null): Promise<readonly Place[]> {
  const { rows } = await sql<Place & { readonly standing: boolean }>`
    select meter_id::text as meter, asked_at::text as "askedAt", standing from recalc_queue
    where ${only === null ? sql`true` : sql`meter_id = any(${[...only]}::bigint[])`}
      and ${after === null ? sql`true` : sql`(asked_at, meter_id) > (${after.askedAt}::timestamptz, ${after.meter}::bigint)`}
    order by recalc_queue.asked_at, meter_id limit ${ROUND}`.execute(db);
  const standing = rows.flatMap((row) => (row.standing ? [row.meter] : []));
  if (standing.length > 0) await endStanding(db, standing);
  return rows;
}

/**
 * Works some meters out in one transaction. Meters are held, not their requests: one that comes meanwhile does not wait, is counted
 * in `asked`, and its row stays for the next round.
 */
const drainSome = (db: Db, meters: readonly string[]): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<Waiting>`
      select q.meter_id::text as meter, q.from_day::text as "from", q.to_day::text as "to", q.cause, q.asked
      from recalc_queue q join meter m on m.device_id = q.meter_id
      where q.meter_id = any(${[...meters]}::bigint[]) and not q.standing
      order by q.asked_at, q.meter_id for no key update of m skip locked`.execute(tx);
    if (rows.length === 0) return 0;
    for (const [cause, group] of Map.groupBy(rows, (row) => row.cause))
      await workOutHeld(
        tx,
        group.map(({ meter, from, to }) => ({ meterId: meter, from, to })),
        cause,
      );
    await sql`delete from recalc_queue q using jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(meter bigint, asked int)
      where q.meter_id = w.meter and q.asked = w.asked`.execute(tx);
    return rows.length;
  });

const waitingOf = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from recalc_queue where not standing`.execute(db);
  return rows[0]?.n ?? 0;
};

const piecesOf = (meters: readonly string[], size: number): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(meters.length / size) }, (_, piece) => meters.slice(piece * size, (piece + 1) * size));

/**
 * Works off what waits; several processes share it.
 * @param only these meters; null: all
 * @returns how many meters were worked out
 * @throws what was wrong with the first that cannot be worked out, when all others are
 */
export async function drainQueue(db: Db, only: readonly string[] | null = null, report?: Report): Promise<number> {
  const failed: unknown[] = [];
  let done = 0;
  const whole = report === undefined ? 0 : await waitingOf(db);
  let after: Place | null = null;
  for (;;) {
    const found: readonly Place[] = await nextMeters(db, only, after);
    const meters = found.map(({ meter }) => meter);
    for (const piece of piecesOf(meters, only === null ? BATCH : SHEET)) {
      await togetherOrAlone(piece, async (some) => void (done += await drainSome(db, some)), failed);
      // Others work on it as well, and more comes meanwhile: it is never more than whole.
      await report?.(done, Math.max(done, whole));
    }
    after = found.at(-1) ?? null;
    if (found.length < ROUND) break;
  }
  if (failed.length > 0) throw failed[0];
  return done;
}

/**
 * Works meters out right after what asked for it was committed, so that pages that open next are up to date. What fails here is no
 * failure of the act, which is done; the clock's worker tries again, and says what is wrong.
 */
export const settle = (db: Db, meters: readonly string[]): Promise<unknown> =>
  drainQueue(db, meters).catch(() => undefined);

/**
 * Whatever was left: requests of imports, of settings, of a process that stopped in between.
 * @param file files samples that have come, whose days are worked out at once then
 */
export const factsJobs = (db: Db, file: () => Promise<void>): readonly Job[] => [
  {
    name: 'energy-facts',
    cron: '* * * * *',
    run: async (_payload, report) => {
      try {
        await file();
      } finally {
        await drainQueue(db, null, report);
      }
    },
  },
];
