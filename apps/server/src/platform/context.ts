import type { RoleCode } from '@hengneng/core';
import type { Late } from './db/late.ts';
import type { Db, Tx } from './db/schema.ts';

/** Row scope of a role, widest last. `dept` and `area` mean the subtree; `project` the assigned projects. */
export type ScopeKind = 'self' | 'dept' | 'area' | 'project' | 'all';

/** Who is calling, resolved once per request from the opaque token. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly account: string;
  readonly userName: string;
  /** Department id (T_OutSideDeptId), e.g. `A632201`. */
  readonly deptId: string;
  readonly roles: readonly RoleCode[];
  /** Only changing the password is allowed. */
  readonly mustChangePassword: boolean;
  /** Proved by phone code to set a new password; good for nothing else. */
  readonly resetOnly?: boolean;
  readonly permissions: Permissions;
}

/** Scopes that count within some projects only. */
export interface LimitedScopes {
  readonly projects: readonly string[];
  readonly scopes: ReadonlySet<ScopeKind>;
  readonly moduleScopes: ReadonlyMap<string, ReadonlySet<ScopeKind>>;
}

/** What a person may do, merged over all roles. */
export interface Permissions {
  /** ShortCode → button codes granted there. A ShortCode that is not a key is not granted at all. */
  readonly buttons: ReadonlyMap<string, ReadonlySet<number>>;
  /** Row scope, merged over the roles: a record is visible if any of these admits it. */
  readonly scopes: ReadonlySet<ScopeKind>;
  /** Module → scopes that count there instead, for modules of which some role says something else. */
  readonly moduleScopes: ReadonlyMap<string, ReadonlySet<ScopeKind>>;
  /** What roles that count in some projects only admit there. */
  readonly limited: readonly LimitedScopes[];
  /** Ids of the departments whose subtree the `dept` and `area` scopes mean. */
  readonly deptRoots: readonly string[];
  readonly areaRoots: readonly string[];
  /** Codes of the assigned projects. */
  readonly projects: ReadonlySet<string>;
  /** Field groups (`salary`, `idNo`, …) whose values are shown. */
  readonly classified: ReadonlySet<string>;
  /** Of those, the ones that may leave in a workbook. */
  readonly exportable: ReadonlySet<string>;
}

/** Who is assigned to one project only starts with it wherever one is asked for; null where there is a choice. */
export const onlyProject = ({ projects }: Pick<Permissions, 'projects'>): string | null =>
  projects.size === 1 ? ([...projects][0] ?? null) : null;

/** What a handler gets. A public call has no session. */
export interface Ctx {
  readonly db: Db;
  readonly requestId: string;
  readonly ip: string;
  readonly device: string;
  /** With its version; nothing where no browser asks. */
  readonly browser?: string;
  readonly now: Date;
  /** The header of that name, for callers that are no people (gateways); people have a session. */
  readonly authorization?: string | undefined;
  /** Throws 401 where there is none. */
  readonly session: Session;
  /**
   * Runs the one write of this request in one transaction, with its idempotency key (where the caller sent one) claimed and its
   * result stored in the same transaction. Audit rows and outbox messages written through `tx` commit with it.
   */
  write<T>(work: (tx: Tx) => Promise<T | Late<T>>): Promise<T>;
}
