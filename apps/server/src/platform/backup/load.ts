/** Puts a copy back into an empty database: all of it or, where anything is wrong with it, nothing. */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import pg from 'pg';
import { migrate, migrationFiles } from '../db/migrate.ts';
import { FORMAT, type Head, quoted, type SequenceLine, type TableLine } from './dump.ts';

const BATCH = 1_000;

export const NOT_WHOLE = '备份不完整，没有恢复任何数据';

async function demandEmpty(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ used: boolean }>(
      `select exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'r') as used`,
    );
    if (rows[0]?.used) throw new Error('目标数据库不是空的：恢复只写入空数据库，请换一个 DATA_DIR 或 DATABASE_URL');
  } finally {
    await client.end();
  }
}

/** The tables as they were when the copy was made; this version brings them up to date afterwards. */
async function tablesOf(url: string, head: Head): Promise<void> {
  if (head.format !== FORMAT) throw new Error('备份的格式不是本版本能读的，请用做备份的版本恢复');
  const files = new Map(migrationFiles().map((file) => [file.name, file.checksum]));
  for (const { name, checksum } of head.migrations)
    if (files.get(name) !== checksum) throw new Error(`备份来自另一个版本（${name}），请用不低于它的版本恢复`);
  await migrate(url, new Set(head.migrations.map(({ name }) => name)));
}

/** Writes into the tables what the copy holds, as it was: nothing is computed or told again. */
class Loader {
  readonly #client: pg.Client;
  #table: TableLine | null = null;
  #values = '';
  #rows: string[] = [];
  rows = 0;
  ended = false;

  constructor(client: pg.Client) {
    this.#client = client;
  }

  async take(line: string): Promise<void> {
    const kind = line[0];
    const text = line.slice(1);
    if (kind === 'R') {
      this.#rows.push(text);
      this.rows += 1;
      if (this.#rows.length >= BATCH) await this.#flush();
      return;
    }
    await this.#flush();
    if (kind === 'T') {
      this.#table = JSON.parse(text) as TableLine;
      // Migrations may have put rows there.
      await this.#client.query(`delete from ${quoted(this.#table.name)}`);
      this.#values = await this.#read(this.#table);
    } else if (kind === 'S') {
      const { name, last } = JSON.parse(text) as SequenceLine;
      await this.#client.query('select setval($1::regclass, $2::bigint)', [quoted(name), last]);
    } else if (kind === 'E') this.ended = (JSON.parse(text) as { rows: number }).rows === this.rows;
  }

  /** How the columns are read: a JSON null, which is a value, looks in a row like none; where there must be one it was that. */
  async #read({ name, columns }: TableLine): Promise<string> {
    const { rows } = await this.#client.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnotnull and atttypid = 'jsonb'::regtype`,
      [quoted(name)],
    );
    const filled = new Set(rows.map((row) => row.name));
    return columns
      .map((column) => (filled.has(column) ? `coalesce(${quoted(column)}, 'null'::jsonb)` : quoted(column)))
      .join(', ');
  }

  async #flush(): Promise<void> {
    const table = this.#table;
    if (table === null || this.#rows.length === 0) return;
    const columns = table.columns.map(quoted).join(', ');
    const name = quoted(table.name);
    await this.#client.query(
      `insert into ${name} (${columns}) overriding system value select ${this.#values} from json_populate_recordset(null::${name}, $1::json)`,
      [`[${this.#rows.join(',')}]`],
    );
    this.#rows = [];
  }
}

/** @returns how many rows were written */
export async function loadDatabase(url: string, from: Readable): Promise<number> {
  await demandEmpty(url);
  const client = new pg.Client({ connectionString: url, application_name: 'hengneng restore' });
  await client.connect();
  try {
    const loader = new Loader(client);
    let head: Head | null = null;
    for await (const line of createInterface({ input: from, crlfDelay: Infinity })) {
      if (head === null) {
        if (!line.startsWith('H')) throw new Error('这不是衡能的备份');
        head = JSON.parse(line.slice(1)) as Head;
        await tablesOf(url, head);
        await client.query('begin');
        // No triggers: references between rows need no order, append-only tables take their rows.
        await client.query('set local session_replication_role = replica').catch((error: unknown) => {
          throw new Error('恢复需要数据库的超级用户', { cause: error });
        });
        continue;
      }
      await loader.take(line);
    }
    if (!loader.ended) throw new Error(NOT_WHOLE);
    await client.query('commit');
    await migrate(url);
    return loader.rows;
  } finally {
    await client.end();
  }
}
