import { describe, expect, it } from 'vitest';
import { daysInUnit, monthInUnit, usedIn, yearInUnit, yoyInUnit } from './heat.ts';

const COOLING = { code: 'cooling', name: '冷量', unit: 'kWh', color: '' };
const ELEC = { code: 'elec', name: '电', unit: 'kWh', color: '' };

describe('cold and heat in the unit that somebody chose', () => {
  it('converts these only, with their unit', () => {
    const used = usedIn({ cooling: '1000.000000', elec: '1000.000000' }, [COOLING, ELEC], 'GJ');
    expect(used).toEqual({ cooling: '3.6', elec: '1000.000000' });
  });

  it('leaves heat that is counted in another unit alone', () => {
    expect(usedIn({ heatBuy: '3.6' }, [{ code: 'heatBuy', unit: 'GJ' }], 'RTh')).toEqual({ heatBuy: '3.6' });
  });

  it('tells days with their sums', () => {
    const report = {
      categories: [COOLING, ELEC],
      rows: [{ used: { cooling: '3517', elec: '10' }, output: '3517' }],
      totals: { cooling: { sum: '3517', mean: '3517', most: '3517', mostDay: '2026-07-01' } },
    };
    const shown = daysInUnit(report, 'RTh');
    expect(shown.categories.map(({ unit }) => unit)).toEqual(['RTh', 'kWh']);
    expect(shown.rows[0]).toEqual({ used: { cooling: '1000', elec: '10' }, output: '1000' });
    expect(shown.totals['cooling']).toMatchObject({ sum: '1000', mean: '1000', most: '1000', mostDay: '2026-07-01' });
    expect(daysInUnit(report, 'kWh').rows[0]?.used).toEqual({ cooling: '3517', elec: '10' });
  });

  it('tells months with what was adjusted and designed, and leaves what is unknown unknown', () => {
    const row = { ...COOLING, usage: '11630', adjusted: '1163', design: null, perM2: 1.163, adjustedLast: null };
    const shown = monthInUnit(
      { categories: [COOLING], output: '11630', rows: [row], months: [{ used: { cooling: '1163' } }] },
      '万大卡',
    );
    expect(shown.rows[0]).toMatchObject({
      unit: '万大卡',
      usage: '1000',
      adjusted: '100',
      design: null,
      perM2: 0.1,
      adjustedLast: null,
    });
    expect([shown.output, shown.months[0]?.used['cooling']]).toEqual(['1000', '100']);
  });

  it('tells years and the year before', () => {
    const about = {
      now: '3600',
      last: '1800',
      adjusted: '0',
      lastAdjusted: '0',
      difference: '1800',
      adjustedLast: 900,
    };
    const yoy = yoyInUnit({ categories: [COOLING], rows: [{ ...COOLING, ...about }] }, 'MWh');
    expect(yoy.rows[0]).toMatchObject({ unit: 'MWh', now: '3.6', last: '1.8', difference: '1.8', adjustedLast: 0.9 });
    const of = {
      months: { '2026-07': '1000' },
      total: '1000',
      last: null,
      perM2: 1,
      design: { months: {}, total: '2000' },
    };
    const year = yearInUnit(
      {
        categories: [COOLING, ELEC],
        rows: [
          { ...COOLING, ...of },
          { ...ELEC, ...of },
        ],
      },
      'GJ',
    );
    expect(year.rows[0]).toMatchObject({
      unit: 'GJ',
      months: { '2026-07': '3.6' },
      total: '3.6',
      design: { total: '7.2' },
    });
    expect(year.rows[1]).toMatchObject({ unit: 'kWh', total: '1000' });
  });
});
