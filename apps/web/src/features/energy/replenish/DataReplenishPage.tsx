import { dataMessage, entryCategories, expFile } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Table, type TableColumnsType } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { can } from '../../../lib/permission.ts';
import { useSession } from '../../../lib/session.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { EmptyHint, ErrorRetry } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { thisMonth } from '../common.ts';
import { lastProject } from '../last-project.ts';
import { AdjustLink } from '../AdjustLink.tsx';
import { ProjectFilter } from '../ProjectFilter.tsx';
import { FillPanel } from './FillPanel.tsx';
import { GapCalendar } from './GapCalendar.tsx';
import { type Gap, gapKey, type Gaps } from './gaps.ts';
import { Proposals } from './Proposals.tsx';
import '../edit/edit.css';
import './fill.css';

const SCREEN = 'operationContent.DataInput.dataReplenish';
const number = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 2 });

/** What the server says of the type is what the page asked for. */
const askGaps = async (ask: object, signal: AbortSignal): Promise<Gaps> =>
  (await callApi(dataMessage, { Type: 'missing', ...ask }, { signal })) as Gaps;

/** Days that nobody read, and how they are made up for. */
const DataReplenishPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [kept] = useState(lastProject);
  const [now] = useState(thisMonth);
  const [open, setOpen] = useState<Gap | null>(null);
  const roles = useSession((state) => state.user?.roles) ?? [];
  const project = filters['ProjectCode'] ?? kept;
  const month = filters['Month'] ?? now;
  const ask = {
    ProjectCode: project,
    Month: month,
    ...(filters['category'] === undefined ? {} : { CategoryCode: filters['category'] }),
  };
  const gaps = useQuery({
    queryKey: ['entryGaps', ask],
    queryFn: ({ signal }) => askGaps(ask, signal),
    enabled: project !== '',
  });
  const categories = useQuery({
    queryKey: ['entrySheet', 'categories', project, ''],
    queryFn: ({ signal }) => callApi(entryCategories, { ProjectCode: project }, { signal }),
    enabled: project !== '',
  });
  const mayAdd = can(SCREEN, 'add') && roles.includes('projectManager');
  const waits = ({ DeviceId, Register }: Gap): boolean =>
    (gaps.data?.Proposals ?? []).some((one) => one.DeviceId === DeviceId && one.Register === Register);
  const columns: TableColumnsType<Gap> = [
    { title: '表计', dataIndex: 'DeviceName', width: 150 },
    { title: '示数项', dataIndex: 'RegisterName', width: 70 },
    { title: '缺口起', dataIndex: 'GapFrom', width: 110 },
    { title: '缺口止', dataIndex: 'GapTo', width: 110 },
    { title: '天数', dataIndex: 'Days', width: 70, align: 'right', sorter: (a, b) => a.Days - b.Days },
    { title: '前读数', key: 'before', width: 110, align: 'right', render: (_, { Before }) => Before ?? '—' },
    { title: '后读数', key: 'after', width: 110, align: 'right', render: (_, { After }) => After ?? '—' },
    {
      title: '期间用量',
      key: 'usage',
      width: 120,
      align: 'right',
      render: (_, { TotalUsage, Unit }) => (TotalUsage === null ? '—' : `${number.format(Number(TotalUsage))} ${Unit}`),
    },
    { title: '建议方法', dataIndex: 'Suggest', width: 100 },
    { title: '锁状态', key: 'lock', width: 90, render: (_, { LockName }) => <Tag>{LockName}</Tag> },
  ];
  // Who may do nothing with gaps has no column of nothing.
  const doing: TableColumnsType<Gap> = [
    {
      title: '操作',
      key: 'do',
      width: 90,
      fixed: 'end',
      render: (_, gap) =>
        waits(gap) ? (
          <Tag tone="warn">待同意</Tag>
        ) : mayAdd && gap.LockState !== 'monthLocked' ? (
          <Button type="link" size="small" className="edit-open" onClick={() => setOpen(gap)}>
            {gap.LockState === 'dayLocked' ? '提出补录' : '补录'}
          </Button>
        ) : gap.LockState === 'monthLocked' ? (
          <AdjustLink project={project} month={gap.GapFrom.slice(0, 7)} device={gap.DeviceId} />
        ) : null,
    },
  ];
  const day = filters['Date'];
  const rows = (gaps.data?.rows ?? []).filter(
    ({ GapFrom, GapTo }) => day === undefined || (GapFrom <= day && day <= GapTo),
  );
  return (
    <>
      <PageHeader
        title="数据补录"
        note="过了录入截止的缺口：补录当时抄下的读数，或按方法估算并注明"
        actions={
          can(SCREEN, 'export') && project !== '' ? (
            <Button
              onClick={() =>
                void download('POST', expFile.path, { Kind: 'dataReplenish', ...ask }, { name: '补录清单.xlsx' })
              }
            >
              导出
            </Button>
          ) : null
        }
      />
      <div className="filter-bar surface edit-filter">
        <ProjectFilter
          project={project}
          onPick={(code) => {
            setFilters({ ProjectCode: code, category: null });
          }}
        />
        <MomentPicker
          kind="month"
          value={month}
          allowClear={false}
          aria={{ 'aria-label': '月份' }}
          onChange={(value) => setFilters({ Month: value, Date: null })}
        />
        <ChoiceFilter
          label="类别"
          value={filters['category']}
          options={(categories.data ?? []).map((one) => ({ value: one.CategoryCode, label: one.Name }))}
          onChange={(category) => setFilters({ category })}
        />
        {day === undefined ? null : <Button onClick={() => setFilters({ Date: null })}>{`只看 ${day}，看整月`}</Button>}
      </div>
      {project === '' ? (
        <section className="surface">
          <EmptyHint text="请先选择项目" />
        </section>
      ) : gaps.isError ? (
        <ErrorRetry error={gaps.error} onRetry={() => void gaps.refetch()} />
      ) : (
        <>
          {gaps.data === undefined ? null : <Proposals proposals={gaps.data.Proposals} project={project} />}
          <div className="fill-split">
            {gaps.data === undefined ? <div /> : <GapCalendar gaps={gaps.data} project={project} />}
            <Table<Gap>
              className="surface-table"
              size="small"
              rowKey={gapKey}
              loading={gaps.isPending}
              columns={
                mayAdd || rows.some((gap) => waits(gap) || gap.LockState === 'monthLocked')
                  ? [...columns, ...doing]
                  : columns
              }
              dataSource={rows}
              scroll={{ x: 1100 }}
              pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
              locale={{
                emptyText: <EmptyHint text={day === undefined ? '本月没有缺口，完整率 100%' : `${day} 没有缺口`} />,
              }}
            />
          </div>
        </>
      )}
      {open === null ? null : (
        <FillPanel key={gapKey(open)} project={project} gap={open} onClose={() => setOpen(null)} />
      )}
    </>
  );
};

export default DataReplenishPage;
