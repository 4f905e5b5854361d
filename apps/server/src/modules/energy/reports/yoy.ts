/** 能耗同比: months of a project against the same months of the year before, with what the weather explains taken out. */
import type { reportYoy } from '@hengneng/contracts';
import { monthRange } from '@hengneng/core';
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
import { type Figure, monthFigures, reportProject, weatherOf } from './figures.ts';
import { comparedOf, periodOf } from './month.ts';
import { qualityOf, rounded } from './sums.ts';
import { adjustedLastYear, adjustedRate, baseMonths, warmthOf } from './weather-adjusted.ts';

export type Yoy = z.input<typeof reportYoy.output>;

const MOST_MONTHS = 24;

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
    weatherOf(ctx.db, project.code, { from: `${from}-01`, to: monthEnd(To) }),
  ]);
  const at = (month: string, code: string): Figure | undefined =>
    all.find((one) => one.at === month && one.code === code);
  const warmth = warmthOf(weather, monthRange(from, To));
  const degreeDays = (month: string): number | null => {
    const value = warmth.get(month) ?? null;
    return value === null ? null : rounded(value, 1);
  };
  const until = addDays(today, -1);
  const rows = months.flatMap((month) =>
    project.energies.flatMap(({ code, name, unit }): Yoy['rows'] => {
      const before = addMonths(month, -12);
      const now = at(month, code);
      const last = at(before, code);
      if (now?.known !== true && last?.known !== true) return [];
      const comparison = compare(periodOf(now, month, until), periodOf(last, before, monthEnd(before)), '去年同期');
      const adjusted = adjustedLastYear((one) => at(one, code), warmth, {
        month,
        year: baseMonths(From, To),
        until,
      });
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
          degreeDays: degreeDays(month),
          lastDegreeDays: degreeDays(before),
          adjustedLast: adjusted === null ? null : rounded(adjusted.value, 1),
          adjustedYoy: adjusted === null || !comparable ? null : adjustedRate(now.usage, adjusted.value),
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
