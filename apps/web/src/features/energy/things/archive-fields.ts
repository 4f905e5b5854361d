/** What the archive of a project says, in the order in which people look for it. */
import { ARCHIVE_BASE, type OutputOf, type projectArchive } from '@hengneng/contracts';
import { formatDecimal } from '../../../lib/format.ts';

export const SCREEN = 'operationContent.operationProjectManage';
export type Archive = OutputOf<typeof projectArchive>;

const NUMBERS: ReadonlySet<string> = new Set(ARCHIVE_BASE.flatMap(([key, , isNumber]) => (isNumber ? [key] : [])));

/** Without the noughts that a column keeps behind its number. */
export const trimmed = (text: string): string => (/^-?\d+\.\d*0$/.test(text) ? text.replace(/\.?0+$/, '') : text);

export const textOf = (key: string, value: unknown): string =>
  value === null || value === undefined || value === ''
    ? '—'
    : NUMBERS.has(key)
      ? formatDecimal(trimmed(String(value)))
      : String(value);

/** What somebody typed, against what stood there: only what is another is sent, so that nobody's other change is undone. */
export const changedOf = <V extends object>(now: V, before: V): Partial<V> => {
  const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? '') === JSON.stringify(b ?? '');
  return Object.fromEntries(
    (Object.keys(now) as (keyof V & string)[]).flatMap((key) =>
      same(now[key], before[key]) ? [] : [[key, now[key] ?? '']],
    ),
  ) as Partial<V>;
};
