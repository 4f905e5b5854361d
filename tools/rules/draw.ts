/** Values by chance for a field: near what else the record holds, and near what the rules name. */
import {
  CHECK_RESULTS,
  type CompiledField,
  type CompiledForm,
  type FormRecord,
  dayNumber,
  dayText,
  instantMs,
  instantText,
  monthNumber,
  monthText,
  placesOf,
} from '@hengneng/form-kit';
import type { Leaves } from './leaves.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
export const FILE = { URL: '/file/1', Size: 68, Name: '凭证.png' };
const NUMBERS = [0, 1, 2, 3, 5, 10, 12, 20, 50, 60, 90, 100, 365, 1_000, 5_000, 10_000, 100_000, 1_000_000];
const STEPS = [0, 1, -1, 2, -2, 3, 5, 7, 10, 15, 29, 30, 31, 60, 90, 180, 364, 365, 366, 400, 730, 1_100];

/** Mulberry32. */
export const generator = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** The moment at which every sample is filled in. */
export const NOW = new Date('2026-03-05T02:30:00Z');

/** Whoever fills in all of them. */
export const PERSON = { userId: '7', deptId: 'A6322' } as const;
/** What every record says by itself. */
export const BEGUN = { applicant: PERSON.userId, applicantDept: PERSON.deptId, createdAt: NOW.toISOString() } as const;

/** A day of China time in milliseconds; an instant as it is. */
const momentOf = (value: unknown): number | null => {
  if (typeof value !== 'string') return null;
  const day = dayNumber(value);
  return day === null ? instantMs(value) : day * DAY - 8 * HOUR;
};
export const dayAt = (ms: number): string => dayText(Math.floor((ms + 8 * HOUR) / DAY));

export class Draw {
  readonly #form: CompiledForm;
  readonly random: () => number;

  constructor(form: CompiledForm, seed: number) {
    this.#form = form;
    this.random = generator(seed);
  }

  pick<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.random() * items.length)];
  }

  /** Values of other fields that fit into this one's column. */
  #others(of: CompiledField, record: FormRecord, row: FormRecord | null, near: Leaves): readonly unknown[] {
    const near0 = near.fields.filter((other) => other.path !== of.path);
    const all = [...near0, ...this.#form.fields.filter((other) => other.field.type === of.field.type)];
    return all.flatMap((other) => {
      const value = other.detail === null ? record[other.key] : row?.[other.key];
      return value === null || value === undefined ? [] : [value];
    });
  }

  #number(of: CompiledField, record: FormRecord, row: FormRecord | null, near: Leaves): string | number {
    const places = placesOf(of.field) ?? 0;
    const smallest = 10 ** -places;
    const own = Number((row ?? record)[of.key] ?? 0);
    const others = this.#others(of, record, row, near)
      .filter((value) => typeof value === 'number' || typeof value === 'string')
      .map(Number)
      .filter((value) => Number.isFinite(value));
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = of.field;
    const written = (number: number): string | number => {
      const value = Math.min(max, Math.max(min, Math.min(9e8, Math.max(-9e8, number))));
      return of.field.type === 'integer' ? Math.round(value) : value.toFixed(places);
    };
    const totals = near.worked.flatMap((total) => {
      const value = Number((total.detail === null ? record : (row ?? {}))[total.key] ?? Number.NaN);
      return Number.isFinite(value) ? [value] : [];
    });
    // What a total lacks of what it should come to, all of it put into this part.
    if (totals.length > 0 && this.random() < 0.3)
      return written(own + (this.pick([...totals, ...near.numbers, ...others, 0]) ?? 0) - (this.pick(totals) ?? 0));
    const bases = [own, own, ...others, ...near.numbers, ...near.numbers, ...NUMBERS, of.field.min ?? 0];
    const base = this.pick(bases) ?? 0;
    const factor = this.random() < 0.7 ? 1 : (this.pick([-1, 0.5, 0.8, 0.9, 1.1, 1.2, 1.5, 2, 10, 0.01, 100]) ?? 1);
    const by = this.random() < 0.5 ? 0 : (this.pick([smallest, -smallest, 1, -1, ...others, ...near.numbers]) ?? 0);
    return written(base * factor + by);
  }

  #moment(of: CompiledField, record: FormRecord, row: FormRecord | null, near: Leaves): string {
    const bases = [...this.#others(of, record, row, near), (row ?? record)[of.key]].flatMap(
      (value) => momentOf(value) ?? [],
    );
    const base = this.random() < 0.3 ? NOW.getTime() : (this.pick(bases) ?? NOW.getTime());
    const steps = [...STEPS, ...near.numbers, ...near.numbers.map((each) => each + 1)];
    const by = Math.trunc(this.pick(steps) ?? 0) * (this.random() < 0.5 ? 1 : -1);
    if (of.field.type === 'date') return dayAt(base + by * DAY);
    return instantText(base + by * (this.pick([HOUR, HOUR, DAY, 60_000]) ?? HOUR));
  }

  #list(items: readonly string[], near: Leaves): readonly string[] {
    const dice = this.random();
    const named = items.filter((item) => near.texts.includes(item));
    if (dice < 0.15) return items;
    if (dice < 0.45) return [this.pick(named.length > 0 ? named : items) ?? ''];
    const some = items.filter(() => this.random() < 0.5);
    return some.length > 0 ? some : items.slice(0, 1);
  }

  /** A value for a field of the record (or of one of its rows); now and then none. */
  value(of: CompiledField, record: FormRecord, row: FormRecord | null, near: Leaves): unknown {
    const { field } = of;
    if (this.random() < 0.12) return field.type === 'boolean' ? false : null;
    if (placesOf(field) !== null) return this.#number(of, record, row, near);
    switch (field.type) {
      case 'date':
      case 'datetime':
        return this.#moment(of, record, row, near);
      case 'month': {
        const bases = this.#others(of, record, row, near).flatMap((value) =>
          typeof value === 'string' ? (monthNumber(value.slice(0, 7)) ?? []) : [],
        );
        const base = this.pick([...bases, monthNumber(dayAt(NOW.getTime()).slice(0, 7)) ?? 0]) ?? 0;
        return monthText(base + (this.pick([0, 0, 1, -1, 2, -2, 3, -3, 6, 12, -12, 13, -13]) ?? 0));
      }
      case 'time': {
        const minutes = Math.floor(this.random() * 96) * 15;
        const two = (n: number): string => String(n).padStart(2, '0');
        return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
      }
      case 'enum':
        return this.pick(field.options);
      case 'multiEnum':
        return this.#list(field.options, near);
      case 'users':
        return this.#list(['1', '2', '3'], near);
      case 'boolean':
        return this.random() < 0.5;
      case 'check': {
        const result = this.pick(CHECK_RESULTS);
        return { result, remark: result === '不合格' ? '待更换' : null, photos: [] };
      }
      case 'phone':
        return this.pick(['13800138000', '13900139000']);
      case 'idCard':
        return '11010519491231002X';
      case 'plate':
        return '京A12345';
      case 'file':
      case 'image':
      case 'signature':
        return FILE;
      case 'files':
      case 'images':
        return Array.from({ length: Math.max(1, field.min ?? 1) }, () => FILE);
      case 'text':
      case 'textarea':
      case 'richText':
        return this.#text(of, record, row, near);
      default: {
        const same = this.#others(of, record, row, near).filter((value) => typeof value === 'string');
        return this.pick([...same.filter((value) => /^\w{1,12}$/.test(value)), '1', '2', '3', '7']);
      }
    }
  }

  #text(of: CompiledField, record: FormRecord, row: FormRecord | null, near: Leaves): string {
    const same = this.#others(of, record, row, near).filter((value) => typeof value === 'string');
    const text = this.pick([...near.texts, ...same, '说明', '2', `${of.label}已填写`]) ?? '说明';
    return [...text].slice(0, of.field.max ?? 200).join('');
  }
}
