import { useState } from 'react';
import type { useUrlFilters } from './useUrlFilters.ts';

const NAME = 'keyword';

/** What is typed to narrow a list as one types, kept in the address beside the other filters: what is being typed must not wait for it. */
export const useTypedFilter = ([filters, setFilters]: ReturnType<typeof useUrlFilters>): readonly [
  text: string,
  type: (text: string) => void,
] => {
  const [text, setText] = useState(filters[NAME] ?? '');
  return [
    text,
    (typed) => {
      setText(typed);
      setFilters({ [NAME]: typed.trim() });
    },
  ];
};
