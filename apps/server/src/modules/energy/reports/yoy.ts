/** 能耗同比: months of a project against the same months of the year before, with what the weather explains taken out. */
import type { reportYoy } from '@hengneng/contracts';
import { monthRange } from '@hengneng/core';
import { adjustToWeather } from '@hengneng/energy/climate';
import {
  addDays,
  addMonths,
  CHINA,
  compare,
  dayAt,
  exact,
  exactText,
  monthEnd,
  monthOf,
} from '@hengneng/energy/measuring';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { monthDegreeDays } from './days.ts';
import { type Figure, monthFigures, reportProject, weatherOf } from './figures.ts';
import { comparedOf, periodOf } from './month.ts';
import { qualityOf, rounded } from './sums.ts';

export type Yoy = z.input<typeof reportYoy.output>;

const MOST_MONTHS = 24;

/**
 * Use that does not follow the weather: what the mildest month of the same year used for each of its days, so many days long.
 * The months that have the fewest degree days tell what runs whatever the weather.
 */
export function baseLoad(
  months: readonly { readonly use: number; readonly days: number; readonly degreeDays: number }[],
  days: number,
): number | null {
  const [mildest] = months.toSorted((a, b) => a.degreeDays - b.degreeDays);
  return mildest === undefined || mildest.days === 0 ? null : (mildest.use / mildest.days) * days;
}

const daysIn = (month: string): number => Number(monthEnd(month).slice(8));

export async function readYoy(
  ctx: Ctx,
  { ProjectCode, From, To }: { readonly ProjectCode: string; readonly From: string; readonly To: string },
): Promise<Yoy> {
  const today = dayAt(ctx.now.getTime(), CHINA);
  if (To > monthOf(today)) throw invalid([{ path: 'To', message: '不能选择还没有到的月份' }]);
  const months = monthRange(From, To);
  if (months.length > MOST_MONTHS) throw invalid([{ path: 'To', message: `一次最多比较${MOST_MONTHS}个月` }]);
  const project = await reportProject(ctx, ProjectCode);
  // The whole year before is read: its mildest month tells the base load.
  const from = addMonths(From, -12);
  const [all, weather] = await Promise.all([
    monthFigures(ctx.db, [project.code], { from, to: To }, ctx.now),
    weatherOf(ctx.db, project.district, { from: `${from}-01`, to: monthEnd(To) }),
  ]);
  const at = (month: string, code: string): Figure | undefined =>
    all.find((one) => one.at === month && one.code === code);
  const degrees = new Map(monthRange(from, To).map((month) => [month, monthDegreeDays(weather, month)]));
  const warmth = (month: string): number => (degrees.get(month)?.cdd ?? 0) + (degrees.get(month)?.hdd ?? 0);
  const known = (month: string): boolean => degrees.get(month)?.cdd != null;
  const until = addDays(today, -1);
  const rows = months.flatMap((month) =>
    project.energies.flatMap(({ code, name, unit }): Yoy['rows'] => {
      const before = addMonths(month, -12);
      const now = at(month, code);
      const last = at(before, code);
      if (now?.known !== true && last?.known !== true) return [];
      const comparison = compare(periodOf(now, month, until), periodOf(last, before, monthEnd(before)), '去年同期');
      const year = monthRange(from, addMonths(To, -12)).flatMap((one) => {
        const figure = at(one, code);
        return figure?.known === true && known(one)
          ? [{ use: Number(figure.usage), days: daysIn(one), degreeDays: warmth(one) }]
          : [];
      });
      const base = baseLoad(year, daysIn(before));
      const then = last?.known === true && known(before) ? Number(last.usage) : null;
      // A month under way has not had all of its weather yet.
      const adjusted =
        then === null || base === null || !known(month) || until < monthEnd(month)
          ? null
          : adjustToWeather(
              { baseLoad: Math.min(base, then), weatherPart: Math.max(0, then - base) },
              warmth(before),
              warmth(month),
            );
      const comparable = comparison.rate !== null && now?.known === true;
      return [
        {
          month,
          code,
          name,
          unit,
          now: now?.known === true ? now.usage : null,
          last: last?.known === true ? last.usage : null,
          difference:
            now?.known === true && last?.known === true ? exactText(exact(now.usage) - exact(last.usage)) : null,
          yoy: comparedOf(comparison),
          degreeDays: known(month) ? rounded(warmth(month), 1) : null,
          lastDegreeDays: known(before) ? rounded(warmth(before), 1) : null,
          adjustedLast: adjusted === null ? null : rounded(adjusted.value, 1),
          adjustedYoy:
            adjusted === null || !comparable || adjusted.value === 0
              ? null
              : rounded(((Number(now.usage) - adjusted.value) / adjusted.value) * 100, 1),
          adjustWords: adjusted?.words ?? '',
          complete: now === undefined ? null : qualityOf([now]).complete,
          lastComplete: last === undefined ? null : qualityOf([last]).complete,
          estimated: now === undefined ? null : qualityOf([now]).estimated,
          lastEstimated: last === undefined ? null : qualityOf([last]).estimated,
        },
      ];
    }),
  );
  return {
    projectName: project.name,
    areaM2: project.areaM2,
    asOf: ctx.now.toISOString(),
    pending: project.pending,
    categories: project.energies.map(({ code, name, unit, color }) => ({ code, name, unit, color })),
    rows,
    whole: qualityOf(all.filter(({ at: of }) => months.includes(of))),
  };
}
