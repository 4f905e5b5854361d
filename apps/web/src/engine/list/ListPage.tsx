import { delMyList, formCalls, type FormRow } from '@hengneng/contracts';
import { type Screen, shortCodeOf } from '@hengneng/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Grid, Pagination } from 'antd';
import { type ReactElement, useId, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi, messageOf } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { useLive } from '../../lib/live.ts';
import { notify } from '../../lib/notify.ts';
import { can } from '../../lib/permission.ts';
import { keepPrevious } from '../../lib/query.ts';
import { newRecordAddress, recordAddress, screenOf } from '../../lib/routes.ts';
import { useSession } from '../../lib/session.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { UpdateHint } from './UpdateHint.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useForm } from '../load.ts';
import { PrintDialog } from '../print/PrintDialog.tsx';
import { Areas, useAreaProjects } from './Areas.tsx';
import { columnsOf, filtersOf, isAnswered } from './columns.ts';
import { FilterBar } from './FilterBar.tsx';
import { RecordCards } from './RecordCards.tsx';
import { RecordTable } from './RecordTable.tsx';
import { arrange, useListSettings } from './settings.ts';
import { useChanged } from './useChanged.ts';
import { ViewsMenu } from './ViewsMenu.tsx';

const PAGE_SIZE = 20;
const MOST_PRINTS = 50;
const NO_ROWS: readonly FormRow[] = [];
const PAGING = new Set(['PageIndex', 'PageSize', 'SortField', 'SortOrder', 'area']);

/** Filters as the call takes them: `planStart[from]` becomes a range. */
const askOf = (filters: Readonly<Record<string, string>>): Record<string, unknown> => {
  const ask: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(filters)) {
    const range = /^(\w+)\[(from|to)\]$/.exec(name);
    if (!range) ask[name] = value;
    else ask[range[1] ?? ''] = { ...Object(ask[range[1] ?? '']), [range[2] ?? '']: value };
  }
  return ask;
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
  const { modal } = App.useApp();
  const prefix = useId();
  const userId = useSession((state) => state.userId);
  const [filters, setFilters] = useUrlFilters();
  const { settings, save } = useListSettings(`${moduleId}.${screen.kind}`);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [printing, setPrinting] = useState(false);
  const phone = Grid.useBreakpoint().md === false;
  const code = shortCodeOf(screen.path);
  const own = screenOf(moduleId, 'list');
  const may = (button: 'add' | 'delete' | 'export' | 'download') =>
    can(code, button) || (own !== undefined && can(shortCodeOf(own.path), button));

  const columns = useMemo(() => columnsOf(form, scope === 'limit'), [form, scope]);
  const fields = useMemo(() => filtersOf(form), [form]);
  const choices = arrange(
    columns.map((column) => column.key),
    settings.columns,
  );
  const page = Number(filters['PageIndex'] ?? 1) || 1;
  const size = Number(filters['PageSize'] ?? PAGE_SIZE) || PAGE_SIZE;
  const area = byArea ? (filters['area'] ?? '') : '';
  const inArea = useAreaProjects(area);
  const codes = inArea.data?.rows.map((row) => row.ProjectCode) ?? [];
  const waiting = byArea && (area === '' || !inArea.data || codes.length === 0);
  const ask = {
    ...askOf(Object.fromEntries(Object.entries(filters).filter(([name]) => !PAGING.has(name)))),
    Scope: scope,
    ...(byArea && !filters['project'] ? { project: codes } : {}),
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
  const filtered = Object.keys(filters).some((name) => !PAGING.has(name));
  const openRow = (row: FormRow) => {
    const address = recordAddress(procedureId, row.BusinessId);
    if (address) void navigate(address);
  };
  const create = (copyFrom?: string) => {
    const address = newRecordAddress(procedureId);
    if (address) void navigate(copyFrom ? `${address}&CopyFrom=${copyFrom}` : address);
  };
  const drafts = chosen.filter((row) => row.Status === 'draft' && row.applicant === userId);
  const remove = () =>
    modal.confirm({
      title: `删除 ${drafts.length} 份草稿？`,
      content: '删除后不能恢复。',
      okText: '删除',
      cancelText: '取消',
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          const answer = await callApi(delMyList, {
            ProcedureId: procedureId,
            BusinessId: drafts.map((row) => row.BusinessId),
          });
          const failed = answer.results.find((one) => !one.ok);
          if (failed) notify.error(failed.message);
          else notify.success(`已删除 ${answer.deleted} 份草稿`);
          setSelected(new Set());
          void client.invalidateQueries({ queryKey: ['rows', moduleId] });
        } catch (error) {
          notify.error(messageOf(error));
        }
      },
    });
  const one = chosen.length === 1 ? chosen[0] : undefined;
  const printable = form.definition.print === 'A4' && may('download');
  const Rows = phone ? RecordCards : RecordTable;
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
          <>
            {may('add') ? (
              <Button type="primary" onClick={() => create()}>
                新建
              </Button>
            ) : null}
            {may('add') && one ? <Button onClick={() => create(one.BusinessId)}>复制新建</Button> : null}
            {may('delete') && drafts.length > 0 ? (
              <Button danger onClick={remove}>
                删除草稿（{drafts.length}）
              </Button>
            ) : null}
            {printable && chosen.length > 0 ? (
              <Button
                onClick={() => (chosen.length > MOST_PRINTS ? notify.warning('一次最多打印50份') : setPrinting(true))}
              >
                打印（{chosen.length}）
              </Button>
            ) : null}
            {may('export') ? (
              <Button
                disabled={waiting}
                onClick={() =>
                  void download(
                    'POST',
                    `${api}/Export`,
                    rows.length > 0 ? { ...ask, Columns: shown.map((column) => column.key) } : ask,
                    { name: `${screen.title}.xlsx` },
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
              filters={filters}
              onSave={save}
              onFilters={setFilters}
            />
          </>
        }
      />
      <FilterBar
        fields={fields}
        filters={filters}
        onChange={setFilters}
        prefix={prefix}
        labels={list.data?.labels ?? {}}
      />
      <UpdateHint show={live.stale} onTake={live.take} />
      <div className={byArea ? 'list-with-areas' : undefined}>
        {byArea ? <Areas filters={filters} onChange={setFilters} /> : null}
        <div className="surface list-surface">
          {waiting ? (
            area !== '' && inArea.isPending ? (
              <SkeletonDelay />
            ) : (
              <EmptyHint text={area === '' ? '请先选择一个区域' : '该区域没有您能查看的项目'} />
            )
          ) : list.error ? (
            <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />
          ) : list.isPending ? (
            <SkeletonDelay rows={10} />
          ) : rows.length === 0 ? (
            <EmptyHint
              text={
                filtered ? '没有符合条件的记录' : scope === 'limit' ? `没有单独授权给您的${title}` : `还没有${title}`
              }
              action={
                filtered ? (
                  <Button
                    onClick={() => setFilters(Object.fromEntries(Object.keys(filters).map((name) => [name, null])))}
                  >
                    清空筛选
                  </Button>
                ) : may('add') && scope !== 'limit' ? (
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
                save({
                  ...settings,
                  columns: choices.map((choice) => (choice.key === key ? { ...choice, width } : choice)),
                })
              }
            />
          )}
          {list.data && list.data.total > 0 && !waiting ? (
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
              onChange={(index, each) => {
                setSelected(new Set());
                setFilters({ PageIndex: String(index), PageSize: each === PAGE_SIZE ? null : String(each) });
              }}
            />
          ) : null}
        </div>
      </div>
      {printing ? (
        <PrintDialog form={form} businessIds={chosen.map((row) => row.BusinessId)} onClose={() => setPrinting(false)} />
      ) : null}
    </div>
  );
};

export default ListPage;
