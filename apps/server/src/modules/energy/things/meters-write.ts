/** Setting up meters. What hangs there changes by an exchange, what it is multiplied by in the ratio settings; here it is only set once. */
import type { MeterInput, MeterRow } from '@hengneng/contracts';
import type { FieldError } from '@hengneng/core';
import {
  checkMultiplier,
  CHINA,
  dayAt,
  dialFault,
  type GasState,
  isCounter,
  METER_TYPES,
  multiplierOf,
  type Register,
} from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { conflict, invalid, notFound } from '../../../platform/http/errors.ts';
import { need, pinyinOf, trail } from '../../identity/index.ts';
import { seenProject } from '../../projects/index.ts';
import { gasFactorOf, gasJson, gasOf } from './gas.ts';
import { liesBelow } from './device-categories.ts';
import { NO_DIAL } from './lines.ts';
import { readMeter } from './meters-read.ts';
import { queueRecalc } from './queue.ts';
import { lockThings, placeOf } from './rooms.ts';
import { DEVICES, stateCode } from './screens.ts';

/** What a kind of meter may count, of the energies that everybody has. */
const COUNTS: Readonly<Record<MeterInput['MeterType'], readonly string[]>> = {
  电表: ['elec'],
  燃气表: ['gas'],
  自来水表: ['water'],
  软水表: ['softWater'],
  冷热量表: ['cooling', 'heating', 'heatBuy'],
  蒸汽流量计: ['steam'],
  生活热水表: ['hotWater'],
};
const KNOWN: ReadonlySet<string> = new Set([...Object.values(COUNTS).flat(), 'oil', 'run']);

const PREFIX: Readonly<Record<MeterInput['MeterType'], string>> = {
  电表: 'DB',
  燃气表: 'QB',
  自来水表: 'SB',
  软水表: 'SB',
  冷热量表: 'RB',
  蒸汽流量计: 'ZB',
  生活热水表: 'WR',
};

interface Energy {
  readonly id: string;
  readonly name: string;
  readonly unit: string;
}

const energyOf = async (tx: Tx, input: MeterInput, old: MeterRow | null): Promise<Energy> => {
  const { rows } = await sql<
    Energy & { top: string; enabled: boolean }
  >`select c.id::text as id, c.name, c.unit, c.enabled, coalesce(u.code, c.code) as top
    from energy_category c left join energy_category u on u.id = c.parent_id where c.code = ${input.CategoryCode}`.execute(
    tx,
  );
  const [energy] = rows;
  const wrong = (message: string) => invalid([{ path: 'CategoryCode', message }]);
  if (energy === undefined) throw wrong('请选择能源类别');
  if (!energy.enabled && old?.CategoryCode !== input.CategoryCode) throw wrong('该能源类别已停用，请另选');
  if (KNOWN.has(energy.top) && !COUNTS[input.MeterType].includes(energy.top))
    throw wrong(`${input.MeterType}不能计量${energy.name}`);
  return energy;
};

const registersOf = (input: MeterInput): readonly Register[] => {
  const known: readonly string[] = METER_TYPES[input.MeterType].registers;
  const given = input.Registers ?? ['total'];
  const wrong = given.find((one) => !known.includes(one));
  if (wrong !== undefined) throw invalid([{ path: 'Registers', message: `${input.MeterType}没有示数项 ${wrong}` }]);
  return METER_TYPES[input.MeterType].registers.filter((one) => one === 'total' || given.includes(one));
};

const parentFaults = async (tx: Tx, project: string, input: MeterInput): Promise<FieldError[]> => {
  const parent = input.ParentId ?? null;
  if (parent === null) return [];
  const { rows } = await sql`select 1 from meter where device_id = ${parent} and project_code = ${project}`.execute(tx);
  if (rows.length === 0) return [{ path: 'ParentId', message: '请选择本项目的上级表' }];
  if (input.Id !== undefined && (await liesBelow(tx, 'meter', input.Id, parent)))
    return [{ path: 'ParentId', message: '上级表不能成环：所选的表是本表或它的分表' }];
  return [];
};

/** Whether another meter of the project has this factory number on it now. */
export const numberTaken = async (tx: Tx, project: string, no: string, except: string | null): Promise<boolean> => {
  const { rows } =
    await sql`select 1 from meter_install i join meter m on m.device_id = i.meter_id where m.project_code = ${project}
    and i.factory_no = ${no} and i.removed_at is null and m.device_id is distinct from ${except}::bigint limit 1`.execute(
      tx,
    );
  return rows.length > 0;
};

const verifyFaults = (input: MeterInput): FieldError[] => {
  const faults: FieldError[] = [];
  if (input.IsSettle && !input.VerifyTo) faults.push({ path: 'VerifyTo', message: '参与结算的表必须填写检定有效期' });
  if (input.VerifiedOn && input.VerifyTo && input.VerifiedOn > input.VerifyTo)
    faults.push({ path: 'VerifyTo', message: '检定有效期不能早于检定日期' });
  return faults;
};

/** What only a meter that is new is asked for. */
interface First {
  readonly no: string;
  readonly at: Date;
  readonly reading: string;
  readonly digits: number;
  readonly decimals: number;
  readonly ratio: string;
  readonly gas: GasState | null;
  readonly code: string | undefined;
}

const firstFaults = async (tx: Tx, project: string, input: MeterInput, now: Date): Promise<FieldError[]> => {
  const faults: FieldError[] = [];
  const say = (path: keyof MeterInput, message: string) => faults.push({ path, message });
  if (input.MeterNo === undefined) say('MeterNo', '请填写表号');
  else if (await numberTaken(tx, project, input.MeterNo, null)) say('MeterNo', `表号 ${input.MeterNo} 已存在`);
  else if (!input.TakeOver) {
    // It would stand in the ledger twice.
    const { rows } =
      await sql`select 1 from device d where d.project_code = ${project} and d.factory_no = ${input.MeterNo}
      and d.state <> 'retired' and not exists (select from meter m where m.device_id = d.id) limit 1`.execute(tx);
    if (rows.length > 0) say('MeterNo', `设备台账中已有表号 ${input.MeterNo}，请在「表计」页从台账建立`);
  }
  if (input.Digits === undefined) say('Digits', '请填写整数位');
  if (input.Decimals === undefined) say('Decimals', '请填写小数位');
  if (input.InitReading === undefined) say('InitReading', '请填写初始读数');
  else {
    const { Digits: digits = NO_DIAL.digits, Decimals: decimals = NO_DIAL.decimals } = input;
    const fault = dialFault(input.InitReading, { digits, decimals }, '初始读数');
    if (fault !== null) say('InitReading', fault);
  }
  if (input.InitTime === undefined) say('InitTime', '请填写起用时刻');
  else if (new Date(input.InitTime) > now) say('InitTime', '起用时刻不能晚于现在');
  if (input.DeviceCode !== undefined) {
    const { rows } = await sql`select 1 from device where project_code = ${project} and code = ${input.DeviceCode}
        and id is distinct from ${input.TakeOver ?? null}::bigint`.execute(tx);
    if (rows.length > 0) say('DeviceCode', `表计编号【${input.DeviceCode}】已存在`);
  }
  return faults;
};

const firstOf = async (tx: Tx, project: string, input: MeterInput, now: Date): Promise<First> => {
  const faults = await firstFaults(tx, project, input, now);
  const ratio = multiplierOf(input.CT, input.PT);
  const checked = 'message' in ratio ? ratio : checkMultiplier(ratio.value);
  if ('message' in checked)
    faults.push({ path: checked.message.startsWith('PT') ? 'PT' : 'CT', message: checked.message });
  const gas = gasOf(input.Gas, input.MeterType, faults);
  const { MeterNo, Digits, Decimals, InitReading, InitTime } = input;
  if (
    faults.length > 0 ||
    'message' in checked ||
    MeterNo === undefined ||
    Digits === undefined ||
    Decimals === undefined ||
    InitReading === undefined ||
    InitTime === undefined
  )
    throw invalid(faults);
  return {
    no: MeterNo,
    at: new Date(InitTime),
    reading: InitReading,
    digits: Digits,
    decimals: Decimals,
    ratio: checked.value,
    gas,
    code: input.DeviceCode,
  };
};

const freeCode = async (tx: Tx, project: string, type: MeterInput['MeterType']): Promise<string> => {
  const prefix = PREFIX[type];
  const { rows } = await sql<{
    n: number;
  }>`select coalesce(max(substring(code from ${`^${prefix}-(\\d{1,6})$`})::int), 0) + 1 as n
    from device where project_code = ${project} and code ~ ${`^${prefix}-\\d{1,6}$`}`.execute(tx);
  return `${prefix}-${String(rows[0]?.n ?? 1).padStart(2, '0')}`;
};

const insertMeter = async (tx: Tx, ctx: Ctx, project: string, input: MeterInput): Promise<string> => {
  const registers = registersOf(input);
  const energy = await energyOf(tx, input, null);
  const first = await firstOf(tx, project, input, ctx.now);
  const { room } = await placeOf(tx, project, { RoomId: input.RoomId });
  const day = dayAt(first.at.getTime(), CHINA);
  const category = sql`coalesce((select device_kind from device_category where name = ${input.MeterType} limit 1), ${input.MeterType})`;
  const code = first.code ?? (await freeCode(tx, project, input.MeterType));
  const { rows } = await (input.TakeOver
    ? sql<{
        id: string;
      }>`update device set code = ${first.code ?? sql.ref('code')}, name = ${input.Name}, category = ${category},
        factory_no = ${first.no}, use_kind = ${input.AreaUse}, last_reading = ${first.reading}, multiple = ${first.ratio}, unit = ${energy.unit},
        verify_due = ${input.VerifyTo ?? null}, location = ${input.Place}, installed_on = ${day}, room_id = ${room}, sort = ${input.Sort},
        state = ${stateCode(input.State)}, pinyin = ${pinyinOf(input.Name)}, version = version + 1, updated_at = app_now()
      where id = ${input.TakeOver} and project_code = ${project} and not exists (select from meter m where m.device_id = device.id)
      returning id::text as id`
    : sql<{
        id: string;
      }>`insert into device (project_code, code, name, category, model, factory_no, use_kind, last_reading, multiple,
      unit, verify_due, location, installed_on, room_id, sort, state, pinyin)
    values (${project}, ${code}, ${input.Name}, ${category},
      '', ${first.no}, ${input.AreaUse}, ${first.reading}, ${first.ratio}, ${energy.unit}, ${input.VerifyTo ?? null}, ${input.Place}, ${day}, ${room},
      ${input.Sort}, ${stateCode(input.State)}, ${pinyinOf(input.Name)}) returning id::text as id`
  ).execute(tx);
  const [made] = rows;
  if (made === undefined) throw conflict('该设备已建为表计，或已不在本项目，请刷新');
  const { id } = made;
  await sql`insert into meter (device_id, project_code, meter_type, category_id, parent_id, registers, unit, area_use, is_settle, accuracy,
      verified_on, verified_to, max_rate, frequency, used_from)
    values (${id}, ${project}, ${input.MeterType}, ${energy.id}, ${input.ParentId ?? null}, ${registers}::text[], ${energy.unit}, ${input.AreaUse},
      ${input.IsSettle}, ${input.Accuracy}, ${input.VerifiedOn ?? null}, ${input.VerifyTo ?? null}, ${input.MaxPower ?? null}, ${input.Frequency}, ${day})`.execute(
    tx,
  );
  await sql`insert into meter_install (meter_id, factory_no, installed_at, digits, decimals, first_readings, created_by)
    values (${id}, ${first.no}, ${first.at}, ${first.digits}, ${first.decimals}, ${JSON.stringify({ total: first.reading })}::jsonb, ${ctx.session.userId})`.execute(
    tx,
  );
  await sql`insert into meter_ratio (meter_id, valid_from, ct, pt, value, gas_state, gas_factor, reason, created_by)
    values (${id}, ${first.at}, ${input.CT}, ${input.PT}, ${first.ratio}, ${gasJson(first.gas)}::jsonb, ${gasFactorOf(first.gas)}, '初次安装', ${ctx.session.userId})`.execute(
    tx,
  );
  // What it showed then is the first reading: without it nothing is known of the time up to the next.
  if (isCounter('total'))
    await sql`insert into manual_reading (meter_id, project_code, register, at, value, flag, note, recorded_by)
      values (${id}, ${project}, 'total', ${first.at}, ${first.reading}, '实', '起用读数', ${ctx.session.userId})`.execute(
      tx,
    );
  await queueRecalc(tx, id, day, dayAt(ctx.now.getTime(), CHINA), '新增表计');
  return id;
};

/** Things that are changed elsewhere, or never. */
const fixedFaults = (input: MeterInput, old: MeterRow): FieldError[] => {
  const faults: FieldError[] = [];
  if (input.MeterNo !== undefined && input.MeterNo !== old.MeterNo)
    faults.push({ path: 'MeterNo', message: '表号不能在这里修改，换表请登记设备更换' });
  if (input.MeterType !== old.MeterType) faults.push({ path: 'MeterType', message: '表计类型不能修改，请另建表计' });
  return faults;
};

const updateMeter = async (tx: Tx, ctx: Ctx, old: MeterRow, input: MeterInput): Promise<void> => {
  if (input.FormVersion !== undefined && input.FormVersion !== old.FormVersion)
    throw conflict('该表计已被他人修改，请刷新后再改');
  const fixed = fixedFaults(input, old);
  if (fixed.length > 0) throw invalid(fixed);
  const energy = await energyOf(tx, input, old);
  const registers = input.Registers === undefined ? old.Registers : registersOf(input);
  const { room } = await placeOf(tx, old.ProjectCode, { RoomId: input.RoomId });
  const out = input.State === '停用' || input.State === '拆除';
  const today = dayAt(ctx.now.getTime(), CHINA);
  await sql`update meter set category_id = ${energy.id}, unit = ${energy.unit}, parent_id = ${input.ParentId ?? null}, registers = ${registers}::text[],
      area_use = ${input.AreaUse}, is_settle = ${input.IsSettle}, accuracy = ${input.Accuracy}, verified_on = ${input.VerifiedOn ?? null},
      verified_to = ${input.VerifyTo ?? null}, max_rate = ${input.MaxPower ?? null}, frequency = ${input.Frequency},
      used_to = ${out ? sql`coalesce(used_to, ${today}::date)` : sql`null`}, version = version + 1 where device_id = ${old.Id}`.execute(
    tx,
  );
  await sql`update device set code = ${input.DeviceCode ?? old.DeviceCode}, name = ${input.Name}, location = ${input.Place}, room_id = ${room}, sort = ${input.Sort},
      state = ${stateCode(input.State)}, verify_due = ${input.VerifyTo ?? null}, pinyin = ${pinyinOf(input.Name)}, updated_at = app_now()
    where id = ${old.Id}`.execute(tx);
  // A capacity of another size judges readings that stand already.
  const since = await sql<{
    day: string;
  }>`select used_from::text as day from meter where device_id = ${old.Id}`.execute(tx);
  await queueRecalc(tx, old.Id, since.rows[0]?.day ?? today, today, '修改表计');
};

const codeFaults = async (tx: Tx, project: string, input: MeterInput): Promise<FieldError[]> => {
  if (input.Id === undefined || input.DeviceCode === undefined) return [];
  const { rows } =
    await sql`select 1 from device where project_code = ${project} and code = ${input.DeviceCode} and id <> ${input.Id}`.execute(
      tx,
    );
  return rows.length > 0 ? [{ path: 'DeviceCode', message: `表计编号【${input.DeviceCode}】已存在` }] : [];
};

const shown = (of: MeterInput | MeterRow): Record<string, unknown> => ({
  名称: of.Name,
  能源类别: of.CategoryCode,
  上级表: of.ParentId ?? null,
  参与结算: of.IsSettle ? '是' : '否',
  检定有效期: of.VerifyTo ?? null,
  额定上限: of.MaxPower ?? null,
  抄表频次: of.Frequency,
  状态: of.State,
});

export const saveMeter = (ctx: Ctx, input: MeterInput): Promise<{ Id: string; FormVersion: number }> => {
  need(ctx.session, DEVICES, input.Id === undefined ? 'add' : 'edit');
  return ctx.write(async (tx) => {
    const project = await seenProject(ctx, tx, input.ProjectCode);
    await lockThings(tx, project.code);
    const old = input.Id === undefined ? null : await readMeter(ctx, tx, input.Id);
    if (old !== null && old.ProjectCode !== project.code) throw notFound('表计不属于该项目');
    const faults = [
      ...(await parentFaults(tx, project.code, input)),
      ...verifyFaults(input),
      ...(await codeFaults(tx, project.code, input)),
    ];
    if (faults.length > 0) throw invalid(faults);
    const Id = old === null ? await insertMeter(tx, ctx, project.code, input) : old.Id;
    if (old !== null) await updateMeter(tx, ctx, old, input);
    await trail(tx, ctx, {
      kind: '系统设置',
      action: old === null ? '新增表计' : '修改表计',
      object: `${project.name} ${input.Name}`,
      ...(old === null ? {} : { before: shown(old) }),
      after: shown(input),
    });
    return { Id, FormVersion: old === null ? 1 : old.FormVersion + 1 };
  });
};
