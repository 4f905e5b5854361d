import { expFile, historyList, type ImportedRow } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Table } from 'antd';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { formatDateTime, formatDecimal } from '../../../lib/format.ts';
import { can, canOpen } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { EmptyHint, ErrorRetry } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useEnergies } from '../common.ts';
import { ProjectFilter } from '../ProjectFilter.tsx';
import { ReportSpan, useReportProject } from '../reports/common.tsx';
import { BatchTable, useBatches } from './BatchTable.tsx';
import { ImportSteps } from './ImportSteps.tsx';
import { HISTORY, SCREEN } from './shared.ts';
import './history.css';

const SIZE = 50;
const DEVICES = '/operationContent/deviceManage/projectDeviceSet';

const Readings = ({ project }: { readonly project: string }): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const energies = useEnergies();
  const batches = useBatches(project);
  const { from, to, category, batch } = filters;
  const page = Number(filters['PageIndex'] ?? '1');
  const ask = {
    ProjectCode: project,
    ...(from === undefined && to === undefined
      ? {}
      : { Date: { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) } }),
    ...(category === undefined ? {} : { CategoryCode: category }),
    ...(batch === undefined ? {} : { BatchId: batch }),
  };
  const list = useQuery({
    queryKey: [HISTORY, 'list', ask, page],
    queryFn: ({ signal }) => callApi(historyList, { ...ask, PageIndex: page, PageSize: SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
  const rows = list.data?.rows ?? [];
  const kept = (batches.data?.rows ?? []).filter(({ State }) => State === '已入库');
  const linked = canOpen(shortCodeOf(DEVICES));
  const plain = from === undefined && to === undefined && category === undefined && batch === undefined;
  return (
    <section className="surface history-part" aria-label="历史数据">
      <h2>历史数据</h2>
      <search className="filter-bar">
        <ReportSpan
          picker="date"
          from={from ?? ''}
          to={to ?? ''}
          onChange={(span) => setFilters({ from: span.from || null, to: span.to || null, PageIndex: null })}
        />
        <ChoiceFilter
          label="类别"
          value={category}
          options={(energies.data ?? []).map(({ Code, Name }) => ({ value: Code, label: Name }))}
          onChange={(value) => setFilters({ category: value, PageIndex: null })}
        />
        <ChoiceFilter
          label="导入批次"
          value={batch}
          options={kept.map(({ BatchId, FileName }) => ({ value: BatchId, label: `${BatchId} ${FileName}` }))}
          onChange={(value) => setFilters({ batch: value, PageIndex: null })}
        />
        {can(SCREEN, 'export') ? (
          <Button
            disabled={(list.data?.total ?? 0) === 0}
            onClick={() => void download('POST', expFile.path, { Kind: 'data', ...ask }, { name: '历史数据.xlsx' })}
          >
            导出
          </Button>
        ) : null}
      </search>
      {list.error ? (
        <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <Table<ImportedRow>
          size="small"
          rowKey="EntryId"
          loading={{ spinning: list.isPending, delay: 200 }}
          dataSource={[...rows]}
          scroll={rows.length > 0 ? { x: 'max-content' } : {}}
          locale={{
            emptyText: (
              <EmptyHint
                text={
                  plain
                    ? '还没有历史数据：下载模板，按表计逐日填写，上传校验无误后确认入库'
                    : '没有匹配的历史数据，请放宽筛选'
                }
              />
            ),
          }}
          pagination={{
            current: page,
            pageSize: SIZE,
            total: list.data?.total ?? 0,
            showSizeChanger: false,
            showTotal: (total) => `共 ${total} 条`,
            onChange: (next) => setFilters({ PageIndex: String(next) }),
          }}
          columns={[
            { title: '日期', dataIndex: 'Date' },
            { title: '时刻', dataIndex: 'ReadTime' },
            { title: '类别', dataIndex: 'CategoryName' },
            {
              title: '表计',
              dataIndex: 'DeviceName',
              render: (name: string, row) =>
                linked ? <Link to={`${DEVICES}?ProjectCode=${project}&DeviceId=${row.DeviceId}`}>{name}</Link> : name,
            },
            { title: '示数项', dataIndex: 'RegisterName' },
            { title: '读数', dataIndex: 'Reading', align: 'right' },
            {
              title: <span title="与前一条读数之差 × 倍率；换表、改倍率之间不计">用量</span>,
              key: 'usage',
              align: 'right',
              render: (_, { Usage }) => (Usage === null ? '—' : formatDecimal(Usage)),
            },
            { title: '单位', dataIndex: 'Unit' },
            { title: '来源批次', dataIndex: 'BatchId' },
            { title: '导入人', dataIndex: 'Importer' },
            { title: '导入时间', key: 'time', render: (_, { ImportTime }) => formatDateTime(ImportTime) },
          ]}
        />
      )}
    </section>
  );
};

/** 历史数据录入: the time before the system, checked as a whole, kept as a whole, taken back as a whole. */
const OldDataInputPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const project = useReportProject(filters);
  return (
    <>
      <PageHeader title="历史数据录入" note="旧系统或纸质的历史读数、日用量，供同比与基线使用；标「导」，不覆盖实录" />
      <search className="filter-bar surface">
        <ProjectFilter
          project={project}
          onPick={(code) => setFilters({ ProjectCode: code || null, batch: null, PageIndex: null })}
        />
      </search>
      {project === '' ? (
        <section className="surface">
          <EmptyHint text="请先选择项目" />
        </section>
      ) : (
        <>
          {can(SCREEN, 'import') ? <ImportSteps key={project} project={project} /> : null}
          <BatchTable
            project={project}
            onPick={(batch) => setFilters({ ProjectCode: project, batch, PageIndex: null })}
          />
          <Readings project={project} />
        </>
      )}
    </>
  );
};

export default OldDataInputPage;
