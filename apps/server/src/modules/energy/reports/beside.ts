/** Several projects side by side over the same months, each as its own report says, and all of them together where that can be said. */
import type { besideInput, besideReport, besideSeries, besideSeriesInput, BesideRow } from '@hengneng/contracts';
import { monthRange } from '@hengneng/core';
import {
  addDays,
  addMonths,
  CHINA,
  compare,
  dayAt,
  daysIn,
  daysThrough,
  exact,
  exactText,
  monthEnd,
  monthOf,
} from '@hengneng/energy/measuring';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/schema.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { type MonthCost, monthCosts, seesCosts } from '../costs/index.ts';
import {
  broughtTo,
  dayFiguresOf,
  type Energy,
  type MonthFigure,
  monthFigures,
  placesOf,
  weatherOf,
  weighingOf,
  allEnergies,
} from './figures.ts';
import { areaOf, coalsOf, type ManyProject, namedProjects, pendingOf, together } from './many.ts';
import { monthCostWords } from './money.ts';
import { comparedOf } from './month.ts';
import { perM2, qualityOf, rounded, splitOf } from './sums.ts';
import { adjustedLastYear, type Warmth, warmthOf } from './weather-adjusted.ts';

export type Beside = z.input<typeof besideReport.output>;
export type BesideSeries = z.input<typeof besideSeries.output>;

const MOST_MONTHS = 24;
/** Cells of a ledger: what a page can show and a person look through. */
const MOST_CELLS = 12_000;

type Compared = BesideRow['yoy'];

const usageOf = (figures: readonly MonthFigure[]): string | null =>
  figures.some(({ known }) => known) ? together('', '', figures).usage : null;

/** One line: an energy of one project, or of all of them. */
interface Of {
  readonly energy: Energy;
  readonly projects: readonly ManyProject[];
  readonly figures: readonly MonthFigure[];
  readonly costs: readonly MonthCost[] | null;
}

interface Times {
  readonly months: readonly string[];
  /** The last day that is over. */
  readonly until: string;
  /** By project; the same one for all of a place. */
  readonly warmth: ReadonlyMap<string, Warmth>;
}

const days = (months: readonly string[], until: string): number =>
  months.reduce((sum, month) => {
    const to = until < monthEnd(month) ? until : monthEnd(month);
    return sum + Math.max(0, daysIn({ from: `${month}-01`, to }));
  }, 0);

/** What is measured now and was not then has no comparison: the sum would be of other meters. */
function comparedTo(
  { figures, projects }: Of,
  { months, until }: Times,
  back: number,
  name: '去年同期' | '上期',
): Compared {
  const base = months.map((month) => addMonths(month, -back));
  const within = (of: readonly string[]) => figures.filter(({ at }) => of.includes(at));
  const [now, then] = [within(months), within(base)];
  const known = new Set(then.flatMap(({ project, at, known: is }) => (is ? [`${project} ${at}`] : [])));
  const lacking = new Set(
    now.flatMap(({ project, at, known: is }) =>
      is && !known.has(`${project} ${addMonths(at, -back)}`) ? [project] : [],
    ),
  );
  if (lacking.size > 0 && projects.length > 1) {
    const names = projects.flatMap((project) => (lacking.has(project.code) ? [project.name] : []));
    return { text: '—', rate: null, reason: `${names.join('、')}${name}没有数据，合计不比较` };
  }
  return comparedOf(
    compare(
      { usage: usageOf(now), completeness: qualityOf(now).complete, days: days(months, until) },
      {
        usage: lacking.size > 0 ? null : usageOf(then),
        completeness: qualityOf(then).complete,
        days: days(base, until),
      },
      name,
    ),
  );
}

/** Last year in this year's weather, of all projects together; null where it cannot be said of one of them that used something then. */
function adjustedOf({ projects, figures }: Of, { months, until, warmth }: Times): number | null {
  const parts = projects.flatMap((project) => {
    const own = new Map(figures.flatMap((one) => (one.project === project.code ? [[one.at, one] as const] : [])));
    return months.flatMap((month) =>
      own.get(addMonths(month, -12))?.known === true
        ? [
            adjustedLastYear((at) => own.get(at), warmth.get(project.code) ?? new Map(), {
              month,
              until,
            })?.value ?? null,
          ]
        : [],
    );
  });
  const known = parts.filter((one) => one !== null);
  return known.length === 0 || known.length < parts.length
    ? null
    : rounded(
        known.reduce((sum, one) => sum + one, 0),
        1,
      );
}

type Coals = ReturnType<typeof coalsOf>;
const tons = (kg: number | null): number | null => (kg === null ? null : rounded(kg / 1000, 2));

function lineOf(of: Of, times: Times, coals: Coals) {
  const { energy, projects, figures, costs } = of;
  const own = figures.filter(({ at }) => times.months.includes(at));
  const then = figures.filter(({ at }) => times.months.includes(addMonths(at, 12)));
  const now = usageOf(own);
  const last = usageOf(then);
  const coal = coals(own);
  const areaM2 = areaOf(projects);
  const yoy = comparedTo(of, times, 12, '去年同期');
  const adjustedLast = adjustedOf(of, times);
  return {
    code: energy.code,
    name: energy.name,
    unit: energy.unit,
    now,
    adjusted: broughtTo(own),
    usage: now,
    last,
    difference: now === null || last === null ? null : exactText(exact(now) - exact(last)),
    mom: comparedTo(of, times, times.months.length, '上期'),
    yoy,
    adjustedLast,
    adjustedYoy:
      adjustedLast === null || adjustedLast === 0 || now === null || yoy.rate === null
        ? null
        : rounded(((Number(now) - adjustedLast) / adjustedLast) * 100, 1),
    tou: splitOf(own),
    perM2: now === null ? null : perM2(now, areaM2),
    tce: tons(coal.kgce),
    tCo2: tons(coal.kgCo2),
    ...(costs === null ? {} : { cost: costOf(costs, areaM2) }),
    doubtful: own.some(({ doubtful }) => doubtful),
    lastComplete: qualityOf(then).complete,
    ...qualityOf(own),
  };
}

const costOf = (costs: readonly MonthCost[], areaM2: string | null) => {
  const { amount, meanPrice, perM2: each, problems } = monthCostWords(costs, areaM2);
  return { amount, meanPrice, perM2: each, problems };
};

/** Who may see the projects and their amounts is decided by whoever asks. */
export async function besideFigures(
  db: Db,
  {
    now,
    projects,
    months,
    money,
  }: {
    readonly now: Date;
    readonly projects: readonly ManyProject[];
    /** In order, without gaps. */
    readonly months: readonly string[];
    readonly money: boolean;
  },
): Promise<Beside> {
  const today = dayAt(now.getTime(), CHINA);
  const codes = projects.map(({ code }) => code);
  const [From = '', To = ''] = [months[0], months.at(-1)];
  const back = Math.max(12, months.length);
  const [all, { energies, factors }, pending, costs] = await Promise.all([
    monthFigures(db, codes, { from: addMonths(From, -back), to: To }, now),
    weighingOf(db, codes),
    pendingOf(db, codes),
    money ? monthCosts(db, codes, { from: From, to: To }, today) : null,
  ]);
  const places = await placesOf(db, codes);
  const known = monthRange(addMonths(From, -12), To);
  const weather = await Promise.all(
    places.map((of) =>
      weatherOf(db, of[0] ?? '', { from: `${addMonths(From, -12)}-01`, to: monthEnd(To) }).then((warmDays) => {
        const warmth = warmthOf(warmDays, known);
        return of.map((project) => [project, warmth] as const);
      }),
    ),
  );
  const times: Times = { months, until: addDays(today, -1), warmth: new Map(weather.flat()) };
  const coals = coalsOf({ energies, factors });
  const line = (energy: Energy, of: readonly ManyProject[]) => {
    const own = new Set(of.map(({ code }) => code));
    const mine = <T extends { readonly project: string; readonly code: string }>(list: readonly T[]): readonly T[] =>
      list.filter(({ project, code }) => own.has(project) && code === energy.code);
    return lineOf(
      {
        energy,
        projects: of,
        figures: mine(all),
        costs: costs === null ? null : mine<MonthCost>(costs),
      },
      times,
      coals,
    );
  };
  const has = (energy: Energy, project: ManyProject): boolean =>
    all.some((one) => one.project === project.code && one.code === energy.code && months.includes(one.at));
  const used = energies.filter((energy) => projects.some((project) => has(energy, project)));
  const within = all.filter(({ at }) => months.includes(at));
  const coal = coals(within);
  const areaM2 = areaOf(projects);
  return {
    projectName: `${projects.length} 个项目`,
    asOf: now.toISOString(),
    pending,
    categories: used.map(({ code, name, unit, color }) => ({ code, name, unit, color })),
    rows: projects.flatMap((project) =>
      used.flatMap((energy) =>
        has(energy, project)
          ? [
              {
                projectCode: project.code,
                projectName: project.name,
                areaName: project.areaName,
                ...line(energy, [project]),
              },
            ]
          : [],
      ),
    ),
    sums: used.map((energy) => {
      const of = projects.filter((project) => has(energy, project));
      return { ...line(energy, of), projects: of.length };
    }),
    whole: {
      tce: tons(coal.kgce),
      tCo2: tons(coal.kgCo2),
      areaM2,
      ...(costs === null ? {} : { cost: costOf(costs, areaM2) }),
      ...qualityOf(within),
    },
    notes: [...coal.notes],
  };
}

export async function readBeside(ctx: Ctx, { ProjectCodes, From, To }: z.output<typeof besideInput>): Promise<Beside> {
  if (To > monthOf(dayAt(ctx.now.getTime(), CHINA))) throw invalid([{ path: 'To', message: '不能选择还没有到的月份' }]);
  const months = monthRange(From, To);
  if (months.length > MOST_MONTHS) throw invalid([{ path: 'To', message: `一次最多比较${MOST_MONTHS}个月` }]);
  const projects = await namedProjects(ctx, ProjectCodes);
  return besideFigures(ctx.db, { now: ctx.now, projects, months, money: seesCosts(ctx.session) });
}

/** Days, or the days of each month together, of one energy. */
export async function readBesideSeries(
  ctx: Ctx,
  { ProjectCodes, Category, From, To, Grain }: z.output<typeof besideSeriesInput>,
): Promise<BesideSeries> {
  const today = dayAt(ctx.now.getTime(), CHINA);
  if (From > today) throw invalid([{ path: 'From', message: '不能选择还没有到的日期' }]);
  const wanted = daysThrough(From, To);
  if (wanted.length * ProjectCodes.length > MOST_CELLS)
    throw invalid([{ path: 'To', message: `项目数 × 天数最多 ${MOST_CELLS}，请缩短日期或减少项目` }]);
  const [projects, energies] = await Promise.all([namedProjects(ctx, ProjectCodes), allEnergies(ctx.db)]);
  const category = energies.find(({ code }) => code === Category);
  if (category === undefined) throw invalid([{ path: 'Category', message: '没有这种能源' }]);
  const codes = projects.map(({ code }) => code);
  const [all, pending] = await Promise.all([dayFiguresOf(ctx.db, codes, wanted, ctx.now), pendingOf(ctx.db, codes)]);
  const figures = all.filter(({ code }) => code === Category);
  const named = (at: string): string => (Grain === '日' ? at : at.slice(0, 7));
  const byTime = Map.groupBy(figures, ({ at }) => named(at));
  return {
    projectName: `${projects.length} 个项目`,
    asOf: ctx.now.toISOString(),
    pending,
    category: { code: category.code, name: category.name, unit: category.unit, color: category.color },
    categories: energies
      .filter(({ code }) => all.some((one) => one.code === code))
      .map(({ code, name, unit, color }) => ({ code, name, unit, color })),
    projects: projects.map(({ code, name }) => {
      const own = figures.filter(({ project }) => project === code);
      return { code, name, total: usageOf(own), ...qualityOf(own) };
    }),
    rows: [...new Set(wanted.map(named))].flatMap((t) => {
      const of = byTime.get(t) ?? [];
      if (of.length === 0) return [];
      const byProject = Map.groupBy(of, ({ project }) => project);
      return [
        {
          t,
          of: Object.fromEntries(
            [...byProject].flatMap(([project, own]) => {
              const u = usageOf(own);
              return u === null
                ? []
                : [[project, { u, doubtful: own.some(({ doubtful }) => doubtful), ...qualityOf(own) }]];
            }),
          ),
          sum: usageOf(of),
          ...qualityOf(of),
        },
      ];
    }),
    total: usageOf(figures),
    whole: qualityOf(figures),
  };
}
