import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalsOf, inUnits, type PackedReading, packReadings, unitsText, unpackReadings } from './index.ts';
import { simulate } from '../demo/simulate.ts';

const at = (text: string): number => Date.parse(`${text}+08:00`);
const readingsOf = (texts: readonly (readonly [string, bigint])[]): readonly PackedReading[] =>
  texts.map(([time, value]) => ({ at: at(`2026-07-15T${time}`), value }));

describe('packed readings', () => {
  it('are what went in', () => {
    const readings = readingsOf([
      ['00:00', 123_456n],
      ['00:05', 123_460n],
      ['00:10', 123_460n],
      ['00:17', 123_471n],
    ]);
    const packed = packReadings(readings);
    expect(unpackReadings(packed)).toEqual(readings);
    // Format, how many, unit; an instant of the minute in four bytes, a value in three; then steps.
    expect([...packed]).toEqual([...packed.slice(0, 10), 10, 8, 0, 0, 4, 22]);
  });

  it('are the same in any order, with duplicates, at any instant, of any size', () => {
    const reading = fc.record({
      at: fc.oneof(
        fc.integer({ min: at('2000-01-01T00:00'), max: at('2100-01-01T00:00') }),
        fc.integer({ min: 0, max: 288 }).map((step) => at('2026-07-15T00:00') + step * 300_000),
      ),
      value: fc.oneof(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.bigInt({ min: 0n, max: 1000n })),
    });
    fc.assert(
      fc.property(fc.array(reading, { maxLength: 60 }), (readings) => {
        const twice = [...readings, ...readings.slice(0, 5)];
        expect(unpackReadings(packReadings(readings))).toEqual(readings);
        expect(unpackReadings(packReadings(twice))).toEqual(twice);
      }),
    );
  });

  it('take at most 5 bytes each of a punctual gateway, 12 of one that is late by milliseconds', () => {
    const { times, registers } = simulate({
      seed: 7,
      from: at('2026-07-15T00:00'),
      to: at('2026-07-15T23:55'),
      stepMinutes: 5,
      installed: '2026-05-01',
    });
    let punctual = 0;
    let late = 0;
    let count = 0;
    for (const { readings, register } of registers) {
      const unit = 10 ** register.decimals;
      const samples = [...readings].map((value, index) => ({
        at: times[index] ?? 0,
        value: BigInt(Math.round(value * unit)),
      }));
      punctual += packReadings(samples).length;
      late += packReadings(samples.map((one, index) => ({ ...one, at: one.at + ((index * 7919) % 4000) }))).length;
      count += samples.length;
    }
    expect(count).toBe(288 * registers.length);
    expect(punctual / count).toBeLessThan(5);
    expect(late / count).toBeLessThan(12);
  });

  it('that are none are refused', () => {
    const whole = packReadings(readingsOf([['00:00', 5n]]));
    expect(() => unpackReadings(whole.slice(0, -1))).toThrow(RangeError);
    expect(() => unpackReadings(Uint8Array.from([...whole, 0]))).toThrow(RangeError);
    expect(() => unpackReadings(Uint8Array.from([9, ...whole.slice(1)]))).toThrow(RangeError);
    expect(() => unpackReadings(Uint8Array.from([1, 0, 7]))).toThrow(RangeError);
    expect(() => packReadings([{ at: 0.5, value: 0n }])).toThrow(RangeError);
  });
});

describe('units of the last digit', () => {
  it('are the text again', () => {
    expect(inUnits('12.34', 2)).toBe(1234n);
    expect(inUnits('-0.5', 1)).toBe(-5n);
    expect(unitsText(1200n, 2)).toBe('12');
    expect([decimalsOf('12'), decimalsOf('12.50'), decimalsOf('0.000001')]).toEqual([0, 1, 6]);
    expect(() => inUnits('12.345', 2)).toThrow(RangeError);
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.integer({ min: 0, max: 6 }),
        (value, places) => {
          const text = unitsText(value, places);
          expect(inUnits(text, places)).toBe(value);
          expect(decimalsOf(text)).toBeLessThanOrEqual(places);
        },
      ),
    );
  });
});
