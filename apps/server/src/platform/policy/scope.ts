/**
 * Which records a person may see. One function makes both the SQL of lists and the check of a single record, so that the two cannot disagree.
 * Scopes of several roles add up: a record is visible if any of them admits it. A role may say something else for single modules,
 * or count within some projects only.
 */
import { areaOf, isWithin } from '@hengneng/core';
import type { LimitedScopes, Session } from '../context.ts';

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

type Bind = (value: unknown) => string;

export interface ScopePolicy {
  /** True where everything is visible. */
  readonly everything: boolean;
  /** SQL condition; `bind` takes a value and answers its placeholder. */
  sql(columns: ScopeColumns, bind: Bind): string;
  admits(facts: ScopeFacts): boolean;
}

/** Roots that cover an area: the department's own area, whatever the role lists. */
const areaRootsOf = (session: Session): readonly string[] => {
  const own = areaOf(session.deptId);
  return [...new Set([...session.permissions.areaRoots, ...(own ? [own] : [])])];
};

type Scopes = Pick<LimitedScopes, 'scopes' | 'moduleScopes'>;

/** What these scopes admit of a module's records, wherever they count. */
const reachOf = (session: Session, { scopes: usual, moduleScopes }: Scopes, module: string | null) => {
  const { deptRoots, projects } = session.permissions;
  const scopes = (module === null ? undefined : moduleScopes.get(module)) ?? usual;
  const everything = scopes.has('all');
  const areas = scopes.has('area') ? areaRootsOf(session) : [];
  // Who belongs to no department covers none: every id begins with nothing.
  const depts = scopes.has('dept') ? [...new Set([...deptRoots, session.deptId])].filter((root) => root !== '') : [];
  const assigned = scopes.has('project') ? [...projects] : [];
  return {
    everything,
    /** Conditions of which any will do. */
    parts(columns: ScopeColumns, bind: Bind): readonly string[] {
      if (everything) return ['true'];
      const parts: string[] = [];
      const roots = [...new Set([...depts, ...areas])];
      if (columns.dept && roots.length > 0)
        parts.push(`exists (select from unnest(${bind(roots)}::text[]) root where starts_with(${columns.dept}, root))`);
      if (columns.project && assigned.length > 0) parts.push(`${columns.project} = any(${bind(assigned)}::text[])`);
      if (columns.project && areas.length > 0)
        parts.push(
          `${columns.project} in (select p.code from project p, unnest(${bind(areas)}::text[]) root where starts_with(p.area, root))`,
        );
      return parts;
    },
    admits(facts: ScopeFacts): boolean {
      if (everything) return true;
      if (facts.dept !== null && [...depts, ...areas].some((root) => isWithin(facts.dept ?? '', root))) return true;
      if (facts.project !== null && assigned.includes(facts.project)) return true;
      return facts.projectArea !== null && areas.some((root) => isWithin(facts.projectArea ?? '', root));
    },
  };
};

/** @param module whose records are asked about; null for what belongs to no module (projects) */
export function scopeOf(session: Session, module: string | null): ScopePolicy {
  const open = reachOf(session, session.permissions, module);
  const limited = session.permissions.limited.map((of) => ({
    projects: of.projects,
    reach: reachOf(session, of, module),
  }));
  return {
    everything: open.everything,
    sql(columns, bind) {
      if (open.everything) return 'true';
      const parts: string[] = [];
      // What one filed oneself is always one's own.
      if (columns.applicant) parts.push(`${columns.applicant} = ${bind(session.userId)}::bigint`);
      parts.push(...open.parts(columns, bind));
      if (columns.project)
        for (const { projects, reach } of limited) {
          const inside = reach.parts(columns, bind);
          if (inside.length > 0)
            parts.push(`(${columns.project} = any(${bind(projects)}::text[]) and (${inside.join(' or ')}))`);
        }
      return parts.length === 0 ? 'false' : `(${parts.join(' or ')})`;
    },
    admits(facts) {
      if (facts.applicant !== null && facts.applicant === session.userId) return true;
      if (open.admits(facts)) return true;
      const { project } = facts;
      return project !== null && limited.some((of) => of.projects.includes(project) && of.reach.admits(facts));
    },
  };
}
