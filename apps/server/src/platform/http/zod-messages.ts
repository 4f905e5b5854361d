/** Zod's complaints as Chinese sentences at a field's path. Messages written at a schema win over these. */
import type { FieldError } from '@hengneng/core';
import { z } from 'zod';

const KINDS: Record<string, string> = {
  string: '文字',
  number: '数字',
  int: '整数',
  bigint: '整数',
  boolean: '是或否',
  date: '日期',
  array: '列表',
  object: '一组内容',
  record: '一组内容',
};

const FORMATS: Record<string, string> = {
  email: '邮箱格式不正确',
  url: '网址格式不正确',
  uuid: '编号格式不正确',
  guid: '编号格式不正确',
  date: '日期格式应为 YYYY-MM-DD',
  datetime: '时间格式应为 ISO 8601（带时区）',
  time: '时间格式应为 HH:mm',
  regex: '格式不正确',
};

const bound = (origin: string, value: unknown, least: boolean, inclusive: boolean | undefined): string => {
  const n = String(value);
  if (origin === 'string') return least ? (n === '1' ? '不能为空' : `至少${n}个字`) : `最多${n}个字`;
  if (origin === 'array' || origin === 'set') return least ? `至少${n}项` : `最多${n}项`;
  if (least) return inclusive === false ? `必须大于${n}` : `不能小于${n}`;
  return inclusive === false ? `必须小于${n}` : `不能大于${n}`;
};

const sentence = (issue: z.core.$ZodRawIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null || issue.input === '') return '必填';
      return `应为${KINDS[issue.expected] ?? '另一种内容'}`;
    case 'too_small':
      return bound(issue.origin, issue.minimum, true, issue.inclusive);
    case 'too_big':
      return bound(issue.origin, issue.maximum, false, issue.inclusive);
    case 'invalid_format':
      return FORMATS[issue.format] ?? '格式不正确';
    case 'not_multiple_of':
      return `必须是${issue.divisor}的倍数`;
    case 'invalid_value':
      return issue.input === undefined ? '必填' : `只能是${issue.values.map(String).join('、')}`;
    case 'unrecognized_keys':
      return `不认识的内容：${issue.keys.join('、').slice(0, 100)}`;
    default:
      return issue.input === undefined ? '必填' : '填写不正确';
  }
};

z.config({ customError: (issue) => sentence(issue) });

/** `['chemicals', 0, 'quantity']` → `chemicals[0].quantity`. */
export const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  );

/** The issues of a failed parse, at most 200 of them: a hostile body must not answer megabytes. */
export const fieldErrors = (error: z.ZodError): FieldError[] =>
  error.issues.slice(0, 200).map((issue) => ({ path: pathText(issue.path), message: issue.message }));
