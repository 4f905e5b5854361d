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
  exact,
  exactText,
  monthEnd,
  monthLockOf,
  monthOf,
  sumOf,
} from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { projectRules } from '../settings/index.ts';
import { monthDegreeDays } from './days.ts';
import { type Figure, monthFigures, reportProject, weatherOf } from './figures.ts';
import { coalOf, copOf, outputOf, perM2, qualityOf, rounded, splitOf } from './sums.ts';

export type Month = z.input<typeof reportMonth.output>;

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

interface Adjusted {
  readonly serial: string;
  readonly code: string;
  readonly fromMonth: string;
  readonly meter: string;
  readonly quantity: string;
  readonly unit: string;
  readonly reason: string;
  readonly by: string;
}

const adjustmentsOf = async (ctx: Ctx, project: string, month: string): Promise<readonly Adjusted[]> => {
  const { rows } = await sql<Adjusted>`
    select a.serial, e.code, to_char(a.day, 'YYYY-MM') as "fromMonth", coalesce(d.display_name, d.name) as meter,
      trim_scale(a.difference)::text as quantity, m.unit, a.reason, u.user_name as by
    from adjustment a join meter m on m.device_id = a.meter_id join device d on d.id = a.meter_id
    join energy_category c on c.id = m.category_id join energy_category e on e.id = coalesce(c.parent_id, c.id)
    join app_user u on u.id = a.created_by
    where a.project_code = ${project} and a.month = ${month} and not a.voided order by a.id`.execute(ctx.db);
  return rows;
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
  const [all, weather, adjustments, rules, adjusted] = await Promise.all([
    monthFigures(ctx.db, [project.code], span, ctx.now),
    weatherOf(ctx.db, project.district, { from: `${first}-01`, to: monthEnd(month) }),
    adjustmentsOf(ctx, project.code, month),
    projectRules(ctx.db, [project.code], today),
    sql<{
      month: string;
    }>`select distinct month from adjustment where project_code = ${project.code} and not voided`.execute(ctx.db),
  ]);
  const figures = all.filter(({ at }) => at === month);
  const at = (of: string, code: string): Figure | undefined => all.find((one) => one.at === of && one.code === code);
  const rule = rules.get(project.code);
  const lockedOn = (of: string): boolean => rule !== undefined && monthLockOf(of, rule.lockInput(ctx.now)).locked;
  const yesterday = addDays(today, -1);
  const until = yesterday < monthEnd(month) ? yesterday : monthEnd(month);
  const before = addMonths(month, -1);
  const lastYear = addMonths(month, -12);
  const coal = coalOf(figures, project);
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
      const brought = sumOf(adjustments.filter((one) => one.code === code).map(({ quantity }) => exact(quantity)));
      const usage = exactText(exact(figure.usage) + brought);
      const now = periodOf(figure, month, until);
      const own = coalOf([figure], project);
      return [
        {
          code,
          name,
          unit,
          usage,
          adjusted: exactText(brought),
          tou: splitOf([figure]),
          perM2: perM2(usage, project.areaM2),
          tce: own.kgce === null ? null : rounded(own.kgce / 1000, 2),
          tCo2: own.kgCo2 === null ? null : rounded(own.kgCo2 / 1000, 2),
          mom: comparedOf(compare(now, periodOf(at(before, code), before, monthEnd(before)), '上期')),
          yoy: comparedOf(compare(now, periodOf(at(lastYear, code), lastYear, monthEnd(lastYear)), '去年同期')),
          doubtful: figure.doubtful,
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
    adjustments: adjustments.map(({ code: _, ...one }) => one),
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
        used: Object.fromEntries(used.map(({ code, usage }) => [code, usage])),
        ...monthDegreeDays(weather, of),
      };
    }),
  };
}
