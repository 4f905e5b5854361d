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
import { type Energy, type Figure, type PeriodFigure, periodFigures } from './figures.ts';
import { allEnergies, areaOf, coalsOf, type ManyProject, pendingOf, seenProjects, together } from './many.ts';
import { monthCostsFor } from './money.ts';
import { comparedOf } from './month.ts';
import { type Coal, perM2, qualityOf, rounded } from './sums.ts';

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

type ByProject = ReadonlyMap<string, readonly PeriodFigure[]>;

interface Read {
  readonly projects: readonly ManyProject[];
  readonly months: readonly string[];
  readonly now: ByProject;
  readonly last: ByProject;
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
    periodFigures(ctx.db, codes, { from: asked.From, to: asked.To }, ctx.now),
    periodFigures(ctx.db, codes, before, ctx.now),
    allEnergies(ctx.db),
    factorsForAll(ctx.db, codes),
    withCosts ? monthCostsFor(ctx, codes, { from: before.from, to: asked.To }) : null,
  ]);
  return {
    projects,
    months,
    now: Map.groupBy(now, ({ project }) => project),
    last: Map.groupBy(last, ({ project }) => project),
    energies,
    factors,
    costs: costs === null ? null : Map.groupBy(costs, ({ project }) => project),
  };
}

const lengthOf = (months: Iterable<string>): number =>
  [...months].reduce((sum, month) => sum + daysIn({ from: `${month}-01`, to: monthEnd(month) }), 0);

/** One project's months as one, by energy; what its group and the whole are made of. */
interface Period {
  readonly figures: readonly Figure[];
  readonly coal: Coal;
  readonly costs: readonly MonthCost[];
}

interface Summed {
  readonly project: ManyProject;
  readonly now: Period;
  readonly last: Period;
}

const monthsBefore = ({ months }: Read): readonly string[] => months.map((month) => addMonths(month, -12));

const summarize = (read: Read): readonly Summed[] => {
  const coals = coalsOf(read);
  const period = (project: string, figures: ByProject, months: ReadonlySet<string>): Period => {
    const own = figures.get(project) ?? [];
    return {
      figures: own,
      // A factor holds for a time: what each month used is weighed by its own.
      coal: coals(
        own.flatMap((figure) => Object.entries(figure.byMonth).map(([at, usage]) => ({ ...figure, at, usage }))),
      ),
      costs: (read.costs?.get(project) ?? []).filter(({ at }) => months.has(at)),
    };
  };
  const spans = { now: new Set(read.months), last: new Set(monthsBefore(read)) };
  return read.projects.map((project) => ({
    project,
    now: period(project.code, read.now, spans.now),
    last: period(project.code, read.last, spans.last),
  }));
};

interface Known {
  readonly usage: string | null;
  readonly completeness: number | null;
}

/** What some projects used of some energies in a period. */
const usedOf = (periods: readonly Period[], codes: readonly string[]): Known => {
  const of = periods.flatMap(({ figures }) => figures.filter(({ code }) => codes.includes(code)));
  const sum = together('', '', of);
  return { usage: sum.known ? sum.usage : null, completeness: qualityOf([sum]).complete };
};

const kgceOf = (periods: readonly Period[]): number | null => {
  const known = periods.filter(({ figures }) => figures.some((figure) => figure.known && BOUGHT.includes(figure.code)));
  return known.length === 0 || known.some(({ coal }) => coal.kgce === null)
    ? null
    : rounded(
        known.reduce((sum, { coal }) => sum + (coal.kgce ?? 0), 0),
        1,
      );
};

/** What some projects used together, now and a year before. */
function figuresOf(read: Read, of: readonly Summed[]): Figures {
  const now = of.map((one) => one.now);
  const last = of.map((one) => one.last);
  const days = { now: lengthOf(read.months), last: lengthOf(monthsBefore(read)) };
  const against = (current: Known, earlier: Known) =>
    comparedOf(compare({ ...current, days: days.now }, { ...earlier, days: days.last }, '去年同期'));
  const yoy = (codes: readonly string[]) => against(usedOf(now, codes), usedOf(last, codes));
  // Of those only whose use is known: the others' m² would make every figure smaller.
  const areaOfKnown = (period: 'now' | 'last'): string | null =>
    areaOf(of.flatMap((one) => (one[period].figures.some(({ known }) => known) ? [one.project] : [])));
  const area = areaOfKnown('now');
  const kgce = kgceOf(now);
  const lastKgce = kgceOf(last);
  const inTons = (value: number | null): string | null => (value === null ? null : String(rounded(value / 1000, 4)));
  const whole = usedOf(now, BOUGHT);
  const lastWhole = usedOf(last, BOUGHT);
  const electricity = usedOf(now, ['elec']).usage;
  const paid = sumCosts(now.flatMap(({ costs }) => costs));
  const lastPaid = sumCosts(last.flatMap(({ costs }) => costs));
  return {
    Area: areaOf(of.map(({ project }) => project)),
    Elec: electricity,
    Gas: usedOf(now, ['gas']).usage,
    CoolHeat: usedOf(now, ['cooling', 'heating']).usage,
    Tce: kgce === null ? null : rounded(kgce / 1000, 2),
    PerM2: electricity === null ? null : perM2(electricity, area),
    KgcePerM2: kgce === null ? null : perM2(String(kgce), area),
    LastKgcePerM2: lastKgce === null ? null : perM2(String(lastKgce), areaOfKnown('last')),
    YoyElec: yoy(['elec']),
    YoyGas: yoy(['gas']),
    YoyTce: against({ ...whole, usage: inTons(kgce) }, { ...lastWhole, usage: inTons(lastKgce) }),
    ...(read.costs === null
      ? {}
      : {
          Cost: paid.amount,
          CostPerM2: paid.amount === null ? null : perM2(paid.amount, area),
          CostProblems: [...paid.problems],
          YoyCost:
            paid.problems.length + lastPaid.problems.length > 0
              ? { text: '—', rate: null, reason: '费用不全，不比较' }
              : against({ ...whole, usage: paid.amount }, { ...lastWhole, usage: lastPaid.amount }),
        }),
    Complete: whole.completeness,
    Estimated: qualityOf(now.flatMap(({ figures }) => figures.filter(({ code }) => BOUGHT.includes(code)))).estimated,
  };
}

/** Why a project cannot be compared with itself a year before; null where it can. */
function outOf(read: Read, { code }: ManyProject): string | null {
  for (const [name, all] of [
    ['本期', read.now],
    ['去年同期', read.last],
  ] as const) {
    const figures = (all.get(code) ?? []).filter((figure) => BOUGHT.includes(figure.code));
    if (!figures.some(({ known }) => known)) return `${name}没有数据`;
    const { complete } = qualityOf(figures);
    if (complete === null || complete < WHOLE_FROM)
      return `${name}完整率 ${complete === null ? '未知' : `${complete}%`}，低于 ${WHOLE_FROM}%`;
    if (new Set(figures.flatMap(({ dueIn }) => dueIn)).size < read.months.length) return `${name}不是每个月都在运营`;
  }
  return null;
}

/** @param taken it leaves in a file, by a right of its own */
export async function readArea(ctx: Ctx, asked: Asked, taken = false): Promise<AreaReport> {
  const read = await readAll(ctx, asked, asked.Costs && (!taken || takesCosts(ctx.session)));
  const judged = summarize(read).map((one) => ({
    ...one,
    reason: asked.SameProjects ? outOf(read, one.project) : null,
  }));
  const kept = judged.filter(({ reason }) => reason === null);
  const pending = await pendingOf(
    ctx.db,
    kept.map(({ project }) => project.code),
  );
  return {
    projectName: `${kept.length} 个项目`,
    asOf: ctx.now.toISOString(),
    pending,
    rows: [...Map.groupBy(kept, ({ project }) => groupOf(project, asked.GroupBy))].map(([GroupName, group]) => ({
      GroupName,
      Projects: group.length,
      ...figuresOf(read, group),
      items: group.map((one) => ({
        ProjectCode: one.project.code,
        ProjectName: one.project.name,
        ...figuresOf(read, [one]),
      })),
    })),
    total: { Projects: kept.length, ...figuresOf(read, kept) },
    Excluded: judged.flatMap(({ project, reason }) =>
      reason === null ? [] : [{ ProjectCode: project.code, ProjectName: project.name, Reason: reason }],
    ),
    notes: [...new Set(kept.flatMap(({ now }) => now.coal.notes))],
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
          (read.now.get(code) ?? []).flatMap((figure) => {
            const usage = figure.byMonth[month];
            return usage === undefined ? [] : [{ ...figure, usage }];
          }),
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
