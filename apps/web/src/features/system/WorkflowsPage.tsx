import { workflowIndex, type WorkflowRow } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select, Table } from 'antd';
import { type ReactElement, Suspense, useDeferredValue, useState } from 'react';
import { useQuestions } from '../../ui/confirm.ts';
import { callApi } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useLive } from '../../lib/live.ts';
import { useTypedFilter } from '../../lib/useTypedFilter.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tag } from '../../ui/StatusTag.tsx';
import { LEAVE_UNSAVED, useUnsavedGuard } from '../../ui/useUnsavedGuard.ts';
import { SideTree } from '../../ui/SideTree.tsx';
import { versionWords } from './workflows/chains.ts';
import { WorkflowPanel } from './workflows/WorkflowPanel.tsx';
import './workflows/workflows.css';

const STATES = [
  { value: 'draft', label: '有草稿' },
  { value: 'published', label: '已发布' },
  { value: 'unfit', label: '已停用（与表单不相符）' },
  { value: 'builtIn', label: '内置流程' },
] as const;

const isIn = (row: WorkflowRow, state: string): boolean =>
  state === 'draft'
    ? row.draftBy !== null
    : state === 'published'
      ? row.version > 0
      : state === 'unfit'
        ? row.unfit !== null
        : row.version === 0;

const matches = (row: WorkflowRow, keyword: string): boolean => {
  const texts = [row.module, row.pinyin, ...row.steps.flatMap((step) => [step.name, step.by])];
  return texts.some((text) => text.toLowerCase().includes(keyword));
};

const Overview = ({
  rows,
  onChoose,
}: {
  readonly rows: readonly WorkflowRow[];
  readonly onChoose: (row: WorkflowRow) => void;
}): ReactElement => (
  <Table<WorkflowRow>
    size="small"
    rowKey="ProcedureId"
    scroll={{ x: 1240 }}
    pagination={{ pageSize: 20, showSizeChanger: false, showTotal: (total) => `共 ${total} 个模块` }}
    dataSource={[...rows]}
    columns={[
      {
        title: '模块',
        key: 'module',
        width: 170,
        fixed: 'left',
        render: (_, row) => (
          <Button type="link" className="cell-link" onClick={() => onChoose(row)}>
            {row.module}
          </Button>
        ),
      },
      { title: '表单号', dataIndex: 'ProcedureId', width: 80 },
      {
        title: '现行版本',
        key: 'version',
        width: 130,
        render: (_, row) => (
          <>
            {row.version === 0 ? '内置' : row.version} {row.draftBy === null ? null : <Tag tone="warn">有草稿</Tag>}
            {row.unfit === null ? null : <Tag tone="bad">不相符</Tag>}
          </>
        ),
      },
      { title: '步骤数', key: 'steps', width: 80, align: 'right', render: (_, row) => row.steps.length },
      { title: '在途', dataIndex: 'running', width: 80, align: 'right', sorter: (a, b) => a.running - b.running },
      {
        title: '平均用时（工作小时）',
        key: 'hours',
        width: 180,
        align: 'right',
        sorter: (a, b) => Number(a.averageHours ?? -1) - Number(b.averageHours ?? -1),
        render: (_, row) => row.averageHours ?? '—',
      },
      {
        title: '平均历时（自然小时）',
        key: 'elapsed',
        width: 180,
        align: 'right',
        sorter: (a, b) => Number(a.elapsedHours ?? -1) - Number(b.elapsedHours ?? -1),
        render: (_, row) => row.elapsedHours ?? '—',
      },
      {
        title: '超时率（%）',
        key: 'overdue',
        width: 110,
        align: 'right',
        sorter: (a, b) => Number(a.overdueRate ?? -1) - Number(b.overdueRate ?? -1),
        render: (_, row) => row.overdueRate ?? '—',
      },
      {
        title: '驳回率（%）',
        key: 'reject',
        width: 110,
        align: 'right',
        sorter: (a, b) => Number(a.rejectRate ?? -1) - Number(b.rejectRate ?? -1),
        render: (_, row) => row.rejectRate ?? '—',
      },
      { title: '可再次发起', key: 'relaunch', width: 100, render: (_, row) => (row.relaunch ? '是' : '否') },
      {
        title: '发布',
        key: 'published',
        width: 190,
        render: (_, row) =>
          row.publishedAt === null ? '—' : `${row.publishedBy ?? ''} ${formatDateTime(row.publishedAt)}`,
      },
    ]}
  />
);

/** Chains of all modules: which version holds, how it does, and its editor. */
const WorkflowsPage = (): ReactElement => {
  const address = useUrlFilters();
  const [filters, setFilters] = address;
  const [text, type] = useTypedFilter(address);
  const modal = useQuestions();
  const [changed, setChanged] = useState(false);
  useUnsavedGuard(changed);
  const keyword = useDeferredValue(text.trim().toLowerCase());
  const { data, error, refetch } = useQuery({
    queryKey: ['workflows', 'list'],
    queryFn: ({ signal }) => callApi(workflowIndex, {}, { signal }),
    staleTime: 0,
  });
  useLive(['todo'], () => refetch());
  const all = data?.rows ?? [];
  const rows = all.filter(
    (row) =>
      (keyword === '' || matches(row, keyword)) &&
      (filters.area === undefined || row.area === filters.area) &&
      (filters.state === undefined || isIn(row, filters.state)),
  );
  const areas = [...new Map(all.map((row) => [row.area, row.areaName]))].map(([value, label]) => ({ value, label }));
  const chosen = all.find((row) => String(row.ProcedureId) === filters.module);
  const choose = async (module: string | null): Promise<void> => {
    const sure = !changed || module === filters.module || (await modal.confirm(LEAVE_UNSAVED));
    if (!sure) return;
    setChanged(false);
    setFilters({ module });
  };
  return (
    <>
      <PageHeader
        title="流程管理"
        note={data ? `统计期间 ${data.from} 至 ${data.to}` : undefined}
        actions={chosen ? <Button onClick={() => void choose(null)}>全部模块</Button> : null}
      />
      <div className="split">
        <SideTree label="模块" chosen={filters.module}>
          <Input
            allowClear
            placeholder="模块、步骤或处理人"
            aria-label="搜索模块"
            value={text}
            onChange={(event) => type(event.target.value)}
          />
          <div className="flow-filters">
            <Select
              allowClear
              aria-label="业务域"
              placeholder="业务域"
              showSearch={{ optionFilterProp: 'label' }}
              value={filters.area ?? null}
              options={areas}
              onChange={(area: string | null | undefined) => setFilters({ area })}
            />
            <Select
              allowClear
              aria-label="版本状态"
              placeholder="版本状态"
              value={filters.state ?? null}
              options={[...STATES]}
              onChange={(state: string | null | undefined) => setFilters({ state })}
            />
          </div>
          {error ? <ErrorRetry error={error} onRetry={() => void refetch()} /> : null}
          {!data && !error ? <SkeletonDelay rows={8} /> : null}
          {data && rows.length === 0 ? <EmptyHint text="没有符合的模块" /> : null}
          <ul className="pick-list">
            {rows.map((row) => (
              <li key={row.ProcedureId}>
                <button
                  type="button"
                  aria-current={row === chosen ? 'true' : undefined}
                  onClick={() => void choose(String(row.ProcedureId))}
                >
                  <span>
                    {row.module}
                    <small>
                      {row.version === 0 ? '内置' : versionWords(row.version)}
                      {row.draftBy === null ? '' : ' · 有草稿'}
                    </small>
                  </span>
                  <small>{row.running === 0 ? '' : `在途 ${row.running}`}</small>
                </button>
              </li>
            ))}
          </ul>
        </SideTree>
        <div className="split-main surface">
          {chosen ? (
            <Suspense fallback={<SkeletonDelay />}>
              <WorkflowPanel key={chosen.ProcedureId} procedureId={chosen.ProcedureId} onChanged={setChanged} />
            </Suspense>
          ) : data ? (
            <Overview rows={rows} onChoose={(row) => void choose(String(row.ProcedureId))} />
          ) : (
            <SkeletonDelay />
          )}
        </div>
      </div>
    </>
  );
};

export default WorkflowsPage;
