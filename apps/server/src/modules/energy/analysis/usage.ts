/** What an object of analysis used by stretches of time, down to hours. */
import { addDays, daysThrough, HOUR, timeText, CHINA } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/schema.ts';
import { type Figure, figuresOf, metersNamed, type Stretch, type Weather } from '../reports/figures.ts';
import { type AnalysisNode, type Counted, summed } from './meters.ts';

export interface Span {
  readonly from: string;
  readonly to: string;
}

/** Sums of several groups of meters at once; each under its name. */
export const groupFigures = (
  db: Db,
  groups: ReadonlyMap<string, readonly Counted[]>,
  span: Span,
  now: Date,
  stretch: Stretch = 'day',
): Promise<readonly Figure[]> => {
  const named = [...groups].flatMap(([name, meters]) => summed(meters).map(({ id }) => ({ id, name })));
  return named.length === 0 ? Promise.resolve([]) : figuresOf(db, metersNamed(named), span, now, stretch);
};

export const nodeFigures = (
  db: Db,
  node: AnalysisNode,
  span: Span,
  now: Date,
  stretch: Stretch = 'day',
): Promise<readonly Figure[]> => groupFigures(db, new Map([['', node.meters]]), span, now, stretch);

export interface HourUse {
  /** `YYYY-MM-DD HH:mm` at which the hour begins. */
  readonly at: string;
  readonly use: number;
  /** Part of a day that is read once, spread evenly. */
  readonly spread: boolean;
}

/** Hours of meters added up. Days that are read once are spread evenly over their hours, and say so. */
export async function hourUses(db: Db, meters: readonly Counted[], span: Span): Promise<readonly HourUse[]> {
  const ids = summed(meters).map(({ id }) => id);
  const { rows } = await sql<{ at: Date; usage: number; hours: number[] | null }>`
    select from_at as at, usage::float8 as usage, hours::float8[] as hours from meter_day
    where meter_id = any(${ids}::bigint[]) and register = 'total' and day between ${span.from} and ${span.to}`.execute(
    db,
  );
  const all = new Map<number, { use: number; spread: boolean }>();
  for (const { at, usage, hours } of rows) {
    const parts = hours ?? Array.from({ length: 24 }, () => usage / 24);
    parts.forEach((part, index) => {
      const instant = at.getTime() + index * HOUR;
      const one = all.get(instant) ?? { use: 0, spread: false };
      all.set(instant, { use: one.use + part, spread: one.spread || hours === null });
    });
  }
  return [...all].toSorted(([a], [b]) => a - b).map(([instant, one]) => ({ at: timeText(instant, CHINA), ...one }));
}

/** As `figuresOf` names its stretches. */
export function stretchOf(day: string, stretch: Stretch): string {
  if (stretch === 'month') return day.slice(0, 7);
  if (stretch === 'year') return day.slice(0, 4);
  if (stretch === 'span') return '';
  if (stretch === 'day') return day;
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

/** The stretches of a span in order, whether there is anything in them or not. */
export const stretches = (span: Span, stretch: Stretch): readonly string[] => [
  ...new Set(daysThrough(span.from, span.to).map((day) => stretchOf(day, stretch))),
];

/** Mean temperature of each stretch, of the days that have one. */
export function temperaturesBy(weather: readonly Weather[], stretch: Stretch): ReadonlyMap<string, number> {
  const groups = Map.groupBy(weather, ({ day }) => stretchOf(day, stretch));
  return new Map([...groups].map(([at, days]) => [at, days.reduce((sum, { meanC }) => sum + meanC, 0) / days.length]));
}
