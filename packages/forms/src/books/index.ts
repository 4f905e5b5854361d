/** Every book of the product by id. */
import * as contract from './contract.books.ts';
import * as invest from './invest.books.ts';
import * as outsourcing from './outsourcing.books.ts';
import * as price from './price.books.ts';
import * as training from './training.books.ts';

export * from './contract.books.ts';
export * from './invest.books.ts';
export * from './outsourcing.books.ts';
export * from './price.books.ts';
export * from './training.books.ts';

export const BOOKS = { ...contract, ...invest, ...outsourcing, ...price, ...training } as const;

export type BookId = keyof typeof BOOKS;
/** Columns of books that fields can point at, as `from` may reach them. */
export type BookProps = {
  readonly [B in BookId as (typeof BOOKS)[B] extends { readonly name: readonly string[] }
    ? B
    : never]: keyof (typeof BOOKS)[B]['columns'] & string;
};
