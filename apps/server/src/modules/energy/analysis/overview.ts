/** 能耗分析: the trend of an object with what it is laid beside, what it consists of, its machines, and what is out of line. */
import type { AnalysisComparison, AnalysisGrain, analysisAll } from '@hengneng/contracts';
import { divisionsOf } from '@hengneng/energy/checks';
import {
  addDays,
  CHINA,
  compare,
  DEFAULT_DEVIATION,
  daysFrom,
  daysIn,
  dayAt,
  daysThrough,
  exact,
  exactText,
  lastYearOf,
  LOOK_BACK_DAYS,
  monthEnd,
  monthOf,
  previousOf,
  referenceOf,
  type SampleDay,
} from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/schema.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { dayCosts, monthCosts, seesCostPrices, seesCosts, sumCosts } from '../costs/index.ts';
import { daysOff } from '../days-off.ts';
import { designFigures } from '../reports/design.ts';
import { type Figure, reportProject, type ReportProject, weatherOf } from '../reports/figures.ts';
import { qualityOf, rounded, sumUsage } from '../reports/sums.ts';
import { everySpan, ofHosts } from '../runs/index.ts';
import { projectRules } from '../settings/index.ts';
import { oddDays, oddHosts, oddTotals, samplesOf, told } from './findings.ts';
import { copRangeOf, hostFigures, hostRow, loadCurves, pumpFigures, pumpRows } from './machines.ts';
import { type AnalysisNode, type Counted, countedMeters, leaves, nodeAmong, summed } from './meters.ts';
import { plantFigures, readPlant } from './plant.ts';
import { seasonOf, seasonsOf } from '../seasons.ts';
import {
  groupFigures,
  type HourUse,
  hourUses,
  nodeFigures,
  type Span,
  stretches,
  stretchOf,
  temperaturesBy,
} from './usage.ts';

export type Asked = z.output<typeof analysisAll.input>;
export type Answer = z.input<typeof analysisAll.output>;

/** Days that may be looked at with each grain: as many points as a screen tells apart. */
const MOST: Readonly<Record<AnalysisGrain, number>> = { hour: 31, day: 400, week: 1100, month: 1900, year: 4000 };
/** Machines and days of longer spans are looked at over their last year. */
const MACHINE_DAYS = 400;

export function demandSpan({ Date: { from, to }, Grain }: Pick<Asked, 'Date' | 'Grain'>): void {
  const most = MOST[Grain];
  if (daysFrom(from, to) >= most) throw invalid([{ path: 'Date', message: `该粒度一次最多查看 ${most} 天` }]);
}

const BASE_NAMES: Readonly<Record<Exclude<AnalysisComparison, 'none'>, string>> = {
  mom: '上期',
  yoy: '去年同期',
  sameTemp: '同温日',
};

const numberOf = (figure: Figure | undefined): number | null => (figure?.known === true ? Number(figure.usage) : null);

/** What days like each day used: of the nearest seven as warm and of the same kind. */
const likeDays = (samples: readonly SampleDay[], times: readonly string[]): readonly (number | null)[] =>
  times.map((at) => {
    const day = samples.find((one) => one.day === at);
    if (day === undefined) return null;
    const { value, insufficient } = referenceOf(day, samples);
    return insufficient || value === null ? null : rounded(value, 2);
  });

const SPLITS = [
  ['sharp', '尖'],
  ['peak', '峰'],
  ['flat', '平'],
  ['valley', '谷'],
] as const;

/** Times of use under the trend, where all of it is split. */
const splitSeries = (figures: readonly (Figure | undefined)[], unit: string): Answer['Series'] => {
  const split = figures.some((figure) => figure !== undefined && (figure.peak !== null || figure.flat !== null));
  if (!split) return [];
  return SPLITS.map(([key, name]) => ({
    Key: key,
    Name: name,
    Unit: unit,
    Values: figures.map((figure) => (figure === undefined || figure[key] === null ? null : Number(figure[key]))),
  }));
};

interface Trend {
  readonly times: readonly string[];
  readonly series: Answer['Series'];
  readonly completes: readonly (number | null)[];
  readonly notes: readonly string[];
}

const hourly = async (
  db: Db,
  node: AnalysisNode,
  span: Span,
  base: Span | null,
  baseName: string,
  project: string,
): Promise<Trend> => {
  const [now, then, warm] = await Promise.all([
    hourUses(db, node.meters, span),
    base === null ? Promise.resolve<readonly HourUse[]>([]) : hourUses(db, node.meters, base),
    sql<{ day: string; hourly: number[] }>`select day::text, hourly::float8[] as hourly
          from project_weather(${project}, ${span.from}::date, ${addDays(span.to, 1)}::date) where hourly is not null`.execute(
      db,
    ),
  ]);
  const warmth = new Map<string, number>(
    warm.rows.flatMap(({ day, hourly: of }) =>
      of.map((value, hour) => [`${day} ${String(hour).padStart(2, '0')}:00`, value] as const),
    ),
  );
  const spread = [...now, ...then].some((one) => one.spread);
  return {
    times: now.map(({ at }) => at),
    series: [
      { Key: 'now', Name: '用量', Unit: node.unit, Values: now.map(({ use }) => rounded(use, 2)) },
      ...(base === null
        ? []
        : [
            {
              Key: 'base',
              Name: baseName,
              Unit: node.unit,
              Values: now.map((_, index) => (then[index] === undefined ? null : rounded(then[index].use, 2))),
            },
          ]),
      {
        Key: 'temperature',
        Name: '室外温度',
        Unit: '℃',
        Values: now.map(({ at }) => warmth.get(`${at.slice(0, 13)}:00`) ?? null),
      },
    ],
    completes: now.map(() => null),
    notes: spread ? ['部分表计一天读一次，这些小时按日用量平摊，不代表实际分布'] : [],
  };
};

/** What of an object is counted by the meters below it, and what by none. */
async function partsOf(
  db: Db,
  node: AnalysisNode,
  span: Span,
  now: Date,
  total: string | null,
): Promise<Answer['Parts']> {
  // Cold is divided by what makes it; beside that its branches would count it once more.
  const below = divisionsOf(node, leaves(node.meters))[0]?.parts ?? [];
  if (total === null || Number(total) <= 0 || below.length < 2) return [];
  const groups = new Map<string, readonly Counted[]>(below.map((one) => [one.id, [one]]));
  const figures = await groupFigures(db, groups, span, now, 'span');
  const share = (usage: string): number => rounded((Number(usage) / Number(total)) * 100, 1);
  const parts = below.flatMap((meter): Answer['Parts'] => {
    const figure = figures.find(({ code, known }) => code === meter.id && known);
    if (figure === undefined) return [];
    return [
      {
        Group: meter.categoryName,
        Name: meter.name,
        NodeId: `device:${meter.id}`,
        Usage: figure.usage,
        Share: share(figure.usage),
      },
    ];
  });
  const rest = exactText(exact(total) - exact(sumUsage(figures.filter(({ known }) => known))));
  return Number(rest) > 0
    ? [...parts, { Group: '未分项', Name: '未分项（含损耗）', NodeId: null, Usage: rest, Share: share(rest) }]
    : parts;
}

export async function readOverview(ctx: Ctx, asked: Asked): Promise<Answer> {
  demandSpan(asked);
  const project = await reportProject(ctx, asked.ProjectCode);
  const meters = await countedMeters(ctx.db, project.code);
  const node = nodeAmong(meters, { nodeId: asked.NodeId, energy: asked.CategoryCode });
  const span: Span = asked.Date;
  const comparison = asked.Compare;
  const base = comparison === 'mom' ? previousOf(span) : comparison === 'yoy' ? lastYearOf(span) : null;
  const baseName = comparison === 'none' ? '' : BASE_NAMES[comparison];
  const short = {
    from: daysFrom(span.from, span.to) < MACHINE_DAYS ? span.from : addDays(span.to, 1 - MACHINE_DAYS),
    to: span.to,
  };
  const back = { from: addDays(short.from, -LOOK_BACK_DAYS), to: span.to };
  const stretch = asked.Grain === 'hour' ? 'day' : asked.Grain;
  const ran = everySpan(ctx.db, project.code, short, ctx.now);
  const [figures, baseFigures, days, all, baseAll, weather, isRest, rules, hosts, loads, ofPumps, seasons, ofPlant] =
    await Promise.all([
      nodeFigures(ctx.db, node, span, ctx.now, stretch),
      base === null ? [] : nodeFigures(ctx.db, node, base, ctx.now, stretch),
      nodeFigures(ctx.db, node, back, ctx.now),
      nodeFigures(ctx.db, node, span, ctx.now, 'span'),
      base === null ? [] : nodeFigures(ctx.db, node, base, ctx.now, 'span'),
      weatherOf(ctx.db, project.code, { from: back.from < span.from ? back.from : span.from, to: span.to }),
      daysOff(ctx.db, [project.code]),
      projectRules(ctx.db, [project.code], span.to),
      hostFigures(
        ctx.db,
        project.code,
        meters,
        short,
        ctx.now,
        ran.then(({ spans }) => ofHosts(spans)),
      ),
      loadCurves(ctx.db, project.code, meters, short),
      pumpFigures(ctx.db, meters, short, ctx.now),
      seasonsOf(ctx.db, [project.code], span.to).then((of) => of.get(project.code)),
      plantFigures(ctx.db, meters, short, ctx.now),
    ]);
  const [whole] = all;
  const [baseWhole] = baseAll;
  const total = whole?.known === true ? whole.usage : null;
  const samples = samplesOf(days, temperaturesBy(weather, 'day'), isRest);
  const rule = rules.get(project.code);
  const trend =
    asked.Grain === 'hour'
      ? await hourly(ctx.db, node, span, base, baseName, project.code)
      : byStretch({
          asked,
          node,
          figures,
          base: base === null ? null : { span: base, figures: baseFigures },
          baseName,
          samples,
          temperatures: temperaturesBy(
            weather.filter(({ day }) => day >= span.from),
            stretch,
          ),
        });
  const design = asked.Grain === 'hour' ? null : await designSeries(ctx.db, project, node, span, asked.Grain);
  const quality = qualityOf(all);
  const wholeMonths = span.from.endsWith('-01') && span.to === monthEnd(monthOf(span.to));
  // Prices are those of whole energies; what a part of one costs is told by nobody's bill.
  const cost =
    node.id.startsWith('energy:') && seesCosts(ctx.session)
      ? sumCosts(
          (wholeMonths
            ? await monthCosts(
                ctx.db,
                [project.code],
                { from: monthOf(span.from), to: monthOf(span.to) },
                dayAt(ctx.now.getTime(), CHINA),
              )
            : await dayCosts(ctx.db, [project.code], span)
          ).filter((one) => one.code === node.energy && !('adjusted' in one)),
        )
      : null;
  const partUsage = await groupFigures(
    ctx.db,
    new Map(node.meters.map((one) => [one.id, [one]])),
    span,
    ctx.now,
    'span',
  );
  const Hosts = hosts.map((one) => hostRow(one, project.energies, rule?.deviation('', '')));
  const plant = readPlant(project, hosts.find(({ host }) => host === null)?.figures ?? [], ofPlant, short);
  const firstMeter = node.meters[0];
  return {
    projectName: project.name,
    asOf: ctx.now.toISOString(),
    pending: project.pending,
    NodeId: node.id,
    NodeName: node.name,
    CategoryCode: node.energy,
    CategoryName: node.energyName,
    Unit: node.unit,
    Times: [...trend.times],
    Series: [...trend.series, ...(design === null ? [] : [design])],
    Completes: [...trend.completes],
    Total: total,
    MeterIds: summed(node.meters).map(({ id }) => id),
    Complete: quality.complete,
    Estimated: quality.estimated,
    Cost:
      cost === null || cost.amount === null
        ? null
        : {
            Amount: cost.amount,
            Price: seesCostPrices(ctx.session) ? cost.meanPrice : null,
            Problems: [...cost.problems],
            Whole: wholeMonths,
          },
    Base:
      base === null || comparison === 'none'
        ? null
        : baseOf(whole, baseWhole, span, base, comparison === 'yoy' ? '去年同期' : '上期'),
    Notes: [
      ...trend.notes,
      ...(comparison === 'sameTemp' && asked.Grain !== 'day' ? ['同温日只在按日时给出'] : []),
      ...(short.from === span.from ? [] : [`主机、泵塔、负荷与发现只看最近 ${MACHINE_DAYS} 天`]),
    ],
    Parts: await partsOf(ctx.db, node, span, ctx.now, total),
    Hosts,
    Plant: [...plant.rows],
    Pumps: pumpRows(meters, ofPumps, await ran, plant.rows.find(({ Key }) => Key === 'wtfChilled')?.Value ?? null),
    Loads: loads,
    Findings: [
      ...oddHosts(hosts, Hosts, project.energies, (of) => copRangeOf(of, rule?.deviation('', ''))),
      ...(plant.makeUp === null ? [] : [told('冷却塔', plant.makeUp)]),
      ...(rule === undefined || firstMeter === undefined
        ? []
        : oddDays(node.name, samples, short.from, rule.deviation(firstMeter.id, firstMeter.categoryId), (day) =>
            seasonOf(day, seasons),
          )),
      ...oddTotals(
        node.meters,
        new Map(partUsage.map((one) => [one.code, one])),
        ({ id, categoryId }) => (rule?.deviation(id, categoryId) ?? DEFAULT_DEVIATION).subDiff,
      ),
    ],
  };
}

function baseOf(
  now: Figure | undefined,
  then: Figure | undefined,
  span: Span,
  base: Span,
  name: '去年同期' | '上期',
): Answer['Base'] {
  const periodOf = (figure: Figure | undefined, of: Span) => ({
    usage: figure?.known === true ? figure.usage : null,
    completeness: figure === undefined ? null : qualityOf([figure]).complete,
    days: daysIn(of),
  });
  const comparison = compare(periodOf(now, span), periodOf(then, base), name);
  return {
    Name: name,
    From: base.from,
    To: base.to,
    Total: then?.known === true ? then.usage : null,
    Text: comparison.text,
    Reason: comparison.rate === null ? comparison.reason : null,
  };
}

/** 设计能耗 of a whole energy beside what was used of it; null where 能耗系数 say none. */
async function designSeries(
  db: Db,
  project: ReportProject,
  node: AnalysisNode,
  span: Span,
  stretch: Exclude<AnalysisGrain, 'hour'>,
): Promise<Answer['Series'][number] | null> {
  if (!node.id.startsWith('energy:')) return null;
  const energies = project.energies.filter(({ code }) => code === node.energy);
  const times = stretches(span, stretch);
  const figures = await designFigures(
    db,
    [project],
    { energies, factors: project.factors },
    [...Map.groupBy(daysThrough(span.from, span.to), (day) => stretchOf(day, stretch))].map(([at, days]) => ({
      at,
      from: days[0] ?? span.from,
      to: days.at(-1) ?? span.to,
    })),
  );
  if (figures.length === 0) return null;
  const at = new Map(figures.map((one) => [one.at, Number(one.usage)]));
  return {
    Key: 'design',
    Name: '设计能耗',
    Unit: node.unit,
    Values: times.map((time) => at.get(time) ?? null),
  };
}

function byStretch({
  asked,
  node,
  figures,
  base,
  baseName,
  samples,
  temperatures,
}: {
  readonly asked: Asked;
  readonly node: AnalysisNode;
  readonly figures: readonly Figure[];
  readonly base: { readonly span: Span; readonly figures: readonly Figure[] } | null;
  readonly baseName: string;
  readonly samples: readonly SampleDay[];
  readonly temperatures: ReadonlyMap<string, number>;
}): Trend {
  const stretch = asked.Grain === 'hour' ? 'day' : asked.Grain;
  const times = stretches(asked.Date, stretch);
  const at = new Map(figures.map((one) => [one.at, one]));
  const values = times.map((time) => at.get(time));
  // Stretches stand beside each other in their order: the first with the first.
  const beside = base === null ? [] : stretches(base.span, stretch);
  const baseAt = new Map(base?.figures.map((one) => [one.at, one]));
  const baseValues =
    base !== null
      ? times.map((_, index) => numberOf(baseAt.get(beside[index] ?? '')))
      : asked.Compare === 'sameTemp' && asked.Grain === 'day'
        ? likeDays(samples, times)
        : null;
  return {
    times,
    series: [
      { Key: 'now', Name: '用量', Unit: node.unit, Values: values.map(numberOf) },
      ...(baseValues === null ? [] : [{ Key: 'base', Name: baseName, Unit: node.unit, Values: [...baseValues] }]),
      ...splitSeries(values, node.unit),
      {
        Key: 'temperature',
        Name: '室外均温',
        Unit: '℃',
        Values: times.map((time) => {
          const value = temperatures.get(time);
          return value === undefined ? null : rounded(value, 1);
        }),
      },
    ],
    completes: values.map((figure) => (figure === undefined ? null : qualityOf([figure]).complete)),
    notes: [],
  };
}
