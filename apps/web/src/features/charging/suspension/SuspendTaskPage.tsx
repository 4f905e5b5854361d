/** 停用待办: whose turn it is, with the room and the bills beside. */
import {
  SUSPEND_SOURCES,
  SUSPEND_TABS,
  SUSPEND_TYPES,
  suspendExport,
  suspendPage,
  type SuspendRow,
} from '@hengneng/contracts';
import { SCREENS, type Screen } from '@hengneng/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { type ReactElement, Suspense, useState } from 'react';
import TaskPage from '../../../engine/task/TaskPage.tsx';
import { callApi } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useLive } from '../../../lib/live.ts';
import { can } from '../../../lib/permission.ts';
import { type Filters, useUrlFilters } from '../../../lib/useUrlFilters.ts';
import type { CardColumn } from '../../../ui/CardTable.tsx';
import { CountTabs } from '../../../ui/CountTabs.tsx';
import { SkeletonDelay } from '../../../ui/feedback.tsx';
import { ChoiceFilter, SearchFilter } from '../../../ui/filters.tsx';
import { CommunityFilter } from '../CommunityFilter.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { ApplyDialog } from './ApplyDialog.tsx';
import { DetailPane } from './DetailPane.tsx';
import { DaysFilter, ListBeside, SIZE } from './ListBeside.tsx';
import { Amount, LIST_SCREEN, spanText, SUSPENSIONS, TASK_SCREEN, useViewChange } from './shared.tsx';
import './suspension.css';

const PATH = '/chargeManage/suspend/suspendTask';
const VIEWS = ['停用流程', '我的待办'] as const;

const columnsOf = (chosen: string | undefined, onChoose: (id: string) => void): readonly CardColumn<SuspendRow>[] => [
  {
    key: 'serial',
    head: '单号',
    main: true,
    show: (row) => (
      <Button
        type="link"
        className="cell-link"
        aria-pressed={row.BusinessId === chosen}
        onClick={() => onChoose(row.BusinessId)}
      >
        {row.serial}
      </Button>
    ),
  },
  { key: 'room', head: '小区房间', show: (row) => `${row.community} ${row.room}` },
  { key: 'owner', head: '业主', show: (row) => row.owner },
  { key: 'phone', head: '电话', show: (row) => row.phone },
  { key: 'applyType', head: '类型', show: (row) => row.applyType },
  { key: 'fee', head: '费项', show: (row) => row.fee },
  { key: 'span', head: '起止', show: (row) => spanText(row.startDate, row.endDate) },
  { key: 'days', head: '停用天数', unit: '天', number: true, show: (row) => row.days ?? '—' },
  { key: 'arrears', head: '欠费', unit: '元', number: true, show: (row) => <Amount value={row.arrears} /> },
  { key: 'reduction', head: '预计减收', unit: '元', number: true, show: (row) => <Amount value={row.reduction} /> },
  {
    key: 'step',
    head: '步骤',
    show: (row) => (
      <>
        {row.step || row.tab} {row.NodeRecordId === null ? null : <Tag tone="accent">待我办</Tag>}
      </>
    ),
  },
  { key: 'wait', head: '等待', unit: '工作小时', number: true, show: (row) => row.waitHours ?? '—' },
  {
    key: 'due',
    head: '截止',
    show: (row) => (row.dueAt === null ? '—' : row.overdue ? <Tag tone="bad">已超时</Tag> : formatDateTime(row.dueAt)),
  },
];

const askOf = (filters: Filters) => ({
  Scope: 'task' as const,
  tab: SUSPEND_TABS.find((tab) => tab === filters['tab']) ?? SUSPEND_TABS[0],
  community: filters['community'] ?? '',
  source: SUSPEND_SOURCES.find((one) => one === filters['source']) ?? ('' as const),
  applyType: SUSPEND_TYPES.find((one) => one === filters['applyType']) ?? ('' as const),
  startFrom: filters['startFrom'] ?? '',
  startTo: filters['startTo'] ?? '',
  Keyword: filters['keyword'] ?? '',
});

const Flow = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const client = useQueryClient();
  const asked = askOf(filters);
  const page = Number(filters['PageIndex'] ?? 1) || 1;
  const list = useQuery({
    queryKey: [SUSPENSIONS, asked, page],
    queryFn: ({ signal }) => callApi(suspendPage, { ...asked, PageIndex: page, PageSize: SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
  useLive(['todo', 'notice', 'rows:suspend'], () => client.invalidateQueries({ queryKey: [SUSPENSIONS] }));
  const rows = list.data?.rows ?? [];
  const chosen = (rows.find(({ BusinessId }) => BusinessId === filters['id']) ?? rows[0])?.BusinessId;
  const narrow = (more: Record<string, string | null>) => setFilters({ PageIndex: null, id: null, ...more });
  return (
    <>
      <search className="filter-bar surface">
        <SearchFilter
          label="单号、房号或业主"
          className="filter filter-words"
          value={filters['keyword']}
          onSearch={(keyword) => narrow({ keyword })}
        />
        <CommunityFilter value={filters['community']} onChange={(community) => narrow({ community })} />
        <ChoiceFilter
          label="来源"
          value={SUSPEND_SOURCES.find((one) => one === filters['source'])}
          options={SUSPEND_SOURCES}
          onChange={(source) => narrow({ source })}
        />
        <ChoiceFilter
          label="类型"
          value={SUSPEND_TYPES.find((one) => one === filters['applyType'])}
          options={SUSPEND_TYPES}
          onChange={(applyType) => narrow({ applyType })}
        />
        <DaysFilter
          of={[
            ['startFrom', '起日从'],
            ['startTo', '起日到'],
          ]}
          filters={filters}
          onChange={narrow}
        />
        {can(TASK_SCREEN, 'export') ? (
          <Button
            disabled={rows.length === 0}
            onClick={() => void download('POST', suspendExport.path, asked, { name: '停用待办.xlsx' })}
          >
            导出
          </Button>
        ) : null}
      </search>
      <CountTabs
        prefix="suspend-task"
        label="步骤"
        tabs={SUSPEND_TABS.map((key) => ({ key, label: key, count: list.data?.counts[key] }))}
        chosen={asked.tab}
        onChoose={(tab) => narrow({ tab })}
      />
      <ListBeside
        prefix="suspend-task"
        label="停用待办"
        empty="没有待处理的停用申请"
        list={list}
        columns={columnsOf(chosen, (id) => setFilters({ id }))}
        rowKey={(row) => row.BusinessId}
        page={page}
        onPage={(index) => setFilters({ PageIndex: String(index), id: null })}
        chosen={filters['id']}
      >
        {chosen === undefined ? null : <DetailPane key={chosen} id={chosen} />}
      </ListBeside>
    </>
  );
};

const SCREEN = SCREENS.find(({ path }) => path === PATH) as Screen;

const SuspendTaskPage = (): ReactElement => {
  const [view, setView] = useState<(typeof VIEWS)[number]>(VIEWS[0]);
  const [applying, setApplying] = useState(false);
  const choose = useViewChange(setView);
  return (
    <>
      <PageHeader
        title="停用待办"
        note="受理、现场核查、账单确认由不同的人办理；核查通过才产生效力"
        actions={
          <>
            <Segmented options={[...VIEWS]} value={view} onChange={choose} aria-label="查看方式" />
            {can(LIST_SCREEN, 'add') ? (
              <Button type="primary" onClick={() => setApplying(true)}>
                申请停用
              </Button>
            ) : null}
          </>
        }
      />
      {view === '停用流程' ? (
        <Flow />
      ) : (
        <Suspense fallback={<SkeletonDelay rows={8} />}>
          <TaskPage moduleId="suspend" screen={SCREEN} />
        </Suspense>
      )}
      {applying ? <ApplyDialog begun={null} onClose={() => setApplying(false)} /> : null}
    </>
  );
};

export default SuspendTaskPage;
