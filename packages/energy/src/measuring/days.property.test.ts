import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayFacts, type DaySettings } from './days.ts';
import { type DayRule } from './day-cut.ts';
import { exact, sumOf } from './exact.ts';
import { type Break } from './swap.ts';
import { type TouSchedule } from './tou.ts';
import { FLAGS, type ReadingVersion } from './versions.ts';
import { addDays, CHINA, instantOf, MINUTE } from './zone.ts';

const START = instantOf('2026-05-01', 0, CHINA);
const SCHEDULE: TouSchedule = {
  from: '2000-01-01',
  to: null,
  seasons: [],
  periods: [
    { season: null, dayKind: null, start: '07:30', end: '11:00', kind: 'peak' },
    { season: null, dayKind: null, start: '11:00', end: '13:15', kind: 'sharp' },
    { season: null, dayKind: null, start: '13:15', end: '22:00', kind: 'flat' },
    { season: null, dayKind: null, start: '22:00', end: '07:30', kind: 'valley' },
  ],
};

const step = (pause: fc.Arbitrary<number>, moved: fc.Arbitrary<number>, sometimes: number) =>
  fc.record({
    pause,
    moved,
    flag: fc.constantFrom(...FLAGS.filter((flag) => flag !== '换')),
    rollover: fc.constantFrom(undefined, undefined, 'claimed' as const, 'confirmed' as const),
    correction: fc.oneof(
      { weight: 5, arbitrary: fc.constant(null) },
      { weight: sometimes, arbitrary: fc.integer({ min: 0, max: 99_999 }) },
    ),
    twin: fc.boolean(),
  });

/** Seldom read, with everything that may go wrong; and as a gateway sends it. */
const seldom = fc.array(step(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: -3000, max: 9000 }), 1), {
  minLength: 2,
  maxLength: 40,
});
const often = fc.array(step(fc.integer({ min: 20, max: 75 }), fc.integer({ min: 0, max: 300 }), 0), {
  minLength: 60,
  maxLength: 150,
});

/** What comes from meters and people: pauses, corrections, marks, readings that go back. */
const versions = fc.oneof(seldom, often).map((steps) => {
  let at = START;
  let value = 20_000;
  return steps.flatMap(({ pause, moved, flag, rollover, correction, twin }, index): ReadingVersion[] => {
    at += pause * MINUTE;
    value = Math.min(99_999, Math.max(0, value + moved));
    const one: ReadingVersion = {
      id: `r${index}`,
      at,
      value: (value / 100).toFixed(2),
      flag,
      recordedAt: at + (index % 5) * MINUTE,
      ...(rollover !== undefined && { rollover }),
    };
    const changed: readonly ReadingVersion[] =
      correction === null
        ? []
        : [
            {
              ...one,
              id: `c${index}`,
              supersedes: one.id,
              value: (correction / 100).toFixed(2),
              flag: '改' as const,
            },
          ];
    return [one, ...changed, ...(twin && index % 7 === 0 ? [{ ...one, id: `t${index}`, value: '1.00' }] : [])];
  });
});

const rules = fc.uniqueArray(
  fc.record({
    from: fc.integer({ min: 0, max: 20 }).map((count) => addDays('2026-05-01', count)),
    cut: fc.integer({ min: 0, max: 48 }).map((half) => half * 30),
    attribution: fc.constantFrom('previous' as const, 'same' as const),
  }) satisfies fc.Arbitrary<DayRule>,
  { maxLength: 2, selector: ({ from }) => from },
);

const breaks = fc
  .option(
    fc.record({
      after: fc.integer({ min: 1, max: 20_000 }),
      pause: fc.integer({ min: 0, max: 300 }),
      confirmed: fc.boolean(),
    }),
  )
  .map((found): readonly Break[] =>
    found === null
      ? []
      : [
          {
            id: 'b',
            kind: 'swap',
            removedAt: START + found.after * MINUTE,
            installedAt: START + (found.after + found.pause) * MINUTE,
            oldFinal: '600.00',
            newInitial: '0.10',
            gap: found.pause === 0 ? null : { usage: '12.5', method: '同温', reason: '停表' },
            multiplier: '60',
            confirmed: found.confirmed,
          },
        ],
  );

const settingsOf = (list: readonly DayRule[]): DaySettings => ({
  calendar: { zone: CHINA, rules: list },
  cadence: { minutes: 60 },
  tou: { schedules: [SCHEDULE], zone: CHINA, dayKindOf: () => 'work' },
});
const lineOf = (list: readonly Break[]) => ({
  unit: 'kWh',
  digits: 3,
  decimals: 2,
  multipliers: [
    { from: 0, value: '40' },
    { from: START + 5000 * MINUTE, value: '0.333333' },
  ],
  breaks: list,
  capacity: { rated: '90000', factor: '1.1' },
});
const total = (texts: readonly string[]) => sumOf(texts.map((text) => exact(text)));

it('comes to the same in whatever order readings arrive, and however often it is worked out', () => {
  fc.assert(
    fc.property(versions, rules, breaks, fc.infiniteStream(fc.nat()), (list, dayRules, swaps, random) => {
      const once = dayFacts(lineOf(swaps), list, settingsOf(dayRules));
      const shuffled = list
        .map((one) => ({ one, order: random.next().value as number }))
        .toSorted((a, b) => a.order - b.order)
        .map(({ one }) => one);
      expect(dayFacts(lineOf(swaps), shuffled, settingsOf(dayRules.toReversed()))).toEqual(once);
      expect(dayFacts(lineOf(swaps), [...list].reverse(), settingsOf(dayRules))).toEqual(once);
    }),
    { numRuns: 150 },
  );
});

it('adds up: hours and times of use to the day, days to the span; no day is negative or more estimated than used', () => {
  let denseDays = 0;
  fc.assert(
    fc.property(versions, rules, breaks, (list, dayRules, swaps) => {
      const found = dayFacts(lineOf(swaps), list, settingsOf(dayRules));
      expect(total(found.facts.map(({ usage }) => usage))).toBe(exact(found.total));
      for (const [index, fact] of found.facts.entries()) {
        const { usage, estimated, hours, tou } = fact;
        expect(exact(usage) >= 0n && exact(estimated) >= 0n && exact(estimated) <= exact(usage)).toBe(true);
        expect(fact.got).toBeLessThanOrEqual(fact.due);
        const next = found.facts[index + 1];
        if (next !== undefined) expect([next.day, next.from]).toEqual([addDays(fact.day, 1), fact.to]);
        if (hours === null) continue;
        denseDays += 1;
        expect(total(hours)).toBe(exact(usage));
        expect(tou).not.toBeNull();
        expect(total(Object.values(tou ?? {}))).toBe(exact(usage));
        for (const part of [...hours, ...Object.values(tou ?? {})]) expect(exact(part) >= 0n).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
  expect(denseDays).toBeGreaterThan(0);
});

it('never counts a turn that nobody confirmed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999 }), fc.nat({ max: 99_998 }), (first, last) => {
      fc.pre(last < first);
      const at = (day: number) => START + day * 1440 * MINUTE;
      const made = (id: string, day: number, value: number, rollover?: 'claimed' | 'confirmed'): ReadingVersion => ({
        id,
        at: at(day),
        value: (value / 100).toFixed(2),
        flag: '实',
        recordedAt: at(day),
        ...(rollover !== undefined && { rollover }),
      });
      const line = {
        ...lineOf([]),
        multipliers: [{ from: 0, value: '40' }],
        capacity: { rated: '9000000', factor: '1.1' },
      };
      const used = (rollover?: 'claimed' | 'confirmed') =>
        dayFacts(line, [made('a', 0, first), made('b', 1, last, rollover)], settingsOf([])).total;
      expect([used(), used('claimed')]).toEqual(['0', '0']);
      expect(exact(used('confirmed'))).toBe(exact(String(((100_000 + last - first) * 40) / 100)));
    }),
  );
});
