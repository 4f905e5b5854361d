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
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { areaChanges, areaOn } from '../../projects/index.ts';
import { broughtTo, type Figure, monthFigures, reportProject, weatherOf } from './figures.ts';
import type { MonthCost } from '../costs/index.ts';
import { costWords, monthCostsFor } from './money.ts';
import { comparedOf, periodOf } from './month.ts';
import { qualityOf, rounded } from './sums.ts';
import { adjustedLastYear, adjustedRate, warmthOf } from './weather-adjusted.ts';

export type Yoy = z.input<typeof reportYoy.output>;

const MOST_MONTHS = 24;

type Beside = Partial<Pick<Yoy, 'cost' | 'lastCost' | 'costYoy'>>;

/** What months cost, and what the same months did a year before: compared where both are known as a whole. */
function costsBeside(
  costs: readonly MonthCost[],
  months: readonly string[],
  {
    code,
    areaM2,
    until,
    all,
  }: {
    readonly code: string | undefined;
    readonly areaM2: string | null;
    readonly until: string;
    readonly all: readonly Figure[];
  },
): Beside {
  const before = months.map((month) => addMonths(month, -12));
  const period = (wanted: readonly string[]) => {
    const isOf = (one: { readonly at: string; readonly code: string }): boolean =>
      wanted.includes(one.at) && (code === undefined || one.code === code);
    const words = costWords(costs.filter(isOf), areaM2);
    const days = wanted.reduce((sum, month) => sum + periodOf(undefined, month, until).days, 0);
    const completeness = qualityOf(all.filter(isOf)).complete;
    return { words, compared: { usage: words.problems.length > 0 ? null : words.amount, completeness, days } };
  };
  const [now, last] = [period(months), period(before)];
  if (now.words.amount === null && last.words.amount === null) return {};
  return {
    cost: now.words,
    lastCost: last.words,
    costYoy: comparedOf(compare(now.compared, last.compared, '去年同期')),
  };
}

const SCREEN = '/operationContent/stateMents/energyConsumptionYOY';

async function saidOf(
  ctx: Ctx,
  project: string,
  { From, To }: { readonly From: string; readonly To: string },
): Promise<Yoy['said']> {
  const { rows } = await sql<Yoy['said'][number]>`select n.id::text as "NoteId", n.period as "Period", n.line as "Row",
      n.words as "Text", u.user_name as "By", to_jsonb(n.written_at) #>> '{}' as "At"
    from energy_report_note n join app_user u on u.id = n.written_by
    where n.screen = ${SCREEN} and n.project_code = ${project} and n.period between ${From} and ${To} order by n.id`.execute(
    ctx.db,
  );
  return rows;
}

export async function readYoy(
  ctx: Ctx,
  { ProjectCode, From, To }: { readonly ProjectCode: string; readonly From: string; readonly To: string },
  /** What leaves the house for the customer has no amounts, whoever makes it. */
  audience: '内部' | '客户' = '内部',
): Promise<Yoy> {
  const today = dayAt(ctx.now.getTime(), CHINA);
  if (To > monthOf(today)) throw invalid([{ path: 'To', message: '不能选择还没有到的月份' }]);
  const months = monthRange(From, To);
  if (months.length > MOST_MONTHS) throw invalid([{ path: 'To', message: `一次最多比较${MOST_MONTHS}个月` }]);
  const project = await reportProject(ctx, ProjectCode);
  // The whole year before is read: its mildest month tells the base load.
  const from = addMonths(From, -12);
  const [all, weather, costs, said, areas] = await Promise.all([
    monthFigures(ctx.db, [project.code], { from, to: To }, ctx.now),
    weatherOf(ctx.db, project.code, { from: `${from}-01`, to: monthEnd(To) }),
    audience === '客户' ? null : monthCostsFor(ctx, [project.code], { from, to: To }),
    audience === '客户' ? [] : saidOf(ctx, project.code, { From, To }),
    areaChanges(ctx.db, project.code, `${from}-01`),
  ]);
  const areaIn = (month: string): string | null => areaOn(areas, project.areaM2, monthEnd(month));
  const at = (month: string, code: string): Figure | undefined =>
    all.find((one) => one.at === month && one.code === code);
  const warmth = warmthOf(weather, monthRange(from, To));
  const degreeDays = (month: string): number | null => {
    const value = warmth.get(month) ?? null;
    return value === null ? null : rounded(value, 1);
  };
  const until = addDays(today, -1);
  const beside = (wanted: readonly string[], code?: string): Beside =>
    costs === null ? {} : costsBeside(costs, wanted, { code, areaM2: project.areaM2, until, all });
  const rows = months.flatMap((month) =>
    project.energies.flatMap(({ code, name, unit }): Yoy['rows'] => {
      const before = addMonths(month, -12);
      const now = at(month, code);
      const last = at(before, code);
      if (now?.known !== true && last?.known !== true) return [];
      const comparison = compare(periodOf(now, month, until), periodOf(last, before, monthEnd(before)), '去年同期');
      const adjusted = adjustedLastYear((one) => at(one, code), warmth, {
        month,
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
          areaM2: areaIn(month),
          lastAreaM2: areaIn(before),
          degreeDays: degreeDays(month),
          lastDegreeDays: degreeDays(before),
          adjusted: broughtTo(now === undefined ? [] : [now]),
          lastAdjusted: broughtTo(last === undefined ? [] : [last]),
          adjustedLast: adjusted === null ? null : rounded(adjusted.value, 1),
          adjustedYoy: adjusted === null || !comparable ? null : adjustedRate(now.usage, adjusted.value),
          adjustWords: adjusted?.words ?? '',
          ...beside([month], code),
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
    ...beside(months),
    said: [...said],
    areaWords: areas
      .filter(({ day }) => day <= monthEnd(To))
      .map(({ day, before, after }) => `${day} 面积由 ${before ?? '未填'} 变为 ${after ?? '未填'} m²`),
  };
}
