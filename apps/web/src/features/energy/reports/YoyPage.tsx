import { type ChangeMeasure, type OutputOf, reportYoy } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { formatQuantity, yoyInUnit } from '@hengneng/energy/units';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { monthSpan } from '../../../lib/month-span.ts';
import { callApi } from '../../../lib/api.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { can, canOpen } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { FigureCards } from '../../../ui/FigureCards.tsx';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { BesideMonths } from './Beside.tsx';
import { BesideButton, besideOf, type Shown } from './BesidePage.tsx';
import { Cost, CostNote, unitPrice } from './costs.tsx';
import { HeatUnit, useHeatUnit } from './HeatUnit.tsx';
import { ReportNotes } from './Notes.tsx';
import {
  Adjusted,
  amount,
  amountMore,
  Compared,
  Complete,
  Drill,
  QualityNote,
  rate,
  ReportPage,
  ReportSpan,
  useReportProject,
  usualMonths,
  yearBefore,
} from './common.tsx';
import { perAreaLines, twoYears } from './pictures.ts';

const SCREEN = 'operationContent.stateMents.energyConsumptionYOY';
const PATH = '/operationContent/stateMents/energyConsumptionYOY';
const MONTHLY = '/operationContent/stateMents/monthStateMents';
const VARY = '/operationContent/stateMents/varyStateMents';
/** What the report of changes measures by, of the energies that it knows by themselves. */
const MEASURES: Readonly<Record<string, ChangeMeasure>> = { elec: 'elec', gas: 'gas' };
type Report = OutputOf<typeof reportYoy>;
type Row = Report['rows'][number];

const share = (value: number | null): string => (value === null ? '—' : `${value.toFixed(1)}%`);

/** What the weather explains, on demand. */
const ADJUSTED: readonly DataColumn<Row>[] = [
  {
    key: 'adjustedLast',
    head: '修正后去年',
    number: true,
    hint: '去年基荷 + 去年气象相关量 ×（本期度日 ÷ 去年度日）；基荷取去年最温和月的日均；去年该月度日不足 30 ℃·d 不修正',
    show: (row) => <span title={row.adjustWords}>{amount(row.code, row.adjustedLast, row.unit)}</span>,
  },
  {
    key: 'adjustedYoy',
    head: '修正同比',
    number: true,
    show: (row) => <span title={row.adjustWords}>{rate(row.adjustedYoy)}</span>,
  },
];

/** For those only whom money concerns. */
const COSTS: readonly DataColumn<Row>[] = [
  { key: 'cost', head: '本期费用', unit: '元', number: true, show: (row) => <Cost of={row.cost} /> },
  { key: 'lastCost', head: '去年费用', unit: '元', number: true, show: (row) => <Cost of={row.lastCost} /> },
  {
    key: 'costYoy',
    head: '费用同比',
    number: true,
    hint: '任一期费用不全时不比',
    show: (row) => (row.costYoy === undefined ? '—' : <Compared of={row.costYoy} />),
  },
  {
    key: 'price',
    head: '平均单价本/去年',
    unit: '元',
    number: true,
    hint: '费用 ÷ 有单价的用量，含基本电费与力调',
    show: (row) => `${unitPrice(row.cost?.meanPrice)} / ${unitPrice(row.lastCost?.meanPrice)}`,
  },
];

const columnsOf = (project: string, adjusted: boolean, money: boolean): readonly DataColumn<Row>[] => [
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
    hint: 'Σ日用量 + 计入该月的调整',
    show: (row) => (
      <Adjusted code={row.code} unit={row.unit} by={row.adjusted}>
        <Drill project={project} energy={row.code} {...monthSpan(row.month)}>
          {amount(row.code, row.now, row.unit)}
        </Drill>
      </Adjusted>
    ),
  },
  {
    key: 'last',
    head: '去年同期',
    number: true,
    show: (row) => (
      <Adjusted code={row.code} unit={row.unit} by={row.lastAdjusted}>
        <Drill project={project} energy={row.code} {...monthSpan(yearBefore(row.month))}>
          {amount(row.code, row.last, row.unit)}
        </Drill>
      </Adjusted>
    ),
  },
  { key: 'difference', head: '增减', number: true, show: (row) => amountMore(row.code, row.difference, row.unit) },
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
  ...(adjusted ? ADJUSTED : []),
  ...(money ? COSTS : []),
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

/** All energies over all months: what was paid, and beside the year before. */
const Cards = ({ report: { cost, lastCost, costYoy } }: { readonly report: Report }): ReactElement | null => {
  if (cost === undefined) return null;
  const part = (of: Report['cost']): string => (of !== undefined && of.problems.length > 0 ? '（不全）' : '');
  const cards = [
    [`本期能源费${part(cost)}`, formatDecimal(cost.amount, 2), '元', cost.problems.join('；')],
    [
      `去年同期${part(lastCost)}`,
      formatDecimal(lastCost?.amount ?? null, 2),
      '元',
      lastCost?.problems.join('；') ?? '',
    ],
    ['费用同比', costYoy?.text ?? '—', '', costYoy?.reason ?? ''],
    ['本期单位面积费用', formatQuantity(cost.perM2, 'costIntensity'), '元/m²', ''],
  ] as const;
  return <FigureCards label="费用" cards={cards} />;
};

/** Beyond it a month is not closed before somebody says why. */
const MOST_CHANGE = 20;

/** 说明 of the months: one is chosen, the latest that changed a lot and that nobody has explained. */
const Notes = ({ report, project }: { readonly report: Report; readonly project: string }): ReactElement | null => {
  const months = [...new Set(report.rows.map(({ month }) => month))];
  const unexplained = report.rows.filter(
    ({ month, code, yoy }) =>
      yoy.rate !== null &&
      Math.abs(yoy.rate) > MOST_CHANGE &&
      !report.said.some(({ Period, Row: of }) => Period === month && (of === '' || of === code)),
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const month = chosen ?? unexplained.at(-1)?.month ?? months.at(-1);
  if (month === undefined) return null;
  return (
    <>
      {unexplained.length === 0 ? null : (
        <p className="note" role="status">
          同比超过 ±{MOST_CHANGE}% 还没有说明：
          {unexplained.map(({ month: of, name, yoy }) => `${of} ${name} ${yoy.text}`).join('、')}
          ；外购能源须写明原因才能月锁
        </p>
      )}
      <ReportNotes
        notes={report.said}
        about={({ Period, Row: code }) =>
          `${Period}${code === '' ? '' : ` ${report.categories.find((one) => one.code === code)?.name ?? code}`}：`
        }
        place={{ Screen: PATH, ProjectCode: project, Period: month }}
        renews={['energy-report']}
        editable={can(SCREEN, 'edit')}
      >
        <ChoiceFilter label="说明的月份" value={month} options={months} onChange={setChosen} />
      </ReportNotes>
    </>
  );
};

const Body = ({ report, project }: { readonly report: Report; readonly project: string }): ReactElement => {
  const [energy, setEnergy] = useState<string | null>(null);
  const [adjusted, setAdjusted] = useState(true);
  const chosen = report.categories.find(({ code }) => code === energy) ?? report.categories[0];
  if (chosen === undefined || report.rows.length === 0)
    return (
      <section className="surface">
        <EmptyHint text="所选月份没有数据；去年同期的数据可用历史数据录入导入" />
      </section>
    );
  const rows = report.rows.filter(({ code }) => code === chosen.code);
  const money = rows.some(({ cost }) => cost !== undefined);
  const shown = rows.map((row) => (adjusted ? row : { ...row, adjustedLast: null }));
  const table = (
    <DataTable
      label={`${chosen.name}同比`}
      columns={columnsOf(project, adjusted, money)}
      rows={rows}
      rowKey={(row) => row.month}
    />
  );
  const problems = [
    ...new Set(rows.flatMap(({ cost, lastCost }) => [...(cost?.problems ?? []), ...(lastCost?.problems ?? [])])),
  ];
  return (
    <>
      <Cards report={report} />
      <div className="filter-bar">
        <ChoiceFilter
          label="能源"
          value={chosen.code}
          options={report.categories.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={setEnergy}
        />
        <Checkbox checked={adjusted} onChange={(event) => setAdjusted(event.target.checked)}>
          气象修正
        </Checkbox>
      </div>
      <section className="surface report-part" aria-label="同比">
        {table}
        <QualityNote {...report.whole} />
        <CostNote of={{ amount: null, problems }} />
        {report.areaWords.length === 0 ? null : (
          <p className="note" role="status">
            {report.areaWords.join('；')}：两年面积不同，请按单位面积比较
          </p>
        )}
      </section>
      <div className="view-charts">
        <Chart
          title="双年逐月"
          note="斜纹：完整率低于 95%"
          option={twoYears(shown, `${chosen.name}（${chosen.unit}）`)}
          table={table}
        />
        {report.areaM2 === null ? null : (
          <Chart
            title="单位面积"
            note="各月按当时的面积"
            option={perAreaLines(shown, `${chosen.unit}/m²`)}
            table={table}
          />
        )}
      </div>
      <Notes key={project} report={report} project={project} />
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
  const heat = useHeatUnit(filters);
  const report = useQuery({
    queryKey: ['energy-report', 'yoy', project, From, To],
    queryFn: ({ signal }) => callApi(reportYoy, ask, { signal }),
    enabled: project !== '',
    select: (of) => yoyInUnit(of, heat),
    placeholderData: keepPreviousData,
  });
  return (
    <ReportPage
      title="能耗同比"
      idle="本期与去年同期，剔除气温影响判断是不是真省"
      screen={SCREEN}
      project={project}
      ask={{ Kind: 'yoy', ...ask, HeatUnit: heat }}
      report={report}
      onProject={(ProjectCode) => setFilters({ ProjectCode })}
      filters={
        <>
          <ReportSpan picker="month" from={From} to={To} onChange={({ from, to }) => setFilters({ from, to })} />
          <HeatUnit unit={heat} onChange={setFilters} />
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
  return (
    <BesideMonths kind="yoy" screen={SCREEN} codes={codes} filters={filters} span={span} setFilters={setFilters} />
  );
};

export default YoyPage;
