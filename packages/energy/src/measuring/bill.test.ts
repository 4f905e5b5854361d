import { compareMoney, money, moneyText, sumMoney, ZERO_MONEY } from '@hengneng/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { billOf, ladderSplit, type Bill, type BillInput } from './bill.ts';
import { exact, sumOf } from './exact.ts';
import { adjustmentOf, powerFactorOf } from './power-factor.ts';
import { checkPrice, type LadderStep, type PriceVersion } from './prices.ts';
import { daysThrough } from './zone.ts';

const NO_TAX = { included: true, rate: '0' };
const single = (id: string, from: string, to: string | null, price: string): PriceVersion => ({
  id,
  from,
  to,
  energy: { mode: 'single', price },
  tax: NO_TAX,
});
const even = (from: string, to: string, usage: string): BillInput['days'] =>
  daysThrough(from, to).map((day) => ({ day, usage, tou: null }));
const june = (prices: readonly PriceVersion[], more: Partial<BillInput> = {}): Bill =>
  billOf({
    unit: 'kWh',
    from: '2026-06-01',
    to: '2026-06-30',
    days: even('2026-06-01', '2026-06-30', '100.5'),
    prices,
    ...more,
  });
const said = ({ lines }: Bill) => lines.map(({ label, words }) => `${label}: ${words}`);

describe('a bill', () => {
  it('is quantity × price, rounded once', () => {
    const bill = june([single('p', '2026-01-01', null, '0.6789')]);
    expect(said(bill)).toEqual(['电度电费: 3015 kWh × 0.6789 元 = 2046.88 元']);
    expect(moneyText(bill.total)).toBe('2046.88');
    expect(bill.problems).toEqual([]);
  });

  it('is parted by day where the price changes', () => {
    const bill = june([single('a', '2026-01-01', '2026-06-10', '0.5'), single('b', '2026-06-11', null, '0.6')]);
    expect(bill.lines.map(({ from, to, quantity, amount }) => [from, to, quantity, moneyText(amount)])).toEqual([
      ['2026-06-01', '2026-06-10', '1005', '502.50'],
      ['2026-06-11', '2026-06-30', '2010', '1206.00'],
    ]);
  });

  it('says which days lack a price or a quantity, and never takes them for free', () => {
    const bill = june([single('b', '2026-06-15', null, '0.6')], { days: even('2026-06-01', '2026-06-28', '1') });
    expect(bill.problems).toEqual(['2026-06-01 至 2026-06-14 无单价', '2026-06-29 至 2026-06-30 无用量']);
  });

  it('by time of use has a line for each kind, and none without the split', () => {
    const version: PriceVersion = {
      ...single('t', '2026-01-01', null, '0'),
      energy: { mode: 'tou', prices: { sharp: '1.2', peak: '1', flat: '0.65', valley: '0.3' } },
    };
    const tou = { sharp: '0', peak: '30', flat: '50.5', valley: '20' };
    const days = daysThrough('2026-06-01', '2026-06-30').map((day) => ({ day, usage: '100.5', tou }));
    expect(said(june([version], { days }))).toEqual([
      '峰 电度电费: 900 kWh × 1 元 = 900.00 元',
      '平 电度电费: 1515 kWh × 0.65 元 = 984.75 元',
      '谷 电度电费: 600 kWh × 0.3 元 = 180.00 元',
    ]);
    expect(june([version]).problems).toEqual(['2026-06-01 至 2026-06-30 没有分时用量，不能按分时电价计费']);
  });

  it('has basic fee, power factor, surcharge and tax', () => {
    const version: PriceVersion = {
      ...single('p', '2026-01-01', null, '0.6'),
      basic: { by: 'demand', price: '38' },
      powerFactor: '0.90',
      surcharges: [{ name: '政府性基金及附加', price: '0.0272' }],
      tax: { included: true, rate: '13' },
    };
    const bill = june([version], { demand: '200', reactive: '1868.5' });
    expect(said(bill)).toEqual([
      '电度电费: 3015 kWh × 0.6 元 = 1809.00 元',
      '基本电费（需量）: 200 kW × 38 元/kW·月 = 7600.00 元',
      '政府性基金及附加: 3015 kWh × 0.0272 元 = 82.01 元',
      '力调电费: cosφ 0.85（标准 0.90），9409.00 元 × 2.5% = 235.23 元',
      '其中税额: 价内税 9726.24 元 ÷ (1 + 13%) × 13% = 1118.95 元',
    ]);
    expect([moneyText(bill.total), moneyText(bill.tax)]).toEqual(['9726.24', '1118.95']);
    expect(june([version]).problems).toEqual(['没有本期最大需量，不能计基本电费', '没有无功电量，不能计力调电费']);
  });

  it('puts tax on top where prices are without it, and shares a basic fee of half a month by its days', () => {
    const old: PriceVersion = {
      ...single('a', '2026-01-01', '2026-06-15', '0.5'),
      basic: { by: 'capacity', price: '24' },
      tax: { included: false, rate: '13' },
    };
    const bill = june([old, { ...old, id: 'b', from: '2026-06-16', to: null }], { capacity: '315' });
    expect(said(bill)[1]).toBe('基本电费（容量）: 315 kVA × 24 元/kVA·月 × 15/30 天 = 3780.00 元');
    const july = { from: '2026-07-01', to: '2026-07-10', days: even('2026-07-01', '2026-07-10', '0') };
    const next = june([{ ...old, id: 'b', from: '2026-06-16', to: null }], { capacity: '310', ...july });
    expect(said(next)[1]).toBe('基本电费（容量）: 310 kVA × 24 元/kVA·月 × 10/31 天 = 2400.00 元');
    expect(moneyText(bill.subtotal)).toBe('9067.50');
    expect([moneyText(bill.tax), moneyText(bill.total)]).toEqual(['1178.78', '10246.28']);
  });

  it('adds up: the total is the sum of its lines', () => {
    const day = fc.record({ peak: fc.nat({ max: 10 ** 9 }), valley: fc.nat({ max: 10 ** 9 }) });
    const price = fc.nat({ max: 20_000 }).map((value) => (value / 10_000).toFixed(4));
    fc.assert(
      fc.property(
        fc.array(day, { minLength: 30, maxLength: 30 }),
        price,
        price,
        fc.integer({ min: 0, max: 29 }),
        (list, a, b, cut) => {
          const all = daysThrough('2026-06-01', '2026-06-30');
          const six = (value: bigint) => `${value / 1_000_000n}.${String(value % 1_000_000n).padStart(6, '0')}`;
          const days = list.map(({ peak, valley }, index) => ({
            day: all[index] ?? '',
            usage: six(BigInt(peak) + BigInt(valley)),
            tou: { sharp: '0', peak: six(BigInt(peak)), flat: '0', valley: six(BigInt(valley)) },
          }));
          const version = (id: string, from: string, to: string | null): PriceVersion => ({
            ...single(id, from, to, '0'),
            energy: { mode: 'tou', prices: { sharp: '0', peak: a, flat: '0', valley: b } },
          });
          const first = all[cut] ?? '';
          const split = june([version('x', '2026-01-01', first), version('y', `${first}~`, null)], { days });
          const whole = june([version('x', '2026-01-01', null)], { days });
          expect(split.problems).toEqual([]);
          expect(compareMoney(split.total, sumMoney(split.lines.map(({ amount }) => amount)))).toBe(0);
          expect(sumOf(split.lines.map(({ quantity }) => exact(quantity)))).toBe(
            sumOf(days.map(({ usage }) => exact(usage))),
          );
          // Each line is rounded by half a fen at most.
          const off = Number(moneyText(split.total)) - Number(moneyText(whole.total));
          expect(Math.abs(off)).toBeLessThanOrEqual(0.031);
        },
      ),
    );
  });
});

describe('a ladder', () => {
  const steps: readonly LadderStep[] = [
    { upTo: '300', price: '2.5' },
    { upTo: '500', price: '3' },
    { upTo: null, price: '3.75' },
  ];
  const gas = (per: 'month' | 'year'): PriceVersion => ({
    ...single('g', '2026-01-01', null, '0'),
    energy: { mode: 'ladder', per, steps },
  });
  const over = (per: 'month' | 'year', from: string, to: string, ladderBefore?: string) =>
    said(
      billOf({
        unit: 'm³',
        from,
        to,
        days: even(from, to, '10'),
        prices: [gas(per)],
        ...(ladderBefore !== undefined && { ladderBefore }),
      }),
    );

  it('goes on from what was used before, and begins anew with its month or year', () => {
    expect(over('year', '2026-06-01', '2026-06-30', '290')).toEqual([
      '第一档: 10 m³ × 2.5 元 = 25.00 元',
      '第二档: 200 m³ × 3 元 = 600.00 元',
      '第三档: 90 m³ × 3.75 元 = 337.50 元',
    ]);
    expect(over('month', '2026-05-31', '2026-06-30', '300')).toEqual([
      '第二档: 10 m³ × 3 元 = 30.00 元',
      '第一档: 300 m³ × 2.5 元 = 750.00 元',
    ]);
    expect(over('year', '2026-12-31', '2027-01-01', '500')).toEqual([
      '第三档: 10 m³ × 3.75 元 = 37.50 元',
      '第一档: 10 m³ × 2.5 元 = 25.00 元',
    ]);
  });

  it('is continuous and monotone, and the same in one bill as in two', () => {
    const amount = fc.bigInt({ min: 0n, max: exact('2000') });
    const cost = (before: bigint, quantity: bigint) =>
      ladderSplit(before, quantity, steps).reduce(
        (sum, part, index) => sum + part * exact(steps[index]?.price ?? '0'),
        0n,
      );
    fc.assert(
      fc.property(amount, amount, fc.bigInt({ min: 0n, max: 1000n }), (a, b, little) => {
        expect(sumOf(ladderSplit(a, b, steps))).toBe(b);
        expect(cost(0n, a) + cost(a, b)).toBe(cost(0n, a + b));
        const step = cost(0n, a + little) - cost(0n, a);
        expect(step >= little * exact('2.5') && step <= little * exact('3.75')).toBe(true);
      }),
    );
  });
});

describe('power factor', () => {
  it('is rounded to hundredths', () => {
    expect(powerFactorOf(exact('0'), exact('0'))).toBeNull();
    expect(powerFactorOf(exact('100'), exact('0'))).toBe(100);
    expect(powerFactorOf(exact('80'), exact('60'))).toBe(80);
    expect(powerFactorOf(exact('0'), exact('60'))).toBe(0);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 6 }), fc.integer({ min: 0, max: 10 ** 6 }), (active, reactive) => {
        const cos = active / Math.hypot(active, reactive);
        const found = powerFactorOf(exact(String(active)), exact(String(reactive))) ?? -1;
        expect(Math.abs(found / 100 - cos)).toBeLessThanOrEqual(0.005 + 1e-9);
      }),
    );
  });

  it.each([
    ['0.90', { 100: -75, 95: -75, 94: -60, 91: -15, 90: 0, 89: 50, 70: 1000, 69: 1100, 65: 1500, 64: 1700, 60: 2500 }],
    ['0.85', { 100: -110, 94: -110, 93: -95, 91: -65, 90: -50, 86: -10, 85: 0, 84: 50, 65: 1000, 60: 1500, 59: 1700 }],
    ['0.80', { 100: -130, 92: -130, 91: -115, 90: -100, 81: -10, 80: 0, 79: 50, 60: 1000, 55: 1500, 54: 1700 }],
  ] as const)('adjusts by the table of %s', (standard, table) => {
    const found = Object.keys(table).map((factor) => [factor, adjustmentOf(Number(factor), standard)]);
    expect(Object.fromEntries(found)).toEqual(table);
  });
});

describe('a price', () => {
  const known = single('a', '2026-01-01', '2026-06-30', '0.5');
  it('overlaps no other, has four places, bounds that rise and a tax that there is', () => {
    expect(checkPrice(single('b', '2026-07-01', null, '0.1234'), [known])).toEqual([]);
    expect(checkPrice(single('b', '2026-06-30', null, '0.12345'), [known])).toEqual([
      '与 2026-01-01 起的版本重叠',
      '单价最多 4 位小数',
    ]);
    expect(checkPrice(single('b', '2025-06-01', '2026-01-01', '1'), [known])).toEqual(['与 2026-01-01 起的版本重叠']);
    expect(checkPrice(single('b', '2025-06-01', '2025-12-31', '1'), [known])).toEqual([]);
    expect(checkPrice({ ...known, tax: { included: true, rate: '17' } }, [known])).toEqual(['税率应在 0~13 之间']);
    const ladder = (steps: readonly LadderStep[]): PriceVersion => ({
      ...known,
      energy: { mode: 'ladder', per: 'year', steps },
    });
    expect(
      checkPrice(
        ladder([
          { upTo: '300', price: '1' },
          { upTo: '300', price: '2' },
        ]),
        [],
      ),
    ).toEqual(['阶梯上界须递增']);
    expect(checkPrice(ladder([{ upTo: '300', price: '1' }]), [])).toEqual(['最后一档不设上界']);
    expect(checkPrice(ladder([{ upTo: null, price: '-1' }]), [])).toEqual(['单价不能为负数']);
  });
});

it('has a total of nothing for nothing', () => {
  expect(compareMoney(june([single('p', '2026-01-01', null, '0')]).total, ZERO_MONEY)).toBe(0);
  expect(compareMoney(money('0'), ZERO_MONEY)).toBe(0);
});
