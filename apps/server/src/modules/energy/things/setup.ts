/** Setting a project up: its rooms, and meters that the handover of the site put into the ledger of devices. */
import type { pendingMeters, machineRoomSave } from '@hengneng/contracts';
import { METER_TYPES, type MeterType } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { invalid, notFound } from '../../../platform/http/errors.ts';
import { need, trail } from '../../identity/index.ts';
import { seenProject } from '../../projects/index.ts';
import { lockThings } from './rooms.ts';
import { DEVICES, plainNumber } from './screens.ts';

export const saveRoom = (ctx: Ctx, input: z.output<typeof machineRoomSave.input>): Promise<{ RoomId: string }> => {
  need(ctx.session, DEVICES, input.RoomId ? 'edit' : 'add');
  return ctx.write(async (tx) => {
    const project = await seenProject(ctx, tx, input.ProjectCode);
    await lockThings(tx, project.code);
    const { rows: same } =
      await sql`select 1 from machine_room where project_code = ${project.code} and name = ${input.RoomName}
      and enabled and id is distinct from ${input.RoomId ?? null}::bigint`.execute(tx);
    if (same.length > 0) throw invalid([{ path: 'RoomName', message: `已有机房【${input.RoomName}】` }]);
    const { rows } = await (input.RoomId
      ? sql<{
          id: string;
        }>`update machine_room set name = ${input.RoomName}, floor = ${input.Floor}, place = ${input.Place},
          area_m2 = ${input.Area ?? null} where id = ${input.RoomId} and project_code = ${project.code} returning id::text`
      : sql<{ id: string }>`insert into machine_room (project_code, name, floor, place, area_m2)
          values (${project.code}, ${input.RoomName}, ${input.Floor}, ${input.Place}, ${input.Area ?? null})
          on conflict (project_code, name) do update set enabled = true, floor = excluded.floor, place = excluded.place, area_m2 = excluded.area_m2
          returning id::text`
    ).execute(tx);
    const [saved] = rows;
    if (saved === undefined) throw notFound('机房不存在，或不属于该项目');
    await trail(tx, ctx, {
      kind: '系统设置',
      action: input.RoomId ? '修改机房' : '新增机房',
      object: `${project.name} ${input.RoomName}`,
      after: { 楼层: input.Floor, 位置: input.Place, 面积: input.Area ?? null },
    });
    return { RoomId: saved.id };
  });
};

/** What the ledger calls each kind of meter; 水表 are several. */
const typeOf = (category: string): MeterType | null =>
  (Object.keys(METER_TYPES) as MeterType[]).find((type) => type === category) ?? null;

export async function listPending(
  ctx: Ctx,
  input: z.output<typeof pendingMeters.input>,
): Promise<z.input<typeof pendingMeters.output>> {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const { rows } = await sql<
    Omit<z.input<typeof pendingMeters.output>['rows'][number], 'MeterType'> & { readonly category: string }
  >`select d.id::text as "DeviceId", d.code as "DeviceCode", d.name as "Name", d.category, coalesce(d.factory_no, '') as "MeterNo",
      coalesce(d.location, '') as "Place", ${plainNumber('d.last_reading')} as "Reading", ${plainNumber('d.multiple')} as "Ratio",
      d.verify_due::text as "VerifyTo", h.handover_date::text as "Since", h.serial as "Document"
    from device d left join f_entry_handover h on h.project = d.project_code and h.status = 'approved' and starts_with(d.code, h.serial || '-B')
    where d.project_code = ${project.code} and d.state in ('active', 'standby') and not exists (select from meter m where m.device_id = d.id)
      and (d.category = any(${[...Object.keys(METER_TYPES), '水表']}::text[]))
    order by h.handover_date nulls last, d.code`.execute(ctx.db);
  return { rows: rows.map(({ category, ...row }) => ({ ...row, MeterType: typeOf(category) })) };
}
