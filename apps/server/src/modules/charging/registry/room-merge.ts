/**
 * 拆分合并: rooms end on a day and others begin on it. Areas add up to the old ones; people and fees go on from that day; what was billed stays where it
 * is. One of the new rooms is the heir: of what is owed, paid ahead and deposited, of meters, and of what is charged by a fixed quantity.
 */
import type { roomMerge } from '@hengneng/contracts';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { conflict, invalid, refused } from '../../../platform/http/errors.ts';
import { post, type Posting, roomBalances } from '../ledger/index.ts';
import { demandNothingKept } from '../owed/index.ts';
import { yuanOf } from '../yuan.ts';
import { renameRooms } from './buildings.ts';
import { feesForward, type ForwardFee } from './room-merge-fees.ts';
import { type SeenRoom, visibleRoom } from './rooms.ts';
import { areaFaults } from './room-areas.ts';
import { todayOf } from './scope.ts';

type Input = z.output<typeof roomMerge.input>;
type Answer = z.input<typeof roomMerge.output>;
type Made = Input['into'][number];

interface Old extends SeenRoom {
  readonly buildingId: string;
  readonly unitId: string | null;
  readonly build: string | null;
  readonly inner: string | null;
  readonly energy: string | null;
  /** Names and numbers of the owners, by which it is the same people's. */
  readonly owners: string;
  readonly billedTo: string | null;
  /** The latest day on which something of it begins. */
  readonly begins: string | null;
  readonly suspended: boolean;
}

/** The rooms, held until the transaction ends, always in the same order. */
async function oldRooms(ctx: Ctx, tx: Tx, of: Input): Promise<readonly Old[]> {
  const ids = of.rooms.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw invalid([{ path: 'rooms', message: '同一房间只选一次' }]);
  const seen = new Map<string, SeenRoom>();
  for (const id of ids.toSorted((a, b) => Number(a) - Number(b))) seen.set(id, await visibleRoom(ctx, tx, id, true));
  for (const { id, version } of of.rooms)
    if (seen.get(id)?.version !== version) throw conflict('房间已被他人修改，请刷新后重试');
  const { rows } = await sql<
    Omit<Old, keyof SeenRoom> & { id: string }
  >`select r.id::text, r.building_id::text as "buildingId", r.unit_id::text as "unitId", a.build_area::text as build, a.inner_area::text as "inner",
      a.energy_area::text as energy,
      coalesce((select string_agg(p.name || ' ' || p.phone, '、' order by p.name, p.phone) from occupancy o join party p on p.id = o.party_id
        where o.room_id = r.id and o.role in ('业主', '共有人') and o.span @> ${of.day}::date), '') as owners,
      (select max(b.to_day)::text from bill b where b.room_id = r.id and b.kind = '周期' and b.state not in ('已作废', '已红冲')) as "billedTo",
      (select max(x.day)::text from (select lower(v.span) as day from room_area v where v.room_id = r.id
        union all select lower(v.span) from room_fee v where v.room_id = r.id union all select lower(v.span) from occupancy v where v.room_id = r.id) x) as begins,
      exists (select from suspension s where s.room_id = r.id and not s.voided and s.span && daterange(${of.day}::date, null))
        or exists (select from suspend_wish w where w.room_id = r.id and w.state = '待受理') as suspended
    from room r left join room_area a on a.room_id = r.id and a.span @> ${of.day}::date where r.id = any(${ids}::bigint[])`.execute(
    tx,
  );
  const more = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const [room, rest] = [seen.get(id), more.get(id)];
    return room === undefined || rest === undefined ? [] : [{ ...rest, ...room }];
  });
}

/** Why these can't become others on that day. */
function demandOld(olds: readonly Old[], of: Input): void {
  const [first] = olds;
  const say = (path: string, message: string): never => {
    throw invalid([{ path, message }]);
  };
  if (olds.some(({ buildingId }) => buildingId !== first?.buildingId)) say('rooms', '只能合并同一楼栋的房间');
  for (const { fullCode, endedOn, begins, billedTo, build, suspended, owners } of olds) {
    if (endedOn !== null) say('rooms', `${fullCode} 已于 ${endedOn} 拆分或合并`);
    if (build === null) say('day', `${fullCode} 在该日没有面积`);
    if (begins !== null && begins >= of.day)
      say('day', `${fullCode} 有 ${begins} 起的面积、人员或收费项，请选更晚的日期`);
    if (billedTo !== null && billedTo > of.day)
      say('day', `${fullCode} 已出账到 ${billedTo}，只能自该日起；要更早的请先红冲账单`);
    if (suspended) say('rooms', `${fullCode} 有停用、优惠或待受理的停用申请，请先办结`);
    if (owners !== first?.owners) say('rooms', `${fullCode} 与 ${first?.fullCode ?? ''} 的业主不同，请先办理过户`);
  }
}

const AREAS = [
  { key: 'buildArea', old: 'build', name: '建筑面积' },
  { key: 'innerArea', old: 'inner', name: '套内面积' },
  { key: 'energyArea', old: 'energy', name: '供能面积' },
] as const;

const sumOf = (values: readonly (string | null)[]): Big => values.reduce((sum, value) => sum.plus(value ?? 0), Big(0));

/** What is wrong with the rooms to be; the areas of all of them are those of the old ones. */
export function intoFaults(
  olds: readonly Pick<Old, 'build' | 'inner' | 'energy'>[],
  into: readonly Made[],
): { readonly path: string; readonly message: string }[] {
  const faults: { path: string; message: string }[] = [];
  if ((olds.length === 1) === (into.length === 1))
    faults.push({ path: 'into', message: '拆分是一间变多间，合并是多间变一间' });
  for (const [at, one] of into.entries()) {
    faults.push(...areaFaults(one).map(({ path, message }) => ({ path: `into[${at}].${path}`, message })));
    if (into.slice(0, at).some(({ code }) => code === one.code))
      faults.push({ path: `into[${at}].code`, message: `房号 ${one.code} 重复` });
  }
  for (const { key, old, name } of AREAS) {
    // An inner area that nobody measured before can't be compared.
    if (key === 'innerArea' && olds.some(({ inner }) => inner === null)) continue;
    const [before, after] = [sumOf(olds.map((one) => one[old])), sumOf(into.map((one) => one[key]))];
    if (!before.eq(after))
      faults.push({
        path: `into[${into.length - 1}].${key}`,
        message: `${name}合计 ${after.toFixed()} m²，应与原来的 ${before.toFixed()} m² 一致`,
      });
  }
  return faults;
}

const total = (of: readonly { readonly amount: bigint }[]): bigint => of.reduce((sum, { amount }) => sum + amount, 0n);

interface Debts {
  readonly bills: readonly { readonly id: string; readonly room: string; readonly open: bigint }[];
  readonly owed: bigint;
  readonly prepaid: readonly { readonly room: string; readonly feeId: string; readonly amount: bigint }[];
  readonly deposits: readonly { readonly room: string; readonly amount: bigint }[];
}

async function debtsOf(tx: Tx, olds: readonly Old[], of: Input): Promise<Debts> {
  let owed = 0n;
  const deposits: { room: string; amount: bigint }[] = [];
  const prepaid: { room: string; feeId: string; amount: bigint }[] = [];
  for (const room of olds) {
    await demandNothingKept(tx, room.id, room.fullCode);
    const held = await roomBalances(tx, room.communityId, room.id);
    owed += held.owed;
    if (held.deposit > 0n) deposits.push({ room: room.id, amount: held.deposit });
    const anyFee = held.prepaid - held.byFee.reduce((sum, { amount }) => sum + amount, 0n);
    prepaid.push(
      ...[{ feeId: '0', amount: anyFee }, ...held.byFee]
        .filter(({ amount }) => amount > 0n)
        .map((one) => ({ room: room.id, ...one })),
    );
  }
  const { rows } = await sql<{ id: string; no: string; room: string; open: string; partly: boolean; frozen: string }>`
    select b.id::text, b.bill_no as no, b.room_id::text as room, (b.amount - b.reduced - b.settled)::text as open, b.settled > 0 as partly, b.frozen
    from bill b where b.room_id = any(${olds.map(({ id }) => id)}::bigint[]) and b.state = '已发布' and b.kind not in ('红冲', '违约金')
      and b.amount > b.reduced + b.settled order by b.id for update`.execute(tx);
  if (of.arrears === '结清' && owed > 0n)
    throw invalid([{ path: 'arrears', message: `尚有未缴 ${yuanOf(owed)} 元，请先结清或由新房间承接` }]);
  // A receipt taken back puts its money where it was booked: a bill that was paid in part stays with that room.
  const [odd] = rows.filter(({ partly, frozen }) => partly || frozen !== '');
  if (odd !== undefined)
    throw invalid([
      {
        path: 'arrears',
        message: odd.partly
          ? `账单 ${odd.no} 已缴一部分，请先缴清或红冲该收款`
          : `账单 ${odd.no} ${odd.frozen}，请先处理`,
      },
    ]);
  return {
    bills: rows.map(({ id, room, open }) => ({ id, room, open: BigInt(open) })),
    owed,
    prepaid,
    deposits,
  };
}

async function makeRooms(
  tx: Tx,
  olds: readonly Old[],
  of: Input,
): Promise<readonly { id: string; fullCode: string }[]> {
  const [first] = olds;
  if (first === undefined) throw invalid([{ path: 'rooms', message: '请选择房间' }]);
  const made: { id: string; fullCode: string }[] = [];
  for (const [at, one] of of.into.entries()) {
    const { rows: same } = await sql`select 1 from room where building_id = ${first.buildingId}::bigint
      and unit_id is not distinct from ${first.unitId}::bigint and code = ${one.code}`.execute(tx);
    if (same.length > 0) throw invalid([{ path: `into[${at}].code`, message: '该单元已存在此房号' }]);
    const { rows } = await sql<{
      id: string;
    }>`insert into room (community_id, building_id, unit_id, code, full_code, floor, usage, layout, state,
        deliver_day, flags)
      select r.community_id, r.building_id, r.unit_id, ${one.code}, ${one.code}, coalesce(${one.floor}::int, r.floor), ${one.usage}, ${one.layout}, ${one.state},
        r.deliver_day, (select coalesce(array_agg(distinct f order by f), '{}') from room x cross join lateral unnest(x.flags) f
          where x.id = any(${olds.map(({ id }) => id)}::bigint[]))
      from room r where r.id = ${first.id}::bigint returning id::text`.execute(tx);
    const id = rows[0]?.id ?? '';
    await sql`insert into room_area (room_id, span, build_area, inner_area, energy_area, note)
      values (${id}::bigint, daterange(${of.day}::date, null), ${one.buildArea}::numeric, ${one.innerArea}::numeric, ${one.energyArea}::numeric, ${one.areaNote})`.execute(
      tx,
    );
    await sql`insert into occupancy (room_id, party_id, role, span, payer)
      select ${id}::bigint, o.party_id, o.role, o.span * daterange(${of.day}::date, null), o.payer from occupancy o
      where o.room_id = ${first.id}::bigint and o.span && daterange(${of.day}::date, null)`.execute(tx);
    made.push({ id, fullCode: '' });
  }
  await renameRooms(tx, first.buildingId);
  const { rows } = await sql<{ id: string; code: string }>`select id::text, full_code as code from room
    where id = any(${made.map(({ id }) => id)}::bigint[])`.execute(tx);
  return made.map(({ id }) => ({ id, fullCode: rows.find((row) => row.id === id)?.code ?? '' }));
}

async function keepFees(tx: Tx, roomId: string, fees: readonly ForwardFee[], day: string): Promise<void> {
  await sql`insert into room_fee (room_id, fee_id, span, contract_price, discount, quantity, meter_id)
    select ${roomId}::bigint, x.fee, daterange(${day}::date, x.until), x.contract, x.discount, x.quantity, x.meter
    from jsonb_to_recordset(${JSON.stringify(fees)}::jsonb) as x(fee bigint, until date, contract numeric, discount numeric, quantity numeric, meter bigint)`.execute(
    tx,
  );
}

/** People, fees and areas of the old rooms end on the day, and so do they. */
async function endRooms(tx: Tx, ids: readonly string[], day: string): Promise<void> {
  for (const table of ['room_fee', 'occupancy', 'room_area'])
    await sql`update ${sql.table(table)} set span = span * daterange(null, ${day}::date)
      where room_id = any(${[...ids]}::bigint[]) and span && daterange(${day}::date, null)`.execute(tx);
  await sql`update room set ended_on = ${day}::date, version = version + 1 where id = any(${[...ids]}::bigint[])`.execute(
    tx,
  );
}

/**
 * What is owed, was paid ahead and was deposited goes to the heir today; bills of before say so by their room. Deposits go along, for they are handed back
 * only where nothing is owed, and what these rooms owed is the heir's.
 */
async function hand(
  ctx: Ctx,
  tx: Tx,
  heir: { readonly id: string; readonly fullCode: string },
  olds: readonly Old[],
  debts: Debts,
): Promise<void> {
  const postings: Posting[] = [
    ...debts.bills.map(({ id, room, open }) => ({
      debit: { kind: '应收' as const, ref: heir.id },
      credit: { kind: '应收' as const, ref: room },
      fen: open,
      billId: id,
    })),
    ...debts.prepaid.map(({ room, feeId, amount }) => ({
      debit: { kind: '预存' as const, ref: room, feeId },
      credit: { kind: '预存' as const, ref: heir.id, feeId },
      fen: amount,
    })),
    ...debts.deposits.map(({ room, amount }) => ({
      debit: { kind: '押金' as const, ref: room },
      credit: { kind: '押金' as const, ref: heir.id },
      fen: amount,
    })),
  ];
  if (postings.length === 0) return;
  const codes = olds.map(({ fullCode }) => fullCode).join('、');
  await sql`update bill set room_id = ${heir.id}::bigint where id = any(${debts.bills.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  );
  await post(
    tx,
    {
      communityId: olds[0]?.communityId ?? '',
      kind: '过户',
      day: todayOf(ctx),
      source: 'room',
      sourceId: heir.id,
      memo: `${codes} 拆分合并，欠费、预存与押金转至 ${heir.fullCode}`,
      by: ctx.session.userId,
    },
    postings,
  );
}

async function merge(ctx: Ctx, tx: Tx, of: Input): Promise<Answer> {
  const olds = await oldRooms(ctx, tx, of);
  const [first] = olds;
  if (first === undefined) throw invalid([{ path: 'rooms', message: '请选择房间' }]);
  // No run may work its lines out while rooms end; one that is at it is waited for by the people.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`charging.run ${first.communityId}`}, 0))`.execute(tx);
  const { rows: busy } =
    await sql`select 1 from billing_run where community_id = ${first.communityId}::bigint and state = '生成中'`.execute(
      tx,
    );
  if (busy.length > 0) throw refused('该小区正在出账，请等批次生成后再办理');
  demandOld(olds, of);
  const faults = intoFaults(olds, of.into);
  if (of.heir >= of.into.length) faults.push({ path: 'heir', message: '请选择承接房间' });
  if (faults.length > 0) throw invalid(faults);
  const kind = olds.length === 1 ? ('拆分' as const) : ('合并' as const);
  const fees = await feesForward(
    tx,
    olds.map(({ id, fullCode }) => ({ id, fullCode })),
    of.day,
    of.into.length > 1,
  );
  const debts = await debtsOf(tx, olds, of);
  const rooms = await makeRooms(tx, olds, of);
  const [prepaid, deposit] = [total(debts.prepaid), total(debts.deposits)];
  const heir = rooms[of.heir];
  if (heir === undefined) throw invalid([{ path: 'heir', message: '请选择承接房间' }]);
  const feesOf = (at: number): readonly ForwardFee[] => (at === of.heir ? fees.heir : fees.others);
  const money = ctx.session.permissions.classified.has('amount');
  const answer: Answer = {
    kind,
    day: of.day,
    ended: olds.map(({ fullCode }) => fullCode),
    rooms: rooms.map(({ id, fullCode }, at) => ({
      id: of.preview ? null : id,
      fullCode,
      buildArea: of.into[at]?.buildArea ?? '',
      energyArea: of.into[at]?.energyArea ?? '',
      heir: at === of.heir,
      fees: feesOf(at).map(({ name, quantity, meterCode }) => ({ fee: name, quantity, meter: meterCode })),
    })),
    people: first.owners === '' ? [] : first.owners.split('、').map((one) => one.split(' ')[0] ?? ''),
    bills: debts.bills.length,
    owed: money ? yuanOf(debts.owed) : null,
    prepaid: money ? yuanOf(prepaid) : null,
    deposit: money ? yuanOf(deposit) : null,
  };
  if (of.preview) return answer;
  for (const [at, { id }] of rooms.entries()) await keepFees(tx, id, feesOf(at), of.day);
  await endRooms(
    tx,
    olds.map(({ id }) => id),
    of.day,
  );
  await hand(ctx, tx, heir, olds, debts);
  const { rows: kept } = await sql<{
    id: string;
  }>`insert into room_merge (community_id, kind, day, arrears, reason, owed, prepaid, made_by)
    values (${first.communityId}::bigint, ${kind}, ${of.day}::date, ${of.arrears}, ${of.reason}, ${String(debts.owed)}::bigint, ${String(prepaid)}::bigint,
      ${ctx.session.userId}::bigint) returning id::text`.execute(tx);
  const parts = [
    ...olds.map(({ id, build, inner, energy }) => ({ room: id, old: true, heir: false, build, inner, energy })),
    ...rooms.map(({ id }, at) => ({
      room: id,
      old: false,
      heir: at === of.heir,
      build: of.into[at]?.buildArea,
      inner: of.into[at]?.innerArea,
      energy: of.into[at]?.energyArea,
    })),
  ];
  await sql`insert into room_merge_part (merge_id, room_id, old, heir, build_area, inner_area, energy_area)
    select ${kept[0]?.id}::bigint, x.room, x.old, x.heir, x.build, x."inner", x.energy
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as x(room bigint, old boolean, heir boolean, build numeric, "inner" numeric, energy numeric)`.execute(
    tx,
  );
  await trail(tx, ctx, {
    kind: '收费',
    action: `房间${kind}`,
    object: `房间 ${answer.ended.join('、')}`,
    summary: of.reason,
    after: {
      生效日: of.day,
      新房间: answer.rooms
        .map(({ fullCode, buildArea, energyArea }) => `${fullCode} ${buildArea}/${energyArea} m²`)
        .join('、'),
      欠费处理: of.arrears,
      承接房间: heir.fullCode,
      承接欠费: yuanOf(debts.owed),
      承接预存: yuanOf(prepaid),
      承接押金: yuanOf(deposit),
    },
  });
  return answer;
}

/** A look is the same act, taken back. */
class Looked extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super('looked at');
    this.answer = answer;
  }
}

export const mergeRooms = async (ctx: Ctx, of: Input): Promise<Answer> => {
  if (!of.preview) return ctx.write((tx) => merge(ctx, tx, of));
  try {
    return await ctx.db.transaction().execute(async (tx) => {
      throw new Looked(await merge(ctx, tx, of));
    });
  } catch (error) {
    if (error instanceof Looked) return error.answer;
    throw error;
  }
};
