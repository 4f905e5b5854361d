/** Brings menus and built-in roles in the database up to what the program has. Runs at every start; several processes may at once. */
import { ROLES, type RoleCode } from '@hengneng/core';
import { sql } from 'kysely';
import { hashPassword } from '../../platform/auth/passwords.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import {
  DEFAULT_SCOPES,
  defaultButtons,
  defaultClasses,
  EXCLUSIONS,
  mayTakeAlong,
  ROLE_CODES,
} from './default-grants.ts';
import { MENUS } from './menus.ts';
import { pinyinOf } from './pinyin.ts';

/** Any number that no other part of the program locks by. */
const LOCK = 735_001;

export interface PrepareOptions {
  /** Password of the first administrator where there is none; without one an administrator is made that has to sign in by phone code. */
  readonly adminPassword?: string | undefined;
}

/** Menus as the table holds them. */
const programMenus = () =>
  MENUS.map((menu) => ({
    short_code: menu.shortCode,
    path: menu.path,
    name: menu.name,
    list: menu.list,
    parent: menu.parent,
    sort: menu.sort,
    buttons: menu.buttons,
    second_set: menu.secondSet,
    hidden: menu.hidden,
  }));

const MENU_ROWS = sql.raw(
  `select short_code, path, name, list, parent, sort, array(select jsonb_array_elements_text(buttons)::int), second_set, hidden`,
);

/** Adds the program's menus that are not there, with what built-in roles hold of them. @returns their codes */
export const addMenus = async (tx: Tx): Promise<readonly string[]> => {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
  const { rows } = await sql<{ code: string }>`
    insert into menu (short_code, path, name, list, parent, sort, buttons, second_set, hidden)
    ${MENU_ROWS} from jsonb_to_recordset(${JSON.stringify(programMenus())}::jsonb) as m(short_code text, path text, name text, list text, parent text,
      sort int, buttons jsonb, second_set boolean, hidden boolean)
    on conflict (short_code) do nothing returning short_code as code`.execute(tx);
  const codes = rows.map((row) => row.code);
  await writeGrants(tx, new Set(), new Set(codes));
  return codes;
};

const writeMenus = async (tx: Tx): Promise<ReadonlySet<string>> => {
  const rows = programMenus();
  // Name, order, hiding and what is off belong to the administrator once the entry is there; what the program fixes follows the program.
  const written = await sql<{ short_code: string; fresh: boolean }>`
    insert into menu (short_code, path, name, list, parent, sort, buttons, second_set, hidden)
    ${MENU_ROWS}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m(short_code text, path text, name text, list text, parent text,
      sort int, buttons jsonb, second_set boolean, hidden boolean)
    on conflict (short_code) do update set path = excluded.path, list = excluded.list, parent = excluded.parent,
      second_set = excluded.second_set, buttons = excluded.buttons
      where (menu.path, menu.list, menu.parent, menu.second_set, menu.buttons)
        is distinct from (excluded.path, excluded.list, excluded.parent, excluded.second_set, excluded.buttons)
    returning short_code, (xmax = 0) as fresh`.execute(tx);
  await sql`delete from menu where short_code <> all(${rows.map((row) => row.short_code)})`.execute(tx);
  return new Set(written.rows.filter((row) => row.fresh).map((row) => row.short_code));
};

const writeRoles = async (tx: Tx): Promise<ReadonlySet<string>> => {
  const rows = ROLE_CODES.map((code, index) => ({ code, name: ROLES[code], sort: index + 1 }));
  const written = await sql<{ code: string; fresh: boolean }>`
    insert into role (code, name, builtin, sort)
    select code, name, true, sort from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(code text, name text, sort int)
    on conflict (code) do nothing returning code, true as fresh`.execute(tx);
  return new Set(written.rows.map((row) => row.code));
};

const writeGrants = async (tx: Tx, newRoles: ReadonlySet<string>, newMenus: ReadonlySet<string>): Promise<void> => {
  const grants: { code: RoleCode; short_code: string; buttons: readonly number[] }[] = [];
  for (const code of ROLE_CODES)
    for (const menu of MENUS) {
      if (!newRoles.has(code) && !newMenus.has(menu.shortCode)) continue;
      const buttons = defaultButtons(code, menu);
      if (buttons !== null) grants.push({ code, short_code: menu.shortCode, buttons });
    }
  if (grants.length > 0)
    await sql`insert into role_menu (role_id, short_code, buttons)
      select role.id, g.short_code, array(select jsonb_array_elements_text(g.buttons)::int)
      from jsonb_to_recordset(${JSON.stringify(grants)}::jsonb) as g(code text, short_code text, buttons jsonb)
      join role on role.code = g.code
      on conflict do nothing`.execute(tx);
  const scopes = ROLE_CODES.filter((code) => newRoles.has(code)).flatMap((code) =>
    DEFAULT_SCOPES[code].map((scope) => ({ code, scope })),
  );
  const classes = ROLE_CODES.filter((code) => newRoles.has(code)).flatMap((code) =>
    defaultClasses(code).map((name) => ({ code, name, exportable: mayTakeAlong(code, name) })),
  );
  await sql`insert into role_scope (role_id, scope)
    select role.id, s.scope from jsonb_to_recordset(${JSON.stringify(scopes)}::jsonb) as s(code text, scope text)
    join role on role.code = s.code on conflict do nothing`.execute(tx);
  await sql`insert into role_class (role_id, data_class, exportable)
    select role.id, c.name, c.exportable
    from jsonb_to_recordset(${JSON.stringify(classes)}::jsonb) as c(code text, name text, exportable boolean)
    join role on role.code = c.code on conflict do nothing`.execute(tx);
};

const writeExclusions = async (tx: Tx, newRoles: ReadonlySet<string>): Promise<void> => {
  const fresh = EXCLUSIONS.filter(([a, b]) => newRoles.has(a) || newRoles.has(b));
  for (const [a, b, reason] of fresh)
    await sql`insert into role_exclusion (role_a, role_b, reason)
      select least(x.id, y.id), greatest(x.id, y.id), ${reason} from role x, role y where x.code = ${a} and y.code = ${b}
      on conflict do nothing`.execute(tx);
};

/** The company and the account `admin`, where the database has no administrator yet. */
const writeAdmin = async (tx: Tx, options: PrepareOptions): Promise<void> => {
  await sql`insert into dept (id, parent_id, name, pinyin) values ('A63', null, '公司', ${pinyinOf('公司')})
    on conflict do nothing`.execute(tx);
  const known =
    await sql`select 1 from user_role ur join role r on r.id = ur.role_id where r.code = 'admin' limit 1`.execute(tx);
  if (known.rows.length > 0) return;
  const password = options.adminPassword;
  await sql`insert into app_user (account, user_name, password_hash, dept_id, must_change_password, password_changed_at, pinyin)
    values ('admin', '系统管理员', ${password === undefined ? '' : await hashPassword(password)}, 'A63', true, now(), ${pinyinOf('系统管理员')})
    on conflict (account) do nothing`.execute(tx);
  await sql`insert into role_member (user_id, role_id)
    select u.id, r.id from app_user u, role r where u.account = 'admin' and r.code = 'admin' on conflict do nothing`.execute(
    tx,
  );
};

/** Call it after the migrations, before the server listens. */
export const prepareIdentity = (db: Db, options: PrepareOptions = {}): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
    const newMenus = await writeMenus(tx);
    const newRoles = await writeRoles(tx);
    await writeGrants(tx, newRoles, newMenus);
    await writeExclusions(tx, newRoles);
    await writeAdmin(tx, options);
    // Grants of roles that were there before have changed with the new menus.
    if (newMenus.size > 0) await sql`update app_user set permission_version = permission_version + 1`.execute(tx);
  });
