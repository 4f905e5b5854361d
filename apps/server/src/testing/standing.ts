/** Everything that stands in some books, so that what an act changed, and that a cancel leaves nothing of it, shows as a difference. */
import { bookTableName, type BookShape } from '@hengneng/form-kit';
import type { Chains } from './chains.ts';

const HIDDEN: ReadonlySet<string> = new Set(['entered_at', 'voided']);

/** An account that was opened and has nothing on it. */
const isEmptyAccount = (entry: Readonly<Record<string, unknown>>): boolean =>
  entry.source_module === 'setup' &&
  Object.entries(entry).every(([key, value]) => key === 'id' || typeof value !== 'number');

/** Entries of each book by its id, oldest first; nothing and zero are the same, and so are no account and an empty one. */
export async function standingIn(
  chains: Chains,
  books: readonly BookShape[],
): Promise<Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>> {
  const all: Record<string, readonly Readonly<Record<string, unknown>>[]> = {};
  for (const book of books) {
    const rows = await chains.rows(
      `select to_jsonb(t) as entry from ${bookTableName(book.id)} t where not voided order by id`,
    );
    all[book.id] = rows
      .map(({ entry }) =>
        Object.fromEntries(
          Object.entries(entry as Readonly<Record<string, unknown>>).filter(
            ([key, value]) => !HIDDEN.has(key) && value !== null && value !== 0,
          ),
        ),
      )
      .filter((entry) => !isEmptyAccount(entry));
  }
  return all;
}
