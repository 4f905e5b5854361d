import { type electricityMeter, settlementBasis } from '@hengneng/forms';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { refused } from '../../platform/http/errors.ts';
import { voidRows } from '../books/books.ts';
import { bookProjectCost, reverseCosts } from '../books/costs.ts';
import { insertRows } from '../books/rows.ts';
import { effect } from '../kit/effect.ts';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';

type Confirmation = Recorded<typeof electricityMeter>;

const source = (record: Confirmation) => ({ module: 'electricityMeter', id: record.id }) as const;

/** A meter shows the newest confirmed reading that stands. */
async function refreshMeters(tx: Tx, { readings }: Confirmation): Promise<void> {
  await sql`update device set last_reading = (select reading from meter_confirmed_reading r
      where r.device_id = device.id and not voided order by month desc, r.id desc limit 1)
    where id = any(${readings.map((row) => row.meter)}::bigint[])`.execute(tx);
}

export const electricityMeterEffects: EffectsOf<'electricityMeter', Confirmation> = {
  'electricityMeter.basis': effect(async ({ record, book, find }) => {
    const [known] = await find(settlementBasis, { project: record.project, month: record.settleMonth, kind: '电量' });
    if (known) throw refused(`${record.settleMonth}的电量结算依据已存在，请先作废原确认单`);
    await book(settlementBasis, {
      basisNo: record.serial ?? '',
      kind: '电量',
      item: `${record.settleMonth} 电量`,
      project: record.project,
      contract: record.contract,
      month: record.settleMonth,
      periodStart: record.periodStart,
      periodEnd: record.periodEnd,
      quantity: record.settleTotal ?? '0',
      unit: 'kWh',
      ourQuantity: record.ourTotal,
      amount: record.ourFee,
      state: '未结算',
    });
  }),
  'electricityMeter.lastReading': {
    async apply(tx, { record }) {
      const rows = record.readings.map((row) => ({
        device_id: row.meter,
        month: record.settleMonth,
        reading: row.current,
        previous: row.previous,
        source_id: record.id,
      }));
      await insertRows(tx, 'meter_confirmed_reading', rows);
      await refreshMeters(tx, record);
    },
    async reverse(tx, { record }) {
      await voidRows(tx, source(record), [], ['meter_confirmed_reading']);
      await refreshMeters(tx, record);
    },
  },
  'electricityMeter.cost': {
    apply: (tx, { record }) =>
      bookProjectCost(
        tx,
        record.project,
        record.settleMonth,
        [{ account: '电费', amount: record.ourFee, quantity: record.ourTotal }],
        source(record),
      ),
    reverse: (tx, { record }) => reverseCosts(tx, source(record)),
  },
  'electricityMeter.lockDays': {
    async apply(tx, { record }) {
      await sql`insert into day_report_lock (project_code, energy, month, source_module, source_id)
        values (${record.project}, '电', ${record.settleMonth}, 'electricityMeter', ${record.id})
        on conflict (project_code, energy, month) where not voided do nothing`.execute(tx);
    },
    reverse: (tx, { record }) => voidRows(tx, source(record), ['day_report_lock']),
  },
};
