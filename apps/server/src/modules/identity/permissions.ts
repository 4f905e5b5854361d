/** What a person may do, merged over the roles that hold today. */
import { areaOf, type DataClass, type RoleCode } from '@hengneng/core';
import { type RawBuilder, sql } from 'kysely';
import type { Permissions, Session } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { mergeScopes, type RoleScopes } from './role-scopes.ts';

/** A role of a person counts while its dates do; days are those of the business, not of UTC. */
export const TODAY = sql<string>`(now() at time zone 'Asia/Shanghai')::date`;
export const heldNow = (alias: string) =>
  sql<boolean>`(${sql.ref(`${alias}.from_date`)} is null or ${sql.ref(`${alias}.from_date`)} <= ${TODAY})
    and (${sql.ref(`${alias}.to_date`)} is null or ${sql.ref(`${alias}.to_date`)} >= ${TODAY})`;

/** Ids, as text, of the active people who hold a role and are assigned to a project, both today. @param project its code, in SQL */
export const roleInProject = (role: RoleCode, project: RawBuilder<unknown>) =>
  sql<
    readonly string[]
  >`array(select distinct hu.id::text from user_project hp join app_user hu on hu.id = hp.user_id and hu.state = 'active'
    join user_role hr on hr.user_id = hu.id and ${heldNow('hr')} join role ho on ho.id = hr.role_id and ho.code = ${role}
    where hp.project_code = ${project} and ${heldNow('hp')})`;

export interface Loaded {
  readonly roles: readonly RoleCode[];
  readonly permissions: Permissions;
}

interface Row {
  roles: string[];
  menus: { c: string; b: number[] }[];
  reach: RoleScopes[];
  classes: { name: DataClass; out: boolean }[];
  projects: string[];
  dept: string | null;
  managed: string[];
  formerly: { old: string; now: string }[];
}

/**
 * Roles and permissions of a person, in one query.
 * `dept` scope means the person's department and every department they manage; `area` the area their department lies in (or those they manage).
 * @param onlyRole id of the role that alone counts, whether or not the person holds it
 */
export const loadPermissions = async (db: Db, userId: string, onlyRole?: string): Promise<Loaded> => {
  const held =
    onlyRole === undefined
      ? sql`select r.id, r.code from user_role ur join role r on r.id = ur.role_id where ur.user_id = ${userId} and ${heldNow('ur')}`
      : sql`select r.id, r.code from role r where r.id = ${onlyRole}`;
  const { rows } = await sql<Row>`
    with held as (${held})
    select
      coalesce((select json_agg(code order by code) from held), '[]') as roles,
      coalesce((select json_agg(json_build_object('c', short_code, 'b', buttons)) from (
        select rm.short_code, array(select distinct unnest from held h2 join role_menu m2 on m2.role_id = h2.id and m2.short_code = rm.short_code, unnest(m2.buttons)
          where unnest <> all(coalesce((select x.off_buttons from menu x where x.short_code = rm.short_code), '{}'))) as buttons
        from held join role_menu rm on rm.role_id = held.id group by rm.short_code) g), '[]') as menus,
      coalesce((select json_agg(json_build_object(
        'scopes', array(select s.scope from role_scope s where s.role_id = held.id),
        'exceptions', coalesce((select json_agg(json_build_object('kind', x.kind, 'code', x.code, 'scopes', x.scopes))
          from role_scope_exception x where x.role_id = held.id), '[]'),
        'projects', array(select p.project_code from role_project p where p.role_id = held.id order by 1))) from held), '[]') as reach,
      coalesce((select json_agg(json_build_object('name', data_class, 'out', out)) from (
        select c.data_class, bool_or(c.exportable) as out from held join role_class c on c.role_id = held.id group by 1) g), '[]') as classes,
      coalesce((select json_agg(code) from (
        select up.project_code as code from user_project up where up.user_id = ${userId} and ${heldNow('up')}
        union select p.code from project p where p.manager = ${userId}) p), '[]') as projects,
      u.dept_id as dept,
      coalesce((select json_agg(d.id) from dept d where d.manager = ${userId} and d.state = 'active'), '[]') as managed,
      coalesce((select json_agg(json_build_object('old', old_id, 'now', dept_now(old_id))) from dept_successor), '[]') as formerly
    from app_user u where u.id = ${userId}`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error(`no user ${userId}`);
  const depts = [...new Set([...(row.dept === null ? [] : [row.dept]), ...row.managed])];
  // What was filed under a code that has moved or been merged since belongs to whoever covers what the code has become.
  const withFormer = (roots: readonly string[]): readonly string[] => [
    ...roots,
    ...row.formerly.filter(({ now }) => roots.some((root) => now.startsWith(root))).map(({ old }) => old),
  ];
  return {
    // Roles of the administrators' own making are no codes of the program; chains name built-in ones only.
    roles: row.roles as RoleCode[],
    permissions: {
      buttons: new Map(row.menus.map((menu) => [menu.c, new Set(menu.b)])),
      ...mergeScopes(row.reach),
      deptRoots: withFormer(depts),
      areaRoots: withFormer([...new Set(depts.map(areaOf).filter((area) => area !== null))]),
      projects: new Set(row.projects),
      classified: new Set(row.classes.map((of) => of.name)),
      exportable: new Set(row.classes.filter((of) => of.out).map((of) => of.name)),
    },
  };
};

/** What these people may do is read anew at their next request. */
export const bumpUsers = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  await sql`update app_user set permission_version = permission_version + 1 where id = any(${[...ids]}::bigint[])`.execute(
    tx,
  );
};

/** Everybody who holds the role. */
export const bumpRole = async (tx: Tx, roleId: string): Promise<void> => {
  await sql`update app_user set permission_version = permission_version + 1
    where id in (select user_id from user_role where role_id = ${roleId})`.execute(tx);
};

/** What somebody may do who is not asking themselves; null for who is not active. */
export const sessionOf = async (db: Db, userId: string, onlyRole?: string): Promise<Session | null> => {
  const { rows } = await sql<{ account: string; name: string; dept: string | null }>`
    select account, user_name as name, dept_id as dept from app_user where id = ${userId} and state = 'active'`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) return null;
  return {
    id: '',
    userId,
    account: row.account,
    userName: row.name,
    deptId: row.dept ?? '',
    mustChangePassword: false,
    ...(await loadPermissions(db, userId, onlyRole)),
  };
};
