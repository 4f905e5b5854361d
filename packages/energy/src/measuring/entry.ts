/** One typed reading, judged as it is typed: whether it can be, what was used, how that compares. The page and the server ask the same. */
import { curveOf, QUALITY, type MeterLine } from './curve.ts';
import { type Deviation } from './deviation.ts';
import { exact, exactText, toNumber } from './exact.ts';
import { type Hint, hintsOf } from './hints.ts';
import { multipliersOf } from './multiplier.ts';
import { checkReading, type Dial, isCounter, type Register } from './registers.ts';
import { referenceOf, type SampleDay, type Verdict, verdictOf } from './verdict.ts';
import { type EffectiveReading } from './versions.ts';
import { HOUR, type Zone } from './zone.ts';

/** What has to be known of a register to judge its next reading; plain data, so that it travels. */
export interface EntryLine {
  readonly register: Register;
  /** With the exchanges since the reading before. */
  readonly line: MeterLine;
  /** Of what hangs there now. */
  readonly dial: Dial;
  readonly installedAt: number;
  /** The last reading before that holds; null where it would be the first. */
  readonly previous: { readonly at: number; readonly value: string } | null;
  /** One after it that holds already; the register may have gone round by then. */
  readonly next: {
    readonly at: number;
    readonly value: string;
    readonly rollover?: 'claimed' | 'confirmed' | null | undefined;
  } | null;
  /** Days like the one that the reading closes. */
  readonly samples: readonly SampleDay[];
  readonly deviation: Deviation;
}

export interface EntryDay {
  readonly day: string;
  /** Mean outdoors, ℃. */
  readonly temperature: number | null;
  readonly rest: boolean;
  /** Hours that machines ran; null where nobody knows. */
  readonly ranHours: number | null;
}

export interface TypedEntry {
  readonly text: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** 已翻转 was ticked. */
  readonly rollover: boolean;
}

export type Judged =
  | { readonly kind: 'refused'; readonly message: string }
  | {
      readonly kind: 'taken';
      /** Of the span since the reading before, in the meter's unit; null of a first reading and of what is no counter. */
      readonly usage: string | null;
      /** Waits for somebody to confirm the rollover, or for what else is said. */
      readonly pending: string | null;
      /** Of the day's usage; null where there is none. */
      readonly verdict: Verdict | null;
      readonly hints: readonly Hint[];
    };

const DAY_HOURS = 24;
/** A span so near to a day counts as one. */
const ABOUT_A_DAY = 2 * HOUR;

/** What a day of the span used: samples are days, and a reading may come after two hours or three days. */
const perDay = (usage: number, span: number): number =>
  Math.abs(span - DAY_HOURS * HOUR) <= ABOUT_A_DAY ? usage : (usage * DAY_HOURS * HOUR) / span;

const plain = (id: string, at: number, value: string, rollover: EffectiveReading['rollover'] = 'none') =>
  ({ id, at, value: exact(value), flag: '实', rollover }) as const satisfies EffectiveReading;

export function judgeEntry(
  entry: EntryLine,
  typed: TypedEntry,
  { day, now, zone }: { readonly day: EntryDay; readonly now: number; readonly zone: Zone },
): Judged {
  const { register, dial, installedAt, previous, next, line, samples, deviation } = entry;
  const checked = checkReading({ text: typed.text, register, at: typed.at }, dial, { now, installedAt });
  if ('message' in checked) return { kind: 'refused', message: checked.message };
  const nothing = { kind: 'taken', usage: null, pending: null, verdict: null, hints: [] } as const;
  if (!isCounter(register)) return nothing;
  const text = exactText(checked.value);
  const turnsAfter = next?.rollover != null && previous !== null && checked.value >= exact(previous.value);
  if (next !== null && checked.value > exact(next.value) && !typed.rollover && !turnsAfter)
    return { kind: 'refused', message: `本次读数大于之后已录的读数 ${next.value}，请核对` };
  if (previous === null) return nothing;
  const { points, problems } = curveOf(
    line,
    [plain('before', previous.at, previous.value), plain('now', typed.at, text, typed.rollover ? 'claimed' : 'none')],
    zone,
  );
  const problem = problems.find(({ id, code }) => id === 'now' || code === 'breakPending');
  const last = points.at(-1);
  const multiplier = multipliersOf(line.multipliers).worthAt(typed.at);
  const hintsFor = (reference: number | null): readonly Hint[] =>
    multiplier === null || line.breaks.length > 0
      ? []
      : hintsOf({
          reading: text,
          previous: previous.value,
          multiplier: exactText(multiplier),
          unit: line.unit,
          decimals: dial.decimals,
          ranHours: day.ranHours,
          reference,
          warn: deviation.warn,
        });
  if (last === undefined || last.at !== typed.at) {
    // What cannot be is most often a slip of the finger: what was meant is said with it.
    const meant = hintsFor(referenceOf(day, samples, deviation).value).find((hint) => 'reading' in hint);
    const message = problem?.message ?? '本次读数不能计算用量，请核对';
    return { kind: 'refused', message: meant === undefined ? message : `${message}；${meant.words}` };
  }
  const usage = exactText(last.sum);
  if (last.quality === QUALITY.pending || last.quality === QUALITY.leftOut)
    return { ...nothing, pending: problem?.message ?? '用量待核对后计入' };
  const size = perDay(toNumber(last.sum), typed.at - previous.at);
  const verdict = verdictOf({ ...day, usage: size }, samples, deviation);
  return { kind: 'taken', usage, pending: null, verdict, hints: hintsFor(verdict.value) };
}
