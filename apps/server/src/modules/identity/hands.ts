/** Roles that go together in what the built-in roles hold from the start. */
import type { RoleCode } from '@hengneng/core';

/** Makers have every button of a page, viewers look and take along; each sees what is within their scope. */
export interface Hands {
  readonly makers: readonly RoleCode[] | 'staff';
  readonly viewers: readonly RoleCode[];
}

/** A page of work that is no form's. */
export interface LookedAt {
  readonly makers: Hands['makers'];
  readonly viewers: Hands['makers'];
  /** Buttons of those who look, where it is not search, export and download. */
  readonly looking?: ReadonlySet<number>;
}

export const SITE: readonly RoleCode[] = ['projectManager', 'operator', 'engineer'];
/** Who makes something of what sites measure. */
export const ANALYSTS: readonly RoleCode[] = ['energyAnalyst', 'technicalDirector', 'hvacLeader'];
export const LEADERS: readonly RoleCode[] = ['generalManager', 'operationDirector', 'areaManager'];
