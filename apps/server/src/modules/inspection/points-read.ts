/** Points as people see them: those of the projects in their scope, each with the check items that hold now. */
import type { perambulatePointIndex, perambulatePointInfo, PointRow } from '@hengneng/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { notFound } from '../../platform/http/errors.ts';
import { likeText, pageOf } from '../identity/index.ts';
import { projectsVisible } from '../projects/index.ts';

export type PointAsk = z.output<typeof perambulatePointIndex.input>;

/** A moment as the wire has it. */
export const instant = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char(${column} at time zone 'Asia/Shanghai', 'YYYY-MM-DD"T"HH24:MI:SS"+08:00"')`;

const columns = sql`b.id::text as id, b.code, b.name, b.kind, b.area, b.project, p.name as "projectName", b.route::text as route,
  r.name as "routeName", coalesce(b.sort, 0) as sort, b.device::text as device, d.name as "deviceName", coalesce(v.items, '[]'::jsonb) as items,
  coalesce(b.score, 0)::text as score, b.position, b.lat::text as lat, b.lng::text as lng, b.radius, coalesce(b.locating, true) as locating,
  coalesce(b.photo_needed, false) as "photoNeeded", b.frequency, b.state, coalesce(b.version, 0) as version,
  coalesce(b.qr_version, 0) as "qrVersion", ${instant(sql`l.issued_at`)} as "qrIssuedAt", ${instant(sql`b.last_inspected_at`)} as "lastInspectedAt",
  b.last_result as "lastResult", coalesce(b.revision, 1) as "FormVersion"`;

const from = sql`from b_inspection_point b join project p on p.code = b.project left join b_inspection_route r on r.id = b.route
  left join device d on d.id = b.device left join point_version v on v.point_id = b.id and v.version = b.version
  left join point_label l on l.point_id = b.id and l.version = b.qr_version`;

const condition = (ctx: Ctx, input: PointAsk): RawBuilder<boolean> => {
  const like = likeText(input.Keyword ?? '');
  const parts: RawBuilder<boolean>[] = [
    sql`not b.voided`,
    projectsVisible(ctx.session),
    sql`(b.code ilike ${like} or b.name ilike ${like} or p.name ilike ${like})`,
  ];
  if (input.project) parts.push(sql`b.project = ${input.project}`);
  if (input.route) parts.push(sql`b.route = ${input.route}`);
  if (input.kind) parts.push(sql`b.kind = ${input.kind}`);
  if (input.pointArea) parts.push(sql`b.area = ${input.pointArea}`);
  if (input.state) parts.push(sql`b.state = ${input.state}`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
};

const SORTABLE = ['code', 'name', 'area', 'project', 'score', 'frequency', 'qrVersion', 'state', 'lastInspectedAt'];

/** @param more what else holds of the points */
export const listPoints = (
  ctx: Ctx,
  input: PointAsk,
  more: RawBuilder<unknown> = sql``,
): Promise<{ rows: PointRow[]; total: number }> =>
  pageOf<PointRow>(
    ctx.db,
    input,
    sql`select ${columns}, lpad(coalesce(r.id, 0)::text, 18, '0') || lpad(coalesce(b.sort, 0)::text, 6, '0') as _order ${from}
      where ${condition(ctx, input)} ${more}`,
    sql`project, _order, code`,
    SORTABLE,
  );

/** @throws notFound where there is no such point in the person's projects */
/** Points in the order of their ids, each once. @throws notFound where one is gone or out of sight */
export const readPoints = async (ctx: Ctx, db: Db | Tx, ids: readonly string[]): Promise<readonly PointRow[]> => {
  const { rows } = await sql<PointRow>`select ${columns} ${from}
    where b.id = any(${[...ids]}::bigint[]) and not b.voided and ${projectsVisible(ctx.session)}`.execute(db);
  const found = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].map((id) => {
    const point = found.get(id);
    if (point === undefined) throw notFound('巡检点不存在，或不在您的项目范围内');
    return point;
  });
};

export const readPoint = async (ctx: Ctx, db: Db | Tx, id: string): Promise<PointRow> => {
  const [point] = await readPoints(ctx, db, [id]);
  if (point === undefined) throw notFound('巡检点不存在，或不在您的项目范围内');
  return point;
};

/** How many records name each of these points. */
export const recordsOf = async (db: Db | Tx, ids: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ point: string; n: number }>`select point::text as point, count(*)::int as n
    from f_project_inspection_check_points where point = any(${[...ids]}::bigint[]) group by point`.execute(db);
  return new Map(rows.map((row) => [row.point, row.n]));
};

export const pointInfo = async (ctx: Ctx, id: string): Promise<z.input<typeof perambulatePointInfo.output>> => {
  const point = await readPoint(ctx, ctx.db, id);
  const [records, versions] = await Promise.all([
    recordsOf(ctx.db, [id]),
    sql<{ version: number; items: PointRow['items']; from: string; by: string | null }>`
      select v.version, v.items, ${instant(sql`v.valid_from`)} as "from", u.user_name as by
        from point_version v left join app_user u on u.id = v.made_by where v.point_id = ${id} order by v.version desc`.execute(
      ctx.db,
    ),
  ]);
  return { ...point, records: records.get(id) ?? 0, versions: versions.rows };
};
