/** Imported readings as sets of rows. */
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/schema.ts';
import { arrayOf } from '../columns.ts';
import type { SeriesPlan } from './check.ts';
import type { Item } from './series.ts';

/** Enough that a statement's own cost does not matter, few enough that what it holds while it runs stays in memory. */
const PIECE = 10_000;

/** A register's readings in a row: what is the same for all of them is said once. */
interface Run {
  readonly plan: SeriesPlan;
  readonly items: readonly Item[];
}

/** A column of runs, each an array of its own; null where none of its readings says anything. */
const column = (runs: readonly Run[], of: (item: Item, plan: SeriesPlan) => string | number | null): string =>
  arrayOf(
    runs.map(({ plan, items }) => {
      const said = items.map((item) => of(item, plan));
      return said.every((one) => one === null) ? 'NULL' : `"${arrayOf(said.map((one) => one ?? 'NULL'))}"`;
    }),
  );

/** Who imported them is said by their batch, once, instead of by each. */
const insert = (project: string, batch: string, runs: readonly Run[]) =>
  sql`
  insert into manual_reading (meter_id, project_code, register, at, value, flag, supersedes, rollover, reason_type, batch_id, recorded_at)
  select r.meter, ${project}, r.register, to_timestamp(t.ms / 1000), t.value, '导', t.supersedes, t.rollover,
    case when t.supersedes is null then '' else '导入更新' end, ${batch}::bigint, (select app_now())
  from unnest(${arrayOf(runs.map(({ plan }) => plan.series.meter.thing.id))}::bigint[],
      ${arrayOf(runs.map(({ plan }) => plan.series.register))}::text[], ${column(runs, ({ at }) => at)}::text[],
      ${column(runs, ({ text }) => text)}::text[], ${column(runs, (item, { replaces }) => replaces.get(item) ?? null)}::text[],
      ${column(runs, ({ rollover }) => (rollover ? 'claimed' : null))}::text[]) as r(meter, register, ats, shown, superseded, rolled),
    unnest(r.ats::float8[], r.shown::numeric[], r.superseded::bigint[], r.rolled::text[]) as t(ms, value, supersedes, rollover)`;

/** Runs of as many readings as a statement takes. */
function* pieces(plans: readonly SeriesPlan[]): Generator<readonly Run[]> {
  let runs: Run[] = [];
  let size = 0;
  for (const plan of plans)
    for (let at = 0; at < plan.planned.length; ) {
      const items = plan.planned.slice(at, at + PIECE - size);
      runs.push({ plan, items });
      at += items.length;
      size += items.length;
      if (size < PIECE) continue;
      yield runs;
      runs = [];
      size = 0;
    }
  if (runs.length > 0) yield runs;
}

export async function addImported(
  tx: Tx,
  { project, batch }: { readonly project: string; readonly batch: string },
  plans: readonly SeriesPlan[],
): Promise<void> {
  // One piece is made into text while the database keeps the one before.
  let sent: Promise<unknown> = Promise.resolve();
  for (const runs of pieces(plans)) {
    const statement = insert(project, batch, runs);
    await sent;
    sent = statement.execute(tx);
  }
  await sent;
}
