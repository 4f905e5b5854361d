import { DatePicker, TimePicker } from 'antd';
import dayjs from 'dayjs';
import type { ReactElement } from 'react';
import { isMoment } from '../../ui/moment/wall.ts';
import type { Picked } from './filter-of.ts';

const FORMAT: Readonly<Record<Picked, string>> = { date: 'YYYY-MM-DD', month: 'YYYY-MM', time: 'HH:mm' };

/** What an address says may be no moment at all, and dayjs makes one of 2026-99-99. */
const momentOf = (picker: Picked, text: string) => {
  if (!isMoment(picker, text)) return null;
  // A time alone is no date that could be read; any day does for choosing it.
  return dayjs(picker === 'time' ? `2000-01-01T${text}` : text);
};

interface Props {
  readonly id: string;
  readonly label: string;
  readonly picker: Picked;
  readonly from: string;
  readonly to: string;
  /** Two fields under each other: two months side by side are wider than a phone. */
  readonly narrow: boolean;
  readonly onChange: (from: string, to: string) => void;
}

/** From one day, month or time to another; either end may stay open. */
const MomentRange = ({ id, label, picker, from, to, narrow, onChange }: Props): ReactElement => {
  const format = FORMAT[picker];
  const start = momentOf(picker, from);
  const end = momentOf(picker, to);
  if (narrow) {
    const Picker = picker === 'time' ? TimePicker : DatePicker;
    const shared = {
      format,
      inputReadOnly: true,
      className: 'filter-control',
      ...(picker === 'month' ? { picker } : {}),
    };
    return (
      <span className="filter-ends">
        <Picker
          {...shared}
          id={id}
          aria-label={`${label}起`}
          placeholder="开始"
          value={start}
          onChange={(next) => onChange(next?.format(format) ?? '', to)}
        />
        <Picker
          {...shared}
          aria-label={`${label}止`}
          placeholder="结束"
          value={end}
          onChange={(next) => onChange(from, next?.format(format) ?? '')}
        />
      </span>
    );
  }
  const shared = {
    id: { start: id, end: `${id}-to` },
    className: 'filter-control',
    format,
    allowEmpty: [true, true] as [boolean, boolean],
    value: [start, end] as [typeof start, typeof end],
    onChange: (ends: readonly ({ format(as: string): string } | null)[] | null) =>
      onChange(ends?.[0]?.format(format) ?? '', ends?.[1]?.format(format) ?? ''),
  };
  return picker === 'time' ? (
    <TimePicker.RangePicker {...shared} aria-label={label} />
  ) : (
    <DatePicker.RangePicker {...shared} picker={picker} aria-label={label} />
  );
};

export default MomentRange;
