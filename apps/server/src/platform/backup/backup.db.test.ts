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

const dumped = async (backup: string): Promise<string> =>
  gunzipSync(await readFile(join(backup, 'database.gz'))).toString('utf8');

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
  // As if written a minute ago, so that the chain takes it up now.
  await sql`alter table audit_log disable trigger audit_log_append_only`.execute(source.db);
  await sql`update audit_log set at = at - interval '1 minute'`.execute(source.db);
  await sql`alter table audit_log enable trigger audit_log_append_only`.execute(source.db);
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
    const write = () =>
      source.db.transaction().execute(async (tx) => {
        await sql`insert into outbox (topic, payload) values ('first', '{}')`.execute(tx);
        await audit(tx, { userId: null, kind: '系统设置', action: 'first' });
      });
    await write();
    const writing = (async () => {
      while (writer.going) await write();
    })();
    const target = join(folder, 'two');
    await backupTo(target, original.url, null);
    writer.going = false;
    await writing;
    // What is written there is what comes back; that was looked at above.
    const tables = (await dumped(target)).split('\nT');
    const [outbox = '', trail = ''] = ['outbox', 'audit_log'].map((table) =>
      tables.find((part) => part.startsWith(`{"name":"${table}"`)),
    );
    const written = [outbox.split('"topic":"first"').length, trail.split('"action":"first"').length];
    expect(written[0]).toBeGreaterThan(1);
    expect(written[0]).toBe(written[1]);
  });

  it('goes into an empty database only', async () => {
    await expect(restoreFrom(join(folder, 'one'), original.url, null)).rejects.toThrow('不是空的');
  });

  it('that was cut short, or is another version’s, is refused', async () => {
    const whole = await dumped(join(folder, 'one'));
    const folderOf = async (name: string, text: string): Promise<string> => {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, 'database.gz'), gzipSync(text));
      return join(folder, name);
    };
    const cut = await folderOf('cut', whole.slice(0, whole.lastIndexOf('\nE')));
    const into = await empty();
    await expect(restoreFrom(cut, into.url, null)).rejects.toThrow('不完整');
    const file = join(cut, 'database.gz');
    await writeFile(file, (await readFile(file)).subarray(0, -100));
    await expect(restoreFrom(cut, into.url, null)).rejects.toThrow('不完整');
    const other = await folderOf('other', whole.replace(/"checksum":"[0-9a-f]{4}/, '"checksum":"0000'));
    // Neither has left a table there, which would say that the database is not empty.
    await expect(restoreFrom(other, into.url, null)).rejects.toThrow('另一个版本');
  });
});
