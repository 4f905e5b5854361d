/** The menu as administrators keep it: names, order, what is hidden, which buttons are off. Codes and paths are the program's. */
import { createHash } from 'node:crypto';
import type { menuIndex, menuMine, menuSave, menuSync } from '@hengneng/contracts';
import { isMenuIcon, MENU_ICONS, SCREENS } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../platform/audit/trail.ts';
import { BUTTONS } from '../../platform/auth/buttons.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { conflict, invalid, notFound, refused } from '../../platform/http/errors.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import { insistUnchanged } from '../../platform/http/changed-since.ts';
import { BUTTON_NAMES, PROJECT_BUTTON_NAMES } from './entitlements.ts';
import { MENUS_SCREEN, ROLES_SCREEN } from './guard.ts';
import { isBuilt, MENUS, menuOf } from './menus.ts';
import { menuRows, menuTrees } from './menu-source.ts';
import { addMenus } from './prepare.ts';
import { local, workbook } from './workbook.ts';

interface Stored {
  readonly code: string;
  readonly path: string;
  readonly name: string;
  readonly list: 'menuList' | 'functionList';
  readonly parent: string | null;
  readonly sort: number;
  readonly off: readonly number[];
  readonly hidden: boolean;
  readonly icon: string | null;
  readonly roles: readonly string[];
  readonly at: string;
}

const storedMenus = async (db: Db | Tx): Promise<readonly Stored[]> => {
  const { rows } = await sql<Stored>`
    select m.short_code as code, m.path, m.name, m.list, m.parent, m.sort, m.off_buttons as off, m.hidden, m.icon, to_jsonb(m.updated_at) #>> '{}' as at,
      coalesce(h.roles, '{}') as roles
    from menu m left join (select g.short_code, array_agg(r.name order by r.sort, r.id) as roles from role_menu g join role r on r.id = g.role_id
      group by g.short_code) h on h.short_code = m.short_code
    order by m.sort, m.short_code`.execute(db);
  return rows;
};

const KEPT_ALIVE = new Set(SCREENS.filter((screen) => screen.keepAlive).map((screen) => screen.path));

type Difference = z.input<typeof menuIndex.output>['differences'][number];

/** Where the menu is not what the program's routes make of it. */
function differencesOf(stored: readonly Stored[]): Difference[] {
  const known = new Map(stored.map((row) => [row.code, row.path]));
  const found: Difference[] = [];
  for (const { shortCode, path } of MENUS) {
    const menu = known.get(shortCode);
    if (menu === undefined) found.push({ ShortCode: shortCode, route: path, menu: null, difference: '缺菜单' });
    else if (menu !== path) found.push({ ShortCode: shortCode, route: path, menu, difference: '短码不符' });
  }
  for (const { code, path } of stored)
    if (menuOf(code) === undefined) found.push({ ShortCode: code, route: null, menu: path, difference: '多余菜单' });
  return found;
}

export const listMenus = async (ctx: Ctx): Promise<z.input<typeof menuIndex.output>> => {
  const stored = await storedMenus(ctx.db);
  return {
    rows: stored.flatMap((row) => {
      const menu = menuOf(row.code);
      if (menu === undefined) return [];
      return [
        {
          ShortCode: row.code,
          path: menu.path,
          T_MenuName: row.name,
          programName: menu.name,
          list: menu.list,
          parent: menu.parent,
          sort: row.sort,
          buttons: [...menu.buttons],
          off: [...row.off],
          secondSet: menu.secondSet,
          keepAlive: KEPT_ALIVE.has(menu.path),
          hidden: row.hidden,
          icon: isMenuIcon(row.icon) ? row.icon : null,
          group: menu.kind === 'group',
          built: menu.kind === 'group' || isBuilt(menu),
          roles: [...row.roles],
          updatedAt: row.at,
        },
      ];
    }),
    differences: differencesOf(stored),
  };
};

/** Without these nobody could put back what was taken away. */
const KEYS: ReadonlySet<string> = new Set([MENUS_SCREEN, ROLES_SCREEN]);

/** What a button is called on a page. */
const buttonName = (code: number, secondSet: boolean): string =>
  (secondSet ? PROJECT_BUTTON_NAMES : BUTTON_NAMES).get(code) ?? String(code);

function offOf(code: string, off: readonly number[]): readonly number[] {
  const menu = menuOf(code);
  const wanted = [...new Set(off)].sort((a, b) => a - b);
  const foreign = wanted.find((button) => menu?.buttons.includes(button) !== true);
  if (foreign !== undefined) throw invalid([{ path: 'off', message: `该页没有按钮${foreign}` }]);
  if (menu?.secondSet !== true && wanted.includes(BUTTONS.search))
    throw invalid([{ path: 'off', message: '查询不能停用，请隐藏菜单或收回授权' }]);
  if (wanted.length > 0 && KEYS.has(code)) throw invalid([{ path: 'off', message: '该页的按钮不能停用' }]);
  return wanted;
}

/** Only what stands outermost is drawn with a picture. */
function iconOf(before: Stored, wanted: string | null | undefined): string | null {
  if (wanted === undefined || wanted === before.icon) return before.icon;
  if (before.parent !== null || before.list !== 'menuList')
    throw invalid([{ path: 'icon', message: '只有最外层的网页菜单有图标' }]);
  return wanted;
}

const FIELD_NAMES = { T_MenuName: '名称', icon: '图标', hidden: '隐藏', off: '按钮' } as const;

/** New places of siblings: the places that they have now, in the order asked for. */
async function reorder(
  tx: Tx,
  of: Stored,
  all: readonly Stored[],
  order: readonly string[],
  seen: readonly string[] | undefined,
): Promise<void> {
  const siblings = all.filter((row) => row.parent === of.parent && row.list === of.list);
  const codes = new Set(siblings.map((row) => row.code));
  if (order.length !== codes.size || !order.every((code) => codes.has(code)) || new Set(order).size !== order.length)
    throw refused('同级菜单已有变化，请刷新后再排序');
  if (seen !== undefined && siblings.some((row, index) => row.code !== seen[index]))
    throw conflict('同级菜单的顺序刚被他人改过，请核对后再排序');
  // Of equal places the first would never come to stand behind the second.
  let last = Number.NEGATIVE_INFINITY;
  for (const [index, code] of order.entries()) {
    last = Math.max(siblings[index]?.sort ?? 0, last + 1);
    await sql`update menu set sort = ${last}, updated_at = app_now() where short_code = ${code}`.execute(tx);
  }
}

export const saveMenu = (ctx: Ctx, input: z.output<typeof menuSave.input>): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    await sql`lock table menu in share row exclusive mode`.execute(tx);
    const all = await storedMenus(tx);
    const before = all.find((row) => row.code === input.ShortCode);
    if (before === undefined || menuOf(before.code) === undefined) throw notFound('菜单不存在');
    insistUnchanged('该菜单', FIELD_NAMES, input.seen, { ...before, T_MenuName: before.name });
    const { T_MenuName: name = before.name, hidden = before.hidden } = input;
    const icon = iconOf(before, input.icon);
    const off = input.off === undefined ? before.off : offOf(before.code, input.off);
    const twin = all.find(
      (row) =>
        row.code !== before.code && row.parent === before.parent && row.list === before.list && row.name === name,
    );
    if (name !== before.name && twin !== undefined)
      throw invalid([{ path: 'T_MenuName', message: '同级已有同名菜单' }]);
    if (hidden && KEYS.has(before.code)) throw invalid([{ path: 'hidden', message: '该菜单不能隐藏' }]);
    await sql`update menu set name = ${name}, hidden = ${hidden}, icon = ${icon}, off_buttons = ${[...off]}::int[], updated_at = app_now()
      where short_code = ${before.code}`.execute(tx);
    if (input.order !== undefined) await reorder(tx, before, all, input.order, input.seenOrder);
    const { secondSet = false } = menuOf(before.code) ?? {};
    const words = (row: Pick<Stored, 'name' | 'icon' | 'hidden' | 'off'>) => ({
      名称: row.name,
      图标: isMenuIcon(row.icon) ? MENU_ICONS[row.icon] : '程序的',
      隐藏: row.hidden ? '是' : '否',
      停用按钮: row.off.map((code) => buttonName(code, secondSet)).join('、'),
    });
    await trail(tx, ctx, {
      kind: '权限',
      action: input.order === undefined ? '修改菜单' : '菜单排序',
      object: `菜单 ${before.code}`,
      before: words(before),
      after: words({ name, icon, hidden, off }),
    });
    // What is off counts at everybody's next request.
    if (input.off !== undefined)
      await sql`update app_user set permission_version = permission_version + 1 where state = 'active'`.execute(tx);
    return { ok: true };
  });

export const syncMenus = (ctx: Ctx): Promise<z.input<typeof menuSync.output>> =>
  ctx.write(async (tx) => {
    const added = await addMenus(tx);
    if (added.length === 0) throw refused('菜单与程序一致，没有要增加的');
    await trail(tx, ctx, {
      kind: '权限',
      action: '同步菜单',
      object: '菜单',
      summary: `增加${added.length}项`,
      after: { 短码: added.join('、') },
    });
    await sql`update app_user set permission_version = permission_version + 1 where state = 'active'`.execute(tx);
    return { added: [...added] };
  });

export const exportMenus = async (ctx: Ctx): Promise<FileAnswer> => {
  const { rows } = await listMenus(ctx);
  return workbook(ctx, {
    title: '菜单',
    head: [
      '短码',
      '路径',
      '名称',
      '程序名称',
      '归属',
      '上级',
      '图标',
      '按钮',
      '停用按钮',
      '第二套按钮',
      '保持活动',
      '隐藏',
      '角色数',
      '角色',
      '更新时间',
    ],
    rows: rows.map((row) => [
      row.ShortCode,
      row.path,
      row.T_MenuName,
      row.programName,
      row.list === 'menuList' ? '网页' : '功能',
      row.parent,
      row.icon === null ? '' : MENU_ICONS[row.icon],
      row.buttons.map((code) => buttonName(code, row.secondSet)).join('、'),
      row.off.map((code) => buttonName(code, row.secondSet)).join('、'),
      row.secondSet ? '是' : '否',
      row.keepAlive ? '是' : '否',
      row.hidden ? '是' : '否',
      String(row.roles.length),
      row.roles.join('、'),
      local(new Date(row.updatedAt)),
    ]),
    filters: [],
  });
};

/** One's own menus; a browser that has them as they are is told so. */
export const myMenus = async (
  ctx: Ctx,
  { Version }: z.output<typeof menuMine.input>,
): Promise<z.input<typeof menuMine.output>> => {
  const trees = menuTrees(await menuRows(ctx.db), ctx.session.permissions.buttons);
  const version = createHash('sha256').update(JSON.stringify(trees)).digest('base64url').slice(0, 22);
  return version === Version
    ? { Version: version }
    : { Version: version, menuList: [...trees.menuList], functionList: [...trees.functionList] };
};
