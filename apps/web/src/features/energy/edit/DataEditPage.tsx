import { type DataRow, entryData } from '@hengneng/contracts';
import { FLAGS, LEVEL_NAMES } from '@hengneng/energy/measuring';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Select, Table, type TableColumnsType } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { EmptyHint, ErrorRetry } from '../../../ui/feedback.tsx';
import { ChoiceFilter, SearchFilter } from '../../../ui/filters.tsx';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { FLAG_NAMES } from '../flags.ts';
import { lastProject } from '../last-project.ts';
import { ProjectFilter } from '../ProjectFilter.tsx';
import { EditPanel } from './EditPanel.tsx';
import './edit.css';

const VERDICTS = (['normal', 'notice', 'abnormal', 'unjudged'] as const).map((value) => ({
  value,
  label: LEVEL_NAMES[value],
}));
const SIZE = 50;

const number = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 2 });
const shown = (text: string | null): string => (text === null ? '—' : number.format(Number(text)));

const waits = (row: DataRow): string | null =>
  row.Rollover === 'claimed'
    ? '翻转待确认'
    : row.Candidate !== null
      ? `待核对 ${row.Candidate}`
      : row.Proposal !== null
        ? '改数待同意'
        : null;

const columns = (onOpen: (row: DataRow) => void): TableColumnsType<DataRow> => [
  { title: '日期', dataIndex: 'Date', width: 110 },
  { title: '时刻', dataIndex: 'ReadTime', width: 70 },
  {
    title: '表计',
    key: 'meter',
    width: 180,
    render: (_, row) => (
      <Button type="link" size="small" className="edit-open" onClick={() => onOpen(row)}>
        {row.DeviceName}
      </Button>
    ),
  },
  { title: '示数项', dataIndex: 'RegisterName', width: 80 },
  {
    title: '读数',
    key: 'reading',
    width: 110,
    align: 'right',
    render: (_, row) => (row.Reading === null ? <Tag tone="bad">已作废</Tag> : row.Reading),
  },
  { title: '用量', key: 'usage', width: 110, align: 'right', render: (_, row) => `${shown(row.Usage)} ${row.Unit}` },
  {
    title: '偏差(%)',
    key: 'deviation',
    width: 90,
    align: 'right',
    render: (_, { Deviation }) => (Deviation === null ? '—' : Math.round(Deviation)),
  },
  {
    title: '判定',
    key: 'verdict',
    width: 90,
    render: (_, row) => {
      const found = VERDICTS.find(({ value }) => value === row.Verdict);
      if (found === undefined) return '—';
      return (
        <span title={row.Words}>
          <Tag tone={found.value === 'abnormal' ? 'bad' : found.value === 'notice' ? 'warn' : 'neutral'}>
            {found.label}
          </Tag>
        </span>
      );
    },
  },
  { title: '品质', key: 'flag', width: 70, render: (_, { Flag }) => <span title={FLAG_NAMES[Flag]}>{Flag}</span> },
  { title: '录入人', dataIndex: 'Editor', width: 90 },
  { title: '录入时间', key: 'time', width: 150, render: (_, { EditTime }) => formatDateTime(EditTime) },
  {
    title: '版本',
    key: 'versions',
    width: 70,
    render: (_, { VersionCount }) => (VersionCount > 1 ? <Tag tone="accent">{`v${VersionCount}`}</Tag> : 'v1'),
  },
  { title: '锁状态', dataIndex: 'LockName', width: 80 },
  {
    title: '待处理',
    key: 'waits',
    width: 130,
    render: (_, row) => (waits(row) === null ? (row.SettleNo ?? '') : <Tag tone="warn">{waits(row) ?? ''}</Tag>),
  },
];

/** Readings with their versions: corrected with a reason, agreed to, decided between. */
const DataEditPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [kept] = useState(lastProject);
  const [open, setOpen] = useState<string | null>(null);
  const project = filters['ProjectCode'] ?? kept;
  const page = Number(filters['PageIndex'] ?? '1');
  const flags = (filters['flags'] ?? '').split(',').filter(Boolean);
  const verdict = VERDICTS.find(({ value }) => value === filters['verdict'])?.value;
  const list = useQuery({
    queryKey: ['entryData', project, filters],
    queryFn: ({ signal }) =>
      callApi(
        entryData,
        {
          ProjectCode: project,
          PageIndex: page,
          PageSize: SIZE,
          WithVersions: true,
          Waiting: filters['waiting'] === 'true',
          Date: { from: filters['from'], to: filters['to'] },
          ...(flags.length === 0 ? {} : { Flags: flags }),
          ...(verdict === undefined ? {} : { Verdict: verdict }),
          ...(filters['Keyword'] === undefined ? {} : { Keyword: filters['Keyword'] }),
        },
        { signal },
      ),
    enabled: project !== '',
    placeholderData: keepPreviousData,
  });
  const rows = list.data?.rows ?? [];
  const chosen = rows.find(({ EntryId }) => EntryId === open);
  return (
    <>
      <PageHeader title="数据修改" note="对已提交的读数纠错：选原因、看影响，历史版本一个不丢" />
      <div className="filter-bar surface edit-filter">
        <ProjectFilter
          project={project}
          onPick={(code) => {
            setFilters({ ProjectCode: code });
          }}
        />
        <MomentPicker
          kind="date"
          value={filters['from'] ?? null}
          placeholder="日期起"
          aria={{ 'aria-label': '日期起' }}
          onChange={(from) => setFilters({ from })}
        />
        <MomentPicker
          kind="date"
          value={filters['to'] ?? null}
          placeholder="日期止"
          aria={{ 'aria-label': '日期止' }}
          onChange={(to) => setFilters({ to })}
        />
        <SearchFilter
          label="表计名称或编号"
          value={filters['Keyword']}
          onSearch={(text) => setFilters({ Keyword: text })}
        />
        <Select
          mode="multiple"
          allowClear
          className="filter"
          placeholder="品质"
          aria-label="品质"
          value={flags}
          options={FLAGS.map((flag) => ({ value: flag, label: `${flag} ${FLAG_NAMES[flag] ?? ''}` }))}
          onChange={(values: readonly string[]) => setFilters({ flags: values.join(',') })}
        />
        <ChoiceFilter
          label="判定"
          value={verdict}
          options={VERDICTS}
          onChange={(value) => setFilters({ verdict: value })}
        />
        <ChoiceFilter
          label="待处理"
          value={filters['waiting']}
          options={[{ value: 'true', label: '只看待处理' }]}
          onChange={(waiting) => setFilters({ waiting })}
        />
      </div>
      {project === '' ? (
        <section className="surface">
          <EmptyHint text="请先选择项目" />
        </section>
      ) : list.isError ? (
        <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <Table<DataRow>
          className="surface"
          size="small"
          rowKey="EntryId"
          loading={list.isPending}
          columns={columns((row) => setOpen(row.EntryId))}
          dataSource={rows}
          scroll={{ x: 1400 }}
          locale={{ emptyText: <EmptyHint text="没有匹配的读数，请放宽筛选" /> }}
          pagination={{
            current: page,
            pageSize: SIZE,
            total: list.data?.total ?? 0,
            showSizeChanger: false,
            showTotal: (total) => `共 ${total} 条`,
            onChange: (next) => setFilters({ PageIndex: String(next) }),
          }}
        />
      )}
      {chosen === undefined ? null : <EditPanel key={chosen.EntryId} row={chosen} onClose={() => setOpen(null)} />}
    </>
  );
};

export default DataEditPage;
