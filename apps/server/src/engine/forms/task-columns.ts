/** What a role's to-do page shows of its records besides what every to-do shows. */
import { type ModuleId, roleColumnsOf, SCREENS } from '@hengneng/core';
import type { Ctx } from '../../platform/context.ts';
import { notFound } from '../../platform/http/errors.ts';
import { besideColumns } from './beside-columns.ts';
import type { EngineDeps } from './deps.ts';
import { isListed } from './filters.ts';
import { labelsOf, type Labels } from './labels.ts';
import { shownRows, unsealedRows } from './seal.ts';
import { raw } from '../../platform/db/raw.ts';
import { isWithheld, Parameters, visibleSql } from './visibility.ts';

type Row = Readonly<Record<string, unknown>>;

/** Rows of the records that the person may see, of these; columns that are withheld or hidden from them are absent or empty. */
export async function taskColumns(
  ctx: Ctx,
  deps: EngineDeps,
  { Page, BusinessId }: { readonly Page: string; readonly BusinessId: readonly string[] },
): Promise<{
  rows: { id: string; [key: string]: unknown }[];
  labels: Labels;
  beside: { key: string; label: string; as: 'money' | 'number' | 'text' }[];
}> {
  const columns = roleColumnsOf(Page);
  const named = SCREENS.find((screen) => screen.path === Page)?.module;
  const module = deps.catalog.all().find((one) => one.id === (named as ModuleId | undefined));
  if (columns === null || module === undefined) throw notFound('没有这个岗位待办页');
  const { session, db } = ctx;
  const fields = [...columns.keys, columns.due].flatMap((key) => {
    const of = module.form.field(key);
    return of === undefined || !isListed(of.field) || isWithheld(session, of) ? [] : [of];
  });
  const keys = fields.map((of) => of.key);
  const parameters = new Parameters();
  const { bind } = parameters;
  const found = await raw<Row>(
    db,
    `select ${module.sql.columns('m', ['id', ...keys])} from ${module.sql.table} m
      where m.id = any(${bind(BusinessId)}::bigint[]) and ${visibleSql(module, session, 'm', bind, 'page')}`,
    parameters.values,
  );
  const rows = await shownRows(db, deps, module, ctx, await unsealedRows(db, module, found));
  const ids = rows.map((row) => String(row['id']));
  const beside = await besideColumns(ctx, deps, module, columns.beside ?? [], ids);
  return {
    rows: rows.map((row) => {
      const id = String(row['id']);
      return {
        ...row,
        ...Object.fromEntries(beside.map(({ head, values }) => [head.key, values.get(id) ?? null])),
        id,
      };
    }),
    labels: await labelsOf(db, deps.labels, module, rows, keys),
    beside: beside.map(({ head }) => head),
  };
}
