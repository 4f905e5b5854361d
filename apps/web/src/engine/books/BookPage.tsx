import { bookExport, bookIndex } from '@hengneng/contracts';
import { type Screen, shortCodeOf } from '@hengneng/core';
import { type ReactElement, useMemo } from 'react';
import { callApi } from '../../lib/api.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RowsSection } from '../rows/RowsSection.tsx';
import type { RowsSource } from '../rows/source.ts';
import { EntryDrawer } from './EntryDrawer.tsx';
import type { LoadedBook } from './load.ts';

const NO_ASKS: RowsSource['asks'] = new Map();

/** A book: what its entries say, filtered, sorted, summed over everything that matches; each with where it comes from. */
export const BookPage = ({
  screen,
  loaded,
}: {
  readonly screen: Screen;
  readonly loaded: LoadedBook;
}): ReactElement => {
  const { book, fields } = loaded;
  const [{ entry, PageIndex: page = null }, setFilters] = useUrlFilters();
  const source = useMemo(
    (): RowsSource => ({
      name: `book.${book.id}`,
      shape: book,
      fields,
      asks: NO_ASKS,
      figures: {},
      charts: undefined,
      screen: shortCodeOf(screen.path),
      load: (ask, signal) => callApi(bookIndex, { ...ask, Book: book.id }, { signal }),
      exportPath: bookExport.path,
    }),
    [book, fields, screen],
  );
  const fixed = useMemo(() => ({ Book: book.id }), [book]);
  return (
    <div className="list-page">
      <PageHeader title={book.title} note={book.purpose} />
      <RowsSection
        of={source}
        fixed={fixed}
        empty="您能看到的范围内还没有内容：相关单据通过后自动写入"
        onOpen={(row) => setFilters({ entry: row.id, PageIndex: page })}
      />
      {entry === undefined ? null : (
        <EntryDrawer loaded={loaded} id={entry} onClose={() => setFilters({ entry: null, PageIndex: page })} />
      )}
    </div>
  );
};
