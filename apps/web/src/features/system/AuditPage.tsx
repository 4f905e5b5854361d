import { AUDIT_DAYS, AUDIT_KINDS, AUDIT_RESULTS, auditExport, auditIndex, type AuditRow } from '@hengneng/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Segmented, Table, Timeline } from 'antd';
import { type ReactElement, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../lib/api.ts';
import { formatMoment } from '../../lib/format.ts';
import { useLive } from '../../lib/live.ts';
import { notify } from '../../lib/notify.ts';
import { can } from '../../lib/permission.ts';
import { keepPrevious } from '../../lib/query.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { DayRange } from '../../ui/DayRange.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/filters.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tag, type Tone } from '../../ui/StatusTag.tsx';
import { Anomalies, useAnomalies } from './audit/Anomalies.tsx';
import { AuditDrawer } from './audit/AuditDrawer.tsx';
import { ChainCard } from './audit/ChainCard.tsx';
import { ExportReason } from './audit/ExportReason.tsx';
import { AUDIT_CODE } from './names.ts';
import { UserSelect } from './pickers.tsx';

const DAY_MS = 86_400_000;
const TONES: Readonly<Record<string, Tone>> = { 成功: 'good', 失败: 'bad', 拒绝: 'warn' };

const isResult = (value: string | undefined): value is (typeof AUDIT_RESULTS)[number] =>
  AUDIT_RESULTS.some((result) => result === value);

/** More rows than these scroll in the table, fewer with the page. */
const DRAWN_WHOLE = 50;
const BODY_HEIGHT = 560;

type View = 'table' | 'timeline' | 'anomalies';
const VIEWS: readonly View[] = ['table', 'timeline', 'anomalies'];

/** Who did what to which object, when and from where; nobody can change it, and the chain proves it. */
const AuditPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [shown, setShown] = useState<AuditRow | null>(null);
  const [exporting, setExporting] = useState(false);
  // A row of the log is wider than any phone.
  const [view, setView] = useState<View>(() => (matchMedia('(width < 768px)').matches ? 'timeline' : 'table'));

  const scope = useMemo(
    () => ({
      ...(filters.user ? { user: filters.user } : {}),
      ...(filters.from || filters.to
        ? { range: { ...(filters.from ? { from: filters.from } : {}), ...(filters.to ? { to: filters.to } : {}) } }
        : {}),
    }),
    [filters.user, filters.from, filters.to],
  );
  const kind = AUDIT_KINDS.find((one) => one === filters.kind);
  const query = useMemo(
    () => ({
      ...scope,
      PageIndex: Number(filters.PageIndex ?? 1),
      PageSize: Number(filters.PageSize ?? 20),
      ...(kind ? { kind } : {}),
      ...(filters.object ? { object: filters.object } : {}),
      ...(isResult(filters.result) ? { result: filters.result } : {}),
      ...(filters.ip ? { ip: filters.ip } : {}),
    }),
    [filters, kind, scope],
  );
  const open = useAnomalies(scope, 1, false).data?.open ?? 0;
  const list = useQuery({
    queryKey: ['audit', query],
    queryFn: ({ signal }) => callApi(auditIndex, query, { signal }),
    placeholderData: keepPrevious,
    staleTime: 0,
  });
  const client = useQueryClient();
  // What is refused or stands out shows at once; somebody who reads an older page is left where they are.
  useLive(['audit'], () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['audit', 'anomalies'] }),
      client.invalidateQueries({ queryKey: ['audit', 'chain'] }),
      query.PageIndex === 1 ? list.refetch() : null,
    ]),
  );
  const rows = list.data?.rows ?? [];
  const paging = {
    current: query.PageIndex,
    pageSize: query.PageSize,
    total: list.data?.total ?? 0,
    showSizeChanger: true,
    pageSizeOptions: [20, 50, 100, 200, 500],
    showTotal: (total: number) => `共 ${total} 条`,
    onChange: (page: number, size: number) => setFilters({ PageIndex: String(page), PageSize: String(size) }),
  };

  return (
    <>
      <PageHeader
        title="审计日志"
        actions={can(AUDIT_CODE, 'export') ? <Button onClick={() => setExporting(true)}>导出</Button> : null}
      />
      <ChainCard />
      <search className="filter-bar surface">
        <div className="filter">
          <UserSelect
            label="操作人"
            placeholder="操作人"
            {...(filters.user ? { value: filters.user } : {})}
            onChange={(user) => setFilters({ user })}
          />
        </div>
        <DayRange
          label="时间"
          times
          value={[filters.from ?? null, filters.to ?? null]}
          onChange={([from, to]) => {
            if (from !== null && to !== null && Date.parse(to) - Date.parse(from) > (AUDIT_DAYS + 1) * DAY_MS)
              notify.warning('最多查询一年');
            else setFilters({ from, to });
          }}
        />
        <ChoiceFilter label="类别" value={kind} onChange={(next) => setFilters({ kind: next })} options={AUDIT_KINDS} />
        <ChoiceFilter
          label="结果"
          className="filter-narrow"
          value={filters.result}
          onChange={(result) => setFilters({ result })}
          options={AUDIT_RESULTS}
        />
        <SearchFilter
          label="对象"
          placeholder="单号、账号、菜单、#链序号"
          value={filters.object}
          onSearch={(text) => setFilters({ object: text })}
        />
        <SearchFilter label="IP" value={filters.ip} onSearch={(text) => setFilters({ ip: text })} />
        <Segmented
          aria-label="显示方式"
          value={view}
          onChange={(value) => setView(VIEWS.find((one) => one === value) ?? 'table')}
          options={[
            { value: 'table', label: '表格' },
            { value: 'timeline', label: '时间线' },
            { value: 'anomalies', label: open > 0 ? `异常 ${open}` : '异常' },
          ]}
        />
      </search>
      {view === 'anomalies' ? (
        <Anomalies
          scope={scope}
          onRows={(row) => {
            setFilters(row.userId ? { user: row.userId } : { object: row.subject });
            setView('table');
          }}
        />
      ) : null}
      {list.error && view !== 'anomalies' ? (
        <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.error || view !== 'table' ? null : (
        <Table<AuditRow>
          size="small"
          className="surface-table"
          rowKey="id"
          loading={{ spinning: list.isPending, delay: 200 }}
          dataSource={rows}
          pagination={paging}
          tableLayout="fixed"
          // Hundreds of rows are drawn as far as they are in sight.
          virtual={rows.length > DRAWN_WHOLE}
          scroll={rows.length > DRAWN_WHOLE ? { x: 1552, y: BODY_HEIGHT } : { x: 1500 }}
          locale={{ emptyText: <EmptyHint text="所选范围没有记录" /> }}
          columns={[
            { title: '时间', dataIndex: 'at', width: 160, render: (value: string) => formatMoment(value) },
            {
              title: '操作人',
              dataIndex: 'userName',
              width: 110,
              render: (_, row) => (
                <span className="cell-main">
                  {row.userName ?? '—'}
                  {row.deptName ? <small>{row.deptName}</small> : null}
                </span>
              ),
            },
            { title: '类别', dataIndex: 'kind', width: 84 },
            { title: '动作', dataIndex: 'action', width: 160, ellipsis: true },
            {
              title: '对象',
              dataIndex: 'object',
              width: 170,
              ellipsis: true,
              render: (value: string, row) => (row.link === null ? value : <Link to={row.link}>{value}</Link>),
            },
            {
              title: '摘要',
              dataIndex: 'summary',
              width: 380,
              ellipsis: true,
              render: (value: string, row) => (
                <button type="button" className="summary-link" title={value} onClick={() => setShown(row)}>
                  {value}
                </button>
              ),
            },
            {
              title: '结果',
              dataIndex: 'result',
              width: 72,
              render: (value: string) => <Tag tone={TONES[value] ?? 'neutral'}>{value}</Tag>,
            },
            { title: 'IP', dataIndex: 'ip', width: 124 },
            { title: '设备', dataIndex: 'device', width: 84 },
            { title: '请求编号', dataIndex: 'requestId', width: 120, ellipsis: true },
            { title: '哈希', dataIndex: 'hash', width: 88, render: (value: string) => <code>{value || '—'}</code> },
          ]}
        />
      )}
      {list.error || view !== 'timeline' ? null : (
        <div className="surface">
          {list.isPending ? <SkeletonDelay /> : null}
          {list.data && rows.length === 0 ? <EmptyHint text="所选范围没有记录" /> : null}
          <Timeline
            items={rows.map((row) => ({
              key: row.id,
              color: row.result === '成功' ? 'green' : 'red',
              content: (
                <button type="button" className="timeline-entry" onClick={() => setShown(row)}>
                  <strong>
                    {row.userName ?? '—'} {row.action}
                  </strong>{' '}
                  {row.summary}
                  <small>
                    {formatMoment(row.at)} · {row.kind} · {row.result} · {row.ip}
                  </small>
                </button>
              ),
            }))}
          />
          {rows.length > 0 && paging.total > paging.pageSize ? (
            <div className="action-row">
              <Button
                disabled={paging.current <= 1}
                onClick={() => paging.onChange(paging.current - 1, paging.pageSize)}
              >
                上一页
              </Button>
              <Button
                disabled={paging.current * paging.pageSize >= paging.total}
                onClick={() => paging.onChange(paging.current + 1, paging.pageSize)}
              >
                下一页
              </Button>
            </div>
          ) : null}
        </div>
      )}
      {shown ? <AuditDrawer row={shown} onClose={() => setShown(null)} /> : null}
      {exporting ? <ExportReason path={auditExport.path} query={query} onClose={() => setExporting(false)} /> : null}
    </>
  );
};

export default AuditPage;
