/** From what was loaded to rows of `meter_day`: pure, so that a preview and the queue say the same. */
import {
  type Cadence,
  dayAt,
  type DayFact,
  dayFacts,
  dueOn,
  effectiveReadings,
  exact,
  exactText,
  type Frequency,
  type GasShown,
  type MeterLine,
  multipliersOf,
  type Problem,
  type ReadingVersion,
  type Register,
  splitByRegisters,
  type TouKind,
} from '@hengneng/energy/measuring';
import type { MeterThing } from '../things/index.ts';
import { type LoadedMeter, type LoadedRegister, sampled } from './load.ts';

/** Of the formulas: rows that an older one made are made again when their meter is asked for. */
export const CALC = 1;

/** A row of `meter_day` without its project; amounts are decimal text with six places, as the table keeps them. */
export interface DayRow {
  readonly meter: string;
  readonly register: Register;
  readonly day: string;
  readonly from: string;
  readonly to: string;
  readonly open: string | null;
  readonly close: string | null;
  readonly usage: string;
  readonly estimated: string;
  readonly due: number;
  readonly got: number;
  readonly hours: readonly string[] | null;
  readonly sharp: string | null;
  readonly peak: string | null;
  readonly flat: string | null;
  readonly valley: string | null;
  readonly flags: readonly string[];
  readonly doubts: readonly string[];
  readonly partial: boolean;
  readonly calc: number;
}

export interface ProblemRow {
  readonly meter: string;
  readonly register: Register;
  readonly at: string;
  readonly code: string;
  readonly reference: string;
  readonly message: string;
}

/** What was worked out of one register, and for which days it can be told. */
export interface Worked {
  readonly meter: string;
  readonly register: Register;
  /** First and last day whose facts are sure; null where there is no bound. */
  readonly first: string | null;
  readonly last: string | null;
  readonly days: readonly DayRow[];
  readonly problems: readonly ProblemRow[];
  /** Instants between which problems are known; null where there is no bound. */
  readonly since: number | null;
  readonly until: number | null;
}

const PLACES = 6;
const six = (text: string): string => exactText(exact(text), PLACES);
const orNull = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : six(text);

/** As the formulas take it; what a gateway sends is due as often as it says. */
export const frequencyOf = (text: string): Frequency | null => {
  if (text === 'day') return { kind: 'day' };
  if (text.startsWith('month:')) return { kind: 'month', day: Number(text.slice('month:'.length)) };
  const every = Number(text.slice(0, -1));
  return text.endsWith('h') ? { kind: 'hours', every: every as 1 | 2 | 4 | 6 | 8 | 12 } : null;
};

const cadenceOf = (text: string): Cadence => {
  if (text.startsWith('auto:')) return { minutes: Number(text.slice('auto:'.length)) || 5 };
  const frequency = frequencyOf(text);
  return frequency?.kind === 'hours' ? { minutes: frequency.every * 60 } : 'day';
};

/** What is due is the meter's and the project's matter: nothing on a day of standstill, of a monthly meter only on its day. */
const dueIn = (thing: MeterThing, stopped: ReadonlySet<string>, { day, to, due }: DayFact): number => {
  const frequency = frequencyOf(thing.frequency);
  const inUse = thing.usedFrom <= day && (thing.usedTo === null || day <= thing.usedTo);
  if (!inUse || stopped.has(day)) return 0;
  if (frequency === null) return due;
  return dueOn(
    { id: thing.id, frequency, registers: 1, from: thing.usedFrom, to: null },
    // A monthly meter is read on its day, and the reading may close the day before.
    frequency.kind === 'month' ? dayAt(to - 1, thing.calendar.zone) : day,
    false,
  );
};

/** The line as it is from the first loaded reading on: exchanges before it only left their dial and multiplier. */
export function lineSince(thing: MeterThing, register: Register, low: number | null): MeterLine {
  const line = thing.line(register);
  if (low === null) return line;
  const dial = thing.installs.findLast(({ installedAt }) => installedAt <= low)?.dial;
  const earlier = line.breaks.filter(({ installedAt }) => installedAt < low);
  return {
    ...line,
    ...dial,
    breaks: line.breaks.filter(({ installedAt }) => installedAt >= low),
    multipliers: [
      ...line.multipliers,
      ...earlier.flatMap(({ confirmed, installedAt, multiplier }) =>
        confirmed && multiplier !== undefined ? [{ from: installedAt, value: multiplier }] : [],
      ),
    ],
  };
}

const versionsOf = (loaded: LoadedRegister): readonly ReadingVersion[] => [
  ...loaded.versions,
  ...loaded.samples.map(sampled),
];

/** What holds of the gas, at an instant. */
function gasShownOf({ gas }: LoadedMeter, asOf?: number): { readonly gasShown?: GasShown } {
  if (gas === null) return {};
  const of = (versions: readonly ReadingVersion[]) =>
    effectiveReadings(versions, asOf).readings.map(({ at, value }) => ({ at, value: exactText(value) }));
  return { gasShown: { pressure: of(gas.pressure), temperature: of(gas.temperature) } };
}

const rowOf = (meter: LoadedMeter, register: Register, fact: DayFact): DayRow => {
  const due = dueIn(meter.thing, meter.about.stopped, fact);
  return {
    meter: meter.thing.id,
    register,
    day: fact.day,
    from: new Date(fact.from).toISOString(),
    to: new Date(fact.to).toISOString(),
    open: orNull(fact.open),
    close: orNull(fact.close),
    usage: six(fact.usage),
    estimated: six(fact.estimated),
    due,
    got: Math.min(fact.got, due),
    hours: fact.hours?.map(six) ?? null,
    sharp: orNull(fact.tou?.sharp),
    peak: orNull(fact.tou?.peak),
    flat: orNull(fact.tou?.flat),
    valley: orNull(fact.tou?.valley),
    flags: fact.flags,
    doubts: fact.doubts,
    partial: fact.partial,
    calc: CALC,
  };
};

const problemOf = (meter: string, register: Register, { at, code, id, message }: Problem): ProblemRow => ({
  meter,
  register,
  at: new Date(at).toISOString(),
  code,
  reference: id,
  message,
});

interface WithFacts {
  readonly worked: Worked;
  readonly facts: readonly DayFact[];
}

function workRegister(meter: LoadedMeter, loaded: LoadedRegister, asOf?: number): WithFacts {
  const { thing, about, asked } = meter;
  const { register } = loaded;
  const schedules = about.schedules.get(thing.categoryId);
  const versions = versionsOf(loaded);
  const { facts, problems } = dayFacts(
    { ...lineSince(thing, register, loaded.low), ...gasShownOf(meter, asOf) },
    versions,
    {
      calendar: thing.calendar,
      tolerance: thing.tolerance,
      cadence: cadenceOf(thing.frequency),
      ...(asOf === undefined ? {} : { asOf }),
      ...(register === 'total' && schedules !== undefined
        ? { tou: { schedules, zone: thing.calendar.zone, dayKindOf: about.dayKindOf } }
        : {}),
    },
  );
  const isSampled = loaded.samples.length > 0;
  const since = loaded.low ?? (isSampled && asked.from !== null ? (versions[0]?.at ?? null) : null);
  const until = loaded.high ?? (isSampled && asked.to !== null ? (loaded.samples.at(-1)?.at ?? null) : null);
  // A day that the first or last reading at hand lies in may have more to it.
  const sure = facts.filter(
    ({ day, from, to }) =>
      ((since === null || from >= since) && (until === null || to <= until)) || day === asked.from || day === asked.to,
  );
  return {
    facts,
    worked: {
      meter: thing.id,
      register,
      first: since === null ? null : (sure[0]?.day ?? asked.from),
      last: until === null ? null : (sure.at(-1)?.day ?? asked.to),
      days: sure.map((fact) => rowOf(meter, register, fact)),
      problems: problems
        .filter(({ at }) => (since === null || at > since) && (until === null || at <= until))
        .map((problem) => problemOf(thing.id, register, problem)),
      since,
      until,
    },
  };
}

const KINDS: readonly TouKind[] = ['sharp', 'peak', 'flat', 'valley'];

/** What one last digit of the meter's dials counts on a day. */
function lastDigitOf({ thing, registers }: LoadedMeter): (day: DayFact) => string {
  const low = registers.find(({ register }) => register === 'total')?.low ?? null;
  const line = lineSince(thing, 'total', low);
  const multipliers = multipliersOf([
    ...line.multipliers,
    ...line.breaks.flatMap(({ confirmed, installedAt, multiplier }) =>
      confirmed && multiplier !== undefined ? [{ from: installedAt, value: multiplier }] : [],
    ),
  ]);
  return ({ from }) => {
    const { decimals } = thing.installs.findLast(({ installedAt }) => installedAt <= from)?.dial ?? line;
    return exactText((multipliers.at(from) ?? 0n) / 10n ** BigInt(decimals));
  };
}

/** A meter that counts by time of use on dials of its own splits its total by them, where hours do not. */
function withDials(meter: LoadedMeter, all: readonly WithFacts[]): readonly Worked[] {
  const total = all.find(({ worked }) => worked.register === 'total');
  const parts = Object.fromEntries(
    all.flatMap(({ worked, facts }) => {
      const kind = KINDS.find((one) => one === worked.register);
      return kind === undefined ? [] : [[kind, facts] as const];
    }),
  );
  if (total === undefined || Object.keys(parts).length === 0) return all.map(({ worked }) => worked);
  const splits = new Map(
    splitByRegisters(total.facts, parts, lastDigitOf(meter), meter.thing.unit).flatMap(({ day, tou, message }) =>
      message === null ? [[day, tou] as const] : [],
    ),
  );
  return all.map(({ worked }) =>
    worked !== total.worked
      ? worked
      : {
          ...worked,
          days: worked.days.map((row) => {
            const tou = row.sharp === null ? splits.get(row.day) : undefined;
            return tou === undefined
              ? row
              : {
                  ...row,
                  sharp: six(tou.sharp),
                  peak: six(tou.peak),
                  flat: six(tou.flat),
                  valley: six(tou.valley),
                };
          }),
        },
  );
}

/** Every register of a meter. @param asOf with the readings that were known at this instant; absent: all there are */
export const workMeter = (meter: LoadedMeter, asOf?: number): readonly Worked[] =>
  withDials(
    meter,
    meter.registers.map((register) => workRegister(meter, register, asOf)),
  );
