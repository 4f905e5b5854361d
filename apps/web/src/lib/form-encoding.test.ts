import fc from 'fast-check';
import qs from 'qs';
import { describe, expect, it } from 'vitest';
import { encodeForm } from './form-encoding.ts';

const parse = (text: string) => qs.parse(text, { depth: 8, arrayLimit: 1000 });

describe('encodeForm', () => {
  it('writes rows, clears and leaves out', () => {
    expect(parse(encodeForm({ a: null, b: undefined, rows: [{ name: '盐酸 & co', n: 2 }], none: [] }))).toEqual({
      a: '',
      rows: [{ name: '盐酸 & co', n: '2' }],
      none: '',
    });
    expect(encodeForm({})).toBe('');
  });

  it('is read by qs as what qs itself writes', () => {
    const key = fc.stringMatching(/^[A-Za-z一-龥][A-Za-z0-9_]{0,8}$/).filter((name) => !(name in {}));
    const leaf = fc.oneof(
      fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
      fc.integer(),
      fc.boolean(),
    );
    const row = fc.dictionary(key, leaf, { minKeys: 1, maxKeys: 4 });
    const record = fc.dictionary(key, fc.oneof(leaf, row, fc.array(row, { minLength: 1, maxLength: 5 })), {
      maxKeys: 6,
    });
    fc.assert(
      fc.property(record, (input) => {
        expect(parse(encodeForm(input))).toEqual(parse(qs.stringify(input)));
      }),
    );
  });
});
