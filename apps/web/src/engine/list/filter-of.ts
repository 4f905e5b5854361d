/** What a list can be narrowed by, and the names under which a filter stands in the address. */
import { type CompiledField, entityOf, formatValue, isNumeric, flagName } from '@hengneng/form-kit';
import { FLOW_STATUS } from '@hengneng/core';
import type { Filters } from '../../lib/useUrlFilters.ts';

export type Picked = 'date' | 'month' | 'time';

interface Base {
  /** Also the field whose labels name a reference. */
  readonly key: string;
  readonly label: string;
}
export type FilterOf = Base &
  (
    | { readonly kind: 'text' }
    | { readonly kind: 'reference'; readonly entity: string }
    | {
        readonly kind: 'choice';
        readonly options: readonly (readonly [value: string, label: string])[];
        /** Whose words are offered besides. */
        readonly dictionary?: string;
        /** Where it stands under another name than its key. */
        readonly name?: string;
        /** What is meant where nothing is chosen, instead of everything. */
        readonly unset?: string;
        /** Any of several will do. */
        readonly several?: boolean;
      }
    /** One day or month, not a range. */
    | {
        readonly kind: 'moment';
        readonly picker: 'date' | 'month';
        /** What is meant where none is chosen. */
        readonly unset?: string;
      }
    | { readonly kind: 'moments'; readonly picker: Picked; readonly from: string; readonly to: string }
    | { readonly kind: 'numbers'; readonly from: string; readonly to: string }
  );

const MOMENTS: Readonly<Record<string, Picked>> = { date: 'date', datetime: 'date', month: 'month', time: 'time' };

/** Several values of a filter stand in the address one a line: nothing that is typed into one, and no value, has lines. */
const BETWEEN = '\n';
export const severalOf = (value: string): readonly string[] => value.split(BETWEEN).filter((one) => one !== '');
export const asSeveral = (values: readonly string[]): string | null =>
  values.length === 0 ? null : values.join(BETWEEN);

/** The filter that a field makes. */
export const filterOf = (of: CompiledField): FilterOf => {
  const { key, label, field } = of;
  const base = { key, label };
  const ends = { from: `${key}[from]`, to: `${key}[to]` };
  if (key === 'status') return { ...base, kind: 'choice', options: Object.entries(FLOW_STATUS), several: true };
  // A check is fine at 0: whoever filters by it looks for what is not.
  if (field.flag === true)
    return { ...base, label: flagName(label), kind: 'choice', name: ends.from, options: [['1', '只看异常']] };
  const picker = MOMENTS[field.type];
  if (picker) return { ...base, kind: 'moments', picker, ...ends };
  if (isNumeric(field)) return { ...base, kind: 'numbers', ...ends };
  const entity = entityOf(field);
  if (entity) return { ...base, kind: 'reference', entity };
  if (field.type === 'enum' || field.type === 'multiEnum')
    return {
      ...base,
      kind: 'choice',
      options: field.options.map((one) => [one, one] as const),
      several: true,
      ...(field.dictionary === undefined ? {} : { dictionary: field.dictionary }),
    };
  if (field.type === 'boolean')
    return {
      ...base,
      kind: 'choice',
      options: [
        ['true', formatValue(field, true)],
        ['false', formatValue(field, false)],
      ],
    };
  return { ...base, kind: 'text' };
};

/** Names in the address that a filter uses. */
export const namesOf = (filter: FilterOf): readonly string[] => {
  switch (filter.kind) {
    case 'moments':
    case 'numbers':
      return [filter.from, filter.to];
    case 'choice':
      return [filter.name ?? filter.key];
    default:
      return [filter.key];
  }
};

export const isUsed = (filter: FilterOf, filters: Filters): boolean =>
  namesOf(filter).some((name) => (filters[name] ?? '') !== '');

/** What a filter is set to, for people. */
export const wordsOf = (
  filter: FilterOf,
  filters: Filters,
  labels: Readonly<Record<string, string>> | undefined,
): string => {
  if (filter.kind === 'moments' || filter.kind === 'numbers') {
    const [from, to] = [filters[filter.from] ?? '', filters[filter.to] ?? ''];
    const [since, until] = filter.kind === 'numbers' ? ['及以上', '及以下'] : ['及以后', '及以前'];
    if (from !== '' && to !== '') return from === to ? from : `${from} 至 ${to}`;
    return from === '' ? `${to} ${until}` : `${from} ${since}`;
  }
  const value = filters[namesOf(filter)[0] ?? ''] ?? '';
  if (filter.kind === 'choice')
    return severalOf(value)
      .map((each) => filter.options.find(([one]) => one === each)?.[1] ?? each)
      .join('、');
  return labels?.[value] ?? value;
};
