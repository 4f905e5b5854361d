/** One value from the wire, and the limits that a value must keep; the schemas and the check of a record share them. */
import { isIdCard } from '@hengneng/core';
import { CHECK_RESULTS, type Field } from '../fields.ts';
import { fixed, placesOf, toNumber, type Value } from '../expr/value.ts';
import { dayNumber, instantMs, instantText, isTime, monthNumber } from '../time.ts';

export type Read = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

const good = (value: unknown): Read => ({ ok: true, value });
const bad = (message: string): Read => ({ ok: false, message });

/** Longest text of the types that hold one, where the field says nothing. */
const LONGEST: Readonly<Partial<Record<Field['type'], number>>> = { text: 500, textarea: 5_000, richText: 100_000 };
/** Longest word of a dictionary. */
const LONGEST_WORD = 30;
/** Most items of a list value. */
const MOST_ITEMS = 200;
/** Digits before the point that the column holds. */
const wholeDigits = (field: Field): number => {
  switch (field.type) {
    case 'decimal':
      return 20 - field.places;
    case 'money':
      return 16;
    case 'money4':
      return 14;
    case 'percent':
      return 8;
    default:
      return 10;
  }
};
const MAX_INTEGER = 2_147_483_647;

const PHONE = /^(?:\+?86[- ]?)?(?:1[3-9]\d{9}|(?:0\d{2,3}-?)?[2-9]\d{6,7}(?:-\d{1,6})?|[48]00-?\d{3}-?\d{4})$/;
const PLATE =
  /^[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼使领][A-Z](?:[A-Z0-9]{4,5}[A-Z0-9挂学警港澳]|[A-Z0-9]{5})$/;
const ID = /^[1-9]\d{0,17}$/;
const CODE = /^[\w.\-/()（）\u4e00-\u9fff]{1,64}$/u;

/**
 * Reads one value as it came over the wire (form text or JSON). An empty text clears: null.
 * Messages name the field. Limits (`min`, `max`) are `limitMessage`'s.
 */
export function readValue(field: Field, raw: unknown): Read {
  if (raw === undefined || raw === null || raw === '') return good(null);
  if (placesOf(field) !== null) return readNumber(field, raw);
  switch (field.type) {
    case 'boolean':
      return readBoolean(field, raw);
    case 'multiEnum':
    case 'users':
      return readItems(field, raw);
    case 'files':
    case 'images':
      return readFiles(field.label, raw);
    case 'file':
    case 'image':
    case 'signature':
      return readFile(field.label, Array.isArray(raw) && raw.length === 1 ? raw[0] : raw);
    case 'check':
      return readCheck(field.label, raw);
    default:
      return typeof raw === 'string' || typeof raw === 'number'
        ? readText(field, String(raw))
        : bad(`${field.label}格式不对`);
  }
}

function readNumber(field: Field, raw: unknown): Read {
  const { label } = field;
  const places = placesOf(field) ?? 0;
  const number = typeof raw === 'string' || typeof raw === 'number' ? toNumber(raw) : null;
  if (number === null) return bad(`${label}必须是数字`);
  if (!number.eq(number.round(places))) return bad(places === 0 ? `${label}必须是整数` : `${label}最多${places}位小数`);
  if (field.type === 'integer') {
    return number.abs().gt(MAX_INTEGER) ? bad(`${label}超出可填写的范围`) : good(Number(number.toFixed(0)));
  }
  if (number.abs().gte(`1e${wholeDigits(field)}`)) return bad(`${label}超出可填写的范围`);
  return good(fixed(number, places));
}

function readBoolean(field: Field, raw: unknown): Read {
  if (raw === true || raw === 'true') return good(true);
  if (raw === false || raw === 'false') return good(false);
  return bad(`${field.label}只能是“是”或“否”`);
}

/** Control characters other than tab and line ends: the database cannot hold NUL, the rest only hides text. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

function readText(field: Field, given: string): Read {
  const { label } = field;
  if (CONTROL.test(given)) return bad(`${label}含有不能保存的字符`);
  const text = field.type === 'textarea' || field.type === 'richText' ? given : given.trim();
  if (text === '') return good(null);
  switch (field.type) {
    case 'date':
      return dayNumber(text) === null ? bad(`${label}必须是日期，例如2026-01-31`) : good(text);
    case 'datetime': {
      const ms = instantMs(text);
      return ms === null ? bad(`${label}必须是日期和时间，例如2026-01-31 08:30`) : good(instantText(ms));
    }
    case 'month':
      return monthNumber(text) === null ? bad(`${label}必须是月份，例如2026-01`) : good(text);
    case 'time':
      return isTime(text) ? good(text) : bad(`${label}必须是时间，例如08:30`);
    case 'enum':
      // Which words a dictionary offers is known to the database: the server looks there.
      if (field.dictionary !== undefined && [...text].length <= LONGEST_WORD) return good(text);
      return field.options.includes(text) ? good(text) : bad(`${label}没有“${text.slice(0, 30)}”这个选项`);
    case 'phone':
      return PHONE.test(text) ? good(text) : bad(`${label}不是正确的电话号码`);
    case 'idCard':
      return isIdCard(text.toUpperCase()) ? good(text.toUpperCase()) : bad(`${label}不是正确的身份证号`);
    case 'plate':
      return PLATE.test(text.toUpperCase()) ? good(text.toUpperCase()) : bad(`${label}不是正确的车牌号`);
    case 'project':
    case 'contract':
    case 'dept':
      return CODE.test(text) ? good(text) : bad(`请重新选择${label}`);
    case 'user':
    case 'device':
    case 'supplier':
    case 'community':
    case 'room':
    case 'ref':
      return ID.test(text) ? good(text) : bad(`请重新选择${label}`);
    default: {
      const longest = Math.min(field.max ?? Number.POSITIVE_INFINITY, LONGEST[field.type] ?? 500);
      return [...text].length > longest ? bad(`${label}最多${longest}个字`) : good(text);
    }
  }
}

/** A list as bodies write it: an array, one single value, or an object with numbers as keys (long lists in bracket notation). */
export function itemsOf(raw: unknown): readonly unknown[] | null {
  if (Array.isArray(raw)) return raw;
  if (raw === null || raw === undefined || raw === '') return [];
  if (typeof raw !== 'object') return [raw];
  const keys = Object.keys(raw);
  if (keys.length === 0 || !keys.every((key) => /^\d{1,5}$/.test(key))) return null;
  return Object.entries(raw)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, item]) => item);
}

function readItems(field: Field, raw: unknown): Read {
  const { label } = field;
  const items = itemsOf(raw);
  if (!items || items.length > MOST_ITEMS) return bad(`${label}格式不对`);
  const texts: string[] = [];
  for (const item of items) {
    const text = typeof item === 'number' ? String(item) : item;
    if (text === '' || text === null || text === undefined) continue;
    if (typeof text !== 'string') return bad(`${label}格式不对`);
    if (field.type === 'multiEnum' && !field.options.includes(text))
      return bad(`${label}没有“${text.slice(0, 30)}”这个选项`);
    if (field.type === 'users' && !ID.test(text)) return bad(`请重新选择${label}`);
    if (!texts.includes(text)) texts.push(text);
  }
  return good(texts.length > 0 ? texts : null);
}

function readFile(label: string, raw: unknown): Read {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return bad(`${label}请重新上传`);
  const url = 'URL' in raw ? raw.URL : undefined;
  const name = 'Name' in raw ? raw.Name : undefined;
  const size = toNumber('Size' in raw ? raw.Size : undefined);
  // only what our own upload answered: a path of this site, never an address elsewhere
  if (typeof url !== 'string' || !/^\/(?!\/)[\x21-\x7e]{1,499}$/.test(url)) return bad(`${label}请重新上传`);
  if (typeof name !== 'string' || name === '' || name.length > 255 || CONTROL.test(name))
    return bad(`${label}的文件名不对`);
  if (size === null || size.lt(0) || !size.eq(size.round(0)) || size.gt(1e12)) return bad(`${label}请重新上传`);
  return good({ URL: url, Size: Number(size.toFixed(0)), Name: name });
}

function readFiles(label: string, raw: unknown): Read {
  const items = typeof raw === 'object' && raw !== null && 'URL' in raw ? [raw] : itemsOf(raw);
  if (!items || items.length > MOST_ITEMS) return bad(`${label}格式不对`);
  const files: unknown[] = [];
  for (const item of items) {
    if (item === '' || item === null || item === undefined) continue;
    const file = readFile(label, item);
    if (!file.ok) return file;
    files.push(file.value);
  }
  return good(files.length > 0 ? files : null);
}

function readCheck(label: string, raw: unknown): Read {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return bad(`${label}格式不对`);
  const result = 'result' in raw ? raw.result : undefined;
  if (result === undefined || result === null || result === '') return good(null);
  const known = CHECK_RESULTS.find((each) => each === result);
  if (!known) return bad(`${label}的结果只能是${CHECK_RESULTS.join('、')}`);
  const remark = readText(
    { type: 'textarea', label: `${label}的说明`, max: 1_000 },
    'remark' in raw && typeof raw.remark === 'string' ? raw.remark : '',
  );
  if (!remark.ok) return remark;
  const photos = readFiles(`${label}的照片`, 'photos' in raw ? (raw.photos ?? []) : []);
  if (!photos.ok) return photos;
  return good({ result: known, remark: remark.value, photos: photos.value ?? [] });
}

/** What is said of a number that its column cannot hold, typed in or worked out; null where it can. */
export function rangeMessage(field: Field, value: unknown): string | null {
  const number = placesOf(field) === null ? null : toNumber(value);
  if (number === null) return null;
  const tooWide = field.type === 'integer' ? number.abs().gt(MAX_INTEGER) : number.abs().gte(`1e${wholeDigits(field)}`);
  return tooWide ? `${field.label}超出可填写的范围` : null;
}

/** What is wrong with a value's size, in a sentence that names the field; null where it keeps its limits. */
export function limitMessage(field: Field, value: unknown): string | null {
  const { label, min, max } = field;
  if (value === null || value === undefined) return null;
  if (placesOf(field) !== null) {
    const number = toNumber(value);
    if (number === null) return `${label}必须是数字`;
    if (min !== undefined && number.lt(min)) return min === 0 ? `${label}不能为负数` : `${label}不能小于${min}`;
    if (max !== undefined && number.gt(max)) return `${label}不能大于${max}`;
    return rangeMessage(field, value);
  }
  if (!Array.isArray(value)) return null;
  const unit = field.type === 'files' || field.type === 'images' ? '个文件' : '项';
  if (max !== undefined && value.length > max) return `${label}最多${max}${unit}`;
  if (min !== undefined && value.length < min) return `${label}至少${min}${unit}`;
  return null;
}

/** What a person is told where a required field is empty. */
export function requiredMessage(field: Field): string {
  switch (field.type) {
    case 'file':
    case 'files':
    case 'image':
    case 'images':
      return `请上传${field.label}`;
    case 'signature':
      return `请签名：${field.label}`;
    case 'text':
    case 'textarea':
    case 'richText':
    case 'phone':
    case 'idCard':
    case 'plate':
    case 'integer':
    case 'decimal':
    case 'money':
    case 'money4':
    case 'percent':
      return `请填写${field.label}`;
    default:
      return `请选择${field.label}`;
  }
}

export type { Value };
