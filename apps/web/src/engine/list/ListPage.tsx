import { formCalls, type FormRow } from '@hengneng/contracts';
import { type ListPage as PageOf, listPageOf, type Screen, uncountedNote } from '@hengneng/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Grid } from 'antd';
import { type ReactElement, useId, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '../../lib/api.ts';
import { useLive } from '../../lib/live.ts';
import { useLastPage } from '../../lib/last-page.ts';
import { keepPrevious } from '../../lib/query.ts';
import { recordAddress } from '../../lib/routes.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { UpdateHint } from './UpdateHint.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Paging } from '../../ui/Paging.tsx';
import { useForm } from '../load.ts';
import type { LabelMap } from '../store/record-store.ts';
import { Areas, useAreaProjects } from './Areas.tsx';
import { askOf } from './ask.ts';
import { columnsOf, filtersOf, isAnswered, ROLE } from './columns.ts';
import { FilterBar } from './FilterBar.tsx';
import { ListActions, mayOn, useCreate } from './ListActions.tsx';
import { PickedActions } from './PickedActions.tsx';
import { RecordCards } from './RecordCards.tsx';
import { RecordTable } from './RecordTable.tsx';
import { arrange, useListSettings } from './settings.ts';
import { StepBoard } from './StepBoard.tsx';
import { useChanged } from './useChanged.ts';
import { ViewsMenu } from './ViewsMenu.tsx';

const PAGE_SIZE = 20;
const NO_ROWS: readonly FormRow[] = [];
const PAGING = new Set(['PageIndex', 'PageSize', 'SortField', 'SortOrder', 'area']);

/** Labels of a list with more of them. */
const withWords = (labels: LabelMap, more: LabelMap): LabelMap =>
  Object.entries(more).reduce((all, [key, words]) => ({ ...all, [key]: { ...all[key], ...words } }), labels);

const emptyText = (filtered: boolean, title: string, of: Props['scope'] | 'person'): string => {
  if (filtered) return '没有符合条件的记录';
  if (of === 'person') return `还没有您申请或经办的${title}`;
  return of === 'limit' ? `没有单独授权给您的${title}` : `还没有${title}`;
};

/** Whose records a page asks for: the person's own part narrows what is theirs. */
const scopeOf = (scope: Props['scope'], of: PageOf | null, role: string | undefined) => {
  if (of?.scope === undefined) return scope;
  return ROLE.options.find(([one]) => one === role)?.[0] ?? of.scope;
};

interface Props {
  readonly moduleId: string;
  readonly screen: Screen;
  readonly scope: 'all' | 'area' | 'limit';
  /** Choose an area first. */
  readonly byArea: boolean;
}

/** A module's records: filtered, sorted, summed over everything that matches. */
const ListPage = ({ moduleId, screen, scope, byArea }: Props): ReactElement => {
  const form = useForm(moduleId);
  const { api, title, procedureId } = form.identity;
  const calls = formCalls(api, title);
  const navigate = useNavigate();
  const client = useQueryClient();
  const prefix = useId();
  const [filters, setFilters] = useUrlFilters();
  const own = listPageOf(screen.path);
  const { settings, save } = useListSettings(own === null ? `${moduleId}.${screen.kind}` : screen.path);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  // What a filter that was set from elsewhere than the filter bar is called.
  const [words, setWords] = useState<LabelMap>({});
  const phone = Grid.useBreakpoint().md === false;
  const create = useCreate(procedureId);
  const mayCreate = mayOn(screen, moduleId)('add') && scope !== 'limit';

  const columns = useMemo(() => columnsOf(form, scope === 'limit', own), [form, scope, own]);
  const fields = useMemo(() => filtersOf(form, own), [form, own]);
  const choices = arrange(
    columns.map((column) => column.key),
    settings.columns,
  );
  const page = Number(filters['PageIndex'] ?? 1) || 1;
  const size = Number(filters['PageSize'] ?? PAGE_SIZE) || PAGE_SIZE;
  // Where an area is asked for, by a kept view or somebody else's address, it stands in any case. On a phone it would push the rows away, where the
  // filter by project is as near.
  const ofProjects = !byArea && fields.some(({ key }) => key === 'project');
  const mayHaveTree = ofProjects && !phone;
  const tree = byArea || (ofProjects && filters['area'] !== undefined) || (mayHaveTree && settings.tree === true);
  const area = tree ? (filters['area'] ?? '') : '';
  const inArea = useAreaProjects(area);
  const codes = inArea.data?.rows.map((row) => row.ProjectCode) ?? [];
  const waiting = area === '' ? byArea : !inArea.data || codes.length === 0;
  const ask = {
    ...askOf(
      Object.fromEntries(
        Object.entries(filters).filter(([name]) => !PAGING.has(name) && (name !== ROLE.key || own?.scope !== 'person')),
      ),
    ),
    ...(own === null ? {} : { Page: screen.path }),
    Scope: scopeOf(scope, own, filters[ROLE.key]),
    ...(area !== '' && !filters['project'] ? { project: codes } : {}),
    ...(filters['SortField']
      ? {
          SortField: filters['SortField'],
          SortOrder: filters['SortOrder'] === 'asc' ? ('asc' as const) : ('desc' as const),
        }
      : {}),
  };
  const list = useQuery({
    queryKey: ['rows', moduleId, ask, page, size],
    queryFn: ({ signal }) => callApi(calls.index, { ...ask, PageIndex: page, PageSize: size }, { signal }),
    placeholderData: keepPrevious,
    enabled: !waiting,
  });
  const emptied = useLastPage(list, page, size, (last) => setFilters({ PageIndex: String(last) }));
  const rows = list.data?.rows ?? NO_ROWS;
  const changed = useChanged(rows);
  const chosen = rows.filter((row) => selected.has(row.BusinessId));
  // Rows that are selected are about to be acted on: they do not move under the person's hands.
  const live = useLive(
    [`rows:${moduleId}`],
    () => client.invalidateQueries({ queryKey: ['rows', moduleId] }),
    chosen.length > 0,
  );
  const shown = choices.flatMap((choice) => {
    const column = columns.find((one) => one.key === choice.key);
    return choice.shown && column && isAnswered(column.key, rows) ? [{ ...column, choice }] : [];
  });
  const summed = shown.some(({ key }) => list.data?.sums[key] !== undefined);
  const leftOut = summed ? uncountedNote(list.data?.uncounted ?? 0) : null;
  const filtered = (area !== '' && !byArea) || Object.keys(filters).some((name) => !PAGING.has(name));
  const openRow = (row: FormRow) => {
    const address = recordAddress(procedureId, row.BusinessId);
    if (address) void navigate(address);
  };
  const Rows = phone ? RecordCards : RecordTable;
  const picked = (
    <PickedActions
      form={form}
      screen={screen}
      chosen={chosen}
      labels={list.data?.labels ?? {}}
      onNarrow={(key, value, name) => {
        setWords({ [key]: { [value]: name } });
        setSelected(new Set());
        setFilters({ [key]: value });
      }}
      onDone={() => setSelected(new Set())}
    />
  );
  return (
    <div
      className="list-page"
      role="presentation"
      onKeyDown={(event) => {
        if (
          event.key !== '/' ||
          event.target instanceof HTMLInputElement ||
          event.target instanceof HTMLTextAreaElement
        )
          return;
        event.preventDefault();
        document.getElementById(`${prefix}-keyword`)?.focus();
      }}
    >
      <PageHeader
        title={screen.title}
        note={form.definition.purpose.length <= 40 ? form.definition.purpose : undefined}
        actions={
          <ListActions
            form={form}
            screen={screen}
            picked={phone ? null : picked}
            exported={waiting ? null : rows.length > 0 ? { ...ask, Columns: shown.map((column) => column.key) } : ask}
          >
            <ViewsMenu
              columns={columns}
              choices={choices}
              settings={settings}
              filters={filters}
              mayHaveTree={mayHaveTree}
              onSave={save}
              onFilters={setFilters}
            />
          </ListActions>
        }
      />
      <FilterBar
        fields={fields}
        filters={filters}
        onChange={setFilters}
        prefix={prefix}
        labels={withWords(list.data?.labels ?? {}, words)}
      />
      {own?.board === true && list.data?.stepCounts ? (
        <StepBoard
          form={form}
          counts={list.data.stepCounts}
          prefix={`${prefix}-step`}
          chosen={filters['Step']}
          onChoose={(step) => {
            setSelected(new Set());
            setFilters({ Step: step });
          }}
        />
      ) : null}
      <UpdateHint show={live.stale} onTake={live.take} />
      <div className={tree ? 'list-with-areas' : undefined}>
        {tree ? <Areas filters={filters} whole={!byArea} onChange={setFilters} /> : null}
        <div id={`${prefix}-step-panel`} className="surface list-surface" aria-busy={list.isPlaceholderData}>
          {waiting ? (
            area !== '' && inArea.isPending ? (
              <SkeletonDelay />
            ) : (
              <EmptyHint text={area === '' ? '请先选择一个区域' : '该区域没有您能查看的项目'} />
            )
          ) : list.error ? (
            <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />
          ) : list.isPending || emptied ? (
            <SkeletonDelay rows={10} />
          ) : rows.length === 0 ? (
            <EmptyHint
              text={emptyText(filtered, title, own?.scope ?? scope)}
              action={
                filtered ? (
                  <Button
                    onClick={() => setFilters(Object.fromEntries(Object.keys(filters).map((name) => [name, null])))}
                  >
                    清空筛选
                  </Button>
                ) : mayCreate ? (
                  <Button type="primary" onClick={() => create()}>
                    新建{title}
                  </Button>
                ) : null
              }
            />
          ) : (
            <Rows
              columns={shown}
              rows={rows}
              labels={list.data?.labels ?? {}}
              sums={list.data?.sums ?? {}}
              changed={changed}
              address={(row) => recordAddress(procedureId, row.BusinessId) ?? ''}
              selected={selected}
              onSelect={setSelected}
              onOpen={openRow}
              sort={{ field: filters['SortField'] ?? '', order: filters['SortOrder'] ?? '' }}
              onSort={(field, order) => setFilters({ SortField: order ? field : null, SortOrder: order })}
              onWidth={(key, width) =>
                save((was) => ({ ...was, columns: choices.map((of) => (of.key === key ? { ...of, width } : of)) }))
              }
            />
          )}
          {leftOut !== null && !waiting ? <p className="hint sums-note">{leftOut}</p> : null}
          {list.data && list.data.total > 0 && !waiting ? (
            <Paging
              current={page}
              pageSize={size}
              total={list.data.total}
              pageSizeOptions={[20, 50, 100]}
              onChange={(index, each) => {
                setSelected(new Set());
                setFilters({ PageIndex: String(index), PageSize: each === PAGE_SIZE ? null : String(each) });
              }}
            />
          ) : null}
        </div>
      </div>
      {phone && chosen.length > 0 ? (
        <div className="batch-bar" role="toolbar" aria-label="批量处理">
          <span>已选 {chosen.length} 条</span>
          <Button onClick={() => setSelected(new Set())}>取消选择</Button>
          {picked}
        </div>
      ) : null}
    </div>
  );
};

export default ListPage;
