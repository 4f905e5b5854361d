import { expect, it } from 'vitest';
import { percent, rateTone } from './progress.ts';

it('colours a day by how much of it is there', () => {
  expect([null, 100, 99.9, 95, 94.9, 80, 79.9, 0].map(rateTone)).toEqual([
    'none',
    'full',
    'near',
    'near',
    'some',
    'some',
    'few',
    'few',
  ]);
  expect([percent(null), percent(97.25)]).toEqual(['—', '97.3%']);
});
