import type { ReactElement } from 'react';
import { textOf, type WidgetProps } from './types.ts';

const MODES = { phone: 'tel', idCard: 'text', plate: 'text' } as const;

/** One line: text, phone, idCard, plate. */
export const TextInput = ({ id, of, value, onChange, aria }: WidgetProps): ReactElement => {
  const { type, max } = of.field;
  const upper = type === 'idCard' || type === 'plate';
  return (
    <input
      {...aria}
      id={id}
      className="in"
      type={type === 'phone' ? 'tel' : 'text'}
      inputMode={type === 'phone' ? MODES.phone : 'text'}
      autoComplete="off"
      maxLength={type === 'text' ? (max ?? 500) : 40}
      value={textOf(value)}
      onChange={(event) => onChange(upper ? event.target.value.toUpperCase() : event.target.value)}
      onBlur={(event) => {
        const trimmed = event.target.value.trim();
        if (trimmed !== event.target.value) onChange(trimmed);
      }}
    />
  );
};

/** Several lines; grows with its text. */
export const TextArea = ({ id, of, value, onChange, aria }: WidgetProps): ReactElement => (
  <textarea
    {...aria}
    id={id}
    className="in in-area"
    rows={2}
    maxLength={of.field.max ?? 5000}
    value={textOf(value)}
    onChange={(event) => onChange(event.target.value)}
  />
);
