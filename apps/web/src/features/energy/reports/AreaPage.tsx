import { AREA_GROUPS, type OutputOf, reportArea } from '@hengneng/contracts';
import { areaInUnit, type EnergyUnit, formatQuantity, tenThousandsOf } from '@hengneng/energy/units';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { AreaFilter } from '../../../engine/widgets/AreaFilter.tsx';
import { callApi } from '../../../lib/api.ts';
import { canOpen } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { AreaMap } from './AreaMap.tsx';
import { AreaTiles } from './AreaTiles.tsx';
import { Compared, qualityColumns, qualityOf, ReportPage, ReportSpan, usualMonths } from './common.tsx';
import { Cost } from './costs.tsx';
import { HeatUnit, useHeatUnit } from './HeatUnit.tsx';
import { besideLast } from './pictures.ts';

const SCREEN = 'operationContent.stateMents.energyConsumptionYOYArea';
const YOY = '/operationContent/stateMents/energyConsumptionYOY';
const YOY_SCREEN = 'operationContent.stateMents.energyConsumptionYOY';
type Report = OutputOf<typeof reportArea>;
type Group = Report['rows'][number];
type Figures = Omit<Report['total'], 'Projects'>;
interface Line extends Figures {
  readonly key: string;
  readonly name: string;
  readonly projects: number | null;
  /** Of a project in its group. */
  readonly project: string | null;
}

const tenThousands = (value: string | null): string =>
  formatQuantity(value === null ? null : Number(value) / 10_000, 'cop');

const linesOf = (rows: readonly Group[]): readonly Line[] =>
  rows.flatMap(({ items, GroupName, Projects, ...figures }): Line[] => [
    { ...figures, key: GroupName, name: GroupName, projects: Projects, project: null },
    ...items.map(
      ({ ProjectCode, ProjectName, ...own }): Line => ({
        ...own,
        key: `${GroupName} ${ProjectCode}`,
        name: ProjectName,
        projects: null,
        project: ProjectCode,
      }),
    ),
  ]);

const columnsOf = (
  group: string,
  from: string,
  to: string,
  money: boolean,
  heat: EnergyUnit,
): readonly DataColumn<Line>[] => [
  {
    key: 'name',
    head: group,
    show: (row) =>
      row.project === null ? (
        <b>{row.name}</b>
      ) : canOpen(YOY_SCREEN) ? (
        <Link to={`${YOY}?${new URLSearchParams({ ProjectCode: row.project, from, to })}`}>　{row.name}</Link>
      ) : (
        `　${row.name}`
      ),
  },
  { key: 'projects', head: '项目数', number: true, show: (row) => (row.projects === null ? ' ' : row.projects) },
  {
    key: 'Area',
    head: '面积',
    unit: 'm²',
    number: true,
    show: (row) => formatQuantity(row.Area === null ? null : Number(row.Area), 'heat'),
  },
  { key: 'Elec', head: '电', unit: '万 kWh', number: true, show: (row) => tenThousands(row.Elec) },
  { key: 'Gas', head: '气', unit: '万 m³', number: true, show: (row) => tenThousands(row.Gas) },
  {
    key: 'CoolHeat',
    head: '冷热量',
    unit: tenThousandsOf(heat),
    number: true,
    show: (row) => tenThousands(row.CoolHeat),
  },
  { key: 'Tce', head: '标煤', unit: 'tce', number: true, show: (row) => formatQuantity(row.Tce, 'coal') },
  {
    key: 'PerM2',
    head: '单位面积用电',
    unit: 'kWh/m²',
    number: true,
    show: (row) => formatQuantity(row.PerM2, 'intensity'),
  },
  {
    key: 'KgcePerM2',
    head: '单位面积标煤',
    unit: 'kgce/m²',
    number: true,
    show: (row) => formatQuantity(row.KgcePerM2, 'intensity'),
  },
  { key: 'YoyElec', head: '同比电', number: true, show: (row) => <Compared of={row.YoyElec} /> },
  { key: 'YoyGas', head: '同比气', number: true, show: (row) => <Compared of={row.YoyGas} /> },
  { key: 'YoyTce', head: '同比标煤', number: true, show: (row) => <Compared of={row.YoyTce} /> },
  ...(money
    ? ([
        {
          key: 'Cost',
          head: '能源费',
          unit: '元',
          number: true,
          show: (row) => <Cost of={{ amount: row.Cost ?? null, problems: row.CostProblems ?? [] }} />,
        },
        {
          key: 'CostPerM2',
          head: '单位面积费用',
          unit: '元/m²',
          number: true,
          show: (row) => formatQuantity(row.CostPerM2, 'costIntensity'),
        },
        {
          key: 'YoyCost',
          head: '同比费用',
          number: true,
          show: (row) => (row.YoyCost === undefined ? '—' : <Compared of={row.YoyCost} />),
        },
      ] satisfies readonly DataColumn<Line>[])
    : []),
  ...qualityColumns<Line>(qualityOf),
];

const EXCLUDED: readonly DataColumn<Report['Excluded'][number]>[] = [
  { key: 'ProjectName', head: '项目' },
  { key: 'Reason', head: '原因' },
];

const Body = ({
  report,
  group,
  from,
  to,
  heat,
}: {
  readonly report: Report;
  readonly group: string;
  readonly from: string;
  readonly to: string;
  readonly heat: EnergyUnit;
}): ReactElement => {
  const columns = columnsOf(group, from, to, report.total.Cost !== undefined, heat);
  const { Projects, ...whole } = report.total;
  const lines: readonly Line[] = [
    { ...whole, key: '合计', name: '合计', projects: Projects, project: null },
    ...linesOf(report.rows),
  ];
  const linkOf = (project: string): string | null =>
    canOpen(YOY_SCREEN) ? `${YOY}?${new URLSearchParams({ ProjectCode: project, from, to })}` : null;
  const table = <DataTable label="区域同比" columns={columns} rows={lines} rowKey={(row) => row.key} />;
  return (
    <>
      <section className="surface report-part" aria-label="区域同比">
        {report.rows.length === 0 ? <EmptyHint text="没有同口径的项目；可改为“全部项目”，或换一段月份" /> : table}
        {report.notes.map((note) => (
          <p key={note} className="note">
            {note}
          </p>
        ))}
      </section>
      {report.rows.length === 0 ? null : (
        <div className="view-charts">
          <Chart
            title="单位面积对比"
            note="面积有缺的分组没有单位面积"
            option={besideLast(
              report.rows.map((row) => ({ name: row.GroupName, now: row.KgcePerM2, last: row.LastKgcePerM2 })),
              'kgce/m²',
            )}
            table={table}
          />
        </div>
      )}
      {report.rows.length === 0 ? null : (
        <>
          <AreaMap items={report.rows.flatMap(({ items }) => items)} linkOf={linkOf} />
          <AreaTiles rows={report.rows} linkOf={linkOf} />
        </>
      )}
      {report.Excluded.length === 0 ? null : (
        <section className="surface report-part" aria-label="被剔除的项目">
          <h2>被剔除的项目（{report.Excluded.length}）</h2>
          <DataTable label="被剔除的项目" columns={EXCLUDED} rows={report.Excluded} rowKey={(row) => row.ProjectCode} />
        </section>
      )}
    </>
  );
};

/** 区域能耗同比: areas, cities and kinds of buildings beside each other and beside themselves a year before. */
const AreaPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [usual] = useState(usualMonths);
  const group = AREA_GROUPS.find((one) => one === filters['GroupBy']) ?? '区域';
  const heat = useHeatUnit(filters);
  const ask = {
    AreaIds: filters['area'] === undefined ? [] : [filters['area']],
    // The month before: who wants the year so far chooses it.
    From: filters['from'] ?? usual.to,
    To: filters['to'] ?? usual.to,
    GroupBy: group,
    SameProjects: filters['same'] !== 'all',
  };
  const report = useQuery({
    queryKey: ['energy-report', 'area', ask],
    queryFn: ({ signal }) => callApi(reportArea, ask, { signal }),
    select: (of) => areaInUnit(of, heat),
    placeholderData: keepPreviousData,
  });
  return (
    <ReportPage
      title="区域能耗同比"
      idle="各区域、城市、建筑类型的用量、单位面积与同比"
      screen={SCREEN}
      project=""
      everybody
      ask={{ Kind: 'area', ...ask, HeatUnit: heat }}
      report={report}
      onProject={() => undefined}
      filters={
        <>
          <AreaFilter value={filters['area']} onChange={(area) => setFilters({ area })} />
          <ReportSpan picker="month" from={ask.From} to={ask.To} onChange={setFilters} />
          <ChoiceFilter
            label="分组"
            value={group}
            options={AREA_GROUPS}
            onChange={(GroupBy) => setFilters({ GroupBy })}
          />
          <ChoiceFilter
            label="只比同口径项目"
            value={ask.SameProjects ? undefined : 'all'}
            options={[{ value: 'all', label: '全部项目' }]}
            onChange={(same) => setFilters({ same })}
          />
          <HeatUnit unit={heat} onChange={setFilters} />
        </>
      }
    >
      {(data) => <Body report={data} group={group} from={ask.From} to={ask.To} heat={heat} />}
    </ReportPage>
  );
};

export default AreaPage;
