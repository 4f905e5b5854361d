import { type AriaAttributes, lazy, type ReactElement, Suspense, useDeferredValue, useState } from 'react';
import { type MomentKind, HINT, wallOf, wireOf } from './wall.ts';

/** Where the network is gone before they have come, the browser's own pickers do: a form in which somebody types must not go with them. */
const Picker = lazy(() => import('./Picker.tsx').catch(() => ({ default: NativeMoment })));

export interface MomentPickerProps {
  readonly kind: MomentKind;
  /** Wire text: `2026-03-05`, `2026-03-05T08:30:00+08:00`, `2026-03`, `2026`, `08:30`. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  /** Somebody typed what is no moment and left it there. */
  readonly onUnreadable?: (text: string) => void;
  readonly id?: string;
  readonly aria?: AriaAttributes;
  readonly disabled?: boolean;
  readonly allowClear?: boolean;
  readonly placeholder?: string;
}

/** A finger has better pickers than ours: its own wheels. */
const NATIVE: Readonly<Partial<Record<MomentKind, string>>> = {
  date: 'date',
  datetime: 'datetime-local',
  month: 'month',
  time: 'time',
};
const finger = (): boolean => matchMedia('(pointer: coarse)').matches;

/** The phone's picker under our text: its own text follows the phone's language, ours the product's. */
const NativeMoment = ({ kind, value, onChange, id, aria, disabled, placeholder }: MomentPickerProps): ReactElement => {
  const wall = wallOf(kind, value);
  return (
    <span className="in in-native">
      <span aria-hidden className={wall === '' ? 'in-native-empty' : undefined}>
        {wall === '' ? (placeholder ?? HINT[kind]) : wall}
      </span>
      <input
        {...aria}
        {...(id ? { id } : {})}
        type={NATIVE[kind]}
        disabled={disabled}
        min={kind === 'date' ? '1900-01-01' : undefined}
        max={kind === 'date' ? '2999-12-31' : kind === 'datetime' ? '2999-12-31T23:59' : undefined}
        value={kind === 'datetime' ? wall.replace(' ', 'T') : wall}
        onChange={(event) => onChange(wireOf(kind, event.target.value))}
        onClick={(event) => event.currentTarget.showPicker()}
      />
    </span>
  );
};

/** What stands there until the picker has come: the same size, and nothing typed into it can get lost. */
const StandIn = ({
  text,
  placeholder,
  id,
  aria,
  onFocused,
}: {
  readonly text: string;
  readonly placeholder: string;
  readonly id?: string | undefined;
  readonly aria?: AriaAttributes | undefined;
  readonly onFocused: (focused: boolean) => void;
}): ReactElement => (
  <input
    {...aria}
    id={id}
    className="in"
    readOnly
    value={text}
    placeholder={placeholder}
    onFocus={() => onFocused(true)}
    onBlur={() => onFocused(false)}
  />
);

/**
 * A date, a moment, a month or a time of day. It may be typed as it is shown, or picked. The pickers themselves are fetched and
 * drawn after the page around them stands.
 */
export const MomentPicker = (props: MomentPickerProps): ReactElement => {
  const { kind, value, id, aria, placeholder } = props;
  const drawn = useDeferredValue(true, false);
  const [focused, setFocused] = useState(false);
  const [native] = useState(() => NATIVE[kind] !== undefined && finger());
  if (native) return <NativeMoment {...props} />;
  const standIn = (
    <StandIn
      text={wallOf(kind, value)}
      placeholder={placeholder ?? HINT[kind]}
      id={id}
      aria={aria}
      onFocused={setFocused}
    />
  );
  return <Suspense fallback={standIn}>{drawn ? <Picker {...props} autoFocus={focused} /> : standIn}</Suspense>;
};
