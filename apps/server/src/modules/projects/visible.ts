/** Which projects a person may see, from the one policy that also guards records. */
import { type RawBuilder, sql } from 'kysely';
import type { Session } from '../../platform/context.ts';
import { type ScopeColumns, scopeOf } from '../../platform/policy/scope.ts';

/** The policy's condition on these columns, as a Kysely fragment. */
export const inScope = (session: Session, columns: ScopeColumns): RawBuilder<boolean> => {
  const values: unknown[] = [];
  const mark = '\u0001';
  const text = scopeOf(session, null).sql(columns, (value) => {
    values.push(value);
    return `${mark}${values.length - 1}${mark}`;
  });
  const parts = text.split(mark).map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${values[Number(part)]}`));
  return sql<boolean>`(${sql.join(parts, sql.raw(''))})`;
};

/**
 * Condition on the table `project` under an alias. A department sees the projects of its own subtree; whoever manages a project, or is
 * assigned to it, sees it whatever the role's scope.
 */
export const projectsVisible = (session: Session, alias = 'p'): RawBuilder<boolean> => {
  const column = (name: string) => `${alias}.${name}`;
  return sql<boolean>`(${inScope(session, { applicant: column('manager'), dept: column('area'), project: column('code') })}
    or ${sql.ref(column('code'))} = any(${[...session.permissions.projects]}::text[]))`;
};
