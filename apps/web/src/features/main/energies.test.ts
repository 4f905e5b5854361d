import { describe, expect, it } from 'vitest';
import { rankedOf } from './energies.ts';

const row = (name: string, PerM2: number | null, Complete: number | null) => ({ name, PerM2, Complete });

describe('projects by what they used for each m²', () => {
  it('stand the most used first; what is not whole takes no place', () => {
    const found = rankedOf([
      row('unknown', null, null),
      row('little', 0.1, 100),
      row('halfRead', 9, 94.9),
      row('noArea', null, 99),
      row('much', 0.5, 95),
      row('asMuch', 0.5, 100),
    ]);
    expect(found.map(({ row: { name }, rank, whole }) => [name, rank, whole])).toEqual([
      ['much', 1, true],
      ['asMuch', 1, true],
      ['little', 3, true],
      ['noArea', null, true],
      ['unknown', null, false],
      ['halfRead', null, false],
    ]);
  });
});
