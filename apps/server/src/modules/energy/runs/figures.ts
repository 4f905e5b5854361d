/** What records of machines say of a span of days: hours run, means of what was read, and whether what went in came out. */
import {
  addDays,
  CHINA,
  dayAt,
  daysThrough,
  HOUR,
  instantOf,
  type RanHours,
  WHOLE_FROM,
} from '@hengneng/energy/measuring';
import { balanceOver, type HeatBalance, runFigures, type RunHours, runHours } from '@hengneng/energy/plant';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { projectRules } from '../settings/index.ts';
import { type Machine, machinesOf } from './machines.ts';
import { isRunning, lastRuns, type RunRecord, standingRuns, valuesOf } from './records.ts';

/** A machine over a span; what nobody wrote down is not known, never zero. */
export interface MachineSpan {
  readonly machine: Machine;
  /** Of the span, while it ran. */
  readonly running: readonly RunRecord[];
  readonly records: number;
  readonly modes: readonly string[];
  /** Null where nobody wrote anything down. */
  readonly hours: RunHours | null;
  /** Of how much of the span it is known whether it ran, %. */
  readonly complete: number | null;
  /** Of the records while it ran. */
  readonly balance: HeatBalance | null;
  readonly balanceRecords: number;
  /** Mean COP by what the records show: cold over gas and power, both added first. */
  readonly copOf: number | null;
}

export const meanOf = (records: readonly RunRecord[], code: string): number | null => {
  const values = records.flatMap((one) => {
    const value = valuesOf(one)[code];
    return value === undefined || !Number.isFinite(value) ? [] : [value];
  });
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
};

/** How many kelvins apart what goes into machines and what comes out was on the mean, of cooling and heating alike; null where it is not read. */
export const meanDelta = (records: readonly RunRecord[]): number | null => {
  const apart = records.flatMap((one) => {
    const { chilledIn, chilledOut } = valuesOf(one);
    return chilledIn === undefined || chilledOut === undefined ? [] : [Math.abs(chilledIn - chilledOut)];
  });
  return apart.length === 0 ? null : apart.reduce((sum, one) => sum + one, 0) / apart.length;
};

export interface Spans {
  /** All that are read, whether anything was written down of them or not. */
  readonly machines: readonly Machine[];
  readonly spans: readonly MachineSpan[];
}

/** Machines of which anything was written down between two instants, in the order of the room. */
async function spansBetween(
  db: Db | Tx,
  project: string,
  { from, to: end }: { readonly from: number; readonly to: number },
  now: Date,
): Promise<Spans> {
  const to = Math.min(end, now.getTime());
  if (to <= from) return { machines: [], spans: [] };
  const lastDay = dayAt(end - 1, CHINA);
  const rules = (await projectRules(db, [project], lastDay)).get(project);
  const step = (rules?.runEvery ?? 2) * HOUR;
  const [machines, records, before] = await Promise.all([
    machinesOf(db, project),
    standingRuns(db, project, { from, to: to + 2 * step }),
    lastRuns(db, project, from),
  ]);
  const earlier = new Map(before.map((one) => [one.device, one]));
  const byDevice = Map.groupBy(records, ({ device }) => device);
  const spans = machines.flatMap((machine): MachineSpan[] => {
    const all = byDevice.get(machine.id) ?? [];
    const first = earlier.get(machine.id);
    const marks = [...(first === undefined ? [] : [first]), ...all].map((one) => ({
      at: one.at,
      running: isRunning(one),
    }));
    if (marks.length === 0) return [];
    const inside = all.filter(({ at }) => at < to);
    const running = inside.filter(isRunning);
    const hours = runHours(marks, { from, to }, step);
    const figures = running.map((one) => runFigures(one.mode, valuesOf(one), machine.plantOn(dayAt(one.at, CHINA))));
    const inputs = figures.flatMap(({ balanceOf }) => balanceOf ?? []);
    const cops = inputs.reduce((sum, one) => ({ out: sum.out + one.cooling, in: sum.in + one.gas + one.pumps }), {
      out: 0,
      in: 0,
    });
    return [
      {
        machine,
        running,
        records: inside.length,
        modes: [...new Set(running.map(({ mode }) => mode))],
        hours: hours.known === 0 ? null : hours,
        complete: Math.min(100, (hours.known / ((to - from) / HOUR)) * 100),
        balance: balanceOver(inputs, machine.plantOn(lastDay).limits),
        balanceRecords: inputs.length,
        copOf: cops.in === 0 ? null : cops.out / cops.in,
      },
    ];
  });
  return { machines, spans };
}

/** All machines on the days, pumps and towers among them. */
export const everySpan = (
  db: Db | Tx,
  project: string,
  { from, to }: { readonly from: string; readonly to: string },
  now: Date,
): Promise<Spans> =>
  spansBetween(db, project, { from: instantOf(from, 0, CHINA), to: instantOf(addDays(to, 1), 0, CHINA) }, now);

export const ofHosts = (spans: readonly MachineSpan[]): readonly MachineSpan[] =>
  spans.filter(({ machine }) => !machine.serves);

/** Machines that make cold or heat, of which anything was written down on the days, in the order of the room. */
export const machineSpans = async (
  db: Db | Tx,
  project: string,
  span: { readonly from: string; readonly to: string },
  now: Date,
): Promise<readonly MachineSpan[]> => ofHosts((await everySpan(db, project, span, now)).spans);

/**
 * Water that went through the machines that ran, m³: the flow of each times how long it did, cooling water while it cooled. Null where nothing
 * ran, or one of them has no flow or no hours.
 */
export function waterMoved(spans: readonly MachineSpan[], flow: 'chilledFlow' | 'coolingFlow'): number | null {
  const parts = spans.flatMap(({ running, hours }) => {
    const moving = flow === 'coolingFlow' ? running.filter(({ mode }) => mode === '制冷') : running;
    if (moving.length === 0) return [];
    const mean = meanOf(moving, flow);
    return [mean === null || hours === null ? null : mean * hours.hours * (moving.length / running.length)];
  });
  return parts.length === 0 || parts.includes(null) ? null : parts.reduce<number>((sum, one) => sum + (one ?? 0), 0);
}

/** How long the machine ran that ran longest on a day, and of how much of the day that is known, %. */
export interface DayHours {
  readonly hours: number;
  readonly complete: number;
}

/** By day; days of which nobody wrote anything down are left out. Read once for all of them. */
export async function hoursByDay(
  db: Db | Tx,
  project: string,
  span: { readonly from: string; readonly to: string },
  now: Date,
): Promise<ReadonlyMap<string, DayHours>> {
  const start = instantOf(span.from, 0, CHINA);
  const rules = (await projectRules(db, [project], span.to)).get(project);
  const step = (rules?.runEvery ?? 2) * HOUR;
  const [machinesRead, records, before] = await Promise.all([
    machinesOf(db, project),
    standingRuns(db, project, { from: start, to: instantOf(addDays(span.to, 1), 0, CHINA) + 2 * step }),
    lastRuns(db, project, start),
  ]);
  const serving = new Set(machinesRead.flatMap(({ id, serves }) => (serves ? [id] : [])));
  const machines = [...Map.groupBy([...before, ...records], ({ device }) => device)].flatMap(([device, of]) =>
    serving.has(device) ? [] : [of.map((one) => ({ at: one.at, running: isRunning(one) }))],
  );
  const found = new Map<string, DayHours>();
  for (const day of daysThrough(span.from, span.to)) {
    const from = instantOf(day, 0, CHINA);
    const to = Math.min(instantOf(addDays(day, 1), 0, CHINA), now.getTime());
    if (to <= from) break;
    const ran = machines.flatMap((all) => {
      // From the last word before the day to what closes it.
      const first = Math.max(
        0,
        all.findLastIndex(({ at }) => at < from),
      );
      const marks = all.slice(first).filter(({ at }) => at < to + 2 * step);
      const hours = marks.length === 0 ? null : runHours(marks, { from, to }, step);
      return hours === null || hours.known === 0
        ? []
        : [{ hours: hours.hours, complete: Math.min(100, (hours.known / ((to - from) / HOUR)) * 100) }];
    });
    const [longest] = ran.toSorted((a, b) => b.hours - a.hours);
    if (longest !== undefined) found.set(day, longest);
  }
  return found;
}

/** So much of the time has to be known of each machine before it is said that none ran, %. */
const WHOLE = 99;

/** Hours of all machines together (台时); null where one of them has too little written down. */
export async function machineHours(
  db: Db | Tx,
  project: string,
  span: { readonly from: string; readonly to: string },
  now: Date,
): Promise<number | null> {
  const { machines, spans } = await everySpan(db, project, span, now);
  const known = ofHosts(spans).filter(({ complete }) => (complete ?? 0) >= WHOLE_FROM);
  if (known.length === 0 || known.length < machines.filter(({ serves }) => !serves).length) return null;
  return known.reduce((sum, { hours }) => sum + (hours?.hours ?? 0), 0);
}

/** What a meter's day is held against; null where too little was written down to say. */
export async function hoursRan(
  db: Db | Tx,
  project: string,
  span: { readonly from: number; readonly to: number },
  now: Date,
): Promise<RanHours | null> {
  const all = await spansBetween(db, project, span, now);
  const machines = all.machines.filter(({ serves }) => !serves);
  const spans = ofHosts(all.spans);
  const most = (mode: string | null): number =>
    Math.max(
      0,
      ...spans.flatMap(({ hours, modes }) => (mode === null || modes.includes(mode) ? [hours?.hours ?? 0] : [])),
    );
  const tenth = (hours: number): number => Math.round(hours * 10) / 10;
  const any = tenth(most(null));
  const known = spans.filter(({ complete }) => (complete ?? 0) >= WHOLE).length;
  if (machines.length === 0 || (any === 0 && known < machines.length)) return null;
  return { any, cooling: tenth(most('制冷')), heating: tenth(most('采暖')) };
}
