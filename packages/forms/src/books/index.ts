/** Every book of the product by id. */
import * as training from './training.books.ts';

export * from './training.books.ts';

export const BOOKS = { ...training } as const;

export type BookId = keyof typeof BOOKS;
/** Columns of books, as `from` may reach them through a field that points at an entry. */
export type BookProps = { readonly [B in BookId]: keyof (typeof BOOKS)[B]['columns'] & string };
