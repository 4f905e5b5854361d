/** 节能量 of a year: every baseline that stands, against the days of the year that came after it. */
import type { reportYearSavings, YearSaving } from '@hengneng/contracts';
import { changePointName, qualifyBaseline } from '@hengneng/energy/baseline';
import { addDays, CHINA, dayAt, exact, monthEnd, monthOf, times } from '@hengneng/energy/measuring';
import { moneyText } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { fenOf, isBought, seesCosts, sumCosts, takesCosts } from '../costs/index.ts';
import { type Coals, coalsOf, namedProjects } from '../reports/many.ts';
import { plainFigure, weighingOf } from '../reports/figures.ts';
import { monthCostsFor } from '../reports/money.ts';
import { rounded } from '../reports/sums.ts';
import { yearMonths } from '../reports/year-months.ts';
import { type Cell, type Column, figure, type Sheet, sheetOf } from '../workbook.ts';
import { dataOf, type Saved, savedOf, type Stored, storedOf } from './baseline.ts';
import type { Span } from './usage.ts';

type Answer = z.input<typeof reportYearSavings.output>;
type Asked = z.output<typeof reportYearSavings.input>;

/** Days of a year that are over; null where none is. */
function overOf(asked: Asked, today: string): Span | null {
  const months = yearMonths(asked);
  const [from, last] = [`${months[0]}-01`, monthEnd(months.at(-1) ?? '')];
  const to = last < today ? last : addDays(today, -1);
  return from > to ? null : { from, to };
}

/** What was saved month by month, as figures of its energy: each month has the factor of its own year. */
const savedFigures = (baseline: Stored, { told, avoided }: Saved) => {
  const byMonth = Map.groupBy(told, ({ at }) => monthOf(at));
  const last = [...byMonth.keys()].at(-1);
  return [...byMonth].map(([at, of]) =>
    plainFigure({
      at,
      project: baseline.project,
      code: baseline.energy,
      // A change that is none of the weather's counts at the end of the report.
      usage: String(
        of.reduce((sum, { expected, actual }) => sum + expected - actual, 0) + (at === last ? avoided.nonRoutine : 0),
      ),
    }),
  );
};

/** At what a unit of the energy cost on average in the report's months. */
async function moneyOf(
  ctx: Ctx,
  baseline: Stored,
  report: Span,
  saved: number,
): Promise<{ readonly Money: string | null; readonly MoneyReason: string | null }> {
  if (!isBought(baseline.energy)) return { Money: null, MoneyReason: `${baseline.nodeName}不是外购能源，没有单价` };
  const months = { from: monthOf(report.from), to: monthOf(report.to) };
  const costs = (await monthCostsFor(ctx, [baseline.project], months)) ?? [];
  const { meanPrice, problems } = sumCosts(
    // What an adjustment cost says nothing of the price of these months.
    costs.filter(({ code, adjusted }) => code === baseline.energy && adjusted !== true),
  );
  if (meanPrice === null || problems.length > 0)
    return { Money: null, MoneyReason: `均价不全：${problems.join('；') || '没有单价'}` };
  return { Money: moneyText(fenOf(times(exact(saved.toFixed(6)), exact(meanPrice)))), MoneyReason: null };
}

const NOTHING = {
  Words: '',
  Expected: null,
  Actual: null,
  NonRoutine: null,
  Saved: null,
  SavedPercent: null,
  Uncertainty: null,
  Tce: null,
  TCo2: null,
  Complete: null,
} as const;

async function rowOf(
  ctx: Ctx,
  project: { readonly name: string; readonly district: string | null },
  baseline: Stored,
  year: Span | null,
  of: { readonly coals: Coals; readonly money: boolean },
): Promise<YearSaving> {
  const { statistics, model } = baseline.fit;
  const after = addDays(baseline.to, 1);
  const report = year === null ? null : { from: year.from > after ? year.from : after, to: year.to };
  const about = {
    BaselineId: baseline.id,
    ProjectCode: baseline.project,
    ProjectName: project.name,
    Name: baseline.name,
    NodeName: baseline.nodeName,
    Unit: baseline.unit,
    BaseFrom: baseline.from,
    BaseTo: baseline.to,
    From: report?.from ?? '',
    To: report?.to ?? '',
    Model: changePointName(model),
    Qualified: qualifyBaseline(statistics, baseline.grain, dataOf(baseline)).qualified,
    CvRmse: rounded(statistics.cvRmsePercent, 1),
    Nmbe: rounded(statistics.nmbePercent, 1),
  };
  const nothing = (Reason: string): YearSaving => ({
    ...about,
    ...NOTHING,
    Reason,
    ...(of.money ? { Money: null, MoneyReason: Reason } : {}),
    Notes: [],
  });
  if (report === null || report.from > report.to)
    return nothing(`该年度没有基线期（至 ${baseline.to}）之后已结束的日子`);
  const saved = await savedOf(ctx, { code: baseline.project, district: project.district }, baseline, report);
  if (typeof saved === 'string') return nothing(saved);
  const { avoided, uncertainty, statement } = saved;
  const { kgce, kgCo2 } = of.coals(savedFigures(baseline, saved));
  const tons = (value: number | null): number | null => (value === null ? null : rounded(value / 1000, 2));
  return {
    ...about,
    Qualified: statement.qualified,
    Reason: null,
    Words: statement.words,
    Expected: rounded(avoided.expected, 2),
    Actual: rounded(avoided.actual, 2),
    NonRoutine: rounded(avoided.nonRoutine, 2),
    Saved: rounded(avoided.saved, 2),
    SavedPercent: avoided.savedPercent === null ? null : rounded(avoided.savedPercent, 1),
    Uncertainty:
      uncertainty.percent === null ? null : rounded((Math.abs(avoided.saved) * uncertainty.percent) / 100, 2),
    ...(of.money ? await moneyOf(ctx, baseline, report, avoided.saved) : {}),
    Tce: tons(kgce),
    TCo2: tons(kgCo2),
    Complete: saved.complete,
    Notes: [...saved.notes],
  };
}

/** 节能量 as a sheet of the year's workbook. */
export async function savingsSheet(ctx: Ctx, asked: Asked): Promise<Sheet> {
  const { rows, without } = await readYearSavings(ctx, asked, true);
  const money = takesCosts(ctx.session);
  const columns: readonly Column<YearSaving>[] = [
    ['项目', (one) => one.ProjectName],
    ['措施', (one) => one.Name],
    ['对象', (one) => one.NodeName],
    ['单位', (one) => one.Unit],
    ['基线期', (one) => `${one.BaseFrom} 至 ${one.BaseTo}`],
    ['模型', (one) => one.Model],
    ['CV(RMSE)（%）', (one) => figure(one.CvRmse, 1)],
    ['NMBE（%）', (one) => figure(one.Nmbe, 1)],
    ['报告期', (one) => (one.From === '' ? '' : `${one.From} 至 ${one.To}`)],
    ['报告期基线能耗', (one) => figure(one.Expected, 2)],
    ['实际', (one) => figure(one.Actual, 2)],
    ['非常规调整', (one) => figure(one.NonRoutine, 2)],
    ['节能量', (one) => figure(one.Saved, 2)],
    ['不确定度（±，90% 置信）', (one) => figure(one.Uncertainty, 2)],
    ['节能率（%）', (one) => figure(one.SavedPercent, 1)],
    ...(money ? ([['节约费用（元）', (one) => figure(one.Money, 2)]] satisfies Column<YearSaving>[]) : []),
    ['折标煤（tce）', (one) => figure(one.Tce, 2)],
    ['折碳（tCO₂）', (one) => figure(one.TCo2, 2)],
    ['完整率（%）', (one) => figure(one.Complete, 1)],
    ['说明', (one) => [one.Reason, ...one.Notes].filter((words) => words !== null).join('；')],
  ];
  const none = without.map(({ ProjectName }): Cell[] => [
    ProjectName,
    ...columns.slice(2).map(() => null),
    '没有节能验证基线',
  ]);
  return sheetOf('节能量', columns, rows, none);
}

/** @param taken whether it leaves in a file */
export async function readYearSavings(ctx: Ctx, asked: Asked, taken = false): Promise<Answer> {
  const projects = await namedProjects(ctx, asked.ProjectCodes);
  const codes = projects.map(({ code }) => code);
  const [baselines, { energies, factors }, places] = await Promise.all([
    storedOf(ctx.db, codes),
    weighingOf(ctx.db, codes),
    sql<{
      code: string;
      district: string | null;
    }>`select code, district from project where code = any(${codes}::text[])`.execute(ctx.db),
  ]);
  const year = overOf(asked, dayAt(ctx.now.getTime(), CHINA));
  const coals = coalsOf({ energies, factors });
  const money = taken ? takesCosts(ctx.session) : seesCosts(ctx.session);
  const district = new Map(places.rows.map((row) => [row.code, row.district]));
  const byProject = Map.groupBy(baselines, ({ project }) => project);
  const rows: YearSaving[] = [];
  for (const { code, name } of projects)
    for (const baseline of byProject.get(code) ?? [])
      rows.push(await rowOf(ctx, { name, district: district.get(code) ?? null }, baseline, year, { coals, money }));
  return {
    rows,
    without: projects.flatMap(({ code, name }) =>
      byProject.has(code) ? [] : [{ ProjectCode: code, ProjectName: name }],
    ),
    asOf: ctx.now.toISOString(),
  };
}
