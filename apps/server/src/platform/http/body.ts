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

/** PostgreSQL stores neither NUL nor lone surrogates; refuse them by name instead of failing deep inside. */
export const refuseUnstorable = (value: unknown, path = '', depth = 0): void => {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) throw refused(`${path || '内容'}含有不能识别的字符`);
    return;
  }
  if (value === null || typeof value !== 'object') return;
  if (depth > 20) throw refused('提交的内容嵌套过深');
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) refuseUnstorable(item, `${path}[${index}]`, depth + 1);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    if (key.includes('\0') || !key.isWellFormed()) throw refused('字段名含有不能识别的字符');
    refuseUnstorable(item, path === '' ? key : `${path}.${key}`, depth + 1);
  }
};
