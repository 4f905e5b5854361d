/** Time of use (尖峰平谷): which hours are dear, by season, kind of day and time of validity. */
import { absOf, exact, exactText, maxOf, type Exact } from './exact.ts';
import { addDays, clockText, dayAt, daysThrough, instantOf, minutesOf, type Zone } from './zone.ts';

export const TOU_KINDS = { sharp: '尖', peak: '峰', flat: '平', valley: '谷' } as const;
export type TouKind = keyof typeof TOU_KINDS;

/** 工作日, 休息日, 法定节假日. */
export type DayKind = 'work' | 'rest' | 'holiday';
const DAY_KINDS: Record<DayKind, string> = { work: '工作日', rest: '休息日', holiday: '节假日' };

export interface TouSeason {
  readonly name: string;
  /** `MM-DD`, both included; may go over the turn of the year. */
  readonly ranges: readonly { readonly from: string; readonly to: string }[];
}

export interface TouPeriod {
  /** Null: every season, or every kind of day, that has no periods of its own. */
  readonly season: string | null;
  readonly dayKind: DayKind | null;
  /** `22:00`; a period that ends at or before its start goes over midnight. */
  readonly start: string;
  readonly end: string;
  readonly kind: TouKind;
}

export interface TouSchedule {
  /** First and last day of its validity. */
  readonly from: string;
  readonly to: string | null;
  readonly seasons: readonly TouSeason[];
  readonly periods: readonly TouPeriod[];
}

const inRange = (monthDay: string, { from, to }: { from: string; to: string }): boolean =>
  from <= to ? monthDay >= from && monthDay <= to : monthDay >= from || monthDay <= to;

const seasonOn = (schedule: TouSchedule, day: string): string | null =>
  schedule.seasons.find(({ ranges }) => ranges.some((range) => inRange(day.slice(5), range)))?.name ?? null;

/** The periods of a season's kind of day: the most particular that there are. */
const periodsOf = ({ periods }: TouSchedule, season: string | null, dayKind: DayKind): readonly TouPeriod[] => {
  for (const [wantSeason, wantKind] of [
    [season, dayKind],
    [season, null],
    [null, dayKind],
    [null, null],
  ] as const) {
    const found = periods.filter((period) => period.season === wantSeason && period.dayKind === wantKind);
    if (found.length > 0) return found;
  }
  return [];
};

interface Slot {
  readonly from: number;
  readonly to: number;
  readonly kind: TouKind;
}

/** Within one day, in order; what goes over midnight is in two parts. */
const slotsOf = (periods: readonly TouPeriod[]): readonly Slot[] =>
  periods
    .flatMap(({ start, end, kind }) => {
      const from = minutesOf(start);
      const to = minutesOf(end);
      if (from === null || to === null) return [];
      if (to > from) return [{ from, to, kind }];
      return [
        { from, to: 1440, kind },
        { from: 0, to, kind },
      ];
    })
    .filter(({ from, to }) => to > from)
    .sort((a, b) => a.from - b.from);

const faultOf = (slots: readonly Slot[]): string | null => {
  let at = 0;
  for (const { from, to } of slots) {
    if (from > at) return `${clockText(at)}-${clockText(from)} 未分配时段`;
    if (from < at) return `${clockText(from)}-${clockText(Math.min(at, to))} 时段重叠`;
    at = to;
  }
  return at < 1440 ? `${clockText(at)}-24:00 未分配时段` : null;
};

/** Whether every hour of every day has exactly one kind; the messages say where not. */
export function checkTou(schedule: TouSchedule): readonly string[] {
  const wrong = schedule.periods.filter(({ start, end }) => minutesOf(start) === null || minutesOf(end) === null);
  if (wrong.length > 0) return wrong.map(({ start, end }) => `${start}-${end} 不是时段，请写成 08:00-12:00`);
  const unknown = schedule.periods.find(
    ({ season }) => season !== null && !schedule.seasons.some(({ name }) => name === season),
  );
  if (unknown !== undefined) return [`季节「${unknown.season}」没有起止日期`];
  const messages: string[] = [];
  // A leap year has every day that there is.
  const days = daysThrough('2024-01-01', '2024-12-31').map((day) => day.slice(5));
  for (const day of days) {
    const names = schedule.seasons.filter(({ ranges }) => ranges.some((range) => inRange(day, range)));
    if (names.length > 1) return [`${day} 同属「${names.map(({ name }) => name).join('」「')}」，季节不能重叠`];
    if (names.length === 0 && schedule.seasons.length > 0) return [`${day} 不属于任何季节`];
  }
  const seasons = schedule.seasons.length === 0 ? [null] : schedule.seasons.map(({ name }) => name);
  for (const season of seasons) {
    for (const dayKind of ['work', 'rest', 'holiday'] as const) {
      const fault = faultOf(slotsOf(periodsOf(schedule, season, dayKind)));
      if (fault !== null) messages.push(`${season ?? ''}${DAY_KINDS[dayKind]} ${fault}`);
    }
  }
  return messages;
}

/** Schedules with what they need to be applied. */
export interface TouSplitter {
  readonly schedules: readonly TouSchedule[];
  readonly zone: Zone;
  readonly dayKindOf: (day: string) => DayKind;
}

const scheduleOn = (schedules: readonly TouSchedule[], day: string): TouSchedule | undefined =>
  schedules.find(({ from, to }) => from <= day && (to === null || day <= to));

/** Successive instants from one to the other with the kind between each two; null where a day has no schedule, or one with holes. */
export function touCuts(
  { schedules, zone, dayKindOf }: TouSplitter,
  from: number,
  to: number,
): { readonly cuts: readonly number[]; readonly kinds: readonly TouKind[] } | null {
  const cuts: number[] = [from];
  const kinds: TouKind[] = [];
  for (let day = dayAt(from, zone); instantOf(day, 0, zone) < to; day = addDays(day, 1)) {
    const schedule = scheduleOn(schedules, day);
    if (schedule === undefined) return null;
    const slots = slotsOf(periodsOf(schedule, seasonOn(schedule, day), dayKindOf(day)));
    if (faultOf(slots) !== null) return null;
    for (const slot of slots) {
      const end = Math.min(instantOf(day, slot.to, zone), to);
      if (end <= (cuts.at(-1) ?? from)) continue;
      cuts.push(end);
      kinds.push(slot.kind);
    }
  }
  return { cuts, kinds };
}

/** The kind of hour at an instant; null where no schedule holds. */
export function touAt(splitter: TouSplitter, at: number): TouKind | null {
  return touCuts(splitter, at, at + 1)?.kinds[0] ?? null;
}

/** Half a percent of the total. */
const HALF_PERCENT = 200n;

/**
 * |尖+峰+平+谷−总| ≤ max(0.5 %, one last digit of the dial in the unit). Null where they agree.
 * @param step one last digit times the multiplier.
 */
export function checkTouSum(total: string, parts: readonly string[], step: string, unit = 'kWh'): string | null {
  const whole = exact(total);
  const difference = parts.reduce<Exact>((sum, part) => sum + exact(part), 0n) - whole;
  const allowed = maxOf(absOf(whole) / HALF_PERCENT, exact(step));
  return absOf(difference) <= allowed
    ? null
    : `尖峰平谷之和与总示数用量相差 ${exactText(absOf(difference))} ${unit}，请核对`;
}
