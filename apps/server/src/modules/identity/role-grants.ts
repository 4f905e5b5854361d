/** What roles grant: reading it, and changing it after a look at whom it touches. */
import { createHash } from 'node:crypto';
import type { roleSaveGrants } from '@hengneng/contracts';
import { type DataClass, isDataClass, isModuleId, MODULES } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { conflict, invalid, refused } from '../../platform/http/errors.ts';
import { changesBetween, type EntitlementChange, gained, gathered, lost, type RoleGrants } from './entitlements.ts';
import { refuseExclusions, roleById } from './guard.ts';
import { isBuilt, menuOf } from './menus.ts';
import { bumpRole, heldNow } from './permissions.ts';
import type { RoleScopes, ScopeException } from './role-scopes.ts';
import { onlineUsers } from './signins.ts';
import { trail } from '../../platform/audit/trail.ts';

interface Stored extends RoleScopes {
  readonly id: string;
  readonly menus: readonly { readonly code: string; readonly buttons: readonly number[] }[];
  readonly classes: readonly { readonly name: DataClass; readonly out: boolean }[];
}

export const NO_GRANTS: RoleGrants = { menus: new Map(), scopes: [], exceptions: [], projects: [], classes: new Map() };

/** Each role's own grants, by its id. */
export const grantsOf = async (db: Db | Tx, roleIds: readonly string[]): Promise<ReadonlyMap<string, RoleGrants>> => {
  const { rows } = await sql<Stored>`
    select r.id::text as id,
      coalesce((select json_agg(json_build_object('code', m.short_code, 'buttons', m.buttons)) from role_menu m where m.role_id = r.id), '[]') as menus,
      array(select s.scope from role_scope s where s.role_id = r.id) as scopes,
      coalesce((select json_agg(json_build_object('kind', x.kind, 'code', x.code, 'scopes', x.scopes) order by x.kind, x.code)
        from role_scope_exception x where x.role_id = r.id), '[]') as exceptions,
      array(select p.project_code from role_project p where p.role_id = r.id order by 1) as projects,
      coalesce((select json_agg(json_build_object('name', c.data_class, 'out', c.exportable)) from role_class c where c.role_id = r.id), '[]') as classes
    from role r where r.id = any(${[...new Set(roleIds)]}::bigint[])`.execute(db);
  return new Map(
    rows.map(({ id, menus, scopes, exceptions, projects, classes }) => [
      id,
      {
        menus: new Map(menus.map((menu) => [menu.code, menu.buttons])),
        scopes,
        exceptions,
        projects,
        classes: new Map(classes.map((of) => [of.name, of.out])),
      },
    ]),
  );
};

export const isOpenable = (shortCode: string): boolean => {
  const menu = menuOf(shortCode);
  return menu !== undefined && menu.kind !== 'group' && isBuilt(menu);
};

type GrantsInput = z.output<typeof roleSaveGrants.input>;
type Errors = { path: string; message: string }[];

const GROUPS = new Set<string>(Object.values(MODULES).map((module) => module.area));
const isKnown = ({ kind, code }: Pick<ScopeException, 'kind' | 'code'>): boolean =>
  kind === 'group' ? GROUPS.has(code) : isModuleId(code);

/** Only buttons that a screen has. Headings come with what is below them. */
const wantedMenus = (input: GrantsInput, errors: Errors): ReadonlyMap<string, readonly number[]> => {
  const wanted = new Map<string, readonly number[]>();
  for (const [index, grant] of input.grants.entries()) {
    const menu = menuOf(grant.ShortCode);
    const foreign = menu && grant.buttons.find((button) => !menu.buttons.includes(button));
    if (menu === undefined) errors.push({ path: `grants[${index}].ShortCode`, message: '菜单不存在' });
    else if (menu.kind === 'group') continue;
    else if (foreign !== undefined)
      errors.push({ path: `grants[${index}].buttons`, message: `${menu.name}没有按钮${foreign}` });
    else
      wanted.set(
        grant.ShortCode,
        [...new Set(grant.buttons)].sort((a, b) => a - b),
      );
  }
  return wanted;
};

const wantedClasses = (input: GrantsInput, before: RoleGrants, errors: Errors): ReadonlyMap<DataClass, boolean> => {
  const seen = new Set<DataClass>();
  for (const [index, name] of input.classes.entries())
    if (isDataClass(name)) seen.add(name);
    else errors.push({ path: `classes[${index}]`, message: '字段组不存在' });
  for (const [index, name] of (input.exports ?? []).entries())
    if (!isDataClass(name)) errors.push({ path: `exports[${index}]`, message: '字段组不存在' });
    else if (!seen.has(name)) errors.push({ path: `exports[${index}]`, message: '可导出的字段须先可见' });
  const out = (name: DataClass): boolean => input.exports?.includes(name) ?? before.classes.get(name) === true;
  return new Map([...seen].map((name) => [name, out(name)]));
};

const wantedExceptions = (input: GrantsInput, before: RoleGrants, errors: Errors): readonly ScopeException[] => {
  if (input.exceptions === undefined) return before.exceptions;
  const met = new Set<string>();
  for (const [index, line] of input.exceptions.entries()) {
    const key = `${line.kind} ${line.code}`;
    if (!isKnown(line)) errors.push({ path: `exceptions[${index}].code`, message: '模块或模块组不存在' });
    else if (met.has(key)) errors.push({ path: `exceptions[${index}].code`, message: '同一模块只能有一行例外' });
    met.add(key);
  }
  return input.exceptions.map((line) => ({ ...line, scopes: [...new Set(line.scopes)] }));
};

const wantedProjects = async (
  db: Db,
  input: GrantsInput,
  before: RoleGrants,
  errors: Errors,
): Promise<readonly string[]> => {
  if (input.projects === undefined) return before.projects;
  const { rows } = await sql<{
    code: string;
  }>`select code from project where code = any(${input.projects}::text[])`.execute(db);
  const known = new Set(rows.map((row) => row.code));
  for (const [index, code] of input.projects.entries())
    if (!known.has(code)) errors.push({ path: `projects[${index}]`, message: '项目不存在' });
  return [...known].sort();
};

/** Checks what was sent against what there is. @throws invalid naming each place */
const wantedGrants = async (db: Db, input: GrantsInput, before: RoleGrants): Promise<RoleGrants> => {
  const errors: Errors = [];
  const wanted = {
    menus: wantedMenus(input, errors),
    scopes: [...new Set(input.scopes)],
    exceptions: wantedExceptions(input, before, errors),
    projects: await wantedProjects(db, input, before, errors),
    classes: wantedClasses(input, before, errors),
  };
  if (errors.length > 0) throw invalid(errors);
  // Grants of screens that this version does not have stay untouched and unseen.
  const unseen = [...before.menus].filter(([code]) => !isOpenable(code));
  return { ...wanted, menus: new Map([...unseen, ...wanted.menus]) };
};

/** The same content as one text, in whatever order it was given. */
const plain = ({ menus, scopes, exceptions, projects, classes }: RoleGrants): string =>
  JSON.stringify([
    [...menus].map(([code, buttons]) => [code, [...buttons].sort((a, b) => a - b)]).sort(),
    [...scopes].sort(),
    exceptions.map(({ kind, code, scopes: own }) => [kind, code, [...own].sort()]).sort(),
    projects,
    [...classes].sort(),
  ]);

/** The same for the same grants, in whatever order they are kept. */
export const stampOf = (of: RoleGrants): string => createHash('sha256').update(plain(of)).digest('hex').slice(0, 16);

interface Holder {
  readonly id: string;
  readonly others: readonly string[];
}

/** Who holds the role today, and what else they hold. */
const holdersOf = async (db: Db, roleId: string): Promise<readonly Holder[]> => {
  const { rows } = await sql<Holder>`
    select ur.user_id::text as id, array(select o.role_id::text from user_role o
      where o.user_id = ur.user_id and o.role_id <> ur.role_id and ${heldNow('o')} order by o.role_id) as others
    from user_role ur where ur.role_id = ${roleId} and ${heldNow('ur')}`.execute(db);
  return rows;
};

interface Counted extends EntitlementChange {
  readonly users: number;
}

interface Effect {
  readonly changes: readonly Counted[];
  /** For whom anything changes, and who of them loses something. */
  readonly touched: readonly string[];
  readonly losers: readonly string[];
}

/** What really changes for the people who hold the role: what another role of theirs grants as well does not. */
const effectOn = (
  holders: readonly Holder[],
  others: ReadonlyMap<string, RoleGrants>,
  before: RoleGrants,
  after: RoleGrants,
): Effect => {
  const changes = changesBetween([before], [after]);
  const alike = new Map<string, string[]>();
  for (const { id, others: held } of holders) alike.set(held.join(), [...(alike.get(held.join()) ?? []), id]);
  const counts = new Map<string, number>();
  const touched: string[] = [];
  const losers: string[] = [];
  for (const [held, people] of alike) {
    const rest = held.split(',').flatMap((id) => others.get(id) ?? []);
    const felt = changesBetween([...rest, before], [...rest, after]);
    for (const { key } of felt) counts.set(key, (counts.get(key) ?? 0) + people.length);
    if (felt.length > 0) touched.push(...people);
    if (felt.some((change) => lost(change).length > 0)) losers.push(...people);
  }
  return { changes: changes.map((change) => ({ ...change, users: counts.get(change.key) ?? 0 })), touched, losers };
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

type Difference = z.input<typeof roleSaveGrants.output>;

/** As the calls answer a difference. */
export const answerOf = async (ctx: Ctx, effect: Effect): Promise<Difference> => {
  const changes = gathered(effect.changes);
  return {
    added: changes.flatMap(gained),
    removed: changes.flatMap(lost),
    changes: changes.map(({ item, before, after, users }) => ({
      item,
      before: [...before],
      after: [...after],
      users,
    })),
    users: effect.touched.length,
    online: await onlineNames(ctx, effect.losers),
  };
};

const write = async (tx: Tx, roleId: string, of: RoleGrants): Promise<void> => {
  for (const table of ['role_menu', 'role_scope', 'role_scope_exception', 'role_project', 'role_class'])
    await sql`delete from ${sql.table(table)} where role_id = ${roleId}`.execute(tx);
  const menus = [...of.menus].map(([code, buttons]) => ({ code, buttons }));
  await sql`insert into role_menu (role_id, short_code, buttons)
    select ${roleId}::bigint, g.code, array(select jsonb_array_elements_text(g.buttons)::int)
    from jsonb_to_recordset(${JSON.stringify(menus)}::jsonb) as g(code text, buttons jsonb)`.execute(tx);
  await sql`insert into role_scope select ${roleId}::bigint, unnest(${[...of.scopes]}::text[])`.execute(tx);
  await sql`insert into role_scope_exception (role_id, kind, code, scopes)
    select ${roleId}::bigint, x.kind, x.code, array(select jsonb_array_elements_text(x.scopes))
    from jsonb_to_recordset(${JSON.stringify(of.exceptions)}::jsonb) as x(kind text, code text, scopes jsonb)`.execute(
    tx,
  );
  await sql`insert into role_project select ${roleId}::bigint, unnest(${[...of.projects]}::text[])`.execute(tx);
  const classes = [...of.classes].map(([name, out]) => ({ name, out }));
  await sql`insert into role_class (role_id, data_class, exportable)
    select ${roleId}::bigint, c.name, c.out from jsonb_to_recordset(${JSON.stringify(classes)}::jsonb) as c(name text, out boolean)`.execute(
    tx,
  );
};

export const saveGrants = async (ctx: Ctx, input: GrantsInput): Promise<Difference> => {
  const role = await roleById(ctx.db, input.roleId);
  if (role.code === 'admin') throw refused('系统管理员的授权不可修改');
  if (ctx.session.roles.some((code) => code === role.code))
    throw refused('不能修改自己所持角色的授权，请由另一名管理员操作');
  const holders = await holdersOf(ctx.db, role.id);
  const known = await grantsOf(ctx.db, [role.id, ...holders.flatMap((holder) => holder.others)]);
  const before = known.get(role.id) ?? NO_GRANTS;
  const after = await wantedGrants(ctx.db, input, before);
  const answer = await answerOf(ctx, effectOn(holders, known, before, after));
  if (input.preview || plain(before) === plain(after)) return answer;
  return ctx.write(async (tx) => {
    await sql`select 1 from role where id = ${role.id} for update`.execute(tx);
    const now = (await grantsOf(tx, [role.id])).get(role.id) ?? NO_GRANTS;
    // Also where somebody was between the reading above and the lock: what they took away must not come back unseen.
    if (stampOf(now) !== (input.stamp ?? stampOf(before)))
      throw conflict('该角色的授权刚被他人修改，请重新打开该角色，核对后再保存');
    await write(tx, role.id, after);
    await refuseExclusions(
      tx,
      holders.map((holder) => holder.id),
    );
    await sql`update role set updated_at = now() where id = ${role.id}`.execute(tx);
    await bumpRole(tx, role.id);
    await trail(tx, ctx, {
      kind: '权限',
      action: '保存授权',
      object: `角色 ${role.name}`,
      summary: `影响${answer.users}人`,
      before: { 减少: answer.removed.join('、') || null },
      after: { 增加: answer.added.join('、') || null },
    });
    return answer;
  });
};
