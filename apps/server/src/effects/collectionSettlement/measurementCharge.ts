/** 计量收费: a meter is charged once a month, its readings follow each other, and each household owes in one ledger. */
import {
  efficiencyIndex,
  meterCharge,
  ownerMessage,
  receivableLedger,
  roomMeter,
  settlementBasis,
} from '@hengneng/forms';
import type { measurementCharge } from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { EffectCall, EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import {
  feeOfCategory,
  fenOf,
  type MadeBill,
  type MeteredLine,
  meteredBills,
  undoMetered,
} from '../../modules/charging/index.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { refused, wrong } from '../../platform/http/errors.ts';
import { minus, plus, positive } from '../books/money.ts';
import { relieveRoom } from '../books/reliefs.ts';
import { dayOf } from '../books/source.ts';
import { effect, undoing, type Writing } from '../kit/effect.ts';
import { projectManagers } from '../kit/people.ts';
import { draftRepair } from '../kit/repair-draft.ts';

type Charge = Recorded<typeof measurementCharge>;
type Reading = Charge['readings'][number];

/** What a meter of each kind is billed as. */
const FEE_KIND: Readonly<Record<Charge['meterKind'], string>> = {
  冷量: '计量费',
  热量: '计量费',
  电: '电费',
  冷水: '水费',
  卫生热水: '生活热水费',
  蒸汽: '计量费',
};
const meterOf = (record: Charge, row: Reading) => ({
  project: record.project,
  meterKind: record.meterKind,
  meterNo: row.meterNo,
});
const direct = (record: Charge): boolean => record.settleMode === '直接向用户出账';

interface At {
  readonly id: string;
  readonly community: string;
  readonly phone: string;
}

/** A room, with the phone of whoever owns it when the period ends. */
async function roomOf(tx: Tx, id: string, day: string): Promise<At | undefined> {
  const { rows } = await sql<At>`select r.id::text, r.community_id::text as community, coalesce(p.phone, '') as phone
    from room r left join occupancy o on o.room_id = r.id and o.role = '业主' and o.span @> ${day}::date left join party p on p.id = o.party_id
    where r.id = ${id}`.execute(tx);
  return rows[0];
}

async function demandReading({ find }: Pick<Writing, 'find'>, record: Charge, index: number): Promise<void> {
  const row = record.readings[index];
  if (row === undefined) return;
  const at = (key: string) => `readings[${index}].${key}`;
  if (record.readings.findIndex((other) => other.meterNo === row.meterNo) < index)
    throw wrong(at('meterNo'), '表号重复，请合并为一行');
  const [meter] = await find(roomMeter, meterOf(record, row));
  if (meter === undefined) return;
  if (row.room !== null && meter.room !== null && meter.room !== row.room)
    throw wrong(at('meterNo'), '该表号登记在其他房间，请核对');
  if (meter.lastReading !== null && row.readState !== '换表' && !Big(meter.lastReading).eq(row.lastReading))
    throw wrong(at('lastReading'), `该表上次读数为${meter.lastReading}，换表请选换表`);
}

/** @throws invalid at the row whose meter another form charges for the month */
async function demandUncharged(tx: Tx, record: Charge): Promise<void> {
  const { rows } = await sql<{ no: string; document: string }>`select meter_no as no, document from b_meter_charge
    where project = ${record.project} and meter_kind = ${record.meterKind} and month = ${record.chargeMonth} and not voided
      and meter_no = any(${record.readings.map((row) => row.meterNo)})`.execute(tx);
  const [other] = rows;
  if (other === undefined) return;
  const index = record.readings.findIndex((row) => row.meterNo === other.no);
  throw wrong(`readings[${index}].meterNo`, `该表${record.chargeMonth}已由${other.document}计费，不能重复计费`);
}

async function feeOf(tx: Tx, record: Charge): Promise<string> {
  const kind = FEE_KIND[record.meterKind];
  return (await feeOfCategory(tx, kind)) ?? Promise.reject(refused(`请先在收费项目中启用${kind}`));
}

/** What was collected or settled stands: the charge is cancelled only before. @throws refused */
async function demandUnpaid(tx: Tx, record: Charge): Promise<void> {
  const { rows } = await sql`select 1 from b_receivable_ledger where measurement = ${record.id} and not voided
    and (coalesce(written, 0) + coalesce(write_pending, 0) + coalesce(invoiced, 0) + coalesce(invoice_pending, 0) + coalesce(cancel_pending, 0)
      + coalesce(cancelled, 0)) > 0`.execute(tx);
  if (rows.length > 0) throw refused('已有用户核销或开票，不能作废，请先处理到账与发票');
}
async function demandUnsettled(tx: Tx, record: Charge): Promise<void> {
  const { rows } =
    await sql`select 1 from b_settlement_basis where source_module = 'measurementCharge' and source_id = ${record.id}
    and not voided and coalesce(settling, 0) + coalesce(settled, 0) > 0`.execute(tx);
  if (rows.length > 0) throw refused('结算依据已被用户结算引用，不能作废');
}

/** A household in our registers, with what it is charged and let off. */
interface Owing {
  readonly at: At;
  readonly row: Reading;
  readonly line: MeteredLine;
  readonly due: string;
  readonly relief: string;
}

/** Who is in no register of rooms owes in the ledger of receivables. */
const receivable = ({ book }: Pick<Writing, 'book'>, record: Charge, row: Reading, no: string) =>
  book(receivableLedger, {
    receivableNo: no,
    sourceKind: '计量收费',
    project: record.project,
    contract: record.contract,
    customerName: row.userName,
    measurement: record.id,
    periodStart: record.periodStart,
    periodEnd: record.periodEnd,
    bookMonth: record.chargeMonth,
    dueDate: record.dueDate,
    amount: row.userFee ?? '0',
    state: '未收清',
  });

async function owingOf(w: Writing, record: Charge, row: Reading, at: At): Promise<Owing> {
  const relief = await relieveRoom(w, at.id, record.chargeMonth, row.userFee ?? '0');
  return {
    at,
    row,
    relief,
    due: minus(row.userFee ?? '0', relief),
    line: {
      roomId: at.id,
      quantity: Big(row.useQuantity ?? 0)
        .plus(row.lossShare ?? 0)
        .toFixed(3),
      unit: record.quantityUnit,
      unitPrice: row.meterPrice,
      amount: fenOf(plus(row.meterFee ?? '0', row.basicFee ?? '0')),
      reductions: [
        { category: '抄表减免', fen: fenOf(row.reduceFee ?? '0') },
        { category: '投诉减免', fen: fenOf(relief) },
      ],
    },
  };
}

const bills = effect<Charge>(async ({ record, actor, now, log, ...w }) => {
  if (!direct(record)) return;
  const { tx, book } = w;
  const feeId = await feeOf(tx, record);
  const owing: Owing[] = [];
  for (const [index, row] of record.readings.entries()) {
    if (!positive(row.userFee)) continue;
    const at = row.room === null ? undefined : await roomOf(tx, row.room, record.periodEnd);
    if (at === undefined) await receivable(w, record, row, `${record.serial}-${String(index + 1).padStart(3, '0')}`);
    else owing.push(await owingOf(w, record, row, at));
  }
  const made: MadeBill[] = [];
  for (const [communityId, own] of Map.groupBy(owing, ({ at }) => at.community))
    made.push(
      ...(await meteredBills(
        tx,
        {
          communityId,
          feeId,
          month: record.chargeMonth,
          from: record.periodStart,
          to: record.periodEnd,
          dueDay: record.dueDate,
          document: record.serial,
          madeBy: record.applicant,
          checkedBy: actor.userId,
          day: dayOf(now),
        },
        own.map(({ line }) => line),
      )),
    );
  log({ made: JSON.stringify(made.map(({ billId, requestId }) => ({ billId, requestId }))) });
  for (const { at, row, relief, due } of owing)
    for (const way of record.noticeMode)
      await book(ownerMessage, {
        room: at.id,
        phone: at.phone,
        way,
        content: `${row.userName}：${record.chargeMonth}${record.meterKind}用量${row.useQuantity ?? '0'}${record.quantityUnit}，${positive(relief) ? `投诉减免${relief}元，` : ''}应缴${due}元，请于${record.dueDate}前缴清。`,
        state: '待发送',
      });
});

/** Bills that are paid, or receivables that are, stand. */
async function undoBills(tx: Tx, { record, logged, actor, now }: EffectCall<Charge>): Promise<void> {
  await demandUnpaid(tx, record);
  const made = JSON.parse(logged.made ?? '[]') as readonly Pick<MadeBill, 'billId' | 'requestId'>[];
  if (made.length > 0)
    await undoMetered(tx, { bills: made, by: actor.userId, day: dayOf(now), reason: `${record.serial}作废` });
}

export const measurementChargeEffects: EffectsOf<'measurementCharge', Charge> = {
  'measurementCharge.hold': effect(async (call) => {
    const { record, tx, book } = call;
    for (const index of record.readings.keys()) await demandReading(call, record, index);
    await demandUncharged(tx, record);
    await book(
      meterCharge,
      ...record.readings.map((row) => ({
        ...meterOf(record, row),
        room: row.room,
        userName: row.userName,
        month: record.chargeMonth,
        readState: row.readState,
        lastReading: row.lastReading,
        thisReading: row.thisReading,
        changeQuantity: row.changeQuantity,
        quantity: row.useQuantity,
        amount: row.userFee,
        state: '出账在途' as const,
        document: record.serial,
      })),
    );
  }),
  'measurementCharge.meters': effect(async ({ record, account, setEntry, find }) => {
    for (const row of record.readings) {
      const meter = await account(roomMeter, { ...meterOf(record, row), room: row.room, userName: row.userName });
      // Somebody who files an earlier month late does not put the meter back.
      if (meter.lastMonth === null || meter.lastMonth <= record.chargeMonth)
        await setEntry(roomMeter, meter.id, {
          lastReading: row.thisReading,
          lastUse: row.useQuantity,
          lastMonth: record.chargeMonth,
          unitPrice: row.meterPrice,
        });
      const [charged] = await find(meterCharge, { ...meterOf(record, row), month: record.chargeMonth });
      if (charged !== undefined) await setEntry(meterCharge, charged.id, { state: '已出账' });
    }
  }),
  'measurementCharge.bills': undoing(bills, undoBills),
  'measurementCharge.basis': undoing(
    effect<Charge>(async ({ record, book }) => {
      if (direct(record)) return;
      await book(settlementBasis, {
        basisNo: record.serial,
        kind: '计量收费',
        item: `${record.chargeMonth} ${record.meterKind}分户计量`,
        project: record.project,
        contract: record.contract,
        month: record.chargeMonth,
        periodStart: record.periodStart,
        periodEnd: record.periodEnd,
        quantity: Big(record.subQuantity ?? 0)
          .plus(record.shareQuantity ?? 0)
          .toFixed(3),
        unit: record.quantityUnit,
        amount: record.chargeTotal,
        state: '未结算',
      });
    }),
    (tx, { record }) => demandUnsettled(tx, record),
  ),
  'measurementCharge.loss': effect(async ({ record, book, projectCost }) => {
    const figures = [
      { metric: `${record.meterKind}损耗量`, value: record.lossQuantity, unit: record.quantityUnit },
      { metric: `${record.meterKind}损耗率`, value: record.lossRate, unit: '%' },
    ];
    await book(
      efficiencyIndex,
      ...figures.flatMap(({ value, ...of }) =>
        value === null
          ? []
          : [{ ...of, value, project: record.project, month: record.chargeMonth, document: record.serial }],
      ),
    );
    if (record.lossRule !== '公司承担' || !positive(record.lossQuantity) || !positive(record.subQuantity)) return;
    // At what the households pay on average.
    const amount = Big(record.meterFeeTotal ?? 0)
      .times(record.lossQuantity ?? 0)
      .div(record.subQuantity ?? 1)
      .round(2, Big.roundHalfUp)
      .toFixed(2);
    await projectCost(record.project, record.chargeMonth, {
      account: '能源损耗',
      amount,
      quantity: record.lossQuantity,
    });
  }),
  'measurementCharge.repair': effect(async ({ record, tx, services }) => {
    const broken = record.readings.filter((row) => row.readState === '表坏按同期' || row.readState === '无法入户');
    if (broken.length === 0) return;
    const [manager = record.applicant] = await projectManagers(tx, record.project);
    const words = broken.map((row) => `${row.userName}（表号${row.meterNo}）${row.readState}`).join('；');
    await draftRepair(
      { tx, record, services },
      {
        applicant: manager,
        title: `${record.serial}抄表发现${broken.length}只户表异常，请安排检修`,
        values: { faultDesc: words },
      },
    );
  }),
};
