import { type OutputOf, reportYear, YEAR_KINDS, YEAR_UNITS } from '@hengneng/contracts';
import { formatQuantity, yearInUnit } from '@hengneng/energy/units';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { monthSpan } from '../../../lib/month-span.ts';
import { callApi } from '../../../lib/api.ts';
import { canOpen } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { CarbonTarget } from './CarbonTarget.tsx';
import {
  amount,
  Compared,
  designColumns,
  Drill,
  QUALITY_COLUMNS,
  QualityNote,
  ReportPage,
  useReportProject,
  yesterday,
} from './common.tsx';
import { HeatUnit, useHeatUnit } from './HeatUnit.tsx';
import { efficiency, stacked } from './pictures.ts';
import { YearRecalc } from './YearRecalc.tsx';
import { YearSavings } from './YearSavings.tsx';
import './year.css';

const SCREEN = 'operationContent.stateMents.yearStateMents';
const MONTH_SCREEN = 'operationContent.stateMents.monthStateMents';
type Report = OutputOf<typeof reportYear>;
type Row = Report['rows'][number];

/** Of the year's own unit: measured amounts as everywhere, coal and carbon with two places. */
const shown = (row: Row, value: string | null | undefined, physical: boolean): string =>
  physical ? amount(row.code, value, row.unit) : formatQuantity(value == null ? null : Number(value), 'coal');

/** The months that are over, so many years back; null where none is. */
const overSpan = (
  { months, over }: Report,
  yearsBack: number,
): { readonly from: string; readonly to: string; readonly grain: '月' } | null => {
  const back = (month: string): string => `${Number(month.slice(0, 4)) - yearsBack}${month.slice(4)}`;
  const [first, last] = [months[0], months[over - 1]];
  return first === undefined || last === undefined
    ? null
    : { from: monthSpan(back(first)).from, to: monthSpan(back(last)).to, grain: '月' };
};

/** Of one project and one energy a figure opens, whatever it is told in: coal, carbon and costs are made of the same readings. */
const opened = (
  project: string | null,
  { code }: Row,
  span: { readonly from: string; readonly to: string; readonly grain?: '月' } | null,
  words: string,
): ReactNode =>
  project === null || span === null || code === 'all' ? (
    words
  ) : (
    <Drill project={project} energy={code} {...span}>
      {words}
    </Drill>
  );

const columnsOf = (report: Report, project: string | null, physical: boolean): readonly DataColumn<Row>[] => [
  { key: 'name', head: '能源' },
  { key: 'unit', head: '单位' },
  ...report.months.map(
    (month): DataColumn<Row> => ({
      key: month,
      head: month,
      number: true,
      show: (row) => opened(project, row, monthSpan(month), shown(row, row.months[month], physical)),
    }),
  ),
  {
    key: 'total',
    head: '全年',
    number: true,
    hint: '已结束的月份',
    show: (row) => opened(project, row, overSpan(report, 0), shown(row, row.total, physical)),
  },
  {
    key: 'last',
    head: '去年',
    number: true,
    hint: '去年的同样月份',
    show: (row) => opened(project, row, overSpan(report, 1), shown(row, row.last, physical)),
  },
  { key: 'yoy', head: '同比', number: true, show: (row) => <Compared of={row.yoy} /> },
  {
    key: 'perM2',
    head: '单位面积',
    number: true,
    hint: physical ? '每 m² 的实物量' : '标煤与碳为每 m² 的千克数，费用为元/m²',
    show: (row) => formatQuantity(row.perM2, 'intensity'),
  },
  ...(report.rows.some(({ design }) => design !== null)
    ? designColumns<Row>(
        (row) => shown(row, row.design?.total, physical),
        (row) => row.design?.share ?? null,
      )
    : []),
  ...QUALITY_COLUMNS,
];

/** To the report of each month; of one project only. */
const Months = ({ report, project }: { readonly report: Report; readonly project: string }): ReactElement => (
  <nav className="year-months" aria-label="月报">
    {report.months.slice(0, report.over).map((month) => (
      <Link
        key={month}
        to={`/operationContent/stateMents/monthStateMents?${new URLSearchParams({ ProjectCode: project, Month: month })}`}
      >
        {month} 月报
      </Link>
    ))}
  </nav>
);

const Body = ({
  report,
  project,
  physical,
}: {
  readonly report: Report;
  /** Null: all projects together. */
  readonly project: string | null;
  readonly physical: boolean;
}): ReactElement => {
  const [energy, setEnergy] = useState<string | null>(null);
  if (report.rows.length === 0)
    return (
      <section className="surface">
        <EmptyHint text="该年度没有数据" />
      </section>
    );
  const table = (
    <DataTable
      label="年报"
      columns={columnsOf(report, project, physical)}
      rows={report.rows}
      rowKey={(row) => row.code}
    />
  );
  const parts = report.rows.filter(({ code }) => code !== 'all');
  const chosen = parts.find(({ code }) => code === energy) ?? parts[0];
  const unit = chosen?.unit ?? '';
  return (
    <div className="year-report wide-report">
      <section className="surface report-part" aria-label="年报">
        {table}
        <QualityNote {...report.whole} />
        {report.over < report.months.length ? (
          <p className="note">累计 {report.over} 个月；没有结束的月份列出，但不计入全年、去年与同比</p>
        ) : null}
        {report.notes.map((note) => (
          <p key={note} className="note">
            {note}
          </p>
        ))}
        {project !== null && canOpen(MONTH_SCREEN) ? <Months report={report} project={project} /> : null}
      </section>
      {physical && chosen !== undefined ? (
        <div className="filter-bar">
          <ChoiceFilter
            label="图中能源"
            value={chosen.code}
            options={parts.map(({ code, name }) => ({ value: code, label: name }))}
            onChange={setEnergy}
          />
        </div>
      ) : null}
      <div className="view-charts">
        <Chart
          title="逐月构成"
          option={stacked(
            report.months,
            parts
              .filter((row) => row.unit === unit && (!physical || row.code === chosen?.code))
              .map((row) => ({ name: row.name, of: new Map(Object.entries(row.months)) })),
            unit,
          )}
          table={table}
        />
        <Chart
          title="COP 与单位面积用电"
          option={efficiency(report.efficiency)}
          table={
            <DataTable
              label="COP 与单位面积用电"
              columns={[
                { key: 'month', head: '月份' },
                { key: 'cop', head: 'COP', number: true, show: (row) => formatQuantity(row.cop, 'cop') },
                {
                  key: 'perM2',
                  head: '单位面积用电',
                  unit: 'kWh/m²',
                  number: true,
                  show: (row) => formatQuantity(row.perM2, 'intensity'),
                },
              ]}
              rows={report.efficiency}
              rowKey={(row) => row.month}
            />
          }
        />
      </div>
    </div>
  );
};

/** As far back as anybody has readings of. */
const years = (last: number): readonly string[] => Array.from({ length: 8 }, (_, back) => String(last - back));

/** 年报表: twelve months of a project or of all, for what is judged and settled by the year. */
const YearPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [usual] = useState(() => yesterday().slice(0, 4));
  const project = useReportProject(filters);
  const all = filters['scope'] === 'all';
  const unit = YEAR_UNITS.find((one) => one === filters['Unit']) ?? '实物量';
  const kind = YEAR_KINDS.find((one) => one === filters['YearKind']) ?? '自然年';
  const ask = {
    ProjectCodes: all ? [] : [project],
    Year: Number(filters['Year'] ?? usual),
    Unit: unit,
    YearKind: kind,
  };
  const heat = useHeatUnit(filters);
  const report = useQuery({
    queryKey: ['energy-report', 'year', ask],
    queryFn: ({ signal }) => callApi(reportYear, ask, { signal }),
    enabled: all || project !== '',
    select: (of) => (unit === '实物量' ? yearInUnit(of, heat) : of),
    placeholderData: keepPreviousData,
  });
  return (
    <ReportPage
      title={`年报表 ${ask.Year}${kind === '自然年' ? ' 年' : ` ${kind}`}`}
      idle="12 个月的用量、标煤与碳，与去年同期比较"
      screen={SCREEN}
      project={project}
      everybody={all}
      ask={{ Kind: 'year', ...ask, HeatUnit: heat }}
      report={report}
      onProject={(ProjectCode) => setFilters({ ProjectCode })}
      filters={
        <>
          <ChoiceFilter
            label="本项目"
            value={all ? 'all' : undefined}
            options={[{ value: 'all', label: '全部项目' }]}
            onChange={(scope) => setFilters({ scope })}
          />
          <ChoiceFilter
            label="年份"
            value={String(ask.Year)}
            options={years(Number(usual))}
            onChange={(Year) => setFilters({ Year })}
          />
          <ChoiceFilter
            label="单位"
            value={unit}
            options={YEAR_UNITS.filter((one) => one !== '元' || report.data?.money === true)}
            onChange={(Unit) => setFilters({ Unit })}
          />
          <ChoiceFilter
            label="年度"
            value={kind}
            options={[
              { value: '自然年', label: '自然年' },
              { value: '供冷年', label: '供冷年（5–10 月）' },
              { value: '采暖年', label: '采暖年（11–3 月）' },
            ]}
            onChange={(YearKind) => setFilters({ YearKind })}
          />
          {unit === '实物量' ? <HeatUnit unit={heat} onChange={setFilters} /> : null}
        </>
      }
    >
      {(data) => (
        <>
          {all || kind !== '自然年' ? null : <CarbonTarget project={project} year={ask.Year} />}
          <Body report={data} project={all ? null : project} physical={unit === '实物量'} />
          <YearRecalc ProjectCodes={ask.ProjectCodes} Year={ask.Year} YearKind={kind} />
          <YearSavings
            ask={{ ProjectCodes: ask.ProjectCodes, Year: ask.Year, YearKind: kind }}
            project={all ? null : project}
          />
        </>
      )}
    </ReportPage>
  );
};

export default YearPage;
