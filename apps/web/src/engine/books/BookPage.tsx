import { bookExport, bookIndex, type BookRow } from '@hengneng/contracts';
import { type Screen, shortCodeOf } from '@hengneng/core';
import { useQuery } from '@tanstack/react-query';
import { Button, Grid, Pagination } from 'antd';
import { type ReactElement, useId, useMemo } from 'react';
import { callApi } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { can } from '../../lib/permission.ts';
import { keepPrevious } from '../../lib/query.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { askOf } from '../list/ask.ts';
import { FilterBar } from '../list/FilterBar.tsx';
import { filterOf } from '../list/filter-of.ts';
import { arrange, useListSettings } from '../list/settings.ts';
import { ViewsMenu } from '../list/ViewsMenu.tsx';
import { BookCards, BookTable } from './BookTable.tsx';
import { EntryDrawer } from './EntryDrawer.tsx';
import type { LoadedBook } from './load.ts';

const PAGE_SIZE = 20;
const NO_ROWS: readonly BookRow[] = [];
/** Names in the address that are no filters. */
const ASIDE = new Set(['PageIndex', 'PageSize', 'SortField', 'SortOrder', 'entry']);

/** A book: what its entries say, filtered, sorted, summed over everything that matches; each with where it comes from. */
export const BookPage = ({
  screen,
  loaded,
}: {
  readonly screen: Screen;
  readonly loaded: LoadedBook;
}): ReactElement => {
  const { book, fields } = loaded;
  const prefix = useId();
  const [filters, setFilters] = useUrlFilters();
  const { settings, save } = useListSettings(`book.${book.id}`);
  const phone = Grid.useBreakpoint().md === false;
  const asked = useMemo(() => book.list.filters.flatMap((key) => fields.get(key) ?? []).map(filterOf), [book, fields]);
  const columns = book.list.columns
    .flatMap((key) => fields.get(key) ?? [])
    .map((of) => ({ key: of.key, label: of.label, of }));
  const choices = arrange(
    columns.map((column) => column.key),
    settings.columns,
  );
  const page = Number(filters['PageIndex'] ?? 1) || 1;
  const size = Number(filters['PageSize'] ?? PAGE_SIZE) || PAGE_SIZE;
  const narrowing = Object.fromEntries(Object.entries(filters).filter(([name]) => !ASIDE.has(name)));
  const sort = { field: filters['SortField'] ?? '', order: filters['SortOrder'] ?? '' };
  const ask = {
    ...askOf(narrowing),
    Book: book.id,
    ...(sort.field === ''
      ? {}
      : { SortField: sort.field, SortOrder: sort.order === 'asc' ? ('asc' as const) : ('desc' as const) }),
  };
  const list = useQuery({
    queryKey: ['book', ask, page, size],
    queryFn: ({ signal }) => callApi(bookIndex, { ...ask, PageIndex: page, PageSize: size }, { signal }),
    placeholderData: keepPrevious,
  });
  const rows = list.data?.rows ?? NO_ROWS;
  const [first] = rows;
  const shown = choices.flatMap((choice) => {
    const column = columns.find((one) => one.key === choice.key);
    // Columns that are withheld from this person are not answered.
    return choice.shown && column && (first === undefined || column.key in first) ? [column.of] : [];
  });
  const filtered = Object.keys(narrowing).length > 0;
  const entry = filters['entry'];
  const open = (id: string) => setFilters({ entry: id, PageIndex: filters['PageIndex'] ?? null });
  const labels = list.data?.labels ?? {};
  const sums = list.data?.sums ?? {};
  return (
    <div className="list-page">
      <PageHeader
        title={book.title}
        note={book.purpose}
        actions={
          <>
            {can(shortCodeOf(screen.path), 'export') ? (
              <Button
                disabled={rows.length === 0}
                onClick={() =>
                  void download(
                    'POST',
                    bookExport.path,
                    { ...ask, Columns: shown.map((of) => of.key) },
                    { name: book.title },
                  )
                }
              >
                导出
              </Button>
            ) : null}
            <ViewsMenu
              columns={columns}
              choices={choices}
              settings={settings}
              filters={narrowing}
              onSave={save}
              onFilters={setFilters}
            />
          </>
        }
      />
      <FilterBar
        fields={asked}
        filters={filters}
        onChange={setFilters}
        prefix={prefix}
        labels={labels}
        keywordHint="编号、名称、项目、人员"
      />
      <div className="surface list-surface">
        {list.error ? (
          <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />
        ) : list.isPending ? (
          <SkeletonDelay rows={10} />
        ) : rows.length === 0 ? (
          <EmptyHint
            text={filtered ? '没有符合条件的内容' : '还没有内容：相关单据通过后自动写入'}
            action={
              filtered ? (
                <Button
                  onClick={() => setFilters(Object.fromEntries(Object.keys(filters).map((name) => [name, null])))}
                >
                  清空筛选
                </Button>
              ) : null
            }
          />
        ) : phone ? (
          <BookCards columns={shown} rows={rows} labels={labels} sums={sums} onOpen={open} />
        ) : (
          <BookTable
            columns={shown}
            rows={rows}
            labels={labels}
            sums={sums}
            sort={sort}
            onSort={(field, order) => setFilters({ SortField: order ? field : null, SortOrder: order })}
            onOpen={open}
          />
        )}
        {list.data && list.data.total > 0 ? (
          <Pagination
            className="list-paging"
            size="small"
            align="end"
            current={page}
            pageSize={size}
            total={list.data.total}
            showSizeChanger
            pageSizeOptions={[20, 50, 100]}
            showTotal={(total) => `共 ${total} 条`}
            onChange={(index, each) =>
              setFilters({ PageIndex: String(index), PageSize: each === PAGE_SIZE ? null : String(each) })
            }
          />
        ) : null}
      </div>
      {entry === undefined ? null : (
        <EntryDrawer
          loaded={loaded}
          id={entry}
          onClose={() => setFilters({ entry: null, PageIndex: filters['PageIndex'] ?? null })}
        />
      )}
    </div>
  );
};
