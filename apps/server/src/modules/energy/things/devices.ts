/** 设备台账: machines of a project, chosen from the models, standing in its rooms and systems. */
import type {
  projectDeviceAdd,
  projectDeviceEdit,
  projectDeviceHistory,
  projectDeviceIndex,
  ProjectDeviceRow,
} from '@hengneng/contracts';
import { type FieldError, isModuleId, moduleOf } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { bindFiles } from '../../../platform/files/files.ts';
import { conflict, invalid, notFound, refused } from '../../../platform/http/errors.ts';
import { likeText, pageOf, pinyinOf, trail } from '../../identity/index.ts';
import { projectsVisible, seenProject } from '../../projects/index.ts';
import { freeMeters } from './queue.ts';
import { lockThings, placeOf } from './rooms.ts';
import { plainNumber, stateCode, stateWords } from './screens.ts';

type AddInput = z.output<typeof projectDeviceAdd.input>;
type EditInput = z.output<typeof projectDeviceEdit.input>;

/** Under which photos of devices are kept. */
export const DEVICE_PAPER = 'projectDevice';

const columns = sql`d.id::text as "Id", d.project_code as "ProjectCode", d.code as "DeviceCode", d.name as "Name", m.category_id::text as "CategoryId",
  coalesce(c.name, d.category) as "CategoryName", d.model_id::text as "DeviceInfoId", d.model as "Model", coalesce(d.maker, '') as "Maker",
  d.room_id::text as "RoomId", coalesce(r.name, d.location, '') as "RoomName", coalesce(s.name, '') as "SystemName", coalesce(d.unit_no, '') as "No",
  ${plainNumber('m.rated_cooling_kw')} as "Capacity", ${plainNumber('m.rated_heating_kw')} as "Heating",
  trim_scale(coalesce(m.rated_power_kw, d.rated_kw))::text as "Power", d.made_on::text as "MadeDate", d.started_on::text as "StartDate",
  ${plainNumber('d.run_hours')} as "RunHours", coalesce(d.ownership, '') as "Ownership", ${stateWords()} as "State", d.photos as "Photo",
  d.version as "FormVersion"`;
const from = sql`device d join project p on p.code = d.project_code left join device_model m on m.id = d.model_id
  left join device_category c on c.id = m.category_id left join machine_room r on r.id = d.room_id left join energy_system s on s.id = d.system_id`;

/** Machines; meters have a ledger of their own. */
export const listDevices = (
  ctx: Ctx,
  input: z.output<typeof projectDeviceIndex.input>,
): Promise<{ rows: ProjectDeviceRow[]; total: number }> => {
  const like = likeText(input.Keyword ?? '');
  const parts = [
    projectsVisible(ctx.session),
    sql`not exists (select from meter x where x.device_id = d.id)`,
    sql`(d.name ilike ${like} or d.code ilike ${like} or d.model ilike ${like} or d.factory_no ilike ${like} or d.pinyin ilike ${like})`,
  ];
  if (input.ProjectCode !== undefined) parts.push(sql`d.project_code = ${input.ProjectCode}`);
  if (input.RoomId !== undefined) parts.push(sql`d.room_id = ${input.RoomId}`);
  if (input.SystemName !== undefined) parts.push(sql`s.name = ${input.SystemName}`);
  if (input.DeviceInfoId !== undefined) parts.push(sql`d.model_id = ${input.DeviceInfoId}`);
  if (input.DeviceId !== undefined) parts.push(sql`d.id = ${input.DeviceId}`);
  if (input.State !== undefined) parts.push(sql`d.state = ${stateCode(input.State)}`);
  if (input.CategoryId !== undefined)
    parts.push(sql`m.category_id in (with recursive below as (select id from device_category where id = ${input.CategoryId}
      union select x.id from device_category x join below b on x.parent_id = b.id) select id from below)`);
  return pageOf<ProjectDeviceRow>(
    ctx.db,
    input,
    sql`select ${columns}, d.sort as "_order" from ${from} where ${sql.join(parts, sql` and `)}`,
    sql`"ProjectCode", "_order", "DeviceCode"`,
    ['DeviceCode', 'Name', 'CategoryName', 'StartDate', 'State'],
  );
};

const readDevice = async (ctx: Ctx, db: Db | Tx, id: string): Promise<ProjectDeviceRow> => {
  const { rows } =
    await sql<ProjectDeviceRow>`select ${columns} from ${from} where d.id = ${id} and ${projectsVisible(ctx.session)}
    and not exists (select from meter x where x.device_id = d.id) for update of d`.execute(db);
  const [device] = rows;
  if (device === undefined) throw notFound('设备不存在，或您没有查看它的权限');
  return device;
};

/** What approved forms said of a machine, the last first. */
export const deviceHistory = async (ctx: Ctx, id: string): Promise<z.output<typeof projectDeviceHistory.output>> => {
  const { rows } = await sql<{
    kind: string | null;
    at: Date;
    summary: string;
    module: string;
    source: string;
  }>`select h.kind, h.happened_at as at, h.summary, h.source_module as module, h.source_id::text as source
    from device d join project p on p.code = d.project_code left join device_history h on h.device_id = d.id and not h.voided
    where d.id = ${id} and ${projectsVisible(ctx.session)} order by h.happened_at desc, h.id desc limit 200`.execute(
    ctx.db,
  );
  if (rows.length === 0) throw notFound('设备不存在，或您没有查看它的权限');
  return rows.flatMap(({ kind, at, summary, module, source }) => {
    if (kind === null) return [];
    const of = isModuleId(module) ? moduleOf(module) : null;
    return [
      {
        Kind: kind,
        At: at.toISOString(),
        Summary: summary,
        ModuleTitle: of?.title ?? null,
        ProcedureId: of?.procedureId ?? null,
        BusinessId: source,
      },
    ];
  });
};

interface Chosen {
  readonly model: string;
  readonly maker: string;
  readonly kind: string;
  readonly power: string | null;
}

/** The model with what forms call its kind: its category's word, else the one above. */
const chosenModel = async (tx: Tx, id: string, old: string | null): Promise<Chosen> => {
  const { rows } = await sql<
    Chosen & { enabled: boolean }
  >`select m.model, m.maker, m.enabled, trim_scale(coalesce(m.rated_cooling_kw, m.rated_power_kw))::text as power,
      coalesce(nullif(c.device_kind, ''), nullif(u.device_kind, ''), u.name, c.name) as kind
    from device_model m join device_category c on c.id = m.category_id left join device_category u on u.id = c.parent_id where m.id = ${id}`.execute(
    tx,
  );
  const [model] = rows;
  if (model === undefined) throw invalid([{ path: 'DeviceInfoId', message: '请从型号库选择型号' }]);
  if (!model.enabled && id !== old) throw invalid([{ path: 'DeviceInfoId', message: '该型号已停用，请另选' }]);
  return model;
};

const faultsOf = async (
  tx: Tx,
  project: string,
  input: AddInput | EditInput,
  id: string | null,
): Promise<FieldError[]> => {
  const { rows } = await sql`select 1 from device where project_code = ${project} and code = ${input.DeviceCode}
    and id is distinct from ${id}::bigint`.execute(tx);
  const faults: FieldError[] = [];
  if (rows.length > 0) faults.push({ path: 'DeviceCode', message: `设备编号【${input.DeviceCode}】已存在` });
  if (input.MadeDate && input.StartDate && input.MadeDate > input.StartDate)
    faults.push({ path: 'StartDate', message: '投运日期不能早于出厂日期' });
  return faults;
};

const keepPhotos = async (tx: Tx, ctx: Ctx, id: string, photos: AddInput['Photos']): Promise<void> => {
  if (photos === undefined) return;
  const files = photos.map(({ URL }, at) => ({ path: `Photos[${at}]`, URL }));
  const faults = await bindFiles(tx, DEVICE_PAPER, id, files, ctx.session.userId);
  if (faults.length > 0) throw invalid(faults);
  await sql`update device set photos = ${JSON.stringify(photos)}::jsonb where id = ${id}`.execute(tx);
};

const shown = (of: AddInput | EditInput | ProjectDeviceRow): Record<string, unknown> => ({
  编号: of.DeviceCode,
  名称: of.Name,
  系统: of.SystemName,
  台号: of.No,
  投运日期: of.StartDate ?? null,
  产权: of.Ownership,
  状态: of.State,
});

export const addDevice = (ctx: Ctx, input: AddInput): Promise<{ Id: string; FormVersion: number }> =>
  ctx.write(async (tx) => {
    const project = await seenProject(ctx, tx, input.ProjectCode);
    await lockThings(tx, project.code);
    const faults = await faultsOf(tx, project.code, input, null);
    if (faults.length > 0) throw invalid(faults);
    const model = await chosenModel(tx, input.DeviceInfoId, null);
    const { room, system } = await placeOf(tx, project.code, input);
    const { rows } = await sql<{
      id: string;
    }>`insert into device (project_code, code, name, category, model, maker, rated_kw, room_id, system_id,
        model_id, unit_no, ownership, made_on, started_on, installed_on, state, pinyin, location)
      values (${project.code}, ${input.DeviceCode}, ${input.Name}, ${model.kind}, ${model.model}, ${model.maker}, ${model.power}, ${room}, ${system},
        ${input.DeviceInfoId}, ${input.No}, ${input.Ownership}, ${input.MadeDate ?? null}, ${input.StartDate ?? null}, ${input.StartDate ?? null},
        ${stateCode(input.State)}, ${pinyinOf(input.Name)}, (select name from machine_room where id = ${room})) returning id::text as id`.execute(
      tx,
    );
    const Id = rows[0]?.id ?? '';
    await keepPhotos(tx, ctx, Id, input.Photos);
    await trail(tx, ctx, {
      kind: '系统设置',
      action: '新增设备',
      object: `${project.name} ${input.DeviceCode} ${input.Name}`,
      after: shown(input),
    });
    return { Id, FormVersion: 1 };
  });

export const editDevice = (ctx: Ctx, input: EditInput): Promise<{ FormVersion: number }> =>
  ctx.write(async (tx) => {
    const old = await readDevice(ctx, tx, input.Id);
    await lockThings(tx, old.ProjectCode);
    if (old.FormVersion !== input.FormVersion) throw conflict('该设备已被他人修改，请刷新后再改');
    const faults = await faultsOf(tx, old.ProjectCode, input, input.Id);
    if (faults.length > 0) throw invalid(faults);
    const model = await chosenModel(tx, input.DeviceInfoId, old.DeviceInfoId);
    const { room, system } = await placeOf(tx, old.ProjectCode, input);
    await sql`update device set code = ${input.DeviceCode}, name = ${input.Name}, category = ${model.kind}, model = ${model.model}, maker = ${model.maker},
        room_id = ${room}, system_id = ${system}, model_id = ${input.DeviceInfoId}, unit_no = ${input.No}, ownership = ${input.Ownership},
        made_on = ${input.MadeDate ?? null}, started_on = ${input.StartDate ?? null}, state = ${stateCode(input.State)},
        pinyin = ${pinyinOf(input.Name)}, location = coalesce((select name from machine_room where id = ${room}), location),
        version = version + 1, updated_at = app_now() where id = ${input.Id}`.execute(tx);
    await keepPhotos(tx, ctx, input.Id, input.Photos);
    await trail(tx, ctx, {
      kind: '系统设置',
      action: '修改设备',
      object: `${old.ProjectCode} ${input.DeviceCode} ${input.Name}`,
      before: shown(old),
      after: shown(input),
    });
    return { FormVersion: old.FormVersion + 1 };
  });

/** Whether anything was ever filed about a device: any table of forms, books and histories that names one. */
export const hasBusiness = async (tx: Tx, id: string): Promise<boolean> => {
  const { rows: places } = await sql<{
    table: string;
    column: string;
  }>`select table_name as "table", column_name as "column"
    from information_schema.columns where table_schema = current_schema() and data_type = 'bigint' and column_name in ('device', 'device_id')
      and table_name <> 'meter' order by table_name`.execute(tx);
  const any = places.map(
    ({ table, column }) => sql`exists (select from ${sql.table(table)} where ${sql.ref(column)} = ${id})`,
  );
  const { rows } = await sql<{ used: boolean }>`select ${sql.join(any, sql` or `)} as used`.execute(tx);
  return rows[0]?.used ?? false;
};

export const USED_DEVICE = '已有业务记录，请改为停用或拆除';

export const deleteDevice = (ctx: Ctx, id: string): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const { rows } = await sql<{
      project: string;
      code: string;
      name: string;
    }>`select d.project_code as project, d.code, d.name from device d
      join project p on p.code = d.project_code where d.id = ${id} and ${projectsVisible(ctx.session)} for update of d`.execute(
      tx,
    );
    const [device] = rows;
    if (device === undefined) throw notFound('设备不存在，或您没有查看它的权限');
    await lockThings(tx, device.project);
    await freeMeters(tx);
    const { rows: readings } = await sql`select 1 where exists (select from manual_reading where meter_id = ${id})
      or exists (select from reading_day where meter_id = ${id}) or exists (select from reading_hot where meter_id = ${id})
      or exists (select from reading_arrival where project_code = ${device.project} and ' ' || split_part(samples, '|', 1) || ' ' like ${`% ${id} %`})
      or exists (select from meter where parent_id = ${id}) or exists (select from meter_break where meter_id = ${id})`.execute(
      tx,
    );
    if (readings.length > 0 || (await hasBusiness(tx, id))) throw refused(USED_DEVICE);
    for (const table of ['recalc_queue', 'meter_ratio', 'meter_install'])
      await sql`delete from ${sql.table(table)} where meter_id = ${id}`.execute(tx);
    await sql`delete from meter where device_id = ${id}`.execute(tx);
    await sql`delete from device where id = ${id}`.execute(tx);
    await trail(tx, ctx, {
      kind: '系统设置',
      action: '删除设备',
      object: `${device.project} ${device.code} ${device.name}`,
    });
    return { ok: true };
  });

/** Whether a person may see the photos of a device. */
export const seesDevice = async (db: Db, session: Ctx['session'], id: string): Promise<boolean> => {
  const { rows } = await sql`select 1 from device d join project p on p.code = d.project_code
    where d.id = ${id} and ${projectsVisible(session)}`.execute(db);
  return rows.length > 0;
};
