/** Keeping rooms: areas are versions from a day on, so that what was billed stands. */
import type { roomDelete, roomSave } from '@hengneng/contracts';
import { type FieldError, isIdCard, PATTERNS } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { conflict, invalid, refused } from '../../../platform/http/errors.ts';
import { pinyinOf } from '../../identity/index.ts';
import { renameRooms, type SeenBuilding, visibleBuilding } from './buildings.ts';
import { areaFaults, keepAreas, touched } from './room-areas.ts';
import { saveCells } from './room-cells.ts';
import { visibleRoom } from './rooms.ts';

type Input = z.output<typeof roomSave.input>;
type Saved = z.input<typeof roomSave.output>;
type One = Extract<Input, { action: 'save' }>;
type Batch = Extract<Input, { action: 'batch' }>;
type Person = NonNullable<One['people']>[number];

/** How many rooms are made at once. */
const MOST = 500;
const masked = (text: string): boolean => text.includes('*');

export const personFaults = (of: { readonly phone: string; readonly idNo: string }, at: string): FieldError[] => [
  ...(of.phone !== '' && !masked(of.phone) && !PATTERNS.phone.test(of.phone)
    ? [{ path: `${at}phone`, message: '手机号格式不正确' }]
    : []),
  // Of a company the credit code stands in its place, or nothing.
  ...(of.idNo !== '' && !masked(of.idNo) && !isIdCard(of.idNo) && !PATTERNS.creditCode.test(of.idNo)
    ? [{ path: `${at}idNo`, message: '身份证号不正确' }]
    : []),
];

const overlaps = (a: Person, b: Person): boolean =>
  (a.to === null || a.to > b.from) && (b.to === null || b.to > a.from);

function demandPeople(people: readonly Person[]): void {
  const errors: FieldError[] = [];
  for (const [at, one] of people.entries()) {
    const path = `people[${at}].`;
    errors.push(...personFaults(one, path));
    if (one.to !== null && one.to <= one.from) errors.push({ path: `${path}to`, message: '止日不能早于起日' });
    const before = people.slice(0, at).filter((other) => overlaps(one, other));
    if (one.role !== '共有人' && before.some(({ role }) => role === one.role))
      errors.push({ path: `${path}from`, message: `${one.role}的起止与前面重叠` });
    if (one.payer && before.some(({ payer }) => payer))
      errors.push({ path: `${path}payer`, message: '同一时间只能有一个缴费人' });
  }
  if (errors.length > 0) throw invalid(errors);
}

async function keepPeople(tx: Tx, roomId: string, people: readonly Person[]): Promise<void> {
  const { rows: there } = await sql<{
    id: string;
    party: string;
  }>`select id::text, party_id::text as party from occupancy
    where room_id = ${roomId}::bigint`.execute(tx);
  const partyOf = new Map(there.map(({ id, party }) => [id, party]));
  // Spans may swap: all are taken out before the new ones go in, so that no pair meets half way.
  await sql`delete from occupancy where room_id = ${roomId}::bigint`.execute(tx);
  for (const [at, one] of people.entries()) {
    const known = one.id === null ? undefined : partyOf.get(one.id);
    // A masked number stands for the one that is kept; of somebody new there is none.
    if (known === undefined && (masked(one.phone) || masked(one.idNo)))
      throw invalid([{ path: `people[${at}].phone`, message: '请填写完整的电话与证件号' }]);
    const { rows } =
      known === undefined
        ? await sql<{ id: string }>`insert into party (name, pinyin, phone, id_no, invoice_title, tax_no)
            values (${one.name}, ${pinyinOf(one.name)}, ${one.phone}, ${one.idNo}, ${one.invoiceTitle}, ${one.taxNo}) returning id::text`.execute(
            tx,
          )
        : await sql<{
            id: string;
          }>`update party set name = ${one.name}, pinyin = ${pinyinOf(one.name)}, invoice_title = ${one.invoiceTitle}, tax_no = ${one.taxNo},
              phone = case when ${masked(one.phone)} then phone else ${one.phone} end,
              id_no = case when ${masked(one.idNo)} then id_no else ${one.idNo} end, version = version + 1
            where id = ${known}::bigint returning id::text`.execute(tx);
    await sql`insert into occupancy (room_id, party_id, role, span, payer)
      values (${roomId}::bigint, ${rows[0]?.id}::bigint, ${one.role}, daterange(${one.from}::date, ${one.to}::date), ${one.payer})`.execute(
      tx,
    );
  }
}

async function demandUnit(tx: Tx, building: SeenBuilding, unitId: string | null): Promise<void> {
  if (unitId === null) return;
  const { rows } =
    await sql`select 1 from building_unit where id = ${unitId}::bigint and building_id = ${building.id}::bigint`.execute(
      tx,
    );
  if (rows.length === 0) throw invalid([{ path: 'unitId', message: '单元不在所选楼栋' }]);
}

async function saveOne(ctx: Ctx, tx: Tx, of: One): Promise<Saved> {
  const errors = areaFaults(of);
  if (errors.length > 0) throw invalid(errors);
  if (of.people) demandPeople(of.people);
  const seen = of.id === null ? null : await visibleRoom(ctx, tx, of.id, true);
  if (seen !== null && seen.endedOn !== null) throw refused(`该房间已于 ${seen.endedOn} 拆分或合并，不能修改`);
  const building = await visibleBuilding(ctx, tx, of.buildingId);
  if (seen !== null && seen.communityId !== building.communityId)
    throw invalid([{ path: 'buildingId', message: '不能移到另一小区' }]);
  await demandUnit(tx, building, of.unitId);
  const { rows: same } = await sql`select 1 from room where building_id = ${building.id}::bigint
    and unit_id is not distinct from ${of.unitId}::bigint and code = ${of.code} and id <> ${of.id ?? '0'}::bigint`.execute(
    tx,
  );
  if (same.length > 0) throw invalid([{ path: 'code', message: '该单元已存在此房号' }]);
  const values = sql`(${building.communityId}::bigint, ${building.id}::bigint, ${of.unitId}::bigint, ${of.code}, ${of.floor}::int, ${of.usage},
    ${of.layout}, ${of.state}, ${of.deliverDate}::date, ${of.flags}::text[])`;
  const names = sql`community_id, building_id, unit_id, code, floor, usage, layout, state, deliver_day, flags`;
  const { rows } =
    seen === null
      ? await sql<{ id: string; version: number }>`insert into room (${names}, full_code)
          select *, ${of.code} from (values ${values}) v returning id::text, version`.execute(tx)
      : await sql<{ id: string; version: number }>`update room set (${names}) = ${values}, version = version + 1
          where id = ${seen.id}::bigint and version = ${of.version} returning id::text, version`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw conflict('房间已被他人修改，请刷新后重试');
  await renameRooms(tx, building.id);
  const changed = await keepAreas(ctx, tx, row.id, of, seen === null);
  if (of.people) await keepPeople(tx, row.id, of.people);
  const { people, action: _, ...after } = of;
  await trail(tx, ctx, {
    kind: '收费',
    action: seen === null ? '新增房间' : '修改房间',
    object: `房间 ${seen?.fullCode ?? `${building.code} ${of.code}`}`,
    after: { ...after, ...(people ? { 人员: people.map(({ role, name }) => `${role} ${name}`).join('，') } : {}) },
  });
  return { ...row, fees: changed && seen !== null ? await touched(tx, row.id) : [], codes: [of.code] };
}

/** Doors as 01,02,03 or 1-6, each floor's number before them. */
export function doorCodes(floorFrom: number, floorTo: number, doors: string): { floor: number; code: string }[] {
  const parts = doors.split(/[,，、\s]+/).filter((part) => part !== '');
  const each = parts.flatMap((part) => {
    const range = /^(\d{1,3})-(\d{1,3})$/.exec(part);
    if (!range) return [part];
    const [from, to] = [Number(range[1]), Number(range[2])];
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) =>
      String(from + at).padStart(Math.max(2, range[1]?.length ?? 2), '0'),
    );
  });
  const floors = Array.from({ length: Math.max(0, floorTo - floorFrom + 1) }, (_, at) => floorFrom + at);
  return floors
    .filter((floor) => floor !== 0)
    .flatMap((floor) => each.map((door) => ({ floor, code: `${floor}${door}` })));
}

async function makeBatch(ctx: Ctx, tx: Tx, of: Batch): Promise<Saved> {
  const building = await visibleBuilding(ctx, tx, of.buildingId);
  await demandUnit(tx, building, of.unitId);
  const made = doorCodes(of.floorFrom, of.floorTo, of.doors);
  const codes = made.map(({ code }) => code);
  const errors = areaFaults(of);
  if (of.floorTo < of.floorFrom) errors.push({ path: 'floorTo', message: '截止层不能小于起始层' });
  else if (made.length === 0) errors.push({ path: 'doors', message: '请填写每层户号，如 01,02 或 1-6' });
  else if (made.length > MOST) errors.push({ path: 'floorTo', message: `一次最多生成${MOST}间，现为${made.length}间` });
  const twice = codes.find((code, at) => codes.indexOf(code) !== at);
  if (twice !== undefined) errors.push({ path: 'doors', message: `房号 ${twice} 重复` });
  if (errors.length > 0) throw invalid(errors);
  const { rows: there } = await sql<{ code: string }>`select code from room where building_id = ${building.id}::bigint
    and unit_id is not distinct from ${of.unitId}::bigint and code = any(${codes}::text[]) order by code limit 5`.execute(
    tx,
  );
  if (there.length > 0)
    throw invalid([{ path: 'doors', message: `该单元已存在此房号：${there.map(({ code }) => code).join('、')}` }]);
  if (of.preview) return { id: null, version: 0, fees: [], codes };
  await sql`with made as (insert into room (community_id, building_id, unit_id, code, full_code, floor, usage, layout, state, deliver_day)
      select ${building.communityId}::bigint, ${building.id}::bigint, ${of.unitId}::bigint, x.code, x.code, x.floor, ${of.usage}, ${of.layout}, '空置',
        ${of.deliverDate}::date
      from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as x(code text, floor int) returning id)
    insert into room_area (room_id, span, build_area, energy_area, note)
    select id, daterange(${of.deliverDate}::date, null), ${of.buildArea}::numeric, ${of.energyArea}::numeric, ${of.areaNote} from made`.execute(
    tx,
  );
  await renameRooms(tx, building.id);
  await trail(tx, ctx, {
    kind: '收费',
    action: '批量生成房间',
    object: `楼栋 ${building.name}`,
    summary: `${codes.length}间`,
    after: { 房号: codes.join('、') },
  });
  return { id: null, version: 0, fees: [], codes };
}

export const saveRoom = (ctx: Ctx, input: Input): Promise<Saved> => {
  if (input.action === 'batch' && input.preview) return ctx.db.transaction().execute((tx) => makeBatch(ctx, tx, input));
  return ctx.write((tx) => {
    if (input.action === 'cell') return saveCells(ctx, tx, input);
    return input.action === 'save' ? saveOne(ctx, tx, input) : makeBatch(ctx, tx, input);
  });
};

const WITH_BILLS = '该房间已有账单，不能删除，可停用';
/** What keeps a room from being deleted. */
const IN_USE = sql`case when exists (select from bill b where b.room_id = r.id) then ${WITH_BILLS}
  when exists (select from payment p where p.room_id = r.id) then '该房间已有收款，不能删除，可停用'
  when exists (select from ledger_account l where l.ref = r.id and l.kind in ('预存', '押金', '应收') and l.community_id = r.community_id)
    then '该房间有余额，不能删除，可停用'
  when exists (select from room_fee x where x.room_id = r.id and x.meter_id is not null) then '该房间有表计，不能删除，可停用'
  when exists (select from suspension s where s.room_id = r.id) or exists (select from suspend_wish w where w.room_id = r.id)
    then '该房间有停用记录，不能删除，可停用'
  when exists (select from room_merge_part m where m.room_id = r.id) then '该房间有拆分合并记录，不能删除，可停用'
  when exists (select from notice_send n where n.room_id = r.id) then '该房间有通知记录，不能删除，可停用' else '' end`;

export const deleteRooms = (
  ctx: Ctx,
  { ids }: z.output<typeof roomDelete.input>,
): Promise<z.input<typeof roomDelete.output>> =>
  ctx.write(async (tx) => {
    const done: { id: string; ok: boolean; reason: string }[] = [];
    for (const id of ids) {
      const seen = await visibleRoom(ctx, tx, id, true);
      const { rows } = await sql<{
        reason: string;
      }>`select ${IN_USE} as reason from room r where r.id = ${id}::bigint`.execute(tx);
      const reason = rows[0]?.reason ?? '';
      if (reason === '') {
        await sql`delete from room_fee where room_id = ${id}::bigint`.execute(tx);
        await sql`delete from room where id = ${id}::bigint`.execute(tx);
        await trail(tx, ctx, { kind: '收费', action: '删除房间', object: `房间 ${seen.fullCode}` });
      }
      done.push({ id, ok: reason === '', reason });
    }
    return done;
  });
