/** A file of history: looked through without writing, kept as a whole in one transaction, taken back as a whole. */
import type { historyApply, historyCheck, HistoryKind, historyVoid } from '@hengneng/contracts';
import { HISTORY_UNDO_DAYS } from '@hengneng/contracts';
import { addDays } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { conflict, notFound, refused } from '../../../platform/http/errors.ts';
import type { UploadedFile } from '../../../platform/http/registry.ts';
import { seenProject } from '../../projects/index.ts';
import { settle } from '../facts/index.ts';
import { holdProject } from '../readings/index.ts';
import { queueRecalcs } from '../things/index.ts';
import { type Checked, checkHistory, type SeriesPlan } from './check.ts';
import { type HistoryFile, readHistory } from './file.ts';
import { addImported } from './write.ts';

const keptAlready = async (db: Db | Tx, project: string, digest: string): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`select id::text from reading_batch
    where project_code = ${project} and digest = ${digest} and state = '已入库'`.execute(db);
  return rows[0]?.id ?? null;
};

const twice = (batch: string): string => `该文件已入库（批次 ${batch}），不能重复导入`;

export async function checkFile(
  ctx: Ctx,
  input: z.output<typeof historyCheck.input>,
  upload: UploadedFile,
): Promise<z.input<typeof historyCheck.output>> {
  const file = await readHistory(upload, input.Kind);
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const there = await keptAlready(ctx.db, project.code, file.digest);
  if (there !== null) throw refused(twice(there));
  const checked = await checkHistory(ctx.db, {
    project: project.code,
    file,
    kind: input.Kind,
    now: ctx.now,
    skip: false,
  });
  const { findings, total, conflicts, firstDay, lastDay, meters } = checked;
  const batch = await ctx.write(async (tx) => {
    // The same file looked at again is the same batch.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`energy.history ${project.code}`}, 0))`.execute(tx);
    const { rows: before } = await sql<{ id: string }>`select id::text from reading_batch
      where project_code = ${project.code} and digest = ${file.digest} and state = '待入库' and created_by = ${ctx.session.userId}
      order by id limit 1`.execute(tx);
    const about = { faults: JSON.stringify(findings.kept), faulty: findings.faulty };
    const [known] = before;
    if (known !== undefined) {
      await sql`update reading_batch set file_name = ${file.name}, total = ${total}, faults = ${about.faults}::jsonb,
        faulty = ${about.faulty}, first_day = ${firstDay}, last_day = ${lastDay} where id = ${known.id}`.execute(tx);
      return known.id;
    }
    const { rows } = await sql<{ id: string }>`
      insert into reading_batch (project_code, kind, file_name, digest, total, first_day, last_day, state, faults, faulty, created_by)
      values (${project.code}, ${input.Kind}, ${file.name}, ${file.digest}, ${total}, ${firstDay}, ${lastDay}, '待入库',
        ${about.faults}::jsonb, ${about.faulty}, ${ctx.session.userId}) returning id::text`.execute(tx);
    return rows[0]?.id ?? '';
  });
  return {
    BatchId: batch,
    Digest: file.digest,
    Total: total,
    Ok: total - findings.faulty,
    Faulty: findings.faulty,
    Warned: findings.warned,
    Conflicts: conflicts,
    FirstDay: firstDay,
    LastDay: lastDay,
    Errors: [...findings.kept],
    Meters: meters,
  };
}

interface Batch {
  readonly id: string;
  readonly project: string;
  readonly kind: HistoryKind;
  readonly fileName: string;
  readonly digest: string;
  readonly state: '待入库' | '已入库' | '已作废';
  readonly inserted: number;
  readonly skipped: number;
  readonly versioned: number;
  readonly appliedAt: Date | null;
}

/** @throws notFound where there is none that the person may see */
async function readBatch(ctx: Ctx, db: Db | Tx, id: string, lock = false): Promise<Batch> {
  const { rows } =
    await sql<Batch>`select id::text, project_code as project, kind, file_name as "fileName", digest, state, inserted, skipped,
      versioned, applied_at as "appliedAt" from reading_batch where id = ${id} ${lock ? sql`for update` : sql``}`.execute(
      db,
    );
  const [batch] = rows;
  if (batch === undefined) throw notFound('导入批次不存在');
  await seenProject(ctx, db, batch.project);
  return batch;
}

const askDays = (tx: Tx, plans: readonly Pick<SeriesPlan, 'series' | 'from' | 'to'>[], cause: string): Promise<void> =>
  queueRecalcs(
    tx,
    plans.map(({ series, from, to }) => ({
      meterId: series.meter.thing.id,
      fromDay: addDays(from, -1),
      toDay: addDays(to, 1),
    })),
    cause,
  );

/** So many readings are worked out before the answer; more are left to the clock's worker, and the page says that they wait. */
const MOST_SETTLED = 5_000;

/** Keeps what was checked. All in the given transaction: of a process that stops in between nothing is left. */
export async function keep(
  tx: Tx,
  { project, batch }: { readonly project: string; readonly batch: string },
  { plans, firstDay, lastDay }: Checked,
): Promise<{ readonly inserted: number; readonly skipped: number; readonly versioned: number }> {
  const written = plans.filter(({ planned }) => planned.length > 0);
  await addImported(tx, { project, batch }, written);
  await askDays(tx, written, '导入历史');
  const all = plans.reduce((sum, { planned }) => sum + planned.length, 0);
  const skipped = plans.reduce((sum, one) => sum + one.skipped, 0);
  const versioned = plans.reduce((sum, { replaces }) => sum + replaces.size, 0);
  await sql`update reading_batch set state = '已入库', inserted = ${all}, skipped = ${skipped}, versioned = ${versioned},
    first_day = ${firstDay}, last_day = ${lastDay}, applied_at = app_now() where id = ${batch}`.execute(tx);
  return { inserted: all, skipped, versioned };
}

const sayWrong = (file: HistoryFile, { findings }: Checked): never => {
  const [first] = findings.kept.filter(({ Level }) => Level === '错误');
  const words = first === undefined ? '' : `，第 ${first.Row} 行 ${first.Column}：${first.Message}`;
  throw refused(`${file.name} 有 ${findings.faulty} 行错误${words}；整个文件未入库，请改正后重新校验`);
};

export async function applyFile(
  ctx: Ctx,
  input: z.output<typeof historyApply.input>,
  upload: UploadedFile,
): Promise<z.input<typeof historyApply.output>> {
  const seen = await readBatch(ctx, ctx.db, input.BatchId);
  const file = await readHistory(upload, seen.kind);
  if (file.digest !== seen.digest || input.Digest !== seen.digest) throw refused('文件已变化，请重新校验');
  let meters: readonly string[] = [];
  const answer = await ctx.write(async (tx) => {
    await holdProject(tx, seen.project);
    const batch = await readBatch(ctx, tx, input.BatchId, true);
    // Sent again because the answer was lost: what it did then is the answer.
    if (batch.state === '已入库')
      return { Inserted: batch.inserted, Skipped: batch.skipped, Versioned: batch.versioned };
    if (batch.state === '已作废') throw refused('该批次已撤销，请重新校验');
    const there = await keptAlready(tx, batch.project, batch.digest);
    if (there !== null) throw refused(twice(there));
    const skip = input.OnConflict === 'skip';
    const checked = await checkHistory(tx, { project: batch.project, file, kind: batch.kind, now: ctx.now, skip });
    if (checked.findings.faulty > 0) sayWrong(file, checked);
    const { inserted, skipped, versioned } = await keep(tx, { project: batch.project, batch: batch.id }, checked);
    if (inserted <= MOST_SETTLED) meters = checked.plans.map(({ series }) => series.meter.thing.id);
    await trail(tx, ctx, {
      kind: '读数',
      action: '导入历史数据',
      object: `${batch.project} 批次${batch.id} ${file.name}`,
      summary: `入库${inserted}条，其中新版本${versioned}条，跳过${skipped}条`,
      after: { 文件指纹: batch.digest, 起: checked.firstDay ?? '', 止: checked.lastDay ?? '' },
    });
    return { Inserted: inserted, Skipped: skipped, Versioned: versioned };
  });
  if (meters.length > 0) await settle(ctx.db, [...new Set(meters)]);
  return answer;
}

/** @throws refused saying what keeps the batch from being taken back */
async function demandUndoable(tx: Tx, ctx: Ctx, batch: Batch): Promise<void> {
  if (batch.state === '已作废') throw conflict('该批次已撤销，请刷新');
  if (batch.state !== '已入库' || batch.appliedAt === null) throw refused('该批次没有入库，不必撤销');
  if (ctx.now.getTime() - batch.appliedAt.getTime() > HISTORY_UNDO_DAYS * 86_400_000)
    throw refused(`入库已超过 ${HISTORY_UNDO_DAYS} 天，不能整批撤销，请逐条修改`);
  const { rows } = await sql<{ changed: number; month: string | null; settlement: string | null }>`
    with mine as (select r.* from manual_reading r where r.batch_id = ${batch.id})
    select (select count(*)::int from mine m where exists (select from manual_reading s where s.supersedes = m.id)) as changed,
      (select x.month from (select distinct to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM') as month from mine) x
        where energy_month_locked(${batch.project}, x.month) order by 1 limit 1) as month,
      (select q.settlement from reading_quote q where exists (select from mine m where m.meter_id = q.meter_id
        and (m.at at time zone 'Asia/Shanghai')::date between q.from_day and q.to_day + 1) limit 1) as settlement`.execute(
    tx,
  );
  const [found] = rows;
  if (found === undefined) return;
  if (found.settlement !== null) throw refused(`该批次的读数已被结算单 ${found.settlement} 引用，不能撤销`);
  if (found.month !== null) throw refused(`${found.month} 已月锁，不能撤销`);
  if (found.changed > 0) throw refused(`有 ${found.changed} 条读数之后又被修改，不能整批撤销，请逐条处理`);
}

export async function voidBatch(
  ctx: Ctx,
  input: z.output<typeof historyVoid.input>,
): Promise<z.input<typeof historyVoid.output>> {
  const seen = await readBatch(ctx, ctx.db, input.BatchId);
  let meters: readonly string[] = [];
  const answer = await ctx.write(async (tx) => {
    await holdProject(tx, seen.project);
    const batch = await readBatch(ctx, tx, input.BatchId, true);
    await demandUndoable(tx, ctx, batch);
    // Void versions beside the readings; where one had come in the place of another, that one's value holds again.
    const { rows } = await sql<{ meter: string; from: string; to: string; n: number }>`
      with undone as (insert into manual_reading (meter_id, project_code, register, at, value, flag, supersedes, reason_type, reason, batch_id,
          recorded_by, recorded_at)
        select r.meter_id, r.project_code, r.register, r.at, old.value, '导', r.id, '撤销导入', ${input.Reason}, old.batch_id,
          ${ctx.session.userId}::bigint, (select app_now())
        from manual_reading r left join manual_reading old on old.id = r.supersedes where r.batch_id = ${batch.id}
        returning meter_id, at)
      select meter_id::text as meter, min((at at time zone 'Asia/Shanghai')::date)::text as "from",
        max((at at time zone 'Asia/Shanghai')::date)::text as "to", count(*)::int as n from undone group by meter_id`.execute(
      tx,
    );
    const voided = rows.reduce((sum, { n }) => sum + n, 0);
    // What follows the last of them opens where it does no longer.
    await queueRecalcs(
      tx,
      rows.map(({ meter, from, to }) => ({ meterId: meter, fromDay: addDays(from, -1), toDay: addDays(to, 1) })),
      '撤销导入',
    );
    await sql`update reading_batch set state = '已作废', void_reason = ${input.Reason}, voided_by = ${ctx.session.userId},
      voided_at = app_now() where id = ${batch.id}`.execute(tx);
    await trail(tx, ctx, {
      kind: '读数',
      action: '撤销导入批次',
      object: `${batch.project} 批次${batch.id} ${batch.fileName}`,
      summary: `${voided}条：${input.Reason}`,
    });
    if (voided <= MOST_SETTLED) meters = rows.map(({ meter }) => meter);
    return { Voided: voided };
  });
  if (meters.length > 0) await settle(ctx.db, meters);
  return answer;
}
