/** Prechecks that wait to be confirmed, and the batches that were. */
import type { ImportLine } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { notFound } from '../../platform/http/errors.ts';
import type { Facts } from './source.ts';

export type StoredLine = Omit<ImportLine, 'labels'>;

/** A file whose rows were judged. */
export interface Checked {
  readonly id: string;
  readonly fileName: string;
  readonly fileUrl: string;
  readonly fileSize: number;
  readonly hash: Buffer;
  readonly asked: Readonly<Record<string, unknown>>;
  readonly lines: readonly StoredLine[];
  readonly facts: Facts;
  readonly notes: readonly string[];
  readonly validUntil: Date;
  readonly batch: string | null;
}

const VALID_MINUTES = 30;

export const countsOf = (lines: readonly StoredLine[]) => {
  const count = (state: StoredLine['state']) => lines.filter((line) => line.state === state).length;
  return { ok: count('ok'), warned: count('warned'), faulty: count('faulty') };
};

const until = (now: Date): Date => new Date(now.getTime() + VALID_MINUTES * 60_000);

/** Keeps a precheck. It holds nothing that counts: what it says is worked out anew when it is confirmed. */
export async function keepCheck(
  db: Db,
  ctx: Ctx,
  importId: string,
  of: Omit<Checked, 'id' | 'validUntil' | 'batch'>,
): Promise<{ readonly id: string; readonly validUntil: Date }> {
  const { ok, warned, faulty } = countsOf(of.lines);
  const validUntil = until(ctx.now);
  await sql`delete from import_check where valid_until < ${ctx.now}::timestamptz - interval '1 day' and batch_id is null`.execute(
    db,
  );
  const { rows } = await sql<{
    id: string;
  }>`insert into import_check (import_id, user_id, file_name, file_url, file_size, sha256, asked, lines, facts,
      notes, ok, warned, faulty, checked_at, valid_until)
    values (${importId}, ${ctx.session.userId}, ${of.fileName}, ${of.fileUrl}, ${of.fileSize}, ${of.hash}, ${JSON.stringify(of.asked)}::jsonb,
      ${JSON.stringify(of.lines)}::jsonb, ${JSON.stringify(of.facts)}::jsonb, ${JSON.stringify(of.notes)}::jsonb, ${ok}, ${warned}, ${faulty},
      ${ctx.now}, ${validUntil}) returning id::text as id`.execute(db);
  return { id: rows[0]?.id ?? '', validUntil };
}

/** A precheck of the person's own; locked with `lock`. @throws notFound where there is none */
export async function findCheck(db: Db | Tx, ctx: Ctx, importId: string, id: string, lock = false): Promise<Checked> {
  const { rows } =
    await sql<Checked>`select id::text as id, file_name as "fileName", file_url as "fileUrl", file_size as "fileSize",
      sha256 as hash, asked, lines, facts, notes, valid_until as "validUntil", batch_id::text as batch
    from import_check where id = ${id} and import_id = ${importId} and user_id = ${ctx.session.userId}
    ${lock ? sql`for update` : sql``}`.execute(db);
  const [check] = rows;
  if (check === undefined) throw notFound('预检结果不存在，请重新上传');
  return check;
}

/** Rows that were judged again. A precheck that is worked on stays valid. */
export async function rejudged(
  tx: Tx,
  ctx: Ctx,
  check: Checked,
  lines: readonly StoredLine[],
  facts: Facts,
): Promise<Date> {
  const { ok, warned, faulty } = countsOf(lines);
  const validUntil = until(ctx.now);
  await sql`update import_check set lines = ${JSON.stringify(lines)}::jsonb, facts = ${JSON.stringify(facts)}::jsonb,
      ok = ${ok}, warned = ${warned}, faulty = ${faulty}, valid_until = ${validUntil} where id = ${check.id}`.execute(
    tx,
  );
  return validUntil;
}

export interface Batch {
  readonly id: string;
  readonly no: string;
  readonly rows: number;
  readonly amount: string | null;
  readonly undone: boolean;
}

const BATCH = sql`id::text as id, batch_no as no, rows, amount::text as amount, undone_at is not null as undone`;

/** Who imported the file before, in words; null where nobody did. */
export async function importedBefore(db: Db | Tx, importId: string, hash: Buffer): Promise<string | null> {
  const { rows } = await sql<{
    at: string;
    name: string;
  }>`select to_char(b.imported_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as at,
      u.user_name as name
    from import_batch b join app_user u on u.id = b.user_id
    where b.import_id = ${importId} and b.sha256 = ${hash} and b.undone_at is null limit 1`.execute(db);
  const [first] = rows;
  return first === undefined ? null : `该文件已于${first.at}由${first.name}导入`;
}

/** Opens the batch of a precheck. */
export async function openBatch(
  tx: Tx,
  ctx: Ctx,
  importId: string,
  check: Checked,
  rows: number,
): Promise<Pick<Batch, 'id' | 'no'>> {
  const { rows: made } = await sql<{ id: string; no: string }>`
    with next as (select nextval(pg_get_serial_sequence('import_batch', 'id')) as id)
    insert into import_batch (id, batch_no, import_id, user_id, file_name, file_url, file_size, sha256, asked, rows, facts)
    overriding system value
    select id, 'DR' || to_char(app_now() at time zone 'Asia/Shanghai', 'YYYYMMDD') || '-' || lpad(id::text, 4, '0'), ${importId},
      ${ctx.session.userId}, ${check.fileName}, ${check.fileUrl}, ${check.fileSize}, ${check.hash}, ${JSON.stringify(check.asked)}::jsonb, ${rows},
      ${JSON.stringify(check.facts)}::jsonb
    from next returning id::text as id, batch_no as no`.execute(tx);
  const [batch] = made;
  if (batch === undefined) throw new Error('no batch was opened');
  await sql`update import_check set batch_id = ${batch.id} where id = ${check.id}`.execute(tx);
  return batch;
}

export async function closeBatch(
  tx: Tx,
  batch: string,
  amount: string | null,
  records: readonly { readonly row: number; readonly module: string; readonly id: string }[],
): Promise<void> {
  await sql`update import_batch set amount = ${amount} where id = ${batch}`.execute(tx);
  if (records.length > 0)
    await sql`insert into import_line (batch_id, row_no, module, record_id)
      select ${batch}, r.row, r.module, r.id from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r(row int, module text, id bigint)`.execute(
      tx,
    );
}

export async function batchOf(tx: Tx | Db, importId: string, id: string, lock = false): Promise<Batch> {
  const { rows } = await sql<Batch>`select ${BATCH} from import_batch where id = ${id} and import_id = ${importId}
    ${lock ? sql`for update` : sql``}`.execute(tx);
  const [batch] = rows;
  if (batch === undefined) throw notFound('批次不存在，请刷新后重试');
  return batch;
}

export const markUndone = async (tx: Tx, ctx: Ctx, id: string): Promise<void> =>
  void (await sql`update import_batch set undone_at = app_now(), undone_by = ${ctx.session.userId} where id = ${id}`.execute(
    tx,
  ));

/** Imports of one kind are confirmed and taken back one after the other: what one finds is what it writes on. */
export const oneAtATime = async (tx: Tx, importId: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${`import ${importId}`}, 0))`.execute(tx));

/** Which import a batch is of; null where there is no such batch. */
export const importOf = async (db: Db, id: string): Promise<string | null> => {
  const { rows } = await sql<{ of: string }>`select import_id as of from import_batch where id = ${id}`.execute(db);
  return rows[0]?.of ?? null;
};
