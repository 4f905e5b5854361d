import { exact } from '@hengneng/energy/measuring';
import { money, moneyText, toFen } from '@hengneng/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { taxedOf, taxTotal } from './tax.ts';
import {
  adjustedItems,
  type ContractPrice,
  fenOfItem,
  itemsOf,
  kindsOf,
  type Measured,
  seasonAt,
  type Terms,
} from './terms.ts';

const price = (
  kind: ContractPrice['kind'],
  unit: string,
  yuan: string,
  from = '2026-01-01',
  to: string | null = null,
) => ({
  id: '1',
  kind,
  unit,
  price: yuan,
  taxRate: '9',
  from,
  to,
});
const terms = (model: string | null, ...prices: readonly ContractPrice[]): Terms => ({
  model,
  areaM2: '60000',
  coolingKw: '5000',
  seasons: { coolingFrom: '05-15', coolingTo: '10-05', heatingFrom: '12-01', heatingTo: '03-15' },
  prices,
});
const used = (unit: string, days: Readonly<Record<string, string>>): Measured => ({
  unit,
  days: new Map(Object.entries(days).map(([day, usage]) => [day, exact(usage)])),
});
const amounts = (of: ReturnType<typeof itemsOf>) =>
  of.items.map((item) => {
    const amount = fenOfItem(item);
    return amount === null ? null : moneyText(amount);
  });

it('knows what each way of charging bills', () => {
  expect(kindsOf('按面积收费')).toEqual(['coldArea', 'heatArea', 'hotWater']);
  expect(kindsOf('冷热量计量')).toEqual(['cold', 'heat', 'hotWater', 'steam']);
  expect(kindsOf('两部制')[0]).toBe('capacity');
  expect(kindsOf('节能效益分享')).toEqual([]);
});

it('bills an area by the days of its season, a month by its days', () => {
  const may = { from: '2026-05-01', to: '2026-05-31' };
  // 17 of the 144 days from 15 May to 5 October: 60000 × 30 × 17/144.
  expect(amounts(itemsOf(terms('面积包干', price('coldArea', '元/m²·季', '30')), new Map(), may))).toEqual([
    '212500.00',
  ]);
  // 17 of the 31 days of May at 6 yuan a month.
  expect(amounts(itemsOf(terms('面积包干', price('coldArea', '元/m²·月', '6')), new Map(), may))).toEqual([
    '197419.35',
  ]);
  const winter = { from: '2026-03-01', to: '2026-03-31' };
  const { items } = itemsOf(terms('面积包干', price('heatArea', '元/m²', '25')), new Map(), winter);
  expect(items[0]).toMatchObject({
    fee: '采暖费',
    basis: '面积 × 季单价 × 供能天数 ÷ 供能季天数（15 ÷ 105 天）',
    coefficient: '0.1429',
    quantity: '60000',
  });
});

it('finds the season of a day over the turn of the year', () => {
  expect(seasonAt('2026-01-10', '12-01', '03-15')).toEqual({ from: '2025-12-01', to: '2026-03-15' });
  expect(seasonAt('2026-12-31', '12-01', '03-15')).toEqual({ from: '2026-12-01', to: '2027-03-15' });
  expect(seasonAt('2026-05-01', '12-01', '03-15')).toBeNull();
});

it('parts what is measured where the price changes, in the unit of the price', () => {
  const july = { from: '2026-07-01', to: '2026-07-02' };
  const measured = new Map([
    ['cooling', used('kWh', { '2026-07-01': '1000', '2026-07-02': '2000' })],
    ['heating', used('kWh', { '2026-07-01': '1000' })],
  ]);
  const of = itemsOf(
    terms(
      '按计量收费',
      price('cold', '元/kWh', '0.5', '2026-01-01', '2026-07-01'),
      price('cold', '元/kWh', '0.6', '2026-07-02'),
      price('heat', '元/GJ', '100'),
    ),
    measured,
    july,
  );
  expect(amounts(of)).toEqual(['500.00', '1200.00', '360.00']);
  expect(of.problems).toEqual([]);
});

it('says what has no price, and never bills it as nothing', () => {
  const day = { from: '2026-07-01', to: '2026-07-01' };
  const measured = new Map([['cooling', used('kWh', { '2026-07-01': '1000' })]]);
  const gap = itemsOf(terms('按计量收费', price('cold', '元/kWh', '0.5', '2026-08-01')), measured, day);
  expect(gap.problems).toEqual(['2026-07-01 无供冷价']);
  expect(amounts(gap)).toEqual([null]);
  expect(itemsOf(terms('节能效益分享'), measured, day).problems).toEqual([
    '收费模式「节能效益分享」不按单价计费，请按其结算依据办理',
  ]);
  expect(itemsOf(terms(null), measured, day).problems).toEqual(['合同没有收费模式']);
  expect(itemsOf(terms('按面积收费'), measured, day).problems).toEqual([
    '合同没有可用的单价：供冷面积价、供热面积价、热水价',
  ]);
});

it('takes years and months of fixed fees by their days', () => {
  const april = { from: '2026-04-01', to: '2026-04-30' };
  expect(amounts(itemsOf(terms('能源费托管', price('custody', '元/年', '3650000')), new Map(), april))).toEqual([
    '300000.00',
  ]);
  expect(amounts(itemsOf(terms('纯运行管理', price('operation', '元/月', '20000')), new Map(), april))).toEqual([
    '20000.00',
  ]);
});

it('bills an adjustment of a locked month at the price of that month', () => {
  const of = terms(
    '按计量收费',
    price('cold', '元/kWh', '0.5', '2026-01-01', '2026-02-28'),
    price('cold', '元/kWh', '0.6', '2026-03-01'),
  );
  const adjusted = { serial: 'TZ-1', code: 'cooling', unit: 'kWh', month: '2026-02', quantity: '-1000' };
  const [item, ...more] = adjustedItems(of, [adjusted, { ...adjusted, code: 'elec' }]);
  expect(more).toEqual([]);
  expect(item).toMatchObject({ fee: '用量调整', basis: '冷量计量费：2026-02 月锁后调整 TZ-1', taxRate: '9' });
  expect(item && amounts({ items: [item], problems: [] })).toEqual(['-500.00']);
  expect(adjustedItems(of, [{ ...adjusted, month: '2025-12' }])[0]).toMatchObject({
    amount: null,
    problem: '2025-12-01 至 2025-12-31 无供冷价',
  });
});

it('takes the tax out of an amount so that both parts add up to it', () => {
  const of = (gross: string, rate: string) => {
    const { net, tax } = taxedOf(money(gross), rate);
    return [moneyText(net), moneyText(tax)];
  };
  // 109 ÷ 1.09 = 100; 100 ÷ 1.09 = 91.743…
  expect([of('109', '9'), of('100', '9'), of('-100', '9'), of('50', '0')]).toEqual([
    ['100.00', '9.00'],
    ['91.74', '8.26'],
    ['-91.74', '-8.26'],
    ['50.00', '0.00'],
  ]);
  expect(taxTotal([taxedOf(money('109'), '9'), null])).toBeNull();
  const line = fc.record({ fen: fc.integer({ min: -1e9, max: 1e9 }), rate: fc.constantFrom('0', '3', '6', '9', '13') });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (lines) => {
      const total = taxTotal(lines.map(({ fen, rate }) => taxedOf(money((fen / 100).toFixed(2)), rate)));
      const gross = lines.reduce((sum, { fen }) => sum + BigInt(fen), 0n);
      expect(total && toFen(total.net) + toFen(total.tax)).toBe(gross);
    }),
  );
});
