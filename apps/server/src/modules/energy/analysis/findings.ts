/** 发现: what of a span is out of line, by rules that say what they compared. */
import type { analysisAll } from '@hengneng/contracts';
import {
  checkGasAgainstHeat,
  checkRunning,
  checkRunningPoint,
  checkTotal,
  divisionsOf,
  type Finding as CheckFinding,
} from '@hengneng/energy/checks';
import { compareSamples } from '@hengneng/energy/explain';
import { addDays, CHINA, type Deviation, HOUR, instantOf, type SampleDay, verdictOf } from '@hengneng/energy/measuring';
import type { z } from 'zod';
import type { CopRange } from '@hengneng/energy/plant';
import { type MachineSpan, meanDelta, meanOf } from '../runs/index.ts';
import type { Energy, Figure } from '../reports/figures.ts';
import { copOf, drivenOf, meanLhv } from '../reports/sums.ts';
import type { HostFigures } from './machines.ts';
import type { Counted } from './meters.ts';
import { quantityOf } from './quantity.ts';
import type { Season } from '../seasons.ts';

type Finding = z.input<typeof analysisAll.output>['Findings'][number];

/** Days that are named at most: whoever reads a list of fifty reads none. */
const MOST_DAYS = 8;
/** COP that went down by less than this is weather. */
const LEAST_DROP = 0.1;
const WEEK = 7;

const nothing = { From: null, To: null, NodeId: null, Actual: null, Reference: null } as const;

/** Days of an object as samples of each other; what is estimated or in doubt is compared with nothing. */
export const samplesOf = (
  figures: readonly Figure[],
  temperatures: ReadonlyMap<string, number>,
  isRest: (day: string) => boolean,
): readonly SampleDay[] =>
  figures.map(({ at, usage, known, doubtful, estimated, got, due }) => ({
    day: at,
    usage: known ? Number(usage) : null,
    temperature: temperatures.get(at) ?? null,
    rest: isRest(at),
    excluded: doubtful || Number(estimated) !== 0 || got < due,
  }));

/** Days that differ from days like them, the farthest out first. */
export function oddDays(
  name: string,
  samples: readonly SampleDay[],
  from: string,
  rule: Deviation,
  seasonOfDay: (day: string) => Season,
): readonly Finding[] {
  return samples
    .flatMap((sample) => {
      if (sample.day < from || sample.usage === null || sample.excluded) return [];
      const season = seasonOfDay(sample.day);
      const alike = samples.filter(({ day }) => seasonOfDay(day) === season);
      const verdict = verdictOf({ ...sample, usage: sample.usage }, alike, rule);
      if (verdict.level !== 'abnormal' && verdict.level !== 'notice') return [];
      // Few days to compare with say little.
      if (verdict.insufficient || verdict.deviation === null || verdict.value === null) return [];
      return [{ sample, verdict, size: Math.abs(verdict.deviation) }];
    })
    .toSorted((a, b) => b.size - a.size)
    .slice(0, MOST_DAYS)
    .map(({ sample, verdict }) => ({
      ...nothing,
      Kind: 'day' as const,
      Severity: verdict.level === 'abnormal' ? ('alarm' as const) : ('warn' as const),
      Words: `${sample.day} ${name}${verdict.words.replace(/，(请填写原因后提交|请复核)$/, '')}`,
      From: sample.day,
      To: sample.day,
      Actual: sample.usage,
      Reference: verdict.value,
    }));
}

/** Percent that a meter may be above those below it. */
type LimitOf = (meter: Counted) => number;

export interface TotalGap {
  readonly meter: Counted;
  readonly finding: CheckFinding;
}

/** Meters that count more or less than those below them. */
export function totalGaps(
  meters: readonly Counted[],
  usage: ReadonlyMap<string, Figure>,
  limitOf: LimitOf,
): readonly TotalGap[] {
  const whole = (one: Figure | undefined): one is Figure =>
    one !== undefined && one.known && one.got >= one.due && Number(one.usage) >= 0;
  return meters.flatMap((meter): TotalGap[] => {
    const quantity = quantityOf(meter.energy);
    const own = usage.get(meter.id);
    if (quantity === undefined || !whole(own)) return [];
    const below = meters.filter(({ parent }) => parent === meter.id);
    const findings = divisionsOf(meter, below).flatMap(({ name, parts }) => {
      const figures = parts.map(({ id }) => usage.get(id));
      // A reading that is missing on one side is no loss.
      if (!figures.every(whole)) return [];
      const uses = figures.map((one) => Number(one.usage));
      return checkTotal(Number(own.usage), uses, quantity, limitOf(meter), name) ?? [];
    });
    // One a meter, which people follow up: the one that is farthest out.
    const [worst] = findings.toSorted(
      (a, b) => Math.abs(b.values['percent'] ?? 0) - Math.abs(a.values['percent'] ?? 0),
    );
    return worst === undefined ? [] : [{ meter, finding: worst }];
  });
}

export const oddTotals = (
  meters: readonly Counted[],
  usage: ReadonlyMap<string, Figure>,
  limitOf: LimitOf,
): readonly Finding[] =>
  totalGaps(meters, usage, limitOf).map(({ meter, finding }) => ({
    ...nothing,
    Kind: 'total',
    Severity: finding.severity,
    Words: `${meter.name}：${finding.words}`,
    NodeId: `device:${meter.id}`,
  }));

/** COP of each day on which a chiller ran. */
function dailyCops(
  figures: readonly Figure[],
  energies: readonly Energy[],
): readonly { readonly day: string; readonly cop: number }[] {
  return [...Map.groupBy(figures, ({ at }) => at)]
    .flatMap(([day, of]) => {
      const cop = of.some(({ got, due }) => got < due) ? null : copOf(of, energies);
      return cop === null ? [] : [{ day, cop }];
    })
    .toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

/** Exhaust that rose by less is the load. */
const LEAST_RISE = 5;

/** 「，同期排烟温度升 24 ℃」, where records before and after say so. */
function exhaustWords(run: MachineSpan | null, day: string): string {
  if (run === null) return '';
  const at = instantOf(day, 0, CHINA);
  const week = WEEK * 24 * HOUR;
  const before = meanOf(
    run.running.filter((one) => one.at < at && one.at >= at - week),
    'exhaust',
  );
  const after = meanOf(
    run.running.filter((one) => one.at >= at && one.at < at + week),
    'exhaust',
  );
  const rise = before === null || after === null ? 0 : after - before;
  return rise >= LEAST_RISE ? `，同期排烟温度升 ${rise.toFixed(0)} ℃` : '';
}

/** A balance that does not close: a probe or a flow meter is wrong. */
function oddBalance(name: string, run: MachineSpan | null): readonly Finding[] {
  const balance = run?.balance ?? null;
  if (balance === null || (balance.level !== 'poor' && balance.level !== 'alarm')) return [];
  return [
    {
      ...nothing,
      Kind: 'plausible',
      Severity: balance.level === 'alarm' ? 'alarm' : 'warn',
      Words: `${name}：${balance.words}（${run?.balanceRecords ?? 0} 条运行参数）`,
    },
  ];
}

/** As people are told of it. @param about whose it is, before the words */
export const told = (about: string, { severity, words }: CheckFinding): Finding => ({
  ...nothing,
  Kind: 'plausible',
  Severity: severity,
  Words: `${about}：${words}`,
});

/** So much of the time has to be known before hours are held against what was used, %. */
const HOURS_KNOWN = 99;

/** What the meters and the records of one machine say of each other, where all of both was read. */
function oddMachine(
  { host, figures, run }: HostFigures,
  energies: readonly Energy[],
  range: CopRange,
): readonly CheckFinding[] {
  if (host === null) return [];
  const driven = figures.some(({ got, due }) => got < due) ? null : drivenOf(figures, energies);
  const { output = null, gas = null, elec = null } = driven ?? {};
  const made = (code: string): boolean => figures.some((one) => one.code === code && Number(one.usage) > 0);
  const use = gas?.m3 ?? elec;
  const hours = (run?.complete ?? 0) >= HOURS_KNOWN ? (run?.hours?.hours ?? null) : null;
  return [
    gas === null || output === null || output < 0 || gas.m3 < 0 || (made('cooling') && made('heating'))
      ? []
      : (checkGasAgainstHeat(
          // Of no gas its calorific value says nothing.
          { output, gas: gas.m3, lhvMjPerM3: gas.m3 === 0 ? 1 : meanLhv(gas), aux: Math.max(0, elec ?? 0) },
          made('heating') ? 'heating' : 'cooling',
          range,
        ) ?? []),
    // A machine that stands by takes some electricity, and no gas.
    hours === null || use === null || use < 0 || (gas === null && hours === 0)
      ? []
      : (checkRunning(hours, use, gas === null ? 'electricity' : 'gas') ?? []),
    run === null
      ? []
      : checkRunningPoint({
          flowM3h: meanOf(run.running, 'chilledFlow'),
          // A plate that says 0 says nothing.
          ratedFlowM3h: run.machine.chilledFlow || null,
          deltaK: meanDelta(run.running),
          loadRatePercent: meanOf(run.running, 'load'),
        }),
  ].flat();
}

/** A chiller whose last running week was worse than the week before, beyond what chance gives; and one whose figures cannot be of one machine. */
export function oddHosts(
  hosts: readonly HostFigures[],
  rows: readonly { readonly Doubt: string | null }[],
  energies: readonly Energy[],
  rangeOf: (figures: readonly Figure[]) => CopRange,
): readonly Finding[] {
  return hosts.flatMap((one, index): Finding[] => {
    const { host, figures, run } = one;
    const name = host?.name ?? '全部主机';
    const doubt = rows[index]?.Doubt ?? null;
    const odd = oddMachine(one, energies, rangeOf(figures));
    const days = dailyCops(figures, energies);
    const last = days.slice(-WEEK);
    const before = days.slice(-2 * WEEK, -WEEK);
    const { meanA, meanB, probability } = compareSamples(
      before.map(({ cop }) => cop),
      last.map(({ cop }) => cop),
    );
    const [first] = last;
    const dropped =
      first !== undefined &&
      meanA !== null &&
      meanB !== null &&
      probability !== null &&
      probability < 0.05 &&
      meanB < meanA * (1 - LEAST_DROP);
    return [
      ...(dropped
        ? [
            {
              ...nothing,
              Kind: 'cop' as const,
              Severity: 'alarm' as const,
              Words: `${name} ${first.day} 后 COP 由 ${meanA.toFixed(2)} 降到 ${meanB.toFixed(2)}（前后各 ${WEEK} 个运行日，p = ${probability.toFixed(3)}）${exhaustWords(run, first.day)}`,
              From: addDays(first.day, -WEEK),
              To: last.at(-1)?.day ?? first.day,
            },
          ]
        : []),
      ...odd.map((finding) => told(name, finding)),
      ...(doubt === null || odd.some(({ code }) => code === 'gasVsHeat')
        ? []
        : [{ ...nothing, Kind: 'plausible' as const, Severity: 'warn' as const, Words: `${name}：${doubt}` }]),
      ...oddBalance(name, run),
    ];
  });
}
