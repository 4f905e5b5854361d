/** Imported readings as sets of rows. */
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/schema.ts';
import { arrayOf } from '../columns.ts';
import type { SeriesPlan } from './check.ts';

/** Enough that a statement's own cost does not matter, few enough that what it holds while it runs stays in memory. */
const PIECE = 10_000;

interface Piece {
  readonly meters: string[];
  readonly registers: string[];
  readonly ats: number[];
  readonly values: string[];
  readonly supersedes: string[];
  readonly rollovers: string[];
}
const empty = (): Piece => ({ meters: [], registers: [], ats: [], values: [], supersedes: [], rollovers: [] });

/** Who imported them is said by their batch, once, instead of by each. */
const insert = (tx: Tx, project: string, batch: string, piece: Piece) =>
  sql`
  insert into manual_reading (meter_id, project_code, register, at, value, flag, supersedes, rollover, reason_type, batch_id, recorded_at)
  select t.meter, ${project}, t.register, to_timestamp(t.ms / 1000), t.value, '导', t.supersedes, t.rollover,
    case when t.supersedes is null then '' else '导入更新' end, ${batch}::bigint, (select app_now())
  from unnest(${arrayOf(piece.meters)}::bigint[], ${arrayOf(piece.registers)}::text[], ${arrayOf(piece.ats)}::float8[],
    ${arrayOf(piece.values)}::numeric[], ${arrayOf(piece.supersedes)}::bigint[], ${arrayOf(piece.rollovers)}::text[])
    as t(meter, register, ms, value, supersedes, rollover)`.execute(tx);

export async function addImported(
  tx: Tx,
  { project, batch }: { readonly project: string; readonly batch: string },
  plans: readonly SeriesPlan[],
): Promise<void> {
  let piece = empty();
  // One piece is gathered while the database keeps the one before.
  let sent: Promise<unknown> = Promise.resolve();
  for (const { series, planned } of plans)
    for (const { item, supersedes } of planned) {
      piece.meters.push(series.meter.thing.id);
      piece.registers.push(series.register);
      piece.ats.push(item.at);
      piece.values.push(item.text);
      piece.supersedes.push(supersedes ?? 'NULL');
      piece.rollovers.push(item.rollover ? 'claimed' : 'NULL');
      if (piece.ats.length < PIECE) continue;
      await sent;
      sent = insert(tx, project, batch, piece);
      piece = empty();
    }
  await sent;
  if (piece.ats.length > 0) await insert(tx, project, batch, piece);
}
