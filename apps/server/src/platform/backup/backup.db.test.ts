import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyDatabase, emptyDatabase } from '../../testing/databases.ts';
import { scratchFolder } from '../../testing/scratch.ts';
import { audit, chainAudit, verifyAudit } from '../audit/audit.ts';
import { type OpenDatabase, openDatabase } from '../db/database.ts';
import { backupTo, restoreFrom } from './folder.ts';

type Copy = Awaited<ReturnType<typeof copyDatabase>>;

let folder: string;
let original: Copy;
let source: OpenDatabase;
const empties: Copy[] = [];
const empty = async (): Promise<Copy> => {
  const made = await emptyDatabase();
  empties.push(made);
  return made;
};

/** Every table with its number of rows and the sum over their contents. */
const contents = async ({ pool }: OpenDatabase): Promise<Record<string, string>> => {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration' order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from "${name}" t`,
    );
    found[name] = rows[0]?.sum ?? '';
  }
  return found;
};

beforeAll(async () => {
  folder = await scratchFolder('backup');
  original = await copyDatabase();
  source = openDatabase(original.url, { max: 2 });
  for (const object of ['甲', '乙“引号”\n换行', '丙\\'])
    await audit(source.db, {
      userId: null,
      kind: '系统设置',
      action: '记录',
      object,
      after: { 金额: '1.10', n: 12345678901234 },
    });
  // A JSON null where there must be a value: a message without anything to say.
  await sql`insert into outbox (topic, payload) values ('nothing', 'null'::jsonb)`.execute(source.db);
  await sql`select pg_sleep(2.1)`.execute(source.db);
  await chainAudit(source.db);
  await mkdir(join(folder, 'files', 'ab'), { recursive: true });
  await writeFile(join(folder, 'files', 'ab', 'abc'), 'photo');
});
afterAll(async () => {
  await source.close();
  for (const each of [original, ...empties]) await each.drop();
  await rm(folder, { recursive: true });
});

describe('a backup', () => {
  it('brings back every row of every table, the files, and an audit chain that fits', async () => {
    const target = join(folder, 'one');
    const rows = await backupTo(target, original.url, join(folder, 'files'));
    expect(rows).toBeGreaterThan(1_000);
    const copy = await empty();
    expect(await restoreFrom(target, copy.url, join(folder, 'files-back'))).toBe(rows);
    const restored = openDatabase(copy.url, { max: 2 });
    try {
      expect(await contents(restored)).toEqual(await contents(source));
      expect(await readFile(join(folder, 'files-back', 'ab', 'abc'), 'utf8')).toBe('photo');
      const chain = await verifyAudit(restored.db);
      expect(chain.brokenAt).toBeNull();
      expect(chain.checked).toBeGreaterThanOrEqual(3);
      // Numbers go on where they were, and what is append-only is so again.
      await audit(restored.db, { userId: null, kind: '系统设置', action: '恢复后' });
      await expect(sql`delete from audit_log`.execute(restored.db)).rejects.toThrow('append-only');
    } finally {
      await restored.close();
    }
  });

  it('is one moment: what is written meanwhile is in it entirely or not at all', async () => {
    const writer = { going: true };
    const writing = (async () => {
      for (let n = 0; writer.going; n += 1)
        await source.db.transaction().execute(async (tx) => {
          await sql`insert into outbox (topic, payload) values ('first', ${JSON.stringify({ n })}::jsonb)`.execute(tx);
          await audit(tx, { userId: null, kind: '系统设置', action: 'first' });
        });
    })();
    const target = join(folder, 'two');
    await backupTo(target, original.url, null);
    writer.going = false;
    await writing;
    const copy = await empty();
    await restoreFrom(target, copy.url, null);
    const restored = openDatabase(copy.url, { max: 1 });
    try {
      const { rows } = await sql<{ same: boolean }>`select (select count(*) from outbox where topic = 'first')
        = (select count(*) from audit_log where action = 'first') as same`.execute(restored.db);
      expect(rows[0]?.same).toBe(true);
    } finally {
      await restored.close();
    }
  });

  it('goes into an empty database only', async () => {
    await expect(restoreFrom(join(folder, 'one'), original.url, null)).rejects.toThrow('不是空的');
  });

  it('that was cut short, or is another version’s, is refused', async () => {
    const whole = gunzipSync(await readFile(join(folder, 'one', 'database.gz'))).toString('utf8');
    const folderOf = async (name: string, text: string): Promise<string> => {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, 'database.gz'), gzipSync(text));
      return join(folder, name);
    };
    const cut = await folderOf('cut', whole.slice(0, whole.lastIndexOf('\nE')));
    await expect(restoreFrom(cut, (await empty()).url, null)).rejects.toThrow('不完整');
    const other = await folderOf('other', whole.replace(/"checksum":"[0-9a-f]{4}/, '"checksum":"0000'));
    await expect(restoreFrom(other, (await empty()).url, null)).rejects.toThrow('另一个版本');
  });
});
