import { readValue, thousands } from '@hengneng/form-kit';
import { type ReactElement, useLayoutEffect, useRef, useState } from 'react';
import { textOf, type WidgetProps } from './types.ts';

const PLAIN = /^-?\d+(\.\d+)?$/;

/** integer, decimal, money, money4, percent: typed as text, because an exact decimal must not pass through floating point. */
export const NumberInput = ({ id, of, value, onChange, aria }: WidgetProps): ReactElement => {
  const [focused, setFocused] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const text = textOf(value);
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
      value={!focused && PLAIN.test(text) ? thousands(text) : text}
      onFocus={() => setFocused(true)}
      onChange={(event) => {
        const typed = event.target.value.replace(/[,，\s]/g, '').replace('。', '.');
        onChange(typed === '' ? null : typed);
      }}
      onBlur={() => {
        setFocused(false);
        const read = readValue(of.field, text);
        if (text !== '' && read.ok && read.value !== value) onChange(read.value);
      }}
    />
  );
};
