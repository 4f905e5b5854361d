import { expect, it } from 'vitest';
import { noteSlow, slowTexts } from './slow.ts';

it('counts a statement by its text, the slowest first, and keeps only so many', () => {
  const at = new Date('2026-11-28T10:00:00Z');
  noteSlow('select  1\n from a', 600.4, at);
  noteSlow('select 1 from a', 900, new Date('2026-11-28T11:00:00Z'));
  noteSlow('select 2 from b', 700, at);
  expect(slowTexts()).toEqual([
    { text: 'select 1 from a', times: 2, worst: 900, last: new Date('2026-11-28T11:00:00Z') },
    { text: 'select 2 from b', times: 1, worst: 700, last: at },
  ]);
  for (let i = 0; i < 300; i += 1) noteSlow(`select ${i} from many`, 600, at);
  expect(slowTexts()).toHaveLength(200);
  expect(slowTexts().some(({ text }) => text === 'select 2 from b')).toBe(false);
});
