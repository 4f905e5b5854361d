/** What the pages of several projects show: 月报 and 同比 by project and energy, and the ledger by project. */
import {
  BESIDE_GRAINS,
  besideReport,
  type BesideRow,
  besideSeries,
  type BesideSum,
  type OutputOf,
} from '@hengneng/contracts';
import { besideInUnit, besideSeriesInUnit, formatQuantity } from '@hengneng/energy/units';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { monthSpan } from '../../../lib/month-span.ts';
import { callApi } from '../../../lib/api.ts';
import { formatDecimal } from '../../../lib/format.ts';
import type { Filters } from '../../../lib/useUrlFilters.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { BesidePage, type Shown } from './BesidePage.tsx';
import {
  amountMore,
  amount,
  Compared,
  Complete,
  Drill,
  QUALITY_COLUMNS,
  QualityNote,
  rate,
  ReportSpan,
  yearBefore,
} from './common.tsx';
import { Cost, CostNote, unitPrice } from './costs.tsx';
import { HeatUnit, useHeatUnit } from './HeatUnit.tsx';
import { besideBars, stacked } from './pictures.ts';

type Report = OutputOf<typeof besideReport>;
type Series = OutputOf<typeof besideSeries>;
type Figures = BesideRow | BesideSum;
type SetFilters = Shown['setFilters'];

const LINKS = {
  month: '/operationContent/stateMents/monthStateMents',
  yoy: '/operationContent/stateMents/energyConsumptionYOY',
} as const;

interface Span {
  readonly from: string;
  readonly to: string;
}

const touWords = (tou: Figures['tou']): string =>
  tou === null ? '—' : [tou.sharp, tou.peak, tou.flat, tou.valley].map((part) => amount('elec', part)).join(' / ');

/** Columns of figures: of a project they lead to the readings, of a sum they are what stands above them. */
const figureColumns = (kind: 'month' | 'yoy', money: boolean): readonly DataColumn<Figures>[] => [
  ...(kind === 'yoy'
    ? ([
        {
          key: 'difference',
          head: '增减',
          number: true,
          show: (row) => amountMore(row.code, row.difference, row.unit),
        },
        {
          key: 'yoy',
          head: '同比',
          number: true,
          hint: '任一期完整率低于 95% 时不比，原因见悬停',
          show: (row) => <Compared of={row.yoy} />,
        },
        {
          key: 'adjustedLast',
          head: '修正后去年',
          number: true,
          hint: '去年用量按今年的度日数折算；有月份未结束或缺气象数据时不给出',
          show: (row) => amount(row.code, row.adjustedLast, row.unit),
        },
        { key: 'adjustedYoy', head: '修正同比', number: true, show: (row) => rate(row.adjustedYoy) },
        { key: 'lastComplete', head: '去年完整率', number: true, show: (row) => <Complete value={row.lastComplete} /> },
      ] satisfies DataColumn<Figures>[])
    : ([
        {
          key: 'adjusted',
          head: '其中调整',
          number: true,
          show: (row) => (Number(row.adjusted) === 0 ? '—' : amount(row.code, row.adjusted, row.unit)),
        },
        { key: 'tou', head: '尖/峰/平/谷', number: true, show: (row) => touWords(row.tou) },
        {
          key: 'perM2',
          head: '单位面积',
          unit: '/m²',
          number: true,
          show: (row) => formatQuantity(row.perM2, 'intensity'),
        },
        { key: 'tce', head: '标煤', unit: 'tce', number: true, show: (row) => formatQuantity(row.tce, 'coal') },
        { key: 'tCo2', head: '碳', unit: 'tCO₂', number: true, show: (row) => formatQuantity(row.tCo2, 'carbon') },
        { key: 'mom', head: '环比', number: true, show: (row) => <Compared of={row.mom} /> },
        { key: 'yoy', head: '同比', number: true, show: (row) => <Compared of={row.yoy} /> },
      ] satisfies DataColumn<Figures>[])),
  ...(money
    ? ([
        {
          key: 'meanPrice',
          head: '平均单价',
          unit: '元',
          number: true,
          show: (row) => unitPrice(row.cost?.meanPrice),
        },
        { key: 'cost', head: '费用', unit: '元', number: true, show: (row) => <Cost of={row.cost} /> },
        {
          key: 'costPerM2',
          head: '元/m²',
          number: true,
          show: (row) => formatQuantity(row.cost?.perM2, 'intensity'),
        },
      ] satisfies DataColumn<Figures>[])
    : []),
];

const columnsOf = (kind: 'month' | 'yoy', span: Span, money: boolean): readonly DataColumn<BesideRow>[] => {
  const days = { from: monthSpan(span.from).from, to: monthSpan(span.to).to };
  const before = { from: monthSpan(yearBefore(span.from)).from, to: monthSpan(yearBefore(span.to)).to };
  const open = (code: string): string =>
    `${LINKS[kind]}?${new URLSearchParams(
      kind === 'month' ? { ProjectCode: code, Month: span.to } : { ProjectCode: code, from: span.from, to: span.to },
    )}`;
  return [
    {
      key: 'projectName',
      head: '项目',
      show: (row) => <Link to={open(row.projectCode)}>{row.projectName}</Link>,
    },
    { key: 'areaName', head: '区域' },
    {
      key: 'usage',
      head: kind === 'yoy' ? '本期' : '用量',
      number: true,
      show: (row) => (
        <Drill project={row.projectCode} energy={row.code} {...days}>
          {amount(row.code, kind === 'yoy' ? row.now : row.usage, row.unit)}
        </Drill>
      ),
    },
    ...(kind === 'yoy'
      ? [
          {
            key: 'last',
            head: '去年同期',
            number: true,
            show: (row) => (
              <Drill project={row.projectCode} energy={row.code} {...before}>
                {amount(row.code, row.last, row.unit)}
              </Drill>
            ),
          } satisfies DataColumn<BesideRow>,
        ]
      : []),
    ...figureColumns(kind, money),
    ...QUALITY_COLUMNS,
  ];
};

const cellsOf = <R extends object>(columns: readonly DataColumn<R>[], row: R): Readonly<Record<string, ReactNode>> =>
  Object.fromEntries(columns.map(({ key, show }) => [key, show?.(row)]));

/** The sum in the same columns as what it is the sum of. */
const sumCells = (sum: BesideSum, kind: 'month' | 'yoy', money: boolean): Readonly<Record<string, ReactNode>> => ({
  ...cellsOf<Figures>(figureColumns(kind, money), sum),
  ...cellsOf(QUALITY_COLUMNS, sum),
  projectName: `合计 ${sum.projects} 个项目`,
  usage: amount(sum.code, kind === 'yoy' ? sum.now : sum.usage, sum.unit),
  last: amount(sum.code, sum.last, sum.unit),
});

const Body = ({
  report,
  kind,
  span,
}: {
  readonly report: Report;
  readonly kind: 'month' | 'yoy';
  readonly span: Span;
}): ReactElement => {
  const [energy, setEnergy] = useState<string | null>(null);
  const chosen = report.sums.find(({ code }) => code === energy) ?? report.sums[0];
  if (chosen === undefined)
    return (
      <section className="surface">
        <EmptyHint text="所选项目在这些月份没有数据" />
      </section>
    );
  const rows = report.rows.filter(({ code }) => code === chosen.code);
  const { cost } = report.whole;
  const columns = columnsOf(kind, span, cost !== undefined);
  const table = (
    <DataTable
      label={`${chosen.name}多项目对照`}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.projectCode}
      top={[{ key: 'sum', cells: sumCells(chosen, kind, cost !== undefined) }]}
    />
  );
  return (
    <>
      <QualityNote complete={report.whole.complete} estimated={report.whole.estimated} />
      <p className="note">
        {report.projectName}合计：标煤 {formatQuantity(report.whole.tce, 'coal')} tce，碳{' '}
        {formatQuantity(report.whole.tCo2, 'carbon')} tCO₂
        {cost === undefined ? '' : `，能源费 ${formatDecimal(cost.amount, 2)} 元`}
      </p>
      <CostNote of={cost} />
      <div className="filter-bar">
        <ChoiceFilter
          label="能源"
          value={chosen.code}
          options={report.sums.map(({ code, name, unit }) => ({ value: code, label: `${name}（${unit}）` }))}
          onChange={setEnergy}
        />
      </div>
      <section className="surface report-part" aria-label="多项目对照">
        {table}
      </section>
      <div className="view-charts">
        <Chart
          title="本期与去年同期"
          note="斜纹：完整率低于 95%"
          option={besideBars(rows, `${chosen.name}（${chosen.unit}）`)}
          table={table}
        />
      </div>
    </>
  );
};

/** 月报 or 同比 of several projects. */
export const BesideMonths = ({
  kind,
  screen,
  codes,
  filters,
  span,
  setFilters,
}: {
  readonly kind: 'month' | 'yoy';
  readonly screen: string;
  readonly codes: readonly string[];
  readonly filters: Filters;
  readonly span: Span;
  readonly setFilters: SetFilters;
}): ReactElement => {
  const heat = useHeatUnit(filters);
  const ask = { ProjectCodes: [...codes], From: span.from, To: span.to };
  const report = useQuery({
    queryKey: ['energy-report', 'beside', ask],
    queryFn: ({ signal }) => callApi(besideReport, ask, { signal }),
    select: (of) => besideInUnit(of, heat),
    enabled: codes.length > 0,
    placeholderData: keepPreviousData,
  });
  return (
    <BesidePage
      title={kind === 'yoy' ? '能耗同比 · 多项目' : '月报表 · 多项目'}
      screen={screen}
      codes={codes}
      ask={{ Kind: kind, ...ask, HeatUnit: heat }}
      report={report}
      onCodes={(beside) => setFilters({ beside })}
      filters={
        <>
          <ReportSpan
            picker="month"
            from={span.from}
            to={span.to}
            onChange={({ from, to }) => setFilters({ from, to })}
          />
          <HeatUnit unit={heat} onChange={setFilters} />
        </>
      }
    >
      {(data) => <Body report={data} kind={kind} span={span} />}
    </BesidePage>
  );
};

type Line = Series['rows'][number];

const SeriesBody = ({ report }: { readonly report: Series }): ReactElement => {
  const { category, projects } = report;
  if (report.rows.length === 0)
    return (
      <section className="surface">
        <EmptyHint text="所选项目在这些日期没有这种能源的数据" />
      </section>
    );
  const spanOf = (t: string): Span => (t.length === 7 ? monthSpan(t) : { from: t, to: t });
  const columns: readonly DataColumn<Line>[] = [
    { key: 't', head: '时间' },
    ...projects.map(
      ({ code, name }): DataColumn<Line> => ({
        key: code,
        head: name,
        unit: category.unit,
        number: true,
        show: (row) => {
          const point = row.of[code];
          if (point === undefined) return '—';
          return (
            <span title={`完整率 ${point.complete ?? '—'}%，估算 ${point.estimated ?? '—'}%`}>
              <Drill project={code} energy={category.code} {...spanOf(row.t)}>
                {amount(category.code, point.u, category.unit)}
              </Drill>
              {(point.estimated ?? 0) > 0 ? <sup className="ledger-flag">估</sup> : null}
              {point.doubtful ? <sup className="ledger-doubt">待确认</sup> : null}
            </span>
          );
        },
      }),
    ),
    {
      key: 'sum',
      head: '合计',
      unit: category.unit,
      number: true,
      show: (row) => amount(category.code, row.sum, category.unit),
    },
    ...QUALITY_COLUMNS,
  ];
  const table = (
    <DataTable
      label="多项目台账"
      columns={columns}
      rows={report.rows}
      rowKey={(row) => row.t}
      top={[
        {
          key: 'sum',
          cells: {
            t: '合计',
            ...Object.fromEntries(
              projects.map(({ code, total }) => [code, amount(category.code, total, category.unit)]),
            ),
            sum: amount(category.code, report.total, category.unit),
            complete: <Complete value={report.whole.complete} />,
            estimated: report.whole.estimated === null ? '—' : `${report.whole.estimated.toFixed(1)}%`,
          },
        },
        {
          key: 'complete',
          cells: {
            t: '完整率',
            ...Object.fromEntries(
              projects.map(({ code, complete }) => [code, <Complete key={code} value={complete} />]),
            ),
          },
        },
      ]}
    />
  );
  return (
    <>
      <QualityNote complete={report.whole.complete} estimated={report.whole.estimated} />
      <section className="surface report-part" aria-label="多项目台账">
        {table}
      </section>
      <div className="view-charts">
        <Chart
          title="用量构成"
          option={stacked(
            report.rows.map(({ t }) => t),
            projects.map(({ code, name }) => ({
              name,
              of: new Map(report.rows.map((row) => [row.t, row.of[code]?.u ?? null])),
            })),
            category.unit,
          )}
          table={table}
        />
      </div>
    </>
  );
};

/** 项目数据 of several projects: one energy, a column for each project. */
export const BesideLedger = ({
  screen,
  codes,
  filters,
  span,
  setFilters,
}: {
  readonly screen: string;
  readonly codes: readonly string[];
  readonly filters: Filters;
  readonly span: Span;
  readonly setFilters: SetFilters;
}): ReactElement => {
  const grain = BESIDE_GRAINS.find((one) => one === filters['grain']) ?? '日';
  const heat = useHeatUnit(filters);
  const ask = {
    ProjectCodes: [...codes],
    Category: filters['Category'] ?? 'elec',
    From: span.from,
    To: span.to,
    Grain: grain,
  };
  const report = useQuery({
    queryKey: ['energy-report', 'beside-series', ask],
    queryFn: ({ signal }) => callApi(besideSeries, ask, { signal }),
    select: (of) => besideSeriesInUnit(of, heat),
    enabled: codes.length > 0,
    placeholderData: keepPreviousData,
  });
  return (
    <BesidePage
      title="项目数据报表 · 多项目"
      screen={screen}
      codes={codes}
      ask={{ Kind: 'ledger', ...ask, HeatUnit: heat }}
      report={report}
      onCodes={(beside) => setFilters({ beside })}
      filters={
        <>
          <ReportSpan
            picker="date"
            from={span.from}
            to={span.to}
            onChange={({ from, to }) => setFilters({ from, to })}
          />
          <ChoiceFilter
            label="粒度"
            value={grain}
            options={BESIDE_GRAINS}
            onChange={(value) => setFilters({ grain: value })}
          />
          <ChoiceFilter
            label="能源"
            value={ask.Category}
            options={(report.data?.categories ?? []).map(({ code, name }) => ({ value: code, label: name }))}
            onChange={(Category) => setFilters({ Category })}
          />
          <HeatUnit unit={heat} onChange={setFilters} />
        </>
      }
    >
      {(data) => <SeriesBody report={data} />}
    </BesidePage>
  );
};
