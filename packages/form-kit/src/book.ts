/**
 * `defineBook`: a ledger (台账) that approvals write and people read. Its columns are fields like those of a form, so that its table, its
 * list, its export and the pickers that point at it follow from the one definition. Entries are never changed by hand: each knows the
 * record that wrote it, and is marked void when that record is cancelled.
 */
import type { ValueOf } from './define.ts';
import { columnOf, snakeCase, type Table } from './derive/table.ts';
import type { ListShape } from './view.ts';

/** None of the columns of `sum` is negative, and together they are no more than the columns of `within` together (or a number). */
export interface BookLimit {
  readonly sum: readonly string[];
  readonly within: readonly string[] | number;
  /** What a person reads whose record would break it. */
  readonly error: string;
}

export interface BookShape extends ListShape {
  /** Columns that no two standing entries share. */
  readonly key?: readonly string[];
  /** Columns whose words name an entry where a field points at it; a book without them cannot be pointed at. */
  readonly name?: readonly string[];
  /** Pickers offer only entries that have one of these values: `{ state: ['未收清'] }`. */
  readonly offered?: Readonly<Record<string, readonly (string | number)[]>>;
  /** Balances that the database keeps within bounds, whoever writes at the same time. */
  readonly limits?: readonly BookLimit[];
  /** Amounts that later records add to: while one of them is not zero, the record that wrote the entry cannot be cancelled. */
  readonly inUse?: readonly string[];
}

type Names<T extends BookShape> = keyof T['columns'] & string;

interface CheckedBook<T extends BookShape> {
  readonly key?: readonly Names<T>[];
  readonly name?: readonly Names<T>[];
  readonly offered?: { readonly [K in keyof T['offered']]: K extends Names<T> ? T['offered'][K] : never };
  readonly inUse?: readonly Names<T>[];
  readonly limits?: readonly {
    readonly sum: readonly Names<T>[];
    readonly within: readonly Names<T>[] | number;
    readonly error: string;
  }[];
  readonly list: {
    readonly columns: readonly Names<T>[];
    readonly filters: readonly Names<T>[];
    readonly sum?: readonly Names<T>[];
  };
}

/** Makes a book; a name that is no column of it does not compile. */
export const defineBook = <const T extends BookShape>(book: T & CheckedBook<T>): T => book;

type NeededKeys<C> = { [K in keyof C]: C[K] extends { required: true } ? K : never }[keyof C];

/** A new entry: what is `required` must be there, everything else may be left out. */
export type NewEntry<T extends BookShape> = {
  readonly [K in NeededKeys<T['columns']>]: ValueOf<T['columns'][K]>;
} & {
  readonly [K in Exclude<keyof T['columns'], NeededKeys<T['columns']>>]?: ValueOf<T['columns'][K]> | null;
};

export const bookTableName = (id: string): string => `b_${snakeCase(id)}`;

/** Name of the constraint that holds the n-th limit of a book. */
export const limitName = (id: string, at: number): string => `${bookTableName(id)}_limit_${at + 1}`;

/** The table of a book, without the columns that every book has. */
export const bookTable = (book: BookShape): Table => ({
  name: bookTableName(book.id),
  detail: null,
  columns: Object.entries(book.columns).map(([key, field]) => columnOf(key, field)),
});
