/** 节能验证 (SetType=baseline): a model of use by weather, fixed on the day it is set, and what is saved against it. */
import type {
  BaselineFit,
  BaselineRow,
  BaselineStatement,
  BaselineTrial,
  baselineInput,
  baselineRead,
  StatementBody,
} from '@hengneng/contracts';
import {
  changePointName,
  type ChangePointFit,
  type ChangePointModel,
  type Observation,
  predictUse,
  qualifyBaseline,
  selectChangePoint,
  LEAST_DAYS,
  unseenPercent,
} from '@hengneng/energy/baseline';
import { addDays, daysFrom, daysIn, monthEnd, monthOf } from '@hengneng/energy/measuring';
import {
  type AvoidedUse,
  avoidedUse,
  type SavingsStatement,
  savingsStatement,
  savingsUncertainty,
  type Uncertainty,
} from '@hengneng/energy/savings';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { invalid, notFound } from '../../../platform/http/errors.ts';
import { seenProject } from '../../projects/index.ts';
import { adjustmentsUsedIn } from '../periods/agreed.ts';
import { type Figure, reportProject, type Weather, weatherOf } from '../reports/figures.ts';
import { qualityOf, rounded } from '../reports/sums.ts';
import { seasonOf, type Seasons } from '../seasons.ts';
import { type AnalysisNode, countedMeters, nodeAmong } from './meters.ts';
import { quantityOf } from './quantity.ts';
import { signStatement, withSignatures } from './signed-savings.ts';
import { nodeFigures, type Span } from './usage.ts';

type Grain = 'day' | 'month';
const MOST_DAYS = 1200;
const LEAST_PERIODS = 6;
/** Of a day. */
const MINUTES = 1440;

interface Period extends Observation {
  readonly at: string;
}
interface Observed {
  readonly periods: readonly Period[];
  readonly complete: number;
}

/**
 * What share of each day of a span the project supplies cold or heat: in its seasons as they were set then, and not while it stands still. A day from
 * cut to cut that begins before a season has a share of it.
 */
async function supplyShares(db: Db, project: string, { from, to }: Span): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<
    Seasons & { readonly day: string; readonly cut: number; readonly same: boolean; readonly stands: boolean }
  >`
    select d::date::text as day, o.day_cut as cut, o.attribution = 'same' as same, o.cooling_from as "coolingFrom", o.cooling_to as "coolingTo",
      o.heating_from as "heatingFrom", o.heating_to as "heatingTo",
      exists (select from stop_day x where x.project_code = ${project} and x.day = d::date) as stands
    from generate_series(${addDays(from, -1)}::date, ${addDays(to, 1)}::date, interval '1 day') d
      cross join lateral operational_on(${project}, d::date) o`.execute(db);
  const on = new Map(
    rows.map(({ day, stands, ...seasons }) => [day, stands || seasonOf(day, seasons) === 'off' ? 0 : 1]),
  );
  return new Map(
    rows.map(({ day, cut, same }) => {
      const first = same && cut < MINUTES ? addDays(day, -1) : day;
      const after = (cut % MINUTES) / MINUTES;
      return [day, (1 - after) * (on.get(first) ?? 0) + after * (on.get(addDays(first, 1)) ?? 0)];
    }),
  );
}

/** Days, or whole months, of which use and weather are known throughout. */
export function periodsOf(
  figures: readonly Figure[],
  weather: readonly Weather[],
  grain: Grain,
  supply: ReadonlyMap<string, number>,
): readonly Period[] {
  const warmth = new Map(weather.map(({ day, meanC }) => [day, meanC]));
  const days = figures.flatMap((figure) => {
    const meanC = warmth.get(figure.at);
    const whole = figure.known && figure.got >= figure.due && !figure.doubtful;
    return meanC === undefined || !whole
      ? []
      : [
          {
            at: figure.at,
            use: Number(figure.usage),
            temperatures: [meanC],
            supplied: [supply.get(figure.at) ?? 0],
          },
        ];
  });
  if (grain === 'day') return days;
  return [...Map.groupBy(days, ({ at }) => monthOf(at))].flatMap(([at, of]) =>
    // A month of which a day is missing would look thrifty.
    of.length < Number(monthEnd(at).slice(8))
      ? []
      : [
          {
            at,
            use: of.reduce((sum, { use }) => sum + use, 0),
            temperatures: of.flatMap(({ temperatures }) => temperatures),
            supplied: of.flatMap(({ supplied }) => supplied),
          },
        ],
  );
}

/** Whatever reads figures: a request, or what seeds the demo company. */
export interface Reading {
  readonly db: Db;
  readonly now: Date;
}

export async function observe(
  ctx: Reading,
  project: { readonly code: string; readonly district: string | null },
  node: AnalysisNode,
  span: Span,
  grain: Grain,
): Promise<Observed> {
  if (daysFrom(span.from, span.to) >= MOST_DAYS) throw invalid([{ path: 'Date', message: `一期最多 ${MOST_DAYS} 天` }]);
  const [figures, weather, supply] = await Promise.all([
    nodeFigures(ctx.db, node, span, ctx.now),
    weatherOf(ctx.db, project.code, span),
    supplyShares(ctx.db, project.code, span),
  ]);
  return { periods: periodsOf(figures, weather, grain, supply), complete: qualityOf(figures).complete ?? 0 };
}

/**
 * 「E = 120.50 + 8.20·max(0, T − 22.4)」, for each day; where the weather counts on days of supply only,
 * 「E = 14.40 + 供能日·(1500.00 + 8.20·max(0, T − 22.4))」.
 */
export const formulaOf = ({ base, supply, cooling, heating }: ChangePointModel): string => {
  const slopes = [
    ...(cooling === null ? [] : [`${cooling.slope.toFixed(2)}·max(0, T − ${cooling.balanceC.toFixed(1)})`]),
    ...(heating === null ? [] : [`${heating.slope.toFixed(2)}·max(0, ${heating.balanceC.toFixed(1)} − T)`]),
  ];
  const first = `E = ${base.toFixed(2)}`;
  if (supply === undefined) return [first, ...slopes].join(' + ');
  const inSupply = [supply.toFixed(2).replace('-', '−'), ...slopes];
  return `${first} + 供能日·${inSupply.length === 1 ? inSupply[0] : `(${inSupply.join(' + ')})`}`;
};

const wireFit = (
  fit: ChangePointFit,
  grain: Grain,
  data: { readonly days: number; readonly completePercent: number },
): BaselineFit => {
  const { statistics, model, coefficients } = fit;
  const { qualified, words } = qualifyBaseline(statistics, grain, data);
  return {
    Kind: changePointName(model),
    Formula: `${formulaOf(model)}（每天）`,
    R2: rounded(statistics.r2, 3),
    CvRmse: rounded(statistics.cvRmsePercent, 1),
    Nmbe: rounded(statistics.nmbePercent, 1),
    N: statistics.n,
    Qualified: qualified,
    Words: words,
    Complete: data.completePercent,
    Coefficients: coefficients.map(({ name, value, error, probability }) => ({
      Name: name,
      Value: rounded(value, 4),
      Error: rounded(error, 4),
      P: rounded(probability, 4),
    })),
  };
};

interface Fitted {
  readonly node: AnalysisNode;
  readonly observed: Observed;
  readonly fit: ChangePointFit;
  readonly tried: ReturnType<typeof selectChangePoint>['tried'];
  readonly data: { readonly days: number; readonly completePercent: number };
}

async function fitted(
  ctx: Ctx,
  input: { readonly ProjectCode: string; readonly NodeId: string; readonly Date: Span; readonly Grain: Grain },
): Promise<Fitted> {
  const project = await reportProject(ctx, input.ProjectCode);
  const node = nodeAmong(await countedMeters(ctx.db, project.code), { nodeId: input.NodeId });
  const observed = await observe(ctx, project, node, input.Date, input.Grain);
  if (observed.periods.length < LEAST_PERIODS || observed.periods.every(({ use }) => use === 0))
    throw invalid([
      {
        path: 'Date',
        message: `用量和气温都完整的只有 ${observed.periods.length} ${input.Grain === 'day' ? '天' : '个月'}，不能拟合`,
      },
    ]);
  const { chosen, tried } = selectChangePoint(observed.periods);
  return { node, observed, fit: chosen, tried, data: { days: daysIn(input.Date), completePercent: observed.complete } };
}

const trialOf = ({ node, observed, fit, tried, data }: Fitted, grain: Grain): BaselineTrial => ({
  Kind: 'trial',
  NodeName: node.name,
  Unit: node.unit,
  Fit: wireFit(fit, grain, data),
  Tried: tried.map(({ name, words }) => ({ Name: name, Words: words })),
  Points: observed.periods.map((one) => ({
    At: one.at,
    Temperature: rounded(one.temperatures.reduce((sum, value) => sum + value, 0) / one.temperatures.length, 1),
    Use: rounded(one.use, 2),
    Expected: rounded(predictUse(fit.model, one), 2),
  })),
});

export interface Stored {
  readonly id: string;
  readonly project: string;
  readonly name: string;
  readonly node: string;
  readonly nodeName: string;
  readonly energy: string;
  readonly unit: string;
  readonly from: string;
  readonly to: string;
  readonly grain: Grain;
  readonly fit: ChangePointFit;
  readonly complete: number;
  readonly days: number;
  readonly by: string;
  readonly at: string;
}

export const storedOf = async (
  db: Db | Tx,
  projects: readonly string[],
  id: string | null = null,
): Promise<readonly Stored[]> => {
  const { rows } =
    await sql<Stored>`select b.id::text, b.project_code as project, b.name, b.node, b.node_name as "nodeName", b.energy, b.unit, b.from_day::text as "from",
      b.to_day::text as "to", b.grain, b.fit, b.complete::float8 as complete, b.days, u.user_name as by, to_jsonb(b.created_at) #>> '{}' as at
    from energy_baseline b join app_user u on u.id = b.created_by
    where b.project_code = any(${[...projects]}::text[]) and b.void_reason is null and (${id}::bigint is null or b.id = ${id}::bigint) order by b.id desc`.execute(
      db,
    );
  return rows;
};

export const dataOf = ({ days, complete }: Stored) => ({ days, completePercent: complete });
const rowOf = (one: Stored): BaselineRow => ({
  Id: one.id,
  Name: one.name,
  NodeName: one.nodeName,
  Unit: one.unit,
  From: one.from,
  To: one.to,
  Grain: one.grain,
  Fit: wireFit(one.fit, one.grain, dataOf(one)),
  By: one.by,
  At: one.at,
});

interface Adjustment {
  readonly event: string;
  readonly amount: number;
  readonly basis: string;
  readonly from: string;
  readonly to: string;
}

/** What of an adjustment falls into the report, by its days. */
export function shareOf({ amount, from, to }: Adjustment, report: Span): number {
  const first = from > report.from ? from : report.from;
  const last = to < report.to ? to : report.to;
  return first > last ? 0 : (amount * daysIn({ from: first, to: last })) / daysIn({ from, to });
}

export interface Told {
  readonly at: string;
  readonly expected: number;
  readonly actual: number;
}

export interface Saved {
  readonly avoided: AvoidedUse;
  readonly uncertainty: Uncertainty;
  readonly statement: SavingsStatement;
  readonly told: readonly Told[];
  readonly complete: number;
  /** What stands beside it. */
  readonly notes: readonly string[];
}

/** What was saved in a report against a baseline; in words why that cannot be told. */
export async function savedOf(
  ctx: Reading,
  about: { readonly code: string; readonly district: string | null },
  baseline: Stored,
  report: Span,
): Promise<Saved | string> {
  if (report.from <= baseline.to) return `报告期须在基线期（至 ${baseline.to}）之后`;
  const node = nodeAmong(await countedMeters(ctx.db, about.code), { nodeId: baseline.node });
  const { periods, complete } = await observe(ctx, about, node, report, baseline.grain);
  if (periods.length === 0) return `报告期没有用量和气温都完整的${baseline.grain === 'day' ? '日' : '月'}`;
  const { rows } =
    await sql<Adjustment>`select event, amount::float8 as amount, basis, from_day::text as "from", to_day::text as "to"
    from energy_baseline_adjustment where baseline_id = ${baseline.id}::bigint order by id`.execute(ctx.db);
  const adjustments = rows.flatMap((one) => {
    const amount = shareOf(one, report);
    return amount === 0 ? [] : [{ event: one.event, amount, basis: one.basis }];
  });
  const { model, statistics, seen } = baseline.fit;
  const told = periods.map((one) => ({ at: one.at, expected: predictUse(model, one), actual: one.use }));
  const avoided = avoidedUse(told, adjustments);
  const uncertainty = savingsUncertainty({
    cvRmsePercent: statistics.cvRmsePercent,
    n: statistics.n,
    p: statistics.p,
    autocorrelation: statistics.autocorrelation,
    m: periods.length,
    savedPercent: avoided.savedPercent ?? 0,
    ...(avoided.expected > 0 ? { meanRatio: (statistics.meanY * periods.length) / avoided.expected } : {}),
  });
  const statement = savingsStatement({
    avoided,
    adjustments,
    quantity: quantityOf(baseline.energy) ?? 'electricity',
    statistics,
    qualification: qualifyBaseline(statistics, baseline.grain, dataOf(baseline)),
    uncertainty,
    unseenPercent: unseenPercent(seen, periods),
  });
  // The statement stands on days: who signs it has to know what they leave out.
  const late = await adjustmentsUsedIn(
    ctx.db,
    node.meters.map(({ id }) => id),
    { from: monthOf(report.from), to: monthOf(report.to) },
  );
  const missing = baseline.grain === 'day' ? daysIn(report) - periods.length : 0;
  return {
    avoided,
    uncertainty,
    statement,
    told,
    complete,
    notes: [
      ...statement.notes,
      ...(missing > 0 ? [`报告期有 ${missing} 天缺用量或气温，两边都没有计入`] : []),
      ...late.map(
        ({ serial, fromMonth, quantity }) =>
          `${fromMonth} 另有月锁后调整 ${quantity.replace('-', '−')} ${baseline.unit}（${serial}），未计入实际用量；需要计入的请登记为非常规调整`,
      ),
      ...(baseline.grain === 'month' ? [`只计整月：${periods.map(({ at }) => at).join('、')}`] : []),
    ],
  };
}

async function statementOf(ctx: Ctx, project: string, baseline: Stored, report: Span): Promise<StatementBody> {
  const saved = await savedOf(ctx, await reportProject(ctx, project), baseline, report);
  if (typeof saved === 'string') throw invalid([{ path: 'Report', message: saved }]);
  const { statement, told } = saved;
  return {
    Words: statement.words,
    Qualified: statement.qualified,
    Notes: [...saved.notes],
    Complete: saved.complete,
    Lines: statement.lines.map(({ label, text, unit, source }) => ({
      Label: label,
      Text: text,
      Unit: unit,
      Source: source.text,
      Unchecked: source.check === true,
    })),
    Periods: told.map(({ at, expected, actual }) => ({
      At: at,
      Expected: rounded(expected, 2),
      Actual: rounded(actual, 2),
    })),
  };
}

export async function readBaseline(
  ctx: Ctx,
  input: z.output<typeof baselineRead>,
): Promise<BaselineRow[] | BaselineTrial | BaselineStatement> {
  const seen = await seenProject(ctx, ctx.db, input.ProjectCode);
  const { code } = seen;
  if (input.Id !== undefined && input.Report !== undefined) {
    const [baseline] = await storedOf(ctx.db, [code], input.Id);
    if (baseline === undefined) throw notFound('基线不存在，或已作废');
    const { Report: report, Version: version } = input;
    const body = await statementOf(ctx, code, baseline, report);
    return withSignatures(ctx, seen, rowOf(baseline), { report, body, version });
  }
  if (input.NodeId !== undefined && input.Date !== undefined)
    return trialOf(
      await fitted(ctx, { ProjectCode: code, NodeId: input.NodeId, Date: input.Date, Grain: input.Grain }),
      input.Grain,
    );
  return (await storedOf(ctx.db, [code])).map(rowOf);
}

type Input = z.output<typeof baselineInput>;

async function setBaseline(
  ctx: Ctx,
  input: Extract<Input, { readonly Action: 'set' }>,
): Promise<{ readonly Id: string }> {
  if (daysIn(input.Date) < LEAST_DAYS)
    throw invalid([
      { path: 'Date', message: `基线期须不少于12个月（${LEAST_DAYS} 天），现为 ${daysIn(input.Date)} 天` },
    ]);
  const { node, fit, data } = await fitted(ctx, input);
  return ctx.write(async (tx) => {
    const { code } = await seenProject(ctx, tx, input.ProjectCode);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`baseline ${code}`}, 0))`.execute(tx);
    // Pressed twice it is one baseline.
    const same = (await storedOf(tx, [code])).find(
      (one) =>
        one.name === input.Name &&
        one.node === node.id &&
        one.from === input.Date.from &&
        one.to === input.Date.to &&
        one.grain === input.Grain,
    );
    if (same !== undefined) return { Id: same.id };
    const { rows } = await sql<{ id: string }>`
      insert into energy_baseline (project_code, name, node, node_name, energy, unit, from_day, to_day, grain, fit, complete, days, created_by)
      values (${code}, ${input.Name}, ${node.id}, ${node.name}, ${node.energy}, ${node.unit}, ${input.Date.from}, ${input.Date.to}, ${input.Grain},
        ${JSON.stringify(fit)}::jsonb, ${data.completePercent}, ${data.days}, ${ctx.session.userId}) returning id::text`.execute(
      tx,
    );
    await trail(tx, ctx, {
      kind: '业务',
      action: '设为节能验证基线',
      object: `${code} ${node.name}【${input.Name}】`,
      after: {
        from: input.Date.from,
        to: input.Date.to,
        formula: formulaOf(fit.model),
        cvRmse: fit.statistics.cvRmsePercent,
      },
    });
    return { Id: rows[0]?.id ?? '' };
  });
}

async function sign(ctx: Ctx, input: Extract<Input, { readonly Action: 'sign' }>) {
  const { code } = await seenProject(ctx, ctx.db, input.ProjectCode);
  const [baseline] = await storedOf(ctx.db, [code], input.Id);
  if (baseline === undefined) throw notFound('基线不存在，或已作废');
  const body = await statementOf(ctx, code, baseline, input.Report);
  return { Id: input.Id, ...(await signStatement(ctx, code, rowOf(baseline), { input, body })) };
}

export const writeBaseline = async (
  ctx: Ctx,
  input: Input,
): Promise<{ readonly Id: string; readonly Version?: number }> => {
  if (input.Action === 'set') return setBaseline(ctx, input);
  if (input.Action === 'sign') return sign(ctx, input);
  return ctx.write(async (tx) => {
    const { code } = await seenProject(ctx, tx, input.ProjectCode);
    const [baseline] = await storedOf(tx, [code], input.Id);
    if (baseline === undefined) throw notFound('基线不存在，或已作废');
    const object = `${code} ${baseline.nodeName}【${baseline.name}】`;
    if (input.Action === 'void') {
      await sql`update energy_baseline set void_reason = ${input.Reason} where id = ${input.Id}::bigint`.execute(tx);
      await trail(tx, ctx, { kind: '业务', action: '作废基线', object, summary: input.Reason });
      return { Id: input.Id };
    }
    if (input.From > input.To) throw invalid([{ path: 'To', message: '结束日期不能早于开始日期' }]);
    const { Event: event, Amount: amount, Basis: basis } = input;
    await sql`insert into energy_baseline_adjustment (baseline_id, event, amount, basis, from_day, to_day, created_by)
      select ${input.Id}::bigint, ${event}, ${amount}, ${basis}, ${input.From}::date, ${input.To}::date, ${ctx.session.userId}
      where not exists (select from energy_baseline_adjustment where baseline_id = ${input.Id}::bigint and event = ${event} and amount = ${amount}
        and from_day = ${input.From}::date and to_day = ${input.To}::date)`.execute(tx);
    await trail(tx, ctx, {
      kind: '业务',
      action: '登记非常规调整',
      object,
      after: { event, amount, basis, from: input.From, to: input.To },
    });
    return { Id: input.Id };
  });
};
