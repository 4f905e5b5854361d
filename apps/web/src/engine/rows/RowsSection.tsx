import type { ViewRow } from '@hengneng/contracts';
import type { CompiledField, ViewChart } from '@hengneng/form-kit';
import { useQuery } from '@tanstack/react-query';
import { Button, Grid } from 'antd';
import { type ReactElement, type ReactNode, useId, useMemo, useState } from 'react';
import { download, openPdf } from '../../lib/download.ts';
import { can } from '../../lib/permission.ts';
import { useLastPage } from '../../lib/last-page.ts';
import { keepPrevious } from '../../lib/query.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { Paging } from '../../ui/Paging.tsx';
import { askOf, narrowed } from '../list/ask.ts';
import { FilterBar } from '../list/FilterBar.tsx';
import { filterOf } from '../list/filter-of.ts';
import { arrange, useListSettings } from '../list/settings.ts';
import { ViewsMenu } from '../list/ViewsMenu.tsx';
import { askFilter, defaultAsks } from './ask-filter.ts';
import { Figures } from './Figures.tsx';
import { RowsPictures } from './RowsPictures.tsx';
import { type RowExtras, RowsCards, RowsTable } from './RowsTable.tsx';
import type { RowsSource } from './source.ts';

const PAGE_SIZE = 20;
const NO_ROWS: readonly ViewRow[] = [];
const NOTHING: readonly string[] = [];
const NO_CHARTS: Readonly<Record<string, ViewChart>> = {};

interface Props extends RowExtras {
  readonly of: RowsSource;
  /** What can be done beside the export. */
  readonly tools?: ReactNode;
  /** What stands where there is nothing to show and nothing was filtered. */
  readonly empty: string;
  readonly keywordHint?: string | undefined;
  /** Asked besides the filters, by the page itself. */
  readonly fixed?: Readonly<Record<string, string>> | undefined;
  /** Names in the address that say what the page is about, and filter nothing. */
  readonly aside?: readonly string[] | undefined;
  /** Filters, figures and pictures stand elsewhere on the page. */
  readonly rowsOnly?: boolean | undefined;
}

/** A list: filters, figures and pictures of all that matches, its rows by pages with their sums, and the workbook. */
export const RowsSection = ({
  of: source,
  tools,
  empty,
  keywordHint,
  fixed,
  aside = NOTHING,
  rowsOnly = false,
  ...extras
}: Props): ReactElement => {
  const { shape, fields, asks, charts = NO_CHARTS } = source;
  const prefix = useId();
  // The day of opening: a page that stays open overnight keeps asking for what it shows.
  const [opened] = useState(() => new Date());
  const [address, setFilters] = useUrlFilters();
  const { settings, save } = useListSettings(source.name);
  const phone = Grid.useBreakpoint().md === false;
  const asked = useMemo(
    () =>
      shape.list.filters.flatMap((key) => {
        const ask = asks.get(key);
        const field = fields.get(key);
        return ask ? askFilter(ask, opened) : field ? filterOf(field) : [];
      }),
    [shape, fields, asks, opened],
  );
  const defaults = useMemo(() => defaultAsks(asks, opened), [asks, opened]);
  const filters = { ...defaults, ...address };
  const columns = shape.list.columns
    .flatMap((key) => fields.get(key) ?? [])
    .map((of) => ({ key: of.key, label: of.label, of }));
  const choices = arrange(
    columns.map((column) => column.key),
    settings.columns,
  );
  const page = Number(filters['PageIndex'] ?? 1) || 1;
  const size = Number(filters['PageSize'] ?? PAGE_SIZE) || PAGE_SIZE;
  const narrowing = narrowed(filters, aside);
  const sort = { field: filters['SortField'] ?? '', order: filters['SortOrder'] ?? '' };
  const ask = {
    ...askOf(narrowing),
    ...fixed,
    ...(sort.field === ''
      ? {}
      : { SortField: sort.field, SortOrder: sort.order === 'asc' ? ('asc' as const) : ('desc' as const) }),
  };
  const list = useQuery({
    queryKey: ['rows', source.name, ask, page, size],
    queryFn: ({ signal }) => source.load({ ...ask, PageIndex: page, PageSize: size }, signal),
    placeholderData: keepPrevious,
  });
  const emptied = useLastPage(list, page, size, (last) => setFilters({ PageIndex: String(last) }));
  const pictures = rowsOnly ? [] : Object.entries(charts);
  const drawn = useQuery({
    queryKey: ['rows', source.name, 'charts', ask],
    queryFn: ({ signal }) => source.load({ ...ask, Charts: true, Rows: false }, signal),
    placeholderData: keepPrevious,
    enabled: pictures.length > 0,
  });
  const rows = list.data?.rows ?? NO_ROWS;
  const [first] = rows;
  const shown = choices.flatMap((choice): CompiledField[] => {
    const column = columns.find((one) => one.key === choice.key);
    // Columns that are withheld from this person are not answered.
    return choice.shown && column && (first === undefined || column.key in first) ? [column.of] : [];
  });
  const filtered = Object.keys(narrowing).some((name) => !(name in defaults));
  const taken = { ...ask, Columns: shown.map((of) => of.key) };
  const labels = list.data?.labels ?? {};
  const sums = list.data?.sums ?? {};
  return (
    <>
      {rowsOnly ? null : (
        <>
          <FilterBar
            fields={asked}
            filters={filters}
            onChange={setFilters}
            prefix={prefix}
            labels={labels}
            keywordHint={keywordHint ?? '编号、名称、项目、人员'}
          />
          <Figures fields={source.figures} values={list.data?.figures} />
        </>
      )}
      {pictures.length > 0 && drawn.data && list.data && list.data.total > 0 ? (
        <div className="view-charts">
          <RowsPictures of={source} answer={drawn.data} />
        </div>
      ) : null}
      <div className="surface list-surface" aria-busy={list.isPlaceholderData}>
        <div className="view-tools">
          {tools}
          {can(source.screen, 'export') ? (
            <>
              <Button
                disabled={rows.length === 0}
                onClick={() => void download('POST', source.exportPath, taken, { name: shape.title })}
              >
                导出
              </Button>
              <Button
                disabled={rows.length === 0}
                title={`打印${shape.register?.title ?? shape.title}：全部符合条件的行`}
                onClick={() => void openPdf('POST', source.exportPath, { ...taken, Format: 'pdf' })}
              >
                打印
              </Button>
            </>
          ) : null}
          <ViewsMenu
            columns={columns}
            choices={choices}
            settings={settings}
            filters={narrowing}
            onSave={save}
            onFilters={setFilters}
          />
        </div>
        {list.error ? (
          <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />
        ) : list.isPending || emptied ? (
          <SkeletonDelay rows={10} />
        ) : rows.length === 0 ? (
          <EmptyHint
            text={filtered ? '没有符合条件的内容' : empty}
            action={
              filtered ? (
                <Button
                  onClick={() => setFilters(Object.fromEntries(Object.keys(narrowing).map((name) => [name, null])))}
                >
                  清空筛选
                </Button>
              ) : null
            }
          />
        ) : phone ? (
          <RowsCards {...extras} label={shape.title} columns={shown} rows={rows} labels={labels} sums={sums} />
        ) : (
          <RowsTable
            {...extras}
            label={shape.title}
            columns={shown}
            rows={rows}
            labels={labels}
            sums={sums}
            sort={sort}
            onSort={(field, order) => setFilters({ SortField: order ? field : null, SortOrder: order })}
          />
        )}
        {list.data && list.data.total > 0 ? (
          <Paging
            current={page}
            pageSize={size}
            total={list.data.total}
            pageSizeOptions={[20, 50, 100]}
            onChange={(next, each) =>
              setFilters({ PageIndex: String(next), PageSize: each === PAGE_SIZE ? null : String(each) })
            }
          />
        ) : null}
      </div>
    </>
  );
};
