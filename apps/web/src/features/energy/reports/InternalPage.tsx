import { internalExport, internalReport, type InternalReport } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { type EnergyUnit, formatQuantity, internalInUnit } from '@hengneng/energy/units';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { formatDateTime, formatDecimal } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { FigureCards } from '../../../ui/FigureCards.tsx';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { Money } from '../../../ui/Money.tsx';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ProjectFilter } from '../ProjectFilter.tsx';
import { amount, Drill, QUALITY_COLUMNS, QualityNote, signedDecimal } from './common.tsx';
import { useChosenColumns } from './ColumnsButton.tsx';
import { Cost, unitPrice } from './costs.tsx';
import { HeatUnit, useHeatUnit } from './HeatUnit.tsx';
import { ranking } from './pictures.ts';
import './reports.css';

const SCREEN = 'operationContent.dayStateMentsIn';
const DAY = '/operationContent/stateMents/dayStateMents';
type Row = InternalReport['rows'][number];
type Fee = Row['fees'][number];

/** What of an amount can be read: an income that is not whole has none, and says why. */
const Income = ({ of }: { readonly of: Row['income'] }): ReactElement => (
  <span title={of.problems.join('；') || undefined}>
    <Money value={of.amount} />
  </span>
);

const margin = (row: Row): ReactNode => (
  <span title={row.margin === null ? [...row.cost.problems, ...row.income.problems].join('；') : undefined}>
    <Money value={row.margin} />
  </span>
);

const columnsOf = (
  report: InternalReport,
  heat: EnergyUnit,
  onOpen: (row: Row) => void,
): readonly DataColumn<Row>[] => [
  {
    key: 'name',
    head: '项目',
    show: (row) =>
      can(shortCodeOf(DAY), 'search') ? (
        <Link to={`${DAY}?${new URLSearchParams({ ProjectCode: row.code, Date: report.date })}`}>{row.name}</Link>
      ) : (
        row.name
      ),
  },
  { key: 'area', head: '区域' },
  { key: 'chargeModel', head: '收费模式', show: (row) => row.chargeModel || '—' },
  { key: 'cost', head: '能源成本', unit: '元', number: true, show: (row) => <Cost of={row.cost} /> },
  {
    key: 'income',
    head: '应计收入',
    unit: '元',
    number: true,
    hint: '按合同单价、计量或面积折到当日，正式以结算单为准',
    show: (row) => <Income of={row.income} />,
  },
  ...(report.margin === undefined
    ? []
    : ([
        {
          key: 'labour',
          head: '人工日摊',
          unit: '元',
          number: true,
          hint: '当月已入账的人工 ÷ 当月天数；当月未入账的用最近三个月内最近一月，没有则不扣',
          show: (row) =>
            row.labour == null ? (
              '—'
            ) : (
              <span title={`按 ${row.labour.month} 的人工`}>
                <Money value={row.labour.amount} />
              </span>
            ),
        },
        {
          key: 'margin',
          head: '日毛利',
          unit: '元',
          number: true,
          hint: '应计收入 − 能源成本 − 人工日摊',
          show: margin,
        },
      ] satisfies DataColumn<Row>[])),
  { key: 'areaM2', head: '面积', unit: 'm²', number: true, show: (row) => formatDecimal(row.areaM2, 0) },
  { key: 'meanC', head: '室外均温', unit: '℃', number: true, show: (row) => formatQuantity(row.meanC, 'temperature') },
  ...report.categories.map(
    ({ code, name, unit }): DataColumn<Row> => ({
      key: code,
      head: name,
      unit,
      number: true,
      show: (row) => (
        <Drill project={row.code} energy={code} from={report.date}>
          {amount(code, row.used[code])}
        </Drill>
      ),
    }),
  ),
  ...report.categories
    .filter(({ code }) => report.rows.some((row) => row.costs[code] !== undefined))
    .map(
      ({ code, name }): DataColumn<Row> => ({
        key: `cost-${code}`,
        head: `${name}费`,
        unit: '元',
        number: true,
        show: (row) => <Cost of={row.costs[code]} />,
      }),
    ),
  {
    key: 'perM2',
    head: '单位面积成本',
    unit: '元/m²',
    number: true,
    show: (row) => formatQuantity(row.perM2, 'intensity'),
  },
  {
    key: 'perOutput',
    head: '单位冷热成本',
    unit: `元/${heat}`,
    number: true,
    show: (row) => unitPrice(row.perOutput),
  },
  { key: 'cop', head: 'COP', number: true, show: (row) => formatQuantity(row.cop, 'cop') },
  {
    key: 'yoy',
    head: '成本同比',
    number: true,
    hint: '与去年同日比',
    show: (row) => <span title={row.yoy.reason ?? undefined}>{row.yoy.text}</span>,
  },
  {
    key: 'mom',
    head: '成本环比',
    number: true,
    hint: '与前一日比',
    show: (row) => <span title={row.mom.reason ?? undefined}>{row.mom.text}</span>,
  },
  ...QUALITY_COLUMNS,
  {
    key: 'open',
    head: '分项',
    show: (row) => (
      <Button size="small" onClick={() => onOpen(row)}>
        展开
      </Button>
    ),
  },
];

const FEES: readonly DataColumn<Fee>[] = [
  { key: 'fee', head: '收费项目' },
  { key: 'contract', head: '合同' },
  { key: 'basis', head: '计费依据' },
  { key: 'quantity', head: '数量', number: true, show: (row) => formatDecimal(row.quantity) },
  { key: 'unit', head: '单位' },
  { key: 'price', head: '单价', unit: '元', number: true, show: (row) => unitPrice(row.price) },
  { key: 'amount', head: '金额', unit: '元', number: true, show: (row) => <Money value={row.amount} /> },
  { key: 'problem', head: '说明' },
];

/** The energies and fees that a project's day is made of. */
const Parts = ({
  row,
  report,
  onClose,
}: {
  readonly row: Row;
  readonly report: InternalReport;
  readonly onClose: () => void;
}): ReactElement => {
  const energies = report.categories.filter(({ code }) => row.used[code] !== undefined);
  const why = [...row.cost.problems, ...row.income.problems];
  return (
    <AppDrawer width={760} title={`${row.name} ${report.date}`} onClose={onClose}>
      <h3>能源成本</h3>
      {energies.length === 0 ? (
        <p className="note">当日没有用量</p>
      ) : (
        <DataTable
          label="能源成本"
          columns={[
            { key: 'name', head: '能源' },
            { key: 'used', head: '用量', number: true, show: (one) => amount(one.code, row.used[one.code]) },
            { key: 'unit', head: '单位' },
            { key: 'cost', head: '金额', unit: '元', number: true, show: (one) => <Cost of={row.costs[one.code]} /> },
          ]}
          rows={energies}
          rowKey={(one) => one.code}
        />
      )}
      <h3>应计收入</h3>
      <p className="note">数量与单价按合同约定的单位</p>
      {row.fees.length === 0 ? (
        <p className="note">当日没有应计的收入</p>
      ) : (
        <DataTable
          label="应计收入"
          columns={FEES}
          rows={row.fees}
          rowKey={(fee, at) => `${fee.contract} ${fee.fee} ${at}`}
        />
      )}
      {why.length === 0 ? null : <p className="note">不全：{why.join('；')}</p>}
    </AppDrawer>
  );
};

const Cards = ({ report }: { readonly report: InternalReport }): ReactElement => {
  const part = ({ problems }: InternalReport['cost']): string => (problems.length > 0 ? '（不全）' : '');
  const cards = [
    [`能源成本${part(report.cost)}`, formatDecimal(report.cost.amount, 2), '元', report.cost.problems],
    [`应计收入${part(report.income)}`, formatDecimal(report.income.amount, 2), '元', report.income.problems],
    ...(report.margin === undefined
      ? []
      : ([['日毛利（数据齐全的项目）', signedDecimal(report.margin, 2), '元', []]] as const)),
    ['完整率', report.complete === null ? '—' : report.complete.toFixed(1), '%', []],
    ['估算占比', report.estimated === null ? '—' : report.estimated.toFixed(1), '%', []],
  ] as const;
  return (
    <FigureCards label="合计" cards={cards.map(([name, value, unit, why]) => [name, value, unit, why.join('；')])} />
  );
};

const RANKING: readonly DataColumn<Row>[] = [
  { key: 'name', head: '项目' },
  { key: 'margin', head: '日毛利', unit: '元', number: true, show: margin },
];

const Body = ({ report, heat }: { readonly report: InternalReport; readonly heat: EnergyUnit }): ReactElement => {
  const [open, setOpen] = useState<Row | null>(null);
  const columns = useMemo(() => columnsOf(report, heat, setOpen), [report, heat]);
  const { shown, button } = useChosenColumns('energyInternal', columns);
  const ranked = report.rows
    .filter((row) => row.ranked && row.margin != null)
    .toSorted((a, b) => Number(a.margin) - Number(b.margin));
  const losing = ranked.filter((row) => Number(row.margin) < 0);
  const unranked = report.rows.filter((row) => !row.ranked);
  const unpaid = report.margin === undefined ? [] : report.rows.filter(({ labour }) => labour === null);
  return (
    <>
      <Cards report={report} />
      <section className="surface report-part wide-report" aria-label="内部日报">
        <div className="report-tools">{button}</div>
        <DataTable label="内部日报" columns={shown} rows={report.rows} rowKey={(row) => row.code} />
        <QualityNote complete={report.complete} estimated={report.estimated} />
        <p className="note">
          能源成本为当日用量 × 单价（含税），基本电费与力调不分到日；应计收入为估计，正式以结算单为准
          {unpaid.length === 0
            ? ''
            : `；近三个月没有入账人工、毛利未扣人工：${unpaid.map(({ name }) => name).join('、')}`}
        </p>
        {unranked.length === 0 ? null : (
          <p className="note">完整率低于 80% 不进排行：{unranked.map(({ name }) => name).join('、')}</p>
        )}
      </section>
      {report.margin === undefined ? null : (
        <div className="view-charts">
          <Chart
            title="项目日毛利排行"
            option={ranking(ranked.map(({ name, margin: left }) => ({ name, amount: left ?? null })))}
            table={<DataTable label="项目日毛利排行" columns={RANKING} rows={ranked} rowKey={(row) => row.code} />}
          />
          <section className="surface report-part" aria-label="亏损项目">
            <h2>亏损项目</h2>
            {losing.length === 0 ? (
              <p className="note">没有亏损的项目</p>
            ) : (
              <DataTable label="亏损项目" columns={RANKING} rows={losing} rowKey={(row) => row.code} />
            )}
          </section>
        </div>
      )}
      {open === null ? null : <Parts row={open} report={report} onClose={() => setOpen(null)} />}
    </>
  );
};

const yesterday = (): string => new Date(Date.now() + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10);

/** 内部日报: what projects cost on a day, what their contracts bring in, and what is left. */
const InternalPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [usual] = useState(yesterday);
  const ask = {
    Date: filters['Date'] ?? usual,
    ProjectCode: filters['ProjectCode'] ?? '',
    Area: filters['Area'] ?? '',
    ChargeModel: filters['ChargeModel'] ?? '',
  };
  const heat = useHeatUnit(filters);
  const report = useQuery({
    queryKey: ['energy-report', 'internal', ask],
    queryFn: ({ signal }) => callApi(internalReport, ask, { signal }),
    select: (of) => internalInUnit(of, heat),
    placeholderData: keepPreviousData,
  });
  const { data } = report;
  return (
    <>
      <PageHeader
        title="日报表（内部）"
        note={data ? `${data.date}，内部资料，数据截至 ${formatDateTime(data.asOf)}` : '当日能源成本、应计收入与毛利'}
        actions={
          can(SCREEN, 'export') ? (
            <>
              <Button
                onClick={() =>
                  void download('POST', internalExport.path, { ...ask, HeatUnit: heat }, { name: '内部日报.xlsx' })
                }
              >
                导出
              </Button>
              <Button onClick={() => print()}>打印</Button>
            </>
          ) : null
        }
      />
      <search className="filter-bar surface report-filter">
        <MomentPicker
          kind="date"
          id="internal-date"
          aria={{ 'aria-label': '日期' }}
          value={ask.Date}
          onChange={(value) => setFilters({ Date: value || null })}
        />
        <ProjectFilter project={ask.ProjectCode} onPick={(code) => setFilters({ ProjectCode: code || null })} />
        <ChoiceFilter
          label="区域"
          value={filters['Area']}
          options={(data?.areas ?? []).map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(Area) => setFilters({ Area })}
        />
        <ChoiceFilter
          label="收费模式"
          value={filters['ChargeModel']}
          options={(data?.models ?? []).map((model) => ({ value: model, label: model }))}
          onChange={(ChargeModel) => setFilters({ ChargeModel })}
        />
        <HeatUnit unit={heat} onChange={setFilters} />
      </search>
      {report.error ? (
        <ErrorRetry error={report.error} onRetry={() => void report.refetch()} />
      ) : data === undefined ? (
        <SkeletonDelay rows={10} />
      ) : data.rows.length === 0 ? (
        <section className="surface">
          <EmptyHint text="没有符合条件的项目" />
        </section>
      ) : data.rows.every(({ used }) => Object.keys(used).length === 0) ? (
        <section className="surface">
          <EmptyHint text={ask.Date === usual ? '昨日数据尚未录入，最早 12:00 可见' : '当日没有数据'} />
        </section>
      ) : (
        <Body report={data} heat={heat} />
      )}
    </>
  );
};

export default InternalPage;
