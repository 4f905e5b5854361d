/** How values look to people: one place for lists, forms, prints and messages. */
import { thousands } from '@hengneng/core';
import type { Field } from './fields.ts';
import { fixed, placesOf, toNumber } from './expr/value.ts';
import { instantMs, instantText } from './time.ts';

export interface FormatOptions {
  /** Name of what a reference points at; where absent the stored value shows. */
  readonly label?: (value: string) => string | undefined;
  /** Appends the field's unit. */
  readonly withUnit?: boolean;
}

/** What people read behind a value or in the head of its column; an amount that says nothing else is in yuan. */
export const unitOf = (field: Field): string | undefined =>
  field.unit ?? (field.type === 'money' || field.type === 'money4' ? '元' : undefined);

/** A percentage as people read it: one place, two where one would lose something; more only where a person typed more. */
function percentText(text: string): string {
  const short = text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
  return short.includes('.') ? short : `${short}.0`;
}

function numberText(field: Field, value: unknown): string {
  const number = toNumber(value);
  if (number === null) return '';
  if (field.type === 'percent')
    return `${thousands(percentText(fixed(number, field.formula === undefined ? (placesOf(field) ?? 0) : 2)))}%`;
  const exact = fixed(number, placesOf(field) ?? 0);
  // 2026 is the name of a year, no amount
  if (field.type === 'integer' && (field.unit === '年' || /(年度|年份)$/.test(field.label))) return exact;
  // prices per unit keep two places as every amount does, and more only where there are more
  if (field.type === 'money4') return thousands(exact.replace(/0{1,2}$/, ''));
  return thousands(exact);
}

const dateTimeText = (value: string): string => {
  const ms = instantMs(value);
  return ms === null ? value : instantText(ms).slice(0, 16).replace('T', ' ');
};

const itemsText = (value: unknown, label: FormatOptions['label']): string =>
  Array.isArray(value)
    ? value
        .map((item) => (typeof item === 'string' ? (label?.(item) ?? item) : ''))
        .filter(Boolean)
        .join('、')
    : '';

const nameOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'Name' in value && typeof value.Name === 'string' ? value.Name : '';

function checkText(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('result' in value)) return '';
  const remark =
    'remark' in value && typeof value.remark === 'string' && value.remark !== '' ? `（${value.remark}）` : '';
  return `${String(value.result)}${remark}`;
}

/**
 * A value as text; empty for no value. Numbers have thousands separators and their field's places, times are China time to the minute.
 */
export function formatValue(field: Field, value: unknown, options: FormatOptions = {}): string {
  if (value === null || value === undefined || value === '') return '';
  const text = plainText(field, value, options);
  const unit = unitOf(field);
  return options.withUnit === true && text !== '' && unit !== undefined && field.type !== 'percent'
    ? `${text} ${unit}`
    : text;
}

function plainText(field: Field, value: unknown, { label }: FormatOptions): string {
  switch (field.type) {
    case 'integer':
    case 'decimal':
    case 'money':
    case 'money4':
    case 'percent':
      return numberText(field, value);
    case 'boolean':
      return value === true ? '是' : value === false ? '否' : '';
    case 'datetime':
      return typeof value === 'string' ? dateTimeText(value) : '';
    case 'multiEnum':
    case 'users':
      return itemsText(value, label);
    case 'files':
    case 'images':
      return Array.isArray(value) ? value.map(nameOf).filter(Boolean).join('、') : '';
    case 'file':
    case 'image':
    case 'signature':
      return nameOf(value);
    case 'check':
      return checkText(value);
    case 'richText':
      return typeof value === 'string' ? plainOf(value) : '';
    default:
      return typeof value === 'string' || typeof value === 'number' ? (label?.(String(value)) ?? String(value)) : '';
  }
}

/** Text of rich text, for lists and exports. */
const plainOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();

/** 「校验：超科目预算」 is called 超科目预算 where its kind is said elsewhere. */
export const flagName = (label: string): string => label.replace(/^校验[：:]/, '');

/** Whether a field's values stand at the right of their column. */
export const isNumeric = (field: Field): boolean => placesOf(field) !== null;

/** Whether a field's value is another thing's key, shown by that thing's name. */
export const isReference = (field: Field): boolean => entityOf(field) !== null;

/** The entity that a reference field points at: its type, or the ledger or module that `ref` names. */
export function entityOf(field: Field): string | null {
  switch (field.type) {
    case 'ref':
      return field.entity;
    case 'users':
      return 'user';
    case 'user':
    case 'dept':
    case 'project':
    case 'contract':
    case 'device':
    case 'supplier':
    case 'community':
    case 'room':
      return field.type;
    default:
      return null;
  }
}
