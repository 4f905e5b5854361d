/** 停用: a room is not charged in full while it is not supplied; bills of that time are corrected, never twice. */
import { addDays } from '@hengneng/core';
import { ownerMessage, roomRecord } from '@hengneng/forms';
import type { suspend as definition } from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { EffectCall, EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import {
  type Affected,
  affectedBills,
  chargedAgain,
  type Ended,
  endSuspension,
  fenOf,
  holdRoom,
  post,
  redraft,
  type Reduced,
  reduceBill,
  reissueBills,
  resumeSuspension,
  reverseJournal,
  suspend,
  suspensionsOf,
  takeBackLetOff,
  undoReduction,
  voidSuspensions,
  yuanOf,
} from '../../modules/charging/index.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { refused, wrong } from '../../platform/http/errors.ts';
import { dayOf } from '../books/source.ts';
import { effect, undoing } from '../kit/effect.ts';
import { ring } from '../kit/reminders.ts';

type Application = Recorded<typeof definition>;
type Call = EffectCall<Application>;

const REMIND_DAYS = 7;
/** How late an application may be filed. */
const LATE_DAYS = 30;
const NAMED = 3;

/** The day from which it counts: that of the check on the spot, or what was asked for, whichever is later. */
function effectiveDay(record: Application): string {
  const visited = record.visitTime === null ? record.startDate : dayOf(record.visitTime);
  return visited > record.startDate ? visited : record.startDate;
}

async function demandRoom(tx: Tx, record: Application): Promise<void> {
  const { rows } = await sql<{
    charged: boolean;
  }>`select exists (select from room_fee x where x.room_id = r.id and x.fee_id = ${record.fee} and (upper(x.span) is null or upper(x.span) > ${record.startDate}::date)) as charged
    from room r where r.id = ${record.room}`.execute(tx);
  const [room] = rows;
  if (room === undefined) throw wrong('room', '房间不存在，请重新选择');
  if (!room.charged) throw wrong('fee', '该房间没有这个收费项目');
}

async function demandState(tx: Tx, record: Application): Promise<void> {
  const { rows } =
    await sql`select 1 from f_suspend where room = ${record.room} and fee = ${record.fee} and id <> ${record.id}
    and status in ('running', 'returned')`.execute(tx);
  if (rows.length > 0) throw wrong('fee', '该房间的这个收费项目正在办理停用或恢复');
  const { startDate, endDate } = record;
  const from = record.applyType === '延长停用' ? addDays(startDate, -1) : startDate;
  const standing = await suspensionsOf(tx, record, from);
  if (record.applyType === '停用') {
    const other = standing.find((one) => endDate === null || one.from <= endDate);
    if (other !== undefined) throw wrong('startDate', `已停用至${other.until}，延长请选延长停用`);
    return;
  }
  const [first] = standing;
  const last = standing.at(-1);
  if (first === undefined || last === undefined) throw wrong('applyType', '该收费项目没有停用，无须恢复或延长');
  if (record.applyType === '恢复使用') {
    if (startDate < first.from) throw wrong('startDate', `恢复日期不能早于停用起日${first.from}`);
    return;
  }
  if (endDate !== null && endDate <= last.until) throw wrong('endDate', `延长后的止日应晚于${last.until}`);
  if (!Big(last.keepRate).eq(record.keepRate))
    throw wrong('keepRate', `延长的基本费比例应与原停用一致，为${last.keepRate}`);
}

const named = (bills: readonly { readonly no: string }[]): string =>
  `${bills
    .slice(0, NAMED)
    .map(({ no }) => no)
    .join('、')}${bills.length > NAMED ? '等' : ''}`;

/** Every released bill of the time is listed, and no other: what is to be corrected is agreed to with the application. */
async function demandBills(tx: Tx, record: Application): Promise<void> {
  for (const [index, row] of record.bills.entries()) {
    const at = (key: string) => `bills[${index}].${key}`;
    if (record.bills.findIndex((other) => other.bill === row.bill) < index)
      throw wrong(at('bill'), '账单重复，请删去一行');
    if (!Big(row.reduceRate).plus(record.keepRate).eq(100))
      throw wrong(at('reduceRate'), `减免比例应为${Big(100).minus(record.keepRate).toString()}`);
  }
  if (record.applyType === '恢复使用') {
    if (record.bills.length > 0) throw wrong('bills', '恢复使用不填受影响账单');
    return;
  }
  const { from, to } = await spanOf(tx, record);
  const released = (await affectedBills(tx, { roomId: record.room, feeId: record.fee, from, to })).filter(
    ({ state }) => state === '已发布',
  );
  const index = record.bills.findIndex((row) => released.every(({ id }) => id !== row.bill));
  if (index >= 0) throw wrong(`bills[${index}].bill`, '该账单不在停用时段内，或不是该房间这个收费项目的，请删去');
  const missing = released.filter(({ id }) => record.bills.every((row) => row.bill !== id));
  if (missing.length > 0) throw wrong('bills', `受影响账单还有${named(missing)}，请补充`);
}

/** The days of which less is charged from now on, or again in full; half-open. */
async function spanOf(tx: Tx, record: Application): Promise<{ readonly from: string; readonly to: string | null }> {
  if (record.applyType === '恢复使用') return { from: effectiveDay(record), to: null };
  const to = record.endDate === null ? null : addDays(record.endDate, 1);
  if (record.applyType === '停用') return { from: effectiveDay(record), to };
  const own = await sql<{
    from: string;
  }>`select lower(span)::text as "from" from suspension where source_module = 'suspend' and source_id = ${record.id}
    and not voided`.execute(tx);
  if (own.rows[0] !== undefined) return { from: own.rows[0].from, to };
  const before = (await suspensionsOf(tx, record, addDays(record.startDate, -1))).at(-1);
  return { from: before === undefined ? record.startDate : addDays(before.until, 1), to };
}

const affectedBy = async (tx: Tx, record: Application): Promise<readonly Affected[]> =>
  affectedBills(tx, { roomId: record.room, feeId: record.fee, ...(await spanOf(tx, record)) });

const roomState = effect<Application>(async (call) => {
  const { record, tx } = call;
  await holdRoom(tx, record.room);
  const from = effectiveDay(record);
  const quiet = (id: string) => ring(call, { module: 'suspend', id, effect: 'suspend.remind' }, false);
  // Only what was looked at and found fit takes effect.
  if (record.checkResult === '无法入户' || (record.applyType !== '恢复使用' && record.checkResult === '阀门关不严'))
    throw refused(`现场核查${record.checkResult}，不能${record.applyType}，请驳回`);
  if (record.applyType === '恢复使用') {
    const standing = await suspensionsOf(tx, record, from);
    if (standing.length === 0) throw refused('停用已到期，不必办理恢复，请驳回');
    const ended: Ended[] = [];
    for (const one of standing) {
      ended.push(await endSuspension(tx, one, from));
      await quiet(one.record);
    }
    call.log({ ended: JSON.stringify(ended) });
    return;
  }
  const until = record.endDate ?? from;
  const before =
    record.applyType === '停用' ? undefined : (await suspensionsOf(tx, record, addDays(record.startDate, -1))).at(-1);
  if (record.applyType === '延长停用' && before === undefined) throw refused('原停用已恢复或到期，不能延长，请驳回');
  const begins = before === undefined ? from : addDays(before.until, 1);
  if (begins > until) throw refused(`核查日期晚于停用止日${until}，没有可停用的天数，请驳回`);
  if (before !== undefined) await quiet(before.record);
  await suspend(tx, {
    room: record.room,
    fee: record.fee,
    from: begins,
    until,
    keepRate: record.keepRate,
    sealNo: record.sealNo ?? '',
    record: record.id,
    madeBy: record.applicant,
  });
});

/** The days are as they were; drafts follow, what was released by them stands in the way. */
async function undoState(tx: Tx, { record, logged }: Call): Promise<void> {
  await holdRoom(tx, record.room);
  if (await chargedAgain(tx, record.id)) throw refused('该停用已按私开补收，不能作废');
  const span = await spanOf(tx, record);
  await voidSuspensions(tx, record.id);
  for (const one of JSON.parse(logged.ended ?? '[]') as readonly Ended[]) await resumeSuspension(tx, one);
  const of = { roomId: record.room, feeId: record.fee, ...span };
  const bills = await affectedBills(tx, of);
  const made = bills.find(
    ({ state, amount, anew, suspendDays }) =>
      state === '已发布' && amount !== anew && (suspendDays > 0 || record.applyType === '恢复使用'),
  );
  if (made !== undefined)
    throw refused(
      record.applyType === '恢复使用'
        ? `账单${made.no}已按恢复出账，不能作废；请另行申请停用`
        : `账单${made.no}已按停用出账，不能作废；请办理恢复使用`,
    );
  await redraft(tx, of, bills);
}

/** @throws invalid where the cashier says something else than what comes of the days that are suspended */
function demandAmount(record: Application, expected: bigint, bills: number): void {
  const said = fenOf(record.adjustAmount ?? '0');
  const apart = said > expected ? said - expected : expected - said;
  // The form rounds a bill's share by itself, the ledger what is left of the bill.
  if (apart > BigInt(bills)) throw wrong('adjustAmount', `按实际停用天数应减${yuanOf(expected)}元，请核对`);
}

interface Noted extends Reduced {
  readonly journalId: string;
}

const bills = effect<Application>(async (call) => {
  const { record, actor, now, tx } = call;
  const day = dayOf(now);
  const who = { session: { userId: actor.userId }, now };
  const reason = `${record.applyType} ${record.serial}`;
  const of = { roomId: record.room, feeId: record.fee, ...(await spanOf(tx, record)) };
  const takeBack = () => takeBackLetOff(tx, of, { by: actor.userId, day, reason });
  const anew = record.adjustMode === '已出账作废重开';
  // What was let off for days that are supplied again is owed again.
  const back = record.applyType === '恢复使用' && anew ? await takeBack() : 0n;
  const all = await affectedBy(tx, record);
  await redraft(tx, of, all);
  const released = all.filter(({ state, amount, anew: due }) => state === '已发布' && amount !== due);
  const more = record.applyType === '恢复使用';
  if (
    released.length > 0 &&
    (record.adjustMode === '未出账按停用生成' || (more && record.adjustMode !== '已出账作废重开'))
  )
    throw wrong(
      'adjustMode',
      `已出账单${named(released)}受影响，请选择${more ? '已出账作废重开' : '已出账作废重开、减免写入下期或多缴转预存'}`,
    );
  const less = released.map((bill) => {
    const rest = bill.amount - bill.reduced;
    const by = bill.amount - bill.anew;
    return { bill, fen: by < 0n ? 0n : by < rest ? by : rest };
  });
  demandAmount(
    record,
    more ? 0n : less.reduce((sum, { fen }) => sum + fen, 0n),
    less.filter(({ fen }) => fen > 0n).length,
  );
  if (back > 0n) call.log({ tookBack: yuanOf(back) });
  if (released.length === 0) return;
  if (anew) {
    // Bills by days have in them what was let off of the old ones for the same days.
    const fresh = !more && (await takeBack()) > 0n ? await affectedBy(tx, record) : released;
    const changed = fresh.filter(({ state, amount, anew: due }) => state === '已发布' && amount !== due);
    await reissueBills(tx, who, { bills: changed, roomId: record.room, madeBy: record.applicant, reason });
    call.log({ reissued: named(released) });
    return;
  }
  const noted: Noted[] = [];
  for (const { bill, fen } of less) {
    if (fen === 0n) continue;
    if (record.adjustMode === '多缴转预存') {
      const made = await reduceBill(tx, {
        billId: bill.id,
        fen,
        category: '停用减免',
        reason,
        madeBy: record.applicant,
        checkedBy: actor.userId,
        day,
      });
      noted.push({ ...made, journalId: '' });
      continue;
    }
    // For the same fee only, so that its next bill has it.
    const journalId = await post(
      tx,
      {
        communityId: bill.community,
        kind: '减免',
        day,
        source: 'f_suspend',
        sourceId: record.id,
        memo: `${reason} 账单${bill.no}`,
        by: actor.userId,
      },
      [{ debit: { kind: '减免' }, credit: { kind: '预存', ref: record.room, feeId: record.fee }, fen }],
    );
    noted.push({ requestId: '', over: 0n, keptBy: null, journalId });
  }
  call.log({
    reduced: JSON.stringify(noted, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  });
});

/** What was kept may have been taken back by what came after. */
const isReversed = async (tx: Tx, journalId: string): Promise<boolean> =>
  (await sql`select 1 from journal where reverses_id = ${journalId}::bigint`.execute(tx)).rows.length > 0;

/** A bill that was made anew can't be put back: it was reversed once, and once only. */
async function undoBills(tx: Tx, { record, logged, actor, now }: Call): Promise<void> {
  if (logged.reissued) throw refused(`账单${logged.reissued}已作废重开，不能作废；请办理恢复使用或另行申请停用`);
  if (logged.tookBack) throw refused(`停用减免${logged.tookBack}元已收回，不能作废；请另行申请停用`);
  const own = { by: actor.userId, day: dayOf(now), reason: `${record.serial}作废` };
  for (const one of JSON.parse(logged.reduced ?? '[]') as readonly (Omit<Noted, 'over'> & { over: string })[])
    if (one.journalId === '') await undoReduction(tx, { ...own, ...one, over: BigInt(one.over) });
    else if (!(await isReversed(tx, one.journalId)))
      await reverseJournal(tx, { journalId: one.journalId, day: own.day, by: own.by, memo: own.reason });
}

export const suspendEffects: EffectsOf<'suspend', Application> = {
  'suspend.check': effect(async ({ record, now, tx }) => {
    if (record.startDate < addDays(dayOf(now), -LATE_DAYS))
      throw wrong('startDate', `起日早于今天超过${LATE_DAYS}天的不受理`);
    await holdRoom(tx, record.room);
    await demandRoom(tx, record);
    await demandState(tx, record);
    await demandBills(tx, record);
  }),
  'suspend.roomState': undoing(roomState, undoState),
  'suspend.bills': undoing(bills, undoBills),
  'suspend.record': effect(async ({ record, book, now }) => {
    await book(roomRecord, {
      room: record.room,
      happenedAt: record.visitTime ?? now.toISOString(),
      action: record.valveAction ?? record.applyType,
      sealNo: record.sealNo,
      reading: record.heatReading,
      result: record.checkResult,
      note: record.checkNote,
      photos: record.sitePhotos,
      document: record.serial,
    });
  }),
  'suspend.remind': effect(async ({ record, services }) => {
    if (record.applyType === '恢复使用' || record.endDate === null) return;
    await services.remind({
      on: record.endDate,
      daysBefore: REMIND_DAYS,
      to: [record.applicant],
      role: 'propertyManager',
      title: `${record.ownerName}的停用（${record.serial}）${record.endDate}到期，请联系业主恢复或延长`,
    });
  }),
  'suspend.notify': effect(async ({ record, book }) => {
    const from = record.applyType === '延长停用' ? record.startDate : effectiveDay(record);
    const until = record.endDate === null ? '' : `至${record.endDate}`;
    await book(ownerMessage, {
      room: record.room,
      phone: record.ownerPhone,
      way: record.notifyOwner ?? '微信',
      content: `${record.ownerName}：您的${record.applyType}申请已办结，${from}${until}${record.applyType === '恢复使用' ? '起恢复正常计费' : `按${Number(record.keepRate)}%收取基本费`}，减免${record.adjustAmount ?? '0.00'}元。`,
      state: '待发送',
    });
  }),
};
