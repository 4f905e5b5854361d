import type { ModuleId } from '@hengneng/core';
import { today } from '@hengneng/form-kit';

/** The record that an entry in a book comes from. */
export interface Source {
  readonly module: ModuleId;
  /** BusinessId. */
  readonly id: string;
}

/** The source as the columns of a book that serves several modules. */
export const sourceColumns = ({ module, id }: Source) => ({ source_module: module, source_id: id }) as const;

/** `YYYY-MM-DD` of an instant in the company's time zone. */
export const dayOf = (instant: Date | string): string => today(new Date(instant));

/** `YYYY-MM` of a day or an instant. */
export const monthOf = (value: Date | string): string =>
  typeof value === 'string' && /^\d{4}-\d{2}(-\d{2})?$/.test(value) ? value.slice(0, 7) : dayOf(value).slice(0, 7);

/** `YYYY-MM` after the month of a month, a day or an instant. */
export const nextMonth = (value: Date | string): string => {
  const month = typeof value === 'string' && value.length === 7 ? value : monthOf(value);
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
};

/** The calendar year of a month, a day or an instant. */
export const yearOf = (value: Date | string): number =>
  Number((typeof value === 'string' && value.length === 7 ? value : monthOf(value)).slice(0, 4));

/** Days from one day to another (`YYYY-MM-DD`); negative where the second is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
