/** One search over what a person may open: menus, projects, rooms, colleagues, records they took part in. */
import type { searchIndex } from '@hengneng/contracts';
import { isModuleId, MODULES, procedureRoute } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
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

export const searchAll = async (ctx: Ctx, keyword: string, rooms: Finder): Promise<Row[]> => {
  const like = likeText(keyword);
  const [projects, people, records, numbered] = await Promise.all([
    sql<{ code: string; name: string; area: string }>`
      select p.code, p.name, d.name as area from project p join dept d on d.id = p.area
      where ${projectsVisible(ctx.session)} and (p.name ilike ${like} or p.code ilike ${like} or p.pinyin ilike ${like})
      order by p.code limit ${EACH}`.execute(ctx.db),
    sql<{ id: string; name: string; dept: string | null; position: string | null }>`
      select u.id::text, u.user_name as name, d.name as dept, u.position from app_user u left join dept d on d.id = u.dept_id
      where u.state = 'active' and (u.user_name ilike ${like} or u.account ilike ${like} or u.pinyin ilike ${like})
      order by u.pinyin, u.id limit ${EACH}`.execute(ctx.db),
    sql<{ module: string; id: string; serial: string | null; title: string }>`
      select i.module_id as module, i.biz_id::text as id, i.serial, i.title from wf_instance i
      where (i.serial ilike ${like} or i.title ilike ${like}) and exists (select 1 from wf_participant w
        where w.user_id = ${ctx.session.userId} and w.module_id = i.module_id and w.biz_id = i.biz_id)
      order by i.id desc limit ${EACH}`.execute(ctx.db),
    rooms(ctx, keyword),
  ]);
  return [
    ...menus(ctx, keyword),
    ...records.rows.map((row): Row => {
      const module = isModuleId(row.module) ? MODULES[row.module] : undefined;
      return {
        kind: 'record',
        title: row.title,
        note: [module?.title, row.serial].filter(Boolean).join(' '),
        path: module === undefined ? null : (procedureRoute(module.procedureId, row.id) ?? null),
        id: null,
      };
    }),
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
