/** 设备名称设置: what the site calls things, what the customer reads, and in which order they stand. */
import type { DeviceNameInput, DeviceNameRow, deviceNames, deviceNamesSave } from '@hengneng/contracts';
import type { FieldError } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { likeText, trail } from '../../identity/index.ts';
import { seenProject } from '../../projects/index.ts';
import { ofEnergy } from './meters-read.ts';
import { lockThings } from './rooms.ts';
import { isoText } from './screens.ts';

export const nameRows = async (
  db: Db | Tx,
  project: string,
  { CategoryCode, Keyword }: { readonly CategoryCode?: string | undefined; readonly Keyword?: string | undefined },
): Promise<DeviceNameRow[]> => {
  const like = likeText(Keyword ?? '');
  const { rows } =
    await sql<DeviceNameRow>`select d.id::text as "DeviceId", d.code as "DeviceCode", coalesce(d.factory_no, '') as "MeterNo",
      d.name as "OriginName", coalesce(d.display_name, '') as "DisplayName", coalesce(d.client_name, '') as "ClientName",
      coalesce(d.point_code, '') as "PointCode", coalesce(d.name_group, '') as "Group", d.sort as "Sort", d.show_entry as "ShowEntry",
      d.show_report as "ShowReport", d.show_screen as "ShowScreen", coalesce(c.name, g.name, d.category) as "CategoryName",
      coalesce(r.name, d.location, '') as "RoomName", coalesce(d.unit_no, '') as "No", m.device_id is not null as "IsMeter",
      case when m.device_id is null then 'device ' || coalesce(g.name, d.category) else coalesce(top.code, c.code) end as "Within",
      u.user_name as "Editor", ${isoText('d.named_at')} as "EditTime"
    from device d left join meter m on m.device_id = d.id left join energy_category c on c.id = m.category_id
      left join energy_category top on top.id = c.parent_id left join device_model x on x.id = d.model_id
      left join device_category g on g.id = x.category_id left join machine_room r on r.id = d.room_id left join app_user u on u.id = d.named_by
    where d.project_code = ${project} and d.state <> 'retired'
      and (d.name ilike ${like} or d.code ilike ${like} or d.display_name ilike ${like})
      ${CategoryCode ? sql`and ${CategoryCode === 'device' ? sql`m.device_id is null` : ofEnergy(CategoryCode)}` : sql``}
    order by m.device_id is null, coalesce(top.sort, c.sort, g.sort), d.sort, d.code`.execute(db);
  return rows;
};

export const listNames = async (
  ctx: Ctx,
  input: z.output<typeof deviceNames.input>,
): Promise<z.input<typeof deviceNames.output>> => {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  return { rows: await nameRows(ctx.db, project.code, input) };
};

type Key = 'DisplayName' | 'DeviceCode' | 'PointCode';
const WORDS: Readonly<Record<Key, string>> = { DisplayName: '显示名称', DeviceCode: '编号', PointCode: '采集点编码' };

/** What a value would be the second time in the project, counting the rows that are not sent as they stand. */
export const nameDoubles = (given: readonly DeviceNameInput[], all: readonly DeviceNameRow[]): FieldError[] => {
  const sent = new Set(given.map(({ DeviceId }) => DeviceId));
  const standing = all.filter(({ DeviceId }) => !sent.has(DeviceId));
  return (Object.keys(WORDS) as Key[]).flatMap((key) => {
    const seen = new Set(standing.map((row) => row[key]).filter((value) => value !== ''));
    return given.flatMap((row, at) => {
      const value = row[key];
      if (value === '') return [];
      const again = seen.has(value);
      seen.add(value);
      return again ? [{ path: `Rows[${at}].${key}`, message: `${WORDS[key]}【${value}】重复` }] : [];
    });
  });
};

export const saveNames = (ctx: Ctx, input: z.output<typeof deviceNamesSave.input>): Promise<{ Count: number }> =>
  ctx.write(async (tx) => {
    const project = await seenProject(ctx, tx, input.ProjectCode);
    await lockThings(tx, project.code);
    if (input.Rows.length === 0) throw invalid([{ path: 'Rows', message: '没有需要保存的内容' }]);
    const all = await nameRows(tx, project.code, {});
    const before = new Map(all.map((row) => [row.DeviceId, row]));
    const faults = input.Rows.flatMap(({ DeviceId }, at) =>
      before.has(DeviceId) ? [] : [{ path: `Rows[${at}].DeviceId`, message: '该设备不属于本项目' }],
    );
    if (faults.length === 0) faults.push(...nameDoubles(input.Rows, all));
    if (faults.length > 0) throw invalid(faults);
    // Swapped codes would meet half-way: they step aside first.
    await sql`update device set code = '~' || id, display_name = null, point_code = null
      where id = any(${input.Rows.map(({ DeviceId }) => DeviceId)}::bigint[])`.execute(tx);
    await sql`update device d set code = x."DeviceCode", display_name = nullif(x."DisplayName", ''), client_name = nullif(x."ClientName", ''),
        point_code = nullif(x."PointCode", ''), name_group = nullif(x."Group", ''), sort = x."Sort", show_entry = x."ShowEntry",
        show_report = x."ShowReport", show_screen = x."ShowScreen", version = d.version + 1, updated_at = app_now(),
        named_by = ${ctx.session.userId}, named_at = app_now()
      from jsonb_to_recordset(${JSON.stringify(input.Rows)}::jsonb) as x("DeviceId" bigint, "DisplayName" text, "ClientName" text, "DeviceCode" text,
        "PointCode" text, "Group" text, "Sort" int, "ShowEntry" boolean, "ShowReport" boolean, "ShowScreen" boolean)
      where d.id = x."DeviceId"`.execute(tx);
    const renamed = input.Rows.flatMap((row) => {
      const old = before.get(row.DeviceId);
      return old === undefined || (old.DisplayName === row.DisplayName && old.DeviceCode === row.DeviceCode)
        ? []
        : [{ old, row }];
    });
    await trail(tx, ctx, {
      kind: '系统设置',
      action: '修改设备名称',
      object: `项目 ${project.name}`,
      summary: `${input.Rows.length}台设备${input.Reason === '' ? '' : `，${input.Reason}`}`,
      before: Object.fromEntries(renamed.map(({ old }) => [old.OriginName, `${old.DeviceCode} ${old.DisplayName}`])),
      after: Object.fromEntries(
        renamed.map(({ old, row }) => [old.OriginName, `${row.DeviceCode} ${row.DisplayName}`]),
      ),
    });
    return { Count: input.Rows.length };
  });
