/** A building floor by floor: devices with their state and alarms, rooms as warm as the monthly survey (空调使用情况) found them. */
import type { floorIndex, roomTemperatures } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { pageOf } from '../../identity/index.ts';
import { seenProject } from '../../projects/index.ts';
import { isoText, stateWords } from './screens.ts';

type Floors = z.input<typeof floorIndex.output>;
type Measured = z.input<typeof roomTemperatures.output>;

/** A device whose room has no floor, or that stands in none. */
// As a literal: PostgreSQL takes two parameters of one value for two expressions.
const NO_FLOOR = sql.lit('未分楼层');
const FLOOR = sql`coalesce(nullif(r.floor, ''), ${NO_FLOOR})`;

/** By what a device is for; a meter hangs on what it counts, but is its own layer. */
const LAYER = sql`case when m.device_id is not null then '表计'
  when concat_ws(' ', c.name, d.category) ~ '配电|变频|电气' then '电'
  when concat_ws(' ', c.name, d.category) ~ '风机盘管|空调箱|新风|末端' then '末端'
  when concat_ws(' ', c.name, d.category) ~ '风机' then '风' else '冷热水' end`;

/** What counts of rooms that were measured: surveys that were confirmed. */
export const roomSurveys = (project: string) => sql`f_air_usage a join f_air_usage_zones z on z.parent_id = a.id
  where a.project = ${project} and a.status = 'approved' and a.survey_time is not null and z.room_temp is not null`;
const ROOM = sql`concat_ws(' ', nullif(z.building, ''), z.zone_use)`;
const PLACE = sql`coalesce(nullif(z.floor, ''), ${NO_FLOOR})`;

export const floorsOf = async (ctx: Ctx, input: z.output<typeof floorIndex.input>): Promise<Floors> => {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const at = input.Time === undefined ? ctx.now : new Date(input.Time);
  const [elements, rooms] = await Promise.all([
    sql<Floors['Elements'][number]>`
      select d.code as "ElementId", d.id::text as "DeviceId", coalesce(d.display_name, d.name) as "Name", ${FLOOR} as "Floor",
        coalesce(r.name, d.location, '') as "RoomName", coalesce(s.name, '') as "SystemName", ${LAYER} as "Layer", ${stateWords()} as "State",
        (select a.level from alarm a where a.device_id = d.id and not a.voided and a.raised_at <= ${at}
          and (a.handled_at is null or a.handled_at > ${at}) order by array_position(array['紧急', '重要', '一般'], a.level) limit 1) as "Alarm"
      from device d left join machine_room r on r.id = d.room_id left join energy_system s on s.id = d.system_id
      left join meter m on m.device_id = d.id left join device_model o on o.id = d.model_id left join device_category c on c.id = o.category_id
      where d.project_code = ${project.code} and d.state <> 'retired' order by r.sort nulls last, d.sort, d.code`.execute(
      ctx.db,
    ),
    sql<Floors['Rooms'][number]>`
      select x."Floor" || ' ' || x."RoomName" as "RoomId", x.* from (
        select distinct on (${PLACE}, ${ROOM}) ${PLACE} as "Floor", ${ROOM} as "RoomName", z.room_temp::float8 as "Temp", z.lower::float8 as "SetLow",
          z.upper::float8 as "SetTemp", z.room_humidity::float8 as "Humidity", ${isoText('a.survey_time')} as "Time"
        from ${roomSurveys(project.code)} and a.survey_time <= ${at}
        order by ${PLACE}, ${ROOM}, a.survey_time desc, z.id desc) x`.execute(ctx.db),
  ]);
  const shown = ({ Floor }: { readonly Floor: string }): boolean => !input.Floor || Floor === input.Floor;
  const layer = ({ Layer, Alarm }: Floors['Elements'][number]): boolean =>
    input.Layers.length === 0 || input.Layers.includes(Layer) || (Alarm !== null && input.Layers.includes('报警'));
  return {
    // Nobody can upload one: what there is is shown by floors.
    Model: null,
    Floors: [...new Set([...elements.rows, ...rooms.rows].map(({ Floor }) => Floor))],
    Elements: elements.rows.filter((one) => shown(one) && layer(one)),
    Rooms: rooms.rows.filter(shown),
  };
};

export const temperaturesOf = async (
  ctx: Ctx,
  input: z.output<typeof roomTemperatures.input>,
): Promise<{ rows: Measured['rows']; total: number }> => {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const { from, to } = input.Date ?? {};
  // A day is one of China, whatever the server's clock says.
  const DAY = sql`(a.survey_time at time zone 'Asia/Shanghai')::date`;
  return pageOf<Measured['rows'][number]>(
    ctx.db,
    input,
    sql`with measured as (
        select ${PLACE} as floor, ${ROOM} as room, z.room_temp::float8 as temp, z.lower::float8 as low, z.upper::float8 as high,
          z.room_humidity::float8 as humidity, a.survey_time as at, z.id,
          greatest(z.room_temp - z.upper, 0) + least(z.room_temp - z.lower, 0) as off
        from ${roomSurveys(project.code)} ${from === undefined ? sql`` : sql`and ${DAY} >= ${from}::date`}
          ${to === undefined ? sql`` : sql`and ${DAY} <= ${to}::date`}
          ${input.Floor ? sql`and ${PLACE} = ${input.Floor}` : sql``})
      select x.floor as "Floor", x.room as "RoomName", '人工测温' as "PointName", x.low as "SetLow", x.high as "SetTemp", x.temp as "Temp",
        round(x.off, 1)::float8 as "Diff", x.humidity as "Humidity", null::float8 as "Co2", max(x.temp) over day as "Max24", min(x.temp) over day as "Min24",
        round(100.0 * count(*) filter (where x.off = 0) over room / count(*) over room, 1)::float8 as "PassRate", ${isoText('x.at')} as "Time",
        jsonb_build_array(-extract(epoch from x.at), x.id) as "_order"
      from measured x
      window room as (partition by x.floor, x.room),
        day as (partition by x.floor, x.room order by x.at range between interval '24 hours' preceding and current row)`,
    sql`"_order"`,
    ['Floor', 'RoomName', 'Temp', 'Diff', 'PassRate', 'Time'],
  );
};
