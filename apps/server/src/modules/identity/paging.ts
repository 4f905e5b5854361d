import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';

export interface Page {
  readonly PageIndex: number;
  readonly PageSize: number;
  readonly SortField?: string | undefined;
  readonly SortOrder?: 'asc' | 'desc' | undefined;
}

/**
 * One page of a query and the number of all its rows, in one statement; a page out of range is empty and still knows the total.
 * Rows pass through JSON: ids and exact numbers have to be selected as text.
 * A column `_order` only orders and is not answered.
 * @param order column of the select that orders where the caller asks for none of `sortable`
 */
export const pageOf = async <R>(
  db: Db,
  page: Page,
  select: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  sortable: readonly string[] = [],
): Promise<{ rows: R[]; total: number }> => {
  const chosen =
    page.SortField !== undefined && sortable.includes(page.SortField)
      ? sql`${sql.ref(page.SortField)} ${sql.raw(page.SortOrder === 'desc' ? 'desc' : 'asc')} nulls last, ${order}`
      : order;
  const { rows } = await sql<{ rows: R[]; total: number }>`
    with found as materialized (${select})
    select (select count(*)::int from found) as total,
      coalesce((select json_agg(to_jsonb(p) - '_order') from (select * from found order by ${chosen}
        limit ${page.PageSize} offset ${(page.PageIndex - 1) * page.PageSize}) p), '[]') as rows`.execute(db);
  return { rows: rows[0]?.rows ?? [], total: rows[0]?.total ?? 0 };
};

export { likeText } from '../../platform/db/like.ts';
