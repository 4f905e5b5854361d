/** Routes of a project: which points are walked, whether in order, how long it takes. */
import type { perambulateRouteIndex, perambulateRouteSave, RouteRow } from '@hengneng/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid } from '../../platform/http/errors.ts';
import { likeText, need, pageOf, trail } from '../identity/index.ts';
import { projectsVisible } from '../projects/index.ts';
import { lockProjectPoints } from './points-write.ts';
import { POINT_SET } from './screen.ts';

type SaveInput = z.output<typeof perambulateRouteSave.input>;

export const listRoutes = (
  ctx: Ctx,
  input: z.output<typeof perambulateRouteIndex.input>,
): Promise<{ rows: RouteRow[]; total: number }> => {
  const like = likeText(input.Keyword ?? '');
  const parts: RawBuilder<boolean>[] = [
    sql`not r.voided`,
    projectsVisible(ctx.session),
    sql`(r.name ilike ${like} or p.name ilike ${like})`,
  ];
  if (input.project) parts.push(sql`r.project = ${input.project}`);
  if (input.kind) parts.push(sql`r.kind = ${input.kind}`);
  if (input.state) parts.push(sql`r.state = ${input.state}`);
  return pageOf<RouteRow>(
    ctx.db,
    input,
    sql`select r.id::text as id, r.name, r.project, p.name as "projectName", r.kind, coalesce(r.point_count, 0) as "pointCount",
        coalesce(r.ordered, false) as ordered, r.minutes, coalesce(r.inspect_types, '{}') as "inspectTypes", r.state
      from b_inspection_route r join project p on p.code = r.project where ${sql.join(parts, sql` and `)}`,
    sql`project, kind, name`,
    ['name', 'kind', 'pointCount', 'minutes', 'state'],
  );
};

const shown = (route: SaveInput): Record<string, unknown> => ({
  名称: route.name,
  类别: route.kind,
  顺序: route.ordered ? '按顺序' : '不限',
  标准用时: route.minutes ?? null,
  适用: route.inspectTypes.join('、'),
  状态: route.state,
});

const check = async (tx: Tx, input: SaveInput): Promise<void> => {
  const { rows } =
    await sql`select 1 from b_inspection_route where project = ${input.project} and name = ${input.name} and not voided
    and id is distinct from ${input.id ?? null}::bigint`.execute(tx);
  if (rows.length > 0) throw invalid([{ path: 'name', message: '该项目已有同名路线' }]);
  if (input.kind === '值班巡查' && input.inspectTypes.length > 0)
    throw invalid([{ path: 'inspectTypes', message: '值班巡查路线不用于公司巡检，请清空适用巡检类别' }]);
};

export const saveRoute = async (ctx: Ctx, input: SaveInput): Promise<{ id: string }> => {
  need(ctx.session, POINT_SET, input.id === undefined ? 'add' : 'edit');
  return ctx.write(async (tx) => {
    await lockProjectPoints(tx, ctx, input.project);
    await check(tx, input);
    const types = [...new Set(input.inspectTypes)];
    if (input.id === undefined) {
      const id = await openRoute(tx, { ...input, minutes: input.minutes ?? null, inspectTypes: types });
      await trail(tx, ctx, {
        kind: '系统设置',
        action: '新增巡检路线',
        object: `巡检路线 ${input.name}`,
        after: shown(input),
      });
      return { id };
    }
    const { rows } = await sql<{
      project: string;
      kind: string;
      name: string;
    }>`select project, kind, name from b_inspection_route
      where id = ${input.id} and not voided for update`.execute(tx);
    const [old] = rows;
    if (old?.project !== input.project) throw invalid([{ path: 'id', message: '路线不存在' }]);
    if (old.kind !== input.kind) {
      const { rows: points } =
        await sql`select 1 from b_inspection_point where route = ${input.id} and not voided limit 1`.execute(tx);
      if (points.length > 0) throw invalid([{ path: 'kind', message: '路线上已有巡检点，不能改类别' }]);
    }
    await sql`update b_inspection_route set name = ${input.name}, kind = ${input.kind}, ordered = ${input.ordered},
        minutes = ${input.minutes ?? null}, inspect_types = ${types}, state = ${input.state} where id = ${input.id}`.execute(
      tx,
    );
    await trail(tx, ctx, {
      kind: '系统设置',
      action: '修改巡检路线',
      object: `巡检路线 ${old.name}`,
      after: shown(input),
    });
    return { id: input.id };
  });
};

/** A new route, without points yet. */
export const openRoute = async (
  tx: Tx,
  route: Pick<SaveInput, 'project' | 'name' | 'kind' | 'ordered' | 'state'> & {
    readonly minutes: number | null;
    readonly inspectTypes: readonly string[];
  },
): Promise<string> => {
  const { rows } = await sql<{
    id: string;
  }>`insert into b_inspection_route (source_module, source_id, source_effect, name, project, kind,
      point_count, ordered, minutes, inspect_types, state)
    values ('setup', 0, 'setup', ${route.name}, ${route.project}, ${route.kind}, 0, ${route.ordered}, ${route.minutes},
      ${[...route.inspectTypes]}, ${route.state}) returning id::text as id`.execute(tx);
  const [made] = rows;
  if (made === undefined) throw new Error('no route was written');
  return made.id;
};
