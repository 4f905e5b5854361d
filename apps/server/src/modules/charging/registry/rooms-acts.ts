/** What is done to a room besides keeping it: fees, transfer of ownership, whole numbers of its people. */
import type { roomReveal, roomSaveFee, roomTransfer } from '@hengneng/contracts';
import { type FieldError } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { conflict, forbidden, invalid, notFound, refused } from '../../../platform/http/errors.ts';
import { pinyinOf } from '../../identity/index.ts';
import { post, roomBalances } from '../ledger/index.ts';
import { demandNothingKept } from '../owed/index.ts';
import { yuanOf } from '../yuan.ts';
import { visibleRoom } from './rooms.ts';
import { personFaults } from './rooms-write.ts';
import { visibleCommunity } from './scope.ts';

type FeeAct = z.output<typeof roomSaveFee.input>;
type Transfer = z.output<typeof roomTransfer.input>;

async function setFee(tx: Tx, of: Extract<FeeAct, { action: 'set' }>): Promise<number> {
  if (of.to !== null && of.to <= of.from) throw invalid([{ path: 'to', message: '止日不能早于起日' }]);
  const { rows: fees } = await sql<{ state: string }>`select state from fee where id = ${of.feeId}::bigint`.execute(tx);
  if (fees[0]?.state !== '启用') throw invalid([{ path: 'feeId', message: '费项不存在或已停用' }]);
  // Rooms that were split or merged are charged nothing from then on.
  const chosen = sql`select r.id from room r where r.community_id = ${of.communityId}::bigint and (r.ended_on is null or r.ended_on >= ${of.to}::date)
    and (cardinality(${of.rooms}::bigint[]) = 0 or r.id = any(${of.rooms}::bigint[]))
    and (${of.building}::bigint is null or r.building_id = ${of.building}::bigint) and (${of.layout} = '' or r.layout = ${of.layout})`;
  const span = sql`daterange(${of.from}::date, ${of.to}::date)`;
  const { rows: over } = await sql<{
    code: string;
    n: string;
  }>`select min(r.full_code) as code, count(*)::text as n from room_fee x
    join room r on r.id = x.room_id where x.room_id in (${chosen}) and x.fee_id = ${of.feeId}::bigint and x.span && ${span}`.execute(
    tx,
  );
  if (over[0] !== undefined && over[0].n !== '0')
    throw invalid([
      { path: 'from', message: `该费项与已有时段重叠：${over[0].code}${over[0].n === '1' ? '' : ` 等${over[0].n}间`}` },
    ]);
  const { rows } = await sql<{
    id: string;
  }>`insert into room_fee (room_id, fee_id, span, contract_price, discount, quantity)
    select x.id, ${of.feeId}::bigint, ${span}, ${of.contractPrice}::numeric, ${of.discount}::numeric, ${of.quantity}::numeric from (${chosen}) x
    returning id::text`.execute(tx);
  if (rows.length === 0) throw invalid([{ path: 'rooms', message: '没有符合的房间' }]);
  return rows.length;
}

async function endFee(tx: Tx, of: Extract<FeeAct, { action: 'end' }>): Promise<number> {
  const { rows } = await sql<{
    from: string;
    billed: string | null;
    room: string;
  }>`select lower(x.span)::text as "from", r.full_code as room,
      (select max(b.to_day)::text from bill b where b.room_fee_id = x.id and b.state not in ('已作废', '已红冲')) as billed
    from room_fee x join room r on r.id = x.room_id
    where x.id = ${of.id}::bigint and r.community_id = ${of.communityId}::bigint for update of x`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw notFound('收费项不存在，请刷新');
  if (of.to <= row.from) throw invalid([{ path: 'to', message: '止日不能早于起日' }]);
  if (row.billed !== null && of.to < row.billed)
    throw invalid([{ path: 'to', message: `已出账到 ${row.billed}，止日不能早于该日；多收的请红冲账单` }]);
  await sql`update room_fee set span = daterange(lower(span), ${of.to}::date), version = version + 1 where id = ${of.id}::bigint`.execute(
    tx,
  );
  return 1;
}

export const saveFees = (ctx: Ctx, input: FeeAct): Promise<{ rooms: number }> =>
  ctx.write(async (tx) => {
    const community = await visibleCommunity(ctx, tx, input.communityId);
    const rooms = input.action === 'set' ? await setFee(tx, input) : await endFee(tx, input);
    await trail(tx, ctx, {
      kind: '收费',
      action: input.action === 'set' ? '设收费项' : '停收费项',
      object: `小区 ${community.name}`,
      summary: `${rooms}间`,
      after: { ...input },
    });
    return { rooms };
  });

/** What the former owner paid ahead goes on in another room of theirs. @returns fen that moved */
async function movePrepaid(
  ctx: Ctx,
  tx: Tx,
  of: Transfer,
  room: { id: string; communityId: string; fullCode: string },
  owner: string,
): Promise<bigint> {
  const balances = await roomBalances(tx, room.communityId, room.id);
  if (of.prepaid === '随房' || balances.prepaid === 0n) return 0n;
  await demandNothingKept(tx, room.id, room.fullCode);
  if (of.toRoomId === null)
    throw invalid([
      {
        path: 'toRoomId',
        message: `预存 ${yuanOf(balances.prepaid)} 元随人，请选择原业主的另一房间承接，或先在收费台退预存`,
      },
    ]);
  const to = await visibleRoom(ctx, tx, of.toRoomId, true);
  const { rows: own } =
    await sql`select 1 from occupancy o join party p on p.id = o.party_id join party m on m.id = ${owner}::bigint
    where o.room_id = ${to.id}::bigint and o.role in ('业主', '共有人') and o.span @> ${of.day}::date
      and (p.id = m.id or (p.name = m.name and p.phone = m.phone))`.execute(tx);
  if (own.length === 0 || to.id === room.id || to.communityId !== room.communityId)
    throw invalid([{ path: 'toRoomId', message: '承接房间应是原业主在本小区的另一房间' }]);
  const anyFee = balances.prepaid - balances.byFee.reduce((sum, { amount }) => sum + amount, 0n);
  const parts = [{ feeId: '0', amount: anyFee }, ...balances.byFee].filter(({ amount }) => amount > 0n);
  await post(
    tx,
    {
      communityId: room.communityId,
      kind: '过户',
      day: of.day,
      source: 'room',
      sourceId: room.id,
      memo: `${room.fullCode} 过户，预存转至 ${to.fullCode}`,
      by: ctx.session.userId,
    },
    parts.map(({ feeId, amount }) => ({
      debit: { kind: '预存' as const, ref: room.id, feeId },
      credit: { kind: '预存' as const, ref: to.id, feeId },
      fen: amount,
    })),
  );
  return balances.prepaid;
}

export const transfer = (ctx: Ctx, of: Transfer): Promise<z.input<typeof roomTransfer.output>> =>
  ctx.write(async (tx) => {
    const room = await visibleRoom(ctx, tx, of.roomId, true);
    if (room.version !== of.version) throw conflict('房间已被他人修改，请刷新后重试');
    const errors: FieldError[] = personFaults(of, '');
    const { rows: owners } = await sql<{ party: string; name: string; from: string; payer: boolean }>`
      select o.party_id::text as party, p.name, lower(o.span)::text as "from", o.payer from occupancy o join party p on p.id = o.party_id
      where o.room_id = ${room.id}::bigint and o.role in ('业主', '共有人') and o.span @> ${of.day}::date
      order by (o.role = '业主') desc, o.id`.execute(tx);
    const [owner] = owners;
    if (owner === undefined) throw refused('该日没有业主，请先在档案中登记业主');
    if (owners.some(({ from }) => from >= of.day))
      errors.push({ path: 'day', message: `过户日应晚于原业主的起日 ${owner.from}` });
    const { owed } = await roomBalances(tx, room.communityId, room.id);
    if (of.arrears === '结清' && owed > 0n)
      errors.push({ path: 'arrears', message: `尚有未缴 ${yuanOf(owed)} 元，请先结清或选择其他处理` });
    if (errors.length > 0) throw invalid(errors);
    const moved = await movePrepaid(ctx, tx, of, room, owner.party);
    await sql`delete from occupancy where room_id = ${room.id}::bigint and role in ('业主', '共有人') and lower(span) >= ${of.day}::date`.execute(
      tx,
    );
    await sql`update occupancy set span = daterange(lower(span), ${of.day}::date)
      where room_id = ${room.id}::bigint and role in ('业主', '共有人') and span @> ${of.day}::date`.execute(tx);
    const { rows: fresh } = await sql<{
      id: string;
    }>`insert into party (name, pinyin, phone, id_no, invoice_title, tax_no)
      values (${of.name}, ${pinyinOf(of.name)}, ${of.phone}, ${of.idNo}, ${of.invoiceTitle}, ${of.taxNo}) returning id::text`.execute(
      tx,
    );
    const party = fresh[0]?.id ?? '';
    // A tenant who pays goes on paying.
    const pays = owners.some(({ payer }) => payer);
    await sql`insert into occupancy (room_id, party_id, role, span, payer)
      values (${room.id}::bigint, ${party}::bigint, '业主', daterange(${of.day}::date, null), ${pays})`.execute(tx);
    // Whose debt it is stands on the bill: the ledger's account is the room's either way.
    const { rows: bills } = await sql<{
      id: string;
    }>`update bill set payer_id = ${of.arrears === '随房转移' ? party : owner.party}::bigint
      where room_id = ${room.id}::bigint and state = '已发布' and kind not in ('红冲', '违约金') and amount > reduced + settled
        and (${of.arrears === '随房转移'} or payer_id is null) returning id::text`.execute(tx);
    const { rows } = await sql<{
      version: number;
      drafts: number;
    }>`update room set version = version + 1 where id = ${room.id}::bigint returning version,
      (select count(*)::int from bill b where b.room_id = room.id and b.state = '待审核' and b.kind = '周期'
        and b.to_day > ${of.day}::date and b.payer_id = any(${owners.map((one) => one.party)}::bigint[])) as drafts`.execute(
      tx,
    );
    await trail(tx, ctx, {
      kind: '收费',
      action: '过户',
      object: `房间 ${room.fullCode}`,
      before: { 业主: owners.map(({ name }) => name).join('、') },
      after: { 业主: of.name, 过户日: of.day, 欠费处理: of.arrears, 预存处理: of.prepaid, 转出预存: yuanOf(moved) },
    });
    const { version = 0, drafts = 0 } = rows[0] ?? {};
    return { version, bills: bills.length, moved: yuanOf(moved), drafts };
  });

/** Whole numbers, of the classes that the person sees; each look is kept in the audit. */
export const reveal = (
  ctx: Ctx,
  { roomId, partyId }: z.output<typeof roomReveal.input>,
): Promise<z.input<typeof roomReveal.output>> =>
  ctx.write(async (tx) => {
    const room = await visibleRoom(ctx, tx, roomId);
    const { classified } = ctx.session.permissions;
    const sees = { phone: classified.has('phone'), idNo: classified.has('idNo') };
    if (!sees.phone && !sees.idNo) throw forbidden('您没有查看电话与证件号的权限');
    const { rows } = await sql<{
      name: string;
      phone: string;
      idNo: string;
    }>`select p.name, p.phone, p.id_no as "idNo" from party p
      where p.id = ${partyId}::bigint and exists (select from occupancy o where o.party_id = p.id and o.room_id = ${room.id}::bigint)`.execute(
      tx,
    );
    const [found] = rows;
    if (found === undefined) throw notFound('人员不存在，请刷新');
    await trail(tx, ctx, {
      kind: '敏感查看',
      action: '查看完整电话与证件号',
      object: `房间 ${room.fullCode} ${found.name}`,
      after: { 电话: sees.phone, 证件号: sees.idNo },
    });
    return { phone: sees.phone ? found.phone : null, idNo: sees.idNo ? found.idNo : null };
  });
