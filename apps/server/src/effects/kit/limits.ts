/** What the database refuses to keep in a book, in the words of the book. */
import { bookTableName, type BookShape, indexName, limitName, snakeCase } from '@hengneng/form-kit';
import { BOOKS } from '@hengneng/forms';
import { invalid, refused } from '../../platform/http/errors.ts';

const keyMessage = (book: BookShape): string =>
  `${book.title}中已有相同的${(book.key ?? []).map((key) => book.columns[key]?.label ?? key).join('、')}`;

/** Constraint → what it means. */
const MESSAGES: ReadonlyMap<string, string> = new Map(
  Object.values<BookShape>(BOOKS).flatMap((book) => [
    ...(book.limits ?? []).map((limit, at) => [limitName(book.id, at), limit.error] as const),
    ...(book.key === undefined
      ? []
      : [[indexName(bookTableName(book.id), ...book.key.map(snakeCase), 'standing'), keyMessage(book)] as const]),
  ]),
);

/** Runs a write of a book. @throws invalid at `path`, or refused where there is none, when a limit or key of the book would be broken */
export async function withinLimits<T>(write: () => Promise<T>, path?: string): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const message =
      error instanceof Error && 'constraint' in error ? MESSAGES.get(String(error.constraint)) : undefined;
    if (message === undefined) throw error;
    throw path === undefined ? refused(message) : invalid([{ path, message }]);
  }
}
