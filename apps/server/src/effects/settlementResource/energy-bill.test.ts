import { expect, it } from 'vitest';
import { billOf } from './energy-bill.ts';

type Energy = Parameters<typeof billOf>[0];
type Reading = Energy['readings'][number];

const reading = (meter: string, more: Partial<Reading>): Reading =>
  ({
    meter,
    readKind: '正常',
    correctFactor: '1',
    replacedQty: '0',
    newInitial: null,
    fullScale: null,
    ...more,
  }) as Reading;
const record = (readings: readonly Reading[], confirmQty: string, payAmount: string): Energy =>
  ({ id: '9', serial: 'ZNYQ-1', energyUnit: 'Nm³', energyPrice: '2.0000', readings, confirmQty, payAmount }) as Energy;
const CODES = new Map([
  ['1', 'QB-01'],
  ['2', 'QB-02'],
]);

it('a bill comes to what both sides confirmed, over meters that were replaced or have passed their last figure', () => {
  const bill = billOf(
    record(
      [
        reading('1', {
          readKind: '换表',
          previous: '100.00',
          newInitial: '10.00',
          current: '50.00',
          correctFactor: '2.0000',
          replacedQty: '30',
        }),
        reading('2', { readKind: '满码归零', previous: '99990.00', current: '20.00', fullScale: '100000.00' }),
      ],
      '145.00',
      '280.00',
    ),
    CODES,
    'A1',
  );
  // 40 × 2 and 30 of the old meter; 30 over the last figure, and 5 that no dial shows.
  expect(bill.meters).toMatchObject([
    { meterNo: 'QB-01', lastReading: '10.00', thisReading: '50.00', ratio: '2.0000', adjustQuantity: '30.00' },
    { meterNo: 'QB-02', lastReading: '99990.00', thisReading: '20.00', adjustQuantity: '100005.00', meterUnit: 'm³' },
  ]);
  // 145 at 2 are 290.
  expect(bill.charges).toMatchObject([{ chargeAmount: '-10.00' }]);
});

it('a bill that its price explains has no correction, and one without meters has no rows', () => {
  const readings = [reading('1', { previous: '0.00', current: '100.00' })];
  expect(billOf(record(readings, '100.00', '200.00'), CODES, '')).not.toHaveProperty('charges');
  expect(billOf(record([], '100.00', '200.00'), CODES, '')).toEqual({});
});
