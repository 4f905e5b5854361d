/** A day that was set by hand. */
export interface SpanDay {
  readonly day: string;
  readonly reason: string;
  readonly editor: string | null;
  /** Meters that were used all the same. */
  readonly used: number;
  /** Its month is locked. */
  readonly locked: boolean;
  /** The company's, which only the company's page takes back. */
  readonly inherited: boolean;
}

/** Days on end with one reason, by one person, alike in what may be done with them. */
export interface DaySpan extends Omit<SpanDay, 'day'> {
  readonly from: string;
  readonly to: string;
  readonly days: number;
}

const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** The latest first. @param rows in any order */
export const spansOf = (rows: readonly SpanDay[]): readonly DaySpan[] => {
  const spans: DaySpan[] = [];
  for (const { day, ...row } of rows.toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
    const last = spans.at(-1);
    if (
      last !== undefined &&
      nextDay(last.to) === day &&
      last.reason === row.reason &&
      last.editor === row.editor &&
      last.locked === row.locked &&
      last.inherited === row.inherited
    )
      spans[spans.length - 1] = { ...last, to: day, days: last.days + 1, used: last.used + row.used };
    else spans.push({ from: day, to: day, days: 1, ...row });
  }
  return spans.reverse();
};
