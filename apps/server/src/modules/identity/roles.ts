/** Roles: what they grant and who holds them. */
import type {
  menuEnumIndex,
  roleDetail,
  roleIndex,
  roleSave,
  roleSaveGrants,
  roleSaveMembers,
  roleUsers,
  userRoles,
  userSaveRoles,
} from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { BUTTON_TITLES, BUTTONS, PROJECT_BUTTONS } from '../../platform/auth/buttons.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { forbidden, invalid, refused } from '../../platform/http/errors.ts';
import { DATA_CLASSES } from './default-grants.ts';
import {
  holds,
  keepAnAdmin,
  lockManaged,
  need,
  notOneself,
  refuseExclusions,
  ROLES_SCREEN,
  type RoleInfo,
  roleById,
  USERS,
} from './guard.ts';
import { BUILT_MENUS, isBuilt, MENUS, menuOf } from './menus.ts';
import { likeText } from './paging.ts';
import { bumpRole, bumpUsers, heldNow } from './permissions.ts';
import { personColumns, type Scope, scopeName } from './user-list.ts';
import { trail } from './trail.ts';
import { onlineUsers } from './signins.ts';

type RoleRow = z.input<typeof roleIndex.output>[number];

const roleColumns = sql`r.id::text as "roleId", r.code as "roleCode", r.name as "roleName", r.builtin,
  (select count(*)::int from user_role ur join app_user u on u.id = ur.user_id where ur.role_id = r.id and u.state = 'active' and ${heldNow('ur')}) as users,
  to_char(r.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "updatedAt"`;

export const listRoles = async (db: Db, keyword: string | undefined): Promise<RoleRow[]> => {
  const like = likeText(keyword ?? '');
  const { rows } =
    await sql<RoleRow>`select ${roleColumns} from role r where r.name ilike ${like} or r.code ilike ${like}
    order by r.sort, r.id`.execute(db);
  return rows;
};

export const roleNames = async (db: Db) => {
  const { rows } = await sql<{ roleId: string; roleCode: string; roleName: string }>`
    select id::text as "roleId", code as "roleCode", name as "roleName" from role order by sort, id`.execute(db);
  return rows;
};

/** Members of a role, by id or code; with a project, only its people. */
export const membersOf = async (
  db: Db,
  input: z.output<typeof roleUsers.input>,
): Promise<z.input<typeof roleUsers.output>> => {
  const { rows } = await sql<z.input<typeof roleUsers.output>[number]>`
    select ${personColumns}, ur.from_date::text as "from", ur.to_date::text as "to", (${heldNow('ur')}) as current
    from role r join user_role ur on ur.role_id = r.id join app_user u on u.id = ur.user_id left join dept d on d.id = u.dept_id
    where (r.id::text = ${input.roleId} or r.code = ${input.roleId})
      ${input.projectCode === undefined ? sql`` : sql`and exists (select 1 from user_project up where up.user_id = u.id and up.project_code = ${input.projectCode} and ${heldNow('up')})`}
    order by u.pinyin, u.id`.execute(db);
  return rows;
};

export const rolesOf = async (db: Db, userId: string): Promise<z.input<typeof userRoles.output>> => {
  const { rows } = await sql<z.input<typeof userRoles.output>[number]>`
    select r.id::text as "roleId", r.code as "roleCode", r.name as "roleName", r.builtin, ur.from_date::text as "from",
      ur.to_date::text as "to", (${heldNow('ur')}) as current
    from user_role ur join role r on r.id = ur.role_id where ur.user_id = ${userId} order by r.sort, r.id`.execute(db);
  return rows;
};

export const readRole = async (db: Db, roleId: string): Promise<z.input<typeof roleDetail.output>> => {
  await roleById(db, roleId);
  const [role, grants, scopes, classes, exclusions] = await Promise.all([
    sql<RoleRow>`select ${roleColumns} from role r where r.id = ${roleId}`.execute(db),
    sql<{
      ShortCode: string;
      buttons: number[];
    }>`select short_code as "ShortCode", buttons from role_menu where role_id = ${roleId}`.execute(db),
    sql<{ scope: Scope }>`select scope from role_scope where role_id = ${roleId} order by scope`.execute(db),
    sql<{ name: string }>`select data_class as name from role_class where role_id = ${roleId} order by 1`.execute(db),
    sql<{ roleId: string; roleName: string; reason: string }>`
      select o.id::text as "roleId", o.name as "roleName", x.reason from role_exclusion x
      join role o on o.id = case when x.role_a = ${roleId} then x.role_b else x.role_a end
      where ${roleId} in (x.role_a, x.role_b)`.execute(db),
  ]);
  return {
    ...(role.rows[0] as RoleRow),
    // Grants of screens that this version does not have stay untouched and unseen.
    grants: grants.rows.filter((row) => isOpenable(row.ShortCode)),
    scopes: scopes.rows.map((row) => row.scope),
    classes: classes.rows.map((row) => row.name),
    exclusions: exclusions.rows,
  };
};

const isOpenable = (shortCode: string): boolean => {
  const menu = menuOf(shortCode);
  return menu !== undefined && menu.kind !== 'group' && isBuilt(menu);
};

export const saveRole = (ctx: Ctx, input: z.output<typeof roleSave.input>): Promise<{ roleId: string }> => {
  need(ctx.session, ROLES_SCREEN, input.roleId === undefined ? 'add' : 'edit');
  return ctx.write(async (tx) => {
    const taken = await sql<{ code: string; name: string }>`
      select code, name from role where (lower(code) = lower(${input.roleCode}) or name = ${input.roleName}) and id <> ${input.roleId ?? '0'}`.execute(
      tx,
    );
    if (taken.rows.some((row) => row.code.toLowerCase() === input.roleCode.toLowerCase()))
      throw invalid([{ path: 'roleCode', message: '角色编码已存在' }]);
    if (taken.rows.length > 0) throw invalid([{ path: 'roleName', message: '角色名称已存在' }]);
    if (input.roleId !== undefined) return renameRole(tx, ctx, await roleById(tx, input.roleId), input);
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
        ['role_class', 'data_class'],
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
  role: RoleInfo,
  input: z.output<typeof roleSave.input>,
): Promise<{ roleId: string }> => {
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

export const BUTTON_NAMES = new Map<number, string>(
  Object.entries(BUTTONS).map(([key, code]) => [code, BUTTON_TITLES[key as keyof typeof BUTTONS]]),
);
const PROJECT_BUTTON_TITLES: Readonly<Record<keyof typeof PROJECT_BUTTONS, string>> = {
  set: '设置',
  info: '信息',
  dataInput: '数据录入',
  infoDetail: '信息明细',
  extremityManage: '末端管理',
  warnManage: '报警管理',
};
export const PROJECT_BUTTON_NAMES = new Map<number, string>(
  Object.entries(PROJECT_BUTTONS).map(([key, code]) => [
    code,
    PROJECT_BUTTON_TITLES[key as keyof typeof PROJECT_BUTTONS],
  ]),
);

/** Everything a set of grants allows, one line each, as people read a difference. */
const lines = (granted: Granted): Set<string> => {
  const found = new Set<string>();
  for (const [code, buttons] of granted.menus) {
    const menu = menuOf(code);
    if (menu === undefined || !isBuilt(menu)) continue;
    found.add(`菜单 ${menu.name}`);
    const names = menu.secondSet ? PROJECT_BUTTON_NAMES : BUTTON_NAMES;
    for (const button of buttons) found.add(`${menu.name}：${names.get(button) ?? button}`);
  }
  for (const scope of granted.scopes) found.add(`数据范围 ${scopeName(scope)}`);
  for (const name of granted.classes) found.add(`可见 ${DATA_CLASSES[name] ?? name}`);
  return found;
};

interface Granted {
  readonly menus: ReadonlyMap<string, readonly number[]>;
  readonly scopes: readonly Scope[];
  readonly classes: readonly string[];
}

const difference = (before: Granted, after: Granted): { added: string[]; removed: string[] } => {
  const [old, next] = [lines(before), lines(after)];
  return { added: [...next].filter((line) => !old.has(line)), removed: [...old].filter((line) => !next.has(line)) };
};

/** What several roles grant together. */
const grantedBy = async (db: Db | Tx, roleIds: readonly string[]): Promise<Granted> => {
  const ids = [...roleIds];
  const [menus, scopes, classes] = await Promise.all([
    sql<{
      code: string;
      buttons: number[];
    }>`select short_code as code, buttons from role_menu where role_id = any(${ids}::bigint[])`.execute(db),
    sql<{ scope: Scope }>`select distinct scope from role_scope where role_id = any(${ids}::bigint[])`.execute(db),
    sql<{
      name: string;
    }>`select distinct data_class as name from role_class where role_id = any(${ids}::bigint[])`.execute(db),
  ]);
  const merged = new Map<string, number[]>();
  for (const row of menus.rows) merged.set(row.code, [...new Set([...(merged.get(row.code) ?? []), ...row.buttons])]);
  return { menus: merged, scopes: scopes.rows.map((row) => row.scope), classes: classes.rows.map((row) => row.name) };
};

const onlineNames = async (ctx: Ctx, userIds: readonly string[]): Promise<string[]> => {
  if (userIds.length === 0) return [];
  const online = new Set(await onlineUsers(ctx.db));
  const ids = userIds.filter((id) => online.has(id));
  const { rows } = await sql<{
    name: string;
  }>`select user_name as name from app_user where id = any(${ids}::bigint[]) order by id`.execute(ctx.db);
  return rows.map((row) => row.name);
};

const holdersOf = async (db: Db, roleId: string): Promise<string[]> => {
  const { rows } = await sql<{
    id: string;
  }>`select user_id::text as id from user_role ur where role_id = ${roleId} and ${heldNow('ur')}`.execute(db);
  return rows.map((row) => row.id);
};

/** Checks what was sent against the menu: only buttons that a screen has, nothing that does not exist. */
const wantedGrants = (input: z.output<typeof roleSaveGrants.input>): ReadonlyMap<string, readonly number[]> => {
  const wanted = new Map<string, readonly number[]>();
  const errors = input.grants.flatMap((grant, index) => {
    const menu = menuOf(grant.ShortCode);
    if (menu === undefined) return [{ path: `grants[${index}].ShortCode`, message: '菜单不存在' }];
    const foreign = grant.buttons.find((button) => !menu.buttons.includes(button));
    if (menu.kind !== 'group' && foreign !== undefined)
      return [{ path: `grants[${index}].buttons`, message: `${menu.name}没有按钮${foreign}` }];
    // Headings come with what is below them.
    if (menu.kind !== 'group')
      wanted.set(
        grant.ShortCode,
        [...new Set(grant.buttons)].sort((a, b) => a - b),
      );
    return [];
  });
  const unknown = input.classes.findIndex((name) => !(name in DATA_CLASSES));
  if (unknown >= 0) errors.push({ path: `classes[${unknown}]`, message: '数据密级不存在' });
  if (errors.length > 0) throw invalid(errors);
  return wanted;
};

export const saveGrants = async (
  ctx: Ctx,
  input: z.output<typeof roleSaveGrants.input>,
): Promise<z.input<typeof roleSaveGrants.output>> => {
  const role = await roleById(ctx.db, input.roleId);
  if (role.code === 'admin') throw refused('系统管理员的授权不可修改');
  if (ctx.session.roles.some((code) => code === role.code))
    throw refused('不能修改自己所持角色的授权，请由另一名管理员操作');
  const wanted = wantedGrants(input);
  const before = await grantedBy(ctx.db, [role.id]);
  const unseen = [...before.menus].filter(([code]) => !isOpenable(code));
  const after: Granted = {
    menus: new Map([...unseen, ...wanted]),
    scopes: [...new Set(input.scopes)],
    classes: [...new Set(input.classes)],
  };
  const changed = difference(before, after);
  const holders = await holdersOf(ctx.db, role.id);
  const answer = {
    ...changed,
    users: holders.length,
    online: changed.removed.length > 0 ? await onlineNames(ctx, holders) : [],
  };
  if (input.preview || (changed.added.length === 0 && changed.removed.length === 0)) return answer;
  return ctx.write(async (tx) => {
    await sql`select 1 from role where id = ${role.id} for update`.execute(tx);
    for (const table of ['role_menu', 'role_scope', 'role_class'])
      await sql`delete from ${sql.table(table)} where role_id = ${role.id}`.execute(tx);
    const grants = [...after.menus].map(([code, buttons]) => ({ code, buttons }));
    await sql`insert into role_menu (role_id, short_code, buttons)
      select ${role.id}::bigint, g.code, array(select jsonb_array_elements_text(g.buttons)::int)
      from jsonb_to_recordset(${JSON.stringify(grants)}::jsonb) as g(code text, buttons jsonb)`.execute(tx);
    await sql`insert into role_scope select ${role.id}::bigint, unnest(${[...after.scopes]}::text[])`.execute(tx);
    await sql`insert into role_class select ${role.id}::bigint, unnest(${[...after.classes]}::text[])`.execute(tx);
    await sql`update role set updated_at = now() where id = ${role.id}`.execute(tx);
    await bumpRole(tx, role.id);
    await trail(tx, ctx, {
      kind: '权限',
      action: '保存授权',
      object: `角色 ${role.name}`,
      summary: `影响${holders.length}人`,
      before: { 减少: changed.removed.join('、') || null },
      after: { 增加: changed.added.join('、') || null },
    });
    return answer;
  });
};

const checkPeriods = (
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

const onlyAdminsAppoint = (ctx: Ctx, role: { readonly code: string }): void => {
  if (role.code === 'admin' && !ctx.session.roles.includes('admin'))
    throw forbidden('只有系统管理员可以授予或收回系统管理员角色');
};

export const saveMembers = (
  ctx: Ctx,
  input: z.output<typeof roleSaveMembers.input>,
): Promise<{ added: number; removed: number }> => {
  checkPeriods(input.add, 'add');
  return ctx.write(async (tx) => {
    const role = await roleById(tx, input.roleId);
    onlyAdminsAppoint(ctx, role);
    const adding = input.add.map((row) => row.userId);
    for (const id of [...adding, ...input.remove]) await notOneself(ctx, id);
    for (const id of new Set([...adding, ...input.remove])) await lockManaged(tx, ctx.session, id);
    if (role.code === 'admin' && input.remove.length > 0) await keepAnAdmin(tx, input.remove);
    const removed =
      await sql`delete from user_role where role_id = ${role.id} and user_id = any(${[...input.remove]}::bigint[])`.execute(
        tx,
      );
    const rows = input.add.map((row) => ({ id: row.userId, from: row.from ?? null, to: row.to ?? null }));
    const added = await sql`insert into user_role (user_id, role_id, from_date, to_date)
      select m.id, ${role.id}::bigint, m."from", m."to"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m(id bigint, "from" date, "to" date)
      on conflict (user_id, role_id) do update set from_date = excluded.from_date, to_date = excluded.to_date`.execute(
      tx,
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
    return { added: Number(added.numAffectedRows ?? 0), removed: Number(removed.numAffectedRows ?? 0) };
  });
};

/** A role that one person holds goes to another, with its dates. */
export const moveRole = async (tx: Tx, ctx: Ctx, roleId: string, from: string, to: string): Promise<void> => {
  const role = await roleById(tx, roleId);
  onlyAdminsAppoint(ctx, role);
  await notOneself(ctx, to);
  const taker = await lockManaged(tx, ctx.session, to);
  await sql`insert into user_role (user_id, role_id, from_date, to_date)
    select ${taker.id}::bigint, role_id, from_date, to_date from user_role where user_id = ${from} and role_id = ${role.id}
    on conflict do nothing`.execute(tx);
  await sql`delete from user_role where user_id = ${from} and role_id = ${role.id}`.execute(tx);
  if (role.code === 'admin') await keepAnAdmin(tx, [from]);
  await refuseExclusions(tx, [taker.id]);
  await bumpUsers(tx, [from, taker.id]);
  await trail(tx, ctx, {
    kind: '权限',
    action: '移交角色',
    object: `用户 ${taker.account}`,
    after: { 增加: role.name },
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

export const saveUserRoles = async (
  ctx: Ctx,
  input: z.output<typeof userSaveRoles.input>,
): Promise<z.input<typeof userSaveRoles.output>> => {
  checkPeriods(input.roles, 'roles');
  await notOneself(ctx, input.userId);
  const wanted = new Map(input.roles.map((row) => [row.roleId, row]));
  const known = new Map((await roleNames(ctx.db)).map((role) => [role.roleId, role]));
  const unknown = input.roles.findIndex((row) => !known.has(row.roleId));
  if (unknown >= 0) throw invalid([{ path: `roles[${unknown}].roleId`, message: '角色不存在' }]);
  const held = await rolesOf(ctx.db, input.userId);
  const changed = difference(
    await grantedBy(
      ctx.db,
      held.filter((role) => role.current).map((role) => role.roleId),
    ),
    await grantedBy(ctx.db, [...wanted.keys()]),
  );
  const answer = {
    ...changed,
    users: 1,
    online: changed.removed.length > 0 ? await onlineNames(ctx, [input.userId]) : [],
  };
  if (input.preview) return answer;
  return ctx.write(async (tx) => {
    const user = await lockManaged(tx, ctx.session, input.userId);
    const had = await rolesOf(tx, user.id);
    const wasAdmin = had.some((role) => role.roleCode === 'admin');
    const isAdmin = [...wanted.keys()].some((id) => known.get(id)?.roleCode === 'admin');
    if (wasAdmin !== isAdmin) onlyAdminsAppoint(ctx, { code: 'admin' });
    if (wasAdmin && !isAdmin) await keepAnAdmin(tx, [user.id]);
    await sql`delete from user_role where user_id = ${user.id}`.execute(tx);
    const rows = [...wanted.values()].map((row) => ({ id: row.roleId, from: row.from ?? null, to: row.to ?? null }));
    await sql`insert into user_role (user_id, role_id, from_date, to_date)
      select ${user.id}::bigint, r.id, r."from", r."to"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id bigint, "from" date, "to" date)`.execute(tx);
    await refuseExclusions(tx, [user.id]);
    await bumpUsers(tx, [user.id]);
    await trail(tx, ctx, {
      kind: '权限',
      action: '分配角色',
      object: `用户 ${user.account}`,
      before: { 角色: had.map((role) => role.roleName).join('、') || null },
      after: { 角色: [...wanted.keys()].map((id) => known.get(id)?.roleName ?? id).join('、') || null },
    });
    return answer;
  });
};

/** Names of buttons, scopes and data classes, and the menu; of a role with what it has been granted. Others see their own part of the menu. */
export const enumMenus = async (
  ctx: Ctx,
  roleId: string | undefined,
): Promise<z.input<typeof menuEnumIndex.output>> => {
  const administers = holds(ctx.session, ROLES_SCREEN, 'search') || holds(ctx.session, USERS, 'search');
  if (roleId !== undefined && !administers) throw forbidden();
  const granted = roleId === undefined ? null : (await grantedBy(ctx.db, [(await roleById(ctx.db, roleId)).id])).menus;
  const leaves = BUILT_MENUS.filter((menu) => administers || ctx.session.permissions.buttons.has(menu.shortCode));
  const headings = new Set<string>();
  for (const leaf of leaves)
    for (let code = leaf.parent; code !== null; code = menuOf(code)?.parent ?? null) headings.add(code);
  const renamed = await sql<{
    code: string;
    name: string;
    sort: number;
  }>`select short_code as code, name, sort from menu`.execute(ctx.db);
  const stored = new Map(renamed.rows.map((row) => [row.code, row]));
  const order = (code: string): number => stored.get(code)?.sort ?? 0;
  return {
    buttons: Object.entries(BUTTONS).map(([key, code]) => ({ code, key, name: BUTTON_NAMES.get(code) ?? key })),
    projectButtons: Object.entries(PROJECT_BUTTONS).map(([key, code]) => ({
      code,
      key,
      name: PROJECT_BUTTON_NAMES.get(code) ?? key,
    })),
    scopes: (['self', 'dept', 'area', 'project', 'all'] as const).map((scope) => ({ scope, name: scopeName(scope) })),
    classes: Object.entries(DATA_CLASSES).map(([dataClass, name]) => ({ dataClass, name })),
    menus: MENUS.filter((menu) => headings.has(menu.shortCode) || leaves.includes(menu))
      .sort((a, b) => order(a.shortCode) - order(b.shortCode))
      .map((menu) => ({
        ShortCode: menu.shortCode,
        T_MenuName: stored.get(menu.shortCode)?.name ?? menu.name,
        T_UserMenuBtn: administers
          ? menu.buttons.join(',')
          : [...(ctx.session.permissions.buttons.get(menu.shortCode) ?? [])].sort((a, b) => a - b).join(','),
        parent: menu.parent,
        path: menu.path,
        list: menu.list,
        secondSet: menu.secondSet,
        group: menu.kind === 'group',
        ...(granted === null
          ? {}
          : { granted: granted.has(menu.shortCode) ? [...(granted.get(menu.shortCode) ?? [])] : null }),
      })),
  };
};
