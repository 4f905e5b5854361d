/** Which records of a module a person may see: data scope, or having taken part in the approval. Lists and single records ask the same function. */
import { type CompiledField, communityKeyOf, projectKeyOf } from '@hengneng/form-kit';
import type { Session } from '../../platform/context.ts';
import { inCommunities } from '../../platform/policy/communities.ts';
import { scopeOf, type ScopeColumns } from '../../platform/policy/scope.ts';
import type { Module } from './catalog.ts';

export type Bind = (value: unknown) => string;

/** Collects values of a statement; `bind` answers the placeholder of each. */
export class Parameters {
  readonly values: unknown[] = [];
  readonly bind: Bind = (value) => {
    this.values.push(value);
    return `$${this.values.length}`;
  };
}

/** Where the module's table keeps what scopes look at. */
const scopeColumns = (module: Module, alias: string): ScopeColumns => {
  const project = projectKeyOf(module.form);
  return {
    applicant: `${alias}.applicant`,
    dept: `${alias}.applicant_dept`,
    project: project === null ? null : (module.sql.column(alias, project) ?? null),
  };
};

/**
 * How a condition will be used: for a `page` the planner walks the newest records and asks about each; a `count` meets them all, so that
 * looking the person's records up once is cheaper. (Somebody who took part in 100,000 records: 0.2 ms instead of 180 ms for a page.)
 */
export type Use = 'page' | 'count' | IdRange;

/** A count of the records with these ids only: from the first, up to and without the last. */
export interface IdRange {
  readonly from: number;
  readonly to: number;
}

export const idRangeSql = (column: string, { from, to }: IdRange, bind: Bind): string =>
  `${column} >= ${bind(from)}::bigint and ${column} < ${bind(to)}::bigint`;

/** Records in whose approval the person takes or took part. */
export const participantSql = (module: Module, session: Session, alias: string, bind: Bind, use: Use): string => {
  const mine = `from wf_participant p where p.user_id = ${bind(session.userId)}::bigint and p.module_id = '${module.id}'`;
  if (use === 'page') return `exists (select ${mine} and p.biz_id = ${alias}.id offset 0)`;
  const those = use === 'count' ? '' : ` and ${idRangeSql('p.biz_id', use, bind)}`;
  return `${alias}.id in (select p.biz_id ${mine}${those})`;
};

/** What cashiers are held to among records of communities; null where nothing holds the person. */
const communitySql = (module: Module, session: Session, alias: string, bind: Bind): string | null => {
  const key = communityKeyOf(module.form);
  const column = key === null ? undefined : module.sql.column(alias, key);
  return column === undefined ? null : inCommunities(session, column, bind);
};

/** SQL condition for the records that the person may see. Drafts are their maker's alone. */
export const visibleSql = (module: Module, session: Session, alias: string, bind: Bind, use: Use): string => {
  const scope = scopeOf(session, module.id);
  const own = `${alias}.applicant = ${bind(session.userId)}::bigint`;
  const within = communitySql(module, session, alias, bind);
  if (scope.everything && within === null) return `(${alias}.status <> 'draft' or ${own})`;
  const scoped = scope.sql(scopeColumns(module, alias), bind);
  const admitted = within === null ? scoped : `${scoped} and ${within}`;
  // a draft has no participant but its maker, so that nobody else's drafts need be asked about
  return `(${own} or (${alias}.status <> 'draft' and (${admitted} or ${participantSql(module, session, alias, bind, use)})))`;
};

/** Whether the value of a classified field is kept from the person. */
export const isWithheld = (session: Session, of: CompiledField): boolean =>
  of.dataClass !== null && !session.permissions.classified.has(of.dataClass);

/** Whether a field that the person may see must still not leave in a workbook. */
export const staysInside = (session: Session, of: CompiledField): boolean =>
  of.dataClass !== null && !session.permissions.exportable.has(of.dataClass);
