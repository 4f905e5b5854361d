/** Rooms as they stand today: who owns them, what they are charged by, what they owe. */
import type { roomDetail, RoomDetail, roomPage, RoomRow } from '@hengneng/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { notFound, refused } from '../../../platform/http/errors.ts';
import { likeText, pageOf } from '../../identity/index.ts';
import { communitiesVisible, TODAY } from './scope.ts';

type Listed = z.input<typeof roomPage.output>;
type Filters = Omit<z.output<typeof roomPage.input>, 'PageIndex' | 'PageSize'>;

/** 138****5678: enough to recognise, not enough to call. */
export const maskedPhone = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`case when length(${column}) >= 8 then left(${column}, 3) || repeat('*', length(${column}) - 7) || right(${column}, 4) else ${column} end`;
export const maskedId = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`case when length(${column}) >= 8 then left(${column}, 3) || repeat('*', length(${column}) - 7) || right(${column}, 4)
    when ${column} = '' then '' else '****' end`;

/** Split or merged by today: `room r` is one no more. */
export const ENDED = sql`coalesce(r.ended_on <= ${TODAY}, false)`;

const COLUMNS = sql`r.id::text, r.version, r.code, r.full_code as "fullCode", r.building_id::text as "buildingId", b.name as building,
  r.unit_id::text as "unitId", u.name as unit, r.floor, r.usage, r.layout, trim_scale(a.build_area)::text as "buildArea",
  trim_scale(a.inner_area)::text as "innerArea", trim_scale(a.energy_area)::text as "energyArea", coalesce(o.owner, '') as owner,
  coalesce(o.resident, o.owner, '') as resident, ${maskedPhone(sql`coalesce(o.phone, '')`)} as phone, r.state, r.flags, coalesce(f.n, 0) as fees,
  coalesce(s.n, 0) > 0 as suspended, coalesce(l.balance / 100.0, 0)::numeric(16,2)::text as balance,
  coalesce(d.owed / 100.0, 0)::numeric(16,2)::text as arrears, coalesce(d.owed, 0) > 0 as late, r.deliver_day::text as "deliverDate",
  r.ended_on::text as "endedOn"`;

/** Rooms of a community with what holds of them today, each source read once. */
const source = (
  where: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`with mine as materialized (select r.* from room r
    join community c on c.id = r.community_id where ${where}),
  area as (select a.* from room_area a join mine m on m.id = a.room_id where a.span @> ${TODAY}),
  living as (select o.room_id, string_agg(p.name, '、' order by o.id) filter (where o.role in ('业主', '共有人')) as owner,
      string_agg(p.name, '、' order by o.id) filter (where o.role = '租户') as resident,
      max(p.phone) filter (where o.role = '业主') as phone, string_agg(p.name || ' ' || p.phone, ' ') as words
    from occupancy o join mine m on m.id = o.room_id join party p on p.id = o.party_id where o.span @> ${TODAY} group by o.room_id),
  charged as (select x.room_id, count(*)::int as n from room_fee x join mine m on m.id = x.room_id where x.span @> ${TODAY} group by 1),
  stopped as (select x.room_id, count(*)::int as n from suspension x join mine m on m.id = x.room_id
    where x.span @> ${TODAY} and not x.voided group by 1),
  paid_ahead as (select x.ref as room_id, -sum(x.balance) as balance from ledger_account x join mine m on m.id = x.ref and m.community_id = x.community_id
    where x.kind = '预存' group by 1),
  owing as (select x.room_id, sum(x.amount - x.reduced - x.settled) as owed from bill x join mine m on m.id = x.room_id
    where x.state = '已发布' and x.kind not in ('红冲', '违约金') and x.amount > x.reduced + x.settled
      and x.due_day < ${TODAY} group by 1 having sum(x.amount - x.reduced - x.settled) > 0)`;
const FROM = sql`from mine r join building b on b.id = r.building_id left join building_unit u on u.id = r.unit_id left join area a on a.room_id = r.id
  left join living o on o.room_id = r.id left join charged f on f.room_id = r.id left join stopped s on s.room_id = r.id
  left join paid_ahead l on l.room_id = r.id left join owing d on d.room_id = r.id`;

/** The rooms that a list's filters leave, as a select. */
export const roomsSelected = (ctx: Ctx, of: Filters): RawBuilder<unknown> => {
  const word = (of.Keyword ?? '').trim();
  const like = likeText(word);
  return sql`${source(sql`${communitiesVisible(ctx.session)} and c.id = ${of.community}::bigint
      and (${of.building ?? null}::bigint is null or r.building_id = ${of.building ?? null}::bigint)
      and (${of.unit ?? null}::bigint is null or r.unit_id = ${of.unit ?? null}::bigint)
      and (${of.state ?? null}::text is null or r.state = ${of.state ?? null})
      and (${of.fee ?? null}::bigint is null or exists (select from room_fee x where x.room_id = r.id and x.fee_id = ${of.fee ?? null}::bigint
        and x.span @> ${TODAY}))`)}
    select ${COLUMNS}, (b.code, coalesce(u.code, ''), r.floor, r.code)::text as _order, b.code as _b, u.code as _u, r.floor as _f
    ${FROM} where (${word} = '' or r.full_code ilike ${like} or o.words ilike ${like})
      and (not ${of.arrears} or d.owed > 0) and (not ${of.noFee} or f.n is null) and (${of.ended} or not ${ENDED})`;
};

export const withheld = <R extends Pick<RoomRow, 'balance' | 'arrears'>>(ctx: Ctx, row: R): R =>
  ctx.session.permissions.classified.has('amount') ? row : { ...row, balance: null, arrears: null };

const clean = ({ _b, _u, _f, ...row }: RoomRow & { _b?: unknown; _u?: unknown; _f?: unknown }): RoomRow => row;

export async function listRooms(ctx: Ctx, input: z.output<typeof roomPage.input>): Promise<Listed> {
  const select = roomsSelected(ctx, input);
  const [page, sums] = await Promise.all([
    pageOf<RoomRow>(
      ctx.db,
      input,
      select,
      sql`length(_b), _b, length(_u) nulls first, _u, _f nulls first, length(code), code`,
      ['fullCode', 'energyArea', 'arrears', 'balance'],
    ),
    sql<{ buildArea: string; energyArea: string; arrears: string; balance: string }>`
      select coalesce(sum("buildArea"::numeric), 0)::text as "buildArea", coalesce(sum("energyArea"::numeric), 0)::text as "energyArea",
        coalesce(sum(arrears::numeric), 0)::text as arrears, coalesce(sum(balance::numeric), 0)::text as balance from (${select}) x`.execute(
      ctx.db,
    ),
  ]);
  const { buildArea = '0', energyArea = '0', ...amounts } = sums.rows[0] ?? {};
  return {
    rows: page.rows.map((row) => withheld(ctx, clean(row))),
    total: page.total,
    sums: { buildArea, energyArea, ...(ctx.session.permissions.classified.has('amount') ? amounts : {}) },
  };
}

export interface SeenRoom {
  readonly id: string;
  readonly communityId: string;
  readonly fullCode: string;
  readonly version: number;
  /** From which day it is no room any more. */
  readonly endedOn: string | null;
}

/** @throws notFound where there is none that the person may see */
export async function visibleRoom(ctx: Ctx, db: Db | Tx, id: string, lock = false): Promise<SeenRoom> {
  const { rows } =
    await sql<SeenRoom>`select r.id::text, r.community_id::text as "communityId", r.full_code as "fullCode", r.version, r.ended_on::text as "endedOn"
    from room r join community c on c.id = r.community_id where r.id = ${id}::bigint and ${communitiesVisible(ctx.session)}
    ${lock ? sql`for update of r` : sql``}`.execute(db);
  const [room] = rows;
  if (room === undefined) throw notFound('房间不存在，或您没有查看它的权限');
  return room;
}

/** The price in force for a room's fee today: of its community before that of all, of its usage before that of all. */
export const PRICE_NOW = sql`(select v.unit_price from fee_price v where v.fee_id = x.fee_id and v.state = '生效' and v.span @> ${TODAY}
  and (v.community_id is null or v.community_id = r.community_id) and (v.usage is null or v.usage = r.usage)
  order by v.community_id nulls last, v.usage nulls last limit 1)`;

const PEOPLE = sql`coalesce((select jsonb_agg(to_jsonb(p)) from (
  select o.id::text, o.party_id::text as "partyId", o.role, p.name, ${maskedId(sql`p.id_no`)} as "idNo", ${maskedPhone(sql`p.phone`)} as phone,
    lower(o.span)::text as "from", upper(o.span)::text as "to", o.payer, p.invoice_title as "invoiceTitle", p.tax_no as "taxNo"
  from occupancy o join party p on p.id = o.party_id where o.room_id = r.id
  order by upper(o.span) desc nulls first, array_position(array['业主', '共有人', '租户', '委托人'], o.role), o.id) p), '[]') as people`;
const FEES = sql`coalesce((select jsonb_agg(to_jsonb(y)) from (
  select x.id::text, x.fee_id::text as "feeId", f.name as fee, q.name as basis, q.unit,
    trim_scale(case q.source when '建筑面积' then a.build_area when '套内面积' then a.inner_area when '供能面积' then a.energy_area when '户' then 1
      when '固定' then coalesce(x.quantity, 1) end)::text as quantity,
    trim_scale(${PRICE_NOW})::text as price, trim_scale(x.contract_price)::text as "contractPrice", trim_scale(x.discount)::text as discount,
    lower(x.span)::text as "from", upper(x.span)::text as "to",
    coalesce((select p.name from occupancy o join party p on p.id = o.party_id where o.room_id = r.id and o.payer and o.span @> ${TODAY}), '') as payer,
    (select d.code from device d where d.id = x.meter_id) as meter,
    exists (select from suspension s where s.room_id = r.id and s.fee_id = x.fee_id and s.span @> ${TODAY} and not s.voided) as suspended
  from room_fee x join fee f on f.id = x.fee_id join fee_basis q on q.id = f.basis_id where x.room_id = r.id
  order by upper(x.span) desc nulls first, f.id, lower(x.span) desc) y), '[]') as "feeList"`;
const AREAS = sql`coalesce((select jsonb_agg(to_jsonb(y)) from (
  select lower(v.span)::text as "from", upper(v.span)::text as "to", trim_scale(v.build_area)::text as "buildArea",
    trim_scale(v.inner_area)::text as "innerArea", trim_scale(v.energy_area)::text as "energyArea", v.note
  from room_area v where v.room_id = r.id order by lower(v.span) desc) y), '[]') as areas`;
const METERS = sql`coalesce((select jsonb_agg(distinct jsonb_build_object('no', d.code, 'kind', d.name, 'ratio', coalesce(trim_scale(d.multiple)::text, '1'),
    'from', lower(x.span)::text, 'to', upper(x.span)::text, 'readDay', l.day::text, 'reading', trim_scale(l.close)::text))
  from room_fee x join device d on d.id = x.meter_id
  left join lateral (select m.day, m.close from meter_day m where m.meter_id = x.meter_id and m.close is not null order by m.day desc, m.register limit 1) l on true
  where x.room_id = r.id), '[]') as meters`;

/** One room, or those of a unit, with their people, fees and areas. */
export async function readRooms(ctx: Ctx, input: z.output<typeof roomDetail.input>): Promise<RoomDetail[]> {
  const like = likeText(input.Keyword);
  const [id, unit] = [input.id ?? null, input.unitId ?? null];
  if (id === null && unit === null && input.Keyword.trim() === '') throw refused('请指定房间、单元或关键字');
  const { rows } =
    await sql<RoomDetail>`${source(sql`${communitiesVisible(ctx.session)} and (${id}::bigint is null or r.id = ${id}::bigint)
      and (${unit}::bigint is null or r.unit_id = ${unit}::bigint) and r.full_code ilike ${like}`)}
    select ${COLUMNS}, c.id::text as "communityId", c.name as community
      ${input.withDetail ? sql`, ${PEOPLE}, ${FEES}, ${AREAS}, ${METERS}` : sql`, '[]'::jsonb as people, '[]'::jsonb as "feeList", '[]'::jsonb as areas, '[]'::jsonb as meters`}
    ${FROM} join community c on c.id = r.community_id order by r.id limit 200`.execute(ctx.db);
  if (id !== null && rows.length === 0) throw notFound('房间不存在，或您没有查看它的权限');
  return rows.map((row) => {
    const shown = withheld(ctx, row);
    return ctx.session.permissions.classified.has('price')
      ? shown
      : { ...shown, feeList: shown.feeList.map((fee) => ({ ...fee, price: null, contractPrice: null })) };
  });
}
