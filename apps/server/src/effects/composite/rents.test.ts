/** What is kept from pay for a house: to the fen what the person bears, never more in a month to come than they agreed to. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { total } from '../books/money.ts';
import { dayAfter, selfDeductions } from './rents.ts';

const stay = (selfShare: string) => ({
  id: '1',
  rowNo: 1,
  occupant: '7',
  stayFrom: '2026-01-01',
  stayTo: null,
  selfShare,
});
const kept = (selfShare: string, payMonths: string, periodStart: string, payMonth: string) =>
  selfDeductions({ occupants: [stay(selfShare)], payMonths, periodStart }, payMonth).map(({ month, amount }) => [
    month,
    amount,
  ]);

describe('what employees bear of the rent', () => {
  it('goes month by month, a part of a month last', () =>
    expect(kept('300.00', '2.5', '2026-11-16', '2026-11')).toEqual([
      ['2026-11', '300.00'],
      ['2026-12', '300.00'],
      ['2027-01', '150.00'],
    ]));

  it('of months that are over goes with the month of the payment', () =>
    expect(kept('300.00', '3.0', '2026-09-01', '2026-10')).toEqual([
      ['2026-10', '600.00'],
      ['2026-11', '300.00'],
    ]));

  it('of nothing is nothing', () => {
    expect(kept('0.00', '3.0', '2026-09-01', '2026-10')).toEqual([]);
    expect(kept('300.00', '0.0', '2026-09-01', '2026-10')).toEqual([]);
  });

  it('comes to the whole, whatever the months', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300_000 }), fc.integer({ min: 1, max: 120 }), (fen, tenths) => {
        const share = (fen / 100).toFixed(2);
        const parts = kept(share, (tenths / 10).toFixed(1), '2026-05-01', '2026-05');
        expect(total(parts.map(([, amount]) => amount ?? null))).toBe(
          (Math.round((fen * tenths) / 10) / 100).toFixed(2),
        );
        expect(parts.every(([, amount]) => Number(amount) <= Number(share))).toBe(true);
      }),
    ));

  it('knows the day after the last of a year', () => expect(dayAfter('2026-12-31')).toBe('2027-01-01'));
});
