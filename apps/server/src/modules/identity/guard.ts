/** Who may manage whom: what the administrators' calls check beyond the button. */
import { maskPhone } from '@hengneng/core';
import { type RawBuilder, sql } from 'kysely';
import { AUDIT_SCREEN } from '../../platform/audit/audit.ts';
import { mayPress } from '../../platform/auth/access.ts';
import { BUTTONS, type ButtonName } from '../../platform/auth/buttons.ts';
import type { Ctx, Session } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { forbidden, notFound, refused } from '../../platform/http/errors.ts';
import { heldNow } from './permissions.ts';
import { trail } from '../../platform/audit/trail.ts';

export const USERS = 'system.users';
export const ROLES_SCREEN = 'system.roles';
export const DEPTS_SCREEN = 'system.depts';
export const MENUS_SCREEN = 'system.menus';

export const holds = (session: Session, screen: string, button: ButtonName): boolean =>
  mayPress(session, screen, BUTTONS[button]);

/** For calls whose button depends on what is sent. */
export const need = (session: Session, screen: string, button: ButtonName): void => {
  if (!holds(session, screen, button)) throw forbidden();
};

/** Whether the session holds that button on any screen at all. */
export const holdsAnywhere = (session: Session, button: ButtonName): boolean =>
  [...session.permissions.buttons.values()].some((codes) => codes.has(BUTTONS[button]));

/** Departments whose people a manager of people may manage; null: all. */
const roots = (session: Session): readonly string[] | null => {
  const { scopes, deptRoots, areaRoots } = session.permissions;
  if (scopes.has('all')) return null;
  return [...(scopes.has('dept') ? deptRoots : []), ...(scopes.has('area') ? areaRoots : [])];
};

/** Condition on `app_user` under an alias. */
export const manageable = (session: Session, alias = 'u'): RawBuilder<boolean> => {
  const within = roots(session);
  if (within === null) return sql<boolean>`true`;
  return sql<boolean>`exists (select from unnest(${[...within]}::text[]) root where starts_with(${sql.ref(`${alias}.dept_id`)}, root))`;
};

/** Whether the session's scope covers a department. */
export const coversDept = (session: Session, dept: string | null): boolean => {
  const within = roots(session);
  return within === null || (dept !== null && within.some((root) => dept.startsWith(root)));
};

export interface ManagedUser {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly dept: string | null;
  readonly phone: string | null;
  readonly state: 'active' | 'disabled' | 'pending';
  readonly admin: boolean;
}

/** The person, locked for the rest of the transaction. @throws notFound */
export const lockPerson = async (tx: Tx, userId: string): Promise<ManagedUser> => {
  const { rows } = await sql<ManagedUser>`
    select u.id, u.account, u.user_name as name, u.dept_id as dept, u.phone, u.state,
      exists (select 1 from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id and r.code = 'admin') as admin
    from app_user u where u.id = ${userId} for update`.execute(tx);
  const user = rows[0];
  if (user === undefined) throw notFound('人员不存在');
  return user;
};

/**
 * The person, locked for the rest of the transaction, if the session may manage them.
 * @throws notFound, forbidden outside the scope, and where a person who is no administrator would change one
 */
export const lockManaged = async (tx: Tx, session: Session, userId: string): Promise<ManagedUser> => {
  const user = await lockPerson(tx, userId);
  if (!coversDept(session, user.dept)) throw forbidden('该人员不在您的管理范围内');
  if (user.admin && !session.roles.includes('admin')) throw forbidden('只有系统管理员可以修改系统管理员的账号');
  return user;
};

/** Administrators in service whose role holds today, without some; serialises with every other change of administrators. */
export const otherAdmins = async (tx: Tx, without: readonly string[]): Promise<number> => {
  await sql`select 1 from role where code = 'admin' for update`.execute(tx);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from user_role ur join role r on r.id = ur.role_id join app_user u on u.id = ur.user_id
    where r.code = 'admin' and u.state = 'active' and ${heldNow('ur')} and u.id <> all(${[...without]}::bigint[])`.execute(
    tx,
  );
  return rows[0]?.n ?? 0;
};

export const onlyAdminsAppoint = (ctx: Ctx, role: { readonly code: string }): void => {
  if (role.code === 'admin' && !ctx.session.roles.includes('admin'))
    throw forbidden('只有系统管理员可以授予或收回系统管理员角色');
};

export const keepAnAdmin = async (tx: Tx, without: readonly string[]): Promise<void> => {
  if ((await otherAdmins(tx, without)) === 0) throw refused('至少保留一个管理员');
};

/** One's own permissions are somebody else's to change. The attempt is on record, whatever becomes of the transaction around it. */
export const notOneself = async (ctx: Ctx, userId: string): Promise<void> => {
  if (ctx.session.userId !== userId) return;
  await trail(ctx.db, ctx, {
    kind: '权限',
    action: '修改自己的权限',
    object: `用户 ${ctx.session.account}`,
    result: '拒绝',
  });
  throw refused('不能修改自己的权限，请由另一名管理员操作');
};

export interface RoleInfo {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly builtin: boolean;
}

export const roleById = async (db: Db | Tx, roleId: string): Promise<RoleInfo> => {
  const { rows } = await sql<RoleInfo>`select id, code, name, builtin from role where id = ${roleId}`.execute(db);
  const role = rows[0];
  if (role === undefined) throw notFound('角色不存在');
  return role;
};

/** Whoever may do everything does not watch over it as well: another role that opens the audit log goes to somebody else. */
const refuseAdminAuditors = async (tx: Tx, users: readonly string[]): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select u.user_name as name from user_role a join role r on r.id = a.role_id and r.code = 'admin'
    join user_role b on b.user_id = a.user_id and b.role_id <> a.role_id
    join role_menu m on m.role_id = b.role_id and m.short_code = ${AUDIT_SCREEN}
    join app_user u on u.id = a.user_id
    where a.user_id = any(${[...users]}::bigint[])
      and daterange(a.from_date, a.to_date, '[]') && daterange(b.from_date, b.to_date, '[]') limit 1`.execute(tx);
  if (rows[0] !== undefined) throw refused(`审计员不能是系统管理员本人（${rows[0].name}）`);
};

/**
 * Refuses where somebody would hold two roles that exclude each other.
 * @param users people whose roles, or whose roles' grants, have just been written in this transaction
 */
export const refuseExclusions = async (tx: Tx, users: readonly string[]): Promise<void> => {
  if (users.length === 0) return;
  const { rows } = await sql<{ name: string; reason: string }>`
    select u.user_name as name, x.reason from role_exclusion x
    join user_role a on a.role_id = x.role_a join user_role b on b.role_id = x.role_b and b.user_id = a.user_id
    join app_user u on u.id = a.user_id
    where a.user_id = any(${[...users]}::bigint[])
      and daterange(a.from_date, a.to_date, '[]') && daterange(b.from_date, b.to_date, '[]') limit 1`.execute(tx);
  const clash = rows[0];
  if (clash !== undefined) throw refused(`${clash.reason}（${clash.name}）`);
  await refuseAdminAuditors(tx, users);
};

/** `138****0000`; null stays null. */
export const shownPhone = (phone: string | null): string | null => (phone === null ? null : maskPhone(phone));
