import {
  BREAK_STATES,
  dataMessage,
  expFile,
  METER_TYPE_NAMES,
  type ReplaceList,
  type ReplaceRow,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { useQuery } from '@tanstack/react-query';
import { Button, Table } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { ProjectFilter } from '../ProjectFilter.tsx';
import { callApi } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { formatDateTime, formatDecimal } from '../../../lib/format.ts';
import { can, canOpen } from '../../../lib/permission.ts';
import { keepPrevious } from '../../../lib/query.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { EmptyHint, ErrorRetry } from '../../../ui/feedback.tsx';
import { ChoiceFilter, SearchFilter } from '../../../ui/filters.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { ReportSpan } from '../reports/common.tsx';
import { ExchangeDetail, Papers, SCREEN, TONES } from './ExchangeDetail.tsx';
import { EXCHANGES, ExchangeForm } from './ExchangeForm.tsx';
import './exchange.css';

const PAGE_SIZE = 20;

const METERS = '/operationContent/deviceManage/projectDeviceSet';
const LEDGER = '/operationContent/stateMents/projectDataReport';

/** What the list and its workbook are asked with. */
const askOf = ({ ProjectCode, MeterType, State, Keyword, DeviceId, from, to }: Readonly<Record<string, string>>) => ({
  ProjectCode,
  MeterType,
  State,
  Keyword,
  DeviceId,
  ...(from === undefined && to === undefined ? {} : { Date: { from, to } }),
});

const useExchanges = (filters: Readonly<Record<string, string>>) => {
  const asked = {
    Type: 'replace',
    ...askOf(filters),
    PageIndex: Number(filters.PageIndex ?? 1),
    PageSize: PAGE_SIZE,
  };
  return useQuery({
    queryKey: [EXCHANGES, asked],
    // What it answers depends on the type; this one answers a list of records.
    queryFn: async ({ signal }) => (await callApi(dataMessage, asked, { signal })) as ReplaceList,
    placeholderData: keepPrevious,
  });
};

const WEEK_MS = 7 * 86_400_000;
/** A week before and after the exchange, day by day. */
const usageOf = ({ ProjectCode, DeviceId, RemoveTime, InstallTime }: ReplaceRow): Record<string, string> => ({
  ProjectCode,
  DeviceId,
  from: new Date(Date.parse(RemoveTime) - WEEK_MS).toISOString().slice(0, 10),
  to: new Date(Math.min(Date.parse(InstallTime) + WEEK_MS, Date.now())).toISOString().slice(0, 10),
});

/** 设备更换记录: every exchange of a meter in one line, from the last reading of the old to the first of the new. */
const DeviceReplaceRecordPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [open, setOpen] = useState<ReplaceRow | null>(null);
  const [editing, setEditing] = useState<ReplaceRow | 'new' | null>(null);
  const list = useExchanges(filters);
  const meters = canOpen(shortCodeOf(METERS));
  const ledger = canOpen(shortCodeOf(LEDGER));
  const time = (value: string) => formatDateTime(value);
  const number = (value: string | null) => formatDecimal(value);
  return (
    <>
      <PageHeader
        title="设备更换记录"
        note="旧表止码、空档、新表起码记在一条可审计的记录里，用量不断档；登记后由能源数据分析师核对生效"
        actions={
          <>
            {can(SCREEN, 'export') && (list.data?.total ?? 0) > 0 ? (
              <Button
                onClick={() =>
                  void download(
                    'POST',
                    expFile.path,
                    { Kind: 'deviceReplaceRecord', ...askOf(filters) },
                    { name: '表计更换记录.xlsx' },
                  )
                }
              >
                导出
              </Button>
            ) : null}
            {can(SCREEN, 'add') ? (
              <Button type="primary" onClick={() => setEditing('new')}>
                登记更换
              </Button>
            ) : null}
          </>
        }
      />
      <search className="filter-bar surface">
        <ProjectFilter
          project={filters.ProjectCode ?? ''}
          onPick={(code) => setFilters({ ProjectCode: code || null, DeviceId: null })}
        />
        <ChoiceFilter
          label="表计类型"
          value={METER_TYPE_NAMES.find((one) => one === filters.MeterType)}
          options={METER_TYPE_NAMES}
          onChange={(value) => setFilters({ MeterType: value })}
        />
        <ReportSpan
          label="更换时间"
          picker="date"
          from={filters.from ?? ''}
          to={filters.to ?? ''}
          onChange={(span) => setFilters({ from: span.from || null, to: span.to || null })}
        />
        <ChoiceFilter
          label="状态"
          value={BREAK_STATES.find((one) => one === filters.State)}
          options={BREAK_STATES}
          onChange={(value) => setFilters({ State: value })}
        />
        <SearchFilter
          label="单号、表计、表号"
          className="filter-wide"
          value={filters.Keyword}
          onSearch={(Keyword) => setFilters({ Keyword })}
        />
      </search>
      {list.error ? (
        <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data?.rows.length === 0 ? (
        <section className="surface">
          <EmptyHint text="没有更换记录" />
        </section>
      ) : (
        <div className="surface surface-table">
          <Table<ReplaceRow>
            size="small"
            rowKey="ReplaceId"
            loading={{ spinning: list.isPending, delay: 200 }}
            dataSource={[...(list.data?.rows ?? [])]}
            // While it is empty there is nothing to scroll, and keys could not reach it.
            scroll={list.data === undefined ? {} : { x: 'max-content' }}
            pagination={{
              current: Number(filters.PageIndex ?? 1),
              pageSize: PAGE_SIZE,
              total: list.data?.total ?? 0,
              hideOnSinglePage: true,
              showSizeChanger: false,
              onChange: (page) => setFilters({ PageIndex: String(page) }),
            }}
            columns={[
              {
                title: '单号',
                dataIndex: 'Serial',
                fixed: 'start',
                render: (value: string, row) => (
                  <Button type="link" className="cell-link" onClick={() => setOpen(row)}>
                    {value}
                  </Button>
                ),
              },
              {
                title: '状态',
                dataIndex: 'State',
                render: (value: ReplaceRow['State']) => <Tag tone={TONES[value]}>{value}</Tag>,
              },
              { title: '项目', dataIndex: 'ProjectName' },
              {
                title: '表计',
                dataIndex: 'DeviceName',
                render: (name: string, row) =>
                  meters ? (
                    <Link
                      to={`${METERS}?${new URLSearchParams({ ProjectCode: row.ProjectCode, DeviceId: row.DeviceId })}`}
                    >
                      {name}
                    </Link>
                  ) : (
                    name
                  ),
              },
              { title: '类型', dataIndex: 'MeterType' },
              { title: '更换原因', dataIndex: 'Reason' },
              { title: '旧表号', dataIndex: 'OldMeterNo' },
              { title: '旧止码', dataIndex: 'OldEnd', align: 'right', render: number },
              { title: '旧倍率', dataIndex: 'OldRatio', align: 'right', render: number },
              { title: '拆除时刻', dataIndex: 'RemoveTime', render: time },
              { title: '空档(h)', dataIndex: 'GapHours', align: 'right' },
              { title: '空档估算量', dataIndex: 'GapUsage', align: 'right', render: number },
              { title: '估算方法', dataIndex: 'GapMethod', render: (value: string | null) => value ?? '—' },
              { title: '新表号', dataIndex: 'NewMeterNo', render: (value: string) => value || '—' },
              { title: '新起码', dataIndex: 'NewStart', align: 'right', render: number },
              {
                title: '新倍率',
                dataIndex: 'NewRatio',
                align: 'right',
                render: (value: string | null) => (value === null ? '沿用' : formatDecimal(value)),
              },
              { title: '装用时刻', dataIndex: 'InstallTime', render: time },
              { title: '检定证书', dataIndex: 'Cert', render: (files: ReplaceRow['Cert']) => <Papers files={files} /> },
              {
                title: '客户见证',
                dataIndex: 'Witness',
                render: (files: ReplaceRow['Witness']) => <Papers files={files} />,
              },
              { title: '施工人', dataIndex: 'Worker', render: (value: string) => value || '—' },
              { title: '登记人', dataIndex: 'Creator' },
              { title: '核对人', dataIndex: 'Decider', render: (value: string | null) => value ?? '—' },
              {
                title: '跨换表用量',
                key: 'usage',
                align: 'right',
                render: (_: unknown, row: ReplaceRow) => {
                  const words = row.Usage === null ? '看用量' : `${formatDecimal(row.Usage.total)} ${row.Unit}`;
                  if (ledger) return <Link to={`${LEDGER}?${new URLSearchParams(usageOf(row))}`}>{words}</Link>;
                  return row.Usage === null ? '—' : words;
                },
              },
            ]}
          />
        </div>
      )}
      {open ? (
        <ExchangeDetail
          row={open}
          onRegister={() => {
            setEditing(open);
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {editing !== null ? (
        <ExchangeForm
          project={filters.ProjectCode}
          device={filters.DeviceId}
          report={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </>
  );
};

export default DeviceReplaceRecordPage;
