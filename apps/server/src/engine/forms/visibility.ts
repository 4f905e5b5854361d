/** Which records of a module a person may see: data scope, or having taken part in the approval. Lists and single records ask the same function. */
import type { CompiledField } from '@hengneng/form-kit';
import type { Session } from '../../platform/context.ts';
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

/** The project that a record belongs to: the link, else the first project field. */
export const projectKeyOf = (module: Module): string | null =>
  (
    module.form.fields.find((of) => of.source === 'link' && of.field.type === 'project') ??
    module.form.fields.find((of) => of.field.type === 'project')
  )?.key ?? null;

/** Where the module's table keeps what scopes look at. */
export const scopeColumns = (module: Module, alias: string): ScopeColumns => {
  const project = projectKeyOf(module);
  return {
    applicant: `${alias}.applicant`,
    dept: `${alias}.applicant_dept`,
    project: project === null ? null : (module.sql.column(alias, project) ?? null),
  };
};

/** Records in whose approval the person takes or took part. */
export const participantSql = (module: Module, session: Session, alias: string, bind: Bind): string =>
  `${alias}.id in (select p.biz_id from wf_participant p where p.user_id = ${bind(session.userId)}::bigint and p.module_id = ${bind(module.id)})`;

/** SQL condition for the records that the person may see; `true` where nothing is hidden. */
export const visibleSql = (module: Module, session: Session, alias: string, bind: Bind): string => {
  const scope = scopeOf(session);
  if (scope.everything) return 'true';
  return `(${scope.sql(scopeColumns(module, alias), bind)} or ${participantSql(module, session, alias, bind)})`;
};

/** Whether the value of a classified field is kept from the person in lists and exports. */
export const isWithheld = (session: Session, of: CompiledField): boolean =>
  of.field.classified !== undefined && !session.permissions.classified.has(of.field.classified);
