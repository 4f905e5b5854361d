/**
 * Which communities' households a person may see who takes their money: those where the person does so now. A cashier's role reaches every project, so
 * that the scope of roles does not say it; lists, single records and the pages of charging ask here.
 */
import type { RoleCode } from '@hengneng/core';
import type { Session } from '../context.ts';

/** Roles that see households by the scope of their projects, whatever else they hold. */
const BY_PROJECT: ReadonlySet<RoleCode> = new Set<RoleCode>([
  'admin',
  'generalManager',
  'operationDirector',
  'areaManager',
  'finance',
]);

export const heldToCommunities = (session: Pick<Session, 'roles'>): boolean =>
  session.roles.includes('cashier') && !session.roles.some((role) => BY_PROJECT.has(role));

/**
 * Condition on the id of a community, as SQL; what belongs to none is everybody's. Null where the person is not held to any.
 * @param bind takes a value and answers its placeholder
 */
export const inCommunities = (session: Session, community: string, bind: (value: unknown) => string): string | null =>
  heldToCommunities(session)
    ? `(${community} is null or exists (select from community held where held.id = ${community} and (held.project_code = any(${bind([...session.permissions.projects])}::text[])
      or exists (select from community_cashier k where k.community_id = held.id and k.user_id = ${bind(session.userId)}::bigint
        and k.span @> (app_now() at time zone 'Asia/Shanghai')::date))))`
    : null;
