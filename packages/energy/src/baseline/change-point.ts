/**
 * Change-point models: a base load, and slopes that begin at temperatures which are found together with them
 * (ASHRAE RP-1050: E = β₀ + β_c·max(0, T − T_c) + β_h·max(0, T_h − T)). Where a plant supplies on some days only, what the weather does counts on
 * those, and they may have a load of their own (d·营业天数 of catalogue `shared.baseline`): between its seasons a plant rests, however warm it is.
 */
import { tProbability } from './distributions.ts';
import { leastSquares } from './least-squares.ts';
import { type FitStatistics, fitStatistics } from './statistics.ts';

/** Use of one period and its weather: an hour or a day with one temperature, a month with its days' or its mean. */
export interface Observation {
  /** In the meter's unit. */
  readonly use: number;
  /** ℃ outdoors; what the period has of them counts alike. */
  readonly temperatures: readonly number[];
  /** How many parts the period has where there is one mean for all of them: the days of a month. */
  readonly parts?: number;
  /** Of each temperature what share of its day the plant supplied, 0 to 1; absent where it always does. */
  readonly supplied?: readonly number[];
}

export type ChangePointKind = 'mean' | 'cooling' | 'heating' | 'both';
export const CHANGE_POINT_KINDS: readonly ChangePointKind[] = ['mean', 'cooling', 'heating', 'both'];
const CHANGE_POINT_NAMES: Readonly<Record<ChangePointKind, string>> = {
  mean: '常数模型',
  cooling: '三参数制冷模型',
  heating: '三参数采暖模型',
  both: '五参数模型',
};

export interface Branch {
  /** Use for each part and K beyond the balance point. */
  readonly slope: number;
  /** ℃ at which it begins. */
  readonly balanceC: number;
}

export interface ChangePointModel {
  readonly kind: ChangePointKind;
  /** Use of each part whatever the weather: of an hour or a day, as the parts of the observations were. */
  readonly base: number;
  /** Use of each part of supply besides it; where it is there, weather counts on days of supply only. */
  readonly supply?: number;
  readonly cooling: Branch | null;
  readonly heating: Branch | null;
}

/** 「三参数制冷模型（按供能日）」. */
export const changePointName = ({ kind, supply }: Pick<ChangePointModel, 'kind' | 'supply'>): string =>
  `${CHANGE_POINT_NAMES[kind]}${supply === undefined ? '' : '（按供能日）'}`;

export interface Coefficient {
  readonly name: string;
  readonly value: number;
  readonly error: number;
  /** How likely chance alone gives one as large; of slopes as if the balance points had been known. */
  readonly probability: number;
}

export interface ChangePointFit {
  readonly model: ChangePointModel;
  readonly statistics: FitStatistics;
  readonly coefficients: readonly Coefficient[];
  /** Temperatures that the model has seen, ℃: outside them it guesses. */
  readonly seen: { readonly min: number; readonly max: number };
}

const PARAMETERS: Readonly<Record<ChangePointKind, number>> = { mean: 1, cooling: 3, heating: 3, both: 5 };
/** Points between the 2nd and 98th percentile of temperatures that are tried before the best are refined. */
const GRID = 30;

const partsOf = ({ parts, temperatures }: Observation): number => parts ?? temperatures.length;

/** Temperatures that a model looks at with how much each counts: of days of supply by its share, or all alike. */
const countedOf = (
  { temperatures, supplied }: Observation,
  bySupply: boolean,
): readonly { readonly t: number; readonly share: number }[] =>
  temperatures.flatMap((t, index) => {
    const share = bySupply ? (supplied?.[index] ?? 1) : 1;
    return share > 0 ? [{ t, share }] : [];
  });

/** How many of an observation's parts are of supply. */
const suppliedParts = (observation: Observation): number =>
  (countedOf(observation, true).reduce((total, { share }) => total + share, 0) / observation.temperatures.length) *
  partsOf(observation);

/** Mean over the temperatures of how far they are beyond a balance point, times the parts. */
function beyond(observation: Observation, bySupply: boolean, side: 'cooling' | 'heating', balanceC: number): number {
  let total = 0;
  for (const { t, share } of countedOf(observation, bySupply))
    total += share * Math.max(0, side === 'cooling' ? t - balanceC : balanceC - t);
  return (total / observation.temperatures.length) * partsOf(observation);
}

/** What each part of the model contributes to a period: together they are its prediction. */
export const loadsOf = (
  { base, supply, cooling, heating }: ChangePointModel,
  observation: Omit<Observation, 'use'>,
): { readonly base: number; readonly cooling: number; readonly heating: number } => {
  const whole = { use: 0, ...observation };
  const bySupply = supply !== undefined;
  return {
    base: base * partsOf(whole) + (supply ?? 0) * suppliedParts(whole),
    cooling: cooling === null ? 0 : cooling.slope * beyond(whole, bySupply, 'cooling', cooling.balanceC),
    heating: heating === null ? 0 : heating.slope * beyond(whole, bySupply, 'heating', heating.balanceC),
  };
};

/** Use of a period that the model expects at its weather. */
export const predictUse = (model: ChangePointModel, observation: Omit<Observation, 'use'>): number => {
  const loads = loadsOf(model, observation);
  return loads.base + loads.cooling + loads.heating;
};

/** Observations as flat columns: the search passes over them some hundred times. */
interface Prepared {
  readonly y: Float64Array;
  readonly parts: Float64Array;
  /** Parts for each temperature: as much as one of an observation's counts. */
  readonly each: Float64Array;
  /** What is there whatever the weather: parts, and those of supply. */
  readonly fixed: readonly Float64Array[];
  /** The same at right angles and of length one: what is left of a column besides them is told by products. */
  readonly axes: readonly Float64Array[];
  /** The temperatures that count in the order of the observations, by how much, and where each observation's end. */
  readonly temperatures: Float64Array;
  readonly shares: Float64Array;
  readonly ends: Int32Array;
  /** The same, ascending. */
  readonly sorted: Float64Array;
  /** Periods that have to lie beyond a balance point: fewer say nothing of a slope. */
  readonly least: number;
}

function prepare(observations: readonly Observation[], bySupply: boolean): Prepared {
  if (observations.length < 4) throw new RangeError(`${observations.length} periods for a baseline`);
  if (observations.some(({ temperatures }) => temperatures.length === 0))
    throw new RangeError('a period without weather');
  const counted = observations.map((one) => countedOf(one, bySupply));
  const temperatures = Float64Array.from(counted.flat(), ({ t }) => t);
  if (!observations.every((one) => one.temperatures.every(Number.isFinite)))
    throw new RangeError('a temperature is no number');
  if (!observations.every(({ use }) => Number.isFinite(use))) throw new RangeError('a use is no number');
  const parts = Float64Array.from(observations, partsOf);
  const fixed = bySupply ? [parts, Float64Array.from(observations, suppliedParts)] : [parts];
  let end = 0;
  return {
    y: Float64Array.from(observations, ({ use }) => use),
    parts,
    each: Float64Array.from(observations, (one) => partsOf(one) / one.temperatures.length),
    fixed,
    axes: axesOf(fixed),
    temperatures,
    shares: Float64Array.from(counted.flat(), ({ share }) => share),
    ends: Int32Array.from(counted, ({ length }) => {
      end += length;
      return end;
    }),
    sorted: temperatures.toSorted(),
    least: Math.max(3, Math.ceil(observations.length * 0.02)),
  };
}

const dot = (a: Float64Array, b: Float64Array): number => {
  let total = 0;
  for (let i = 0; i < a.length; i += 1) total += (a[i] as number) * (b[i] as number);
  return total;
};

/** Columns at right angles to each other, of length one. */
function axesOf(columns: readonly Float64Array[]): readonly Float64Array[] {
  const axes: Float64Array[] = [];
  for (const column of columns) {
    const rest = axes.reduce((left, axis) => {
      const share = dot(column, axis);
      return left.map((value, index) => value - share * (axis[index] as number));
    }, column);
    const length = Math.sqrt(dot(rest, rest));
    axes.push(rest.map((value) => value / length));
  }
  return axes;
}

const product = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((all, value, index) => all + value * (b[index] as number), 0);

/** How far each period is beyond a balance point, with its products that every trial needs. */
interface Hinge {
  readonly side: 'cooling' | 'heating';
  readonly at: number;
  readonly values: Float64Array;
  readonly onAxes: readonly number[];
  readonly withY: number;
  readonly withSelf: number;
  readonly enough: boolean;
}

function hingeAt(
  { y, each, axes, temperatures, shares, ends, least }: Prepared,
  side: Hinge['side'],
  at: number,
): Hinge {
  const sign = side === 'cooling' ? 1 : -1;
  const values = new Float64Array(y.length);
  let begin = 0;
  let beyondIt = 0;
  for (let row = 0; row < values.length; row += 1) {
    const end = ends[row] as number;
    let total = 0;
    for (let i = begin; i < end; i += 1)
      total += (shares[i] as number) * Math.max(0, sign * ((temperatures[i] as number) - at));
    values[row] = total * (each[row] as number);
    if (total > 0) beyondIt += 1;
    begin = end;
  }
  return {
    side,
    at,
    values,
    onAxes: axes.map((axis) => dot(values, axis)),
    withY: dot(values, y),
    withSelf: dot(values, values),
    enough: beyondIt >= least,
  };
}

interface Trial {
  readonly hinges: readonly Hinge[];
  readonly sse: number;
}

/**
 * Σ(y − ŷ)² of given hinges by the normal equations, which is exact enough to tell trials apart; the model that is found is fitted by QR.
 * Null where a slope would be downhill or stands on too few periods.
 */
function trialOf(
  { y, fixed }: Prepared,
  squares: { readonly y: number; readonly onAxes: readonly number[] },
  hinges: readonly Hinge[],
): Trial | null {
  if (y.length <= hinges.length + fixed.length || hinges.some(({ enough }) => !enough)) return null;
  // What of each hinge and of y the fixed columns do not say already.
  const rest = hinges.map(({ onAxes, withY, withSelf }) => ({
    self: withSelf - product(onAxes, onAxes),
    y: withY - product(onAxes, squares.onAxes),
  }));
  const unexplained = squares.y - product(squares.onAxes, squares.onAxes);
  const [first, second] = rest;
  if (first === undefined) return { hinges, sse: unexplained };
  if (second === undefined) {
    const slope = first.y / first.self;
    return slope > 0 ? { hinges, sse: unexplained - slope * first.y } : null;
  }
  const [a, b] = hinges as readonly [Hinge, Hinge];
  const cross = dot(a.values, b.values) - product(a.onAxes, b.onAxes);
  const determinant = first.self * second.self - cross * cross;
  if (!(determinant > 1e-9 * first.self * second.self)) return null;
  const slopes = [
    (first.y * second.self - second.y * cross) / determinant,
    (second.y * first.self - first.y * cross) / determinant,
  ] as const;
  return slopes[0] > 0 && slopes[1] > 0
    ? { hinges, sse: unexplained - slopes[0] * first.y - slopes[1] * second.y }
    : null;
}

const better = (a: Trial | null, b: Trial | null): Trial | null =>
  b === null || (a !== null && a.sse <= b.sse) ? a : b;

/** Least of a function between two points (golden section); it need not be smooth. */
function golden(low: number, high: number, trial: (x: number) => Trial | null): Trial | null {
  const ratio = (Math.sqrt(5) - 1) / 2;
  let [a, b] = [low, high];
  let best: Trial | null = null;
  for (let step = 0; step < 24 && b - a > 0.005; step += 1) {
    const left = trial(b - ratio * (b - a));
    const right = trial(a + ratio * (b - a));
    best = better(best, better(left, right));
    if ((left?.sse ?? Number.POSITIVE_INFINITY) <= (right?.sse ?? Number.POSITIVE_INFINITY)) b = a + ratio * (b - a);
    else a = b - ratio * (b - a);
  }
  return best;
}

const SIDES: Readonly<Record<ChangePointKind, readonly Hinge['side'][]>> = {
  mean: [],
  cooling: ['cooling'],
  heating: ['heating'],
  both: ['cooling', 'heating'],
};

/** Grid first, then each balance point in turn between its neighbours on the grid. */
function search(prepared: Prepared, kind: ChangePointKind): Trial | null {
  const { sorted, axes, y } = prepared;
  const squares = { y: dot(y, y), onAxes: axes.map((axis) => dot(axis, y)) };
  const attempt = (hinges: readonly Hinge[]): Trial | null => trialOf(prepared, squares, hinges);
  const sides = SIDES[kind];
  if (sides.length === 0) return attempt([]);
  if (sorted.length === 0) return null;
  const percentile = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] as number;
  const low = percentile(0.02);
  const step = (percentile(0.98) - low) / GRID;
  if (step === 0) return null;
  const [first = [], second] = sides.map((side) =>
    Array.from({ length: GRID + 1 }, (_, index) => hingeAt(prepared, side, low + index * step)),
  );
  const all =
    second === undefined
      ? first.map((hinge) => [hinge])
      : first.flatMap((cooling) =>
          second.filter((heating) => heating.at <= cooling.at).map((heating) => [cooling, heating]),
        );
  let best: Trial | null = null;
  for (const hinges of all) best = better(best, attempt(hinges));
  // Two points that depend on each other settle in a few rounds.
  for (let turn = 0; best !== null && turn < sides.length * 3; turn += 1) {
    const at = turn % sides.length;
    const hinges: readonly Hinge[] = best.hinges;
    const moved = hinges[at] as Hinge;
    const other = hinges[1 - at]?.at;
    const floor = moved.side === 'cooling' ? (other ?? Number.NEGATIVE_INFINITY) : Number.NEGATIVE_INFINITY;
    const ceiling = moved.side === 'heating' ? (other ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
    best = better(
      best,
      golden(Math.max(moved.at - step, floor), Math.min(moved.at + step, ceiling), (x) =>
        attempt(hinges.with(at, hingeAt(prepared, moved.side, x))),
      ),
    );
  }
  return best;
}

/** Whether some days are of supply and some are not: only then can they be told apart. */
const suppliesAtTimes = (observations: readonly Observation[]): boolean => {
  const shares = observations.map((one) => suppliedParts(one) / partsOf(one));
  return shares.some((share) => share !== shares[0]);
};

/**
 * The best model of one kind; null where its slopes are not upward or stand on fewer than 3 periods or 2 % of them, or where all days are alike in
 * whether there is supply and the model goes by that.
 * @throws RangeError for fewer than 4 periods, a period without weather, what is no number, or a mean use of zero.
 */
export function fitChangePoint(
  observations: readonly Observation[],
  kind: ChangePointKind,
  bySupply = false,
): ChangePointFit | null {
  if (bySupply && !suppliesAtTimes(observations)) return null;
  const prepared = prepare(observations, bySupply);
  const parameters = PARAMETERS[kind] + (bySupply ? 1 : 0);
  if (observations.length <= parameters) return null;
  const trial = search(prepared, kind);
  if (trial === null) return null;
  const { hinges } = trial;
  const fit = leastSquares([...prepared.fixed, ...hinges.map(({ values }) => values)], prepared.y);
  if (!fit.ok) return null;
  const { coefficients, errors } = fit;
  const fixed = prepared.fixed.length;
  const branch = (side: Hinge['side']): Branch | null => {
    const index = hinges.findIndex((hinge) => hinge.side === side);
    return index < 0 ? null : { balanceC: (hinges[index] as Hinge).at, slope: coefficients[index + fixed] as number };
  };
  const model: ChangePointModel = {
    kind,
    base: coefficients[0] as number,
    ...(bySupply ? { supply: coefficients[1] as number } : {}),
    cooling: branch('cooling'),
    heating: branch('heating'),
  };
  const names = [
    '基荷',
    ...(bySupply ? ['供能日'] : []),
    ...hinges.map(({ side }) => (side === 'cooling' ? '制冷斜率' : '采暖斜率')),
  ];
  const seen = observations.flatMap(({ temperatures }) => temperatures);
  return {
    model,
    statistics: fitStatistics(
      prepared.y,
      observations.map((one) => predictUse(model, one)),
      parameters,
    ),
    coefficients: coefficients.map((value, index) => {
      const error = errors[index] as number;
      return {
        name: names[index] as string,
        value,
        error,
        probability: tProbability(value / error, observations.length - parameters),
      };
    }),
    seen: { min: Math.min(...seen), max: Math.max(...seen) },
  };
}

export interface Selection {
  readonly chosen: ChangePointFit;
  /** Every kind with its fit, and why it was not taken. */
  readonly tried: readonly {
    /** 「三参数制冷模型」. */
    readonly name: string;
    readonly fit: ChangePointFit | null;
    readonly words: string;
  }[];
}

/** A slope that chance gives as often as this is none. */
const SIGNIFICANT = 0.05;
/** Models whose criteria lie closer than this are told apart by nothing: the simpler is taken. */
const INDISTINCT = 2;

/**
 * The model that says most with least: of those whose slopes are significant the one of least AICc, or a simpler one within 2 of it.
 * @throws RangeError as `fitChangePoint`.
 */
export function selectChangePoint(observations: readonly Observation[]): Selection {
  const fits = (suppliesAtTimes(observations) ? [false, true] : [false]).flatMap((bySupply) =>
    CHANGE_POINT_KINDS.map((kind) => ({
      name: changePointName({ kind, ...(bySupply ? { supply: 0 } : {}) }),
      fit: fitChangePoint(observations, kind, bySupply),
    })),
  );
  // A plant that uses nothing but what the weather asks for has no load of its own on days of supply; they still say when the weather counts.
  const toProve = ({ model, coefficients }: ChangePointFit) =>
    coefficients.slice(model.supply === undefined || model.kind === 'mean' ? 1 : 2);
  const sound = fits.flatMap(({ fit }) =>
    fit !== null && toProve(fit).every(({ probability }) => probability < SIGNIFICANT) ? [fit] : [],
  );
  const least = Math.min(...sound.map(({ statistics }) => statistics.aicc));
  const chosen = sound
    .filter(({ statistics }) => statistics.aicc - least <= INDISTINCT || statistics.aicc === least)
    .toSorted((a, b) => a.statistics.p - b.statistics.p || a.statistics.aicc - b.statistics.aicc)[0];
  if (chosen === undefined) throw new RangeError('no model fits these periods');
  return {
    chosen,
    tried: fits.map(({ name, fit }) => ({ name, fit, words: wordsOf(fit, chosen, sound) })),
  };
}

function wordsOf(fit: ChangePointFit | null, chosen: ChangePointFit, sound: readonly ChangePointFit[]): string {
  if (fit === null) return '用量不随温度这样变化';
  if (fit === chosen) return '采用';
  if (!sound.includes(fit)) return '斜率不显著（p ≥ 0.05）';
  return fit.statistics.p > chosen.statistics.p ? '参数更多而没有更准' : '不如采用的模型准';
}

/** % of temperatures that lie outside what the baseline has seen: there it guesses, and a statement says so. */
export function unseenPercent(seen: ChangePointFit['seen'], observations: readonly Omit<Observation, 'use'>[]): number {
  const all = observations.flatMap(({ temperatures }) => temperatures);
  const unseen = all.filter((t) => t < seen.min || t > seen.max).length;
  return all.length === 0 ? 0 : (unseen / all.length) * 100;
}
