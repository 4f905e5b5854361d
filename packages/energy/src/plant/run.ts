/** 运行参数: what a machine showed at a moment. Judged at each key, turned into cold, COP and balance, and into the hours that it ran. */
import { BURNER_EFFICIENCY, type BalanceInput, type BalanceLimits, type HeatBalance, heatBalance } from './balance.ts';
import { eer, firedCop } from './efficiency.ts';
import { gasPower, heatPower } from './heat.ts';

export const RUN_MODES = ['制冷', '采暖', '热水', '停机'] as const;
export type RunMode = (typeof RUN_MODES)[number];
export const RESTING: RunMode = '停机';

/** What is read of a machine of a kind; `low` and `high` are where it is at home. */
export interface RunParam {
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly decimals: number;
  readonly low: number | null;
  readonly high: number | null;
}

export interface RunWord {
  /** Of the parameter, or `mode`. */
  readonly code: string;
  readonly message: string;
}

export interface RunJudged {
  /** What was given and can be a number. */
  readonly values: Readonly<Record<string, number>>;
  /** Cannot be kept. */
  readonly faults: readonly RunWord[];
  /** Can be kept, and is marked. */
  readonly doubts: readonly RunWord[];
}

const shown = (value: number, unit: string): string => `${value}${unit === '' ? '' : ` ${unit}`}`;

/** 「0~170 ℃」; null where nothing bounds it. */
export const rangeWords = ({ low, high, unit }: Pick<RunParam, 'low' | 'high' | 'unit'>): string | null => {
  if (low === null && high === null) return null;
  if (low === null) return `不高于 ${shown(high ?? 0, unit)}`;
  return high === null ? `不低于 ${shown(low, unit)}` : `${low}~${shown(high, unit)}`;
};

type OneJudged = { readonly value: number; readonly doubt: string | null } | { readonly fault: string };

function judgeOne(text: string, param: RunParam): OneJudged {
  const { name, unit, decimals, low, high } = param;
  if (!/^-?\d{1,9}(\.\d{1,6})?$/.test(text)) return { fault: `「${text}」不是数字` };
  const places = text.split('.')[1]?.length ?? 0;
  if (places > decimals) return { fault: decimals === 0 ? `${name}填整数` : `${name}最多 ${decimals} 位小数` };
  const value = Number(text);
  // Below zero a temperature is cold and a gauge is a vacuum; a flow or a load is a slip.
  if (value < 0 && low !== null && low >= 0 && unit !== '℃') return { fault: `${name}不能小于 0` };
  const range = rangeWords(param);
  const out = (low !== null && value < low) || (high !== null && value > high);
  if (!out) return { value, doubt: null };
  const width = low !== null && high !== null ? high - low : null;
  // Farther out than the range is wide nothing shows that: a digit too many, or the wrong column.
  if (width !== null && ((low !== null && value < low - width) || (high !== null && value > high + width)))
    return { fault: `${name} ${shown(value, unit)} 远超合理区间 ${range ?? ''}，请核对是否多输一位或填错行` };
  return { value, doubt: `${name} ${shown(value, unit)} 超出合理区间 ${range ?? ''}，请核对` };
}

/** Supply temperatures that a mode has (catalogue, dayReportEdit). */
export const SUPPLY_RANGE: Readonly<Partial<Record<RunMode, readonly [number, number]>>> = {
  制冷: [3, 20],
  采暖: [30, 95],
};

/** What values say of each other in a mode. */
function doubtsAmong(mode: RunMode, values: Readonly<Record<string, number>>): RunWord[] {
  const { chilledIn, chilledOut, coolingIn, coolingOut, load } = values;
  const doubts: RunWord[] = [];
  const say = (code: string, message: string): void => void doubts.push({ code, message });
  if (mode === RESTING) {
    if (load !== undefined && load > 0) say('load', '停机时负荷率应为 0，请核对模式');
    return doubts;
  }
  if (chilledIn !== undefined && chilledOut !== undefined) {
    if (mode === '制冷' && chilledOut > chilledIn) say('chilledOut', '制冷时出水温度应低于进水温度，请核对');
    if (mode !== '制冷' && chilledOut < chilledIn) say('chilledOut', `${mode}时出水温度应高于进水温度，请核对`);
  }
  const range = SUPPLY_RANGE[mode];
  if (range !== undefined && chilledOut !== undefined && (chilledOut < range[0] || chilledOut > range[1]))
    say('chilledOut', `${mode}供水温度一般为 ${range[0]}~${range[1]} ℃，请核对`);
  if (coolingIn !== undefined && coolingOut !== undefined && coolingOut < coolingIn)
    say('coolingOut', '冷却水出口温度应不低于进口温度，请核对');
  return doubts;
}

/**
 * Judges one record as it is typed.
 * @param points texts by code; empty ones were not read
 */
export function judgeRun(
  mode: RunMode | '',
  points: Readonly<Record<string, string>>,
  params: readonly RunParam[],
): RunJudged {
  const values: Record<string, number> = {};
  const faults: RunWord[] = [];
  const doubts: RunWord[] = [];
  for (const param of params) {
    const text = (points[param.code] ?? '').trim();
    if (text === '') continue;
    const judged = judgeOne(text, param);
    if ('fault' in judged) faults.push({ code: param.code, message: judged.fault });
    else {
      values[param.code] = judged.value;
      if (judged.doubt !== null) doubts.push({ code: param.code, message: judged.doubt });
    }
  }
  const known = new Set(params.map(({ code }) => code));
  for (const [code, text] of Object.entries(points))
    if (!known.has(code) && text.trim() !== '') faults.push({ code, message: '该主机没有这个参数' });
  if (mode === '') faults.push({ code: 'mode', message: '请选择模式' });
  else if (mode !== RESTING && faults.length === 0 && Object.keys(values).length === 0)
    faults.push({ code: 'mode', message: '运行中的主机请至少填写一项参数；停机请选「停机」' });
  if (mode !== '') {
    const told = new Set(doubts.map(({ code }) => code));
    doubts.push(...doubtsAmong(mode, values).filter(({ code }) => !told.has(code)));
  }
  return { values, faults, doubts };
}

/** What of a machine does not change with the hour. */
export interface RunPlant {
  /** MJ/m³ of the project's gas. */
  readonly lhv: number | null;
  /** η of the burner, where somebody measured it. */
  readonly burnerEfficiency?: number | undefined;
  /** kW of a fired machine's own pumps, of its plate. */
  readonly pumpsKw: number | null;
  readonly limits?: BalanceLimits;
}

export interface RunFigures {
  /** Cold or heat, kW. */
  readonly outputKw: number | null;
  readonly cop: number | null;
  /** What went in and came out; null where one of it was not read. */
  readonly balanceOf: BalanceInput | null;
  readonly balance: HeatBalance | null;
}

const NOTHING: RunFigures = { outputKw: null, cop: null, balanceOf: null, balance: null };

const waterPower = (flow: number | undefined, a: number | undefined, b: number | undefined): number | null =>
  flow === undefined || a === undefined || b === undefined || flow < 0 ? null : heatPower(flow, a - b);

/** What drives the machine: gas with its own pumps, or electricity alone; null where it was not read. */
function drivenBy({ gasFlow, power }: Readonly<Record<string, number>>, { lhv, pumpsKw }: RunPlant) {
  if (gasFlow !== undefined && gasFlow >= 0)
    return lhv === null || pumpsKw === null ? null : { gas: gasPower(gasFlow, lhv), gasFlow, lhv, pumps: pumpsKw };
  return power !== undefined && power >= 0 ? { gas: 0, gasFlow: null, lhv: null, pumps: power } : null;
}

/** 瞬时冷量, COP and 热平衡 of one record; nothing is put in for what was not read. */
export function runFigures(mode: RunMode | '', values: Readonly<Record<string, number>>, plant: RunPlant): RunFigures {
  if (mode === RESTING || mode === '') return NOTHING;
  const outputKw = waterPower(values['chilledFlow'], values['chilledIn'], values['chilledOut']);
  const driven = drivenBy(values, plant);
  if (outputKw === null || driven === null) return { ...NOTHING, outputKw };
  const cop =
    driven.gasFlow === null
      ? eer(outputKw, { chillers: driven.pumps }).chiller
      : firedCop({ output: outputKw, gas: driven.gasFlow, lhvMjPerM3: driven.lhv, aux: driven.pumps }).cop;
  const rejected = waterPower(values['coolingFlow'], values['coolingIn'], values['coolingOut']);
  if (mode !== '制冷' || rejected === null) return { outputKw, cop, balanceOf: null, balance: null };
  const balanceOf = {
    rejected,
    cooling: outputKw,
    gas: driven.gas,
    pumps: driven.pumps,
    ...(plant.burnerEfficiency === undefined ? {} : { burnerEfficiency: plant.burnerEfficiency }),
  };
  return { outputKw, cop, balanceOf, balance: heatBalance(balanceOf, plant.limits) };
}

/** 热平衡 of several records: amounts are added first, the mean of percents is none. Null without any. */
export function balanceOver(inputs: readonly BalanceInput[], limits?: BalanceLimits): HeatBalance | null {
  if (inputs.length === 0) return null;
  const mean = (of: (one: BalanceInput) => number): number =>
    inputs.reduce((all, one) => all + of(one), 0) / inputs.length;
  const gas = mean((one) => one.gas);
  // Each with the burner's efficiency of its own day.
  const burnt = mean((one) => one.gas * (one.burnerEfficiency ?? BURNER_EFFICIENCY));
  return heatBalance(
    {
      rejected: mean((one) => one.rejected),
      cooling: mean((one) => one.cooling),
      gas,
      pumps: mean((one) => one.pumps),
      ...(gas > 0 ? { burnerEfficiency: Math.min(1, burnt / gas) } : {}),
    },
    limits,
  );
}

/** A machine at a moment. */
export interface RunMark {
  readonly at: number;
  readonly running: boolean;
}

export interface RunHours {
  /** Hours that it ran. */
  readonly hours: number;
  /** Hours of which it is known whether it ran. */
  readonly known: number;
  /** Of the hours run, those between a record that it ran and one that it rested: half of such a stretch is taken. */
  readonly estimated: number;
  /** How often it began to run. */
  readonly starts: number;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly running: boolean;
  readonly sure: boolean;
}

/** What lies between two records; what is too far from both is not told. */
function between(a: RunMark, b: RunMark, stepMs: number): readonly Stretch[] {
  const gap = b.at - a.at;
  if (!a.running && !b.running) return [{ from: a.at, to: b.at, running: false, sure: true }];
  if (!a.running) {
    // It rested until somebody came: it began within the last step.
    const turned = b.at - Math.min(gap, stepMs) / 2;
    return [
      { from: a.at, to: turned, running: false, sure: true },
      { from: turned, to: b.at, running: true, sure: false },
    ];
  }
  if (gap > 2 * stepMs) return [];
  if (b.running) return [{ from: a.at, to: b.at, running: true, sure: true }];
  return [
    { from: a.at, to: a.at + gap / 2, running: true, sure: false },
    { from: a.at + gap / 2, to: b.at, running: false, sure: true },
  ];
}

const HOUR_MS = 3_600_000;

/** What is known of a machine, piece by piece. */
function stretchesOf(marks: readonly RunMark[], to: number, stepMs: number): readonly Stretch[] {
  const last = marks.at(-1);
  return [
    ...marks.slice(1).flatMap((mark, index) => between(marks[index] ?? mark, mark, stepMs)),
    ...(last !== undefined && !last.running && last.at < to ? [{ from: last.at, to, running: false, sure: true }] : []),
  ];
}

export interface RunSpell {
  readonly from: number;
  readonly to: number;
}

/** From when to when it ran within a span, by the same rule as its hours. */
export function runSpells(
  marks: readonly RunMark[],
  { from, to }: { readonly from: number; readonly to: number },
  stepMs: number,
): readonly RunSpell[] {
  const spells: { from: number; to: number }[] = [];
  for (const one of stretchesOf(marks, to, stepMs)) {
    const [begin, end] = [Math.max(one.from, from), Math.min(one.to, to)];
    if (!one.running || end <= begin) continue;
    const last = spells.at(-1);
    if (last?.to === begin) last.to = end;
    else spells.push({ from: begin, to: end });
  }
  return spells;
}

/**
 * 运行小时 from records: neighbours of which both ran count whole, of which one ran half. Records more than two steps apart leave a gap, unless
 * the machine rested: it rests until somebody says otherwise.
 * @param marks in order of time; those around the span help at its ends
 * @param stepMs how often records are due
 */
export function runHours(
  marks: readonly RunMark[],
  { from, to }: { readonly from: number; readonly to: number },
  stepMs: number,
): RunHours {
  const stretches = stretchesOf(marks, to, stepMs);
  let [ran, known, estimated] = [0, 0, 0];
  for (const one of stretches) {
    const ms = Math.min(one.to, to) - Math.max(one.from, from);
    if (ms <= 0) continue;
    known += ms;
    if (one.running) ran += ms;
    if (one.running && !one.sure) estimated += ms;
  }
  const starts = marks.filter(
    ({ at, running }, index) => running && marks[index - 1]?.running === false && at >= from && at < to,
  ).length;
  return { hours: ran / HOUR_MS, known: known / HOUR_MS, estimated: estimated / HOUR_MS, starts };
}
