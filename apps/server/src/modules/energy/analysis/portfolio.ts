/** 综合分析: projects beside each other over some months, each among its like. */
import type {
  PortfolioCharge,
  PortfolioGroup,
  PortfolioMetric,
  PortfolioRow,
  PortfolioSummary,
  portfolioAll,
  portfolioInput,
  portfolioRanking,
} from '@hengneng/contracts';
import { monthRange } from '@hengneng/core';
import { median, opportunity, outliers, percentileAmong, quantile } from '@hengneng/energy/explain';
import type { Factor } from '@hengneng/energy/factors';
import {
  addDays,
  addMonths,
  CHINA,
  compare,
  dayAt,
  daysIn,
  exact,
  exactText,
  monthEnd,
  monthOf,
  RANKED_FROM,
  sumOf,
} from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { projectsVisible } from '../../projects/index.ts';
import { type MonthCost, monthCosts, seesCosts, sumCosts } from '../costs/index.ts';
import { type Energy, type Figure, type MonthFigure, monthFigures, weighingOf } from '../reports/figures.ts';
import { comparedOf } from '../reports/month.ts';
import { incomeOver } from '../reports/income.ts';
import { coalOf, copOf, outputOf, qualityOf, rounded, sumUsage } from '../reports/sums.ts';

export type Asked = z.output<typeof portfolioInput>;
const MOST_MONTHS = 24;
/** Projects of a kind from which their median says something. */
const LEAST_MEDIAN = 3;

interface Seen {
  readonly code: string;
  readonly name: string;
  readonly area: string;
  readonly building: string;
  readonly charge: string;
  readonly areaM2: string | null;
}

async function projectsOf(ctx: Ctx, { AreaIds, G_ProjectState }: Asked): Promise<readonly Seen[]> {
  const { rows } = await sql<Seen>`select p.code, coalesce(nullif(p.short_name, ''), p.name) as name, d.name as area,
      coalesce(nullif(p.building_type, ''), '未填') as building, coalesce(nullif(p.charge_model, ''), '未填') as charge, p.area_m2::text as "areaM2"
    from project p join dept d on d.id = p.area
    where ${projectsVisible(ctx.session, 'p')} and p.state = any(${[...G_ProjectState]}::int[])
      and (${AreaIds.length === 0} or exists (select from unnest(${[...AreaIds]}::text[]) a where starts_with(p.area, a)))
      and exists (select from meter m where m.project_code = p.code) order by p.code`.execute(ctx.db);
  return rows;
}

const AREA_BANDS = [
  [20_000, '2万m²以下'],
  [50_000, '2万–5万m²'],
  [100_000, '5万–10万m²'],
] as const;

const bandOf = (areaM2: string | null): string =>
  areaM2 === null ? '面积未填' : (AREA_BANDS.find(([below]) => Number(areaM2) < below)?.[1] ?? '10万m²以上');

/** The energy that makes up most of what is bought, in coal. */
const mainEnergyOf = (figures: readonly Figure[], project: Coaled): string => {
  const shares = [...Map.groupBy(figures, ({ code }) => code)].flatMap(([code, of]) => {
    const { kgce } = coalOf(of, project);
    return kgce === null ? [] : [{ code, kgce }];
  });
  const most = shares.toSorted((a, b) => b.kgce - a.kgce)[0];
  return project.energies.find(({ code }) => code === most?.code)?.name ?? '未知';
};

interface Coaled {
  readonly code: string;
  readonly energies: readonly Energy[];
  readonly factors: readonly Factor[];
}

const groupNames: Readonly<
  Record<PortfolioGroup, (seen: Seen, figures: readonly Figure[], project: Coaled) => string>
> = {
  building: ({ building }) => building,
  charge: ({ charge }) => charge,
  area: ({ areaM2 }) => bandOf(areaM2),
  energy: (_, figures, project) => mainEnergyOf(figures, project),
};

const valueOf = (metric: PortfolioMetric, row: Bare): number | null =>
  ({
    elec: row.PerM2,
    coal: row.KgcePerM2,
    cost: row.CostPerM2,
    cop: row.Cop,
    carbon: row.Co2PerM2,
    complete: row.Complete,
  })[metric];

type Bare = Omit<PortfolioRow, 'Value' | 'Percentile' | 'Outlier' | 'Ranked' | 'Opportunity'>;

const usageOf = (figures: readonly Figure[], code: string): string | null => {
  const own = figures.filter((one) => one.code === code && one.known);
  return own.length === 0 ? null : sumUsage(own);
};

interface Spans {
  readonly now: { readonly from: string; readonly to: string };
  readonly last: { readonly from: string; readonly to: string };
  /** The last day that counts. */
  readonly until: string;
}

/** Standard coal of the months against those of the year before. */
function yoyOf(figures: readonly MonthFigure[], project: Coaled, { now, last, until }: Spans): Bare['Yoy'] {
  const periodOf = ({ from, to }: { readonly from: string; readonly to: string }, end: string) => {
    const own = figures.filter(({ at }) => at >= from && at <= to);
    const { kgce } = coalOf(own, project);
    return {
      usage: kgce === null ? null : String(kgce),
      completeness: qualityOf(own).complete,
      days: daysIn({ from: `${from}-01`, to: end }),
    };
  };
  return comparedOf(compare(periodOf(now, until), periodOf(last, monthEnd(last.to)), '去年同期'));
}

function bareRow(
  seen: Seen,
  figures: readonly MonthFigure[],
  costs: readonly MonthCost[] | null,
  project: Coaled,
  spans: Spans,
  group: PortfolioGroup,
): Bare {
  const own = figures.filter(({ at }) => at >= spans.now.from && at <= spans.now.to);
  const coal = coalOf(own, project);
  const cost = costs === null ? null : sumCosts(costs);
  const area = seen.areaM2 === null || Number(seen.areaM2) === 0 ? null : Number(seen.areaM2);
  const per = (value: number | null, places = 2): number | null =>
    value === null || area === null ? null : rounded(value / area, places);
  const elec = usageOf(own, 'elec');
  const { complete, estimated } = qualityOf(own);
  // A sum of which something has no price is no intensity.
  const whole = cost !== null && cost.amount !== null && cost.problems.length === 0 ? Number(cost.amount) : null;
  return {
    ProjectCode: seen.code,
    ProjectName: seen.name,
    AreaName: seen.area,
    BuildType: seen.building,
    ChargeModel: seen.charge,
    GroupName: groupNames[group](seen, own, project),
    Area: seen.areaM2,
    Elec: elec,
    Gas: usageOf(own, 'gas'),
    CoolHeat: outputOf(own),
    Tce: coal.kgce === null ? null : rounded(coal.kgce / 1000, 2),
    Co2: coal.kgCo2 === null ? null : rounded(coal.kgCo2 / 1000, 2),
    Cost: cost?.amount ?? null,
    CostProblems: [...(cost?.problems ?? [])],
    PerM2: per(elec === null ? null : Number(elec)),
    KgcePerM2: per(coal.kgce),
    CostPerM2: per(whole),
    Co2PerM2: per(coal.kgCo2),
    Cop: copOf(own, project.energies),
    Yoy: yoyOf(figures, project, spans),
    Complete: complete,
    Estimated: estimated,
  };
}

const sound = ({ Complete }: Pick<Bare, 'Complete'>): boolean => Complete !== null && Complete >= RANKED_FROM;

/** Places among their like; what could be saved goes by coal, which different energies have in common. */
function placed(rows: readonly Bare[], metric: PortfolioMetric, monthsLong: number): readonly PortfolioRow[] {
  return [...Map.groupBy(rows, ({ GroupName }) => GroupName).values()].flatMap((kind) => {
    // How complete a project is may be told of all.
    const counted = kind.filter((row) => metric === 'complete' || sound(row));
    const values = new Map(
      counted.flatMap((row) => {
        const value = valueOf(metric, row);
        return value === null ? [] : [[row.ProjectCode, value] as const];
      }),
    );
    const far = outliers(values);
    const peers = [...values].flatMap(([code, value]) => (far.has(code) ? [] : [value]));
    const coals = kind.filter(sound).flatMap(({ KgcePerM2 }) => KgcePerM2 ?? []);
    const middle = coals.length < LEAST_MEDIAN ? null : median(coals);
    return kind.map((row): PortfolioRow => {
      const value = valueOf(metric, row);
      const ranked = value !== null && values.has(row.ProjectCode) && !far.has(row.ProjectCode);
      const percentile = ranked ? percentileAmong(value, peers) : null;
      const whole = row.Cost !== null && row.CostProblems.length === 0 && row.Tce !== null && row.Tce > 0;
      const year = 12 / monthsLong;
      return {
        ...row,
        Value: value,
        Percentile: percentile === null ? null : rounded(percentile, 0),
        Outlier: far.has(row.ProjectCode),
        Ranked: ranked,
        Opportunity:
          middle === null || !whole || !sound(row) || row.KgcePerM2 === null || row.Area === null
            ? null
            : rounded(
                opportunity(
                  row.KgcePerM2 * year,
                  middle * year,
                  Number(row.Area),
                  Number(row.Cost) / (Number(row.Tce) * 1000),
                ),
                0,
              ),
      };
    });
  });
}

interface Portfolio {
  readonly rows: readonly PortfolioRow[];
  readonly notes: readonly string[];
}

async function load(ctx: Ctx, asked: Asked): Promise<Portfolio> {
  const today = dayAt(ctx.now.getTime(), CHINA);
  const { from, to } = asked.Month;
  if (to > monthOf(today)) throw invalid([{ path: 'Month', message: '不能选择还没有到的月份' }]);
  const months = monthRange(from, to);
  if (months.length > MOST_MONTHS) throw invalid([{ path: 'Month', message: `一次最多${MOST_MONTHS}个月` }]);
  const money = seesCosts(ctx.session);
  if (asked.Metric === 'cost' && !money) throw invalid([{ path: 'Metric', message: '您没有查看金额的权限' }]);
  const seen = await projectsOf(ctx, asked);
  const codes = seen.map(({ code }) => code);
  const last = { from: addMonths(from, -12), to: addMonths(to, -12) };
  const [now, before, { energies, factors }, costs] = await Promise.all([
    monthFigures(ctx.db, codes, asked.Month, ctx.now),
    monthFigures(ctx.db, codes, last, ctx.now),
    weighingOf(ctx.db, codes),
    money ? monthCosts(ctx.db, codes, asked.Month, today) : null,
  ]);
  // Months of this year and of the last may be the same ones where many are asked for.
  const figures = new Map([...before, ...now].map((one) => [`${one.project} ${one.at} ${one.code}`, one]));
  const byProject = Map.groupBy(figures.values(), ({ project }) => project);
  const paid = costs === null ? null : Map.groupBy(costs, ({ project }) => project);
  const yesterday = addDays(today, -1);
  const spans = { now: asked.Month, last, until: yesterday < monthEnd(to) ? yesterday : monthEnd(to) };
  const bare = seen.map((one) =>
    bareRow(
      one,
      byProject.get(one.code) ?? [],
      paid === null ? null : (paid.get(one.code) ?? []),
      { code: one.code, energies, factors },
      spans,
      asked.Group,
    ),
  );
  return {
    rows: placed(bare, asked.Metric, months.length),
    notes: [
      ...(bare.some((row) => !sound(row)) ? [`完整率低于 ${RANKED_FROM}% 的项目不参与排名和同类比较`] : []),
      '同类不足 5 个项目时不给百分位；不同能源折标煤比较，实物量另列',
    ],
  };
}

type Answer = z.input<typeof portfolioAll.output>;

export async function readPortfolio(ctx: Ctx, asked: Asked): Promise<Answer> {
  const { rows, notes } = await load(ctx, asked);
  const groups = [...Map.groupBy(rows, ({ GroupName }) => GroupName)].map(([Name, kind]): Answer['Groups'][number] => {
    const values = kind.flatMap(({ Ranked, Value }) => (Ranked && Value !== null ? [Value] : []));
    const at = (share: number): number => rounded(quantile(values, share) ?? 0, 2);
    const middle = median(values);
    return {
      Name,
      Count: kind.length,
      Median: middle === null ? null : rounded(middle, 2),
      Box: values.length < LEAST_MEDIAN ? null : [at(0), at(0.25), at(0.5), at(0.75), at(1)],
    };
  });
  return {
    rows: [...rows],
    Groups: groups,
    MayCost: seesCosts(ctx.session),
    asOf: ctx.now.toISOString(),
    Notes: [...notes],
  };
}

/** Of some metrics more is better. */
const MORE_IS_BETTER: ReadonlySet<PortfolioMetric> = new Set(['cop', 'complete']);

/** The best first. */
export async function readRanking(
  ctx: Ctx,
  asked: z.output<typeof portfolioRanking.input>,
): Promise<z.input<typeof portfolioRanking.output>> {
  const { rows, Groups } = await readPortfolio(ctx, asked);
  const medians = new Map(Groups.map(({ Name, Median }) => [Name, Median]));
  const sign = MORE_IS_BETTER.has(asked.Metric) ? -1 : 1;
  const ranked = rows
    .flatMap((row) => (row.Ranked && row.Value !== null ? [{ row, value: row.Value }] : []))
    .toSorted((a, b) => sign * (a.value - b.value));
  return {
    rows: ranked.slice(0, asked.TopN).map(({ row, value }) => ({
      ProjectCode: row.ProjectCode,
      ProjectName: row.ProjectName,
      Value: value,
      // Equals share a place.
      Rank: ranked.findIndex((one) => one.value === value) + 1,
      Median: medians.get(row.GroupName) ?? null,
      Percentile: row.Percentile,
    })),
  };
}

const addUp = (values: readonly (string | null)[]): string | null => {
  const known = values.flatMap((value) => (value === null ? [] : [exact(value)]));
  return known.length === 0 ? null : exactText(sumOf(known));
};
const addNumbers = (values: readonly (number | null)[]): number | null => {
  const known = values.flatMap((value) => value ?? []);
  return known.length === 0
    ? null
    : rounded(
        known.reduce((sum, value) => sum + value, 0),
        2,
      );
};

const meanOf = (shares: readonly (number | null)[]): number | null => {
  const known = shares.filter((one) => one !== null);
  return known.length === 0 ? null : rounded(known.reduce((sum, one) => sum + one, 0) / known.length, 1);
};

function summaryOf(Name: string, rows: readonly PortfolioRow[]): PortfolioSummary {
  // An intensity is that of projects of which both sides are known.
  const perM2 = (rowsOf: readonly PortfolioRow[], of: (row: PortfolioRow) => number | null): number | null => {
    const known = rowsOf.filter((row) => of(row) !== null && Number(row.Area ?? 0) > 0);
    const area = known.reduce((sum, row) => sum + Number(row.Area), 0);
    return area === 0 ? null : rounded(known.reduce((sum, row) => sum + (of(row) ?? 0), 0) / area, 2);
  };
  return {
    Name,
    Projects: rows.length,
    Area: addUp(rows.map(({ Area }) => Area)),
    Elec: addUp(rows.map(({ Elec }) => Elec)),
    Gas: addUp(rows.map(({ Gas }) => Gas)),
    CoolHeat: addUp(rows.map(({ CoolHeat }) => CoolHeat)),
    Tce: addNumbers(rows.map(({ Tce }) => Tce)),
    Co2: addNumbers(rows.map(({ Co2 }) => Co2)),
    Cost: addUp(rows.map(({ Cost }) => Cost)),
    CostWhole: rows.every(({ CostProblems }) => CostProblems.length === 0),
    KgcePerM2: perM2(rows, ({ Tce }) => (Tce === null ? null : Tce * 1000)),
    CostPerM2: perM2(rows, ({ Cost, CostProblems }) =>
      Cost === null || CostProblems.length > 0 ? null : Number(Cost),
    ),
    Complete: meanOf(rows.map(({ Complete }) => Complete)),
    Estimated: meanOf(rows.map(({ Estimated }) => Estimated)),
  };
}

export async function readSummaries(
  ctx: Ctx,
  asked: Asked,
  by: 'AreaName' | 'ChargeModel',
): Promise<{ rows: PortfolioSummary[] }> {
  const { rows } = await load(ctx, asked);
  return {
    rows: [...Map.groupBy(rows, (row) => row[by])]
      .map(([name, of]) => summaryOf(name, of))
      .toSorted((a, b) => (a.Name < b.Name ? -1 : 1)),
  };
}

interface Earned {
  readonly amount: string | null;
  readonly problems: readonly string[];
}

/** Month by month, since contracts and their terms change with them; of a project with a month that is not whole nothing is told. */
async function earnedOver(
  ctx: Ctx,
  codes: readonly string[],
  { from, to }: Asked['Month'],
): Promise<ReadonlyMap<string, Earned>> {
  const yesterday = addDays(dayAt(ctx.now.getTime(), CHINA), -1);
  const months = monthRange(from, to).filter((month) => `${month}-01` <= yesterday);
  const parts = await Promise.all(
    months.map((month) =>
      incomeOver(ctx.db, codes, {
        from: `${month}-01`,
        to: monthEnd(month) < yesterday ? monthEnd(month) : yesterday,
      }),
    ),
  );
  return new Map(
    codes.map((code): [string, Earned] => {
      const own = parts.map((part) => part.get(code));
      const problems = own.flatMap((income) => income?.problems ?? ['没有生效的合同']);
      const whole = own.length > 0 && problems.length === 0;
      return [
        code,
        { amount: whole ? addUp(own.map((income) => income?.amount ?? null)) : null, problems: [...new Set(problems)] },
      ];
    }),
  );
}

function chargeOf(
  name: string,
  rows: readonly PortfolioRow[],
  earned: ReadonlyMap<string, Earned>,
  margins: boolean,
): PortfolioCharge {
  const known = rows.flatMap((row) => {
    const income = earned.get(row.ProjectCode);
    return income?.amount == null ? [] : [{ row, income: income.amount }];
  });
  // Left is what both sides are known of: cost without its income would be a loss that is none.
  const both = known.filter(({ row: { Cost, CostProblems } }) => Cost !== null && CostProblems.length === 0);
  const income = both.reduce((sum, one) => sum + Number(one.income), 0);
  const cost = both.reduce((sum, { row }) => sum + Number(row.Cost), 0);
  return {
    ...summaryOf(name, rows),
    Income: addUp(known.map((one) => one.income)),
    IncomeProblems: rows.flatMap((row) => {
      const problems = earned.get(row.ProjectCode)?.problems ?? [];
      return problems.length === 0 ? [] : [`${row.ProjectName}：${problems.join('、')}`];
    }),
    ...(margins ? { Margin: income <= 0 ? null : rounded(((income - cost) / income) * 100, 1) } : {}),
  };
}

/** 收费模式对比: with what contracts bring in, for those whom money concerns. */
export async function readCharges(ctx: Ctx, asked: Asked): Promise<{ rows: PortfolioCharge[] }> {
  if (!seesCosts(ctx.session)) return readSummaries(ctx, asked, 'ChargeModel');
  const { rows } = await load(ctx, asked);
  const earned = await earnedOver(
    ctx,
    rows.map(({ ProjectCode }) => ProjectCode),
    asked.Month,
  );
  const margins = ctx.session.permissions.classified.has('margin');
  return {
    rows: [...Map.groupBy(rows, ({ ChargeModel }) => ChargeModel)]
      .map(([name, of]) => chargeOf(name, of, earned, margins))
      .toSorted((a, b) => (a.Name < b.Name ? -1 : 1)),
  };
}
