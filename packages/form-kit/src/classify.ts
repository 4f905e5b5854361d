/** Which right a role needs to see a field's value. Every field of a sensitive kind has one, so that a new form forgets none. */
import type { DataClass } from '@hengneng/core';
import type { Field, FieldType } from './fields.ts';

const NUMBERS: ReadonlySet<FieldType> = new Set(['integer', 'decimal', 'money', 'money4', 'percent']);

/** Figures that their name tells apart from amounts. */
const NAMED: readonly (readonly [RegExp, DataClass])[] = [
  [/毛利/, 'margin'],
  [/投标报价/, 'bid'],
  [/单价/, 'price'],
];

const TYPED: Partial<Record<FieldType, DataClass>> = {
  money: 'amount',
  money4: 'price',
  phone: 'phone',
  idCard: 'idNo',
};

/** The class that the definition names, else what the label of a figure says, else what the type does; null where anybody may see the value. */
export const classOf = (field: Field): DataClass | null => {
  if (field.classified !== undefined) return field.classified;
  const named = NUMBERS.has(field.type) ? NAMED.find(([pattern]) => pattern.test(field.label)) : undefined;
  return named?.[1] ?? TYPED[field.type] ?? null;
};
