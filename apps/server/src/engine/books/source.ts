/** A book's entries as something that fields point at: found by the words that name them, within the person's projects. */
import { bookTable, type BookShape } from '@hengneng/form-kit';
import { type RawBuilder, sql } from 'kysely';
import type { Session } from '../../platform/context.ts';
import { likeText } from '../../platform/db/like.ts';
import { propColumns } from '../references/columns.ts';
import type { ReferenceRow, ReferenceSource } from '../references/types.ts';

/** A condition over `project p`: the projects that a person sees. */
export type ProjectScope = (session: Session) => RawBuilder<unknown>;

/** The picker of a book that has a name; undefined for books that nothing points at. */
export function bookSource(book: BookShape, scope: ProjectScope): ReferenceSource | undefined {
  const names = book.name ?? [];
  if (names.length === 0) return undefined;
  const { name: table, columns } = bookTable(book);
  const nameOf = new Map(columns.map((of) => [of.key, of.name]));
  const words = names.map((key) => sql`${sql.ref(`m.${nameOf.get(key) ?? key}`)}::text`);
  const label = sql`concat_ws(' ', ${sql.join(words)})`;
  const projectKey = Object.entries(book.columns).find(([, field]) => field.type === 'project')?.[0];
  const project = projectKey === undefined ? undefined : (nameOf.get(projectKey) ?? projectKey);
  const shown = book.list.columns.slice(0, 4);
  const more = shown.map((key) => sql`, ${sql.ref(`m.${nameOf.get(key) ?? key}`)}::text as ${sql.ref(key)}`);
  const visible = (session: Session): RawBuilder<unknown> =>
    project === undefined
      ? sql`true`
      : sql`(m.${sql.ref(project)} is null or exists (select from project p where p.code = m.${sql.ref(project)} and ${scope(session)}))`;
  const offered = Object.entries(book.offered ?? {}).map(
    ([key, values]) => sql` and m.${sql.ref(nameOf.get(key) ?? key)}::text = any(${values.map(String)}::text[])`,
  );
  return {
    entity: book.id,
    async search(ctx, query) {
      const inProject =
        project === undefined || query.projectCode === null
          ? sql`true`
          : sql`(m.${sql.ref(project)} = ${query.projectCode} or m.${sql.ref(project)} is null)`;
      const { rows } = await sql<ReferenceRow & { readonly total: number }>`
        select m.id::text as value, ${label} as label, (count(*) over ())::int as total ${sql.join(more, sql``)}
        from ${sql.table(table)} m where not m.voided and ${label} ilike ${likeText(query.keyword)} and ${inProject} and ${visible(ctx.session)}${sql.join(offered, sql``)}
        order by m.id desc limit ${query.limit} offset ${query.offset}`.execute(ctx.db);
      return { rows: rows.map(({ total: _, ...row }) => row as ReferenceRow), total: rows[0]?.total ?? 0 };
    },
    async labels(db, values) {
      const { rows } = await sql<{ value: string; label: string }>`select m.id::text as value, ${label} as label
        from ${sql.table(table)} m where m.id::text = any(${[...values]}::text[])`.execute(db);
      return new Map(rows.map((row) => [row.value, row.label]));
    },
    barred: project === undefined ? '已作废' : '已作废，或不在您的数据范围内',
    async allowed(db, session, values) {
      const { rows } = await sql<{ value: string }>`select m.id::text as value from ${sql.table(table)} m
        where m.id::text = any(${[...values]}::text[]) and not m.voided and ${visible(session)}`.execute(db);
      return new Set(rows.map((row) => row.value));
    },
    ...(project === undefined ? {} : { within: propColumns(table, 'id', { project }) }),
    plain: propColumns(table, 'id', Object.fromEntries(columns.map((of) => [of.key, of.name]))),
  };
}
