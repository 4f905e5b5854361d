/** Values that a careless or hostile client may send for anything. */

/** Numbers that JSON can write but JavaScript cannot hold; `jsonOf` writes them out. */
const UNBOUNDED = ['1e309', '-1e309', '123456789012345678901234567890'] as const;
const mark = (number: string): string => `number:${number}`;

/** A body as JSON, with the numbers that only JSON can write. */
export const jsonOf = (body: unknown): string =>
  JSON.stringify(body).replace(/"number:(-?[0-9e]+)"/g, (_, number: string) => number);

/** Wherever a key is somebody else's choice, these must be keys like any other, or none. */
export const PROTOTYPE_KEYS = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString'] as const;

const nested = (depth: number): unknown => (depth === 0 ? 'x' : { a: [nested(depth - 1)] });

export const NASTY_VALUES: readonly unknown[] = [
  '',
  ' ',
  'x',
  '0',
  '-1',
  '-0',
  '1e999',
  '1e309',
  ...UNBOUNDED.map(mark),
  '99999999999999999999999999',
  '9'.repeat(400),
  '9223372036854775808',
  '1.123456789',
  '0x10',
  '１２',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  "'; drop table app_user; --",
  '%_\\',
  '2026-02-30',
  '2026-13-01T25:61:61Z',
  '275760-09-13',
  '-000001-01-01',
  '合'.repeat(5000),
  '👩‍👩‍👧‍👦🏭',
  'e\u0301\u202e\ufeff',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  '\u001b[31m',
  ...PROTOTYPE_KEYS,
  true,
  false,
  0,
  -1.5,
  1e308,
  2 ** 53,
  null,
  [],
  {},
  [[]],
  [null],
  ['1', '1'],
  Array.from({ length: 3000 }, () => '1'),
  Array.from({ length: 3000 }, (_, at) => ({ id: String(at) })),
  { a: { b: ['c'] } },
  nested(6),
  { from: 'x', to: { y: 1 } },
  { from: '\ud800' },
  { 0: 'x', length: 5 },
  { result: [], remark: {}, photos: 'x' },
  { URL: 'x', Size: -1, Name: 3 },
  [{ URL: 'javascript:alert(1)', Size: 'x', Name: {} }],
];
