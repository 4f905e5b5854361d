/**
 * Which records a person may see. One function makes both the SQL of lists and the check of a single record, so that the two cannot disagree.
 * Scopes of several roles add up: a record is visible if any of them admits it. A role may say something else for single modules.
 */
import { areaOf, isWithin } from '@hengneng/core';
import type { Session } from '../context.ts';

/** Where a table keeps what scopes look at, as SQL expressions; null where records have no such thing. */
export interface ScopeColumns {
  readonly applicant: string | null;
  readonly dept: string | null;
  readonly project: string | null;
}

/** What of a single record scopes look at. */
export interface ScopeFacts {
  readonly applicant: string | null;
  readonly dept: string | null;
  readonly project: string | null;
  /** Area department of the project, where the record has one. */
  readonly projectArea: string | null;
}

export interface ScopePolicy {
  /** True where everything is visible. */
  readonly everything: boolean;
  /** SQL condition; `bind` takes a value and answers its placeholder. */
  sql(columns: ScopeColumns, bind: (value: unknown) => string): string;
  admits(facts: ScopeFacts): boolean;
}

/** Roots that cover an area: the department's own area, whatever the role lists. */
const areaRootsOf = (session: Session): readonly string[] => {
  const own = areaOf(session.deptId);
  return [...new Set([...session.permissions.areaRoots, ...(own ? [own] : [])])];
};

/** @param module whose records are asked about; null for what belongs to no module (projects) */
export function scopeOf(session: Session, module: string | null): ScopePolicy {
  const { deptRoots, moduleScopes, projects } = session.permissions;
  const scopes = (module === null ? undefined : moduleScopes.get(module)) ?? session.permissions.scopes;
  const everything = scopes.has('all');
  const areas = scopes.has('area') ? areaRootsOf(session) : [];
  const depts = scopes.has('dept') ? [...new Set([...deptRoots, session.deptId])] : [];
  const assigned = scopes.has('project') ? [...projects] : [];

  return {
    everything,
    sql(columns, bind) {
      if (everything) return 'true';
      const parts: string[] = [];
      // What one filed oneself is always one's own.
      if (columns.applicant) parts.push(`${columns.applicant} = ${bind(session.userId)}::bigint`);
      const roots = [...new Set([...depts, ...areas])];
      if (columns.dept && roots.length > 0)
        parts.push(`exists (select from unnest(${bind(roots)}::text[]) root where starts_with(${columns.dept}, root))`);
      if (columns.project && assigned.length > 0) parts.push(`${columns.project} = any(${bind(assigned)}::text[])`);
      if (columns.project && areas.length > 0)
        parts.push(
          `${columns.project} in (select p.code from project p, unnest(${bind(areas)}::text[]) root where starts_with(p.area, root))`,
        );
      return parts.length === 0 ? 'false' : `(${parts.join(' or ')})`;
    },
    admits(facts) {
      if (everything) return true;
      if (facts.applicant !== null && facts.applicant === session.userId) return true;
      if (facts.dept !== null && [...depts, ...areas].some((root) => isWithin(facts.dept ?? '', root))) return true;
      if (facts.project !== null && assigned.includes(facts.project)) return true;
      return facts.projectArea !== null && areas.some((root) => isWithin(facts.projectArea ?? '', root));
    },
  };
}
