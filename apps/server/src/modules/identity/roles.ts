/** Roles: what they grant and who holds them. */
import type { roleDetail, roleIndex, roleSave, roleSaveMembers, roleUsers, userRoles } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { insistUnchanged } from '../../platform/http/changed-since.ts';
import { invalid, refused } from '../../platform/http/errors.ts';
import {
  keepAnAdmin,
  lockManaged,
  need,
  notOneself,
  onlyAdminsAppoint,
  refuseExclusions,
  ROLES_SCREEN,
  roleById,
} from './guard.ts';
import { askedByRoles } from './hand-over.ts';
import { likeText } from './paging.ts';
import { bumpRole, bumpUsers, heldNow } from './permissions.ts';
import { keepingPosts, refuseLeavingByPost } from './role-posts.ts';
import { grantsOf, isOpenable, NO_GRANTS, stampOf } from './role-grants.ts';
import { SCOPES } from './role-scopes.ts';
import { personColumns } from './user-list.ts';
import { trail } from '../../platform/audit/trail.ts';

type RoleRow = z.input<typeof roleIndex.output>[number];

const roleColumns = sql`r.id::text as "roleId", r.code as "roleCode", r.name as "roleName", r.builtin,
  (select count(*)::int from user_role ur join app_user u on u.id = ur.user_id where ur.role_id = r.id and u.state = 'active' and ${heldNow('ur')}) as users,
  to_char(r.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "updatedAt"`;

/** Found by name and code, and by a menu that they open. */
export const listRoles = async (db: Db, keyword: string | undefined): Promise<RoleRow[]> => {
  const like = likeText(keyword ?? '');
  const { rows } =
    await sql<RoleRow>`select ${roleColumns} from role r where r.name ilike ${like} or r.code ilike ${like}
      or exists (select from role_menu g join menu m on m.short_code = g.short_code where g.role_id = r.id and m.name ilike ${like})
    order by r.sort, r.id`.execute(db);
  return rows;
};

export const roleNames = async (db: Db) => {
  const { rows } = await sql<{ roleId: string; roleCode: string; roleName: string }>`
    select id::text as "roleId", code as "roleCode", name as "roleName" from role order by sort, id`.execute(db);
  return rows;
};

/** How a row of `user_role` came to be; whoever was put in for a time shows that time, also where a post holds the role for longer. */
const PUT_IN = sql`left join role_member m on m.user_id = ur.user_id and m.role_id = ur.role_id`;
const JOINED = sql`m.user_id is not null as direct, ur.post, (${heldNow('ur')}) as current,
  (case when m.user_id is null then ur.from_date else m.from_date end)::text as "from",
  (case when m.user_id is null then ur.to_date else m.to_date end)::text as "to"`;

/** Members of a role, by id or code; with a project, only its people. */
export const membersOf = async (
  db: Db,
  input: z.output<typeof roleUsers.input>,
): Promise<z.input<typeof roleUsers.output>> => {
  const { rows } = await sql<z.input<typeof roleUsers.output>[number]>`
    select ${personColumns}, ${JOINED}
    from role r join user_role ur on ur.role_id = r.id ${PUT_IN} join app_user u on u.id = ur.user_id left join dept d on d.id = u.dept_id
    where (r.id::text = ${input.roleId} or r.code = ${input.roleId})
      ${input.projectCode === undefined ? sql`` : sql`and exists (select 1 from user_project up where up.user_id = u.id and up.project_code = ${input.projectCode} and ${heldNow('up')})`}
    order by u.pinyin, u.id`.execute(db);
  return rows;
};

export const rolesOf = async (db: Db, userId: string): Promise<z.input<typeof userRoles.output>> => {
  const { rows } = await sql<z.input<typeof userRoles.output>[number]>`
    select r.id::text as "roleId", r.code as "roleCode", r.name as "roleName", r.builtin, ${JOINED}
    from user_role ur ${PUT_IN} join role r on r.id = ur.role_id where ur.user_id = ${userId} order by r.sort, r.id`.execute(
    db,
  );
  return rows;
};

export const readRole = async (db: Db, roleId: string): Promise<z.input<typeof roleDetail.output>> => {
  await roleById(db, roleId);
  const [role, granted, exclusions] = await Promise.all([
    sql<RoleRow>`select ${roleColumns} from role r where r.id = ${roleId}`.execute(db),
    grantsOf(db, [roleId]),
    sql<{ roleId: string; roleName: string; reason: string }>`
      select o.id::text as "roleId", o.name as "roleName", x.reason from role_exclusion x
      join role o on o.id = case when x.role_a = ${roleId} then x.role_b else x.role_a end
      where ${roleId} in (x.role_a, x.role_b)`.execute(db),
  ]);
  const grants = granted.get(roleId) ?? NO_GRANTS;
  const { menus, scopes, exceptions, projects, classes } = grants;
  const named = await sql<{ ProjectCode: string; ProjectName: string }>`
    select code as "ProjectCode", name as "ProjectName" from project where code = any(${[...projects]}::text[]) order by 1`.execute(
    db,
  );
  return {
    ...(role.rows[0] as RoleRow),
    // Grants of screens that this version does not have stay untouched and unseen.
    grants: [...menus]
      .filter(([code]) => isOpenable(code))
      .map(([ShortCode, buttons]) => ({ ShortCode, buttons: [...buttons] })),
    scopes: SCOPES.filter((scope) => scopes.includes(scope)),
    exceptions: exceptions.map((line) => ({ ...line, scopes: [...line.scopes] })),
    projects: named.rows,
    classes: [...classes.keys()],
    exports: [...classes].flatMap(([name, out]) => (out ? [name] : [])),
    stamp: stampOf(grants),
    exclusions: exclusions.rows,
  };
};

export const saveRole = (ctx: Ctx, input: z.output<typeof roleSave.input>): Promise<{ roleId: string }> => {
  need(ctx.session, ROLES_SCREEN, input.roleId === undefined ? 'add' : 'edit');
  return ctx.write(async (tx) => {
    // Two who take the same code at once: the second is told so at its field.
    await sql`select pg_advisory_xact_lock(hashtextextended('role', 0))`.execute(tx);
    const taken = await sql<{ code: string; name: string }>`
      select code, name from role where (lower(code) = lower(${input.roleCode}) or name = ${input.roleName}) and id <> ${input.roleId ?? '0'}`.execute(
      tx,
    );
    if (taken.rows.some((row) => row.code.toLowerCase() === input.roleCode.toLowerCase()))
      throw invalid([{ path: 'roleCode', message: '角色编码已存在' }]);
    if (taken.rows.length > 0) throw invalid([{ path: 'roleName', message: '角色名称已存在' }]);
    if (input.roleId !== undefined) return renameRole(tx, ctx, input.roleId, input);
    if (input.copyFrom !== undefined) {
      const source = await roleById(tx, input.copyFrom);
      if (source.code === 'admin') throw refused('系统管理员的授权不能复制');
    }
    const { rows } = await sql<{ id: string }>`
      insert into role (code, name) values (${input.roleCode}, ${input.roleName}) returning id::text`.execute(tx);
    const id = rows[0]?.id ?? '';
    if (input.copyFrom !== undefined)
      for (const [table, column] of [
        ['role_menu', 'short_code, buttons'],
        ['role_scope', 'scope'],
        ['role_scope_exception', 'kind, code, scopes'],
        ['role_project', 'project_code'],
        ['role_class', 'data_class, exportable'],
      ] as const)
        await sql`insert into ${sql.table(table)} (role_id, ${sql.raw(column)})
          select ${id}::bigint, ${sql.raw(column)} from ${sql.table(table)} where role_id = ${input.copyFrom}`.execute(
          tx,
        );
    await trail(tx, ctx, {
      kind: '权限',
      action: input.copyFrom === undefined ? '新建角色' : '复制角色',
      object: `角色 ${input.roleName}`,
      after: { 编码: input.roleCode, 名称: input.roleName },
    });
    return { roleId: id };
  });
};

const renameRole = async (
  tx: Tx,
  ctx: Ctx,
  roleId: string,
  input: z.output<typeof roleSave.input>,
): Promise<{ roleId: string }> => {
  await sql`select 1 from role where id = ${roleId} for update`.execute(tx);
  const role = await roleById(tx, roleId);
  insistUnchanged('该角色', { roleCode: '编码', roleName: '名称' }, input.seen, {
    roleCode: role.code,
    roleName: role.name,
  });
  if (role.builtin && input.roleCode !== role.code)
    throw invalid([{ path: 'roleCode', message: '内置角色的编码不能修改' }]);
  await sql`update role set code = ${input.roleCode}, name = ${input.roleName}, updated_at = now() where id = ${role.id}`.execute(
    tx,
  );
  await bumpRole(tx, role.id);
  await trail(tx, ctx, {
    kind: '权限',
    action: '修改角色',
    object: `角色 ${role.name}`,
    before: { 编码: role.code, 名称: role.name },
    after: { 编码: input.roleCode, 名称: input.roleName },
  });
  return { roleId: role.id };
};

export const checkPeriods = (
  rows: readonly { from?: string | null | undefined; to?: string | null | undefined }[],
  at: string,
) => {
  const errors = rows.flatMap((row, index) =>
    row.from != null && row.to != null && row.to < row.from
      ? [{ path: `${at}[${index}].to`, message: '结束日期不能早于开始日期' }]
      : [],
  );
  if (errors.length > 0) throw invalid(errors);
};

export const saveMembers = (
  ctx: Ctx,
  input: z.output<typeof roleSaveMembers.input>,
): Promise<z.input<typeof roleSaveMembers.output>> => {
  checkPeriods(input.add, 'add');
  return ctx.write(async (tx) => {
    const role = await roleById(tx, input.roleId);
    onlyAdminsAppoint(ctx, role);
    const adding = input.add.map((row) => row.userId);
    for (const id of [...adding, ...input.remove]) await notOneself(ctx, id);
    for (const id of new Set([...adding, ...input.remove])) await lockManaged(tx, ctx.session, id);
    if (role.code === 'admin' && input.remove.length > 0) await keepAnAdmin(tx, input.remove);
    await refuseLeavingByPost(tx, role, input.remove);
    const removed =
      await sql`delete from role_member where role_id = ${role.id} and user_id = any(${[...input.remove]}::bigint[])`.execute(
        tx,
      );
    const rows = input.add.map((row) => ({ id: row.userId, from: row.from ?? null, to: row.to ?? null }));
    const added = await keepingPosts(tx, adding, () =>
      sql`insert into role_member (user_id, role_id, from_date, to_date)
        select m.id, ${role.id}::bigint, m."from", m."to"
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m(id bigint, "from" date, "to" date)
        on conflict (user_id, role_id) do update set from_date = excluded.from_date, to_date = excluded.to_date`.execute(
        tx,
      ),
    );
    await refuseExclusions(tx, adding);
    await bumpUsers(tx, [...adding, ...input.remove]);
    const names = await sql<{ id: string; name: string }>`select id::text, user_name as name from app_user
      where id = any(${[...adding, ...input.remove]}::bigint[])`.execute(tx);
    const nameOf = new Map(names.rows.map((row) => [row.id, row.name]));
    await trail(tx, ctx, {
      kind: '权限',
      action: '成员加减',
      object: `角色 ${role.name}`,
      before: { 减少: input.remove.map((id) => nameOf.get(id) ?? id).join('、') || null },
      after: { 增加: adding.map((id) => nameOf.get(id) ?? id).join('、') || null },
    });
    const still = new Set((await membersOf(tx, { roleId: role.id })).map((row) => row.UserId));
    const gone = input.remove.filter((id) => !still.has(id));
    return {
      added: Number(added.numAffectedRows ?? 0),
      removed: Number(removed.numAffectedRows ?? 0),
      waiting: await askedByRoles(tx, gone, [role.code]),
    };
  });
};

/** A role that one person holds goes to another, with its dates. */
export const moveRole = async (tx: Tx, ctx: Ctx, roleId: string, from: string, to: string): Promise<void> => {
  const role = await roleById(tx, roleId);
  onlyAdminsAppoint(ctx, role);
  await notOneself(ctx, to);
  const taker = await lockManaged(tx, ctx.session, to);
  // What somebody has by their post is not given away, and who has the role by theirs need not be put in.
  const { numAffectedRows: put } = await keepingPosts(tx, [taker.id], () =>
    sql`insert into role_member (user_id, role_id, from_date, to_date)
      select ${taker.id}::bigint, m.role_id, m.from_date, m.to_date from role_member m
      where m.user_id = ${from} and m.role_id = ${role.id}
        and not exists (select from user_role h where h.user_id = ${taker.id} and h.role_id = m.role_id and h.post is not null)
      on conflict do nothing`.execute(tx),
  );
  await sql`delete from role_member where user_id = ${from} and role_id = ${role.id}`.execute(tx);
  if (role.code === 'admin') await keepAnAdmin(tx, [from]);
  await refuseExclusions(tx, [taker.id]);
  await bumpUsers(tx, [from, taker.id]);
  await trail(tx, ctx, {
    kind: '权限',
    action: '移交角色',
    object: `用户 ${taker.account}`,
    summary: put === 1n ? '' : '接手人已担任该角色',
    after: { 增加: put === 1n ? role.name : null },
  });
};

export const deleteRole = (ctx: Ctx, roleId: string): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    await sql`select 1 from role where id = ${roleId} for update`.execute(tx);
    const role = await roleById(tx, roleId);
    if (role.builtin) throw refused('内置角色不能删除');
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from user_role where role_id = ${roleId}`.execute(tx);
    const n = rows[0]?.n ?? 0;
    if (n > 0) throw refused(`该角色还有${n}名成员`);
    await sql`delete from role where id = ${roleId}`.execute(tx);
    await trail(tx, ctx, {
      kind: '权限',
      action: '删除角色',
      object: `角色 ${role.name}`,
      before: { 编码: role.code, 名称: role.name },
    });
    return { ok: true };
  });
