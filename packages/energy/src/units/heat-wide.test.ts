/** 日报, 台账, 客户同比, 区域同比 and 多项目 in another unit of cold and heat. */
import { describe, expect, it } from 'vitest';
import { analysisInUnit, functionInUnit, hostInUnit, ledgerInUnit, meterInUnit, runningInUnit } from './heat-day.ts';
import {
  areaInUnit,
  besideInUnit,
  besideSeriesInUnit,
  clientInUnit,
  intensityWords,
  internalInUnit,
  suppliedWords,
  tenThousandsOf,
} from './heat-many.ts';

const COOLING = { code: 'cooling', name: '冷量', unit: 'kWh' };
const ELEC = { code: 'elec', name: '电', unit: 'kWh' };

it('tells the internal day report in another unit, its cost of a unit too', () => {
  const row = {
    used: { cooling: '1000', elec: '1000' },
    output: '1000',
    cost: { amount: '123.45' },
    perOutput: '0.1235',
  };
  const none = { ...row, output: null, perOutput: null };
  const report = { categories: [COOLING, ELEC], rows: [row, none] };
  expect(internalInUnit(report, 'GJ')).toEqual({
    categories: [{ ...COOLING, unit: 'GJ' }, ELEC],
    rows: [
      { ...row, used: { cooling: '3.6', elec: '1000' }, output: '3.6', perOutput: '34.2917' },
      { ...none, used: { cooling: '3.6', elec: '1000' } },
    ],
  });
  expect(internalInUnit(report, 'kWh').rows[0]?.perOutput).toBe('0.1235');
});

describe('a day’s report in another unit', () => {
  it('converts what was delivered, not electricity in the same unit', () => {
    const running = { categories: [COOLING, ELEC], Used: { cooling: '1000', elec: '1000' }, Output: '1000' };
    expect(runningInUnit(running, 'GJ')).toEqual({
      categories: [{ ...COOLING, unit: 'GJ' }, ELEC],
      Used: { cooling: '3.6', elec: '1000' },
      Output: '3.6',
    });
    expect(hostInUnit({ Output: null }, 'GJ')).toEqual({ Output: null });
    expect(hostInUnit({ Output: '1000' }, 'GJ')).toEqual({ Output: '3.6' });
  });

  it('leaves hot water in m³ and fuel as it is', () => {
    expect(functionInUnit({ Output: '1000', Unit: 'kWh' }, 'MWh')).toEqual({ Output: '1', Unit: 'MWh' });
    expect(functionInUnit({ Output: '12', Unit: 'm³' }, 'MWh')).toEqual({ Output: '12', Unit: 'm³' });
    const gas = { CategoryCode: 'gas', Unit: 'm³', Usage: '10' };
    expect(meterInUnit(gas, 'GJ')).toBe(gas);
    expect(meterInUnit({ CategoryCode: 'heating', Unit: 'kWh', Usage: '1000' }, 'GJ')).toMatchObject({
      Usage: '3.6',
      Unit: 'GJ',
    });
  });

  it('tells the days before and what the day is measured by', () => {
    const told = analysisInUnit(
      {
        rows: [{ used: { cooling: '1000' }, output: '1000' }],
        SameTemp: [
          { ...COOLING, usage: '1000', reference: 2000 },
          { ...ELEC, usage: '1000', reference: 2000 },
        ],
      },
      [COOLING, ELEC],
      'GJ',
    );
    expect(told.rows).toEqual([{ used: { cooling: '3.6' }, output: '3.6' }]);
    expect(told.SameTemp).toMatchObject([
      { unit: 'GJ', usage: '3.6', reference: 7.2 },
      { unit: 'kWh', usage: '1000', reference: 2000 },
    ]);
  });
});

describe('the ledger in another unit', () => {
  const heat = { CategoryCode: 'cooling', Unit: 'kWh', Usage: '1000', Points: [{ v: '777', u: '1000' }] };
  const elec = { CategoryCode: 'elec', Unit: 'kWh', Usage: '5', Points: [{ v: '7', u: '5' }] };

  it('converts use, never what a dial shows', () => {
    const told = ledgerInUnit({ Series: [heat], Totals: [heat], Sums: [{ u: '1000' }] }, 'GJ');
    expect(told.Series[0]).toMatchObject({ Unit: 'GJ', Usage: '3.6', Points: [{ v: '777', u: '3.6' }] });
    expect([told.Totals[0]?.Usage, told.Sums[0]?.u]).toEqual(['3.6', '3.6']);
  });

  it('leaves sums of electricity alone', () => {
    const told = ledgerInUnit({ Series: [elec], Totals: [elec], Sums: [{ u: '5' }] }, 'GJ');
    expect(told).toEqual({ Series: [elec], Totals: [elec], Sums: [{ u: '5' }] });
  });
});

describe('the customer’s comparison in another unit', () => {
  const report = (summary: readonly string[]) => ({
    areaM2: '1000',
    categories: [COOLING],
    summary,
    rows: [
      { output: { now: '60000', last: '50000' }, perM2: 60 },
      { output: { now: '64000', last: null }, perM2: 64 },
    ],
  });

  it('says its sentences by the rows', () => {
    const told = clientInUnit(
      report([`${suppliedWords(124_000)}，同比 −6.2%`, '本期用电 3.00 万 kWh', intensityWords(124)]),
      'GJ',
    );
    expect(told.summary).toEqual([
      '本期供冷供热 446.40 GJ，同比 −6.2%',
      '本期用电 3.00 万 kWh',
      '单位面积供能 0.45 GJ/m²',
    ]);
    expect(told.rows[0]).toEqual({ output: { now: '216', last: '180' }, perM2: 0.216 });
    expect(told.rows[1]?.output.last).toBeNull();
  });

  it('leaves a sentence that says something else, and everything in kWh', () => {
    expect(clientInUnit(report(['本期供冷供热 99.00 万 kWh']), 'GJ').summary).toEqual(['本期供冷供热 99.00 万 kWh']);
    const same = report([suppliedWords(124_000), intensityWords(124)]);
    expect(clientInUnit(same, 'kWh').summary).toEqual(same.summary);
  });
});

it('areas and projects beside each other are told in the unit, other energies as they are', () => {
  const area = areaInUnit(
    { total: { CoolHeat: '1000' }, rows: [{ CoolHeat: '1000', items: [{ CoolHeat: null }] }] },
    'MWh',
  );
  expect(area).toEqual({ total: { CoolHeat: '1' }, rows: [{ CoolHeat: '1', items: [{ CoolHeat: null }] }] });
  expect([tenThousandsOf('GJ'), tenThousandsOf('万大卡')]).toEqual(['万 GJ', '亿大卡']);
  const figures = {
    now: '1000',
    adjusted: '0',
    usage: '1000',
    last: null,
    difference: null,
    adjustedLast: 500,
    perM2: 1,
  };
  const beside = besideInUnit(
    { categories: [COOLING, ELEC], rows: [{ ...COOLING, ...figures }], sums: [{ ...ELEC, ...figures }] },
    'GJ',
  );
  expect(beside.rows[0]).toMatchObject({ unit: 'GJ', now: '3.6', usage: '3.6', last: null, adjustedLast: 1.8 });
  expect(beside.sums[0]).toMatchObject({ unit: 'kWh', now: '1000' });
  const series = {
    category: COOLING,
    categories: [COOLING, ELEC],
    projects: [{ total: '1000' }, { total: null }],
    rows: [{ of: { A: { u: '1000' } }, sum: '1000' }],
    total: '1000',
  };
  expect(besideSeriesInUnit(series, 'GJ')).toMatchObject({
    category: { unit: 'GJ' },
    projects: [{ total: '3.6' }, { total: null }],
    rows: [{ of: { A: { u: '3.6' } }, sum: '3.6' }],
    total: '3.6',
  });
  expect(besideSeriesInUnit({ ...series, category: ELEC }, 'GJ').total).toBe('1000');
});
