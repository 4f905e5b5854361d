/** How a person wants a list: columns, their order and width, and views kept under a name. */
import { useCallback, useMemo } from 'react';
import { useSetting } from '../../lib/useSetting.ts';

export interface ColumnChoice {
  readonly key: string;
  readonly shown: boolean;
  readonly pinned?: boolean;
  readonly width?: number;
}
export interface SavedView {
  readonly name: string;
  readonly query: string;
}
export interface ListSettings {
  readonly columns: readonly ColumnChoice[];
  readonly views: readonly SavedView[];
  /** The project tree stands beside the rows. */
  readonly tree?: boolean;
}

/** What is wanted next, by what was wanted until now: that may not have arrived yet when somebody chooses. */
export type ListChange = (was: ListSettings) => ListSettings;

/** What a column may be as wide as, in pixels. */
export const WIDTH = { min: 60, max: 600 } as const;

const EMPTY: ListSettings = { columns: [], views: [] };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const isChoice = (value: unknown): value is ColumnChoice =>
  isObject(value) && typeof value['key'] === 'string' && typeof value['shown'] === 'boolean';
const isView = (value: unknown): value is SavedView =>
  isObject(value) && typeof value['name'] === 'string' && typeof value['query'] === 'string';

/** What was stored once, by whichever release; anything else counts as never set. */
export const readSettings = (text: string | undefined): ListSettings => {
  try {
    const found: unknown = JSON.parse(text ?? 'null');
    if (!isObject(found)) return EMPTY;
    const { columns, views, tree } = found;
    return {
      columns: Array.isArray(columns) ? columns.filter(isChoice) : [],
      views: Array.isArray(views) ? views.filter(isView) : [],
      ...(tree === true ? { tree } : {}),
    };
  } catch {
    return EMPTY;
  }
};

export const useListSettings = (name: string) => {
  const [stored, store] = useSetting(`list.${name}`);
  const settings = useMemo(() => readSettings(stored), [stored]);
  const save = useCallback((change: ListChange) => store((now) => change(readSettings(now))), [store]);
  return { settings, save };
};

/** The columns in the person's order; ones that the definition got since stand at the end. Unless said otherwise the first stays in place. */
export const arrange = (keys: readonly string[], choices: readonly ColumnChoice[]): readonly ColumnChoice[] => {
  const known = choices.filter((choice) => keys.includes(choice.key));
  const fresh = keys
    .filter((key) => !choices.some((choice) => choice.key === key))
    .map((key): ColumnChoice => ({ key, shown: true, ...(key === keys[0] ? { pinned: true } : {}) }));
  const all: readonly ColumnChoice[] = [...known, ...fresh];
  return [...all.filter((one) => one.pinned), ...all.filter((one) => !one.pinned)];
};
