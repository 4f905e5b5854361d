/** Every book of the product by id. */
import * as settlement from './settlement.books.ts';
import * as training from './training.books.ts';

export * from './settlement.books.ts';
export * from './training.books.ts';

export const BOOKS = { ...settlement, ...training } as const;

export type BookId = keyof typeof BOOKS;
/** Columns of books, as `from` may reach them through a field that points at an entry. */
export type BookProps = { readonly [B in BookId]: keyof (typeof BOOKS)[B]['columns'] & string };
