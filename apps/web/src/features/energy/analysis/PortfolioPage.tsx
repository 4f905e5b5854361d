import {
  deptIndex,
  type OutputOf,
  PORTFOLIO_GROUPS,
  PORTFOLIO_METRICS,
  type PortfolioCharge,
  type PortfolioGroup,
  type PortfolioMetric,
  type PortfolioRow,
  type PortfolioSummary,
  portfolioAll,
  portfolioAreas,
  portfolioCharges,
  portfolioExport,
  portfolioRanking,
  PROJECT_STATES,
} from '@hengneng/contracts';
import { isArea, shortCodeOf } from '@hengneng/core';
import { type EnergyUnit, formatHeat, formatQuantity } from '@hengneng/energy/units';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Tabs } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { can, canOpen } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { mayBegin, useBegin } from '../../ledgers/new-record.ts';
import { amount, Drill, qualityColumns, qualityOf, ReportSpan } from '../reports/common.tsx';
import { HeatUnit, useHeatUnit } from '../reports/HeatUnit.tsx';
import { intensities, ranking, spreads } from './portfolio-pictures.ts';
import './analysis.css';

const SCREEN = 'operationContent.energyConsume.totalAnalysis';
const ANALYSIS = '/operationContent/energyConsume/energyAnalysis';
const FORM = 'energySavingEvaluation';

type Report = OutputOf<typeof portfolioAll>;
type Ranked = OutputOf<typeof portfolioRanking>['rows'][number];

const money = (value: string | null, problems: readonly string[] = []): ReactElement => (
  <span title={problems.join('；') || undefined}>
    {formatQuantity(value === null ? null : Number(value), 'money')}
    {value !== null && problems.length > 0 ? '（不全）' : ''}
  </span>
);

/** To the project's own analysis, where the person may open it. */
const ProjectLink = ({
  code,
  name,
  month,
}: {
  readonly code: string;
  readonly name: string;
  readonly month: string;
}): ReactElement =>
  canOpen(shortCodeOf(ANALYSIS)) ? (
    <Link to={`${ANALYSIS}?${new URLSearchParams({ ProjectCode: code, ...spanOf(month) })}`}>{name}</Link>
  ) : (
    <>{name}</>
  );

/** Days of a month, up to its last. */
const spanOf = (month: string): { readonly from: string; readonly to: string } => ({
  from: `${month}-01`,
  to: new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10),
});

/** For those only whom money concerns. */
const COSTS: readonly DataColumn<PortfolioRow>[] = [
  {
    key: 'Cost',
    head: '能源费',
    unit: '元',
    number: true,
    show: (row) => money(row.Cost, row.CostProblems),
  },
  {
    key: 'CostPerM2',
    head: '元/m²',
    number: true,
    show: (row) => formatQuantity(row.CostPerM2, 'costIntensity'),
  },
];
const SUMMARY_COSTS: readonly DataColumn<PortfolioSummary>[] = [
  {
    key: 'Cost',
    head: '能源成本',
    unit: '元',
    number: true,
    show: (row) => money(row.Cost, row.CostWhole ? [] : ['部分项目单价不全']),
  },
  {
    key: 'CostPerM2',
    head: '元/m²',
    number: true,
    hint: '只计单价齐全的项目',
    show: (row) => formatQuantity(row.CostPerM2, 'costIntensity'),
  },
];

/** Cold and heat in the unit that was chosen. */
const heatColumn = <R extends { readonly CoolHeat: string | null }>(heat: EnergyUnit): DataColumn<R> => ({
  key: 'CoolHeat',
  head: '冷热量',
  unit: heat,
  number: true,
  show: (row) => formatHeat(row.CoolHeat === null ? null : Number(row.CoolHeat), heat),
});

/** To the readings of the months that are looked at. */
const Drilled = ({
  row,
  energy,
  span: { from, to },
  children,
}: {
  readonly row: PortfolioRow;
  readonly energy: string;
  readonly span: Ask['Month'];
  readonly children: string;
}): ReactElement => (
  <Drill project={row.ProjectCode} energy={energy} from={spanOf(from).from} to={spanOf(to).to} grain="月">
    {children}
  </Drill>
);

const rowColumns = (
  mayCost: boolean,
  { month, span }: { readonly month: string; readonly span: Ask['Month'] },
  heat: EnergyUnit,
): readonly DataColumn<PortfolioRow>[] => [
  {
    key: 'ProjectName',
    head: '项目',
    show: (row) => <ProjectLink code={row.ProjectCode} name={row.ProjectName} month={month} />,
  },
  { key: 'AreaName', head: '区域' },
  { key: 'BuildType', head: '类型' },
  {
    key: 'Area',
    head: '面积',
    unit: 'm²',
    number: true,
    show: (row) => formatQuantity(row.Area === null ? null : Number(row.Area), 'area'),
  },
  {
    key: 'Elec',
    head: '电',
    unit: 'kWh',
    number: true,
    show: (row) => (
      <Drilled row={row} energy="elec" span={span}>
        {amount('elec', row.Elec)}
      </Drilled>
    ),
  },
  {
    key: 'Gas',
    head: '气',
    unit: 'm³',
    number: true,
    show: (row) => (
      <Drilled row={row} energy="gas" span={span}>
        {amount('gas', row.Gas)}
      </Drilled>
    ),
  },
  heatColumn(heat),
  { key: 'Tce', head: '标煤', unit: 'tce', number: true, show: (row) => formatQuantity(row.Tce, 'coal') },
  { key: 'Co2', head: '碳', unit: 'tCO₂', number: true, show: (row) => formatQuantity(row.Co2, 'carbon') },
  ...(mayCost ? COSTS : []),
  {
    key: 'PerM2',
    head: 'kWh/m²',
    number: true,
    hint: '用电 ÷ 面积',
    show: (row) => formatQuantity(row.PerM2, 'intensity'),
  },
  { key: 'KgcePerM2', head: 'kgce/m²', number: true, show: (row) => formatQuantity(row.KgcePerM2, 'intensity') },
  {
    key: 'Cop',
    head: 'COP',
    number: true,
    hint: '机房综合：冷热量 ÷（燃气热量 + 机房用电）',
    show: (row) => formatQuantity(row.Cop, 'cop'),
  },
  {
    key: 'Yoy',
    head: '标煤同比',
    number: true,
    show: (row) => <span title={row.Yoy.reason ?? undefined}>{row.Yoy.text}</span>,
  },
  {
    key: 'Percentile',
    head: '同类百分位',
    number: true,
    hint: '所选指标高于同类的比例；同类不足 5 个不给',
    show: (row) => (row.Outlier ? '异常值' : row.Percentile === null ? '—' : String(row.Percentile)),
  },
  ...qualityColumns<PortfolioRow>(qualityOf),
];

const summaryColumns = (head: string, mayCost: boolean, heat: EnergyUnit): readonly DataColumn<PortfolioSummary>[] => [
  { key: 'Name', head },
  { key: 'Projects', head: '项目数', number: true },
  {
    key: 'Area',
    head: '面积',
    unit: 'm²',
    number: true,
    show: (row) => formatQuantity(row.Area === null ? null : Number(row.Area), 'area'),
  },
  { key: 'Elec', head: '电', unit: 'kWh', number: true, show: (row) => amount('elec', row.Elec) },
  { key: 'Gas', head: '气', unit: 'm³', number: true, show: (row) => amount('gas', row.Gas) },
  heatColumn(heat),
  { key: 'Tce', head: '标煤', unit: 'tce', number: true, show: (row) => formatQuantity(row.Tce, 'coal') },
  { key: 'KgcePerM2', head: 'kgce/m²', number: true, show: (row) => formatQuantity(row.KgcePerM2, 'intensity') },
  ...(mayCost ? SUMMARY_COSTS : []),
  ...qualityColumns<PortfolioSummary>(qualityOf, true),
];

/** What contracts bring in, and what of it is left. */
const chargeColumns = (
  mayCost: boolean,
  margins: boolean,
  heat: EnergyUnit,
): readonly DataColumn<PortfolioCharge>[] => [
  ...summaryColumns('收费模式', false, heat).filter(({ key }) => key !== 'complete' && key !== 'estimated'),
  ...(mayCost
    ? [
        {
          key: 'Income',
          head: '应计收入',
          unit: '元',
          number: true,
          hint: '按合同单价、计量或面积折到所选月份，正式以结算单为准；只计算得出的项目',
          show: (row: PortfolioCharge) => money(row.Income ?? null, row.IncomeProblems),
        },
        ...SUMMARY_COSTS,
      ]
    : []),
  ...(margins
    ? [
        {
          key: 'Margin',
          head: '毛利率',
          unit: '%',
          number: true,
          hint: '(应计收入 − 能源成本) ÷ 应计收入，未扣人工；只计收入与成本都齐全的项目',
          show: (row: PortfolioCharge) => (row.Margin == null ? '—' : row.Margin.toFixed(1)),
        },
      ]
    : []),
  ...qualityColumns<PortfolioCharge>(qualityOf, true),
];

const RANKS: readonly DataColumn<Ranked>[] = [
  { key: 'Rank', head: '名次', number: true },
  { key: 'ProjectName', head: '项目' },
  { key: 'Value', head: '本期', number: true, show: (row) => row.Value.toFixed(2) },
  { key: 'Median', head: '同类中位', number: true, show: (row) => (row.Median === null ? '—' : row.Median.toFixed(2)) },
  {
    key: 'Percentile',
    head: '同类百分位',
    number: true,
    show: (row) => (row.Percentile === null ? '—' : String(row.Percentile)),
  },
];

/** 机会清单: what the least thrifty could save, the most first. */
const Opportunities = ({ rows }: { readonly rows: readonly PortfolioRow[] }): ReactElement => {
  const { begin, beginning } = useBegin();
  const mayEvaluate = mayBegin(FORM);
  const chances = rows
    .flatMap((row) => (row.Opportunity !== null && row.Opportunity > 0 ? [{ row, yuan: row.Opportunity }] : []))
    .toSorted((a, b) => b.yuan - a.yuan);
  return (
    <section className="surface report-part" aria-label="机会清单">
      <h2>机会清单</h2>
      <p className="note">
        节能机会 = max(0, 强度 − 同类中位) × 面积 × 均价，按年折算；同类至少 3 个项目、单价齐全才算
      </p>
      {chances.length === 0 ? (
        <p className="note">没有可列的项目：同类不足 3 个、单价不全或不高于同类中位</p>
      ) : (
        <ul className="analysis-findings">
          {chances.map(({ row, yuan }) => (
            <li key={row.ProjectCode}>
              <span className="analysis-line">
                {row.ProjectName}：{formatQuantity(row.KgcePerM2, 'intensity')} kgce/m²，约可省{' '}
                <strong>{formatQuantity(yuan / 10_000, 'money')}</strong> 万元/年
              </span>
              {mayEvaluate ? (
                <Button
                  type="link"
                  size="small"
                  loading={beginning}
                  onClick={() => begin({ moduleId: FORM, project: row.ProjectCode })}
                >
                  节能评估
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

type Ask = Parameters<typeof callApi<typeof portfolioAll>>[1];

interface Summed {
  readonly ask: Ask;
  readonly mayCost: boolean;
  readonly heat: EnergyUnit;
}

const Areas = ({ ask, mayCost, heat }: Summed): ReactElement => {
  const list = useQuery({
    queryKey: ['energy-portfolio', 'areas', ask],
    queryFn: ({ signal }) => callApi(portfolioAreas, ask, { signal }),
    placeholderData: keepPreviousData,
  });
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <SkeletonDelay rows={4} />;
  const columns = summaryColumns('区域', mayCost, heat);
  return <DataTable label="区域汇总" columns={columns} rows={list.data.rows} rowKey={(row) => row.Name} />;
};

const Charges = ({ ask, mayCost, heat }: Summed): ReactElement => {
  const list = useQuery({
    queryKey: ['energy-portfolio', 'charges', ask],
    queryFn: ({ signal }) => callApi(portfolioCharges, ask, { signal }),
    placeholderData: keepPreviousData,
  });
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <SkeletonDelay rows={4} />;
  const { rows } = list.data;
  const columns = chargeColumns(
    mayCost,
    rows.some(({ Margin }) => Margin !== undefined),
    heat,
  );
  const problems = rows.flatMap(({ IncomeProblems }) => IncomeProblems ?? []);
  return (
    <>
      <DataTable label="收费模式对比" columns={columns} rows={rows} rowKey={(row) => row.Name} />
      {problems.length === 0 ? null : <p className="note">收入未计：{problems.join('；')}</p>}
    </>
  );
};

const Body = ({
  report,
  ask,
  metric,
  month,
  heat,
}: {
  readonly report: Report;
  readonly ask: Ask;
  readonly metric: PortfolioMetric;
  readonly month: string;
  readonly heat: EnergyUnit;
}): ReactElement => {
  const places = useQuery({
    queryKey: ['energy-portfolio', 'ranking', ask],
    queryFn: ({ signal }) => callApi(portfolioRanking, ask, { signal }),
    placeholderData: keepPreviousData,
  });
  const unit = PORTFOLIO_METRICS[metric];
  const detail = (
    <DataTable
      label="明细"
      columns={rowColumns(report.MayCost, { month, span: ask.Month }, heat)}
      rows={report.rows}
      rowKey={(row) => row.ProjectCode}
    />
  );
  if (report.rows.length === 0)
    return (
      <section className="surface">
        <EmptyHint text="没有符合条件、装有表计的项目" />
      </section>
    );
  return (
    <>
      <div className="view-charts">
        {places.error ? (
          <ErrorRetry error={places.error} onRetry={() => void places.refetch()} />
        ) : (
          <Chart
            title={`排行（${unit}）`}
            note="完整率低于 80% 和异常值不进排行"
            option={ranking(places.data?.rows ?? [], unit)}
            table={
              <DataTable
                label="排行"
                columns={RANKS}
                rows={places.data?.rows ?? []}
                rowKey={(row) => row.ProjectCode}
              />
            }
          />
        )}
        <Chart
          title="面积-强度"
          note={report.MayCost ? '气泡大小为能源费' : undefined}
          option={intensities(report.rows)}
          table={detail}
        />
        {report.Groups.some(({ Box }) => Box !== null) ? (
          <Chart
            title={`同类分布（${unit}）`}
            note="箱：四分位；须：最小与最大"
            option={spreads(report.Groups, unit)}
            table={
              <DataTable
                label="同类分布"
                columns={[
                  { key: 'Name', head: '同类' },
                  { key: 'Count', head: '项目数', number: true },
                  { key: 'Median', head: '中位', number: true },
                ]}
                rows={report.Groups}
                rowKey={(row) => row.Name}
              />
            }
          />
        ) : null}
      </div>
      {report.MayCost ? <Opportunities rows={report.rows} /> : null}
      <section className="surface report-part" aria-label="明细">
        <Tabs
          destroyOnHidden
          items={[
            { key: 'rows', label: '明细', children: detail },
            {
              key: 'areas',
              label: '区域汇总',
              children: <Areas ask={ask} mayCost={report.MayCost} heat={heat} />,
            },
            {
              key: 'charges',
              label: '收费模式对比',
              children: <Charges ask={ask} mayCost={report.MayCost} heat={heat} />,
            },
          ]}
        />
        {report.Notes.map((note) => (
          <p key={note} className="note">
            {note}
          </p>
        ))}
      </section>
    </>
  );
};

/** The month before this one: the last that is whole. */
const lastMonth = (): string => {
  const now = new Date(Date.now() + 8 * 3_600_000);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
};

/** 综合分析: all projects beside each other, to find where something could be saved. */
const PortfolioPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [usual] = useState(lastMonth);
  const depts = useQuery({
    queryKey: ['dept', false],
    queryFn: ({ signal }) => callApi(deptIndex, { all: false }, { signal }),
    staleTime: 60_000,
  });
  const metric = (filters['metric'] ?? 'coal') as PortfolioMetric;
  const group = (filters['group'] ?? 'building') as PortfolioGroup;
  const area = filters['area'];
  const to = filters['to'] ?? usual;
  const state = filters['state'];
  const ask = {
    AreaIds: area === undefined ? [] : [area],
    Month: { from: filters['from'] ?? usual, to },
    Metric: metric in PORTFOLIO_METRICS ? metric : ('coal' as const),
    Group: group in PORTFOLIO_GROUPS ? group : ('building' as const),
    ...(state === undefined
      ? {}
      : { G_ProjectState: state === 'all' ? PROJECT_STATES.map((_, at) => at) : [Number(state)] }),
  };
  const heat = useHeatUnit(filters);
  const report = useQuery({
    queryKey: ['energy-portfolio', 'all', ask],
    queryFn: ({ signal }) => callApi(portfolioAll, ask, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader
        title="综合分析"
        note={
          report.data
            ? `${report.data.rows.length} 个项目，数据截至 ${formatDateTime(report.data.asOf)}`
            : '各项目的能耗、效率、费用与同类位置，找有节能机会的项目'
        }
        actions={
          can(SCREEN, 'export') ? (
            <Button
              onClick={() =>
                void download('POST', portfolioExport.path, { ...ask, HeatUnit: heat }, { name: '综合分析.xlsx' })
              }
            >
              导出
            </Button>
          ) : null
        }
      />
      <search className="filter-bar surface report-filter">
        <ChoiceFilter
          label="区域"
          loading={depts.isPending}
          value={area}
          options={(depts.data ?? [])
            .filter((dept) => isArea(dept.T_OutSideDeptId))
            .map((dept) => ({ value: dept.T_OutSideDeptId, label: dept.T_OutSideDeptName }))}
          onChange={(value) => setFilters({ area: value })}
        />
        <ReportSpan picker="month" from={ask.Month.from} to={ask.Month.to} onChange={setFilters} />
        <HeatUnit unit={heat} onChange={setFilters} />
        <ChoiceFilter
          label="指标"
          value={ask.Metric}
          options={Object.entries(PORTFOLIO_METRICS)
            .filter(([value]) => value !== 'cost' || report.data?.MayCost === true)
            .map(([value, label]) => ({ value, label }))}
          onChange={(value) => setFilters({ metric: value })}
        />
        <ChoiceFilter
          label="同类"
          value={ask.Group}
          options={Object.entries(PORTFOLIO_GROUPS).map(([value, label]) => ({ value, label }))}
          onChange={(value) => setFilters({ group: value })}
        />
        <ChoiceFilter
          label="项目状态"
          value={state}
          options={[
            ...PROJECT_STATES.map((label, at) => ({ value: String(at), label })),
            { value: 'all', label: '全部状态' },
          ]}
          onChange={(value) => setFilters({ state: value })}
        />
      </search>
      {report.error ? (
        <ErrorRetry error={report.error} onRetry={() => void report.refetch()} />
      ) : report.data ? (
        <Body report={report.data} ask={ask} metric={ask.Metric} month={to} heat={heat} />
      ) : (
        <SkeletonDelay rows={10} />
      )}
    </>
  );
};

export default PortfolioPage;
