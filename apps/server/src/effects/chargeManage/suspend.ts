/** 停用: a room is not charged in full while it is not supplied; bills of that time are corrected, never twice. */
import { ownerMessage, room, roomFee, roomRecord } from '@hengneng/forms';
import type { suspend } from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid } from '../../platform/http/errors.ts';
import { positive } from '../books/money.ts';
import { dayOf } from '../books/source.ts';
import { addDays } from '../contractManage/instalments.ts';
import { effect, undoing, type Writing } from '../kit/effect.ts';
import { billOf, type Carried, payAheadFor, rebill, reduceBill } from './bills.ts';

type Application = Recorded<typeof suspend>;

const wrong = (path: string, message: string) => invalid([{ path, message }]);
const REMIND_DAYS = 7;
/** How late an application may be filed. */
const LATE_DAYS = 30;

/** How a fee of a room is charged; locked, so that two applications come one after the other. */
const chargedOf = ({ account }: Pick<Writing, 'account'>, record: Application) =>
  account(roomFee, { room: record.room, fee: record.fee, state: '在用' });

async function demandRoom({ find }: Pick<Writing, 'find'>, record: Application): Promise<void> {
  const [entry] = await find(room, { id: record.room });
  if (entry === undefined) throw wrong('room', '房间不存在，请重新选择');
  if (entry.community !== record.community) throw wrong('room', '房间不属于所选小区');
  if (entry.project !== record.project) throw wrong('project', '房间不属于所选项目');
}

async function demandState(call: Writing, record: Application): Promise<void> {
  const charged = await chargedOf(call, record);
  const { rows } =
    await sql`select 1 from f_suspend where room = ${record.room} and fee = ${record.fee} and id <> ${record.id}
    and status in ('running', 'returned')`.execute(call.tx);
  if (rows.length > 0) throw wrong('fee', '该房间的这个收费项目正在办理停用或恢复');
  const stopped = charged.state === '停用';
  if (record.applyType === '停用' && stopped && (charged.stopTo === null || charged.stopTo >= record.startDate))
    throw wrong('startDate', `已停用至${charged.stopTo ?? '恢复'}，延长请选延长停用`);
  if (record.applyType !== '停用' && !stopped) throw wrong('applyType', '该收费项目没有停用，无须恢复或延长');
  if (
    record.applyType === '延长停用' &&
    charged.stopTo !== null &&
    record.endDate !== null &&
    record.endDate <= charged.stopTo
  )
    throw wrong('endDate', `延长后的止日应晚于${charged.stopTo}`);
  if (record.applyType === '恢复使用' && charged.stopFrom !== null && record.startDate < charged.stopFrom)
    throw wrong('startDate', `恢复日期不能早于停用起日${charged.stopFrom}`);
}

async function demandBills(call: Writing, record: Application): Promise<void> {
  for (const [index, row] of record.bills.entries()) {
    const at = (key: string) => `bills[${index}].${key}`;
    if (record.bills.findIndex((other) => other.bill === row.bill) < index)
      throw wrong(at('bill'), '账单重复，请删去一行');
    await billOf(call, row.bill, record, at('bill'));
    if (row.billStopDays > row.billDays) throw wrong(at('billStopDays'), '本期停用天数不能大于本期总天数');
    if (!Big(row.reduceRate).plus(record.keepRate).eq(100))
      throw wrong(at('reduceRate'), `减免比例应为${Big(100).minus(record.keepRate).toString()}`);
  }
  if (record.applyType === '恢复使用' && record.bills.length > 0) throw wrong('bills', '恢复使用不调整已出账单');
}

const bills = effect<Application>(async (call) => {
  const { record, now } = call;
  const amount = record.adjustAmount ?? '0';
  const at = { day: dayOf(now), document: record.serial };
  const carried: Carried[] = [];
  if (record.bills.length === 0) {
    if (record.adjustMode !== '减免写入下期' && positive(amount))
      throw wrong('adjustAmount', '没有受影响账单，减免请选减免写入下期');
    const { community, fee } = record;
    return payAheadFor(call, { id: null, room: record.room, community, fee }, { ...at, amount });
  }
  if (!Big(amount).eq(record.billReduce ?? 0))
    throw wrong('adjustAmount', `实际减免应等于账单减免合计${record.billReduce ?? '0.00'}元，有差异请驳回修改明细`);
  for (const [index, row] of record.bills.entries()) {
    const bill = await billOf(call, row.bill, record, `bills[${index}].bill`);
    const reduce = row.reduce ?? '0';
    if (record.adjustMode === '减免写入下期') await payAheadFor(call, bill, { ...at, amount: reduce });
    else if (record.adjustMode === '已出账作废重开') {
      const made = await rebill(call, bill, { reduce, suspendDays: row.billStopDays }, at);
      if (made !== null) carried.push(made);
    } else await reduceBill(call, bill, reduce, at);
  }
  call.log({ carried: JSON.stringify(carried) });
});

/** What a new bill took over from the old one goes back with it; what was paid on it since keeps it from being taken back. */
async function giveBack(tx: Tx, logged: string | undefined): Promise<void> {
  for (const { id, taken } of JSON.parse(logged ?? '[]') as readonly Carried[])
    await sql`update b_bill set paid = paid - ${taken}::numeric where id = ${id}`.execute(tx);
}

export const suspendEffects: EffectsOf<'suspend', Application> = {
  'suspend.check': effect(async (call) => {
    const { record, now } = call;
    if (record.startDate < addDays(dayOf(now), -LATE_DAYS))
      throw wrong('startDate', `起日早于今天超过${LATE_DAYS}天的不受理`);
    await demandRoom(call, record);
    await demandState(call, record);
    await demandBills(call, record);
  }),
  'suspend.roomState': effect(async (call) => {
    const { record, setEntry } = call;
    const charged = await chargedOf(call, record);
    if (record.applyType === '恢复使用')
      return setEntry(roomFee, charged.id, { state: '在用', stopTo: record.startDate });
    await setEntry(roomFee, charged.id, {
      state: '停用',
      stopTo: record.endDate,
      keepRate: record.keepRate,
      ...(record.applyType === '停用' ? { stopFrom: record.startDate } : {}),
    });
  }),
  'suspend.bills': undoing(bills, (tx, { logged }) => giveBack(tx, logged.carried)),
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
    const until = record.endDate === null ? '' : `至${record.endDate}`;
    await book(ownerMessage, {
      room: record.room,
      phone: record.ownerPhone,
      way: record.notifyOwner ?? '微信',
      content: `${record.ownerName}：您的${record.applyType}申请已办结，${record.startDate}${until}${record.applyType === '恢复使用' ? '起恢复正常计费' : `按${Number(record.keepRate)}%收取基本费`}，减免${record.adjustAmount ?? '0.00'}元。`,
      state: '待发送',
    });
  }),
};
