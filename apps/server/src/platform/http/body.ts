/** Reading request bodies: nested form-encoding as `qs` writes it, within bounds, and nothing the database could choke on. */
import qs from 'qs';
import { refused } from './errors.ts';

/** 500 rows of 60 fields in each of three detail tables, and then some. */
const PARAMETER_LIMIT = 100_000;
const ARRAY_LIMIT = 1_000;
const DEPTH = 8;

/** Parses a query string or a form-encoded body; keys such as `__proto__` are dropped by qs. Throws a refusal where it is out of bounds. */
export const parseForm = (text: string): Record<string, unknown> => {
  try {
    return qs.parse(text, {
      depth: DEPTH,
      strictDepth: true,
      arrayLimit: ARRAY_LIMIT,
      parameterLimit: PARAMETER_LIMIT,
      throwOnLimitExceeded: true,
      allowPrototypes: false,
      ignoreQueryPrefix: false,
    });
  } catch {
    throw refused('提交的内容过多或嵌套过深');
  }
};

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Where in a value something cannot be stored, from the inside out; null where all of it can. Names of places are made only where there is one. */
const unstorableIn = (value: unknown, depth: number): string[] | null => {
  if (typeof value === 'string') return isStorable(value) ? null : [];
  if (value === null || typeof value !== 'object') return null;
  if (depth > 20) throw refused('提交的内容嵌套过深');
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const within = unstorableIn(item, depth + 1);
      if (within !== null) return [...within, `[${index}]`];
    }
    return null;
  }
  for (const [key, item] of Object.entries(value)) {
    if (!isStorable(key)) throw refused('字段名含有不能识别的字符');
    const within = unstorableIn(item, depth + 1);
    if (within !== null) return [...within, `.${key}`];
  }
  return null;
};

/** PostgreSQL stores neither NUL nor lone surrogates; refuse them by name instead of failing deep inside. */
export const refuseUnstorable = (value: unknown): void => {
  const within = unstorableIn(value, 0);
  if (within === null) return;
  const path = within.toReversed().join('').replace(/^\./, '');
  throw refused(`${path || '内容'}含有不能识别的字符`);
};
