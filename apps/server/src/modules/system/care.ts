/** Backups and trial restores: asked for on the page, done in the background, one at a time. */
import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CareRun } from '@hengneng/contracts';
import { sql } from 'kysely';
import pg from 'pg';
import { z } from 'zod';
import { isIntact, verifyAudit } from '../../platform/audit/audit.ts';
import { backupTo, restoreFrom } from '../../platform/backup/folder.ts';
import type { Ctx } from '../../platform/context.ts';
import { openDatabase } from '../../platform/db/database.ts';
import type { Db } from '../../platform/db/schema.ts';
import { conflict, refused } from '../../platform/http/errors.ts';
import { type Job, post } from '../../platform/jobs/jobs.ts';
import { trail } from '../identity/index.ts';

const TOPIC = 'care';
/** So many backups of this page are kept; older ones make room. */
const KEPT = 7;
/** A run that a process left unfinished is given up. */
const GIVEN_UP = "interval '6 hours'";

export interface CarePlace {
  readonly url: string;
  readonly dataDir: string;
  readonly storedElsewhere: boolean;
}

/** Asks for one; while another is under way it is refused. */
export const startCare = (ctx: Ctx, Kind: CareRun['Kind']): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    await sql`update care_run set state = '失败', ended_at = ${ctx.now}, summary = '进程中断，没有完成'
      where state = '进行中' and requested_at < ${ctx.now}::timestamptz - ${sql.raw(GIVEN_UP)}`.execute(tx);
    const running = await sql`select 1 from care_run where state = '进行中'`.execute(tx);
    if (running.rows.length > 0) throw conflict('已有备份或演练正在进行，请等它完成');
    if (Kind === '恢复演练') {
      const { rows } =
        await sql`select 1 from care_run where kind = '备份' and state = '成功' and folder is not null`.execute(tx);
      if (rows.length === 0) throw refused('还没有可以演练的备份，请先备份');
    }
    const { rows } = await sql<{ id: string }>`insert into care_run (kind, requested_by, requested_at)
      values (${Kind}, ${ctx.session.userId}, ${ctx.now}) returning id::text`.execute(tx);
    await post(tx, TOPIC, { run: rows[0]?.id ?? '' });
    await trail(tx, ctx, { kind: '系统设置', action: Kind === '备份' ? '立即备份' : '恢复演练', object: '运行状况' });
    return { ok: true };
  });

const sizeOf = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
  );
  return sizes.reduce((all, size) => all + size, 0);
};

interface Done {
  readonly folder: string | null;
  readonly rows: number | null;
  readonly bytes: number | null;
  readonly summary: string;
}

const backup = async (db: Db, { url, dataDir, storedElsewhere }: CarePlace, id: string): Promise<Done> => {
  const folder = join(
    'backups',
    `backup-${new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 16).replace(/\D/g, '')}-${id}`,
  );
  const target = join(dataDir, folder);
  const rows = await backupTo(target, url, storedElsewhere ? null : join(dataDir, 'files'));
  await sql`insert into backup_run (table_rows) values (${rows})`.execute(db);
  const { rows: old } = await sql<{ folder: string }>`update care_run set folder = null where id in (
      select id from care_run where kind = '备份' and state = '成功' and folder is not null order by id desc offset ${KEPT - 1}) returning
      (select o.folder from care_run o where o.id = care_run.id) as folder`.execute(db);
  for (const one of old) await rm(join(dataDir, one.folder), { recursive: true, force: true });
  return {
    folder,
    rows,
    bytes: await sizeOf(target),
    summary: storedElsewhere ? '附件在 S3 存储中，未包含在内' : '数据和附件',
  };
};

/** Runs a statement outside any transaction: databases are made and dropped so. */
const command = async (url: string, text: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
};

/** Puts the latest backup into a database of its own, counts, and drops it again. */
const drill = async (db: Db, { url, dataDir }: CarePlace, id: string): Promise<Done> => {
  const { rows } = await sql<{ folder: string; table_rows: string }>`select folder, table_rows::text from care_run
    where kind = '备份' and state = '成功' and folder is not null order by id desc limit 1`.execute(db);
  const [last] = rows;
  if (last === undefined || !existsSync(join(dataDir, last.folder)))
    throw new Error('最近一次备份的文件夹不在了，请重新备份');
  const name = `hengneng_drill_${id}`;
  const there = new URL(url);
  there.pathname = `/${name}`;
  await command(url, `create database ${name} template template0`).catch((error: unknown) => {
    throw new Error('恢复演练需要能新建数据库的数据库用户', { cause: error });
  });
  try {
    const restored = await restoreFrom(join(dataDir, last.folder), there.href, null);
    const database = openDatabase(there.href, { max: 1, readLimitMs: 0 });
    try {
      const chain = await verifyAudit(database.db);
      if (restored !== Number(last.table_rows))
        throw new Error(`恢复了 ${restored} 行，备份时是 ${last.table_rows} 行`);
      if (!isIntact(chain)) throw new Error('恢复后的审计链不符');
      return {
        folder: null,
        rows: restored,
        bytes: null,
        summary: `行数一致，审计链 ${chain.checked} 条核对无误，临时库已删除`,
      };
    } finally {
      await database.close();
    }
  } finally {
    await command(url, `drop database if exists ${name} with (force)`);
  }
};

const asked = z.object({ run: z.string().regex(/^\d+$/) });

export const careJobs = (db: Db, place: CarePlace, clock: () => Date): readonly Job[] => [
  {
    name: TOPIC,
    cron: null,
    run: async (payload) => {
      const { run: id } = asked.parse(payload);
      const { rows } = await sql<{
        kind: string;
      }>`select kind from care_run where id = ${id} and state = '进行中'`.execute(db);
      const [run] = rows;
      // Tried again after it was given up, or done already.
      if (run === undefined) return;
      try {
        const done = run.kind === '备份' ? await backup(db, place, id) : await drill(db, place, id);
        await sql`update care_run set state = '成功', ended_at = ${clock()}, folder = ${done.folder}, table_rows = ${done.rows}, bytes = ${done.bytes},
          summary = ${done.summary} where id = ${id}`.execute(db);
      } catch (error) {
        // What went wrong is what people are told; trying again is theirs to ask for.
        await sql`update care_run set state = '失败', ended_at = ${clock()}, summary = ${error instanceof Error ? error.message.slice(0, 300) : '没有完成'}
          where id = ${id}`.execute(db);
      }
    },
  },
];
