import { useState } from 'react';

/**
 * State that starts from a value and starts anew when that value changes. An effect must not do this: effects run again when a
 * hidden tab is shown, and would throw away what was typed.
 */
export const useSynced = <S, T>(source: S, from: (source: S) => T): readonly [T, (value: T) => void] => {
  const [seen, setSeen] = useState(source);
  const [value, setValue] = useState<T>(() => from(source));
  if (!Object.is(seen, source)) {
    setSeen(source);
    setValue(() => from(source));
  }
  return [value, (next) => setValue(() => next)];
};
