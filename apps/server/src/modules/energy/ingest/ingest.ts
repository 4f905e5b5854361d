/**
 * Takes samples, whoever sends them: checks each, adds what is new, and asks for the days to be worked out anew. All in the given transaction:
 * who sent them is told when it has committed, and may send them again at any time.
 */
import { type BatchResult, SAMPLE_PROBLEMS } from '@hengneng/contracts';
import { dayOfInstant, dayText, instantMs } from '@hengneng/core';
import type { Tx } from '../../../platform/db/schema.ts';
import { inOrder } from '../../../platform/db/together.ts';
import { remembered } from '../remembered.ts';
import { keepMeters, queueStanding } from '../things/index.ts';
import { checkSample, isTimely, type Problem, type Sample, type Taken } from './check.ts';
import { holdDays } from './days.ts';
import { addHot } from './hot.ts';
import { type MetersByPoint, metersOf } from './meters.ts';
import { addPacked, type RegisterDay } from './packed.ts';

export interface Ingested extends BatchResult {
  /** Latest instant of those that are stored now; null where none is. Milliseconds. */
  readonly lastAt: number | null;
}

const keyOf = ({ meterId, register, at }: Taken): string => `${meterId}.${register}.${at}`;

/** By meter, so that two batches never wait for each other; of one instant what came first. */
const byMeter = (a: Taken, b: Taken): number =>
  a.meter - b.meter || a.at - b.at || a.register - b.register || a.index - b.index;

/** Each instant of samples in order once; what contradicts an earlier one of the same batch is a conflict. */
function distinct(ordered: readonly Taken[]): {
  readonly once: readonly Taken[];
  readonly conflicts: readonly number[];
} {
  const once: Taken[] = [];
  const conflicts: number[] = [];
  for (const one of ordered) {
    const last = once.at(-1);
    if (last === undefined || last.at !== one.at || last.register !== one.register || last.meter !== one.meter)
      once.push(one);
    else if (last.value !== one.value) conflicts.push(one.index);
  }
  return { once, conflicts };
}

async function addLate(
  tx: Tx,
  samples: readonly Taken[],
): Promise<{ readonly added: number; readonly conflicts: readonly number[] }> {
  const days = new Map<string, RegisterDay & { readonly readings: Taken[] }>();
  for (const one of samples) {
    const key = `${one.meterId}.${one.register}.${one.day}`;
    const day = days.get(key) ?? { meterId: one.meterId, register: one.register, day: one.day, readings: [] };
    day.readings.push(one);
    days.set(key, day);
  }
  const { added, conflicts } = await addPacked(tx, [...days.values()]);
  const index = new Map(samples.map((one) => [keyOf(one), one.index]));
  return {
    added,
    conflicts: conflicts.map(({ of, at }) => index.get(`${of.meterId}.${of.register}.${at}`) ?? 0),
  };
}

/** Asks for each meter once, with all days that its samples may reach: a day's cut lies in the day after or on it. Samples are by meter. */
export async function askAnew(tx: Tx, ordered: readonly Taken[]): Promise<void> {
  if (ordered.length === 0) return;
  const spans: { readonly meterId: string; from: number; to: number }[] = [];
  for (const { meterId, day } of ordered) {
    const last = spans.at(-1);
    if (last?.meterId !== meterId) spans.push({ meterId, from: day - 1, to: day });
    else {
      last.from = Math.min(last.from, day - 1);
      last.to = Math.max(last.to, day);
    }
  }
  const days = remembered(dayText);
  await queueStanding(
    tx,
    {
      meterIds: spans.map(({ meterId }) => meterId),
      fromDays: spans.map(({ from }) => days(from)),
      toDays: spans.map(({ to }) => days(to)),
    },
    '自动采集',
  );
}

/** Days that samples may be of, whatever else is wrong with them. */
function daysIn(
  samples: readonly Sample[],
  now: number,
  instantOf: (text: string) => number | null,
): readonly number[] {
  const days = new Set<number>();
  for (const { at: text } of samples) {
    const at = instantOf(text);
    if (at !== null && isTimely(at, now)) days.add(dayOfInstant(at));
  }
  return [...days];
}

export interface Stored {
  readonly result: Ingested;
  /** What passed the checks, in the order in which it came. */
  readonly taken: readonly Taken[];
  /** What days have to be worked out anew of (`askAnew`): all, where any is new. */
  readonly anew: readonly Taken[];
}

const latestOf = (taken: readonly Taken[]): number | null =>
  taken.reduce<number | null>((latest, { at }) => (latest === null || at > latest ? at : latest), null);

/** Thrown where a batch of several was there in part, and which part is not known: each has to be stored by itself. */
export class PartlyThere extends Error {}

/** Those in order of their index, by the batch that each is of. @param sizes how many samples each batch has */
export function byBatch<T extends { readonly index: number }>(
  ordered: readonly T[],
  sizes: readonly number[],
): readonly (readonly T[])[] {
  let end = 0;
  let next = 0;
  return sizes.map((size) => {
    end += size;
    const first = next;
    while (next < ordered.length && (ordered[next]?.index ?? end) < end) next += 1;
    return ordered.slice(first, next);
  });
}

/**
 * What came of each of several batches that were stored as one, one behind the other.
 * @param sizes how many samples each has
 * @throws PartlyThere
 */
export function partsOf({ result, taken }: Stored, sizes: readonly number[]): readonly Ingested[] {
  if (sizes.length === 1) return [result];
  if (result.accepted > 0 && result.duplicates > 0) throw new PartlyThere();
  const own = byBatch(taken, sizes);
  let from = 0;
  return byBatch(result.problems, sizes).map((problems, n) => {
    const [first, size] = [from, sizes[n] ?? 0];
    from += size;
    const conflicts = problems.filter(({ code }) => code === 'conflict').length;
    const there = size - problems.length;
    return {
      accepted: result.accepted > 0 ? there : 0,
      duplicates: result.accepted > 0 ? 0 : there,
      conflicts,
      refused: problems.length - conflicts,
      problems: problems.map((problem) => ({ ...problem, index: problem.index - first })),
      lastAt: latestOf(own[n] ?? []),
    };
  });
}

interface Checked {
  readonly taken: readonly Taken[];
  readonly problems: readonly Problem[];
}

/** Whoever calls holds the meters (`keepMeters`). */
function checked(
  samples: readonly Sample[],
  projects: ReadonlyMap<string, MetersByPoint>,
  now: number,
  instantOf: (text: string) => number | null,
): Checked {
  const taken: Taken[] = [];
  const problems: Problem[] = [];
  for (const [index, sample] of samples.entries()) {
    const one = checkSample(sample, index, projects.get(sample.project), now, instantOf);
    if ('code' in one) problems.push(one);
    else taken.push(one);
  }
  return { taken, problems };
}

const projectsIn = (samples: readonly Sample[]): readonly string[] => [
  ...new Set(samples.map(({ project }) => project)),
];

/** Adds samples to their days, those that are packed among them. @param open days that take rows (`holdDays`) */
async function lay(tx: Tx, { taken, problems: refused }: Checked, open: ReadonlySet<number>): Promise<Stored> {
  const { once: ordered, conflicts: inside } = distinct(taken.toSorted(byMeter));
  const hot = await addHot(
    tx,
    ordered.filter(({ day }) => open.has(day)),
  );
  const late = await addLate(
    tx,
    ordered.filter(({ day }) => !open.has(day)),
  );
  const accepted = hot.added + late.added;
  const conflicts = new Set([...inside, ...hot.conflicts, ...late.conflicts]);
  const contradicted = [...conflicts].map((index) => ({
    index,
    code: 'conflict' as const,
    message: SAMPLE_PROBLEMS.conflict,
  }));
  const result = {
    accepted,
    duplicates: taken.length - accepted - conflicts.size,
    conflicts: conflicts.size,
    refused: refused.length,
    problems: [...refused, ...contradicted].sort((a, b) => a.index - b.index),
    lastAt: latestOf(taken),
  };
  return { result, taken, anew: accepted > 0 ? ordered : [] };
}

/** Whoever calls asks for the days in the same transaction. */
export async function store(tx: Tx, samples: readonly Sample[], now: Date): Promise<Stored> {
  const instantOf = remembered(instantMs);
  const [, projects, open] = await inOrder([
    keepMeters(tx),
    metersOf(tx, projectsIn(samples)),
    holdDays(tx, daysIn(samples, now.getTime(), instantOf), dayOfInstant(now.getTime())),
  ]);
  return lay(tx, checked(samples, projects, now.getTime(), instantOf), open);
}

/** Checks samples without comparing them with what is there: those that passed are new until they are filed (`arrivals.ts`). */
export async function lookOver(tx: Tx, samples: readonly Sample[], now: Date): Promise<Stored> {
  const [, projects] = await inOrder([keepMeters(tx), metersOf(tx, projectsIn(samples))]);
  const { taken, problems } = checked(samples, projects, now.getTime(), remembered(instantMs));
  const result = {
    accepted: taken.length,
    duplicates: 0,
    conflicts: 0,
    refused: problems.length,
    problems: [...problems],
    lastAt: latestOf(taken),
  };
  return { result, taken, anew: [] };
}

/** Adds samples that were checked when they came. Whoever calls asks for the days. */
export async function storeChecked(tx: Tx, taken: readonly Taken[], now: Date): Promise<Stored> {
  const days = [...new Set(taken.map(({ day }) => day))];
  return lay(tx, { taken, problems: [] }, await holdDays(tx, days, dayOfInstant(now.getTime())));
}

export async function ingest(tx: Tx, samples: readonly Sample[], now: Date): Promise<Ingested> {
  const { result, anew } = await store(tx, samples, now);
  await askAnew(tx, anew);
  return result;
}
