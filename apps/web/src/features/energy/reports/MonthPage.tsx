import { MONTH_DIMENSIONS, type OutputOf, reportMonth } from '@hengneng/contracts';
import { monthRange, shortCodeOf } from '@hengneng/core';
import { type EnergyUnit, formatHeatIn, formatQuantity, monthInUnit, partsInUnit } from '@hengneng/energy/units';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { monthSpan } from '../../../lib/month-span.ts';
import { callApi } from '../../../lib/api.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { canOpen } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { FigureCards } from '../../../ui/FigureCards.tsx';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { Money } from '../../../ui/Money.tsx';
import { Adjustments } from './Adjustments.tsx';
import { BesideMonths } from './Beside.tsx';
import { BesideButton, besideOf, type Shown } from './BesidePage.tsx';
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
  rate,
} from './common.tsx';
import { Cost, CostNote, unitPrice } from './costs.tsx';
import { HeatUnit, useHeatUnit } from './HeatUnit.tsx';
import { MonthPartsTable } from './MonthPartsTable.tsx';
import { overTime, shares } from './pictures.ts';

const ANALYSIS = '/operationContent/energyConsume/energyAnalysis';
const SCREEN = 'operationContent.stateMents.monthStateMents';
type Report = OutputOf<typeof reportMonth>;
type Row = Report['rows'][number];
type MonthOf = Report['months'][number];

const touWords = (tou: Row['tou']): string =>
  tou === null ? '—' : [tou.sharp, tou.peak, tou.flat, tou.valley].map((part) => amount('elec', part)).join(' / ');

const columnsOf = (report: Report, project: string): readonly DataColumn<Row>[] => [
  { key: 'name', head: '能源' },
  { key: 'unit', head: '单位' },
  {
    key: 'usage',
    head: '用量',
    number: true,
    hint: 'Σ日用量 + Σ调整量',
    show: (row) => (
      <Drill project={project} energy={row.code} {...monthSpan(report.month)}>
        {amount(row.code, row.usage, row.unit)}
      </Drill>
    ),
  },
  {
    key: 'adjusted',
    head: '其中调整',
    number: true,
    show: (row) => (Number(row.adjusted) === 0 ? '—' : amount(row.code, row.adjusted, row.unit)),
  },
  { key: 'tou', head: '尖/峰/平/谷', number: true, show: (row) => touWords(row.tou) },
  { key: 'perM2', head: '单位面积', unit: '/m²', number: true, show: (row) => formatQuantity(row.perM2, 'intensity') },
  { key: 'tce', head: '标煤', unit: 'tce', number: true, show: (row) => formatQuantity(row.tce, 'coal') },
  { key: 'tCo2', head: '碳', unit: 'tCO₂', number: true, show: (row) => formatQuantity(row.tCo2, 'carbon') },
  ...(report.cost === undefined
    ? []
    : ([
        {
          key: 'meanPrice',
          head: '平均单价',
          unit: '元',
          number: true,
          hint: '费用 ÷ 有单价的用量，含基本电费与力调',
          show: (row) => unitPrice(row.cost?.meanPrice),
        },
        {
          key: 'cost',
          head: '费用',
          unit: '元',
          number: true,
          hint: 'Σ日用量 × 当日单价（电按分时）+ 基本电费 + 力调电费 + 调整金额，含税',
          show: (row) => <Cost of={row.cost} />,
        },
        {
          key: 'costPerM2',
          head: '单位面积费用',
          unit: '元/m²',
          number: true,
          show: (row) => formatQuantity(row.cost?.perM2, 'intensity'),
        },
      ] satisfies DataColumn<Row>[])),
  {
    key: 'mom',
    head: '环比',
    number: true,
    hint: '与上月比；月天数不同用日均比',
    show: (row) =>
      canOpen(shortCodeOf(ANALYSIS)) ? (
        <Link
          to={`${ANALYSIS}?${new URLSearchParams({ ProjectCode: project, ...monthSpan(report.month), compare: 'mom' })}`}
        >
          <Compared of={row.mom} />
        </Link>
      ) : (
        <Compared of={row.mom} />
      ),
  },
  { key: 'yoy', head: '同比', number: true, hint: '与去年同月比', show: (row) => <Compared of={row.yoy} /> },
  {
    key: 'adjustedYoy',
    head: '修正同比',
    number: true,
    hint: '把去年同月的用量修正到今年的度日后再比；基础负荷取此前十二个月中度日最少的一个月。当月未完不给出',
    show: (row) => <span title={row.adjustWords}>{rate(row.adjustedYoy)}</span>,
  },
  ...(report.rows.some(({ design }) => design !== null)
    ? designColumns<Row>(
        (row) => amount(row.code, row.design, row.unit),
        (row) => row.designShare,
      )
    : []),
  ...QUALITY_COLUMNS,
];

const Cards = ({ report, heat }: { readonly report: Report; readonly heat: EnergyUnit }): ReactElement => {
  const cards = [
    ['冷热量', formatHeatIn(report.output === null ? null : Number(report.output), heat), heat],
    ['COP（机房综合）', formatQuantity(report.cop, 'cop'), ''],
    ['标煤', formatQuantity(report.tce, 'coal'), 'tce'],
    ['碳', formatQuantity(report.tCo2, 'carbon'), 'tCO₂'],
    ...(report.cost === undefined
      ? []
      : ([
          [report.cost.problems.length > 0 ? '能源费（不全）' : '能源费', formatDecimal(report.cost.amount, 2), '元'],
        ] as const)),
  ] as const;
  return <FigureCards label="数字" cards={cards} />;
};

/** What the energies of the month cost, each with its fees, and their shares. */
const MonthCosts = ({ report }: { readonly report: Report }): ReactElement => {
  const rows = report.rows.filter(({ cost }) => cost?.amount != null);
  const columns: readonly DataColumn<Row>[] = [
    { key: 'name', head: '能源' },
    { key: 'cost', head: '费用', unit: '元', number: true, show: (row) => <Cost of={row.cost} /> },
    { key: 'basic', head: '其中基本电费', unit: '元', number: true, show: (row) => <Money value={row.cost?.basic} /> },
    {
      key: 'powerFactor',
      head: '其中力调电费',
      unit: '元',
      number: true,
      show: (row) => <Money value={row.cost?.powerFactor} />,
    },
    {
      key: 'adjusted',
      head: '其中调整',
      unit: '元',
      number: true,
      show: (row) => <Money value={row.cost?.adjusted} />,
    },
    { key: 'meanPrice', head: '平均单价', unit: '元', number: true, show: (row) => unitPrice(row.cost?.meanPrice) },
  ];
  const table = (
    <DataTable
      label="费用明细"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.code}
      top={[{ key: 'sum', cells: { name: '合计', cost: <Cost of={report.cost} /> } }]}
    />
  );
  if (rows.length === 0)
    return (
      <section className="surface report-part" aria-label="费用明细">
        <h2>费用明细</h2>
        <p className="note">本月没有可计的费用：请先在能源价格设置中新增单价</p>
      </section>
    );
  return (
    <div className="view-charts">
      <section className="surface report-part" aria-label="费用明细">
        <h2>费用明细</h2>
        {table}
      </section>
      <Chart
        title="费用构成"
        note={report.cost?.problems.length ? '费用不全，占比仅供参考' : '单位：元'}
        option={shares(rows.map((row) => ({ name: row.name, amount: row.cost?.amount ?? null })))}
        table={table}
      />
    </div>
  );
};

const Body = ({
  report,
  project,
  adjusted,
  heat,
}: {
  readonly report: Report;
  readonly project: string;
  /** Meter of which a reading is to be adjusted. */
  readonly adjusted: string | undefined;
  readonly heat: EnergyUnit;
}): ReactElement => {
  const [energy, setEnergy] = useState<string | null>(null);
  const chosen = report.categories.find(({ code }) => code === energy) ?? report.categories[0];
  const months: readonly DataColumn<MonthOf>[] = [
    { key: 'month', head: '月份' },
    ...report.categories.map(
      ({ code, name, unit }): DataColumn<MonthOf> => ({
        key: code,
        head: name,
        unit,
        number: true,
        show: (row) => (
          <Drill project={project} energy={code} {...monthSpan(row.month)}>
            {amount(code, row.used[code], unit)}
          </Drill>
        ),
      }),
    ),
    ...(report.cost === undefined
      ? []
      : [
          {
            key: 'cost',
            head: '能源费',
            unit: '元',
            number: true,
            hint: '单价不全的月份不列',
            show: (row) => <Money value={row.cost} />,
          } satisfies DataColumn<MonthOf>,
        ]),
    {
      key: 'degrees',
      head: '度日',
      unit: '℃·d',
      number: true,
      show: (row) => formatQuantity(degreesOf(row), 'degreeDays'),
    },
  ];
  return (
    <>
      <Cards report={report} heat={heat} />
      <CarbonTarget project={project} year={Number(report.month.slice(0, 4))} />
      <section className="surface report-part" aria-label="月报">
        <DataTable label="月报" columns={columnsOf(report, project)} rows={report.rows} rowKey={(row) => row.code} />
        <QualityNote {...report.whole} />
        <CostNote of={report.cost} />
        {report.notes.map((note) => (
          <p key={note} className="note">
            {note}
          </p>
        ))}
      </section>
      {report.parts === null ? null : <MonthPartsTable parts={report.parts} />}
      {report.cost === undefined ? null : <MonthCosts report={report} />}
      <Adjustments report={report} project={project} meter={adjusted} />
      {chosen === undefined ? null : (
        <>
          <div className="filter-bar">
            <ChoiceFilter
              label="图中能源"
              value={chosen.code}
              options={report.categories.map(({ code, name }) => ({ value: code, label: name }))}
              onChange={setEnergy}
            />
          </div>
          <Chart
            title="近24个月"
            option={overTime(report.months, {
              at: (row) => row.month,
              energies: report.categories.filter(({ unit }) => unit === chosen.unit),
              lines: [
                { name: 'HDD18+CDD26', unit: '℃·d', of: degreesOf },
                ...(report.cost === undefined
                  ? []
                  : [
                      {
                        name: '能源费',
                        unit: '万元',
                        of: (row: MonthOf) => (row.cost === null ? null : Math.round(Number(row.cost)) / 10_000),
                      },
                    ]),
              ],
            })}
            table={<DataTable label="近24个月" columns={months} rows={report.months} rowKey={(row) => row.month} />}
          />
        </>
      )}
    </>
  );
};

const degreesOf = ({ hdd, cdd }: MonthOf): number | null =>
  hdd === null && cdd === null ? null : (hdd ?? 0) + (cdd ?? 0);

const monthAgo = (back: number): string => {
  const now = new Date(Date.now() + 8 * 3_600_000);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
};
/** The last month that is whole. */
const usualMonth = (): string => monthAgo(1);

/** A phone shows four months: the one that is looked at is among these, once it is chosen. */
const ChosenMonth = ({ of, onPick }: { readonly of: MonthOf; readonly onPick: (month: string) => void }) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.scrollIntoView({ block: 'nearest', inline: 'center' }), []);
  return (
    <button ref={button} type="button" aria-pressed onClick={() => onPick(of.month)}>
      {of.month}
      <small>{of.state}</small>
    </button>
  );
};

/** Twelve months to choose from, each with its lock; after one of long ago those that follow it, up to this one, which is not over. */
const Months = ({
  report,
  usual,
  onPick,
}: {
  readonly report: Report;
  readonly usual: string;
  readonly onPick: (month: string | null) => void;
}): ReactElement => {
  const now = monthAgo(0);
  const later = report.month < now ? monthRange(report.month, now).slice(1) : [];
  const following = later.length > 12 ? later.slice(-2) : later;
  return (
    <div className="report-months" role="group" aria-label="月份">
      {report.months.slice(-12).map((of) =>
        of.month === report.month ? (
          <ChosenMonth key={`chosen ${of.month}`} of={of} onPick={onPick} />
        ) : (
          <button key={of.month} type="button" aria-pressed={false} onClick={() => onPick(of.month)}>
            {of.month}
            <small>{of.state}</small>
          </button>
        ),
      )}
      {following.map((month) => (
        <button key={month} type="button" aria-pressed={false} onClick={() => onPick(month === usual ? null : month)}>
          {month}
          <small>{month === now ? '本月' : month === usual ? '上月' : '之后'}</small>
        </button>
      ))}
    </div>
  );
};

/** One month of a project, with its lock and what adjustments brought. */
const OneMonth = ({ filters, setFilters }: Shown): ReactElement => {
  const [usual] = useState(usualMonth);
  const project = useReportProject(filters);
  const month = filters['Month'] ?? usual;
  const dimension = MONTH_DIMENSIONS.find((one) => one === filters['dimension']) ?? '能源';
  const ask = { ProjectCode: project, Month: month, Dimension: dimension };
  const heat = useHeatUnit(filters);
  const report = useQuery({
    queryKey: ['energy-report', 'month', ask],
    queryFn: ({ signal }) => callApi(reportMonth, ask, { signal }),
    enabled: project !== '',
    select: (of) => ({
      ...monthInUnit(of, heat),
      parts: of.parts === null ? null : partsInUnit(of.parts, heat),
    }),
    placeholderData: keepPreviousData,
  });
  const { data } = report;
  return (
    <ReportPage
      title={
        data
          ? `月报表 ${data.month}（${data.standing}${data.standing === '临时' ? `，截至 ${data.until}` : ''}）`
          : '月报表'
      }
      idle="月用量、效率、同环比与月锁状态"
      screen={SCREEN}
      project={project}
      ask={{ Kind: 'month', ...ask, HeatUnit: heat }}
      report={report}
      onProject={(ProjectCode) => setFilters({ ProjectCode })}
      filters={
        <>
          <ChoiceFilter
            label="维度"
            value={dimension}
            options={MONTH_DIMENSIONS.map((value) => ({ value, label: `按${value}` }))}
            onChange={(value) => setFilters({ dimension: value })}
          />
          <HeatUnit unit={heat} onChange={setFilters} />
          <BesideButton project={project} onPick={(beside) => setFilters({ beside, from: month, to: month })} />
        </>
      }
    >
      {(of) => (
        <>
          <Months report={of} usual={usual} onPick={(Month) => setFilters({ Month })} />
          <Body report={of} project={project} adjusted={filters['adjust']} heat={heat} />
        </>
      )}
    </ReportPage>
  );
};

/** 月报表, of one project or of several. */
const MonthPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [usual] = useState(usualMonth);
  const codes = besideOf(filters);
  if (codes === null) return <OneMonth filters={filters} setFilters={setFilters} />;
  const span = { from: filters['from'] ?? usual, to: filters['to'] ?? usual };
  return (
    <BesideMonths kind="month" screen={SCREEN} codes={codes} filters={filters} span={span} setFilters={setFilters} />
  );
};

export default MonthPage;
