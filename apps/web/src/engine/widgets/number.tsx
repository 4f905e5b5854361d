import { formatValue, readValue } from '@hengneng/form-kit';
import { type ReactElement, useLayoutEffect, useRef, useState } from 'react';
import { shownNumber, typedNumber } from './number-text.ts';
import { textOf, type WidgetProps } from './types.ts';

/** integer, decimal, money, money4, percent: typed as text, because an exact decimal must not pass through floating point. */
export const NumberInput = ({ id, of, value, onChange, aria }: WidgetProps): ReactElement => {
  const [focused, setFocused] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const text = textOf(value);
  const known = readValue(of.field, text);
  // As it will be read: 8.0, not 8.0000. What is not right yet stays as it was typed.
  const shown = text !== '' && known.ok ? formatValue(of.field, known.value).replace(/%$/, '') : shownNumber(text);
  useLayoutEffect(() => {
    // Without its separators it is another text: the selection that tabbing in made is lost, and typing would append to the old figure.
    if (focused) input.current?.select();
  }, [focused]);
  return (
    <input
      ref={input}
      {...aria}
      id={id}
      className="in in-number"
      type="text"
      inputMode={(of.field.min ?? -1) >= 0 ? (of.field.type === 'integer' ? 'numeric' : 'decimal') : 'text'}
      autoComplete="off"
      value={focused ? text : shown}
      onFocus={() => setFocused(true)}
      onChange={(event) => onChange(typedNumber(event.target.value))}
      onBlur={() => {
        setFocused(false);
        const read = readValue(of.field, text);
        if (text !== '' && read.ok && read.value !== value) onChange(read.value);
      }}
    />
  );
};
