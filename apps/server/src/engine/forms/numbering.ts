/**
 * Serial numbers without gaps or doubles: a counter row for each text that stands before the count, raised in the transaction of the first
 * submission and as late in it as possible, because the row stays locked until the commit: together with it, where nothing else is to be
 * done with the number than to write it down. A rolled-back submission takes its number back.
 */
import { today } from '@hengneng/form-kit';
import { type RawBuilder, sql } from 'kysely';
import { raw } from '../../platform/db/raw.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';

const SEQUENCE = /\{seq(\d)\}/;

/** The pattern with the day filled in, split at the count. */
function parts(pattern: string, now: Date): { readonly head: string; readonly digits: number; readonly tail: string } {
  const [year = '', month = '', day = ''] = today(now).split('-');
  const dated = pattern
    .replaceAll('{yyyy}', year)
    .replaceAll('{yy}', year.slice(2))
    .replaceAll('{MM}', month)
    .replaceAll('{dd}', day);
  const hit = SEQUENCE.exec(dated);
  if (!hit) throw new Error(`serial pattern without a count: ${pattern}`);
  return { head: dated.slice(0, hit.index), digits: Number(hit[1]), tail: dated.slice(hit.index + hit[0].length) };
}

const write = (pattern: string, now: Date, count: number): string => {
  const { head, digits, tail } = parts(pattern, now);
  return `${head}${String(count).padStart(digits, '0')}${tail}`;
};

/** A number on its way. */
export interface Taken {
  readonly known: Promise<string>;
  /** The same in SQL, for what is sent behind it in the transaction and cannot wait: others do until that ends. */
  readonly text: RawBuilder<string>;
}

const TAKE = `insert into serial_counter (module_id, head, last) values ($1, $2, 1)
  on conflict (module_id, head) do update set last = serial_counter.last + 1 returning last`;

/** Sends for the next number. */
export function sendForSerial(tx: Tx, moduleId: string, pattern: string, now: Date): Taken {
  const { head, digits, tail } = parts(pattern, now);
  const known = raw<{ last: number }>(tx, TAKE, [moduleId, head]).then(([row]) => write(pattern, now, row?.last ?? 1));
  known.catch(() => undefined);
  // The row is this transaction's until it ends. What `lpad` finds too long, it would cut off.
  const text = sql<string>`(select ${head}::text || lpad(last::text, greatest(${digits}::integer, length(last::text)), '0') || ${tail}::text
    from serial_counter where module_id = ${moduleId} and head = ${head})`;
  return { known, text };
}

/** Takes the next number. */
export const takeSerial = (tx: Tx, moduleId: string, pattern: string, now: Date): Promise<string> =>
  sendForSerial(tx, moduleId, pattern, now).known;

/** The number that would come next; another submission may take it first. */
export async function previewSerial(db: Db, moduleId: string, pattern: string, now: Date): Promise<string> {
  const { head } = parts(pattern, now);
  const { rows } = await sql<{
    last: number;
  }>`select last from serial_counter where module_id = ${moduleId} and head = ${head}`.execute(db);
  return write(pattern, now, (rows[0]?.last ?? 0) + 1);
}
