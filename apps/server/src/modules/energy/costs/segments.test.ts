import { expect, it } from 'vitest';
import { type Main, type Priced, segmentsOf, wholeMonths } from './segments.ts';

const main: Main = {
  meter: '7',
  project: 'P',
  code: 'elec',
  category: '11',
  energy: '1',
  usedFrom: '2026-01-10',
  usedTo: null,
};
const price = (id: string, from: string, to: string | null, more: Partial<Priced> = {}): Priced => ({
  version: { id, from, to, energy: { mode: 'single', price: '1' }, tax: { included: true, rate: '0' } },
  project: 'P',
  category: '1',
  meter: null,
  capacity: null,
  ...more,
});

it('cuts a meter where its price changes; its own comes first, then its kind, then its energy', () => {
  const { groups, segments } = segmentsOf(
    [main],
    [
      price('energy', '2026-01-01', '2026-03-31'),
      price('kind', '2026-02-01', '2026-02-28', { category: '11' }),
      price('own', '2026-02-10', '2026-02-12', { meter: '7' }),
      price('other', '2026-01-01', null, { meter: '8' }),
    ],
    { from: '2026-01-01', to: '2026-04-02' },
  );
  expect(segments.map(({ from, to, group }) => [from, to, groups[group]?.price?.version.id ?? null])).toEqual([
    ['2026-01-10', '2026-01-31', 'energy'],
    ['2026-02-01', '2026-02-09', 'kind'],
    ['2026-02-10', '2026-02-12', 'own'],
    ['2026-02-13', '2026-02-28', 'kind'],
    ['2026-03-01', '2026-03-31', 'energy'],
    ['2026-04-01', '2026-04-02', null],
  ]);
});

it('takes whole months as such and days around them', () => {
  expect(wholeMonths({ from: '2026-01-15', to: '2026-04-02' })).toEqual({
    months: { from: '2026-02', to: '2026-03' },
    days: [
      { from: '2026-01-15', to: '2026-01-31' },
      { from: '2026-04-01', to: '2026-04-02' },
    ],
  });
  expect(wholeMonths({ from: '2026-02-01', to: '2026-02-28' })).toEqual({
    months: { from: '2026-02', to: '2026-02' },
    days: [],
  });
  expect(wholeMonths({ from: '2026-02-02', to: '2026-02-20' })).toEqual({
    months: null,
    days: [{ from: '2026-02-02', to: '2026-02-20' }],
  });
});
