/** 变化报表: what two periods of a project differ by, taken apart by weather, area, hours, efficiency and what is left. */
import { CHANGE_PLACES, type ChangeMeasure, type ChangeReport, type changeInput } from '@hengneng/contracts';
import { loadsOf, selectChangePoint } from '@hengneng/energy/baseline';
import { degreeDays } from '@hengneng/energy/climate';
import { type Change, explainChange, shownRest, weatherShareOf } from '@hengneng/energy/explain';
import {
  addDays,
  CHINA,
  dayAt,
  daysFrom,
  daysIn,
  daysThrough,
  lastYearOf,
  monthOf,
  previousOf,
  WHOLE_FROM,
} from '@hengneng/energy/measuring';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { areaChanges, areaOn } from '../../projects/index.ts';
import { dayCosts, type EnergyCost, seesCostPrices, seesCosts, sumCosts } from '../costs/index.ts';
import { agreedAdjustments } from '../periods/agreed.ts';
import {
  adjustmentWords,
  dayFigures,
  type Figure,
  type ReportProject,
  reportProject,
  type Weather,
  weatherOf,
} from '../reports/figures.ts';
import { machineHours } from '../runs/index.ts';
import { coalOf, copOf, qualityOf, rounded, sumUsage } from '../reports/sums.ts';
import { notesOf } from './notes.ts';
import type { Span } from './usage.ts';

export const CHANGE_PATH = '/operationContent/stateMents/varyStateMents';
const MOST_DAYS = 366;
const YEAR = 365;
/** Days that a model of the weather stands on at least. */
const LEAST_MODEL_DAYS = 28;
const SAME_FACTOR = 0.001;

export type Asked = z.output<typeof changeInput>;

/** As the page and the notes name a pair of periods. */
export const periodName = (now: Span, base: Span): string => `${now.from}~${now.to}/${base.from}~${base.to}`;

interface ModelDay {
  readonly use: number;
  readonly meanC: number;
}
export interface WeatherPart {
  /** Of the base period's use, 0 to 1. */
  readonly share: number;
  readonly r2: number;
  /**
   * Degree days of a day, from where this use begins to follow the weather: those above 26 ℃ double with two warm degrees while a building that is
   * cooled from 17 ℃ on hardly uses more.
   */
  readonly degrees: (meanC: number) => number;
  /** Where they begin. */
  readonly words: string;
}

/** How much of a period's use follows the weather, by a model of a year's days; null where there are too few of them. */
export function weatherPart(year: readonly ModelDay[], base: readonly ModelDay[]): WeatherPart | null {
  const used = year.reduce((sum, { use }) => sum + use, 0);
  if (year.length < LEAST_MODEL_DAYS || used <= 0 || base.length === 0) return null;
  const { chosen } = selectChangePoint(year.map(({ use, meanC }) => ({ use, temperatures: [meanC] })));
  const loads = base.map(({ meanC }) => loadsOf(chosen.model, { temperatures: [meanC] }));
  const sum = (part: 'base' | 'cooling' | 'heating'): number =>
    loads.reduce((all, one) => all + Math.max(0, one[part]), 0);
  const parts = { base: sum('base'), cooling: sum('cooling'), heating: sum('heating') };
  if (parts.base + parts.cooling + parts.heating <= 0) return null;
  const { cooling, heating } = chosen.model;
  // A degree of the cold may take more than one of the heat: they count by what they take.
  const steepest = Math.max(cooling?.slope ?? 0, heating?.slope ?? 0);
  const branches = [
    ...(cooling === null ? [] : [{ ...cooling, sign: 1, name: '供冷' }]),
    ...(heating === null ? [] : [{ ...heating, sign: -1, name: '采暖' }]),
  ].filter(({ slope }) => slope > 0);
  return {
    share: weatherShareOf(parts),
    r2: chosen.statistics.r2,
    degrees: (meanC) =>
      branches.reduce(
        (all, { slope, sign, balanceC }) => all + (slope / steepest) * Math.max(0, sign * (meanC - balanceC)),
        0,
      ),
    words: branches.map(({ name, balanceC }) => `${name}自 ${balanceC.toFixed(1)} ℃`).join('、'),
  };
}

/** Without a model by the usual ones, which then explain nothing. */
const degreesOf = (weather: readonly Weather[], { from, to }: Span, part: WeatherPart | null): number | null => {
  const days = weather.filter(({ day }) => day >= from && day <= to);
  // A period whose weather is half known has not half of its degree days.
  if (days.length < daysIn({ from, to })) return null;
  if (part !== null) return days.reduce((sum, { meanC }) => sum + part.degrees(meanC), 0);
  return (degreeDays(days, 'cooling').value ?? 0) + (degreeDays(days, 'heating').value ?? 0);
};

const within = <T extends { readonly at: string }>(figures: readonly T[], { from, to }: Span): readonly T[] =>
  figures.filter(({ at }) => at >= from && at <= to);

/** What a measure makes of figures of one or several energies: kWh and m³ of themselves, kgce by factors, yuan by prices. */
interface Valued {
  /** Energies that make it up. */
  readonly codes: readonly string[];
  /** Null where nothing is known, a factor is missing, or something has no price. */
  of(figures: readonly Figure[]): number | null;
}

function valuedBy(
  measure: ChangeMeasure,
  figures: readonly Figure[],
  costs: readonly EnergyCost[],
  project: ReportProject,
): Valued {
  const known = (list: readonly Figure[]): readonly Figure[] => list.filter((one) => one.known);
  if (measure === 'elec' || measure === 'gas')
    return { codes: [measure], of: (list) => (known(list).length === 0 ? null : Number(sumUsage(known(list)))) };
  const codes = project.energies.map(({ code }) => code);
  if (measure === 'coal') {
    const kgce = (list: readonly Figure[]): number | null => coalOf(known(list), project).kgce;
    return { codes: codes.filter((code) => kgce(figures.filter((one) => one.code === code)) !== null), of: kgce };
  }
  const paid = new Map(costs.map((one) => [`${one.code} ${one.at}`, one]));
  return {
    codes: codes.filter((code) => costs.some((one) => one.code === code && one.amount !== null)),
    of: (list) => {
      const found = known(list).flatMap(({ code, at }) => paid.get(`${code} ${at}`) ?? []);
      const { amount, problems } = sumCosts(found);
      return amount === null || problems.length > 0 ? null : Number(amount);
    },
  };
}

interface Explained {
  readonly code: string;
  readonly name: string;
  readonly change: Change;
}

interface Sides {
  readonly now: Span;
  readonly base: Span;
}

/** Of each period, null where it is not known. */
type Facts = Readonly<Record<keyof Sides, number | null>>;

/** One energy's change; its coal factors stand for its price. */
function explain(
  code: string,
  { now, base }: Sides,
  figures: readonly Figure[],
  weather: readonly Weather[],
  project: ReportProject,
  {
    valued,
    measure,
    hours,
    area,
  }: {
    readonly valued: Valued | null;
    readonly measure: ChangeMeasure;
    /** Of all machines together. */
    readonly hours: Facts;
    /** m², at the end of the period. */
    readonly area: Facts;
  },
): Explained | null {
  const own = figures.filter((one) => one.code === code && one.known);
  const [mine, theirs] = [within(own, now), within(own, base)];
  if (mine.length === 0 || theirs.length === 0) return null;
  const [use, useThen] = [Number(sumUsage(mine)), Number(sumUsage(theirs))];
  if (use < 0 || useThen < 0) return null;
  const warmth = new Map(weather.map(({ day, meanC }) => [day, meanC]));
  const sound = (list: readonly Figure[]): readonly ModelDay[] =>
    list.flatMap((one) => {
      const meanC = warmth.get(one.at);
      const whole = one.got >= one.due && Number(one.estimated) === 0 && !one.doubtful;
      return meanC === undefined || !whole ? [] : [{ use: Number(one.usage), meanC }];
    });
  const year = within(own, { from: addDays(now.to, -YEAR), to: now.to });
  const part = weatherPart(sound(year), sound(theirs));
  const priceOf = (list: readonly Figure[], used: number): number | null => {
    const value = valued === null || used === 0 ? null : valued.of(list);
    return value === null ? null : value / used;
  };
  const [priceNow, priceThen] = [priceOf(mine, use), priceOf(theirs, useThen)];
  // Coal is told to a tenth of a kilogram: what differs by less is one factor.
  const alike = priceNow !== null && priceThen !== null && Math.abs(priceNow / priceThen - 1) < SAME_FACTOR;
  const price = measure === 'coal' && alike ? priceThen : priceNow;
  // What was not used has no price of its own; what was used and has none cannot be told of.
  if (valued !== null && ((price === null && use > 0) || (priceThen === null && useThen > 0))) return null;
  // Only what drives the machines is used longer by them, and better or worse.
  const driven = code === 'elec' || code === 'gas';
  const copIn = (span: Span): number | null => (driven ? copOf(within(figures, span), project.energies) : null);
  const change = explainChange({
    base: {
      use: useThen,
      degreeDays: degreesOf(weather, base, part),
      load: area.base,
      hours: driven ? hours.base : null,
      efficiency: copIn(base),
      price: priceThen ?? price,
    },
    now: {
      use,
      degreeDays: degreesOf(weather, now, part),
      load: area.now,
      hours: driven ? hours.now : null,
      efficiency: copIn(now),
      price: price ?? priceThen,
    },
    weatherShare: part?.share ?? 0,
    ...(part === null ? {} : { r2: part.r2 }),
  });
  const told = change.parts.map((one) =>
    one.factor === 'weather' && part !== null && part.words !== '' && one.basis.startsWith('度日数')
      ? { ...one, basis: `${one.basis}（${part.words}起算）` }
      : one,
  );
  const name = project.energies.find((one) => one.code === code)?.name ?? code;
  return { code, name, change: { ...change, parts: told } };
}

/** Parts of all energies under one factor, with what each is read from. */
function itemsOf(explained: readonly Explained[], measure: ChangeMeasure, mayPrice: boolean): ChangeReport['Items'] {
  const change = explained.reduce((sum, one) => sum + one.change.change, 0);
  const [first] = explained;
  if (first === undefined) return [];
  const places = CHANGE_PLACES[UNITS[measure]] ?? 0;
  const factors = [...new Set(explained.flatMap(({ change: { parts } }) => parts.map(({ factor }) => factor)))];
  const items = factors.flatMap((factor) => {
    const parts = explained.flatMap(({ name, change: { parts: all } }) =>
      all.flatMap((part) => (part.factor === factor ? [{ ...part, energy: name }] : [])),
    );
    const amount = parts.reduce((sum, part) => sum + part.amount, 0);
    // The price of coal is its factor: it is told where it changed.
    if (factor === 'price' && measure === 'coal' && Math.abs(amount) < 1e-6) return [];
    const hidden = factor === 'price' && measure === 'cost' && !mayPrice;
    const basis = hidden
      ? '您没有查看单价的权限'
      : new Set(parts.map((part) => part.basis)).size === 1 || explained.length === 1
        ? (parts[0]?.basis ?? '')
        : parts.map((part) => `${part.energy}：${part.basis}`).join('；');
    return [
      {
        Factor: factor === 'price' && measure === 'coal' ? '折标系数' : (parts[0]?.name ?? ''),
        Amount: rounded(amount, 3),
        Share: change === 0 ? null : rounded((amount / change) * 100, 1),
        Basis: basis.replaceAll(' 元', measure === 'coal' ? ' kgce' : ' 元'),
      },
    ];
  });
  const rest = shownRest({ ...sidesOf(explained), parts: items.map(({ Amount }) => Amount) }, places);
  return rest === 0
    ? items
    : [...items, { Factor: '尾差', Amount: rest, Share: null, Basis: '以上各数分别四舍五入，相加与总变化之差' }];
}

/** Both periods as they are told. */
const sidesOf = (explained: readonly Explained[]) => ({
  before: rounded(
    explained.reduce((sum, { change }) => sum + change.before, 0),
    3,
  ),
  after: rounded(
    explained.reduce((sum, { change }) => sum + change.after, 0),
    3,
  ),
});

const UNITS: Readonly<Record<ChangeMeasure, string>> = { cost: '元', coal: 'kgce', elec: 'kWh', gas: 'm³' };

function spansOf(asked: Asked): Sides {
  const now = asked.Period;
  const base =
    asked.Base === 'yoy' ? lastYearOf(now) : asked.Base === 'last' ? previousOf(now) : (asked.BasePeriod ?? now);
  return { now, base };
}

const touches = ({ now, base }: Sides, month: string): boolean =>
  [now, base].some(({ from, to }) => monthOf(from) <= month && month <= monthOf(to));

export async function readChange(ctx: Ctx, asked: Asked): Promise<ChangeReport> {
  const yesterday = addDays(dayAt(ctx.now.getTime(), CHINA), -1);
  if (asked.Measure === 'cost' && !seesCosts(ctx.session))
    throw invalid([{ path: 'Measure', message: '您没有查看金额的权限' }]);
  if (asked.Period.to > yesterday) throw invalid([{ path: 'Period', message: '本期只能到昨天' }]);
  const sides = spansOf(asked);
  for (const [path, span] of [
    ['Period', sides.now],
    ['BasePeriod', sides.base],
  ] as const)
    if (daysFrom(span.from, span.to) >= MOST_DAYS) throw invalid([{ path, message: `一期最多${MOST_DAYS}天` }]);
  if (sides.base.to > yesterday) throw invalid([{ path: 'BasePeriod', message: '对比期只能到昨天' }]);
  const project = await reportProject(ctx, asked.ProjectCode);
  const from = [sides.base.from, sides.now.from, addDays(sides.now.to, -YEAR)].toSorted()[0] ?? sides.base.from;
  const to = sides.now.to > sides.base.to ? sides.now.to : sides.base.to;
  const paidFrom = sides.base.from < sides.now.from ? sides.base.from : sides.now.from;
  const [figures, weather, said, costs, booked, ranNow, ranThen, areas] = await Promise.all([
    dayFigures(ctx.db, project.code, { from, to }, ctx.now),
    weatherOf(ctx.db, project.code, { from, to }),
    notesOf(ctx.db, CHANGE_PATH, project.code, periodName(sides.now, sides.base)),
    asked.Measure === 'cost' ? dayCosts(ctx.db, [project.code], { from: paidFrom, to }) : [],
    agreedAdjustments(ctx.db, [project.code], { from: monthOf(paidFrom), to: monthOf(to) }),
    machineHours(ctx.db, project.code, sides.now, ctx.now),
    machineHours(ctx.db, project.code, sides.base, ctx.now),
    areaChanges(ctx.db, project.code, paidFrom),
  ]);
  const areaAt = ({ to: day }: Span): number | null => Number(areaOn(areas, project.areaM2, day) ?? 0) || null;
  const valued = valuedBy(asked.Measure, figures, costs, project);
  const carriers = valued.codes;
  const measured = figures.filter(({ code }) => carriers.includes(code));
  const [mine, theirs] = [within(measured, sides.now), within(measured, sides.base)];
  const of = {
    valued: asked.Measure === 'elec' || asked.Measure === 'gas' ? null : valued,
    measure: asked.Measure,
    hours: { now: ranNow, base: ranThen },
    area: { now: areaAt(sides.now), base: areaAt(sides.base) },
  };
  const explained = carriers.flatMap((code) => explain(code, sides, figures, weather, project, of) ?? []);
  // What is known of one period only is no change: it is named and left out of both.
  const both = new Set(explained.map(({ code }) => code));
  const oneSided = carriers.filter(
    (code) => !both.has(code) && [...mine, ...theirs].some((one) => one.code === code && one.known),
  );
  const compared = <T extends { readonly code: string }>(list: readonly T[]): readonly T[] =>
    list.filter(({ code }) => both.has(code));
  const quality = qualityOf(compared(mine));
  const baseQuality = qualityOf(compared(theirs));
  const byDay = Map.groupBy(compared(measured), ({ at }) => at);
  const amountOn = (day: string | undefined): number | null =>
    day === undefined ? null : valued.of(byDay.get(day) ?? []);
  const beside = daysThrough(sides.base.from, sides.base.to);
  const short = [quality.complete, baseQuality.complete].some((complete) => complete !== null && complete < WHOLE_FROM);
  const shown = sidesOf(explained);
  return {
    projectName: project.name,
    asOf: ctx.now.toISOString(),
    pending: project.pending,
    Unit: UNITS[asked.Measure],
    MayCost: seesCosts(ctx.session),
    Period: sides.now,
    BasePeriod: sides.base,
    Now: both.size === 0 ? null : shown.after,
    Base: both.size === 0 ? null : shown.before,
    Items: itemsOf(explained, asked.Measure, seesCostPrices(ctx.session)),
    Complete: quality.complete,
    BaseComplete: baseQuality.complete,
    Estimated: quality.estimated,
    BaseEstimated: baseQuality.estimated,
    Doubtful: short,
    Days: daysThrough(sides.now.from, sides.now.to).map((day, index) => {
      const [now, base] = [amountOn(day), amountOn(beside[index])];
      return {
        Day: day,
        BaseDay: beside[index] ?? null,
        Now: now,
        Base: base,
        Difference: now === null || base === null ? null : rounded(now - base, 3),
      };
    }),
    Notes: [
      ...(daysIn(sides.now) === daysIn(sides.base)
        ? []
        : [`两期天数不同：本期 ${daysIn(sides.now)} 天，对比期 ${daysIn(sides.base)} 天，按总量比`]),
      ...oneSided.map(
        (code) =>
          `${project.energies.find((one) => one.code === code)?.name ?? code}${asked.Measure === 'cost' ? '只有一期有数据或电价、气价不全' : '只有一期有数据'}，未计入`,
      ),
      ...(short ? ['任一期完整率低于 95%，仅供参考'] : []),
      ...booked.flatMap(({ serial, code, month, fromMonth: at, quantity }) => {
        const energy = project.energies.find((one) => one.code === code);
        return energy === undefined || !carriers.includes(code) || !touches(sides, month)
          ? []
          : [`${adjustmentWords({ serial, from: at, quantity }, energy, month)}：在该月月报中，本表按逐日用量，不含`];
      }),
    ],
    Said: said.map(({ Row: _, ...one }) => one),
  };
}
