/** Days that are not what their weekday says, read from what people have: the State Council's notice as it was published, or lines of their own. */

export interface CalendarDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Off; else a weekend that is worked. */
  readonly off: boolean;
  readonly name: string;
}

export interface ReadHolidays {
  readonly days: readonly CalendarDay[];
  /** Lines that say something that could not be read. */
  readonly problems: readonly string[];
}

const DAY_MS = 86_400_000;
const textOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The day's midnight, in UTC; undefined where there is no such day. */
const dayOf = (year: number, month: number, day: number): number | undefined => {
  const ms = Date.UTC(year, month - 1, day);
  const at = new Date(ms);
  return at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? ms : undefined;
};

/** Monday is 1, Sunday 7. */
export const weekdayOf = (day: string): number => ((Math.floor(Date.parse(day) / DAY_MS) + 3) % 7) + 1;
export const isWeekend = (day: string): boolean => weekdayOf(day) > 5;

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.round((to - from) / DAY_MS) + 1 }, (_, at) => from + at * DAY_MS);

/** A holiday longer than this is a slip of the pen. */
const LONGEST = 20;

/** `2027-02-06 至 2027-02-12 休 春节`, `2027-02-14 班 春节调休`. Null where the line is of another kind. */
const ownLine = (line: string): readonly CalendarDay[] | null => {
  const found =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:\s*(?:至|到|~|—|-)\s*(\d{4})[-/.](\d{1,2})[-/.](\d{1,2}))?[\s,，;；]*(休息|放假|休|上班|班)[\s,，;；]*(.*)$/.exec(
      line,
    );
  if (found === null) return null;
  const [, y1, m1, d1, y2 = y1, m2 = m1, d2 = d1, kind, name = ''] = found;
  const from = dayOf(Number(y1), Number(m1), Number(d1));
  const to = dayOf(Number(y2), Number(m2), Number(d2));
  if (from === undefined || to === undefined || to < from || to - from > LONGEST * DAY_MS) return [];
  const off = kind !== '班' && kind !== '上班';
  return range(from, to).map((ms) => ({ day: textOf(ms), off, name: name.trim() || (off ? '休息' : '调休') }));
};

const PLACE = String.raw`(?:（[^）]*）|\([^)]*\))?`;
const HEAD = /^[一二三四五六七八九十]+、\s*([^：:]+)[：:](.*)$/;

/** `二、春节：2月15日（周日）至23日（周一）放假调休，共9天。2月14日（周六）、2月28日（周六）上班。` Null where the line is of another kind. */
const noticeLine = (line: string, year: number): readonly CalendarDay[] | null => {
  const head = HEAD.exec(line.replaceAll(/\s/g, ''));
  if (head === null) return null;
  const [, name = '', body = ''] = head;
  const days: CalendarDay[] = [];
  // The days before New Year's Day belong to the year before.
  const yearOf = (month: number): number => (name.startsWith('元旦') && month === 12 ? year - 1 : year);
  for (const sentence of body.split(/[。；;]/)) {
    if (sentence.includes('放假')) {
      const found = new RegExp(
        String.raw`^(?:(\d{4})年)?(\d{1,2})月(\d{1,2})日${PLACE}(?:至(?:(\d{4})年)?(?:(\d{1,2})月)?(\d{1,2})日${PLACE})?`,
      ).exec(sentence);
      if (found === null) continue;
      const [, y1, m1 = '', d1 = '', y2, m2 = m1, d2 = d1] = found;
      const from = dayOf(Number(y1 ?? yearOf(Number(m1))), Number(m1), Number(d1));
      const to = dayOf(Number(y2 ?? yearOf(Number(m2))), Number(m2), Number(d2));
      if (from === undefined || to === undefined || to < from || to - from > LONGEST * DAY_MS) continue;
      days.push(...range(from, to).map((ms) => ({ day: textOf(ms), off: true, name })));
    } else if (sentence.includes('上班')) {
      for (const [, y, m = '', d = ''] of sentence.matchAll(/(?:(\d{4})年)?(\d{1,2})月(\d{1,2})日/g)) {
        const ms = dayOf(Number(y ?? yearOf(Number(m))), Number(m), Number(d));
        if (ms !== undefined) days.push({ day: textOf(ms), off: false, name: `${name}调休` });
      }
    }
  }
  return days;
};

/** Reads a year's holidays. Days of other years are left out: they are that year's. */
export const readHolidays = (text: string, year: number): ReadHolidays => {
  const found = new Map<string, CalendarDay>();
  const problems: string[] = [];
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    if (line === '') continue;
    const days = ownLine(line) ?? noticeLine(line, year);
    // Greetings and signatures of a notice name no holiday.
    if (days === null) {
      if (/^\d{4}[-/.]/.test(line)) problems.push(line);
      continue;
    }
    if (days.length === 0) problems.push(line);
    for (const day of days) if (day.day.startsWith(String(year))) found.set(day.day, day);
  }
  return { days: [...found.values()].sort((a, b) => (a.day < b.day ? -1 : 1)), problems };
};
