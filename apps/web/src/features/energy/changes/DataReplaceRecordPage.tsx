import {
  CHANGE_KINDS,
  type ChangeKind,
  type ChangeList,
  type ChangeRow,
  dataMessage,
  expFile,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Select, Table } from 'antd';
import type { EChartsOption } from 'echarts';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { ReferencePicker } from '../../../engine/widgets/reference.tsx';
import { callApi } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { formatDateTime, formatDecimal, formatMoney } from '../../../lib/format.ts';
import { can, canOpen } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { FileLink } from '../../../ui/files/FileItem.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { ProjectFilter } from '../ProjectFilter.tsx';
import { ReportSpan } from '../reports/common.tsx';
import './changes.css';

const SCREEN = 'operationContent.handleRecord.dataReplaceRecord';
const EDIT = '/operationContent/DataInput/dataEdit';
const MONTHLY = '/operationContent/stateMents/monthStateMents';
const SIZE = 50;

const TONES: Readonly<Partial<Record<ChangeKind, 'bad' | 'warn' | 'accent'>>> = {
  作废: 'bad',
  解锁: 'bad',
  补录: 'warn',
  调整: 'warn',
  倍率: 'accent',
};

/** A figure with its thousands apart; what was changed in words stays as it is. */
const formatFigure = (value: string | null): string => formatDecimal(value);

const changedValue = (value: string | null, { Kind }: ChangeRow): ReactElement | string =>
  Kind === '日报' ? <span className="change-words">{value}</span> : formatFigure(value);

type Impact = ChangeRow['Impact'][number];
const IMPACT: readonly DataColumn<Impact>[] = [
  { key: 'Day', head: '日期' },
  { key: 'Before', head: '修改前日用量', number: true, show: (row) => formatFigure(row.Before) },
  { key: 'After', head: '修改后日用量', number: true, show: (row) => formatFigure(row.After) },
  { key: 'Unit', head: '单位' },
];

const Detail = ({ row }: { readonly row: ChangeRow }): ReactElement => (
  <div className="change-detail">
    <p>
      <b>{row.Target}</b>
      {`：${row.Before === null ? '（无）' : formatFigure(row.Before)} → ${row.After === null ? '（作废）' : formatFigure(row.After)}`}
      {row.Diff === null
        ? null
        : `，差 ${formatFigure(row.Diff)}${row.DiffRate === null ? '' : `（${row.DiffRate}%）`}`}
    </p>
    <p>{`${row.Editor} ${formatDateTime(row.Time)}${row.Approver === null ? '' : `，${row.Approver} 同意`}：${[row.ReasonType, row.Reason].filter(Boolean).join('，') || '未注明原因'}`}</p>
    {row.Amount === null && row.AmountNote === '' ? null : (
      <p>
        {row.Amount === null ? '影响金额：' : `影响金额 ${formatMoney(row.Amount)} 元`}
        {row.AmountNote === '' ? '' : `${row.Amount === null ? '' : '，'}${row.AmountNote}`}
      </p>
    )}
    {row.Kind === '日报' ? null : row.Kind === '调整' ? (
      <p className="note">
        计入 {row.Months.join('、')} 的报表与结算，原月份的数不变{' '}
        {row.ProjectCode !== null && canOpen(shortCodeOf(MONTHLY)) ? (
          <Link to={`${MONTHLY}?${new URLSearchParams({ ProjectCode: row.ProjectCode, Month: row.Months[0] ?? '' })}`}>
            看月报
          </Link>
        ) : null}
      </p>
    ) : row.Impact.length === 0 ? (
      <p className="note">没有已发布的日用量因此改变</p>
    ) : (
      <DataTable label="影响的日用量" columns={IMPACT} rows={row.Impact} rowKey={({ Day }) => Day} />
    )}
    {row.Photos.length === 0 ? null : (
      <ul className="change-files">
        {row.Photos.map((file) => (
          <li key={file.URL}>
            <FileLink file={file} among={row.Photos} />
          </li>
        ))}
      </ul>
    )}
  </div>
);

const reasonsOption = (reasons: ChangeList['Reasons']): EChartsOption => ({
  tooltip: { trigger: 'axis' },
  grid: { left: 8, right: 8, top: 32, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
  xAxis: {
    type: 'category',
    data: reasons.map(({ Reason }) => Reason),
    axisLabel: { interval: 0, rotate: reasons.length > 8 ? 20 : 0 },
  },
  yAxis: { type: 'value', name: '次', minInterval: 1 },
  series: [{ name: '次数', type: 'bar', barMaxWidth: 36, data: reasons.map(({ Count }) => Count) }],
});

const spanOf = (from: string | undefined, to: string | undefined) =>
  from === undefined && to === undefined
    ? undefined
    : { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };

/** 数据修改记录: nothing here can be changed; it says what was. */
const DataReplaceRecordPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const page = Number(filters['PageIndex'] ?? '1');
  const kinds = CHANGE_KINDS.filter((kind) => (filters['kinds'] ?? '').split(',').includes(kind));
  const edited = spanOf(filters['from'], filters['to']);
  const meant = spanOf(filters['dataFrom'], filters['dataTo']);
  const ask = {
    ...(filters['ProjectCode'] === undefined ? {} : { ProjectCode: filters['ProjectCode'] }),
    ...(edited === undefined ? {} : { EditTime: edited }),
    ...(meant === undefined ? {} : { DataDate: meant }),
    ...(filters['editor'] === undefined ? {} : { Editor: filters['editor'] }),
    ...(kinds.length === 0 ? {} : { Kinds: kinds }),
    ...(filters['EntryId'] === undefined ? {} : { EntryId: filters['EntryId'] }),
  };
  const list = useQuery({
    queryKey: ['entryData', 'changes', ask, page],
    // What it answers depends on the type; this one answers changes.
    queryFn: async ({ signal }) =>
      (await callApi(
        dataMessage,
        { Type: 'change', ...ask, PageIndex: page, PageSize: SIZE },
        { signal },
      )) as ChangeList,
    placeholderData: keepPreviousData,
  });
  const rows = list.data?.rows ?? [];
  const reasons = list.data?.Reasons ?? [];
  const linked = canOpen('operationContent.DataInput.dataEdit');
  const editor = filters['editor'];
  return (
    <>
      <PageHeader
        title="数据修改记录"
        note="谁在何时把哪个数从多少改成多少、为什么、影响了什么；本页只读，任何人不能改删"
        actions={
          can(SCREEN, 'export') ? (
            <Button
              onClick={() =>
                void download(
                  'POST',
                  expFile.path,
                  { Kind: 'dataReplaceRecord', ...ask },
                  { name: '数据修改记录.xlsx' },
                )
              }
            >
              导出
            </Button>
          ) : null
        }
      />
      <search className="filter-bar surface change-filter">
        <ProjectFilter
          project={filters['ProjectCode'] ?? ''}
          onPick={(code) => setFilters({ ProjectCode: code || null, PageIndex: null })}
        />
        <span className="change-span">
          <small>修改时间</small>
          <ReportSpan
            picker="date"
            from={filters['from'] ?? ''}
            to={filters['to'] ?? ''}
            onChange={({ from, to }) => setFilters({ from: from || null, to: to || null, PageIndex: null })}
          />
        </span>
        <span className="change-span">
          <small>数据日期</small>
          <ReportSpan
            picker="date"
            from={filters['dataFrom'] ?? ''}
            to={filters['dataTo'] ?? ''}
            onChange={({ from, to }) => setFilters({ dataFrom: from || null, dataTo: to || null, PageIndex: null })}
          />
        </span>
        <span className="change-editor">
          <ReferencePicker
            entity="user"
            value={editor ?? null}
            labels={editor === undefined ? {} : { [editor]: filters['editorName'] ?? editor }}
            placeholder="修改人"
            aria={{ 'aria-label': '修改人' }}
            onPick={(next, labels) => {
              const one = typeof next === 'string' ? next : null;
              setFilters({ editor: one, editorName: one === null ? null : (labels[one] ?? null), PageIndex: null });
            }}
          />
        </span>
        <Select
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          allowClear
          className="filter"
          placeholder="类别"
          aria-label="类别"
          value={kinds}
          options={CHANGE_KINDS.map((value) => ({ value, label: value }))}
          onChange={(values: readonly ChangeKind[]) => setFilters({ kinds: values.join(',') || null, PageIndex: null })}
        />
        {filters['EntryId'] === undefined ? null : (
          <Button onClick={() => setFilters({ EntryId: null, PageIndex: null })}>看全部读数</Button>
        )}
      </search>
      {edited === undefined && filters['EntryId'] === undefined ? (
        <p className="note change-apart">未选修改时间时显示最近 31 天</p>
      ) : null}
      {list.data?.Costs ? (
        <p className="note change-apart">
          影响金额是总表改动使购能成本增减的数，按当日单价、含税；价格改动按改动当时未月锁各月成本的增减；分表、冷热量表不计购能费，显示「—」，调整按调整单所填
        </p>
      ) : null}
      {list.error ? (
        <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <SkeletonDelay rows={10} />
      ) : rows.length === 0 && page === 1 ? (
        <section className="surface">
          <EmptyHint text="该范围内没有修改" />
        </section>
      ) : (
        <>
          <Table<ChangeRow>
            className="surface change-apart"
            size="small"
            rowKey="Id"
            dataSource={[...rows]}
            loading={{ spinning: list.isPlaceholderData, delay: 200 }}
            scroll={rows.length > 0 ? { x: 'max-content' } : {}}
            rowClassName={(row) => (row.Grave ? 'change-grave' : '')}
            locale={{ emptyText: <EmptyHint text="该范围内没有修改" /> }}
            expandable={{ expandedRowRender: (row) => <Detail row={row} /> }}
            pagination={{
              current: page,
              pageSize: SIZE,
              total: list.data.total,
              showSizeChanger: false,
              showTotal: (total) => `共 ${total} 条`,
              onChange: (next) => setFilters({ PageIndex: String(next) }),
            }}
            columns={[
              { title: '时间', key: 'time', render: (_, { Time }) => formatDateTime(Time) },
              {
                title: '类别',
                dataIndex: 'Kind',
                render: (kind: ChangeKind) => <Tag tone={TONES[kind] ?? 'neutral'}>{kind}</Tag>,
              },
              { title: '项目', dataIndex: 'ProjectName' },
              {
                title: '对象',
                key: 'target',
                render: (_, row) =>
                  linked && row.EntryId !== null && row.ProjectCode !== null ? (
                    <Link to={`${EDIT}?${new URLSearchParams({ ProjectCode: row.ProjectCode, EntryId: row.EntryId })}`}>
                      {row.Target}
                    </Link>
                  ) : (
                    row.Target
                  ),
              },
              { title: '数据日期', dataIndex: 'DataDate' },
              { title: '修改前', dataIndex: 'Before', align: 'right', render: changedValue },
              { title: '修改后', dataIndex: 'After', align: 'right', render: changedValue },
              { title: '差', dataIndex: 'Diff', align: 'right', render: formatFigure },
              {
                title: '差(%)',
                dataIndex: 'DiffRate',
                align: 'right',
                render: (value: number | null) => (value === null ? '—' : value.toFixed(1)),
              },
              { title: '原因类型', dataIndex: 'ReasonType', render: (value: string) => value || '—' },
              {
                title: '原因',
                key: 'reason',
                render: (_, { Reason }) => <span className="change-words">{Reason}</span>,
              },
              { title: '修改人', dataIndex: 'Editor' },
              { title: '同意人', dataIndex: 'Approver', render: (value: string | null) => value ?? '—' },
              { title: '来源', dataIndex: 'Source' },
              { title: '锁状态', dataIndex: 'LockState' },
              { title: '影响月份', key: 'months', render: (_, { Months }) => Months.join('、') },
              ...(list.data.Costs
                ? [
                    {
                      title: '影响金额(元)',
                      key: 'amount',
                      align: 'right' as const,
                      render: (_: unknown, { Amount, AmountNote }: ChangeRow) => (
                        <span title={AmountNote || undefined}>{Amount === null ? '—' : formatMoney(Amount)}</span>
                      ),
                    },
                  ]
                : []),
            ]}
          />
          {reasons.length === 0 ? null : (
            <Chart
              title="原因分布"
              option={reasonsOption(reasons)}
              table={
                <DataTable
                  label="原因分布"
                  columns={[
                    { key: 'Reason', head: '原因类型' },
                    { key: 'Count', head: '次数', unit: '次', number: true },
                  ]}
                  rows={reasons}
                  rowKey={({ Reason }) => Reason}
                />
              }
            />
          )}
        </>
      )}
    </>
  );
};

export default DataReplaceRecordPage;
