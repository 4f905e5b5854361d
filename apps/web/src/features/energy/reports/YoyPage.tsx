import { type ChangeMeasure, type OutputOf, reportYoy } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { formatQuantity } from '@hengneng/energy/units';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../../lib/api.ts';
import { canOpen } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { BesideMonths } from './Beside.tsx';
import { BesideButton, besideOf, type Shown } from './BesidePage.tsx';
import {
  amount,
  Compared,
  Complete,
  Drill,
  monthSpan,
  QualityNote,
  rate,
  ReportPage,
  ReportSpan,
  useReportProject,
  usualMonths,
  yearBefore,
} from './common.tsx';
import { twoYears } from './pictures.ts';

const SCREEN = 'operationContent.stateMents.energyConsumptionYOY';
const MONTHLY = '/operationContent/stateMents/monthStateMents';
const VARY = '/operationContent/stateMents/varyStateMents';
/** What the report of changes measures by, of the energies that it knows by themselves. */
const MEASURES: Readonly<Record<string, ChangeMeasure>> = { elec: 'elec', gas: 'gas' };
type Report = OutputOf<typeof reportYoy>;
type Row = Report['rows'][number];

const share = (value: number | null): string => (value === null ? '—' : `${value.toFixed(1)}%`);

const columnsOf = (project: string): readonly DataColumn<Row>[] => [
  {
    key: 'month',
    head: '月份',
    show: (row) =>
      canOpen(shortCodeOf(MONTHLY)) ? (
        <Link to={`${MONTHLY}?${new URLSearchParams({ ProjectCode: project, Month: row.month })}`}>{row.month}</Link>
      ) : (
        row.month
      ),
  },
  { key: 'name', head: '能源' },
  { key: 'unit', head: '单位' },
  {
    key: 'now',
    head: '本期',
    number: true,
    show: (row) => (
      <Drill project={project} energy={row.code} {...monthSpan(row.month)}>
        {amount(row.code, row.now)}
      </Drill>
    ),
  },
  {
    key: 'last',
    head: '去年同期',
    number: true,
    show: (row) => (
      <Drill project={project} energy={row.code} {...monthSpan(yearBefore(row.month))}>
        {amount(row.code, row.last)}
      </Drill>
    ),
  },
  { key: 'difference', head: '增减', number: true, show: (row) => amount(row.code, row.difference) },
  {
    key: 'yoy',
    head: '同比',
    number: true,
    hint: '任一期完整率低于 95% 时不比，原因见悬停',
    show: (row) => <Compared of={row.yoy} />,
  },
  {
    key: 'degreeDays',
    head: '本期/去年度日',
    unit: '℃·d',
    number: true,
    hint: 'HDD18 + CDD26',
    show: (row) =>
      `${formatQuantity(row.degreeDays, 'degreeDays')} / ${formatQuantity(row.lastDegreeDays, 'degreeDays')}`,
  },
  {
    key: 'adjustedLast',
    head: '修正后去年',
    number: true,
    hint: '去年基荷 + 去年气象相关量 ×（本期度日 ÷ 去年度日）；基荷取去年最温和月的日均',
    show: (row) => <span title={row.adjustWords}>{amount(row.code, row.adjustedLast)}</span>,
  },
  {
    key: 'adjustedYoy',
    head: '修正同比',
    number: true,
    show: (row) => <span title={row.adjustWords}>{rate(row.adjustedYoy)}</span>,
  },
  {
    key: 'complete',
    head: '完整率本/去年',
    number: true,
    show: (row) => (
      <>
        <Complete value={row.complete} /> / <Complete value={row.lastComplete} />
      </>
    ),
  },
  {
    key: 'estimated',
    head: '估算本/去年',
    number: true,
    hint: '估、补的量 ÷ 总量',
    show: (row) => `${share(row.estimated)} / ${share(row.lastEstimated)}`,
  },
  ...(canOpen(shortCodeOf(VARY))
    ? [
        {
          key: 'why',
          head: '原因',
          show: (row) => (
            <Link
              to={`${VARY}?${new URLSearchParams({ ProjectCode: project, ...monthSpan(row.month), base: 'yoy', ...(row.code in MEASURES ? { measure: MEASURES[row.code] ?? '' } : {}) })}`}
            >
              为什么变
            </Link>
          ),
        } satisfies DataColumn<Row>,
      ]
    : []),
];

const Body = ({ report, project }: { readonly report: Report; readonly project: string }): ReactElement => {
  const [energy, setEnergy] = useState<string | null>(null);
  const chosen = report.categories.find(({ code }) => code === energy) ?? report.categories[0];
  if (chosen === undefined || report.rows.length === 0)
    return (
      <section className="surface">
        <EmptyHint text="所选月份没有数据；去年同期的数据可用历史数据录入导入" />
      </section>
    );
  const rows = report.rows.filter(({ code }) => code === chosen.code);
  const table = (
    <DataTable label={`${chosen.name}同比`} columns={columnsOf(project)} rows={rows} rowKey={(row) => row.month} />
  );
  return (
    <>
      <div className="filter-bar">
        <ChoiceFilter
          label="能源"
          value={chosen.code}
          options={report.categories.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={setEnergy}
        />
      </div>
      <section className="surface report-part" aria-label="同比">
        {table}
        <QualityNote {...report.whole} />
      </section>
      <div className="view-charts">
        <Chart
          title="双年逐月"
          note="斜纹：完整率低于 95%"
          option={twoYears(rows, `${chosen.name}（${chosen.unit}）`)}
          table={table}
        />
      </div>
    </>
  );
};

/** This year's months against last year's, with what the weather explains taken out. */
const OneYoy = ({ filters, setFilters }: Shown): ReactElement => {
  const [usual] = useState(usualMonths);
  const project = useReportProject(filters);
  const From = filters['from'] ?? usual.from;
  const To = filters['to'] ?? usual.to;
  const ask = { ProjectCode: project, From, To };
  const report = useQuery({
    queryKey: ['energy-report', 'yoy', project, From, To],
    queryFn: ({ signal }) => callApi(reportYoy, ask, { signal }),
    enabled: project !== '',
    placeholderData: keepPreviousData,
  });
  return (
    <ReportPage
      title="能耗同比"
      idle="本期与去年同期，剔除气温影响判断是不是真省"
      screen={SCREEN}
      project={project}
      ask={{ Kind: 'yoy', ...ask }}
      report={report}
      onProject={(ProjectCode) => setFilters({ ProjectCode })}
      filters={
        <>
          <ReportSpan picker="month" from={From} to={To} onChange={({ from, to }) => setFilters({ from, to })} />
          <BesideButton project={project} onPick={(beside) => setFilters({ beside })} />
        </>
      }
    >
      {(data) => <Body report={data} project={project} />}
    </ReportPage>
  );
};

/** 能耗同比, of one project or of several. */
const YoyPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [usual] = useState(usualMonths);
  const codes = besideOf(filters);
  if (codes === null) return <OneYoy filters={filters} setFilters={setFilters} />;
  const span = { from: filters['from'] ?? usual.from, to: filters['to'] ?? usual.to };
  return <BesideMonths kind="yoy" screen={SCREEN} codes={codes} span={span} setFilters={setFilters} />;
};

export default YoyPage;
