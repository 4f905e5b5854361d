import type { Scope } from '../expr/evaluate.ts';
import { lift, type Value } from '../expr/value.ts';
import type { CompiledField, FormRecord } from './form.ts';

/** What a scope needs to know of a form. */
export interface Lookup {
  field(path: string): CompiledField | undefined;
}

export const NO_ROWS: readonly FormRecord[] = [];

export const isRow = (value: unknown): value is FormRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rows of a detail; anything else than a list of rows counts as none. */
export const rowsOf = (record: FormRecord, detail: string): readonly FormRecord[] => {
  const rows = record[detail];
  return Array.isArray(rows) ? rows.filter(isRow) : NO_ROWS;
};

/** Reads a record for expressions; lifted values are kept, so a scope lives as long as its record stays as it is. */
export class RecordScope implements Scope {
  readonly #form: Lookup;
  readonly #record: FormRecord;
  readonly #names = new Map<string, Value>();
  readonly #columns = new Map<string, readonly Value[]>();

  constructor(form: Lookup, record: FormRecord) {
    this.#form = form;
    this.#record = record;
  }

  name(name: string): Value {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const field = this.#form.field(name);
    const value = field && field.detail === null ? lift(field.field, this.#record[name]) : null;
    this.#names.set(name, value);
    return value;
  }

  column(detail: string, field: string): readonly Value[] {
    const path = `${detail}.${field}`;
    const known = this.#columns.get(path);
    if (known) return known;
    const compiled = this.#form.field(path);
    const column = compiled ? rowsOf(this.#record, detail).map((row) => lift(compiled.field, row[field])) : [];
    this.#columns.set(path, column);
    return column;
  }

  count(detail: string): number {
    return rowsOf(this.#record, detail).length;
  }

  /** The same record seen from one of its rows: names mean the row's fields first. */
  inRow(detail: string, row: FormRecord): Scope {
    return {
      name: (name) => {
        const own = this.#form.field(`${detail}.${name}`);
        return own ? lift(own.field, row[name]) : this.name(name);
      },
      column: (other, field) => this.column(other, field),
      count: (other) => this.count(other),
    };
  }
}
