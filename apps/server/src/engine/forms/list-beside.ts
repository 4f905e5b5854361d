/** What a page of a module's list shows besides the records' own fields: of the records that they came from or led to, and of their approval. */
import type { ListBeside } from '@hengneng/core';
import { today } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { reached } from './beside-columns.ts';
import type { Module } from './catalog.ts';
import type { EngineDeps } from './deps.ts';

const DAY_MS = 86_400_000;

type Row = Readonly<Record<string, unknown>>;
/** By the id of the record. */
type Values = ReadonlyMap<string, unknown>;

const ON_THE_WAY: ReadonlySet<unknown> = new Set(['draft', 'running', 'returned']);

/** Days until the day that the field names, of records that are still on their way. */
const left = (rows: readonly Row[], field: string, now: Date): Values => {
  const day = Date.parse(`${today(now)}T00:00:00Z`);
  return new Map(
    rows.flatMap((row) => {
      const due = row[field];
      if (typeof due !== 'string' || due === '' || !ON_THE_WAY.has(row['status'])) return [];
      return [[String(row['id']), Math.round((Date.parse(`${due.slice(0, 10)}T00:00:00Z`) - day) / DAY_MS)] as const];
    }),
  );
};

/** What the approval says of each record: hours at its step, returns, the person's own part. */
async function ofApproval(
  ctx: Pick<Ctx, 'db' | 'session' | 'now'>,
  module: Module,
  kind: 'stay' | 'rejects' | 'role',
  ids: readonly string[],
): Promise<Values> {
  const mine = ctx.session.userId;
  const value = {
    stay: sql`(select floor(extract(epoch from ${ctx.now} - n.created_at) / 3600)::int from wf_node_run n
      where n.id = i.current_run and i.status in ('running', 'returned'))`,
    rejects: sql`nullif((select count(*) from wf_action a where a.instance_id = i.id and a.kind = 'reject'), 0)::int`,
    role: sql`case when i.starter = ${mine} then '申请'
      when exists (select from wf_task t where t.instance_id = i.id
        and (t.assignee = ${mine} or t.handled_by = ${mine} or ${mine}::bigint = any(t.candidates))) then '经办' else '抄送' end`,
  }[kind];
  const { rows } = await sql<{
    id: string;
    value: unknown;
  }>`select distinct on (i.biz_id) i.biz_id::text as id, ${value} as value
    from wf_instance i where i.module_id = ${module.id} and i.biz_id = any(${[...ids]}::bigint[]) order by i.biz_id, i.id desc`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ id, value: found }) => [id, found]));
}

const valuesOf = async (
  ctx: Pick<Ctx, 'db' | 'session' | 'now'>,
  deps: EngineDeps,
  module: Module,
  { of }: ListBeside,
  rows: readonly Row[],
): Promise<Values | null> => {
  const ids = rows.map((row) => String(row['id']));
  switch (of.kind) {
    case 'left':
      return left(rows, of.field, ctx.now);
    case 'stay':
    case 'rejects':
    case 'role':
      return ofApproval(ctx, module, of.kind, ids);
    default:
      return (await reached(ctx, deps, module, of, ids))?.values ?? null;
  }
};

/**
 * The columns from beside that this person may see, with their values.
 * @param rows records that the person may see, with `id`, `status` and the fields of the page
 */
export async function listBeside(
  ctx: Pick<Ctx, 'db' | 'session' | 'now'>,
  deps: EngineDeps,
  module: Module,
  columns: readonly ListBeside[],
  rows: readonly Row[],
): Promise<readonly { readonly column: ListBeside; readonly values: Values }[]> {
  if (rows.length === 0) return [];
  const found = await Promise.all(columns.map((column) => valuesOf(ctx, deps, module, column, rows)));
  return columns.flatMap((column, index) => {
    const values = found[index];
    return values === null || values === undefined ? [] : [{ column, values }];
  });
}
