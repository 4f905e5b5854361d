/** antd's pickers over wire texts. Loaded when a page first shows one: see `MomentPicker.tsx`. */
import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { FocusEvent, ReactElement } from 'react';
import type { MomentPickerProps } from './MomentPicker.tsx';
import { isMoment, type MomentKind, HINT, SHOWN, TYPED, wallOf, wireOf } from './wall.ts';

/** A clock time needs some day to be a moment. */
const DAY = '2000-01-01';
const FIRST = dayjs('1900-01-01');
const LAST = dayjs('2999-12-31');

const pointOf = (kind: MomentKind, wire: string | null | undefined): Dayjs | null => {
  const wall = wallOf(kind, wire);
  if (!isMoment(kind, wall)) return null;
  return dayjs(kind === 'time' ? `${DAY} ${wall}` : wall);
};
const wireOfPoint = (kind: MomentKind, point: Dayjs | null | undefined): string | null =>
  point ? wireOf(kind, point.format(SHOWN[kind])) : null;

/** “今天”“此刻” are the device's; elsewhere than in China they would be another moment than they say. */
const chinaClock = (): boolean => new Date().getTimezoneOffset() === -480;

const shared = (kind: MomentKind) => ({
  picker: kind === 'datetime' ? ('date' as const) : kind,
  ...(kind === 'datetime' ? { showTime: { format: 'HH:mm', minuteStep: 5 as const } } : {}),
  ...(kind === 'time' ? {} : { minDate: FIRST, maxDate: LAST }),
  format: [...TYPED[kind]],
  needConfirm: false,
  preserveInvalidOnBlur: true,
  showNow: chinaClock(),
});

/** Wire text of what somebody typed in any of the known spellings; `undefined` for none of them. */
const readTyped = (kind: MomentKind, text: string): string | null | undefined => {
  if (text === '') return null;
  for (const format of TYPED[kind]) {
    const point = dayjs(text, format, true);
    if (point.isValid()) return wireOfPoint(kind, point);
  }
  return undefined;
};

/** Saving or handing in by keyboard. */
const isShortcut = (event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'key'>): boolean =>
  (event.ctrlKey || event.metaKey) && ['s', 'enter'].includes(event.key.toLowerCase());

const textIn = ({ target }: { readonly target: EventTarget }): string =>
  target instanceof HTMLInputElement ? target.value.trim() : '';

type Props = MomentPickerProps & { readonly autoFocus?: boolean };

/** Takes over what stands in an input. */
const take = ({ kind, value, allowClear = true, onChange, onUnreadable }: Props, text: string): void => {
  const read = readTyped(kind, text);
  if (read === undefined) {
    if (text !== value) onUnreadable?.(text);
  } else if (read !== value && (read !== null || allowClear)) onChange(read);
};

/** What is no moment yet, to be corrected: a picker could only show it as nothing. */
const Unreadable = (props: Props): ReactElement => {
  const { kind, value, aria, autoFocus, disabled, id } = props;
  return (
    <input
      {...aria}
      id={id}
      className="in"
      autoFocus={autoFocus}
      disabled={disabled}
      placeholder={HINT[kind]}
      defaultValue={wallOf(kind, value)}
      onBlur={(event) => take(props, textIn(event))}
      onKeyDown={(event) => {
        if (isShortcut(event)) take(props, textIn(event));
      }}
    />
  );
};

const Picker = (props: Props): ReactElement => {
  const { kind, value, onChange, onUnreadable, aria = {}, id, allowClear = true, placeholder } = props;
  const point = pointOf(kind, value);
  if (point === null && value) return <Unreadable {...props} />;
  return (
    <DatePicker
      {...aria}
      {...shared(kind)}
      {...(id ? { id } : {})}
      className="in-moment"
      status={aria['aria-invalid'] === true ? 'error' : ''}
      autoFocus={props.autoFocus === true}
      disabled={props.disabled === true}
      allowClear={allowClear}
      placeholder={placeholder ?? HINT[kind]}
      value={point}
      onChange={(next: Dayjs | null) => onChange(wireOfPoint(kind, next))}
      onBlur={(event: FocusEvent<HTMLElement>) => {
        // What is emptied or unreadable makes no change of antd's own.
        const text = textIn(event);
        const read = readTyped(kind, text);
        if (read === undefined) onUnreadable?.(text);
        else if (read === null && value && allowClear) onChange(null);
      }}
      onKeyDown={(event) => {
        // antd takes over what is typed when the input is left; what a shortcut does comes before that.
        if (isShortcut(event)) take(props, textIn(event));
      }}
    />
  );
};

export default Picker;
