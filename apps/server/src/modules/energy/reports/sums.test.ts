import { AS_IT_IS } from '@hengneng/energy/factors';
import { expect, it } from 'vitest';
import { type Energy, type Figure, type MonthFigure, plainFigure } from './figures.ts';
import { copOf } from './sums.ts';

const figure = (
  code: string,
  usage: string,
  of: { readonly at?: string; readonly project?: string } = {},
): MonthFigure => plainFigure({ project: 'B', at: '2026-03', code, usage, ...of });

const gas = (lhvOn: Energy['lhvOn']): readonly Energy[] => [
  { code: 'gas', name: '燃气', unit: 'm³', color: '', lhvOn, measureOn: () => AS_IT_IS },
];
const made: readonly Figure[] = [figure('cooling', '10000'), figure('elec', '500')];

it('counts each gas into COP by the calorific value of its month and place', () => {
  const burnt = [figure('gas', '360', { at: '2026-02', project: 'A' }), figure('gas', '360')];
  const lhvOn: Energy['lhvOn'] = (at, project) => (at === '2026-02' && project === 'A' ? 30 : 40);
  // 360 × 30 / 3.6 = 3,000 and 360 × 40 / 3.6 = 4,000 kWh, with 500 of electricity.
  expect(copOf([...made, ...burnt], gas(lhvOn))).toBe(1.33);
});

it('says nothing of COP where the calorific value of a gas that was burnt is not known', () => {
  const lhvOn: Energy['lhvOn'] = (at) => (at === '2026-02' ? 30 : null);
  expect(copOf([...made, figure('gas', '360', { at: '2026-02' }), figure('gas', '1')], gas(lhvOn))).toBeNull();
  expect(copOf([...made, figure('gas', '360', { at: '2026-02' }), figure('gas', '0')], gas(lhvOn))).toBe(2.86);
});
