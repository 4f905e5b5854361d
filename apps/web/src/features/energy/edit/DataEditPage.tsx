import { type DataRow, entryData, expFile, MOST_CHANGED } from '@hengneng/contracts';
import { FLAGS, LEVEL_NAMES } from '@hengneng/energy/measuring';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Select, Table, type TableColumnsType } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { can, canOpen } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { EmptyHint, ErrorRetry } from '../../../ui/feedback.tsx';
import { ChoiceFilter, SearchFilter } from '../../../ui/filters.tsx';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { useMeters } from '../common.ts';
import { FLAG_NAMES } from '../flags.ts';
import { lastProject } from '../last-project.ts';
import { ProjectFilter } from '../ProjectFilter.tsx';
import { BatchEdit } from './BatchEdit.tsx';
import { EditPanel } from './EditPanel.tsx';
import './edit.css';

const VERDICTS = (['normal', 'notice', 'abnormal', 'unjudged'] as const).map((value) => ({
  value,
  label: LEVEL_NAMES[value],
}));
const SIZE = 50;
const SCREEN = 'operationContent.DataInput.dataEdit';
const CHANGES = 'operationContent.handleRecord.dataReplaceRecord';

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
    render: (_, { EntryId, VersionCount }) =>
      VersionCount === 1 ? (
        'v1'
      ) : canOpen(CHANGES) ? (
        <Link to={`/operationContent/handleRecord/dataReplaceRecord?EntryId=${EntryId}`}>
          <Tag tone="accent">{`v${VersionCount}`}</Tag>
        </Link>
      ) : (
        <Tag tone="accent">{`v${VersionCount}`}</Tag>
      ),
  },
  { title: '锁状态', dataIndex: 'LockName', width: 80 },
  { title: '结算引用', key: 'settle', width: 130, render: (_, { SettleNo }) => SettleNo ?? '—' },
  {
    title: '待处理',
    key: 'waits',
    width: 130,
    render: (_, row) => (waits(row) === null ? '' : <Tag tone="warn">{waits(row) ?? ''}</Tag>),
  },
];

/** Those of a closed month, of nothing, or with a change that waits are no part of a batch. */
const isChangeable = ({ LockState, Reading, Proposal }: DataRow): boolean =>
  LockState !== 'monthLocked' && Reading !== null && Proposal === null;

/** Readings with their versions: corrected with a reason, agreed to, decided between. */
const DataEditPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [kept] = useState(lastProject);
  const [open, setOpen] = useState<string | null>(null);
  const [closed, setClosed] = useState<string | null>(null);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [batching, setBatching] = useState(false);
  const project = filters['ProjectCode'] ?? kept;
  const page = Number(filters['PageIndex'] ?? '1');
  // As many as one batch takes, where somebody has that many to change.
  const size = filters['size'] === String(MOST_CHANGED) ? MOST_CHANGED : SIZE;
  const flags = (filters['flags'] ?? '').split(',').filter(Boolean);
  const verdict = VERDICTS.find(({ value }) => value === filters['verdict'])?.value;
  const entry = filters['EntryId'];
  const meters = useMeters(project === '' ? undefined : project);
  const ask = {
    ProjectCode: project,
    Waiting: filters['waiting'] === 'true',
    Date: { from: filters['from'], to: filters['to'] },
    ...(flags.length === 0 ? {} : { Flags: flags }),
    ...(verdict === undefined ? {} : { Verdict: verdict }),
    ...(filters['DeviceId'] === undefined ? {} : { DeviceId: filters['DeviceId'] }),
    ...(filters['Keyword'] === undefined ? {} : { Keyword: filters['Keyword'] }),
    ...(entry === undefined ? {} : { EntryId: entry }),
  };
  const list = useQuery({
    queryKey: ['entryData', ask, page, size],
    queryFn: ({ signal }) =>
      callApi(entryData, { ...ask, PageIndex: page, PageSize: size, WithVersions: true }, { signal }),
    enabled: project !== '',
    placeholderData: keepPreviousData,
  });
  const rows = list.data?.rows ?? [];
  // What a link leads to is one moment: its panel is open until somebody closes it.
  const linked = entry !== undefined && closed !== entry && !list.isPlaceholderData ? rows[0]?.EntryId : undefined;
  const chosen = rows.find(({ EntryId }) => EntryId === (open ?? linked));
  const mayEdit = can(SCREEN, 'edit');
  const several = rows.filter((row) => picked.includes(row.EntryId) && isChangeable(row));
  return (
    <>
      <PageHeader
        title="数据修改"
        note="对已提交的读数纠错：选原因、看影响，历史版本一个不丢"
        actions={
          can(SCREEN, 'export') && project !== '' && (list.data?.total ?? 0) > 0 ? (
            <Button
              onClick={() =>
                void download('POST', expFile.path, { Kind: 'dataEdit', ...ask }, { name: '读数与版本.xlsx' })
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
            setFilters({ ProjectCode: code, DeviceId: null, EntryId: null });
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
        <ChoiceFilter
          label="表计"
          search
          loading={meters.isLoading}
          value={filters['DeviceId']}
          options={(meters.data?.rows ?? []).map(({ Id, DeviceCode, Name }) => ({
            value: Id,
            label: `${DeviceCode} ${Name}`,
          }))}
          onChange={(DeviceId) => setFilters({ DeviceId })}
        />
        <SearchFilter
          label="表计名称或编号"
          value={filters['Keyword']}
          onSearch={(text) => setFilters({ Keyword: text })}
        />
        <Select
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
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
        {entry === undefined ? null : <Button onClick={() => setFilters({ EntryId: null })}>看全部读数</Button>}
      </div>
      {project === '' ? (
        <section className="surface">
          <EmptyHint text="请先选择项目" />
        </section>
      ) : list.isError ? (
        <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <>
          {mayEdit && several.length > 0 ? (
            <div className="edit-chosen">
              <Button onClick={() => setBatching(true)}>{`批量改 ${several.length} 条`}</Button>
              <span className="edit-soft">同一错误（如倍率、小数位）一次改完，逐条成版本，任一条不通过则都不改</span>
            </div>
          ) : null}
          <Table<DataRow>
            {...(mayEdit
              ? {
                  rowSelection: {
                    selectedRowKeys: several.map(({ EntryId }) => EntryId),
                    onChange: (keys: readonly unknown[]) => setPicked(keys.map(String).slice(0, MOST_CHANGED)),
                    getCheckboxProps: (row: DataRow) => ({
                      disabled: !isChangeable(row),
                      'aria-label': `选择${row.DeviceName} ${row.RegisterName} ${row.Date}`,
                    }),
                  },
                }
              : {})}
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
              pageSize: size,
              total: list.data?.total ?? 0,
              showSizeChanger: true,
              showTotal: (total) => `共 ${total} 条`,
              pageSizeOptions: [SIZE, MOST_CHANGED],
              onChange: (next, pageSize) =>
                setFilters({ PageIndex: String(next), size: pageSize === SIZE ? null : String(pageSize) }),
            }}
          />
        </>
      )}
      {chosen === undefined ? null : (
        <EditPanel
          key={chosen.EntryId}
          row={chosen}
          project={project}
          onClose={() => {
            setOpen(null);
            setClosed(entry ?? null);
          }}
        />
      )}
      {batching ? (
        <BatchEdit
          rows={several}
          onClose={() => setBatching(false)}
          onDone={() => {
            setBatching(false);
            setPicked([]);
          }}
        />
      ) : null}
    </>
  );
};

export default DataEditPage;
