/** 表计台账: the meters of a project with what hangs there now, and one meter with its history. */
import type { meterIndex, meterInfo, MeterRow } from '@hengneng/contracts';
import { DEFAULT_DEVIATION } from '@hengneng/energy/measuring';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { likeText } from '../../identity/index.ts';
import { projectsVisible, seenProject } from '../../projects/index.ts';
import { gasText } from './gas.ts';
import { UNIT_NO } from './mains.ts';
import { isoText, plainNumber, stateCode, stateWords } from './screens.ts';

type Info = z.input<typeof meterInfo.output>;

/** The ratio that holds at the present, by `app_now()`. */
export const RATIO_NOW = sql`left join lateral (select x.* from meter_ratio x where x.meter_id = m.device_id and x.state = '已生效'
    and x.valid_from <= app_now() order by x.valid_from desc limit 1) k on true`;
/** The apparatus that hangs there. */
export const HANGS = sql`left join lateral (select x.* from meter_install x where x.meter_id = m.device_id and x.removed_at is null
    order by x.installed_at desc limit 1) i on true`;

const columns = sql`m.device_id::text as "Id", m.project_code as "ProjectCode", d.code as "DeviceCode", coalesce(d.display_name, d.name) as "Name",
  m.meter_type as "MeterType", coalesce(i.factory_no, d.factory_no, '') as "MeterNo", c.code as "CategoryCode", c.name as "CategoryName",
  coalesce(d.location, '') as "Place", m.area_use as "AreaUse", m.parent_id::text as "ParentId", coalesce(u.display_name, u.name) as "ParentName",
  ${UNIT_NO} as "UnitNo", coalesce(top.code, c.code) as "EnergyCode",
  m.is_settle as "IsSettle", coalesce(k.ct, '1') as "CT", coalesce(k.pt, '1') as "PT", ${plainNumber('k.value')} as "Ratio",
  ${gasText('k')} as "Gas", i.digits as "Digits", i.decimals as "Decimals", m.registers as "Registers", m.unit as "Unit", m.accuracy as "Accuracy",
  m.verified_on::text as "VerifiedOn", m.verified_to::text as "VerifyTo",
  m.verified_to - (app_now() at time zone 'Asia/Shanghai')::date as "VerifyDays", ${plainNumber('m.max_rate')} as "MaxPower",
  m.frequency as "Frequency", d.sort as "Sort", ${stateWords()} as "State", d.room_id::text as "RoomId",
  (select trim_scale(sum(y.usage))::text from meter_day y where y.meter_id = m.device_id and y.register = 'total'
    and y.day >= date_trunc('month', app_now() at time zone 'Asia/Shanghai')::date) as "MonthUsage",
  coalesce((select v.sub_diff from deviation_setting v where v.sub_diff is not null and (v.level = 'company' or (v.project_code = m.project_code
      and (v.level = 'project' or v.category_id = m.category_id or v.meter_id = m.device_id)))
    order by array_position(array['meter', 'category', 'project', 'company'], v.level) limit 1), ${DEFAULT_DEVIATION.subDiff})::float8 as "MostLoss",
  m.version as "FormVersion"`;
const from = sql`meter m join device d on d.id = m.device_id join project p on p.code = m.project_code
  join energy_category c on c.id = m.category_id left join energy_category top on top.id = c.parent_id
  left join device u on u.id = m.parent_id ${RATIO_NOW} ${HANGS}`;

/** Of an energy, or of one that lies below it. */
export const ofEnergy = (code: string): RawBuilder<boolean> => sql<boolean>`(c.code = ${code} or top.code = ${code})`;

export const listMeters = async (
  ctx: Ctx,
  input: z.output<typeof meterIndex.input>,
): Promise<z.input<typeof meterIndex.output>> => {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const like = likeText(input.Keyword ?? '');
  const parts: RawBuilder<unknown>[] = [
    sql`m.project_code = ${project.code}`,
    sql`(d.name ilike ${like} or d.display_name ilike ${like} or d.code ilike ${like} or d.factory_no ilike ${like} or d.pinyin ilike ${like})`,
  ];
  if (input.CategoryCode) parts.push(ofEnergy(input.CategoryCode));
  if (input.MeterType !== undefined) parts.push(sql`m.meter_type = ${input.MeterType}`);
  if (input.State !== undefined) parts.push(sql`d.state = ${stateCode(input.State)}`);
  const { rows } = await sql<MeterRow>`select ${columns} from ${from} where ${sql.join(parts, sql` and `)}
    order by coalesce(top.sort, c.sort), d.sort, d.code`.execute(ctx.db);
  return { rows };
};

/** @throws notFound where there is no such meter that the person may see */
export const readMeter = async (ctx: Ctx, db: Db | Tx, id: string): Promise<MeterRow> => {
  const { rows } =
    await sql<MeterRow>`select ${columns} from ${from} where m.device_id = ${id} and ${projectsVisible(ctx.session)}`.execute(
      db,
    );
  const [meter] = rows;
  if (meter === undefined) throw notFound('表计不存在，或您没有查看它的权限');
  return meter;
};

/** The last readings that hold, newest first: neither superseded nor voided. */
const LAST_READINGS = 20;

export const meterDetail = async (ctx: Ctx, id: string): Promise<Info> => {
  const meter = await readMeter(ctx, ctx.db, id);
  const [ratios, installs, readings] = await Promise.all([
    sql<
      Info['Ratios'][number]
    >`select ${isoText('k.valid_from')} as "From", k.ct as "CT", k.pt as "PT", ${plainNumber('k.value')} as "Ratio",
        ${gasText('k')} as "Gas", k.reason as "Reason", k.state as "State", u.user_name as "By"
      from meter_ratio k left join app_user u on u.id = k.created_by where k.meter_id = ${id} order by k.valid_from desc, k.id desc`.execute(
      ctx.db,
    ),
    sql<
      Info['Installs'][number]
    >`select i.factory_no as "MeterNo", ${isoText('i.installed_at')} as "From", ${isoText('i.removed_at')} as "To",
        i.digits as "Digits", i.decimals as "Decimals", i.first_readings as "First", i.last_readings as "Last", i.document as "Document"
      from meter_install i where i.meter_id = ${id} order by i.installed_at desc`.execute(ctx.db),
    sql<
      Info['Readings'][number]
    >`select r.register as "Register", ${isoText('r.at')} as "At", ${plainNumber('r.value')} as "Value", r.flag as "Flag"
      from manual_reading r where r.meter_id = ${id} and r.value is not null
        and not exists (select from manual_reading n where n.supersedes = r.id) order by r.at desc, r.id desc limit ${LAST_READINGS}`.execute(
      ctx.db,
    ),
  ]);
  return { ...meter, Ratios: ratios.rows, Installs: installs.rows, Readings: readings.rows };
};
