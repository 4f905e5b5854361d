/** `npm run backup -- <folder>` and `npm run restore -- <folder>`, with the settings of the server. */
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { isIntact, verifyAudit } from './platform/audit/audit.ts';
import { backupTo, restoreFrom } from './platform/backup/folder.ts';
import { loadConfig } from './platform/config.ts';
import { openDatabase } from './platform/db/database.ts';
import { startEmbedded } from './platform/postgres/embedded.ts';

const stamp = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 16).replace(/\D/g, '');

async function run(command: string | undefined, folder: string | undefined): Promise<string> {
  if (command !== 'backup' && command !== 'restore')
    throw new Error('用法：npm run backup -- 文件夹，npm run restore -- 文件夹');
  if (command === 'restore' && folder === undefined) throw new Error('请指明备份的文件夹：npm run restore -- 文件夹');
  const config = loadConfig(process.env);
  // A running product is not disturbed: its database is used and left running.
  const embedded = config.databaseUrl === null ? await startEmbedded({ folder: config.dataDir }) : null;
  const url = config.databaseUrl ?? embedded?.url ?? '';
  const files = config.s3Url === null ? join(config.dataDir, 'files') : null;
  const note = files === null ? '；文件在 S3 存储中，请另行备份' : '';
  try {
    if (command === 'backup') {
      const target = resolve(folder ?? `backup-${stamp()}`);
      const rows = await backupTo(target, url, files);
      const database = openDatabase(url, { max: 1, readLimitMs: 0 });
      try {
        // 运行状况 says when the last one was made. A database that an older version left has nowhere to note it.
        const { rows: kept } = await sql`select 1 where to_regclass('backup_run') is not null`.execute(database.db);
        if (kept.length > 0) await sql`insert into backup_run (table_rows) values (${rows})`.execute(database.db);
      } finally {
        await database.close();
      }
      return `已备份 ${rows} 行到 ${target}${note}`;
    }
    const rows = await restoreFrom(resolve(folder ?? ''), url, files);
    const database = openDatabase(url, { max: 1, readLimitMs: 0 });
    try {
      const chain = await verifyAudit(database.db);
      if (!isIntact(chain))
        throw new Error(
          `已恢复 ${rows} 行，但审计链在 ${chain.brokenAt ?? `${chain.brokenYear}年的封存`} 处不符：备份被改动过`,
        );
      return `已恢复 ${rows} 行，审计链 ${chain.checked} 条核对无误${note}`;
    } finally {
      await database.close();
    }
  } finally {
    await embedded?.stop();
  }
}

try {
  process.stdout.write(`${await run(process.argv[2], process.argv[3])}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
