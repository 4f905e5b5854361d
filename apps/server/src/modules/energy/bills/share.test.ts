import { moneyText, toFen } from '@hengneng/core';
import { exact } from '@hengneng/energy/measuring';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Receiver, sharedOut } from './share.ts';

const of = (id: string, method: Receiver['method'], base: string | null): Receiver => ({ id, method, base });
const told = (shared: ReturnType<typeof sharedOut>) =>
  typeof shared === 'string'
    ? shared
    : [...shared.quantities].map(([id, quantity]) => [
        id,
        quantity,
        moneyText(shared.amounts.get(id) ?? ('' as never)),
      ]);

it('gives meters and fixed quantities what is theirs, and the rest by area', () => {
  // 1000 − 300 − 100 = 600 by 200 : 100.
  const receivers = [of('1', '表计', '300'), of('2', '固定', '100'), of('3', '面积', '200'), of('4', '面积', '100')];
  expect(told(sharedOut({ usage: '1000', amount: '800.00' }, receivers))).toEqual([
    ['1', '300', '240.00'],
    ['2', '100', '80.00'],
    ['3', '400', '320.00'],
    ['4', '200', '160.00'],
  ]);
});

it('shares a loss over the meters, the fen left over by the largest remainder, ties to the smaller id', () => {
  const receivers = [of('10', '表计', '100'), of('9', '表计', '100'), of('8', '表计', '100')];
  const shared = sharedOut({ usage: '303', amount: '100.00' }, receivers);
  expect(told(shared)).toEqual([
    ['10', '101', '33.33'],
    ['9', '101', '33.33'],
    ['8', '101', '33.34'],
  ]);
  expect(typeof shared === 'string' ? '' : shared.notes).toEqual(['表计以外的 3（损耗）按各表用量分摊']);
});

it('says why nothing can be shared out', () => {
  const bills = { usage: '100', amount: '80' };
  expect(sharedOut(bills, [])).toBe('还没有受摊对象');
  expect(sharedOut(bills, [of('1', '表计', null)])).toBe('有受摊表计没有用量，不能分摊');
  expect(sharedOut(bills, [of('1', '固定', '101')])).toContain('多 1');
  expect(sharedOut(bills, [of('1', '固定', '60')])).toBe('还有 40 没有受摊对象');
  expect(sharedOut(bills, [of('1', '面积', '1'), of('2', '人数', '1')])).toContain('不能同时');
});

it('always adds up to the bills', () => {
  const base = fc.integer({ min: 1, max: 1_000_000 }).map((fen) => (fen / 100).toFixed(2));
  fc.assert(
    fc.property(
      fc.array(base, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 1e9 }),
      fc.integer({ min: -1e9, max: 1e9 }),
      (bases, usage, fen) => {
        const shared = sharedOut(
          { usage: (usage / 100).toFixed(2), amount: (fen / 100).toFixed(2) },
          bases.map((one, at) => of(String(at + 1), '面积', one)),
        );
        if (typeof shared === 'string') throw new Error(shared);
        const sum = [...shared.quantities.values()].reduce((total, one) => total + exact(one), 0n);
        expect(sum).toBe(exact((usage / 100).toFixed(2)));
        expect([...shared.amounts.values()].reduce((total, one) => total + toFen(one), 0n)).toBe(BigInt(fen));
      },
    ),
  );
});
