/**
 * What energy cost: the main meters' days times the price of each day, tax included. Amounts are exact and not rounded, so that days, months
 * and projects add up; what has no price is said and never counts as zero. Basic fee and 力调 belong to months (`monthCosts`).
 */
import { CARRIERS } from '@hengneng/energy/factors';
import { costOf, type Exact, exact, exactText, monthEnd, withTax } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { agreedAdjustments } from '../periods/agreed.ts';
import { storedPrices, versionOf } from '../prices/index.ts';
import { mainMeters } from '../things/index.ts';
import { type Group, ladderOf, ladderWindow, type Main, type Priced, segmentsOf, type Span } from './segments.ts';
import { type Term, termsOf } from './terms.ts';
import { type By, type Used, usedUnder } from './used.ts';

/** Of one energy of a project on a day or in a month. Decimal text. */
export interface EnergyCost {
  readonly project: string;
  /** `YYYY-MM-DD`, `YYYY-MM`, or empty for a whole span. */
  readonly at: string;
  readonly code: string;
  /** Yuan of what has a price; null where nothing has one. */
  readonly amount: string | null;
  readonly usage: string;
  /** Of the usage what has a price. */
  readonly priced: string;
  /** Why the amount is not whole; empty where it is. */
  readonly problems: readonly string[];
}

export interface MonthCost extends EnergyCost {
  /** 基本电费 and 力调电费, in the amount; null where the price asks for none. */
  readonly basic: string | null;
  readonly powerFactor: string | null;
  /** Whether an adjustment brought it, of a month before. */
  readonly adjusted?: true;
}

/** One energy under one version. */
export interface CostLine {
  readonly group: Group;
  readonly at: string;
  readonly usage: Exact;
  readonly priced: Exact;
  /** Without surcharges, before tax on top. */
  readonly energy: Exact;
  /** With surcharges and tax. */
  readonly amount: Exact;
  readonly problem: string | null;
}

const BOUGHT: readonly string[] = CARRIERS;
/** Whether an energy is bought, so that it ought to have a price. */
export const isBought = (code: string): boolean => BOUGHT.includes(code);
const YEARS_BACK = 1;

/** What is made here costs nothing, unless something of it has a price. */
async function mainsOf(db: Db | Tx, projects: readonly string[]): Promise<readonly Main[]> {
  const { rows } = await sql<Main>`with ${mainMeters(projects)},
    priced as materialized (select distinct p.project_code, coalesce(c.parent_id, c.id) as energy_id
      from energy_price p join energy_category c on c.id = p.category_id
      where p.project_code = any(${[...projects]}::text[]) and p.deleted_at is null)
    select device_id::text as meter, project_code as project, code, category_id::text as category, energy_id::text as energy,
      used_from::text as "usedFrom", used_to::text as "usedTo" from main
    where code = any(${[...BOUGHT]}::text[]) or exists (select from priced p where p.project_code = main.project_code and p.energy_id = main.energy_id)
    order by device_id`.execute(db);
  return rows;
}

const spanWords = (first: string, last: string): string => (first === last ? first : `${first} 至 ${last}`);

function problemOf({ price, code }: Group, used: Used): string | null {
  if (price === null)
    return isBought(code) && exact(used.usage) !== 0n ? `${spanWords(used.first, used.last)} 无单价` : null;
  return exact(used.unsplit) === 0n ? null : `${spanWords(used.first, used.last)} 没有分时用量，不能按分时电价计费`;
}

const NO_SPLIT = { sharp: 0n, peak: 0n, flat: 0n, valley: 0n } as const;

/** Prices what was used; ladders go on from what stands before in their month or year. */
function linesOf(groups: readonly Group[], used: readonly Used[]): readonly CostLine[] {
  const from = (row: Used): string => groups[row.group]?.price?.version.from ?? '';
  const ladders = new Map<string, { window: string; used: Exact }>();
  return used
    .toSorted((a, b) => (a.at === b.at ? (from(a) < from(b) ? -1 : 1) : a.at < b.at ? -1 : 1))
    .flatMap((row): CostLine[] => {
      const group = groups[row.group];
      if (group === undefined) return [];
      const { price } = group;
      const usage = exact(row.usage);
      const line = { group, at: row.at, usage, problem: problemOf(group, row) };
      if (price === null) return [{ ...line, priced: 0n, energy: 0n, amount: 0n }];
      const window = ladderWindow(price.version, row.at);
      const standing = ladders.get(ladderOf(price));
      const behind = standing !== undefined && standing.window === window ? standing.used : 0n;
      if (window !== null) ladders.set(ladderOf(price), { window, used: behind + usage });
      if (row.before) return [];
      const tou =
        price.version.energy.mode === 'tou'
          ? { sharp: exact(row.sharp), peak: exact(row.peak), flat: exact(row.flat), valley: exact(row.valley) }
          : NO_SPLIT;
      const cost = costOf(price.version, { usage, tou, unsplit: exact(row.unsplit) }, behind);
      const amount = withTax(cost.energy + cost.surcharge, price.version.tax);
      return [{ ...line, priced: cost.priced, energy: cost.energy, amount }];
    });
}

export interface Priceable {
  readonly mains: readonly Main[];
  readonly prices: readonly Priced[];
}

export async function loadPriceable(db: Db | Tx, projects: readonly string[], span: Span): Promise<Priceable> {
  // A ladder's year may have begun under an earlier price.
  const since = `${Number(span.from.slice(0, 4)) - YEARS_BACK}-01-01`;
  const [mains, stored] = await Promise.all([
    mainsOf(db, projects),
    storedPrices(db, projects, { from: since, to: span.to }),
  ]);
  const prices = stored.map((one): Priced => {
    const { project, categoryId, meter, capacity } = one;
    return { version: versionOf(one), project, category: categoryId, meter, capacity };
  });
  return { mains, prices };
}

async function linesUnder(db: Db | Tx, { mains, prices }: Priceable, span: Span, by: By): Promise<readonly CostLine[]> {
  const { groups, segments } = segmentsOf(mains, prices, span);
  return linesOf(groups, await usedUnder(db, groups, segments, by));
}

const keyOf = ({ group: { project, code }, at }: CostLine): string => `${project} ${at} ${code}`;

function costOfLines(lines: readonly CostLine[]): EnergyCost | null {
  const [first] = lines;
  if (first === undefined) return null;
  const { at, group } = first;
  const total = (of: (line: CostLine) => Exact): string => exactText(lines.reduce((sum, line) => sum + of(line), 0n));
  // Heat and cold that are made here have no price, and cost nothing of their own.
  if (!isBought(group.code) && lines.every((line) => line.group.price === null)) return null;
  return {
    project: group.project,
    at,
    code: group.code,
    amount: lines.some((line) => line.priced !== 0n || (line.group.price !== null && line.usage === 0n))
      ? total(({ amount }) => amount)
      : null,
    usage: total(({ usage }) => usage),
    priced: total(({ priced }) => priced),
    problems: [...new Set(lines.flatMap(({ problem }) => (problem === null ? [] : [problem])))],
  };
}

const collected = (lines: readonly CostLine[]): readonly EnergyCost[] =>
  [...Map.groupBy(lines, keyOf).values()].flatMap((some) => costOfLines(some) ?? []);

/** By day, both ends included, of any number of projects. Days without figures have no row. */
export const dayCosts = async (db: Db | Tx, projects: readonly string[], span: Span): Promise<readonly EnergyCost[]> =>
  collected(await linesUnder(db, await loadPriceable(db, projects, span), span, 'day'));

/** With basic fee and 力调 of their months. */
function withTerms(lines: readonly CostLine[], terms: readonly Term[]): readonly MonthCost[] {
  const byKey = Map.groupBy(terms, ({ project, at, code }) => `${project} ${at} ${code}`);
  return collected(lines).map((cost): MonthCost => {
    const own = byKey.get(`${cost.project} ${cost.at} ${cost.code}`) ?? [];
    const sum = (of: 'basic' | 'powerFactor'): Exact | null =>
      own.reduce<Exact | null>((all, one) => (one[of] === null ? all : (all ?? 0n) + one[of]), null);
    const [basic, powerFactor] = [sum('basic'), sum('powerFactor')];
    const text = (value: Exact | null): string | null => (value === null ? null : exactText(value));
    const amount =
      cost.amount === null && basic === null && powerFactor === null
        ? null
        : exactText(exact(cost.amount ?? '0') + (basic ?? 0n) + (powerFactor ?? 0n));
    return {
      ...cost,
      amount,
      basic: text(basic),
      powerFactor: text(powerFactor),
      problems: [...new Set([...cost.problems, ...own.flatMap(({ problems }) => problems)])],
    };
  });
}

const daysOfMonths = ({ from, to }: Span): Span => ({ from: `${from}-01`, to: monthEnd(to) });

/** Rows of their own, so that whoever adds up has them in and whoever lists can tell them apart. */
const adjustedCosts = async (db: Db | Tx, projects: readonly string[], months: Span): Promise<readonly MonthCost[]> =>
  (await agreedAdjustments(db, projects, months)).map(({ project, month: at, code, amount, quantity }) => ({
    project,
    at,
    code,
    amount,
    usage: quantity,
    priced: amount === null ? '0' : quantity,
    basic: null,
    powerFactor: null,
    adjusted: true,
    problems: amount === null && isBought(code) ? ['有调整未填调整金额'] : [],
  }));

const monthlyCosts = async (
  db: Db | Tx,
  projects: readonly string[],
  loaded: Priceable,
  months: Span,
  by: 'month' | 'span',
  today: string,
): Promise<readonly MonthCost[]> => {
  const [lines, adjusted] = await Promise.all([
    linesUnder(db, loaded, daysOfMonths(months), by),
    adjustedCosts(db, projects, months),
  ]);
  return [...withTerms(lines, await termsOf(db, { ...loaded, lines, months, today })), ...adjusted];
};

/**
 * By month, both ends included, of any number of projects, with basic fee, 力调 and the adjustments that months took up.
 * @param months `YYYY-MM`
 * @param today of a month under way the basic fee counts the days before
 */
export const monthCosts = async (
  db: Db | Tx,
  projects: readonly string[],
  months: Span,
  today: string,
): Promise<readonly MonthCost[]> =>
  monthlyCosts(db, projects, await loadPriceable(db, projects, daysOfMonths(months)), months, 'month', today);

/**
 * The same for whole spans of months, each by itself: one sum for each energy and price instead of one a month. What goes by months, as
 * ladders do, is still told by month; whoever wants one figure adds them up.
 */
export async function spanCosts(
  db: Db | Tx,
  projects: readonly string[],
  spans: readonly Span[],
  today: string,
): Promise<readonly (readonly MonthCost[])[]> {
  const first = spans.map(({ from }) => from).toSorted()[0];
  const last = spans
    .map(({ to }) => to)
    .toSorted()
    .at(-1);
  if (first === undefined || last === undefined) return [];
  const loaded = await loadPriceable(db, projects, daysOfMonths({ from: first, to: last }));
  return Promise.all(spans.map((months) => monthlyCosts(db, projects, loaded, months, 'span', today)));
}
