/** What a confirmation of main energy comes to as the bill that is paid: its dials, and what both sides agreed beside them. */
import type { mainEnergySource } from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';

type Energy = Recorded<typeof mainEnergySource>;

/** Units of a confirmation as payments call them. */
const UNITS: Readonly<Record<Energy['energyUnit'], string>> = { 'Nm³': 'm³', t: 't', GJ: 'GJ', kg: 'kg', L: 'L' };

/** Numbers of the record's meters, by id. */
export async function codesOf(tx: Tx, record: Energy): Promise<ReadonlyMap<string, string>> {
  const ids = record.readings.map((row) => row.meter);
  const { rows } = await sql<{ id: string; code: string }>`select id::text, code from device
    where id = any(${ids}::bigint[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row.code]));
}

type Rows = readonly Readonly<Record<string, unknown>>[];

/** Details of the payment's form; left out where there is nothing to say. */
interface Bill {
  readonly meters?: Rows;
  readonly charges?: Rows;
}

/**
 * Rows of the payment that come to the quantity that both sides confirmed, and to the amount that finance confirmed: what the dials do not show stands as
 * an adjustment of the last of them, what the price does not explain (heat that was short, an agreed difference) as a correction of the bill.
 */
export function billOf(record: Energy, codes: ReadonlyMap<string, string>, accountNo: string): Bill {
  const rows = record.readings.map((row) => {
    const last = row.readKind === '换表' ? (row.newInitial ?? '0') : row.previous;
    const around = row.readKind === '满码归零' ? Big(row.fullScale ?? 0).times(row.correctFactor) : Big(0);
    return {
      last,
      row,
      adjust: around.plus(row.replacedQty ?? 0),
      shown: Big(row.current).minus(last).times(row.correctFactor),
    };
  });
  const price = record.energyPrice;
  const shown = rows.reduce((sum, { shown: own, adjust }) => sum.plus(own).plus(adjust), Big(0));
  const beside = Big(record.confirmQty ?? shown).minus(shown);
  const meters = rows.map(({ row, last, adjust, shown: own }, index) => {
    const adjusted = (index === rows.length - 1 ? adjust.plus(beside) : adjust).round(2, Big.roundHalfUp);
    return {
      quantity: own.plus(adjusted).round(2, Big.roundHalfUp),
      values: {
        accountNo,
        meterNo: codes.get(row.meter) ?? '',
        confirm: record.id,
        tariff: '单一制',
        lastReading: last,
        thisReading: row.current,
        ratio: row.correctFactor,
        adjustQuantity: adjusted.toFixed(2),
        meterUnit: UNITS[record.energyUnit],
        unitPrice: price,
      },
    };
  });
  if (meters.length === 0) return {};
  const metered = meters.reduce(
    (sum, { quantity }) => sum.plus(quantity.times(price).round(2, Big.roundHalfUp)),
    Big(0),
  );
  const correction = Big(record.payAmount ?? metered).minus(metered);
  return {
    meters: meters.map(({ values }) => values),
    ...(correction.eq(0)
      ? {}
      : {
          charges: [
            {
              chargeItem: '误抄退补',
              chargeAmount: correction.toFixed(2),
              chargeNote: `双方确认应付${record.payAmount}元（${record.serial}）`,
            },
          ],
        }),
  };
}
