import { exportTasks, userExamineNumber, type WaitRow } from '@hengneng/contracts';
import { roleStepsOf, type Screen, shortCodeOf } from '@hengneng/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '../../lib/api.ts';
import { counted } from '../../lib/counted.ts';
import { download } from '../../lib/download.ts';
import { useLive } from '../../lib/live.ts';
import { can } from '../../lib/permission.ts';
import { useLastPage } from '../../lib/last-page.ts';
import { keepPrevious } from '../../lib/query.ts';
import { newRecordAddress, screenOf } from '../../lib/routes.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Paging } from '../../ui/Paging.tsx';
import { FilterBar } from '../list/FilterBar.tsx';
import { isUsed } from '../list/filter-of.ts';
import { UpdateHint } from '../list/UpdateHint.tsx';
import { useForm } from '../load.ts';
import { openFrom } from '../queue.ts';
import { type Batch, BatchBar } from './BatchBar.tsx';
import BatchDialog from './BatchDialog.tsx';
import { askOf, filtersOf, load, PAGE_SIZE, TAB_FILTERS, tabsOf } from './tabs.tsx';
import { TaskRows } from './TaskRows.tsx';
import { useRoleColumns } from './role-columns.tsx';
import { isPickable } from './quick.ts';
import { type TaskAction, TaskActionDialog, TaskTools } from './TaskTools.tsx';

type Dialog =
  | ({ readonly kind: 'batch' } & Batch)
  | { readonly kind: 'pass'; readonly task: WaitRow; readonly action: TaskAction };

/** What of a module, or of a role's steps of it, waits for this person, what they handled, started or were told of. */
const TaskPage = ({ moduleId, screen }: { readonly moduleId: string; readonly screen: Screen }): ReactElement => {
  const form = useForm(moduleId);
  const { procedureId } = form.identity;
  const roleSteps = roleStepsOf(screen.path);
  const scope = { ProcedureId: procedureId, ...(roleSteps ? { stepKey: roleSteps.map(({ key }) => key) } : {}) };
  const tabs = tabsOf(roleSteps !== null);
  const prefix = useId();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [filters, setFilters] = useUrlFilters();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [tab, tabTitle, empty] = tabs.find(([key]) => key === filters['tab']) ?? tabs[0];
  const page = Number(filters['PageIndex'] ?? 1) || 1;
  const size = Number(filters['PageSize'] ?? PAGE_SIZE) || PAGE_SIZE;
  const fields = filtersOf(tab, form, roleSteps);
  const filtered = (filters['Keyword'] ?? '') !== '' || fields.some((of) => isUsed(of, filters));
  const counts = useQuery({
    queryKey: ['todo', 'count', scope],
    queryFn: ({ signal }) => callApi(userExamineNumber, scope, { signal }),
  });
  const list = useQuery({
    queryKey: ['tasks', moduleId, scope, tab, filters, page, size],
    queryFn: ({ signal }) => load(tab, filters, scope, { page, size }, signal),
    placeholderData: keepPrevious,
  });
  const emptied = useLastPage(list, page, size, (last) => setFilters({ PageIndex: String(last) }));
  const rows = list.data?.rows ?? [];
  const extra = useRoleColumns(screen.path, form, rows);
  const chosen = rows.flatMap(({ key, task }) => (task && selected.has(key) && isPickable(task) ? [task] : []));
  const refresh = () => {
    for (const key of [['tasks', moduleId], ['rows', moduleId], ['todo'], ['mine']])
      void client.invalidateQueries({ queryKey: key });
  };
  const live = useLive(
    tab === 'mine' ? ['todo', 'notice', `rows:${moduleId}`] : ['todo', 'notice'],
    () => client.invalidateQueries({ queryKey: ['tasks', moduleId] }),
    chosen.length > 0 || dialog !== null,
  );
  const ask = askOf(tab, filters, scope);
  const listScreen = screenOf(moduleId, 'list');
  const create = listScreen && can(shortCodeOf(listScreen.path), 'add') ? newRecordAddress(procedureId) : null;
  return (
    <div className="list-page">
      <PageHeader
        title={screen.title}
        note={roleSteps ? `步骤：${roleSteps.map(({ name }) => name).join('、')}` : undefined}
        actions={
          <Button
            disabled={rows.length === 0}
            onClick={() =>
              void download(
                exportTasks.method,
                exportTasks.path,
                { Tab: tab, ...ask.filters, ...(ask.days ? { at: ask.days } : {}) },
                { name: `${tabTitle}.xlsx` },
              )
            }
          >
            导出
          </Button>
        }
      />
      <CountTabs
        prefix={prefix}
        label="待办分类"
        tabs={tabs.map(([key, label]) => ({ key, label, count: counts.data?.tabs[key] }))}
        chosen={tab}
        onChoose={(next) => {
          setSelected(new Set());
          setFilters({
            ...Object.fromEntries(TAB_FILTERS.map((name) => [name, null])),
            tab: next === 'wait' ? null : next,
          });
        }}
      />
      <div id={`${prefix}-panel`} role="tabpanel" aria-labelledby={`${prefix}-${tab}`}>
        <FilterBar
          fields={fields}
          filters={filters}
          onChange={setFilters}
          prefix={prefix}
          labels={list.data?.labels ?? {}}
          keywordHint="单号、标题"
        />
        <UpdateHint show={live.stale && dialog === null} onTake={live.take} />
        <div className="surface list-surface" aria-busy={list.isPlaceholderData}>
          {list.error ? (
            <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />
          ) : list.isPending || emptied ? (
            <SkeletonDelay rows={8} />
          ) : rows.length === 0 ? (
            <EmptyHint
              text={filtered ? '没有符合条件的单据' : empty}
              action={
                tab === 'mine' && !filtered && create ? (
                  <Button type="primary" onClick={() => void navigate(create)}>
                    新建{form.identity.title}
                  </Button>
                ) : null
              }
            />
          ) : (
            <TaskRows
              tab={tab}
              rows={rows}
              extra={extra}
              selected={selected}
              onSelect={setSelected}
              onOpen={(task) => openFrom(task, ask.filters)}
              tools={(task) => (
                <TaskTools
                  task={task}
                  onAgree={() => setDialog({ kind: 'batch', act: 'agree', tasks: [task] })}
                  onAction={(action) => setDialog({ kind: 'pass', task, action })}
                  onChanged={refresh}
                />
              )}
            />
          )}
          {list.data && list.data.total > PAGE_SIZE ? (
            <Paging
              current={page}
              pageSize={size}
              total={list.data.total}
              // A batch is picked on one page.
              pageSizeOptions={[20, 50, 100, 200]}
              showTotal={(total) => `共 ${counted(total)} 件`}
              onChange={(index, each) => {
                setSelected(new Set());
                setFilters({ PageIndex: String(index), PageSize: each === PAGE_SIZE ? null : String(each) });
              }}
            />
          ) : null}
        </div>
        {chosen.length > 0 ? (
          <BatchBar
            chosen={chosen}
            onClear={() => setSelected(new Set())}
            onAct={(batch) => setDialog({ kind: 'batch', ...batch })}
          />
        ) : null}
      </div>
      {dialog?.kind === 'batch' ? (
        <BatchDialog
          act={dialog.act}
          tasks={dialog.tasks}
          apart={dialog.apart ?? 0}
          onClose={() => setDialog(null)}
          onSettled={(done) => {
            setSelected((known) => new Set([...known].filter((key) => !done.includes(key))));
            refresh();
          }}
        />
      ) : null}
      {dialog?.kind === 'pass' ? (
        <TaskActionDialog task={dialog.task} action={dialog.action} onClose={() => setDialog(null)} onDone={refresh} />
      ) : null}
    </div>
  );
};

export default TaskPage;
