/** Accounts, roles and projects of people, as personnel forms change them. Every change takes effect at the person's next request. */
import { ROLES, type RoleCode } from '@hengneng/core';
import { sql } from 'kysely';
import { pinyin } from 'pinyin-pro';
import { rolesByPost, toHandOver } from '../../modules/identity/index.ts';
import { audit } from '../../platform/audit/audit.ts';
import { endSessions } from '../../platform/auth/sessions.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid, refused } from '../../platform/http/errors.ts';

/** `zhang san zs`: what pickers search by. */
export const fullPinyin = (name: string): string =>
  `${pinyin(name, { toneType: 'none', type: 'array' }).join('')} ${pinyin(name, { pattern: 'first', toneType: 'none', type: 'array' }).join('')}`;

/**
 * Role codes of a text such as `运行工、安全员`.
 * @throws invalid at `roleNames` for a name that is no role.
 */
export async function rolesNamed(tx: Tx, text: string): Promise<readonly string[]> {
  const names = text.split(/[、，,;；\s]+/).filter(Boolean);
  const { rows } = await sql<{ code: string; name: string }>`select code, name from role`.execute(tx);
  const builtin = Object.entries(ROLES).map(([code, name]) => ({ code, name: name as string }));
  return names.map((name) => {
    const role = [...rows, ...builtin].find((each) => each.name === name || each.code === name);
    if (!role) throw invalid([{ path: 'roleNames', message: `没有名为「${name}」的角色` }]);
    if (role.code === ('admin' satisfies RoleCode))
      throw invalid([{ path: 'roleNames', message: '系统管理员须在用户管理中单独授权' }]);
    return role.code;
  });
}

/** Puts a person into roles; what they have then, by their post as well, is on record. */
export async function grantRoles(tx: Tx, user: string, codes: readonly string[], why: string): Promise<void> {
  const { rows } = await sql<{ account: string; names: string | null }>`
    with put as (
      insert into role_member (user_id, role_id) select ${user}, id from role where code = any(${[...codes]}::text[])
      on conflict do nothing returning role_id
    ) select u.account, (select string_agg(r.name, '、' order by r.sort, r.id) from put join role r on r.id = put.role_id) as names
      from app_user u where u.id = ${user}`.execute(tx);
  const byPost = await rolesByPost(tx, user);
  const [put] = rows;
  if (put !== undefined && (put.names !== null || byPost !== null))
    await audit(tx, {
      userId: null,
      kind: '权限',
      action: '分配角色',
      object: `用户 ${put.account}`,
      summary: why,
      before: { 角色: null },
      after: { 角色: put.names, 岗位角色: byPost },
    });
  await bumpPermissions(tx, user);
}

/**
 * Takes an account out of service whose person was never to have it. People are never deleted; their number is free for who is entered again.
 * What waits for them must be gone before, as wherever an account is disabled.
 */
export async function closeAccount(tx: Tx, user: string, why: string): Promise<void> {
  const waiting = await toHandOver(tx, user);
  if (waiting > 0) throw refused(`该员工还有${waiting}件待办，请先在用户管理办理离职交接`);
  const { rows } = await sql<{ account: string }>`
    update app_user set state = 'disabled', phone = null, permission_version = permission_version + 1 where id = ${user}
    returning account`.execute(tx);
  await endSessions(tx, user);
  await audit(tx, {
    userId: null,
    kind: '权限',
    action: '停用账号',
    object: `用户 ${rows[0]?.account ?? ''}`,
    summary: why,
    after: { 状态: 'disabled' },
  });
}

/** Moves a person to another department and post. Which roles the post brings along follows in the database; what changed is on record. */
export async function moveTo(tx: Tx, user: string, dept: string, position: string, why: string): Promise<void> {
  const before = await rolesByPost(tx, user);
  const { rows } = await sql<{ account: string }>`
    update app_user set dept_id = ${dept}, position = ${position} where id = ${user} returning account`.execute(tx);
  const after = await rolesByPost(tx, user);
  if (before !== after)
    await audit(tx, {
      userId: null,
      kind: '权限',
      action: '岗位角色变更',
      object: `用户 ${rows[0]?.account ?? ''}`,
      summary: why,
      before: { 岗位角色: before },
      after: { 岗位: position, 岗位角色: after },
    });
}

export async function grantProject(
  tx: Tx,
  user: string,
  project: string,
  role: string | null,
  from: string | null,
): Promise<void> {
  await sql`insert into user_project (user_id, project_code, project_role, from_date) values (${user}, ${project}, ${role}, ${from})
    on conflict (user_id, project_code) do update set project_role = excluded.project_role, from_date = excluded.from_date, to_date = null`.execute(
    tx,
  );
  await bumpPermissions(tx, user);
}

/** Ends a person's part in a project with the day before `day`; one that would have begun later never begins. */
export async function endProject(tx: Tx, user: string, project: string, day: string): Promise<void> {
  await sql`delete from user_project where user_id = ${user} and project_code = ${project} and from_date >= ${day}::date`.execute(
    tx,
  );
  await sql`update user_project set to_date = ${day}::date - 1 where user_id = ${user} and project_code = ${project}`.execute(
    tx,
  );
  await bumpPermissions(tx, user);
}

/** What a person may do is read anew at their next request. */
export async function bumpPermissions(tx: Tx, user: string): Promise<void> {
  await sql`update app_user set permission_version = permission_version + 1 where id = ${user}`.execute(tx);
}
