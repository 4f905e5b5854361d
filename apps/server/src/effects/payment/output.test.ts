import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { netAndTax, share, takeOff } from './output.ts';

const fen = fc.integer({ min: 1, max: 10_000_000 });
const yuan = (amount: number): string => (amount / 100).toFixed(2);
const sum = (amounts: readonly string[]): number =>
  amounts.reduce((all, one) => all + Math.round(Number(one) * 100), 0);

describe('net and tax of an invoice', () => {
  it('are rounded line by line, and the tax is what is left of the gross', () => {
    const lines = [
      { taxName: '*供冷*供冷费', taxRate: '9', amount: '100.00' },
      { taxName: '*供电*电费', taxRate: '13', amount: '50.00' },
    ];
    expect(netAndTax(lines)).toEqual({ net: '135.99', tax: '14.01' });
  });
});

describe('a share of an amount', () => {
  it('loses no fen and strays by less than one', () => {
    expect(share('100.00', ['1', '1', '1'])).toEqual(['33.34', '33.33', '33.33']);
    fc.assert(
      fc.property(fen, fc.array(fen, { minLength: 1, maxLength: 8 }), (amount, weights) => {
        const parts = share(yuan(amount), weights.map(yuan));
        expect(sum(parts)).toBe(amount);
        const whole = weights.reduce((all, one) => all + one, 0);
        parts.forEach((part, at) => {
          const exact = (amount * (weights[at] ?? 0)) / whole;
          expect(Math.abs(Math.round(Number(part) * 100) - exact)).toBeLessThan(1.0001);
        });
      }),
    );
  });
});

describe('a queue of parts', () => {
  it('is taken from the front, a part that does not fit is cut, and nothing is lost', () => {
    const queue = [
      { name: 'a', amount: '2.00' },
      { name: 'b', amount: '3.00' },
    ];
    expect(takeOff(queue, '2.50')).toEqual([
      { name: 'a', amount: '2.00' },
      { name: 'b', amount: '0.50' },
    ]);
    expect(queue).toEqual([{ name: 'b', amount: '2.50' }]);
    fc.assert(
      fc.property(fc.array(fen, { maxLength: 8 }), fen, (parts, amount) => {
        const rest = parts.map((part) => ({ amount: yuan(part) }));
        const taken = takeOff(rest, yuan(amount));
        const whole = parts.reduce((all, one) => all + one, 0);
        expect(sum(taken.map((part) => part.amount))).toBe(Math.min(amount, whole));
        expect(sum([...taken, ...rest].map((part) => part.amount))).toBe(whole);
      }),
    );
  });
});
