/** One search over what a person may open: menus, projects, rooms, colleagues, records they took part in or may look up. */
import type { searchIndex } from '@hengneng/contracts';
import { isModuleId, MODULES, type ModuleId, procedureRoute } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Catalog, recordsByNumber } from '../../engine/index.ts';
import type { Ctx } from '../../platform/context.ts';
import { likeText, openableMenus } from '../identity/index.ts';
import { projectsVisible } from '../projects/index.ts';

type Row = z.input<typeof searchIndex.output>['rows'][number];

const EACH = 8;

const menus = (ctx: Ctx, keyword: string): Row[] =>
  openableMenus(ctx.session)
    .filter((menu) => menu.list === 'menuList' && menu.searchText.includes(keyword.toLowerCase()))
    .slice(0, EACH)
    .map((menu) => ({ kind: 'menu', title: menu.name, note: menu.path, path: menu.path, id: null }));

/** What another part of the product finds; it asks for the right itself. */
export type Finder = (
  ctx: Ctx,
  keyword: string,
) => Promise<readonly { readonly title: string; readonly note: string; readonly path: string }[]>;

interface FoundRecord {
  readonly module: ModuleId;
  readonly id: string;
  readonly serial: string | null;
  readonly title: string;
}

/** By number or title where the person took part. */
const ownRecords = async (ctx: Ctx, like: string): Promise<readonly FoundRecord[]> => {
  const { rows } = await sql<FoundRecord>`
    select i.module_id as module, i.biz_id::text as id, i.serial, i.title from wf_instance i
    where (i.serial ilike ${like} or i.title ilike ${like}) and exists (select 1 from wf_participant w
      where w.user_id = ${ctx.session.userId} and w.module_id = i.module_id and w.biz_id = i.biz_id)
    order by i.id desc limit ${EACH}`.execute(ctx.db);
  return rows.filter((row) => isModuleId(row.module));
};

/** Every number holds a digit; the first few letters of one say only the module. */
const isNumber = (keyword: string): boolean => keyword.length >= 4 && /\d/.test(keyword);

const records = async (ctx: Ctx, catalog: Catalog, keyword: string, like: string): Promise<Row[]> => {
  const [numbered, own] = await Promise.all([
    isNumber(keyword) ? recordsByNumber(ctx.db, catalog, ctx.session, keyword) : [],
    ownRecords(ctx, like),
  ]);
  const all = [...numbered.map(({ module, ...row }): FoundRecord => ({ ...row, module: module.id })), ...own];
  // One that was submitted again, or that both ways have found, is one.
  const once = new Map(all.map((row) => [`${row.module} ${row.id}`, row] as const));
  return [...once.values()].slice(0, EACH).map(({ module, id, serial, title }) => ({
    kind: 'record',
    title,
    note: [MODULES[module].title, serial].filter(Boolean).join(' '),
    path: procedureRoute(MODULES[module].procedureId, id) ?? null,
    id: null,
  }));
};

export const searchAll = async (ctx: Ctx, catalog: Catalog, keyword: string, rooms: Finder): Promise<Row[]> => {
  const like = likeText(keyword);
  const [projects, people, filed, numbered] = await Promise.all([
    sql<{ code: string; name: string; area: string }>`
      select p.code, p.name, d.name as area from project p join dept d on d.id = p.area
      where ${projectsVisible(ctx.session)} and (p.name ilike ${like} or p.code ilike ${like} or p.pinyin ilike ${like})
      order by p.code limit ${EACH}`.execute(ctx.db),
    sql<{ id: string; name: string; dept: string | null; position: string | null }>`
      select u.id::text, u.user_name as name, d.name as dept, u.position from app_user u left join dept d on d.id = u.dept_id
      where u.state = 'active' and (u.user_name ilike ${like} or u.account ilike ${like} or u.pinyin ilike ${like})
      order by u.pinyin, u.id limit ${EACH}`.execute(ctx.db),
    records(ctx, catalog, keyword, like),
    rooms(ctx, keyword),
  ]);
  return [
    ...menus(ctx, keyword),
    ...filed,
    ...projects.rows.map(
      (row): Row => ({ kind: 'project', title: row.name, note: `${row.code} ${row.area}`, path: null, id: row.code }),
    ),
    ...numbered.map((row): Row => ({ kind: 'room', ...row, id: null })),
    ...people.rows.map(
      (row): Row => ({
        kind: 'user',
        title: row.name,
        note: [row.dept, row.position].filter(Boolean).join(' '),
        path: null,
        id: row.id,
      }),
    ),
  ];
};
