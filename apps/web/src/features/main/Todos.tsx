import { getWaitList, userExamineNumber } from '@hengneng/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import { type ReactElement, useId, useState } from 'react';
import { openFrom } from '../../engine/queue.ts';
import { type Batch, BatchBar } from '../../engine/task/BatchBar.tsx';
import { isPickable } from '../../engine/task/quick.ts';
import { callApi } from '../../lib/api.ts';
import { useLastPage } from '../../lib/last-page.ts';
import { keepPrevious } from '../../lib/query.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { EmptyHint } from '../../ui/feedback.tsx';
import { laterDialog } from '../../ui/later-dialog.tsx';
import { Block } from './Block.tsx';
import { BlockPager } from './BlockPager.tsx';
import { ProjectFilter } from './ProjectFilter.tsx';
import { TodoTable } from './TodoTable.tsx';

const BatchDialog = laterDialog(() => import('../../engine/task/BatchDialog.tsx'));

const PAGE_SIZE = 10;
const ALL = 'all';

const EVERYTHING = { module: null, project: null, overdue: null } as const;

/** What waits for this person, all modules or one; several can be decided together. */
export const Todos = (): ReactElement => {
  const prefix = useId();
  const client = useQueryClient();
  const [filters, setFilters] = useUrlFilters();
  const [page, setPage] = useState(1);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [batch, setBatch] = useState<Batch | null>(null);
  // Anything else that a kept address may name says nothing here.
  const module = /^\d{1,9}$/.test(filters['module'] ?? '') ? (filters['module'] ?? ALL) : ALL;
  const project = filters['project'] ?? null;
  const overdue = filters['overdue'] === 'true';
  const ask = {
    ...(module === ALL ? {} : { ProcedureId: Number(module) }),
    ...(project === null ? {} : { project }),
    ...(overdue ? { Overdue: true } : {}),
  };
  const counts = useQuery({
    queryKey: ['todo', 'count'],
    queryFn: ({ signal }) => callApi(userExamineNumber, {}, { signal }),
  });
  const list = useQuery({
    queryKey: ['todo', 'list', ask, page],
    queryFn: ({ signal }) => callApi(getWaitList, { ...ask, PageIndex: page, PageSize: PAGE_SIZE }, { signal }),
    placeholderData: keepPrevious,
  });
  const emptied = useLastPage(list, page, PAGE_SIZE, setPage);
  const rows = list.data?.rows ?? [];
  const chosen = rows.filter((row) => selected.has(row.NodeRecordId) && isPickable(row));
  const narrow = (part: Parameters<typeof setFilters>[0]) => {
    setFilters(part);
    setPage(1);
    setSelected(new Set());
  };
  // A module whose last to-do has been handled keeps its tab while it is the chosen one.
  const modules = (counts.data?.modules ?? []).map((one) => ({
    key: String(one.ProcedureId),
    label: one.module,
    count: one.count,
  }));
  const tabs = [{ key: ALL, label: '全部', count: counts.data?.total }, ...modules];
  const shown = tabs.some((tab) => tab.key === module)
    ? tabs
    : [...tabs, { key: module, label: rows[0]?.module ?? '本模块', count: 0 }];
  const any = module !== ALL || project !== null || overdue;
  return (
    <Block
      title={counts.data ? `待办 ${counts.data.total}` : '待办'}
      loading={list.isPending || emptied}
      error={list.error}
      onRetry={() => void list.refetch()}
      extra={
        <div className="block-tools">
          <ProjectFilter value={project} onChange={(next) => narrow({ project: next })} />
          <Checkbox checked={overdue} onChange={(event) => narrow({ overdue: event.target.checked ? 'true' : null })}>
            只看超时
          </Checkbox>
        </div>
      }
    >
      {shown.length > 1 ? (
        <CountTabs
          prefix={prefix}
          label="业务模块"
          tabs={shown}
          chosen={module}
          onChoose={(next) => narrow({ module: next === ALL ? null : next })}
        />
      ) : null}
      <div
        {...(shown.length > 1
          ? { id: `${prefix}-panel`, role: 'tabpanel', 'aria-labelledby': `${prefix}-${module}` }
          : {})}
      >
        {rows.length === 0 ? (
          <EmptyHint
            text={any ? '没有符合条件的待办' : '没有待办，喝口水吧'}
            action={any ? <Button onClick={() => narrow(EVERYTHING)}>清空筛选</Button> : null}
          />
        ) : (
          <>
            <TodoTable rows={rows} selected={selected} onSelect={setSelected} onOpen={(row) => openFrom(row, ask)} />
            <BlockPager
              page={page}
              pageSize={PAGE_SIZE}
              total={list.data?.total ?? 0}
              unit="件"
              onChange={(next) => {
                setPage(next);
                setSelected(new Set());
              }}
            />
          </>
        )}
        {chosen.length > 0 ? (
          <BatchBar chosen={chosen} onClear={() => setSelected(new Set())} onAct={setBatch} />
        ) : null}
      </div>
      {batch ? (
        <BatchDialog
          act={batch.act}
          tasks={batch.tasks}
          apart={batch.apart ?? 0}
          onClose={() => setBatch(null)}
          onSettled={(done) => {
            setSelected((known) => new Set([...known].filter((id) => !done.includes(id))));
            for (const key of [['todo'], ['tasks'], ['rows']]) void client.invalidateQueries({ queryKey: key });
          }}
        />
      ) : null}
    </Block>
  );
};
