/** Every book of the product by id. */
import * as engineering from './engineering.books.ts';
import * as supplier from './supplier.books.ts';
import * as training from './training.books.ts';

export * from './engineering.books.ts';
export * from './supplier.books.ts';
export * from './training.books.ts';

export const BOOKS = { ...engineering, ...supplier, ...training } as const;

export type BookId = keyof typeof BOOKS;
/** Columns of books that fields can point at, as `from` may reach them. */
export type BookProps = {
  readonly [B in BookId as (typeof BOOKS)[B] extends { readonly name: readonly string[] }
    ? B
    : never]: keyof (typeof BOOKS)[B]['columns'] & string;
};
