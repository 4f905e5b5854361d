/** How what is asked before there are rows stands among the filters, and what counts where nothing is asked. */
import { type CompiledField, defaultOf } from '@hengneng/form-kit';
import { useSession } from '../../lib/session.ts';
import { type FilterOf, filterOf } from '../list/filter-of.ts';

/** Years that are offered: the next one is being planned. */
const YEARS_BACK = 7;

const yearsUpTo = (now: Date): readonly (readonly [string, string])[] =>
  Array.from({ length: YEARS_BACK + 2 }, (_, at) => String(now.getFullYear() + 1 - at)).map((year) => [
    year,
    `${year}年`,
  ]);

/** One value, not a range: the month, the day as of which, the year (a whole number). */
export const askFilter = (of: CompiledField, now: Date): FilterOf => {
  const base = { key: of.key, label: of.label };
  const { type } = of.field;
  if (type === 'integer') return { ...base, kind: 'choice', options: yearsUpTo(now) };
  if (type === 'month' || type === 'date')
    return {
      ...base,
      kind: 'moment',
      picker: type,
      ...(of.field.hint === undefined ? {} : { unset: of.field.hint }),
    };
  const filter = filterOf(of);
  // What is asked is one value, unless its field has several.
  return filter.kind === 'choice' ? { ...filter, several: type === 'multiEnum' } : filter;
};

export const defaultAsks = (asks: ReadonlyMap<string, CompiledField>, now: Date): Readonly<Record<string, string>> => {
  const { userId } = useSession.getState();
  return Object.fromEntries(
    [...asks.values()].flatMap((of) => {
      const value = defaultOf(of.field, { now, userId, deptId: '' });
      return value === null ? [] : [[of.key, String(value)] as const];
    }),
  );
};
