/** What a role's to-do page shows of its records that is no field of theirs: of the record that they came from, of the one made of them, of the approval. */
import type { BesideColumn } from '@hengneng/core';
import { type CompiledField, entityOf, unitOf } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { Module } from './catalog.ts';
import type { EngineDeps } from './deps.ts';
import { labelsOf } from './labels.ts';
import { shownRows, unsealedRows } from './seal.ts';
import { raw } from '../../platform/db/raw.ts';
import { isWithheld } from './visibility.ts';

interface Head {
  readonly key: string;
  readonly label: string;
  readonly as: 'money' | 'number' | 'text';
}
interface Filled {
  readonly head: Head;
  /** By the id of the record. */
  readonly values: ReadonlyMap<string, unknown>;
}

type Reached = Exclude<BesideColumn, { readonly kind: 'lastReject' }>;
type Row = Readonly<Record<string, unknown>>;

const headOf = (of: CompiledField): Omit<Head, 'key'> => {
  const { type } = of.field;
  const unit = type === 'percent' ? '%' : unitOf(of.field);
  return {
    label: unit === undefined ? of.label : `${of.label}（${unit}）`,
    as: type === 'money' ? 'money' : type === 'percent' || type === 'decimal' || type === 'integer' ? 'number' : 'text',
  };
};

/**
 * Values of another module's records. Who handles a record is shown what the page names of its source, also where that source is not theirs to
 * open; what is classified, sealed or hidden there stays so.
 */
export async function reached(
  ctx: Pick<Ctx, 'db' | 'session' | 'now'>,
  deps: EngineDeps,
  module: Module,
  of: Reached,
  ids: readonly string[],
): Promise<Filled | null> {
  const other = deps.catalog.get(of.module);
  const field = other?.form.field(of.field);
  if (other === undefined || field === undefined) throw new Error(`${of.module} has no ${of.field}`);
  if (isWithheld(ctx.session, field)) return null;
  const through = of.kind === 'through';
  const link = through ? module.sql.column('m', of.link) : other.sql.column('o', of.link);
  const join = through ? `o.id = ${link}` : `${link} = m.id and o.status in ('running', 'returned', 'approved')`;
  const found = await raw<Row>(
    ctx.db,
    `select distinct on (m.id) m.id::text as beside, ${other.sql.columns('o', ['id', field.key])}
      from ${module.sql.table} m join ${other.sql.table} o on ${join} where m.id = any($1::bigint[]) order by m.id, o.id desc`,
    [ids],
  );
  const rows = await shownRows(ctx.db, deps, other, ctx, await unsealedRows(ctx.db, other, found));
  // What points at something is read by its name.
  const words =
    entityOf(field.field) === null
      ? {}
      : ((await labelsOf(ctx.db, deps.labels, other, rows, [field.key]))[field.path] ?? {});
  return {
    head: { key: `${of.module}.${of.field}`, ...headOf(field) },
    values: new Map(
      rows.map((row) => {
        const value = row[field.key];
        return [String(row['beside']), typeof value === 'string' ? (words[value] ?? value) : value];
      }),
    ),
  };
}

async function lastReject(ctx: Ctx, module: Module, ids: readonly string[]): Promise<Filled> {
  const { rows } = await sql<{ id: string; reason: string }>`select distinct on (i.biz_id) i.biz_id::text as id,
      concat_ws('：', nullif(a.node_name, ''), nullif(trim(a.opinion), '')) as reason
    from wf_instance i join wf_action a on a.instance_id = i.id and a.kind = 'reject'
    where i.module_id = ${module.id} and i.biz_id = any(${[...ids]}::bigint[]) order by i.biz_id, a.at desc, a.id desc`.execute(
    ctx.db,
  );
  return {
    head: { key: 'lastReject', label: '上次驳回原因', as: 'text' },
    values: new Map(rows.map(({ id, reason }) => [id, reason])),
  };
}

/** @param ids records that the person may see */
export async function besideColumns(
  ctx: Ctx,
  deps: EngineDeps,
  module: Module,
  columns: readonly BesideColumn[],
  ids: readonly string[],
): Promise<readonly Filled[]> {
  const found = await Promise.all(
    columns.map((of) =>
      of.kind === 'lastReject' ? lastReject(ctx, module, ids) : reached(ctx, deps, module, of, ids),
    ),
  );
  return found.filter((one) => one !== null);
}
