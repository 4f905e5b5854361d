/** The calls of the books' pages. */
import { bookEntry, bookExport, bookIndex } from '@hengneng/contracts';
import type { BookShape } from '@hengneng/form-kit';
import type { CallRegistry } from '../../platform/http/registry.ts';
import type { EngineDeps } from '../forms/deps.ts';
import { listRows } from '../lists/list.ts';
import { takeRows } from '../lists/register.ts';
import { type BookWords, bookEntryOf } from './entry.ts';
import { demandBook, shownBooks } from './shown.ts';

/** Each book has a page of its own, whose buttons count: so that the book that is asked for decides. */
export function registerBooks(
  registry: CallRegistry,
  deps: EngineDeps,
  books: Readonly<Record<string, BookShape>>,
  words: BookWords,
): void {
  const shown = shownBooks(books);
  registry.handle(bookIndex, { access: 'signedIn' }, async (ctx, input) =>
    listRows(ctx, deps, demandBook(ctx.session, shown, input.Book, 'search'), input),
  );
  registry.stream(bookExport, { access: 'signedIn' }, async (ctx, input) =>
    takeRows(ctx, deps, demandBook(ctx.session, shown, input.Book, 'export'), input),
  );
  registry.handle(bookEntry, { access: 'signedIn' }, async (ctx, input) =>
    bookEntryOf(ctx, deps, demandBook(ctx.session, shown, input.Book, 'search'), input.Id, words),
  );
}
