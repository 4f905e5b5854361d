/**
 * Fills in a section of any form so that nothing keeps it from being submitted: what tests walk through every module's chain with. Values
 * are drawn by type; where rules complain, the fields they speak of are drawn again until none does. The same seed gives the same record.
 */
import { mentions } from './expr/ast.ts';
import { placesOf } from './expr/value.ts';
import { CHECK_RESULTS, type Field, type FileValue } from './fields.ts';
import type { CompiledField, CompiledForm, FormRecord } from './derive/form.ts';
import { rowsOf } from './derive/scope.ts';

export interface SampleSource {
  readonly now: Date;
  readonly userId: string;
  readonly deptId: string;
  readonly seed: number;
  readonly file: FileValue;
  /** Tables that are to stay without rows. */
  readonly empty?: readonly string[];
  /** How often a section is begun anew before it is given up; eight times unless told. */
  readonly beginnings?: number;
  /** Values that a field may point at; empty where there are none. */
  references(field: Field, record: FormRecord): readonly string[];
}

const HOUR = 3_600_000;
const CHINA = 8 * HOUR;
const NUMBERS = [
  0, 0.5, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 24, 30, 40, 50, 60, 75, 80, 90, 95, 100, 150, 200, 300, 365, 500, 800,
  1_000, 2_000, 3_000, 5_000, 10_000, 50_000, 200_000,
]; // prettier-ignore
const DAYS = [
  -400, -365, -180, -90, -60, -30, -15, -7, -3, -2, -1, 0, 1, 2, 3, 7, 10, 15, 30, 45, 60, 90, 180, 300, 365, 400, 730,
  1095,
]; // prettier-ignore
const HOURS = [
  -720, -168, -72, -48, -26, -24, -12, -8, -6, -4, -3, -2, -1, 1, 2, 3, 4, 6, 8, 12, 24, 26, 48, 72, 168, 720,
]; // prettier-ignore
const MONTHS = [-24, -13, -12, -6, -3, -2, -1, 0, 1, 2, 3, 6, 12];
/** Redraws before a section is begun anew. */
const TRIES = 1_500;

/** Mulberry32. */
const generator = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const chinaText = (ms: number): string => new Date(ms + CHINA).toISOString();
const dayText = (ms: number): string => chinaText(ms).slice(0, 10);
const instant = (ms: number): string => `${chinaText(ms).slice(0, 16)}:00+08:00`;
const monthText = (month: string, by: number): string => {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + by;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
};

class Sampler {
  readonly #form: CompiledForm;
  readonly #step: number;
  readonly #source: SampleSource;
  readonly #random: () => number;

  constructor(form: CompiledForm, step: number, source: SampleSource) {
    this.#form = form;
    this.#step = step;
    this.#source = source;
    this.#random = generator(source.seed * 1_000 + step);
  }

  #pick<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.#random() * items.length)];
  }

  /** Values of the record (and row) of the same type: rules compare those with each other. */
  #others(of: CompiledField, record: FormRecord, row: FormRecord | null): readonly string[] {
    const kinds: readonly string[] =
      placesOf(of.field) === null ? [of.field.type] : ['integer', 'decimal', 'money', 'money4', 'percent'];
    const dates: readonly string[] = ['date', 'datetime'];
    const fits = (other: CompiledField): boolean =>
      other.path !== of.path &&
      (kinds.includes(other.field.type) || (dates.includes(of.field.type) && dates.includes(other.field.type)));
    return [
      ...this.#form.fields.filter(fits).map((other) => record[other.key]),
      ...(row === null
        ? []
        : this.#form.details
            .flatMap((detail) => detail.fields)
            .filter(fits)
            .map((other) => row[other.key])),
    ].flatMap((value) => (typeof value === 'string' || typeof value === 'number' ? [String(value)] : []));
  }

  #number(of: CompiledField, record: FormRecord, row: FormRecord | null): unknown {
    const { field } = of;
    const { min = 0, max = Number.POSITIVE_INFINITY } = field;
    const places = placesOf(field) ?? 0;
    const near = this.#others(of, record, row).map(Number).filter(Number.isFinite);
    const pool = [
      ...NUMBERS,
      min,
      ...(Number.isFinite(max) ? [max, (min + max) / 2] : []),
      ...near,
      ...near,
      near.reduce((a, b) => a + b, 0),
    ];
    const fitting = pool.map((value) => Number(value.toFixed(places))).filter((value) => value >= min && value <= max);
    const value = this.#pick(fitting) ?? min;
    return field.type === 'integer' ? value : value.toFixed(places);
  }

  #moment(of: CompiledField, record: FormRecord, row: FormRecord | null): string {
    const { now } = this.#source;
    const bases = this.#others(of, record, row)
      .map((text) => Date.parse(text))
      .filter(Number.isFinite);
    const base = this.#random() < 0.5 ? now.getTime() : (this.#pick(bases) ?? now.getTime());
    if (of.field.type === 'datetime') return instant(base + (this.#pick(HOURS) ?? 0) * HOUR);
    return dayText(base + (this.#pick(DAYS) ?? 0) * 24 * HOUR);
  }

  #text(of: CompiledField): string {
    const text = `${of.label.replaceAll(/[（(].*/g, '')}已按要求填写`;
    return [...text].slice(0, of.field.max ?? 200).join('');
  }

  /** A value of a field's type; null where there is nothing to choose from. */
  #value(of: CompiledField, record: FormRecord, row: FormRecord | null): unknown {
    const { field } = of;
    if (placesOf(field) !== null) return this.#number(of, record, row);
    switch (field.type) {
      case 'date':
      case 'datetime':
        return this.#moment(of, record, row);
      case 'month': {
        const base =
          this.#pick([dayText(this.#source.now.getTime()).slice(0, 7), ...this.#others(of, record, row)]) ?? '';
        return monthText(base, this.#pick(MONTHS) ?? 0);
      }
      case 'time':
        return this.#pick(['06:00', '08:00', '08:30', '12:00', '14:00', '17:30', '20:00', '23:00']);
      case 'enum':
        return this.#pick(field.options);
      case 'multiEnum': {
        const some = field.options.filter(() => this.#random() < 0.4);
        return some.length > 0 ? some : [this.#pick(field.options)];
      }
      case 'boolean':
        return this.#random() < 0.5;
      case 'check':
        return { result: this.#pick(CHECK_RESULTS.slice(0, 1)), remark: null, photos: [] };
      case 'phone':
        return '13800138000';
      case 'idCard':
        return '11010519491231002X';
      case 'plate':
        return '京A12345';
      case 'file':
      case 'image':
      case 'signature':
        return this.#source.file;
      case 'files':
      case 'images':
        return Array.from({ length: Math.max(1, field.min ?? 1) }, () => this.#source.file);
      case 'text':
      case 'textarea':
      case 'richText':
        return this.#text(of);
      case 'users': {
        const one = this.#pick(this.#source.references(field, record));
        return one === undefined ? null : [one];
      }
      default:
        return this.#pick(this.#source.references(field, record)) ?? null;
    }
  }

  #mine = (of: CompiledField): boolean =>
    of.step === this.#step && of.editable && of.source !== 'builtin' && of.source !== 'computed';

  /** A row with what it must have; a new one, filled in as by chance, where none is given. */
  #row(detail: string, record: FormRecord, given?: FormRecord): FormRecord {
    const { now, userId, deptId } = this.#source;
    const fields = this.#form.detail(detail)?.fields ?? [];
    const start = given ?? this.#form.newRow(detail, { now, userId, deptId });
    // What a given row leaves empty and need not have stays empty.
    const open = (of: CompiledField): boolean =>
      given === undefined || of.field.required === true || !Object.hasOwn(given, of.key);
    return fields
      .filter((of) => of.editable && of.formula === null)
      .reduce<FormRecord>(
        (row, of) => ({ ...row, [of.key]: row[of.key] ?? (open(of) ? this.#value(of, record, row) : null) }),
        start,
      );
  }

  #start(record: FormRecord): FormRecord {
    let next = record;
    for (const of of this.#form.fields)
      if (this.#mine(of) && (next[of.key] ?? null) === null && (of.field.required === true || this.#random() < 0.5))
        next = { ...next, [of.key]: this.#value(of, next, null) };
    for (const detail of this.#form.details) {
      if (detail.step !== this.#step || this.#source.empty?.includes(detail.key)) continue;
      const rows = rowsOf(next, detail.key);
      const length = Math.max(1, detail.minRows, rows.length);
      next = { ...next, [detail.key]: Array.from({ length }, (_, at) => this.#row(detail.key, next, rows[at])) };
    }
    return this.#form.compute(next);
  }

  /** Fields that an error's message is about, those that work out what it names included. */
  #about(message: string, path: string): readonly string[] {
    const seen = new Set<string>();
    const add = (name: string): void => {
      if (seen.has(name)) return;
      seen.add(name);
      const of = this.#form.field(name);
      const inner = [of?.formula, of?.showIf].flatMap((expr) => (expr ? mentions(expr).map((one) => one.path) : []));
      for (const each of inner)
        add(of?.detail && this.#form.field(`${of.detail}.${each}`) ? `${of.detail}.${each}` : each);
    };
    add(path.replace(/\[\d+\]/, ''));
    for (const rule of this.#form.rules)
      if (rule.shape.error === message) for (const one of mentions(rule.expr)) add(one.path);
    return [...seen];
  }

  /** One of the fields that an error is about, drawn again. */
  #redraw(record: FormRecord, message: string, path: string): FormRecord {
    const names = this.#about(message, path);
    const name = this.#pick(names) ?? '';
    const detail = this.#form.detail(name.split('.')[0] ?? '');
    if (detail) return this.#redrawRows(record, detail.key, name.split('.')[1]);
    const of = this.#form.field(name);
    if (of === undefined || !this.#mine(of)) return record;
    const clear = of.field.required !== true && this.#random() < 0.25;
    return { ...record, [of.key]: clear ? null : this.#value(of, record, null) };
  }

  #redrawRows(record: FormRecord, detail: string, key: string | undefined): FormRecord {
    if (this.#form.detail(detail)?.step !== this.#step || this.#source.empty?.includes(detail)) return record;
    const rows = [...rowsOf(record, detail)];
    const dice = this.#random();
    if (key === undefined || dice < 0.1) {
      if ((dice < 0.05 || this.#random() < 0.5) && rows.length > 0)
        rows.splice(Math.floor(this.#random() * rows.length), 1);
      else if (rows.length < 12) rows.push(this.#row(detail, record));
      return { ...record, [detail]: rows };
    }
    const of = this.#form.field(`${detail}.${key}`);
    if (of === undefined || !of.editable || of.formula !== null) return record;
    const at = dice < 0.4 ? -1 : Math.floor(this.#random() * rows.length);
    return {
      ...record,
      [detail]: rows.map((row, index) =>
        at === -1 || index === at
          ? { ...row, [key]: of.field.required !== true && this.#random() < 0.2 ? null : this.#value(of, record, row) }
          : row,
      ),
    };
  }

  fill(given: FormRecord): {
    readonly record: FormRecord;
    readonly errors: readonly { readonly path: string; readonly message: string }[];
  } {
    let best = this.#attempt(given);
    for (let more = 1; best.errors.length > 0 && more < (this.#source.beginnings ?? 8); more++) {
      const other = this.#attempt(given);
      if (other.errors.length < best.errors.length) best = other;
    }
    return best;
  }

  #attempt(given: FormRecord): ReturnType<Sampler['fill']> {
    const { now } = this.#source;
    let record = this.#start(given);
    let errors = this.#form.check(record, this.#step, now);
    for (let tries = 0; errors.length > 0 && tries < TRIES; tries++) {
      const wrong = this.#pick(errors);
      if (wrong === undefined) break;
      const next = this.#form.compute(this.#redraw(record, wrong.message, wrong.path));
      const left = this.#form.check(next, this.#step, now);
      if (left.length <= errors.length || this.#random() < 0.04) {
        record = next;
        errors = left;
      }
    }
    return { record, errors };
  }
}

/** Fills in a step's section (0: the applicant's). `errors` names what could not be satisfied. */
export const sampleSection = (
  form: CompiledForm,
  record: FormRecord,
  step: number,
  source: SampleSource,
): ReturnType<Sampler['fill']> => new Sampler(form, step, source).fill(record);
