import { severalOf } from './filter-of.ts';

/** Names in the address that are no filters. */
const ASIDE: ReadonlySet<string> = new Set(['PageIndex', 'PageSize', 'SortField', 'SortOrder', 'entry', 'tab']);

/** What of an address narrows a list down. */
export const narrowed = (
  address: Readonly<Record<string, string>>,
  aside: readonly string[] = [],
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(address).filter(([name]) => !ASIDE.has(name) && !aside.includes(name)));

/** Filters as the call takes them: `planStart[from]` becomes a range, several values a list. */
export const askOf = (filters: Readonly<Record<string, string>>): Record<string, unknown> => {
  const ask: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(filters)) {
    const range = /^(\w+)\[(from|to)\]$/.exec(name);
    const values = severalOf(value);
    if (!range) ask[name] = values.length > 1 ? values : value;
    else ask[range[1] ?? ''] = { ...Object(ask[range[1] ?? '']), [range[2] ?? '']: value };
  }
  return ask;
};
