/** Migrations: SQL files in the order of their names, each in a transaction of its own, under one advisory lock so that several processes may start at once. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

const FOLDER = new URL('./migrations/', import.meta.url);
const LOCK = 7_310_631;

export interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

/** All of them in one go: a start waits for these, and a promise for each of hundreds of small files takes ten times as long as the files do. */
export function migrationFiles(): readonly Migration[] {
  const names = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return names.map((name) => {
    const text = readFileSync(new URL(name, FOLDER), 'utf8');
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
  });
}

/**
 * Brings the database up to date. @returns the names that were applied
 * @param only these, to stand where a backup stood
 * @throws Error in Chinese when a migration that was applied has changed since
 */
export async function migrate(url: string, only?: ReadonlySet<string>): Promise<readonly string[]> {
  const files = migrationFiles().filter((file) => only?.has(file.name) ?? true);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const applied: string[] = [];
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migration');
    const known = new Map(rows.map((row) => [row.name, row.checksum]));
    for (const file of files) {
      const checksum = known.get(file.name);
      if (checksum === file.checksum) continue;
      if (checksum !== undefined) throw new Error(`数据库升级文件 ${file.name} 在执行后被改动，请恢复原文件后再启动`);
      await client.query('begin');
      try {
        await client.query(file.text);
        await client.query('insert into migration (name, checksum) values ($1, $2)', [file.name, file.checksum]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`数据库升级 ${file.name} 失败：${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      }
      applied.push(file.name);
    }
  } finally {
    // Ending the connection gives the lock back.
    await client.end();
  }
  return applied;
}
