/** 区域能耗同比: projects by area, city or kind, against the same months of the year before, like with like. */
import { type areaInput, type reportArea, type reportAreaMonths } from '@hengneng/contracts';
import { monthRange } from '@hengneng/core';
import {
  addMonths,
  CHINA,
  compare,
  dayAt,
  daysIn,
  exactText,
  monthEnd,
  monthOf,
  WHOLE_FROM,
} from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/schema.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { type EnergyCost, sumCosts, takesCosts } from '../costs/index.ts';
import { factorsForAll } from '../prices/index.ts';
import { mainEnergies } from '../things/index.ts';
import { type Energy, allEnergies } from './figures.ts';
import { areaOf, coalsOf, type ManyProject, pendingOf, seenProjects } from './many.ts';
import { spanCostsFor } from './money.ts';
import { comparedOf } from './month.ts';
import { type PeriodFigure, periodFigures, type PeriodName, PERIODS, monthsTogether } from './periods.ts';
import { type Coal, perM2, qualityOf, rounded } from './sums.ts';

type Asked = z.output<typeof areaInput>;
export type AreaReport = z.input<typeof reportArea.output>;
type Figures = Omit<AreaReport['total'], 'Projects'>;
type Factors = Awaited<ReturnType<typeof factorsForAll>>;

const MOST_MONTHS = 24;
/** What an area pays for: electricity, gas and the other energies that coal is counted of. */
const BOUGHT = ['elec', 'gas', 'steam', 'heatBuy', 'oil', 'water'];

/** Under what a project stands. 主能源 is asked for only where it groups: it is made of what the hosts' models say. */
async function groupsBy(
  db: Db,
  by: Asked['GroupBy'],
  projects: readonly ManyProject[],
): Promise<(project: ManyProject) => string> {
  if (by === '主能源') {
    const energies = await mainEnergies(
      db,
      projects.map(({ code }) => code),
    );
    return ({ code }) => energies.get(code) ?? '未填主能源';
  }
  const names = { 区域: 'areaName', 城市: 'city', 建筑类型: 'buildingType', 收费模式: 'chargeModel' } as const;
  return (project) => project[names[by]];
}

type ByProject = ReadonlyMap<string, readonly PeriodFigure[]>;

interface Chosen {
  readonly projects: readonly ManyProject[];
  readonly months: Readonly<Record<PeriodName, readonly string[]>>;
}

interface Read extends Chosen {
  readonly now: ByProject;
  readonly last: ByProject;
  readonly factors: Factors;
}

async function choose(ctx: Ctx, asked: Asked): Promise<Chosen> {
  const today = dayAt(ctx.now.getTime(), CHINA);
  // A month under way is no month to compare areas by.
  if (asked.To >= monthOf(today)) throw invalid([{ path: 'To', message: '只能比较已经结束的月份' }]);
  const now = monthRange(asked.From, asked.To);
  if (now.length > MOST_MONTHS) throw invalid([{ path: 'To', message: `一次最多比较${MOST_MONTHS}个月` }]);
  const projects = await seenProjects(
    ctx,
    asked.AreaIds.length === 0
      ? sql`true`
      : sql`exists (select from unnest(${asked.AreaIds}::text[]) a where starts_with(p.area, a))`,
  );
  return { projects, months: { now, last: now.map((month) => addMonths(month, -12)) } };
}

const codesOf = ({ projects }: Chosen): readonly string[] => projects.map(({ code }) => code);

async function readAll(ctx: Ctx, chosen: Chosen): Promise<Read> {
  const codes = codesOf(chosen);
  const factors = await factorsForAll(ctx.db, codes);
  const figures = Map.groupBy(await periodFigures(ctx.db, codes, chosen.months, factors), ({ period }) => period);
  const of = (period: PeriodName): ByProject => Map.groupBy(figures.get(period) ?? [], ({ project }) => project);
  return { ...chosen, now: of('now'), last: of('last'), factors };
}

/** What some projects cost in each period; null for whoever may not see amounts. */
type Costs = Readonly<Record<PeriodName, ReadonlyMap<string, readonly EnergyCost[]>>> | null;

async function readCosts(ctx: Ctx, chosen: Chosen): Promise<Costs> {
  const { months } = chosen;
  const spans = PERIODS.map((period) => ({ from: months[period][0] ?? '', to: months[period].at(-1) ?? '' }));
  const costs = await spanCostsFor(ctx, codesOf(chosen), spans);
  if (costs === null) return null;
  const [now = new Map(), last = new Map()] = costs.map((some) => Map.groupBy(some, ({ project }) => project));
  return { now, last };
}

const lengthOf = (months: readonly string[]): number =>
  months.reduce((sum, month) => sum + daysIn({ from: `${month}-01`, to: monthEnd(month) }), 0);

/** One project's months as one, by energy; what its group and the whole are made of. */
interface Period {
  readonly figures: readonly PeriodFigure[];
  readonly coal: Coal;
  readonly costs: readonly EnergyCost[];
}

interface Summed {
  readonly project: ManyProject;
  readonly now: Period;
  readonly last: Period;
}

const summarize = (read: Read, energies: readonly Energy[], costs: Costs): readonly Summed[] => {
  const coals = coalsOf({ energies, factors: read.factors });
  const period = (project: string, name: PeriodName): Period => {
    const figures = read[name].get(project) ?? [];
    return {
      figures,
      // A factor holds for a time: what each stretch used is weighed by its own.
      coal: coals(figures.map((figure) => ({ ...figure, usage: exactText(figure.usage) }))),
      costs: costs?.[name].get(project) ?? [],
    };
  };
  return read.projects.map((project) => ({
    project,
    now: period(project.code, 'now'),
    last: period(project.code, 'last'),
  }));
};

interface Used {
  readonly usage: string | null;
  readonly completeness: number | null;
  readonly estimated: number | null;
}

/** Everything at once: two thousand such sums are made for a company's projects. */
function qualityOfPeriod(figures: Iterable<PeriodFigure>): Used {
  let [usage, estimated, due, got, known] = [0n, 0n, 0, 0, false];
  for (const figure of figures) {
    usage += figure.usage;
    estimated += figure.estimated;
    due += figure.due;
    got += figure.got;
    known ||= figure.known;
  }
  const text = exactText(usage);
  const quality = qualityOf([{ usage: text, estimated: exactText(estimated), due, got }]);
  return { usage: known ? text : null, completeness: quality.complete, estimated: quality.estimated };
}

/** What some projects used of some energies in a period. */
const usedOf = (periods: readonly Period[], codes: readonly string[]): Used =>
  qualityOfPeriod(periods.flatMap(({ figures }) => figures.filter(({ code }) => codes.includes(code))));

const kgceOf = (periods: readonly Period[]): number | null => {
  const known = periods.filter(({ figures }) => figures.some((figure) => figure.known && BOUGHT.includes(figure.code)));
  return known.length === 0 || known.some(({ coal }) => coal.kgce === null)
    ? null
    : rounded(
        known.reduce((sum, { coal }) => sum + (coal.kgce ?? 0), 0),
        1,
      );
};

interface Shown {
  /** Days of each period. */
  readonly days: Readonly<Record<PeriodName, number>>;
  readonly withCosts: boolean;
}

const shownOf = ({ months }: Read, costs: Costs): Shown => ({
  days: { now: lengthOf(months.now), last: lengthOf(months.last) },
  withCosts: costs !== null,
});

/** What some projects used together, now and a year before. */
function figuresOf({ days, withCosts }: Shown, of: readonly Summed[]): Figures {
  const now = of.map((one) => one.now);
  const last = of.map((one) => one.last);
  type Compared = Pick<Used, 'usage' | 'completeness'>;
  const against = (current: Compared, earlier: Compared) =>
    comparedOf(compare({ ...current, days: days.now }, { ...earlier, days: days.last }, '去年同期'));
  const [elec, gas, whole] = [usedOf(now, ['elec']), usedOf(now, ['gas']), usedOf(now, BOUGHT)];
  const lastWhole = usedOf(last, BOUGHT);
  // Of those only whose use is known: the others' m² would make every figure smaller.
  const areaOfKnown = (period: PeriodName): string | null =>
    areaOf(of.flatMap((one) => (one[period].figures.some(({ known }) => known) ? [one.project] : [])));
  const area = areaOfKnown('now');
  const kgce = kgceOf(now);
  const lastKgce = kgceOf(last);
  const inTons = (value: number | null): string | null => (value === null ? null : String(rounded(value / 1000, 4)));
  const paid = sumCosts(now.flatMap(({ costs }) => costs));
  const lastPaid = sumCosts(last.flatMap(({ costs }) => costs));
  return {
    Area: areaOf(of.map(({ project }) => project)),
    Elec: elec.usage,
    Gas: gas.usage,
    CoolHeat: usedOf(now, ['cooling', 'heating']).usage,
    Tce: kgce === null ? null : rounded(kgce / 1000, 2),
    PerM2: elec.usage === null ? null : perM2(elec.usage, area),
    KgcePerM2: kgce === null ? null : perM2(String(kgce), area),
    LastKgcePerM2: lastKgce === null ? null : perM2(String(lastKgce), areaOfKnown('last')),
    YoyElec: against(elec, usedOf(last, ['elec'])),
    YoyGas: against(gas, usedOf(last, ['gas'])),
    YoyTce: against({ ...whole, usage: inTons(kgce) }, { ...lastWhole, usage: inTons(lastKgce) }),
    ...(withCosts
      ? {
          Cost: paid.amount,
          CostPerM2: paid.amount === null ? null : perM2(paid.amount, area),
          CostProblems: [...paid.problems],
          YoyCost:
            paid.problems.length + lastPaid.problems.length > 0
              ? { text: '—', rate: null, reason: '费用不全，不比较' }
              : against({ ...whole, usage: paid.amount }, { ...lastWhole, usage: lastPaid.amount }),
        }
      : {}),
    Complete: whole.completeness,
    Estimated: whole.estimated,
  };
}

const bitsOf = (value: number): number => value.toString(2).replaceAll('0', '').length;

/** Why a project cannot be compared with itself a year before; null where it can. */
function outOf(read: Read, { code }: ManyProject): string | null {
  for (const [name, all] of [
    ['本期', read.now],
    ['去年同期', read.last],
  ] as const) {
    const figures = (all.get(code) ?? []).filter((figure) => BOUGHT.includes(figure.code));
    if (!figures.some(({ known }) => known)) return `${name}没有数据`;
    const { completeness: complete } = qualityOfPeriod(figures);
    if (complete === null || complete < WHOLE_FROM)
      return `${name}完整率 ${complete === null ? '未知' : `${complete}%`}，低于 ${WHOLE_FROM}%`;
    // A factor may cut a period in stretches; the bits are those of the whole of it.
    if (bitsOf(figures.reduce((bits, { dueMonths }) => bits | dueMonths, 0)) < read.months.now.length)
      return `${name}不是每个月都在运营`;
  }
  return null;
}

/** @param taken it leaves in a file, by a right of its own */
export async function readArea(ctx: Ctx, asked: Asked, taken = false): Promise<AreaReport> {
  const chosen = await choose(ctx, asked);
  const [read, costs] = await Promise.all([
    readAll(ctx, chosen),
    asked.Costs && (!taken || takesCosts(ctx.session)) ? readCosts(ctx, chosen) : null,
  ]);
  const judged = summarize(read, await allEnergies(ctx.db, read.factors), costs).map((one) => ({
    ...one,
    reason: asked.SameProjects ? outOf(read, one.project) : null,
  }));
  const kept = judged.filter(({ reason }) => reason === null);
  const pending = await pendingOf(
    ctx.db,
    kept.map(({ project }) => project.code),
  );
  const shown = shownOf(read, costs);
  const groupOf = await groupsBy(ctx.db, asked.GroupBy, chosen.projects);
  return {
    projectName: `${kept.length} 个项目`,
    asOf: ctx.now.toISOString(),
    pending,
    rows: [...Map.groupBy(kept, ({ project }) => groupOf(project))].map(([GroupName, group]) => ({
      GroupName,
      Projects: group.length,
      ...figuresOf(shown, group),
      items: group.map((one) => ({
        ProjectCode: one.project.code,
        ProjectName: one.project.name,
        Lng: one.project.lng,
        Lat: one.project.lat,
        ...figuresOf(shown, [one]),
      })),
    })),
    total: { Projects: kept.length, ...figuresOf(shown, kept) },
    Excluded: judged.flatMap(({ project, reason }) =>
      reason === null ? [] : [{ ProjectCode: project.code, ProjectName: project.name, Reason: reason }],
    ),
    notes: [...new Set(kept.flatMap(({ now }) => now.coal.notes))],
  };
}

/** Areas beside each other and beside themselves a year before, whatever is known of them; without money. */
export async function readAreas(ctx: Ctx, span: Pick<Asked, 'From' | 'To'>) {
  const chosen = await choose(ctx, { ...span, AreaIds: [], GroupBy: '区域', SameProjects: false, Costs: false });
  const read = await readAll(ctx, chosen);
  const summed = summarize(read, await allEnergies(ctx.db, read.factors), null);
  const shown = shownOf(read, null);
  return {
    rows: [...Map.groupBy(summed, ({ project }) => project.area)].map(([AreaId, of]) => {
      const { Tce, KgcePerM2, YoyTce, Complete, Estimated } = figuresOf(shown, of);
      return {
        AreaId,
        Name: of[0]?.project.areaName ?? '',
        Projects: of.length,
        Tce,
        PerM2: KgcePerM2,
        Yoy: YoyTce,
        Complete,
        Estimated,
      };
    }),
    notes: [...new Set(summed.flatMap(({ now }) => now.coal.notes))],
  };
}

export async function readAreaMonths(ctx: Ctx, asked: Asked): Promise<z.input<typeof reportAreaMonths.output>> {
  const read = await readAll(ctx, await choose(ctx, asked));
  const kept = read.projects.filter((project) => !asked.SameProjects || outOf(read, project) === null);
  const groupOf = await groupsBy(ctx.db, asked.GroupBy, kept);
  const [energies, used] = await Promise.all([
    allEnergies(ctx.db),
    monthsTogether(
      ctx.db,
      kept.map((project) => ({ project: project.code, name: groupOf(project) })),
      { from: asked.From, to: asked.To },
    ),
  ]);
  const byMonth = Map.groupBy(used, ({ name, month }) => `${name} ${month}`);
  return {
    categories: energies.map(({ code, name, unit, color }) => ({ code, name, unit, color })),
    rows: [...new Set(kept.map((project) => groupOf(project)))].flatMap((GroupName) =>
      read.months.now.map((month) => ({
        GroupName,
        month,
        used: Object.fromEntries((byMonth.get(`${GroupName} ${month}`) ?? []).map(({ code, usage }) => [code, usage])),
      })),
    ),
  };
}
