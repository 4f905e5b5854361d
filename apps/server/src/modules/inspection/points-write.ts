/** Writing points. A change of the check items makes a new version of the standard; what was found before is read by the older one. */
import {
  type CheckItem,
  itemFaults,
  type perambulatePointState,
  type PointInput,
  type PointRow,
} from '@hengneng/contracts';
import type { PointKind } from '@hengneng/core';
import type { FieldError } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { conflict, forbidden, invalid, refused } from '../../platform/http/errors.ts';
import { need, trail } from '../identity/index.ts';
import { projectsVisible } from '../projects/index.ts';
import { readPoint, readPoints, recordsOf } from './points-read.ts';
import { POINT_SET } from './screen.ts';

/** Writers of one project's points take turns, so that codes and counts stay right. @throws where the project is out of sight */
export const lockProjectPoints = async (tx: Tx, ctx: Ctx, project: string): Promise<void> => {
  const { rows } = await sql<{
    visible: boolean;
  }>`select ${projectsVisible(ctx.session)} as visible from project p where p.code = ${project}`.execute(tx);
  const [found] = rows;
  if (found === undefined) throw invalid([{ path: 'project', message: '项目不存在' }]);
  if (!found.visible) throw forbidden('您无权设置该项目的巡检点');
  await sql`select pg_advisory_xact_lock(hashtextextended('inspection_point ' || ${project}, 0))`.execute(tx);
};

export const totalOf = (items: readonly Pick<CheckItem, 'score'>[]): string =>
  (items.reduce((sum, one) => sum + Math.round(Number(one.score) * 10), 0) / 10).toFixed(1);

/** Whether two lists of check items say the same. */
const sameItems = (a: readonly CheckItem[], b: readonly CheckItem[]): boolean => {
  const plain = (items: readonly CheckItem[]) =>
    JSON.stringify(
      items.map((one) => [
        one.item,
        one.standard,
        one.judge,
        one.lower === null ? null : Number(one.lower),
        one.upper === null ? null : Number(one.upper),
        one.unit,
        one.options,
        Number(one.score),
        one.redLine,
      ]),
    );
  return plain(a) === plain(b);
};

/** What does not belong to the way an item is judged is not kept. */
export const tidyItems = (items: readonly CheckItem[]): CheckItem[] =>
  items.map((one) => ({
    ...one,
    score: Number(one.score).toFixed(1),
    ...(one.judge === '数值范围' ? {} : { lower: null, upper: null }),
    ...(one.judge === '选项' ? {} : { options: [] }),
  }));

const placeFaults = (input: PointInput): FieldError[] => {
  const faults: FieldError[] = [];
  if (!input.locating && !input.photoNeeded) faults.push({ path: 'photoNeeded', message: '关闭定位的点必须拍照' });
  if ((input.lat ?? null) === null && (input.lng ?? null) !== null)
    faults.push({ path: 'lat', message: '请同时填写纬度和经度' });
  if ((input.lng ?? null) === null && (input.lat ?? null) !== null)
    faults.push({ path: 'lng', message: '请同时填写纬度和经度' });
  return faults;
};

/** What only the database knows of a point that is to be written. */
const linkFaults = async (tx: Tx, input: PointInput, kind: PointKind): Promise<FieldError[]> => {
  const faults: FieldError[] = [];
  const { rows: taken } =
    await sql`select 1 from b_inspection_point where project = ${input.project} and code = ${input.code}
    and not voided and id is distinct from ${input.id ?? null}::bigint`.execute(tx);
  if (taken.length > 0) faults.push({ path: 'code', message: '点位编码已存在' });
  if (input.route) {
    const { rows } = await sql<{ project: string; kind: string }>`select project, kind from b_inspection_route
      where id = ${input.route} and not voided`.execute(tx);
    if (rows[0]?.project !== input.project) faults.push({ path: 'route', message: '请选择本项目的路线' });
    else if (rows[0].kind !== kind) faults.push({ path: 'route', message: `该路线是${rows[0].kind}路线` });
  } else if (kind === '公司巡检') faults.push({ path: 'route', message: '请选择路线' });
  if (input.device) {
    const { rows } = await sql<{
      project: string;
    }>`select project_code as project from device where id = ${input.device}`.execute(tx);
    if (rows[0]?.project !== input.project) faults.push({ path: 'device', message: '请选择本项目的设备' });
  }
  return faults;
};

/** The number of points in use, as the entry of each route of these projects shows it. */
export const countRoutes = async (tx: Tx, projects: readonly string[]): Promise<void> => {
  await sql`update b_inspection_route r set point_count = n.points
    from (select r.id, count(b.id)::int as points from b_inspection_route r
      left join b_inspection_point b on b.route = r.id and b.state = '启用' and not b.voided where r.project = any(${[...projects]}::text[]) group by r.id) n
    where n.id = r.id and r.point_count is distinct from n.points`.execute(tx);
};

export interface NewPoint {
  readonly project: string;
  readonly code: string;
  readonly name: string;
  readonly kind: PointKind;
  readonly area: string;
  readonly route: string | null;
  readonly device?: string | null | undefined;
  readonly position?: string | null | undefined;
  readonly lat?: string | null | undefined;
  readonly lng?: string | null | undefined;
  readonly radius: number;
  readonly locating: boolean;
  readonly photoNeeded: boolean;
  readonly frequency: string;
  readonly items: readonly CheckItem[];
}

/** Enters points at the end of their routes, with the first version of their standards. @returns their ids, in order */
export const insertPoints = async (tx: Tx, ctx: Ctx, points: readonly NewPoint[]): Promise<readonly string[]> => {
  const rows = points.map((point) => {
    const items = tidyItems(point.items);
    return {
      ...point,
      items,
      score: totalOf(items),
      item: items[0]?.item ?? null,
      standard: items[0]?.standard ?? null,
    };
  });
  const { rows: made } = await sql<{ id: string }>`
    with given as (
      select * from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (project text, code text, name text, kind text, area text,
        route bigint, device bigint, position text, lat numeric, lng numeric, radius int, locating boolean, "photoNeeded" boolean, frequency text,
        items jsonb, score numeric, item text, standard text)) with ordinality as g(project, code, name, kind, area, route, device, position, lat,
        lng, radius, locating, photo_needed, frequency, items, score, item, standard, at)),
    placed as (
      select g.*, coalesce((select max(sort) from b_inspection_point b where b.project = g.project and b.route is not distinct from g.route
        and not b.voided), 0) + row_number() over (partition by g.project, g.route order by g.at) as sort from given g),
    written as (
      insert into b_inspection_point (source_module, source_id, source_effect, code, name, kind, area, item, project, route, sort, device,
        standard, score, version, position, lat, lng, radius, locating, frequency, photo_needed, qr_version, revision, state)
      select 'setup', 0, 'setup', code, name, kind, area, case when kind = '公司巡检' then item end, project, route, sort, device, standard, score,
        1, position, lat, lng, radius, locating, frequency, photo_needed, 0, 1, '启用' from placed order by at
      returning id, project, code),
    versions as (
      insert into point_version (point_id, version, items, made_by)
      select w.id, 1, g.items, ${ctx.session.userId} from written w join given g on g.project = w.project and g.code = w.code)
    select w.id::text as id from written w join given g on g.project = w.project and g.code = w.code order by g.at`.execute(
    tx,
  );
  return made.map((row) => row.id);
};

const shown = (point: PointRow | (PointInput & { readonly kind: PointKind })): Record<string, unknown> => ({
  编码: point.code,
  名称: point.name,
  部位: point.area,
  频次: point.frequency,
  必拍照: point.photoNeeded ? '是' : '否',
  定位: point.locating ? `允许偏差${point.radius}米` : '关闭',
  检查项: point.items.map((one) => `${one.item} ${one.standard}（${one.score}分）`).join('；'),
});

type Saved = { id: string; FormVersion: number; version: number; renewed: boolean };

const updatePoint = async (tx: Tx, ctx: Ctx, input: PointInput, old: PointRow): Promise<Saved> => {
  if (input.FormVersion !== undefined && input.FormVersion !== old.FormVersion)
    throw conflict('该巡检点已被他人修改，请刷新后再改');
  const items = tidyItems(input.items);
  const renewed = !sameItems(items, old.items);
  const version = renewed ? old.version + 1 : old.version;
  if (renewed)
    await sql`insert into point_version (point_id, version, items, made_by)
      values (${old.id}, ${version}, ${JSON.stringify(items)}::jsonb, ${ctx.session.userId})`.execute(tx);
  const [first] = items;
  const moved = (input.route ?? null) !== old.route;
  await sql`update b_inspection_point b set code = ${input.code}, name = ${input.name}, area = ${input.area}, route = ${input.route ?? null},
      sort = ${moved ? sql`coalesce((select max(sort) from b_inspection_point x where x.project = b.project and x.route is not distinct from ${input.route ?? null}::bigint and not x.voided), 0) + 1` : sql`sort`},
      device = ${input.device ?? null}, position = ${input.position ?? null}, lat = ${input.lat ?? null}, lng = ${input.lng ?? null},
      radius = ${input.radius}, locating = ${input.locating}, photo_needed = ${input.photoNeeded}, frequency = ${input.frequency},
      item = ${old.kind === '公司巡检' ? (first?.item ?? null) : null}, standard = ${first?.standard ?? null}, score = ${totalOf(items)},
      version = ${version}, state = ${input.state ?? old.state}, revision = coalesce(revision, 1) + 1 where id = ${old.id}`.execute(
    tx,
  );
  await trail(tx, ctx, {
    kind: '系统设置',
    action: renewed ? '修改巡检标准' : '修改巡检点',
    object: `巡检点 ${old.projectName} ${input.code}`,
    ...(renewed ? { summary: `标准第${version}版` } : {}),
    before: shown(old),
    after: shown({ ...input, kind: old.kind }),
  });
  return { id: old.id, FormVersion: old.FormVersion + 1, version, renewed };
};

/** @param kind what a new point is; an old one stays what it was */
export const savePoint = async (ctx: Ctx, input: PointInput, kind: PointKind): Promise<Saved> => {
  need(ctx.session, POINT_SET, input.id === undefined ? 'add' : 'edit');
  return ctx.write(async (tx) => {
    await lockProjectPoints(tx, ctx, input.project);
    const old = input.id === undefined ? null : await readPoint(ctx, tx, input.id);
    if (old !== null && old.project !== input.project)
      throw invalid([{ path: 'project', message: '巡检点不能换项目，请复制到项目' }]);
    if (old !== null && input.state === '停用' && old.state === '启用') need(ctx.session, POINT_SET, 'delete');
    const of = old?.kind ?? kind;
    const faults = [
      ...itemFaults({ kind: of, items: input.items }),
      ...placeFaults(input),
      ...(await linkFaults(tx, input, of)),
    ];
    if (faults.length > 0) throw invalid(faults);
    const saved = old === null ? await addPoint(tx, ctx, input, of) : await updatePoint(tx, ctx, input, old);
    await countRoutes(tx, [input.project]);
    return saved;
  });
};

const addPoint = async (tx: Tx, ctx: Ctx, input: PointInput, kind: PointKind): Promise<Saved> => {
  const [id] = await insertPoints(tx, ctx, [{ ...input, kind, route: input.route ?? null }]);
  if (id === undefined) throw new Error('no point was written');
  await trail(tx, ctx, {
    kind: '系统设置',
    action: '新增巡检点',
    object: `巡检点 ${input.project} ${input.code}`,
    after: shown({ ...input, kind }),
  });
  return { id, FormVersion: 1, version: 1, renewed: false };
};

/** Takes points out of use, back into it, or away altogether where no record names them. */
export const setPointState = async (
  ctx: Ctx,
  { ids, to }: z.output<typeof perambulatePointState.input>,
): Promise<{ count: number }> => {
  need(ctx.session, POINT_SET, to === '启用' ? 'edit' : 'delete');
  return ctx.write(async (tx) => {
    const points = await readPoints(ctx, tx, ids);
    const projects = [...new Set(points.map((point) => point.project))].sort();
    for (const project of projects) await lockProjectPoints(tx, ctx, project);
    if (to === '删除') {
      const used = await recordsOf(tx, ids);
      const kept = points.find((point) => used.has(point.id));
      if (kept !== undefined) throw refused(`${kept.code}${kept.name}已有巡检记录，只能停用，不能删除`);
    }
    const change = to === '删除' ? sql`voided = true` : sql`state = ${to}`;
    await sql`update b_inspection_point set ${change}, revision = coalesce(revision, 1) + 1 where id = any(${points.map((point) => point.id)}::bigint[])`.execute(
      tx,
    );
    await countRoutes(tx, projects);
    for (const point of points)
      await trail(tx, ctx, {
        kind: '系统设置',
        action: `${to}巡检点`,
        object: `巡检点 ${point.projectName} ${point.code}`,
      });
    return { count: points.length };
  });
};

/** The order in which a route is walked. */
export const sortPoints = (ctx: Ctx, route: string, ids: readonly string[]): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const { rows } = await sql<{
      project: string;
    }>`select project from b_inspection_route where id = ${route} and not voided`.execute(tx);
    const [found] = rows;
    if (found === undefined) throw invalid([{ path: 'route', message: '路线不存在' }]);
    await lockProjectPoints(tx, ctx, found.project);
    const { rows: there } = await sql<{
      id: string;
    }>`select id::text as id from b_inspection_point where route = ${route} and not voided`.execute(tx);
    const known = new Set(there.map((row) => row.id));
    if (new Set(ids).size !== known.size || ids.some((id) => !known.has(id)))
      throw conflict('路线上的巡检点已有变化，请刷新后再排序');
    await sql`update b_inspection_point b set sort = n.at from unnest(${[...ids]}::bigint[]) with ordinality as n(id, at) where n.id = b.id`.execute(
      tx,
    );
    await trail(tx, ctx, { kind: '系统设置', action: '调整巡检顺序', object: `巡检路线 ${route}` });
    return { ok: true as const };
  });
