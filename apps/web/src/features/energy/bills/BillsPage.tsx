import { billExport, billList, type BillRow, type OutputOf } from '@hengneng/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { CountTabs } from '../../../ui/CountTabs.tsx';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { FileLink } from '../../../ui/files/FileItem.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { Money } from '../../../ui/Money.tsx';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { mayBegin } from '../../ledgers/new-record.ts';
import { PayButton } from '../payment.tsx';
import { ProjectFilter } from '../ProjectFilter.tsx';
import { Complete, Drill, QUALITY_COLUMNS, useReportProject } from '../reports/common.tsx';
import { type BegunBill, BillForm } from './BillForm.tsx';
import { SharesTab } from './SharesTab.tsx';
import { BILLS, ENERGIES } from './shared.ts';
import '../reports/reports.css';
import './bills.css';

const SCREEN = 'operationContent.DataInputIn';
type Listed = OutputOf<typeof billList>;
type Expected = Listed['expected'][number];
type Tab = 'bills' | 'shares' | 'compare';
const TABS = { bills: '账单', shares: '内部分摊', compare: '对账' } as const;

const TONES = { 一致: 'good', 有差异: 'bad', 已说明: 'warn', 无抄表: 'neutral' } as const;
const figure = (value: string | null): string => formatDecimal(value);

const WHOSE: readonly DataColumn<BillRow>[] = [
  { key: 'ProjectName', head: '项目' },
  { key: 'CategoryName', head: '能源' },
  { key: 'Supplier', head: '供能单位' },
  { key: 'AccountNo', head: '户号', show: (row) => row.AccountNo || '—' },
  { key: 'span', head: '账期', show: (row) => `${row.From} 至 ${row.To}` },
];

const billColumns = (onEdit: (row: BillRow) => void): readonly DataColumn<BillRow>[] => [
  ...WHOSE,
  { key: 'LastReading', head: '上期示数', number: true, show: (row) => figure(row.LastReading) },
  { key: 'ThisReading', head: '本期示数', number: true, show: (row) => figure(row.ThisReading) },
  { key: 'Ratio', head: '倍率', number: true, show: (row) => figure(row.Ratio) },
  { key: 'Usage', head: '账单用量', number: true, show: (row) => figure(row.Usage) },
  { key: 'Unit', head: '单位' },
  {
    key: 'tou',
    head: '尖/峰/平/谷',
    unit: 'kWh',
    number: true,
    show: (row) =>
      row.Peak === null && row.Flat === null
        ? '—'
        : [row.Sharp, row.Peak, row.Flat, row.Valley].map((part) => figure(part ?? '0')).join(' / '),
  },
  { key: 'BasicFee', head: '基本电费', unit: '元', number: true, show: (row) => <Money value={row.BasicFee} /> },
  {
    key: 'PowerFactorFee',
    head: '力调',
    unit: '元',
    number: true,
    show: (row) => <Money value={row.PowerFactorFee} />,
  },
  { key: 'LateFee', head: '滞纳金', unit: '元', number: true, show: (row) => <Money value={row.LateFee} /> },
  { key: 'Amount', head: '账单金额', unit: '元', number: true, show: (row) => <Money value={row.Amount} /> },
  { key: 'InvoiceNo', head: '发票号', show: (row) => row.InvoiceNo || '—' },
  {
    key: 'Files',
    head: '原件',
    show: (row) =>
      row.Files.length === 0 ? '—' : row.Files.map((file) => <FileLink key={file.URL} file={file} among={row.Files} />),
  },
  ...(can(SCREEN, 'edit') || mayBegin('payment')
    ? [
        {
          key: 'edit',
          head: '操作',
          show: (row) => (
            <span className="row-do">
              {can(SCREEN, 'edit') ? (
                <Button type="link" className="cell-link" onClick={() => onEdit(row)}>
                  修改
                </Button>
              ) : null}
              <PayButton
                project={row.ProjectCode}
                energy={row.CategoryCode}
                values={{ periodStart: row.From, periodEnd: row.To, costMonth: row.To.slice(0, 7) }}
              />
            </span>
          ),
        } satisfies DataColumn<BillRow>,
      ]
    : []),
];

const COMPARED: readonly DataColumn<BillRow>[] = [
  ...WHOSE,
  { key: 'Usage', head: '账单用量', number: true, show: (row) => figure(row.Usage) },
  {
    key: 'MeterUsage',
    head: '抄表用量',
    number: true,
    hint: '账期首末日之间各总表日用量之和',
    show: (row) => (
      <Drill project={row.ProjectCode} energy={row.CategoryCode} from={row.From} to={row.To}>
        {figure(row.MeterUsage)}
      </Drill>
    ),
  },
  { key: 'Unit', head: '单位' },
  { key: 'Difference', head: '差', number: true, hint: '抄表 − 账单', show: (row) => figure(row.Difference) },
  {
    key: 'DiffRate',
    head: '差率',
    unit: '%',
    number: true,
    hint: '（抄表用量 − 账单用量）÷ 账单用量',
    show: (row) => (row.DiffRate === null ? '—' : row.DiffRate.toFixed(1)),
  },
  { key: 'Allowed', head: '允许', unit: '%', number: true, show: (row) => row.Allowed.toFixed(1) },
  { key: 'State', head: '状态', show: (row) => <Tag tone={TONES[row.State]}>{row.State}</Tag> },
  { key: 'Amount', head: '账单金额', unit: '元', number: true, show: (row) => <Money value={row.Amount} /> },
  {
    key: 'Trial',
    head: '试算金额',
    unit: '元',
    number: true,
    hint: '账单用量 × 抄表均价 + 账单上的基本电费、力调、滞纳金；缺单价时不算',
    show: (row) => <Money value={row.Trial} />,
  },
  { key: 'Note', head: '原因', show: (row) => row.Note || '—' },
  { key: 'Editor', head: '责任人' },
  ...QUALITY_COLUMNS,
];

/** The day after, `YYYY-MM-DD`: bills of an account follow each other without a gap. */
const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

const begunBy = (row: Expected): BegunBill => {
  const code = ENERGIES.find(({ label }) => label === row.CategoryName)?.value;
  return {
    ...(code === undefined ? {} : { CategoryCode: code }),
    Supplier: row.Supplier,
    AccountNo: row.AccountNo,
    From: dayAfter(row.lastTo),
  };
};

const expectedColumns = (onEnter: (row: Expected) => void): readonly DataColumn<Expected>[] => [
  { key: 'ProjectName', head: '项目' },
  { key: 'CategoryName', head: '能源' },
  { key: 'Supplier', head: '供能单位' },
  { key: 'AccountNo', head: '户号', show: (row) => row.AccountNo || '—' },
  { key: 'lastTo', head: '上一账期止' },
  ...(can(SCREEN, 'add')
    ? [
        {
          key: 'do',
          head: '操作',
          show: (row: Expected) => (
            <Button type="link" className="cell-link" onClick={() => onEnter(row)}>
              录入
            </Button>
          ),
        },
      ]
    : []),
];

const Body = ({
  data,
  tab,
  onTab,
  onEdit,
  onEnter,
  shares,
  single,
}: {
  readonly data: Listed;
  /** Of one project, which the filter names. */
  readonly single: boolean;
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
  readonly onEdit: (row: BillRow) => void;
  readonly onEnter: (row: Expected) => void;
  readonly shares: ReactElement;
}): ReactElement => {
  const odd = data.rows.filter(({ State }) => State === '有差异').length;
  const rough = data.rows.filter(({ complete }) => complete !== null && complete < 95);
  return (
    <>
      <CountTabs
        prefix="bills"
        label="账单"
        tabs={[
          { key: 'bills', label: '账单', count: data.rows.length },
          { key: 'shares', label: '内部分摊' },
          { key: 'compare', label: '对账', count: odd },
        ]}
        chosen={tab}
        onChoose={onTab}
      />
      <section className="surface report-part" id="bills-panel" aria-label={TABS[tab]}>
        {tab === 'shares' ? (
          shares
        ) : data.rows.length === 0 ? (
          <EmptyHint text={data.expected.length === 0 ? '该账期还没有账单' : '该账期还没有账单，应到账单见下'} />
        ) : (
          <DataTable
            label={TABS[tab]}
            columns={(tab === 'bills' ? billColumns(onEdit) : COMPARED).filter(
              ({ key }) => !single || key !== 'ProjectName',
            )}
            rows={data.rows}
            rowKey={(row) => row.BillId}
          />
        )}
        {tab === 'compare' && odd > 0 ? <p className="note">有差异而未说明原因的账单，其月份不能月锁</p> : null}
        {tab === 'compare' && rough.length > 0 ? (
          <p className="note">
            抄表数据不全：
            {rough.map((row) => (
              <span key={row.BillId}>
                {row.ProjectName}
                {row.CategoryName} <Complete value={row.complete} />{' '}
              </span>
            ))}
          </p>
        ) : null}
      </section>
      {data.expected.length === 0 || tab === 'shares' ? null : (
        <section className="surface report-part" aria-label="应到账单">
          <h2>应到未到的账单</h2>
          <DataTable
            label="应到账单"
            columns={expectedColumns(onEnter)}
            rows={data.expected}
            rowKey={(row) => `${row.ProjectCode} ${row.CategoryName} ${row.AccountNo}`}
          />
        </section>
      )}
    </>
  );
};

/** The month before this one. */
const usualMonth = (): string => {
  const now = new Date(Date.now() + 8 * 3_600_000);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
};

/** 数据录入(内部): bills of suppliers, and whether they agree with the meters. */
const BillsPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [usual] = useState(usualMonth);
  const [form, setForm] = useState<{
    readonly bill: BillRow | null;
    readonly expected?: Expected;
  } | null>(null);
  const project = useReportProject(filters);
  const tab: Tab = filters['tab'] === 'compare' || filters['tab'] === 'shares' ? filters['tab'] : 'bills';
  const energy = ENERGIES.find(({ value }) => value === filters['code'])?.value;
  const ask = {
    ProjectCode: project,
    Month: filters['month'] ?? usual,
    CategoryCode: energy ?? '',
    DiffOnly: filters['diff'] === '1',
  };
  const bills = useQuery({
    queryKey: [BILLS, ask],
    queryFn: ({ signal }) => callApi(billList, ask, { signal }),
    placeholderData: keepPreviousData,
  });
  const { data } = bills;
  return (
    <>
      <PageHeader
        title="数据录入（内部）"
        note="供能单位的账单与现场抄表对账，不进客户可见的报表"
        actions={
          <>
            {can(SCREEN, 'add') ? (
              <Button
                type="primary"
                disabled={project === ''}
                title={project === '' ? '请先选择项目' : ''}
                onClick={() => setForm({ bill: null })}
              >
                录入账单
              </Button>
            ) : null}
            {can(SCREEN, 'export') ? (
              <Button onClick={() => void download('POST', billExport.path, ask, { name: '能源账单对账表.xlsx' })}>
                导出
              </Button>
            ) : null}
          </>
        }
      />
      <search className="filter-bar surface report-filter">
        <ProjectFilter project={project} onPick={(code) => setFilters({ ProjectCode: code || null })} />
        <MomentPicker
          kind="month"
          id="bill-month"
          aria={{ 'aria-label': '账期' }}
          value={ask.Month}
          onChange={(month) => setFilters({ month: month || null })}
        />
        <ChoiceFilter
          label="能源"
          value={filters['code']}
          options={ENERGIES.map(({ value, label }) => ({ value, label }))}
          onChange={(code) => setFilters({ code })}
        />
        <Checkbox checked={ask.DiffOnly} onChange={(event) => setFilters({ diff: event.target.checked ? '1' : null })}>
          只看差异
        </Checkbox>
      </search>
      {bills.error ? (
        <ErrorRetry error={bills.error} onRetry={() => void bills.refetch()} />
      ) : data === undefined ? (
        <SkeletonDelay rows={8} />
      ) : (
        <Body
          data={data}
          tab={tab}
          onTab={(next) => setFilters({ tab: next === 'bills' ? null : next })}
          onEdit={(bill) => setForm({ bill })}
          onEnter={(expected) => setForm({ bill: null, expected })}
          single={project !== ''}
          shares={
            project === '' ? (
              <EmptyHint text="请先选择项目" />
            ) : (
              <SharesTab project={project} month={ask.Month} code={energy ?? 'elec'} />
            )
          }
        />
      )}
      {form === null ? null : (
        <BillForm
          project={form.bill?.ProjectCode ?? form.expected?.ProjectCode ?? project}
          bill={form.bill}
          begun={form.expected === undefined ? {} : begunBy(form.expected)}
          onClose={() => setForm(null)}
        />
      )}
    </>
  );
};

export default BillsPage;
