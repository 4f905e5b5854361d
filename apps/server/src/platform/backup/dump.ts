/**
 * A copy of the whole database in one text, from one snapshot: what people do meanwhile is either in it entirely or not at all. Lines:
 * `H` head, `T` table with its columns, `R` row as JSON, `S` sequence, `E` end with the number of rows. Queues are left out: they are made anew at start.
 */
import type { Writable } from 'node:stream';
import { once } from 'node:events';
import pg from 'pg';

export const FORMAT = 1;

export interface Head {
  readonly format: number;
  /** Migrations that the tables stand on. */
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
}
export interface TableLine {
  readonly name: string;
  readonly columns: readonly string[];
}
export interface SequenceLine {
  readonly name: string;
  readonly last: string;
}

const BATCH = 2_000;

/** Tables with the columns that are written; what the database computes itself is left to it, and keys of a few minutes do not outlive them. */
const TABLES = `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname not in ('migration', 'rsa_key')
  group by c.relname order by c.relname`;

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** @returns how many rows were written */
export async function dumpDatabase(url: string, out: Writable): Promise<number> {
  const client = new pg.Client({ connectionString: url, application_name: 'hengneng backup' });
  await client.connect();
  const line = async (kind: string, text: string): Promise<void> => {
    if (!out.write(`${kind}${text}\n`)) await once(out, 'drain');
  };
  let total = 0;
  try {
    await client.query('begin isolation level repeatable read read only');
    const migrations = await client.query<Head['migrations'][number]>(
      'select name, checksum from migration order by name',
    );
    await line('H', JSON.stringify({ format: FORMAT, migrations: migrations.rows } satisfies Head));
    const tables = await client.query<TableLine>(TABLES);
    for (const table of tables.rows) {
      await line('T', JSON.stringify(table));
      const columns = table.columns.map(quoted).join(', ');
      await client.query(
        `declare rows no scroll cursor for select row_to_json(r)::text as row from (select ${columns} from ${quoted(table.name)}) r`,
      );
      for (;;) {
        const { rows } = await client.query<{ row: string }>(`fetch ${BATCH} from rows`);
        for (const { row } of rows) await line('R', row);
        total += rows.length;
        if (rows.length < BATCH) break;
      }
      await client.query('close rows');
    }
    const sequences = await client.query<SequenceLine>(
      `select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' and last_value is not null`,
    );
    for (const sequence of sequences.rows) await line('S', JSON.stringify(sequence));
    await line('E', JSON.stringify({ rows: total }));
    await client.query('commit');
  } finally {
    await client.end();
  }
  return total;
}
