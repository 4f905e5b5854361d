import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convertEnergy, convertPower, ENERGY_UNITS, POWER_UNITS } from './energy.ts';
import { formatHeat, formatQuantity, QUANTITIES } from './quantity.ts';

const amount = fc.double({ min: -1e12, max: 1e12, noNaN: true });

describe('units', () => {
  it.each([
    // catalogue, shared.units
    [1, 'GJ', 'kWh', 277.778],
    [1, 'MWh', 'kWh', 1000],
    [1, 'RTh', 'kWh', 3.517],
    [1, '万大卡', 'kWh', 11.63],
    [45, 'MWh', 'GJ', 162],
    [100, 'RTh', '万大卡', 30.241],
  ] as const)('%d %s in %s → %s is %d', (value, from, to, want) =>
    expect(convertEnergy(value, from, to)).toBeCloseTo(want, 3),
  );

  it('knows the nameplate of a 2326 kW machine: 200 万大卡/h, 661 RT', () => {
    expect(convertPower(2326, 'kW', '万大卡/h')).toBeCloseTo(200, 9);
    expect(convertPower(2326, 'kW', 'RT')).toBeCloseTo(661.4, 1);
  });

  it('comes back to what it was by any way there', () => {
    fc.assert(
      fc.property(amount, fc.constantFrom(...ENERGY_UNITS), fc.constantFrom(...ENERGY_UNITS), (value, from, to) => {
        const back = convertEnergy(convertEnergy(value, from, to), to, from);
        expect(Math.abs(back - value)).toBeLessThanOrEqual(Math.abs(value) * 1e-14 + 1e-300);
      }),
    );
    fc.assert(
      fc.property(amount, fc.constantFrom(...POWER_UNITS), fc.constantFrom(...POWER_UNITS), (value, from, to) => {
        const back = convertPower(convertPower(value, from, to), to, from);
        expect(Math.abs(back - value)).toBeLessThanOrEqual(Math.abs(value) * 1e-14 + 1e-300);
      }),
    );
  });

  it('takes no non-numbers', () => {
    expect(() => convertEnergy(Number.NaN, 'kWh', 'kWh')).toThrow(RangeError);
    expect(() => convertPower(Number.POSITIVE_INFINITY, 'kW', 'RT')).toThrow(RangeError);
  });
});

describe('how quantities are written', () => {
  it.each([
    [12345.5, 'electricity', '12,346 kWh'],
    [-0.4, 'gas', '0 m³'],
    [-12345, 'electricity', '−12,345 kWh'],
    [120.25, 'water', '120.3 m³'],
    [1.005, 'steam', '1.01 t'],
    [0.98, 'cop', '0.98'],
    [0.5306, 'price', '0.5306 元'],
    [95, 'percent', '95.0%'],
    [null, 'carbon', '—'],
    [Number.NaN, 'coal', '—'],
  ] as const)('%s of %s is %s', (value, quantity, want) =>
    expect(formatQuantity(value, quantity, { withUnit: true })).toBe(want),
  );

  it('says the places of the catalogue', () => {
    const places = (names: readonly (keyof typeof QUANTITIES)[]): number[] =>
      names.map((name) => QUANTITIES[name].places);
    expect(places(['electricity', 'gas', 'water', 'steam', 'heat', 'temperature', 'pressure', 'flow'])).toEqual([
      0, 0, 1, 2, 0, 1, 2, 1,
    ]);
    expect(places(['cop', 'money', 'price', 'intensity', 'costIntensity', 'carbon', 'coal'])).toEqual([
      2, 2, 4, 2, 2, 2, 2,
    ]);
  });

  it('shows heat in the unit chosen', () => {
    expect(formatHeat(45_000, 'GJ', { withUnit: true })).toBe('162.00 GJ');
    expect(formatHeat(null, 'GJ')).toBe('—');
  });
});
