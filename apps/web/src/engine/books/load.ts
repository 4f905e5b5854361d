/** Definitions of books on the browser's side, loaded when the first of their pages is opened. */
import { listFields, type BookShape, type CompiledField } from '@hengneng/form-kit';

export interface LoadedBook {
  readonly book: BookShape;
  readonly fields: ReadonlyMap<string, CompiledField>;
}

export const loadBook = async (id: string): Promise<LoadedBook> => {
  const { BOOKS } = await import('@hengneng/forms/books');
  const book = Object.values<BookShape>(BOOKS).find((one) => one.id === id);
  if (book === undefined) throw new RangeError(`No book ${id}`);
  return { book, fields: new Map(listFields(book.columns).map((of) => [of.key, of])) };
};
