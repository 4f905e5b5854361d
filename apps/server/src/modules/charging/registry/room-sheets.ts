/** Rooms from a sheet, all of it or nothing, and the sheets that they leave as: the first can be handed in again. */
import {
  ROOM_COLUMNS,
  ROOM_IMPORT_ROWS,
  ROOM_STATES,
  type roomExport,
  type roomImport,
  type roomImportErrors,
  type RoomRow,
  type SheetFault,
} from '@hengneng/contracts';
import { PATTERNS } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { readWhole, type SheetLine, type WholeSheet } from '../../../engine/imports/whole.ts';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import type { FileAnswer, UploadedFile } from '../../../platform/http/registry.ts';
import { faultsBook, type Table, workbook } from '../../identity/index.ts';
import { areaFaults } from './room-areas.ts';
import { personFaults } from './rooms-write.ts';
import { maskedId, maskedPhone, roomsSelected, withheld } from './rooms.ts';
import { TODAY, visibleCommunity } from './scope.ts';

type Column = (typeof ROOM_COLUMNS)[number];
type Line = SheetLine<Column>;

const SHEET: WholeSheet<Column> = {
  columns: ROOM_COLUMNS,
  mostBytes: 10,
  mostRows: ROOM_IMPORT_ROWS,
  empty: '表格中没有房间',
  tooMany: (rows) => `一次最多导入${ROOM_IMPORT_ROWS}间，本表有${rows}间`,
};

const AREA = /^\d{1,7}(\.\d{1,4})?$/;
const plain = (text: string): string => text.replaceAll(/[,，\s]/g, '');
const dayOf = (text: string): string => {
  const parts = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text);
  return parts ? `${parts[1]}-${(parts[2] ?? '').padStart(2, '0')}-${(parts[3] ?? '').padStart(2, '0')}` : text;
};
const feesOf = (text: string): string[] => text.split(/[、,，;；\s]+/).filter((part) => part !== '');

const FIELD_COLUMNS: Readonly<Record<string, Column>> = {
  buildArea: '建筑面积',
  energyArea: '供能面积',
  phone: '电话',
  idNo: '证件号',
};

interface Item {
  readonly row: number;
  readonly building: string;
  readonly unit: string | null;
  readonly code: string;
  readonly floor: number | null;
  readonly build: string;
  readonly energy: string;
  readonly owner: string;
  readonly phone: string;
  readonly id_no: string;
  readonly state: string;
  readonly deliver: string | null;
  readonly fees: readonly string[];
}

const itemOf = ({ row, cells }: Line): Item => ({
  row,
  building: cells.楼栋,
  unit: cells.单元 === '' ? null : cells.单元,
  code: cells.房号,
  floor: cells.楼层 === '' ? null : Number(cells.楼层),
  build: plain(cells.建筑面积),
  energy: plain(cells.供能面积),
  owner: cells.业主,
  phone: cells.电话,
  id_no: cells.证件号,
  state: cells.房态 === '' ? '自住' : cells.房态,
  deliver: cells.交付日期 === '' ? null : dayOf(cells.交付日期),
  fees: feesOf(cells.费项),
});

/** What is wrong with a row by itself. */
function faultsOf(
  of: Item,
  cells: Line['cells'],
  { community, fees, sameAreas }: { community: string; fees: ReadonlySet<string>; sameAreas: boolean },
): SheetFault[] {
  const found: SheetFault[] = [];
  const fault = (column: Column, message: string) => found.push({ row: of.row, column, message });
  if (cells.小区 !== '' && cells.小区 !== community) fault('小区', `应为${community}`);
  if (of.building === '') fault('楼栋', '请填写楼栋');
  if (of.code === '') fault('房号', '请填写房号');
  for (const [column, text] of [
    ['楼栋', of.building],
    ['单元', of.unit ?? ''],
    ['房号', of.code],
  ] as const)
    if (text.length > 20) fault(column, `${column}最多20字`);
  if (!/^(-?\d{1,3})?$/.test(cells.楼层)) fault('楼层', '楼层应为整数');
  const areas = [
    ['建筑面积', of.build],
    ['供能面积', of.energy],
  ] as const;
  for (const [column, text] of areas) if (!AREA.test(text)) fault(column, `${column}应为不小于0的数，最多4位小数`);
  // Areas that stay as they are were looked at when they were entered.
  if (!sameAreas && areas.every(([, text]) => AREA.test(text)))
    for (const { path, message } of areaFaults({ buildArea: of.build, energyArea: of.energy, areaNote: '' }))
      fault(
        FIELD_COLUMNS[path] ?? '供能面积',
        message.replace('请填写原因', '请核对，确是如此的在房间档案里改并写明原因'),
      );
  for (const { path, message } of personFaults({ phone: of.phone, idNo: of.id_no }, ''))
    fault(FIELD_COLUMNS[path] ?? '电话', message);
  if (of.owner.length > 50) fault('业主', '业主最多50字');
  if (of.owner === '' && (of.phone !== '' || of.id_no !== '')) fault('业主', '请填写业主');
  if (!ROOM_STATES.some((state) => state === of.state)) fault('房态', `房态应为${ROOM_STATES.join('、')}之一`);
  if (of.deliver !== null && !PATTERNS.date.test(of.deliver)) fault('交付日期', '日期格式应为 YYYY-MM-DD');
  for (const fee of of.fees) if (!fees.has(fee)) fault('费项', `没有启用的收费项目「${fee}」`);
  return found;
}

const keyOf = (of: Pick<Item, 'building' | 'unit' | 'code'>): string => `${of.building}\n${of.unit ?? ''}\n${of.code}`;

interface There {
  readonly id: string;
  readonly owner: string | null;
  /** From which day it is no room any more. */
  readonly ended: string | null;
  /** Of today. */
  readonly build: string | null;
  readonly energy: string | null;
  /** From when other areas hold that are laid down already. */
  readonly ahead: string | null;
}

const sameAreas = (of: Item, there: There | undefined): boolean =>
  there !== undefined &&
  there.build !== null &&
  Number(there.build) === Number(of.build) &&
  Number(there.energy) === Number(of.energy);

async function known(
  tx: Tx,
  communityId: string,
): Promise<{ rooms: ReadonlyMap<string, There>; fees: ReadonlySet<string> }> {
  const rooms = await sql<
    There & { building: string; unit: string | null; code: string }
  >`select r.id::text, b.code as building, u.code as unit, r.code, r.ended_on::text as ended, a.build_area::text as build, a.energy_area::text as energy,
      (select min(lower(v.span))::text from room_area v where v.room_id = r.id and lower(v.span) > ${TODAY}) as ahead,
      (select p.name from occupancy o join party p on p.id = o.party_id where o.room_id = r.id and o.role = '业主' and o.span @> ${TODAY}) as owner
    from room r join building b on b.id = r.building_id left join building_unit u on u.id = r.unit_id
      left join room_area a on a.room_id = r.id and a.span @> ${TODAY}
    where r.community_id = ${communityId}::bigint`.execute(tx);
  const fees = await sql<{ name: string }>`select name from fee where state = '启用'`.execute(tx);
  return {
    rooms: new Map(rooms.rows.map((row) => [keyOf(row), row])),
    fees: new Set(fees.rows.map(({ name }) => name)),
  };
}

/** Writes all rows; they stand in a temporary table, so that each statement reads them by set. */
async function writeAll(tx: Tx, communityId: string, items: readonly Item[]): Promise<void> {
  await sql`create temp table sheet on commit drop as select * from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as x(row int, building text,
    unit text, code text, floor int, build numeric, energy numeric, owner text, phone text, id_no text, state text, deliver date, fees text[])`.execute(
    tx,
  );
  await sql`analyze sheet`.execute(tx);
  const community = sql`${communityId}::bigint`;
  await sql`insert into building (community_id, code, name) select distinct ${community}, s.building, s.building from sheet s
    on conflict (community_id, code) do nothing`.execute(tx);
  await sql`insert into building_unit (building_id, code, name) select distinct b.id, s.unit, s.unit || case when s.unit ~ '^[0-9]+$' then '单元' else '' end
    from sheet s join building b on b.community_id = ${community} and b.code = s.building where s.unit is not null
    on conflict (building_id, code) do nothing`.execute(tx);
  await sql`create temp table sheet_room on commit drop as select s.*, b.id as building_id, u.id as unit_id, r.id as room_id, r.id is null as fresh
    from sheet s join building b on b.community_id = ${community} and b.code = s.building left join building_unit u on u.building_id = b.id and u.code = s.unit
    left join room r on r.building_id = b.id and r.unit_id is not distinct from u.id and r.code = s.code`.execute(tx);
  await sql`analyze sheet_room`.execute(tx);
  await sql`insert into room (community_id, building_id, unit_id, code, full_code, floor, state, deliver_day, usage)
    select ${community}, s.building_id, s.unit_id, s.code, concat_ws('-', s.building, s.unit, s.code), s.floor, s.state, s.deliver,
      case when b.kind = '住宅' then '居民' else '非居民' end
    from sheet_room s join building b on b.id = s.building_id where s.fresh order by s.row`.execute(tx);
  await sql`update sheet_room s set room_id = r.id from room r where s.fresh and r.building_id = s.building_id
    and r.unit_id is not distinct from s.unit_id and r.code = s.code`.execute(tx);
  await sql`update room r set floor = s.floor, state = s.state, deliver_day = s.deliver, version = version + 1 from sheet_room s
    where not s.fresh and r.id = s.room_id and (r.floor, r.state, r.deliver_day) is distinct from (s.floor, s.state, s.deliver)`.execute(
    tx,
  );
  // Other areas hold from today, and where a cycle was billed already from the day after it.
  await sql`create temp table sheet_area on commit drop as select s.room_id, s.build, s.energy, case when a.inner_area <= s.build then a.inner_area end as inner_area,
      case when s.fresh then coalesce(s.deliver, ${TODAY}) else greatest(${TODAY}, (select max(b.to_day) from bill b where b.room_id = s.room_id
        and b.kind = '周期' and b.state not in ('已作废', '已红冲') and b.to_day > ${TODAY})) end as since
    from sheet_room s left join room_area a on a.room_id = s.room_id and a.span @> ${TODAY}
    where (a.build_area, a.energy_area) is distinct from (s.build, s.energy)`.execute(tx);
  await sql`delete from room_area a using sheet_area s where a.room_id = s.room_id and lower(a.span) >= s.since`.execute(
    tx,
  );
  await sql`update room_area a set span = daterange(lower(a.span), s.since) from sheet_area s where a.room_id = s.room_id and a.span @> s.since`.execute(
    tx,
  );
  await sql`insert into room_area (room_id, span, build_area, inner_area, energy_area)
    select room_id, daterange(since, null), build, inner_area, energy from sheet_area`.execute(tx);
  await sql`update party p set phone = case when s.phone = '' or s.phone like '%*%' then p.phone else s.phone end,
      id_no = case when s.id_no = '' or s.id_no like '%*%' then p.id_no else s.id_no end, version = p.version + 1
    from sheet_room s join occupancy o on o.room_id = s.room_id and o.role = '业主' and o.span @> ${TODAY} where p.id = o.party_id and s.owner <> ''`.execute(
    tx,
  );
  // A sheet that left without whole identity numbers brings none back: stars are no number.
  await sql`with people as (select s.*, nextval(pg_get_serial_sequence('party', 'id')) as party_id from sheet_room s where s.owner <> ''
      and not exists (select from occupancy o where o.room_id = s.room_id and o.role = '业主' and o.span && daterange(coalesce(s.deliver, ${TODAY}), null))),
    kept as (insert into party (id, name, phone, id_no) overriding system value
      select party_id, owner, case when phone like '%*%' then '' else phone end, case when id_no like '%*%' then '' else id_no end from people returning id)
    insert into occupancy (room_id, party_id, role, span, payer)
    select p.room_id, p.party_id, '业主', daterange(coalesce(p.deliver, ${TODAY}), null), not exists (select from occupancy o where o.room_id = p.room_id
      and o.payer and o.span && daterange(coalesce(p.deliver, ${TODAY}), null)) from people p join kept k on k.id = p.party_id`.execute(
    tx,
  );
  await sql`insert into room_fee (room_id, fee_id, span)
    select s.room_id, f.id, daterange(case when s.fresh then coalesce(s.deliver, ${TODAY}) else ${TODAY} end, null)
    from sheet_room s cross join lateral unnest(s.fees) as n(name) join fee f on f.name = n.name
    where not exists (select from room_fee x where x.room_id = s.room_id and x.fee_id = f.id
      and x.span && daterange(case when s.fresh then coalesce(s.deliver, ${TODAY}) else ${TODAY} end, null))
    group by s.room_id, f.id, s.fresh, s.deliver`.execute(tx);
  // Until they are counted anew, lists of the community are planned as if it had no rooms: of 20,000 that never ends.
  await sql`analyze room, room_area, occupancy, party, room_fee`.execute(tx);
}

export async function importRooms(
  ctx: Ctx,
  input: z.output<typeof roomImport.input>,
  file: UploadedFile,
): Promise<z.input<typeof roomImport.output>> {
  const lines = await readWhole(file, SHEET);
  return ctx.write(async (tx) => {
    const community = await visibleCommunity(ctx, tx, input.communityId);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`charging.rooms ${community.id}`}, 0))`.execute(tx);
    const { rooms, fees } = await known(tx, community.id);
    const first = new Map<string, number>();
    const faults: SheetFault[] = [];
    const items: Item[] = [];
    let updated = 0;
    let skipped = 0;
    for (const line of lines) {
      const of = itemOf(line);
      const key = keyOf(of);
      const there = rooms.get(key);
      const same = sameAreas(of, there);
      faults.push(...faultsOf(of, line.cells, { community: community.name, fees, sameAreas: same }));
      const earlier = first.get(key);
      if (earlier !== undefined) faults.push({ row: of.row, column: '房号', message: `与第${earlier}行重复` });
      else first.set(key, of.row);
      // A room that was split or merged stays as it ended.
      if (there !== undefined && (input.onExists === 'skip' || (there.ended !== null && same))) {
        skipped += 1;
        continue;
      }
      if (there !== undefined) {
        updated += 1;
        if (there.ended !== null)
          faults.push({ row: of.row, column: '房号', message: `该房间已于 ${there.ended} 拆分或合并，不能更新` });
        else if (!same && there.ahead !== null)
          faults.push({ row: of.row, column: '供能面积', message: `已有 ${there.ahead} 起的面积，请在房间档案中修改` });
        if (of.owner !== '' && there.owner !== null && there.owner !== of.owner)
          faults.push({ row: of.row, column: '业主', message: `与档案中的业主${there.owner}不同，请办理过户` });
      }
      if (there === undefined && of.phone.includes('*'))
        faults.push({ row: of.row, column: '电话', message: '新房间请填写完整的电话' });
      items.push(of);
    }
    if (faults.length > 0)
      return {
        rows: lines.length,
        created: 0,
        updated: 0,
        skipped: 0,
        errors: faults.toSorted((a, b) => a.row - b.row),
      };
    if (items.length > 0) await writeAll(tx, community.id, items);
    const done = { created: items.length - updated, updated, skipped };
    await trail(tx, ctx, {
      kind: '收费',
      action: '导入房间',
      object: `小区 ${community.name}`,
      summary: `新增${done.created}间，更新${updated}间，跳过${skipped}间`,
      after: { 文件: file.fileName },
    });
    return { rows: lines.length, ...done, errors: [] };
  });
}

export const roomTemplate = (ctx: Ctx): Promise<FileAnswer> =>
  workbook(ctx, {
    title: '房间导入模板',
    head: ROOM_COLUMNS,
    rows: [],
    filters: [
      ['楼栋、单元', '编码；没有的自动建立，单元可空'],
      ['建筑面积、供能面积', '必填，m²；供能面积不大于建筑面积的1.2倍'],
      ['房态', `${ROOM_STATES.join('、')}，空为自住`],
      ['交付日期', 'YYYY-MM-DD，面积、业主与费项自该日起；空为导入当日'],
      ['费项', '收费项目名称，多个以、分隔'],
      ['行数上限', String(ROOM_IMPORT_ROWS)],
    ],
  });

export const roomErrors = (ctx: Ctx, input: z.output<typeof roomImportErrors.input>): Promise<FileAnswer> =>
  faultsBook(ctx, '房间导入错误', input.errors);

type Cell = Table['rows'][number][number];
const figure = (value: string | null, places: number): Cell =>
  value === null ? null : { number: value, style: { places } };

/** 房间 as the template has it and what else the page shows, 人, 收费项. */
export async function exportRooms(ctx: Ctx, input: z.output<typeof roomExport.input>): Promise<FileAnswer> {
  const community = await visibleCommunity(ctx, ctx.db, input.community);
  const takes = (of: 'phone' | 'idNo' | 'amount' | 'price') => ctx.session.permissions.exportable.has(of);
  const select = roomsSelected(ctx, input);
  const phone = takes('phone') ? sql`p.phone` : maskedPhone(sql`p.phone`);
  const idNo = takes('idNo') ? sql`p.id_no` : maskedId(sql`p.id_no`);
  const [rooms, people, fees] = await Promise.all([
    sql<
      RoomRow & { b: string; u: string | null; tel: string | null; card: string | null; charged: string | null }
    >`select x.*, _b as b, _u as u,
        (select ${phone} from occupancy o join party p on p.id = o.party_id where o.room_id = x.id::bigint and o.role = '业主' and o.span @> ${TODAY}) as tel,
        (select ${idNo} from occupancy o join party p on p.id = o.party_id where o.room_id = x.id::bigint and o.role = '业主' and o.span @> ${TODAY}) as card,
        (select string_agg(f.name, '、' order by f.id) from room_fee y join fee f on f.id = y.fee_id where y.room_id = x.id::bigint and y.span @> ${TODAY}) as charged
      from (${select}) x order by _b, _u nulls first, _f nulls first, code`.execute(ctx.db),
    sql<{
      cells: string[];
    }>`select array[x."fullCode", o.role, p.name, ${phone}, ${idNo}, lower(o.span)::text, coalesce((upper(o.span) - 1)::text, ''),
        case when o.payer then '是' else '' end, p.invoice_title, p.tax_no] as cells
      from (${select}) x join occupancy o on o.room_id = x.id::bigint join party p on p.id = o.party_id order by x."fullCode", o.id`.execute(
      ctx.db,
    ),
    sql<{
      cells: string[];
    }>`select array[x."fullCode", f.name, lower(y.span)::text, coalesce((upper(y.span) - 1)::text, ''), trim_scale(y.discount)::text,
        ${takes('price') ? sql`coalesce(trim_scale(y.contract_price)::text, '')` : sql`''`}, coalesce(trim_scale(y.quantity)::text, '')] as cells
      from (${select}) x join room_fee y on y.room_id = x.id::bigint join fee f on f.id = y.fee_id order by x."fullCode", f.id, lower(y.span)`.execute(
      ctx.db,
    ),
  ]);
  const amounts = takes('amount');
  return workbook(ctx, {
    title: '房间',
    head: [
      '小区',
      '楼栋',
      '单元',
      '房号',
      '楼层',
      '建筑面积（m²）',
      '供能面积（m²）',
      '业主',
      '电话',
      '证件号',
      '房态',
      '交付日期',
      '费项',
      '套内面积（m²）',
      '用途',
      '户型',
      ...(amounts ? ['预存（元）', '欠费（元）'] : []),
    ],
    rows: rooms.rows.map((raw): Cell[] => {
      const row = withheld(ctx, raw);
      return [
        community.name,
        row.b,
        row.u,
        row.code,
        figure(row.floor === null ? null : String(row.floor), 0),
        figure(row.buildArea, 2),
        figure(row.energyArea, 2),
        // Of several owners the sheet has the first: the others stand on the second sheet.
        row.owner.split('、')[0] ?? '',
        row.tel ?? '',
        row.card ?? '',
        row.state,
        row.deliverDate,
        row.charged ?? '',
        figure(row.innerArea, 2),
        row.usage,
        row.layout,
        ...(amounts ? [figure(row.balance, 2), figure(row.arrears, 2)] : []),
      ];
    }),
    more: [
      {
        title: '人',
        head: ['房号', '角色', '姓名', '电话', '证件号', '起', '止', '缴费人', '发票抬头', '税号'],
        rows: people.rows.map(({ cells }) => cells),
      },
      {
        title: '收费项',
        head: ['房号', '费项', '起', '止', '折扣（%）', '合同价（元）', '数量或系数'],
        rows: fees.rows.map(({ cells }) => cells),
      },
    ],
    filters: [
      ['小区', community.name],
      ['房态', input.state ?? '全部'],
      ['关键字', input.Keyword === '' ? '全部' : input.Keyword],
      ['有欠费', input.arrears ? '是' : '全部'],
      ['未设收费项', input.noFee ? '是' : '全部'],
      ['已拆分合并', input.ended ? '含' : '不含'],
    ],
  });
}
