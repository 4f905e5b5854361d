import { DatePicker, Grid } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { ReactElement } from 'react';
import { isMoment } from './moment/wall.ts';

/** A day as `YYYY-MM-DD`, with times a moment as ISO; null: open. */
export type DayEnds = readonly [from: string | null, to: string | null];

const FORMAT = 'YYYY-MM-DD';
const CLOCK = 'HH:mm';
/** What an address says may be no day at all, and dayjs makes one of 2026-99-99. */
const dayOf = (text: string | null): Dayjs | null =>
  text !== null && (isMoment('date', text) || isMoment('datetime', text)) ? dayjs(text) : null;

/** From one day to another. On a phone two fields beside each other: the calendar of both ends is wider than it. */
export const DayRange = ({
  label,
  value: [from, to],
  onChange,
  open = true,
  placeholder = ['开始日期', '结束日期'],
  small = false,
  disabled = false,
  times = false,
}: {
  readonly label: string;
  readonly value: DayEnds;
  readonly onChange: (ends: DayEnds) => void;
  /** Either end may stay open. */
  readonly open?: boolean;
  readonly placeholder?: readonly [string, string];
  readonly small?: boolean;
  readonly disabled?: boolean;
  /** To the minute. */
  readonly times?: boolean;
}): ReactElement => {
  const phone = Grid.useBreakpoint().md === false;
  const [start, end] = [dayOf(from), dayOf(to)];
  const textOf = (day: Dayjs | null | undefined): string | null =>
    (times ? day?.toISOString() : day?.format(FORMAT)) ?? null;
  const shared = {
    disabled,
    allowClear: open,
    ...(times
      ? { format: `${FORMAT} ${CLOCK}`, showTime: { format: CLOCK }, className: 'with-times' }
      : { format: FORMAT }),
    ...(small ? { size: 'small' as const } : {}),
  };
  if (!phone)
    return (
      <DatePicker.RangePicker
        {...shared}
        allowEmpty={open}
        aria-label={label}
        placeholder={[...placeholder]}
        value={[start, end]}
        onChange={(ends) => onChange([textOf(ends?.[0]), textOf(ends?.[1])])}
      />
    );
  return (
    <span className="filter-ends">
      <DatePicker
        {...shared}
        inputReadOnly
        aria-label={`${label}起`}
        placeholder={placeholder[0]}
        value={start}
        {...(end === null ? {} : { maxDate: end })}
        onChange={(day) => onChange([textOf(day), to])}
      />
      <DatePicker
        {...shared}
        inputReadOnly
        aria-label={`${label}止`}
        placeholder={placeholder[1]}
        value={end}
        {...(start === null ? {} : { minDate: start })}
        onChange={(day) => onChange([from, textOf(day)])}
      />
    </span>
  );
};
