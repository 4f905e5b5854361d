/** What is wrong with a file of history, by row: all of it is counted, the first of it is kept in words. */
import type { HistoryFault } from '@hengneng/contracts';

const MOST_KEPT = 1_000;

/** What a row says, as it stands in the file. */
export interface RowAbout {
  readonly row: number;
  readonly day: string;
  readonly meter: string;
  readonly register: string;
  readonly value: string;
}

export class Findings {
  readonly #kept: HistoryFault[] = [];
  /** Rows with errors. */
  readonly #wrong = new Set<number>();
  #warned = 0;

  error(about: RowAbout, column: string, message: string): void {
    this.#wrong.add(about.row);
    this.#keep(about, column, message, '错误');
  }

  hint(about: RowAbout, column: string, message: string): void {
    this.#warned += 1;
    this.#keep(about, column, message, '提示');
  }

  get faulty(): number {
    return this.#wrong.size;
  }

  get warned(): number {
    return this.#warned;
  }

  /** By row, errors before hints where not all are shown. */
  get kept(): readonly HistoryFault[] {
    return this.#kept.toSorted((a, b) => a.Row - b.Row);
  }

  #keep({ row, day, meter, register, value }: RowAbout, Column: string, Message: string, Level: HistoryFault['Level']) {
    const hints = Level === '提示' && this.#kept.length >= MOST_KEPT / 2;
    if (hints || this.#kept.length >= MOST_KEPT) return;
    this.#kept.push({ Row: row, Column, Message, Level, Date: day, Meter: meter, Register: register, Value: value });
  }
}
