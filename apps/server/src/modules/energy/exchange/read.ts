/** 更换记录: what was exchanged or reset, as lists and as one. */
import type { ReplaceList, replaceList, ReplaceRow } from '@hengneng/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { likeText, pageOf } from '../../identity/index.ts';
import { projectsVisible } from '../../projects/index.ts';
import { isoText, meterLines, plainNumber } from '../things/index.ts';
import { readingsAround, usageOf } from './around.ts';

const columnsFor = ({
  session,
}: Ctx) => sql`b.id::text as "ReplaceId", b.serial as "Serial", b.kind as "Kind", m.project_code as "ProjectCode", p.name as "ProjectName",
  m.device_id::text as "DeviceId", coalesce(d.display_name, d.name) as "DeviceName", m.meter_type as "MeterType", m.unit as "Unit",
  b.reason as "Reason", b.old_factory_no as "OldMeterNo", b.registers -> 'total' ->> 'old' as "OldEnd",
  (select trim_scale(k.value)::text from meter_ratio k where k.meter_id = m.device_id and k.state = '已生效' and k.valid_from < b.installed_at
    order by k.valid_from desc limit 1) as "OldRatio",
  ${isoText('b.removed_at')} as "RemoveTime",
  trim_scale(round((extract(epoch from b.installed_at - b.removed_at) / 3600)::numeric, 1))::text as "GapHours",
  b.registers -> 'total' ->> 'gap' as "GapUsage", b.gap_method as "GapMethod", b.gap_reason as "GapReason", b.new_factory_no as "NewMeterNo",
  b.registers -> 'total' ->> 'new' as "NewStart", ${plainNumber('b.new_ratio')} as "NewRatio", ${isoText('b.installed_at')} as "InstallTime",
  b.new_digits as "Digits", b.new_decimals as "Decimals", b.photos as "Photos", b.certificate as "Cert", b.witness as "Witness",
  b.worker as "Worker", u.user_name as "Creator", ${isoText('b.created_at')} as "CreatedAt", w.user_name as "Decider",
  ${isoText('b.decided_at')} as "DecidedAt", b.void_reason as "VoidReason", b.state as "State", b.version as "FormVersion",
  b.created_by = ${session.userId}::bigint as "Mine"`;
const from = sql`meter_break b join meter m on m.device_id = b.meter_id join device d on d.id = m.device_id join project p on p.code = m.project_code
  join app_user u on u.id = b.created_by left join app_user w on w.id = b.decided_by`;

type Bare = Omit<ReplaceRow, 'Usage'>;

/** With what each makes of its meter's use: one line of three parts that may be audited. */
async function withUsage<R extends Bare>(db: Db | Tx, rows: readonly R[]): Promise<(R & Pick<ReplaceRow, 'Usage'>)[]> {
  const things = await meterLines(db, [...new Set(rows.map(({ DeviceId }) => DeviceId))]);
  // Lines are those that hold or wait to be agreed on: a report of the site and what is void make nothing.
  const counted = rows.flatMap((row) => {
    const thing = things.get(row.DeviceId);
    const line = thing?.line('total').breaks.find(({ id }) => id === row.ReplaceId);
    return thing === undefined || line === undefined ? [] : [{ row, thing, line }];
  });
  const arounds = await readingsAround(
    db,
    counted.map(({ thing, line: { removedAt, installedAt } }) => ({
      thing,
      register: 'total',
      removedAt,
      installedAt,
    })),
  );
  const usages = new Map(
    counted.flatMap(({ row, thing, line }, at) => {
      const around = arounds[at];
      return around === undefined ? [] : [[row.ReplaceId, usageOf(line, around, thing)] as const];
    }),
  );
  return rows.map((row) => ({ ...row, Usage: usages.get(row.ReplaceId) ?? null }));
}

export const listBreaks = async (ctx: Ctx, input: z.output<typeof replaceList>): Promise<ReplaceList> => {
  const like = likeText(input.Keyword ?? '');
  const parts: RawBuilder<unknown>[] = [
    projectsVisible(ctx.session),
    sql`(b.serial ilike ${like} or d.name ilike ${like} or d.display_name ilike ${like} or b.old_factory_no ilike ${like}
      or b.new_factory_no ilike ${like} or p.name ilike ${like})`,
  ];
  if (input.ProjectCode !== undefined) parts.push(sql`m.project_code = ${input.ProjectCode}`);
  if (input.MeterType !== undefined) parts.push(sql`m.meter_type = ${input.MeterType}`);
  if (input.DeviceId !== undefined) parts.push(sql`m.device_id = ${input.DeviceId}`);
  if (input.State !== undefined) parts.push(sql`b.state = ${input.State}`);
  const day = sql`(b.removed_at at time zone 'Asia/Shanghai')::date`;
  if (input.Date?.from !== undefined) parts.push(sql`${day} >= ${input.Date.from}`);
  if (input.Date?.to !== undefined) parts.push(sql`${day} <= ${input.Date.to}`);
  const { rows, total } = await pageOf<Bare>(
    ctx.db,
    input,
    sql`select ${columnsFor(ctx)}, b.removed_at as "_order" from ${from} where ${sql.join(parts, sql` and `)}`,
    sql`"_order" desc, "Serial" desc`,
    ['Serial', 'RemoveTime', 'InstallTime', 'DeviceName', 'State'],
  );
  return { rows: await withUsage(ctx.db, rows), total };
};

/** What the writes look at of a record. */
export interface Standing {
  readonly id: string;
  readonly meter: string;
  readonly project: string;
  readonly row: Bare;
  readonly creator: string;
}

/** @throws notFound where there is no such record that the person may see */
export const readBreak = async (ctx: Ctx, db: Db | Tx, id: string): Promise<Standing> => {
  const { rows } = await sql<
    Bare & { creatorId: string }
  >`select ${columnsFor(ctx)}, b.created_by::text as "creatorId" from ${from}
    where b.id = ${id} and ${projectsVisible(ctx.session)}`.execute(db);
  const [found] = rows;
  if (found === undefined) throw notFound('更换记录不存在，或您没有查看它的权限');
  const { creatorId, ...row } = found;
  return { id, meter: row.DeviceId, project: row.ProjectCode, row, creator: creatorId };
};

/** One record as its list tells it. @throws notFound */
export async function readBreakRow(ctx: Ctx, id: string): Promise<ReplaceRow> {
  const { row } = await readBreak(ctx, ctx.db, id);
  const [whole = { ...row, Usage: null }] = await withUsage(ctx.db, [row]);
  return whole;
}

/** Whether a person may see the photos of a record. */
export const seesBreak = async (db: Db, session: Ctx['session'], id: string): Promise<boolean> => {
  const { rows } =
    await sql`select 1 from meter_break b join meter m on m.device_id = b.meter_id join project p on p.code = m.project_code
    where b.id = ${id} and ${projectsVisible(session)}`.execute(db);
  return rows.length > 0;
};
