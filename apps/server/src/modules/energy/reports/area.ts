/** 区域能耗同比: projects by area, city or kind, against the same months of the year before, like with like. */
import { type areaInput, type reportArea, type reportAreaMonths } from '@hengneng/contracts';
import { monthRange } from '@hengneng/core';
import { addMonths, CHINA, compare, dayAt, daysIn, monthEnd, monthOf, WHOLE_FROM } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { type MonthCost, sumCosts, takesCosts } from '../costs/index.ts';
import { factorsForAll } from '../prices/index.ts';
import { type Energy, type MonthFigure, monthFigures } from './figures.ts';
import { allEnergies, areaOf, coalOfMany, type ManyProject, pendingOf, seenProjects, together } from './many.ts';
import { monthCostsFor } from './money.ts';
import { comparedOf } from './month.ts';
import { perM2, qualityOf, rounded } from './sums.ts';

type Asked = z.output<typeof areaInput>;
export type AreaReport = z.input<typeof reportArea.output>;
type Figures = Omit<AreaReport['total'], 'Projects'>;
type Factors = Awaited<ReturnType<typeof factorsForAll>>;

const MOST_MONTHS = 24;
/** What an area pays for: electricity, gas and the other energies that coal is counted of. */
const BOUGHT = ['elec', 'gas', 'steam', 'heatBuy', 'oil', 'water'];

const groupOf = (project: ManyProject, by: Asked['GroupBy']): string =>
  by === '区域'
    ? project.areaName
    : by === '城市'
      ? project.city
      : by === '建筑类型'
        ? project.buildingType
        : project.chargeModel;

interface Read {
  readonly projects: readonly ManyProject[];
  readonly months: readonly string[];
  readonly byProject: ReadonlyMap<string, readonly MonthFigure[]>;
  readonly energies: readonly Energy[];
  readonly factors: Factors;
  /** Null for whoever may not see amounts. */
  readonly costs: ReadonlyMap<string, readonly MonthCost[]> | null;
}

async function readAll(ctx: Ctx, asked: Asked, withCosts: boolean): Promise<Read> {
  const today = dayAt(ctx.now.getTime(), CHINA);
  // A month under way is no month to compare areas by.
  if (asked.To >= monthOf(today)) throw invalid([{ path: 'To', message: '只能比较已经结束的月份' }]);
  const months = monthRange(asked.From, asked.To);
  if (months.length > MOST_MONTHS) throw invalid([{ path: 'To', message: `一次最多比较${MOST_MONTHS}个月` }]);
  const projects = await seenProjects(
    ctx,
    asked.AreaIds.length === 0
      ? sql`true`
      : sql`exists (select from unnest(${asked.AreaIds}::text[]) a where starts_with(p.area, a))`,
  );
  const codes = projects.map(({ code }) => code);
  const before = { from: addMonths(asked.From, -12), to: addMonths(asked.To, -12) };
  const [now, last, energies, factors, costs] = await Promise.all([
    monthFigures(ctx.db, codes, { from: asked.From, to: asked.To }, ctx.now),
    monthFigures(ctx.db, codes, before, ctx.now),
    allEnergies(ctx.db),
    factorsForAll(ctx.db, codes),
    withCosts ? monthCostsFor(ctx, codes, { from: before.from, to: asked.To }) : null,
  ]);
  // Spans of more than a year share months with the year before.
  const all = [...now, ...last.filter(({ at }) => at < asked.From)];
  return {
    projects,
    months,
    byProject: Map.groupBy(all, ({ project }) => project),
    energies,
    factors,
    costs: costs === null ? null : Map.groupBy(costs, ({ project }) => project),
  };
}

const lengthOf = (months: readonly string[]): number =>
  months.reduce((sum, month) => sum + daysIn({ from: `${month}-01`, to: monthEnd(month) }), 0);

/** What they paid, and against the year before where both are whole. */
function costsOf(
  read: Read,
  projects: readonly ManyProject[],
  {
    now,
    before,
    area,
  }: { readonly now: ReadonlySet<string>; readonly before: ReadonlySet<string>; readonly area: string | null },
  periods: Record<'now' | 'last', { readonly completeness: number | null; readonly days: number }>,
): Pick<Figures, 'Cost' | 'CostPerM2' | 'YoyCost' | 'CostProblems'> {
  if (read.costs === null) return {};
  const all = projects.flatMap(({ code }) => read.costs?.get(code) ?? []);
  const current = sumCosts(all.filter(({ at }) => now.has(at)));
  const earlier = sumCosts(all.filter(({ at }) => before.has(at)));
  const whole = current.problems.length + earlier.problems.length === 0;
  return {
    Cost: current.amount,
    CostPerM2: current.amount === null ? null : perM2(current.amount, area),
    CostProblems: [...current.problems],
    YoyCost: whole
      ? comparedOf(
          compare({ usage: current.amount, ...periods.now }, { usage: earlier.amount, ...periods.last }, '去年同期'),
        )
      : { text: '—', rate: null, reason: '费用不全，不比较' },
  };
}

/** What some projects used together, now and a year before. */
function figuresOf(
  read: Read,
  projects: readonly ManyProject[],
): { readonly of: Figures; readonly notes: readonly string[] } {
  const all = projects.flatMap(({ code }) => read.byProject.get(code) ?? []);
  const now = new Set(read.months);
  const before = new Set(read.months.map((month) => addMonths(month, -12)));
  const current = all.filter(({ at }) => now.has(at));
  const earlier = all.filter(({ at }) => before.has(at));
  const used = (figures: readonly MonthFigure[], codes: readonly string[]) => {
    const of = figures.filter(({ code }) => codes.includes(code));
    const sum = together('', '', of);
    return { usage: sum.known ? sum.usage : null, completeness: qualityOf(of).complete };
  };
  const days = { now: lengthOf(read.months), last: lengthOf([...before]) };
  const yoy = (codes: readonly string[]) =>
    comparedOf(
      compare({ ...used(current, codes), days: days.now }, { ...used(earlier, codes), days: days.last }, '去年同期'),
    );
  const coal = coalOfMany(
    current.filter(({ known }) => known),
    read,
  );
  const lastCoal = coalOfMany(
    earlier.filter(({ known }) => known),
    read,
  );
  const area = areaOf(projects);
  const bought = (figures: readonly MonthFigure[]) => figures.filter(({ code }) => BOUGHT.includes(code));
  const inTons = (kgce: number | null): string | null => (kgce === null ? null : String(rounded(kgce / 1000, 4)));
  const quality = qualityOf(bought(current));
  const lastQuality = qualityOf(bought(earlier));
  const electricity = used(current, ['elec']).usage;
  return {
    notes: coal.notes,
    of: {
      Area: area ?? '0',
      Elec: electricity ?? '0',
      Gas: used(current, ['gas']).usage ?? '0',
      CoolHeat: used(current, ['cooling', 'heating']).usage ?? '0',
      Tce: coal.kgce === null ? null : rounded(coal.kgce / 1000, 2),
      PerM2: electricity === null ? null : perM2(electricity, area),
      KgcePerM2: coal.kgce === null ? null : perM2(String(coal.kgce), area),
      LastKgcePerM2: lastCoal.kgce === null ? null : perM2(String(lastCoal.kgce), area),
      YoyElec: yoy(['elec']),
      YoyGas: yoy(['gas']),
      YoyTce: comparedOf(
        compare(
          { usage: inTons(coal.kgce), completeness: quality.complete, days: days.now },
          { usage: inTons(lastCoal.kgce), completeness: lastQuality.complete, days: days.last },
          '去年同期',
        ),
      ),
      ...costsOf(
        read,
        projects,
        { now, before, area },
        {
          now: { completeness: quality.complete, days: days.now },
          last: { completeness: lastQuality.complete, days: days.last },
        },
      ),
      Complete: quality.complete,
      Estimated: quality.estimated,
    },
  };
}

/** Why a project cannot be compared with itself a year before; null where it can. */
function outOf(read: Read, { code }: ManyProject): string | null {
  const of = (read.byProject.get(code) ?? []).filter((figure) => BOUGHT.includes(figure.code));
  for (const [name, months] of [
    ['本期', new Set(read.months)],
    ['去年同期', new Set(read.months.map((month) => addMonths(month, -12)))],
  ] as const) {
    const figures = of.filter(({ at }) => months.has(at));
    if (!figures.some(({ known }) => known)) return `${name}没有数据`;
    const { complete } = qualityOf(figures);
    if (complete === null || complete < WHOLE_FROM)
      return `${name}完整率 ${complete === null ? '未知' : `${complete}%`}，低于 ${WHOLE_FROM}%`;
    if (new Set(figures.flatMap(({ at, due }) => (due > 0 ? [at] : []))).size < months.size)
      return `${name}不是每个月都在运营`;
  }
  return null;
}

/** @param taken it leaves in a file, by a right of its own */
export async function readArea(ctx: Ctx, asked: Asked, taken = false): Promise<AreaReport> {
  const read = await readAll(ctx, asked, !taken || takesCosts(ctx.session));
  const judged = read.projects.map((project) => ({
    project,
    reason: asked.SameProjects ? outOf(read, project) : null,
  }));
  const kept = judged.flatMap(({ project, reason }) => (reason === null ? [project] : []));
  const notes = new Set<string>();
  const of = (projects: readonly ManyProject[]): Figures => {
    const found = figuresOf(read, projects);
    for (const note of found.notes) notes.add(note);
    return found.of;
  };
  const pending = await pendingOf(
    ctx.db,
    kept.map(({ code }) => code),
  );
  return {
    projectName: `${kept.length} 个项目`,
    asOf: ctx.now.toISOString(),
    pending,
    rows: [...Map.groupBy(kept, (project) => groupOf(project, asked.GroupBy))].map(([GroupName, projects]) => ({
      GroupName,
      Projects: projects.length,
      ...of(projects),
      items: projects.map((project) => ({
        ProjectCode: project.code,
        ProjectName: project.name,
        ...of([project]),
      })),
    })),
    total: { Projects: kept.length, ...of(kept) },
    Excluded: judged.flatMap(({ project, reason }) =>
      reason === null ? [] : [{ ProjectCode: project.code, ProjectName: project.name, Reason: reason }],
    ),
    notes: [...notes],
  };
}

export async function readAreaMonths(ctx: Ctx, asked: Asked): Promise<z.input<typeof reportAreaMonths.output>> {
  const read = await readAll(ctx, asked, false);
  const kept = read.projects.filter((project) => !asked.SameProjects || outOf(read, project) === null);
  return {
    categories: read.energies.map(({ code, name, unit, color }) => ({ code, name, unit, color })),
    rows: [...Map.groupBy(kept, (project) => groupOf(project, asked.GroupBy))].flatMap(([GroupName, projects]) =>
      read.months.map((month) => {
        const figures = projects.flatMap(({ code }) =>
          (read.byProject.get(code) ?? []).filter(({ at, known }) => at === month && known),
        );
        return {
          GroupName,
          month,
          used: Object.fromEntries(
            [...Map.groupBy(figures, ({ code }) => code)].map(([code, same]) => [
              code,
              together(month, code, same).usage,
            ]),
          ),
        };
      }),
    ),
  };
}
