import { instantMs, instantText } from '@hengneng/form-kit';
import type { ReactElement } from 'react';
import { textOf, type WidgetProps } from './types.ts';

const KINDS = { date: 'date', month: 'month', time: 'time', datetime: 'datetime-local' } as const;

/** What the browser's own input shows: China time, whatever zone the device is in. */
const shownOf = (type: string, value: unknown): string => {
  const text = textOf(value);
  if (type !== 'datetime') return text;
  const ms = instantMs(text);
  return ms === null ? '' : instantText(ms).slice(0, 16);
};

/** date, month, time and datetime by the browser's own pickers: quick to draw, and the familiar ones on a phone. */
export const MomentInput = ({ id, of, value, onChange, aria }: WidgetProps): ReactElement => {
  const { type } = of.field;
  const kind = type === 'month' || type === 'time' || type === 'datetime' ? KINDS[type] : KINDS.date;
  return (
    <input
      {...aria}
      id={id}
      className="in"
      type={kind}
      min={kind === 'date' ? '1900-01-01' : undefined}
      max={kind === 'date' ? '2999-12-31' : kind === 'datetime-local' ? '2999-12-31T23:59' : undefined}
      value={shownOf(type, value)}
      onChange={(event) => {
        const typed = event.target.value;
        const ms = type === 'datetime' ? instantMs(typed) : null;
        onChange(typed === '' ? null : ms === null ? typed : instantText(ms));
      }}
    />
  );
};
