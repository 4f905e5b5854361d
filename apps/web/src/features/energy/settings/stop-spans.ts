import type { StopDayRow } from '@hengneng/contracts';

/** Days on end with one reason, by one person, all of them open or all of them locked. */
export interface StopSpan {
  readonly from: string;
  readonly to: string;
  readonly days: number;
  readonly reason: string;
  readonly editor: string | null;
  readonly used: number;
  readonly locked: boolean;
}

const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** The latest first. @param rows in any order */
export const spansOf = (rows: readonly Omit<StopDayRow, 'EditTime'>[]): readonly StopSpan[] => {
  const spans: StopSpan[] = [];
  for (const row of rows.toSorted((a, b) => (a.Day < b.Day ? -1 : 1))) {
    const last = spans.at(-1);
    if (
      last !== undefined &&
      nextDay(last.to) === row.Day &&
      last.reason === row.Reason &&
      last.editor === row.Editor &&
      last.locked === row.Locked
    )
      spans[spans.length - 1] = { ...last, to: row.Day, days: last.days + 1, used: last.used + row.Used };
    else
      spans.push({
        from: row.Day,
        to: row.Day,
        days: 1,
        reason: row.Reason,
        editor: row.Editor,
        used: row.Used,
        locked: row.Locked,
      });
  }
  return spans.reverse();
};
