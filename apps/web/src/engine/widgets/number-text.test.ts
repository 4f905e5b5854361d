import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownNumber, typedNumber } from './number-text.ts';

describe('numbers as text', () => {
  it('takes what people and spreadsheets write', () => {
    expect(typedNumber('1,234.50')).toBe('1234.50');
    expect(typedNumber('１，２３４．５')).toBe('1234.5');
    expect(typedNumber('12。5')).toBe('12.5');
    expect(typedNumber('¥ 1 000')).toBe('1000');
    expect(typedNumber('￥88')).toBe('88');
    expect(typedNumber('-3')).toBe('-3');
    expect(typedNumber('  ')).toBeNull();
  });

  it('keeps what is no number, so that it can be corrected', () => {
    expect(typedNumber('12..5')).toBe('12..5');
    expect(shownNumber('12..5')).toBe('12..5');
    expect(shownNumber('abc')).toBe('abc');
    expect(shownNumber('')).toBe('');
  });

  it('loses no digit between shown and typed', () => {
    const decimal = fc
      .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.stringMatching(/^\d{0,6}$/))
      .map(([minus, whole, places]) => `${minus && whole > 0n ? '-' : ''}${whole}${places ? `.${places}` : ''}`);
    fc.assert(fc.property(decimal, (text) => typedNumber(shownNumber(text)) === text));
  });
});
