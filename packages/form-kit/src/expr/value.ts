/** Values as expressions see them, and how record values become such and back. */
import { Big } from 'big.js';
import type { Field } from '../fields.ts';
import { dayNumber, dayOfInstant, dayText, instantMs, instantText, isTime, monthNumber, monthText } from '../time.ts';

/** Our own constructor: 40 places in division, half away from zero, independent of what others set on `Big`. */
export const Num = Big();
Num.DP = 40;
Num.RM = Num.roundHalfUp;
Num.PE = 1_000;
Num.NE = -1_000;

export type Value =
  | null
  | boolean
  | string
  | Big
  | readonly string[]
  /** A whole day, a month, a time of day (minutes) or an instant (ms); `n` counts in that unit. */
  | { readonly kind: 'day' | 'month' | 'clock' | 'instant'; readonly n: number };

export const isNumber = (value: Value): value is Big => value instanceof Num;
export const isMoment = (
  value: Value,
): value is { readonly kind: 'day' | 'month' | 'clock' | 'instant'; readonly n: number } =>
  value !== null && typeof value === 'object' && !isNumber(value) && !Array.isArray(value) && 'kind' in value;
export const isEmpty = (value: Value): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** A number of a record value: exact for decimal strings; null for anything that is no number. */
export function toNumber(raw: unknown): Big | null {
  if (typeof raw === 'number') return Number.isFinite(raw) ? new Num(raw) : null;
  if (typeof raw !== 'string' || !/^[-+]?\d{1,60}(\.\d{1,60})?$/.test(raw.trim())) return null;
  return new Num(raw.trim().replace(/^\+/, ''));
}

const moment = (kind: 'day' | 'month' | 'clock' | 'instant', n: number | null): Value =>
  n === null ? null : { kind, n };

/** What a record value of this field is in an expression; anything malformed counts as empty. */
export function lift(field: Field, raw: unknown): Value {
  if (raw === null || raw === undefined || raw === '') return null;
  switch (field.type) {
    case 'integer':
    case 'decimal':
    case 'money':
    case 'money4':
    case 'percent':
      return toNumber(raw);
    case 'date':
      return typeof raw === 'string' ? moment('day', dayNumber(raw)) : null;
    case 'datetime':
      if (raw instanceof Date) return moment('instant', Number.isNaN(raw.getTime()) ? null : raw.getTime());
      return typeof raw === 'string' ? moment('instant', instantMs(raw)) : null;
    case 'month':
      return typeof raw === 'string' ? moment('month', monthNumber(raw)) : null;
    case 'time':
      return typeof raw === 'string' && isTime(raw)
        ? moment('clock', Number(raw.slice(0, 2)) * 60 + Number(raw.slice(3)))
        : null;
    case 'boolean':
      return typeof raw === 'boolean' ? raw : null;
    case 'multiEnum':
    case 'users':
      return Array.isArray(raw) ? raw.filter((item): item is string => typeof item === 'string') : null;
    case 'files':
    case 'images':
      return Array.isArray(raw) ? raw.map(nameOfFile) : null;
    case 'file':
    case 'image':
    case 'signature':
      return nameOfFile(raw) || null;
    case 'check':
      return resultOfCheck(raw);
    default:
      return typeof raw === 'string' ? raw : typeof raw === 'number' ? String(raw) : null;
  }
}

/** Files count by whether there are any. */
const nameOfFile = (raw: unknown): string =>
  typeof raw === 'object' && raw !== null && 'URL' in raw && typeof raw.URL === 'string' ? raw.URL : '';

const resultOfCheck = (raw: unknown): Value =>
  typeof raw === 'object' && raw !== null && 'result' in raw && typeof raw.result === 'string' ? raw.result : null;

/** Decimal places in which a numeric field is kept; null for other types. */
export function placesOf(field: Field): number | null {
  switch (field.type) {
    case 'integer':
      return 0;
    case 'money':
      return 2;
    case 'money4':
    case 'percent':
      return 4;
    case 'decimal':
      return field.places;
    default:
      return null;
  }
}

/** The record value of a formula's result: rounded half away from zero to the field's places, dates in their one spelling. */
export function lower(field: Field, value: Value): unknown {
  if (isEmpty(value)) return null;
  const places = placesOf(field);
  if (places !== null) {
    const number = typeof value === 'boolean' ? new Num(value ? 1 : 0) : isNumber(value) ? value : null;
    if (number === null) return null;
    return field.type === 'integer' ? Number(positiveZero(number.round(0)).toFixed(0)) : fixed(number, places);
  }
  switch (field.type) {
    case 'boolean':
      return truthy(value);
    case 'date':
      if (!isMoment(value)) return null;
      return value.kind === 'day' ? dayText(value.n) : value.kind === 'instant' ? dayText(dayOfInstant(value.n)) : null;
    case 'datetime':
      return isMoment(value) && value.kind === 'instant' ? instantText(value.n) : null;
    case 'month':
      return isMoment(value) ? monthOf(value) : null;
    default:
      return isNumber(value) ? value.toFixed() : typeof value === 'string' ? value : null;
  }
}

function monthOf(value: { readonly kind: string; readonly n: number }): string | null {
  if (value.kind === 'month') return monthText(value.n);
  if (value.kind === 'day') return dayText(value.n).slice(0, 7);
  return value.kind === 'instant' ? dayText(dayOfInstant(value.n)).slice(0, 7) : null;
}

/** Exact text with so many places, half away from zero; never `-0.00`. */
export const fixed = (number: Big, places: number): string =>
  positiveZero(number.round(places, Num.roundHalfUp)).toFixed(places);

const positiveZero = (number: Big): Big => (number.eq(0) ? new Num(0) : number);

/** Whether a value alone holds as a condition: filled in, and not `false`. Zero is filled in. */
export const truthy = (value: Value): boolean => (typeof value === 'boolean' ? value : !isEmpty(value));
