import type { MonthParts } from '@hengneng/contracts';
import { formatQuantity } from '@hengneng/energy/units';
import type { ReactElement } from 'react';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint } from '../../../ui/feedback.tsx';
import { amount, Compared, QUALITY_COLUMNS } from './common.tsx';

type Row = MonthParts['rows'][number];

const HINTS: Readonly<Record<MonthParts['dimension'], string>> = {
  能源: '',
  功能: '按表计的分项，每块表只计一次；合计不足 100% 的部分为未分项与损耗',
  设备: '每块表计各自的用量；总表与分表都列出，不能相加',
  区域: '按表计的计量区域/用途，每块表只计一次；合计不足 100% 的部分为未分区与损耗',
};

const columnsOf = (dimension: MonthParts['dimension']): readonly DataColumn<Row>[] => [
  { key: 'energy', head: '能源' },
  { key: 'name', head: dimension === '设备' ? '表计' : dimension },
  { key: 'unit', head: '单位' },
  { key: 'usage', head: '用量', number: true, show: (row) => amount(row.code, row.usage, row.unit) },
  {
    key: 'share',
    head: '占比',
    unit: '%',
    number: true,
    hint: '占该能源总表用量的比例',
    show: (row) => (row.share === null ? '—' : row.share.toFixed(1)),
  },
  { key: 'tce', head: '标煤', unit: 'tce', number: true, show: (row) => formatQuantity(row.tce, 'coal') },
  { key: 'tCo2', head: '碳', unit: 'tCO₂', number: true, show: (row) => formatQuantity(row.tCo2, 'carbon') },
  { key: 'mom', head: '环比', number: true, show: (row) => <Compared of={row.mom} /> },
  { key: 'yoy', head: '同比', number: true, show: (row) => <Compared of={row.yoy} /> },
  ...QUALITY_COLUMNS,
];

/** What each energy of the month went to. */
export const MonthPartsTable = ({ parts }: { readonly parts: MonthParts }): ReactElement => (
  <section className="surface report-part" aria-label={`按${parts.dimension}`}>
    <h2>按{parts.dimension}</h2>
    {parts.rows.length === 0 ? (
      <EmptyHint text="该月没有可列的用量" />
    ) : (
      <DataTable
        label={`按${parts.dimension}`}
        columns={columnsOf(parts.dimension)}
        rows={parts.rows}
        rowKey={(row) => row.key}
      />
    )}
    <p className="note">{HINTS[parts.dimension]}；不含本月调整</p>
  </section>
);
