/** What a round of meters is made of, without a screen or a network: which moment is read, by which sheet, and in which order. */
import type { EntryRow } from '@hengneng/contracts';
import { addDays, CHINA, dayAt, instantOf, MINUTE, minutesOf, timeText } from '@hengneng/energy/measuring';
import type { KeptEntry, KeptSheet } from './keep.ts';

/** Minutes after midnight at which days end, and how much earlier meters may be read, where nothing is known yet. */
export const USUAL_CUT = 480;
export const USUAL_TOLERANCE = 60;

/** The moment that is read: a day, and a time of it; none: the project's own cut. */
export interface Moment {
  readonly date: string;
  readonly time: string;
}

/** The day whose cut is read now: the last one, or the next as soon as it may be read early (允许提前). */
export const dayToRead = (now: number, cut: number, tolerance: number): string =>
  dayAt(now - (cut - tolerance) * MINUTE, CHINA);

/** What may be chosen (抄表时刻): the cut of today and the one before, and the moments of handing over since. */
export const momentsToRead = (
  now: number,
  data: Pick<KeptSheet['data'], 'DayCut' | 'Tolerance' | 'Times'> | undefined,
) => {
  const cut = minutesOf(data?.DayCut ?? '') ?? USUAL_CUT;
  const first = dayToRead(now, cut, data?.Tolerance ?? USUAL_TOLERANCE);
  const cuts = [first, addDays(first, -1)].map((date): Moment => ({ date, time: '' }));
  const today = dayAt(now, CHINA);
  const others = [today, addDays(today, -1)].flatMap((date) =>
    (data?.Times ?? []).flatMap((time): Moment[] => {
      const at = instantOf(date, minutesOf(time) ?? 0, CHINA);
      return at <= now && at > now - 24 * 60 * MINUTE ? [{ date, time }] : [];
    }),
  );
  return [...cuts, ...others];
};

/** How the server is told of the moment: what was read before its cut has the time at which it was read. */
export const sentMoment = ({
  date,
  time = '',
  cutAt,
  typedAt,
}: Pick<KeptEntry, 'date' | 'time' | 'cutAt' | 'typedAt'>) => {
  if (cutAt !== undefined && typedAt < cutAt)
    return { Date: dayAt(typedAt, CHINA), ReadTime: timeText(typedAt, CHINA).slice(11, 16) };
  return time === '' ? { Date: date } : { Date: date, ReadTime: time };
};

/** A reading that lies before its cut is judged as of now: nothing can be read in the future. */
export const rowNow = (row: EntryRow, now: number): EntryRow =>
  Date.parse(row.At) <= now ? row : { ...row, At: new Date(now).toISOString() };

const later = (a: { readonly at: number; readonly value: string } | null, b: typeof a): typeof a =>
  a === null || (b !== null && b.at > a.at) ? b : a;

/** What was read of each register on this phone, whether it was sent or not. */
const typedBefore = (entries: readonly KeptEntry[], project: string, row: EntryRow, before: number) =>
  entries
    .filter(
      (one) =>
        one.project === project &&
        one.device === row.DeviceId &&
        one.register === row.Register &&
        one.draft.reading !== '' &&
        (one.state === 'waiting' || one.state === 'sent') &&
        one.cutAt !== undefined &&
        one.cutAt < before,
    )
    .map((one) => ({ at: Math.min(one.cutAt ?? 0, one.typedAt), value: one.draft.reading }))
    .reduce<{ readonly at: number; readonly value: string } | null>(later, null);

/** Meters that are read on one day of the month are in the sheet of that day only. */
const isDaily = ({ Frequency }: EntryRow): boolean => !Frequency.startsWith('month:');

/**
 * The sheet of a moment that this phone never fetched, after another of the project: the same meters, with what was read last. So that a round goes on where
 * the day changes in a basement; the server judges again what is read by it.
 * @param entries what was typed on this phone
 */
export function carriedSheet(
  from: KeptSheet,
  { date, time }: Moment,
  key: string,
  entries: readonly KeptEntry[],
): KeptSheet {
  const minutes = minutesOf(time === '' ? from.data.DayCut : time) ?? USUAL_CUT;
  const at = instantOf(date, minutes, CHINA);
  const rows = from.data.rows
    .filter((row) => from.date === date || isDaily(row))
    .map((row): EntryRow => {
      const readAt = Date.parse(row.At);
      const there = row.Reading !== null && readAt < at ? { at: readAt, value: row.Reading } : null;
      const previous = later(later(row.Judge.previous, there), typedBefore(entries, from.project, row, at));
      const moved = Math.round((Date.parse(`${date}T00:00:00Z`) - Date.parse(`${from.date}T00:00:00Z`)) / 86_400_000);
      return {
        ...row,
        At: new Date(at).toISOString(),
        Day: addDays(row.Day, moved),
        LastReading: previous?.value ?? null,
        LastTime: previous === null ? null : new Date(previous.at).toISOString(),
        EntryId: null,
        Reading: null,
        Usage: null,
        Deviation: null,
        Verdict: null,
        Words: '',
        Flag: null,
        Editor: null,
        EditTime: null,
        VersionCount: 0,
        Note: '',
        Missed: null,
        PeriodState: 'open',
        Judge: { ...row.Judge, previous, next: null },
      };
    });
  return { ...from, key, date, time, carriedFrom: from.date, data: { ...from.data, rows, total: rows.length } };
}

/** What the server refused stands first, then what is still to be read, then the rest; each as in the sheet. */
export const inOrder = <T>(cards: readonly T[], rank: (card: T) => number): readonly T[] =>
  cards
    .map((card, index) => ({ card, index }))
    .sort((a, b) => rank(a.card) - rank(b.card) || a.index - b.index)
    .map(({ card }) => card);
