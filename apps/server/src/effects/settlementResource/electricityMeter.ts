import { type electricityMeter, settlementBasis } from '@hengneng/forms';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { voidRows } from '../books/books.ts';
import { bookConfirmed } from '../books/energy-costs.ts';
import { effect } from '../kit/effect.ts';
import { readingEffects } from './readings.ts';

type Confirmation = Recorded<typeof electricityMeter>;

const { check, lastReading } = readingEffects<Confirmation>('readings', (record) =>
  record.readings.map((row) => ({ ...row, multiple: row.ctRatio, quantity: row.usedKwh, unit: 'kWh' })),
);

export const electricityMeterEffects: EffectsOf<'electricityMeter', Confirmation> = {
  'electricityMeter.check': check,
  'electricityMeter.basis': effect(async ({ record, book }) => {
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
  'electricityMeter.lastReading': lastReading,
  'electricityMeter.cost': effect((call) =>
    bookConfirmed(call, { subject: '电费', amount: call.record.ourFee, quantity: call.record.ourTotal }),
  ),
  'electricityMeter.lockDays': {
    async apply(tx, { record }) {
      await sql`insert into day_report_lock (project_code, energy, month, source_module, source_id)
        values (${record.project}, '电', ${record.settleMonth}, 'electricityMeter', ${record.id})
        on conflict (project_code, energy, month) where not voided do nothing`.execute(tx);
    },
    reverse: (tx, { record }) => voidRows(tx, { module: 'electricityMeter', id: record.id }, ['day_report_lock']),
  },
};
