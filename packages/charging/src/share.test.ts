import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byDays, pricedFen, sharedParts, shareOut, summed, type Taker } from './share.ts';

const taker = (id: number, roomId: number, weight: number): Taker => ({
  id: String(id),
  roomId: String(roomId),
  weight: (weight / 100).toFixed(2),
});

describe('what is shared', () => {
  it('leaves no fen over, in the order of rooms', () => {
    const shares = shareOut(10_000n, [taker(1, 10, 500), taker(2, 9, 500), taker(3, 8, 500)]);
    expect(shares).toEqual(
      new Map([
        ['1', 3333n],
        ['2', 3333n],
        ['3', 3334n],
      ]),
    );
  });
  it('goes to a room once, and there to what it has by its weights', () => {
    // 3 : 1 of 100.00; of the first 75.00 one third and two thirds.
    expect(shareOut(10_000n, [taker(1, 5, 100), taker(2, 5, 200), taker(3, 6, 100)])).toEqual(
      new Map([
        ['1', 2500n],
        ['2', 5000n],
        ['3', 2500n],
      ]),
    );
  });
  it('gives what is left over to the largest remainder, of rooms and not of what they are charged', () => {
    // 43.4782…, 21.7391…, 34.7826…
    expect([...(shareOut(10_000n, [taker(1, 1, 100), taker(2, 2, 50), taker(3, 3, 80)])?.values() ?? [])]).toEqual([
      4348n,
      2174n,
      3478n,
    ]);
    // A fen by 2 and 1.5: the room's two of one each go before.
    expect(shareOut(1n, [taker(1, 5, 100), taker(2, 5, 100), taker(3, 6, 150)])?.get('3')).toBe(0n);
  });
  it('is nothing where nobody has a weight', () => {
    expect(shareOut(100n, [])).toBeNull();
    expect(shareOut(100n, [taker(1, 1, 0)])).toBeNull();
    expect(shareOut(0n, [taker(1, 1, 5)])).toEqual(new Map([['1', 0n]]));
  });
  it('adds up, is off by less than a fen a room, gives nothing for nothing, whatever the order', () => {
    const worlds = fc.tuple(
      fc.bigInt({ min: 0n, max: 10n ** 12n }),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 99_999 })), {
        minLength: 1,
        maxLength: 40,
      }),
    );
    fc.assert(
      fc.property(worlds, ([total, list]) => {
        fc.pre(list.some(([, weight]) => weight > 0));
        const takers = list.map(([room, weight], at) => taker(at, room, weight));
        const shares = shareOut(total, takers) ?? new Map<string, bigint>();
        expect([...shares.values()].reduce((sum, fen) => sum + fen, 0n)).toBe(total);
        const whole = BigInt(list.reduce((sum, [, weight]) => sum + weight, 0));
        for (const [room, own] of Map.groupBy(takers, ({ roomId }) => roomId)) {
          const fen = own.reduce((sum, { id }) => sum + (shares.get(id) ?? -1n), 0n);
          const weight = BigInt(list.filter(([of]) => String(of) === room).reduce((sum, [, one]) => sum + one, 0));
          const off = fen * whole - total * weight;
          expect((off < 0n ? -off : off) < whole).toBe(true);
        }
        for (const [at, [, weight]] of list.entries()) if (weight === 0) expect(shares.get(String(at))).toBe(0n);
        expect(shareOut(total, takers.toReversed())).toEqual(shares);
      }),
    );
  });
});

it('is priced once, half away from zero', () => {
  // 10.5 × 0.61 = 6.405
  expect(pricedFen([{ quantity: '10.5', price: '0.61' }])).toBe(641n);
  // 1.005 + 1.005: rounded together, not each.
  expect(
    pricedFen([
      { quantity: '1.005', price: '1' },
      { quantity: '1.005', price: '1' },
    ]),
  ).toBe(201n);
  expect(pricedFen([])).toBe(0n);
});

it('is split by days without a remainder', () => {
  expect(byDays('100', [10, 10, 11])).toEqual(['32.2581', '32.258', '35.4839']);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 9 }),
      fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 6 }),
      (quantity, days) => {
        const parts = byDays((quantity / 10_000).toFixed(4), days);
        expect(parts.reduce((sum, part) => sum + Math.round(Number(part) * 10_000), 0)).toBe(quantity);
      },
    ),
  );
});

it('says what of the whole a part is, and what it comes to a unit', () => {
  // 300 kWh for 195.00, by 100 and 200: a unit is 0.65.
  expect(sharedParts(19_500n, '300', [taker(1, 1, 10_000), taker(2, 2, 20_000)])).toEqual(
    new Map([
      ['1', { fen: 6500n, quantity: '100', unitPrice: '0.65' }],
      ['2', { fen: 13_000n, quantity: '200', unitPrice: '0.65' }],
    ]),
  );
  expect(sharedParts(101n, null, [taker(1, 1, 100), taker(2, 2, 100)])).toEqual(
    new Map([
      ['1', { fen: 51n, quantity: '1', unitPrice: '0.510000' }],
      ['2', { fen: 50n, quantity: '1', unitPrice: '0.500000' }],
    ]),
  );
  expect(sharedParts(1n, null, [])).toBeNull();
  expect(summed(['0.00004', '1.00001'], 4)).toBe('1.0001');
});
