/** 月报表: one month of a project by energy, against the month and the year before, with what adjustments brought. */
import type { reportMonth } from '@hengneng/contracts';
import { monthRange } from '@hengneng/core';
import {
  addDays,
  addMonths,
  CHINA,
  compare,
  type Comparison,
  dayAt,
  daysIn,
  monthEnd,
  monthLockOf,
  monthOf,
} from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { type MonthCost, sumCosts } from '../costs/index.ts';
import { adjustmentsOf, mayAdjust } from '../periods/index.ts';
import { projectRules } from '../settings/index.ts';
import { monthDegreeDays } from './days.ts';
import { designFigures, shareOfDesign } from './design.ts';
import { broughtTo, type Figure, monthFigures, reportProject, weatherOf } from './figures.ts';
import { monthCostsFor, monthCostWords } from './money.ts';
import { coalOf, copOf, outputOf, perM2, qualityOf, rounded, splitOf } from './sums.ts';
import { adjustedLastYear, adjustedRate, warmthOf } from './weather-adjusted.ts';

/** By energy; by another dimension see `analysis/month-parts.ts`. */
export type Month = Omit<z.input<typeof reportMonth.output>, 'parts'>;

const MONTHS_SHOWN = 24;

export const comparedOf = (comparison: Comparison): { text: string; rate: number | null; reason: string | null } =>
  comparison.rate === null
    ? { text: comparison.text, rate: null, reason: comparison.reason }
    : { text: comparison.text, rate: rounded(comparison.rate * 100, 1), reason: null };

/** A figure as a period to compare; `until` cuts the month under way. */
export const periodOf = (figure: Figure | undefined, month: string, until: string) => ({
  usage: figure?.known === true ? figure.usage : null,
  completeness: figure === undefined ? null : qualityOf([figure]).complete,
  days: daysIn({ from: `${month}-01`, to: until < monthEnd(month) ? until : monthEnd(month) }),
});

/** Null where some of it has no price: part of a month beside whole ones would be taken for less. */
const wholeCost = (costs: readonly MonthCost[]): string | null => {
  const { amount, problems } = sumCosts(costs);
  return problems.length > 0 ? null : amount;
};

export async function readMonth(
  ctx: Ctx,
  { ProjectCode, Month: month }: { readonly ProjectCode: string; readonly Month: string },
): Promise<Month> {
  const today = dayAt(ctx.now.getTime(), CHINA);
  if (month > monthOf(today)) throw invalid([{ path: 'Month', message: '不能选择还没有到的月份' }]);
  const project = await reportProject(ctx, ProjectCode);
  const first = addMonths(month, 1 - MONTHS_SHOWN);
  const span = { from: addMonths(month, -12) < first ? addMonths(month, -12) : first, to: month };
  const [all, costs, weather, booked, rules, adjusted] = await Promise.all([
    monthFigures(ctx.db, [project.code], span, ctx.now),
    monthCostsFor(ctx, [project.code], { from: first, to: month }),
    weatherOf(ctx.db, project.code, { from: `${first}-01`, to: monthEnd(month) }),
    adjustmentsOf(ctx, project.code, month),
    projectRules(ctx.db, [project.code], today),
    sql<{
      month: string;
    }>`select distinct month from adjustment where project_code = ${project.code} and state = '已同意' and not voided`.execute(
      ctx.db,
    ),
  ]);
  const costAt = (of: string, code?: string) =>
    (costs ?? []).filter((one) => one.at === of && (code === undefined || one.code === code));
  const figures = all.filter(({ at }) => at === month);
  const at = (of: string, code: string): Figure | undefined => all.find((one) => one.at === of && one.code === code);
  const rule = rules.get(project.code);
  const lockedOn = (of: string): boolean => rule !== undefined && monthLockOf(of, rule.lockInput(ctx.now)).locked;
  const yesterday = addDays(today, -1);
  const until = yesterday < monthEnd(month) ? yesterday : monthEnd(month);
  const before = addMonths(month, -1);
  const lastYear = addMonths(month, -12);
  const coal = coalOf(figures, project);
  const warmth = warmthOf(weather, monthRange(addMonths(month, -12), month));
  // Of the month under way as far as it is over, as its use is.
  const designs = await designFigures(ctx.db, [project], project, [{ at: month, from: `${month}-01`, to: until }]);
  const designAt = (code: string): string | null => designs.find((one) => one.code === code)?.usage ?? null;
  const withAdjustments = new Set(adjusted.rows.map((row) => row.month));
  return {
    projectName: project.name,
    areaM2: project.areaM2,
    asOf: ctx.now.toISOString(),
    pending: project.pending,
    categories: project.energies.map(({ code, name, unit, color }) => ({ code, name, unit, color })),
    month,
    standing: lockedOn(month) ? '正式' : '临时',
    until,
    locked: lockedOn(month),
    rows: project.energies.flatMap(({ code, name, unit }) => {
      const figure = at(month, code);
      if (figure === undefined) return [];
      const usage = figure.known ? figure.usage : null;
      const now = periodOf(figure, month, until);
      const own = coalOf([figure], project);
      const yoy = compare(now, periodOf(at(lastYear, code), lastYear, monthEnd(lastYear)), '去年同期');
      const corrected = adjustedLastYear((one) => at(one, code), warmth, {
        month,
        until: yesterday,
      });
      return [
        {
          code,
          name,
          unit,
          usage,
          adjusted: broughtTo([figure]),
          tou: splitOf([figure]),
          perM2: usage === null ? null : perM2(usage, project.areaM2),
          tce: own.kgce === null ? null : rounded(own.kgce / 1000, 2),
          tCo2: own.kgCo2 === null ? null : rounded(own.kgCo2 / 1000, 2),
          mom: comparedOf(compare(now, periodOf(at(before, code), before, monthEnd(before)), '上期')),
          yoy: comparedOf(yoy),
          adjustedLast: corrected === null ? null : rounded(corrected.value, 1),
          adjustedYoy: corrected === null || yoy.rate === null ? null : adjustedRate(figure.usage, corrected.value),
          adjustWords: corrected?.words ?? '',
          design: designAt(code),
          designShare: shareOfDesign(usage, designAt(code)),
          doubtful: figure.doubtful,
          ...(costs === null ? {} : { cost: monthCostWords(costAt(month, code), project.areaM2) }),
          ...qualityOf([figure]),
        },
      ];
    }),
    output: outputOf(figures),
    cop: copOf(figures, project.energies),
    tce: coal.kgce === null ? null : rounded(coal.kgce / 1000, 2),
    tCo2: coal.kgCo2 === null ? null : rounded(coal.kgCo2 / 1000, 2),
    notes: [...coal.notes],
    whole: qualityOf(figures),
    ...(costs === null ? {} : { cost: monthCostWords(costAt(month), project.areaM2) }),
    // What waits for somebody to agree, or was refused, is listed and counts nothing.
    adjustments: booked.map(({ code: _, amount, ...one }) => ({ ...one, ...(costs === null ? {} : { amount }) })),
    canAdjust: mayAdjust(ctx.session),
    months: monthRange(first, month).map((of) => {
      const used = all.filter((one) => one.at === of && one.known);
      return {
        month: of,
        state: withAdjustments.has(of)
          ? ('有调整' as const)
          : used.length === 0
            ? ('无数据' as const)
            : lockedOn(of)
              ? ('已锁' as const)
              : ('未锁' as const),
        cost: wholeCost(costAt(of)),
        used: Object.fromEntries(used.map(({ code, usage }) => [code, usage])),
        ...monthDegreeDays(weather, of),
      };
    }),
  };
}
