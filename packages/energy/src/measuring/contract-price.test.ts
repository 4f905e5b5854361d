import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adjustedPrice, effectDay, fitsEffect, mechanismFaults, type PriceMechanism } from './contract-price.ts';

const gas: PriceMechanism = {
  method: 'formula',
  basePrice: '0.5200',
  trigger: '5',
  cap: '15',
  terms: [
    { name: '天然气', weight: '60', base: '3.48' },
    { name: '电', weight: '15', base: '0.68' },
  ],
};

describe('a price that follows indices', () => {
  it('moves by the weight of each, by hand: 0.52 × (25% + 60% × 3.828/3.48 + 15% × 0.68/0.68) = 0.5512', () => {
    expect(adjustedPrice(gas, '0.5200', ['3.828', '0.68'], '2026-06-01')).toEqual({
      computed: '0.5512',
      change: 6,
      price: '0.5512',
      capped: false,
      triggered: true,
      words: '0.5200 × (25% + 60% × 天然气 3.828/3.48 + 15% × 电 0.68/0.68) = 0.5512',
    });
  });

  it('is left alone while it moved by less than was agreed', () => {
    // 60 % of 8 % is 4.8 %.
    expect(adjustedPrice(gas, '0.5200', ['3.7584', '0.68'], '2026-06-01')).toMatchObject({
      change: 4.81,
      triggered: false,
    });
    expect(adjustedPrice({ ...gas, trigger: '0' }, '0.5200', ['3.48', '0.68'], '2026-06-01').triggered).toBe(false);
  });

  it('goes no further than the cap, either way', () => {
    expect(adjustedPrice(gas, '0.5200', ['6.96', '0.68'], '2026-06-01')).toMatchObject({
      computed: '0.8320',
      price: '0.5980',
      capped: true,
    });
    expect(adjustedPrice(gas, '0.5200', ['1.74', '0.68'], '2026-06-01')).toMatchObject({
      computed: '0.3640',
      price: '0.4420',
      capped: true,
    });
  });

  it('rises year by year from its base day', () => {
    const yearly: PriceMechanism = {
      method: 'yearly',
      basePrice: '100',
      rate: '3',
      baseDay: '2024-06-01',
      trigger: '0',
      cap: null,
    };
    expect(adjustedPrice(yearly, '103', [], '2026-05-31')).toMatchObject({ computed: '103.0000', triggered: false });
    expect(adjustedPrice(yearly, '103', [], '2026-06-01')).toMatchObject({ computed: '106.0900', triggered: true });
  });

  it('stays what it is where no index moved, and within its cap wherever they go', () => {
    const index = fc.integer({ min: 1, max: 1_000_000 }).map((n) => (n / 10_000).toFixed(4));
    fc.assert(
      fc.property(index, index, index, fc.integer({ min: 1, max: 100 }), (base, now, current, weight) => {
        const of: PriceMechanism = {
          method: 'formula',
          basePrice: current,
          trigger: '0',
          cap: '10',
          terms: [{ name: '气', weight: String(weight), base }],
        };
        expect(adjustedPrice(of, current, [base], '2026-01-01').computed).toBe(current);
        const { price } = adjustedPrice(of, current, [now], '2026-01-01');
        expect(Math.abs(Number(price) / Number(current) - 1)).toBeLessThanOrEqual(0.1 + 1e-9);
      }),
    );
  });
});

it('says what is wrong with a mechanism', () => {
  expect(mechanismFaults(gas)).toEqual([]);
  const terms = gas.method === 'formula' ? gas.terms : [];
  expect(
    mechanismFaults({
      ...gas,
      basePrice: '0',
      terms: [...terms, { name: '蒸汽', weight: '30', base: '200' }],
      cap: '0',
    }),
  ).toEqual([
    { path: 'basePrice', message: '基准单价须大于 0' },
    { path: 'cap', message: '单次调幅上限须大于 0' },
    { path: 'terms', message: '联动权重合计不能超过 100%' },
  ]);
  expect(mechanismFaults({ ...gas, method: 'formula', terms: [] })).toEqual([
    { path: 'terms', message: '公式至少有一个联动指数' },
  ]);
  expect(
    mechanismFaults({ method: 'yearly', basePrice: '1', rate: '0', baseDay: '2026-01-01', trigger: '0', cap: null }),
  ).toEqual([{ path: 'rate', message: '年递增率应在 −50%~50% 之间且不为 0' }]);
});

it('begins on the days that were agreed', () => {
  expect(effectDay('nextMonth', '2026-12-31')).toBe('2027-01-01');
  expect(effectDay('nextQuarter', '2026-04-01')).toBe('2026-07-01');
  expect(effectDay('nextQuarter', '2026-06-30')).toBe('2026-07-01');
  expect(effectDay('nextYear', '2026-06-30')).toBe('2027-01-01');
  expect(fitsEffect('nextQuarter', '2026-08-01')).toBe(false);
  expect(fitsEffect('nextQuarter', '2026-10-01')).toBe(true);
  expect(fitsEffect('nextMonth', '2026-08-02')).toBe(false);
  expect(fitsEffect('asAgreed', '2026-08-02')).toBe(true);
});
