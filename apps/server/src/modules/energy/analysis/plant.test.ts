import { describe, expect, it } from 'vitest';
import type { Figure, ReportProject } from '../reports/figures.ts';
import { readPlant } from './plant.ts';

const PROJECT: ReportProject = {
  code: 'P',
  name: '',
  areaM2: null,
  district: null,
  energies: [],
  factors: [],
  pending: 0,
};
const figure = (at: string, code: string, usage: string): Figure => ({
  at,
  code,
  usage,
  estimated: '0',
  due: 1,
  got: 1,
  sharp: null,
  peak: null,
  flat: null,
  valley: null,
  doubtful: false,
  known: true,
});

describe('the plant', () => {
  it('leaves out days that a correction made less than nothing', () => {
    const day = (at: string, elec: string) => [figure(at, 'cooling', '900'), figure(at, 'elec', elec)];
    const pumped = ['2026-07-01', '2026-07-02'].map((at) => figure(at, 'coolingPump', '40'));
    const { rows, makeUp } = readPlant(PROJECT, [...day('2026-07-01', '100'), ...day('2026-07-02', '-100')], pumped, {
      from: '2026-07-01',
      to: '2026-07-02',
    });
    expect(rows.find(({ Key }) => Key === 'wtfCooling')).toMatchObject({ Value: 25 });
    expect(makeUp).toBeNull();
  });
});
