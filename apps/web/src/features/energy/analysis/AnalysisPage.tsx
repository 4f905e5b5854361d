import {
  type AnalysisComparison,
  type AnalysisGrain,
  analysisAll,
  analysisDetail,
  analysisExport,
  COMPARISONS,
  GRAINS,
  type OutputOf,
} from '@hengneng/contracts';
import { addDays } from '@hengneng/energy/measuring';
import { formatQuantity } from '@hengneng/energy/units';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Pagination, Tabs } from 'antd';
import { type ReactElement, useState } from 'react';
import { monthSpan } from '../../../lib/month-span.ts';
import { callApi } from '../../../lib/api.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { SideTree } from '../../../ui/SideTree.tsx';
import {
  amount,
  Complete,
  Drill,
  qualityColumns,
  QualityNote,
  qualityOf,
  ReportPage,
  ReportSpan,
  useReportProject,
} from '../reports/common.tsx';
import { Findings } from './Findings.tsx';
import { NodeTree } from './NodeTree.tsx';
import { composition, loadDurations, trend } from './pictures.ts';
import { usualSpan } from './span.ts';
import './analysis.css';

const SCREEN = 'operationContent.energyConsume.energyAnalysis';
type Report = OutputOf<typeof analysisAll>;
type Host = Report['Hosts'][number];
type Plant = Report['Plant'][number];
type Pump = Report['Pumps'][number];
type Part = Report['Parts'][number];
type Load = Report['Loads'][number];
type DetailRow = OutputOf<typeof analysisDetail>['rows'][number];

const number = (value: string | null): number | null => (value === null ? null : Number(value));
const percent = (value: number | null): string => formatQuantity(value, 'percent', { withUnit: true });

const one = (value: number | null): string => (value === null ? '—' : value.toFixed(1));

const HOSTS: readonly DataColumn<Host>[] = [
  { key: 'Name', head: '主机' },
  {
    key: 'Hours',
    head: '运行',
    unit: 'h',
    number: true,
    hint: '由运行参数的记录得出：相邻两次都在运行的时段，一运行一停机的按一半',
    show: (row) => (
      <span
        title={
          row.HoursComplete === null
            ? '没有运行参数记录'
            : `${row.Records} 条记录，覆盖所选时间的 ${row.HoursComplete.toFixed(1)}%，启动 ${row.Starts ?? 0} 次`
        }
      >
        {formatQuantity(row.Hours, 'hours')}
        {row.Hours !== null && (row.HoursComplete ?? 0) < 95 ? '（不全）' : ''}
      </span>
    ),
  },
  {
    key: 'Output',
    head: '产冷热量',
    unit: 'kWh',
    number: true,
    show: (row) => formatQuantity(number(row.Output), 'heat'),
  },
  { key: 'Gas', head: '耗气', unit: 'm³', number: true, show: (row) => formatQuantity(number(row.Gas), 'gas') },
  {
    key: 'Elec',
    head: '耗电',
    unit: 'kWh',
    number: true,
    show: (row) => formatQuantity(number(row.Elec), 'electricity'),
  },
  {
    key: 'Cop',
    head: 'COP',
    number: true,
    hint: '冷热量 ÷（燃气热量 + 主机用电）；没有燃气的为冷热量 ÷ 主机用电',
    show: (row) => (
      <span title={row.Doubt ?? undefined}>
        {formatQuantity(row.Cop, 'cop')}
        {row.Doubt === null ? '' : ' 请核对'}
      </span>
    ),
  },
  {
    key: 'DesignCop',
    head: '设计COP',
    number: true,
    hint: '型号库的制冷额定值；只与制冷的时段比',
    show: (row) => formatQuantity(row.DesignCop, 'cop'),
  },
  { key: 'Attainment', head: '达成率', number: true, show: (row) => percent(row.Attainment) },
  {
    key: 'Balance',
    head: '热平衡差',
    number: true,
    hint: '|Qc −（Qe + ηQg + P）| ÷ Qc，由齐全的制冷记录合计得出',
    show: (row) => <span title={row.BalanceWords || '没有齐全的制冷运行参数'}>{percent(row.Balance)}</span>,
  },
  { key: 'Exhaust', head: '排烟温度', unit: '℃', number: true, show: (row) => one(row.Exhaust) },
  {
    key: 'Vacuum',
    head: '真空',
    unit: 'Pa',
    number: true,
    show: (row) => (row.Vacuum === null ? '—' : row.Vacuum.toFixed(0)),
  },
  ...qualityColumns<Host>(qualityOf),
];

const PLANT: readonly DataColumn<Plant>[] = [
  { key: 'Name', head: '系统能效' },
  {
    key: 'Value',
    head: '数值',
    number: true,
    show: (row) => (row.Value === null ? '—' : row.Value.toFixed(row.Key.startsWith('wtf') ? 1 : 2)),
  },
  { key: 'Reference', head: '参照', show: (row) => <span className="analysis-words">{row.Reference || '—'}</span> },
  { key: 'Words', head: '说明', show: (row) => <span className="analysis-words">{row.Words}</span> },
  ...qualityColumns<Plant>(qualityOf),
];

const PUMPS: readonly DataColumn<Pump>[] = [
  { key: 'Group', head: '类别' },
  { key: 'Name', head: '表计' },
  { key: 'Elec', head: '耗电', unit: 'kWh', number: true, show: (row) => amount('elec', row.Elec) },
  { key: 'Share', head: '占总电', number: true, show: (row) => percent(row.Share) },
  {
    key: 'Wtf',
    head: '水输送系数',
    number: true,
    hint: 'WTF = 冷热量 ÷ 冷温水泵电量',
    show: (row) => (row.Wtf === null ? '—' : row.Wtf.toFixed(1)),
  },
  {
    key: 'PerVolume',
    head: '单位水量电耗',
    unit: 'kWh/m³',
    number: true,
    hint: '同类泵塔电量 ÷ 主机运行参数里的流量 × 运行时长',
    show: (row) => (row.PerVolume === null ? '—' : row.PerVolume.toFixed(3)),
  },
  {
    key: 'Hours',
    head: '运行',
    unit: 'h',
    number: true,
    hint: '该表所计各台运行时长之和（台时）',
    show: (row) =>
      row.Hours === null
        ? '—'
        : `${row.Hours.toFixed(1)}${row.HoursComplete !== null && row.HoursComplete < 95 ? `（记录 ${row.HoursComplete.toFixed(0)}%）` : ''}`,
  },
  {
    key: 'Frequency',
    head: '频率均值',
    unit: 'Hz',
    number: true,
    show: (row) => (row.Frequency === null ? '—' : row.Frequency.toFixed(1)),
  },
  {
    key: 'Saved',
    head: '变频节电',
    number: true,
    hint: '与 50 Hz 工频相比，功率按频率三次方估算，未扣静扬程和变频器损耗',
    show: (row) => percent(row.Saved),
  },
  ...qualityColumns<Pump>(qualityOf),
];

const partColumns = (report: Report): readonly DataColumn<Part>[] => [
  { key: 'Group', head: '分项' },
  { key: 'Name', head: '设备' },
  {
    key: 'Usage',
    head: '用量',
    unit: report.Unit,
    number: true,
    show: (row) => amount(report.CategoryCode, row.Usage),
  },
  { key: 'Share', head: '占比', number: true, show: (row) => percent(row.Share) },
];

const rangeWords = ({ Ranges }: Load): string =>
  Ranges.map(({ From, To, Share }) => `${To === null ? `>${From}` : `${From}–${To}`}% 占 ${Share.toFixed(1)}%`).join(
    '，',
  );

const LOADS: readonly DataColumn<Load>[] = [
  { key: 'Name', head: '负荷' },
  { key: 'RatedKw', head: '额定', unit: 'kW', number: true, show: (row) => formatQuantity(row.RatedKw, 'power') },
  {
    key: 'Peak',
    head: '最大',
    unit: 'kW',
    number: true,
    show: (row) => formatQuantity(row.Curve[0]?.[1] ?? null, 'power'),
  },
  { key: 'MeanKw', head: '平均', unit: 'kW', number: true, show: (row) => formatQuantity(row.MeanKw, 'power') },
  {
    key: 'LoadRate',
    head: '平均负荷率',
    number: true,
    hint: '运行时的平均功率 ÷ 额定功率；小时数由日用量平摊而来时是日均功率',
    show: (row) => percent(row.LoadRate),
  },
  {
    key: 'LoadFactor',
    head: '负荷系数',
    number: true,
    hint: '运行时的平均功率 ÷ 最大功率；小时数由日用量平摊而来时没有最大功率',
    show: (row) => (row.LoadFactor === null ? '—' : row.LoadFactor.toFixed(2)),
  },
  {
    key: 'Hours',
    head: '运行',
    unit: 'h',
    number: true,
    show: (row) => formatQuantity(row.Curve.at(-1)?.[0] ?? null, 'hours'),
  },
  {
    key: 'Open',
    head: '营业时段',
    hint: '按运行设置的营业时间与节假日；没有设置营业时间，或小时数由日用量平摊而来，不能区分',
    show: (row) =>
      row.Open === null ? (
        '—'
      ) : (
        <span className="analysis-words">
          {`${row.Open.Hours} h，平均 ${formatQuantity(row.Open.MeanKw, 'power')} kW；非营业 ${row.Open.ClosedHours} h，占供能量 ${row.Open.ClosedShare}%`}
        </span>
      ),
  },
  {
    key: 'Ranges',
    head: '各负荷率的时间占比',
    show: (row) => <span className="analysis-words">{rangeWords(row) || '—'}</span>,
  },
];

/** As many meters as the ledger lays beside each other. */
const MOST_METERS = 60;

/** From a total to the meters that it is the sum of. */
const MeterDrill = ({
  project,
  report: { CategoryCode, MeterIds },
  span,
  children,
}: {
  readonly project: string;
  readonly report: Report;
  readonly span: Span;
  readonly children: string;
}): ReactElement =>
  MeterIds.length === 0 || MeterIds.length > MOST_METERS ? (
    <>{children}</>
  ) : (
    <Drill project={project} energy={CategoryCode} meter={MeterIds.join(',')} {...span}>
      {children}
    </Drill>
  );

interface Span {
  readonly from: string;
  readonly to: string;
}

/** The days of a stretch, within those that are looked at: an hour is of its day. */
const spanOf = (
  at: string,
  { Date: { from, to }, Grain: grain }: { readonly Date: Span; readonly Grain?: string | undefined },
): Span => {
  if (/^\d{4}$/.test(at)) return { from: `${at}-01-01`, to: `${at}-12-31` };
  if (/^\d{4}-\d{2}$/.test(at)) return monthSpan(at);
  const day = /^\d{4}-\d{2}-\d{2}/.exec(at)?.[0];
  if (day === undefined) return { from, to };
  const last = addDays(day, 6);
  return { from: day, to: grain === 'week' ? (last < to ? last : to) : day };
};

const Detail = ({
  ask,
  code,
}: {
  readonly ask: Parameters<typeof callApi<typeof analysisDetail>>[1];
  readonly code: string;
}): ReactElement => {
  const [page, setPage] = useState(1);
  const input = { ...ask, PageIndex: page, PageSize: 50 };
  const list = useQuery({
    queryKey: ['energy-analysis', 'detail', input],
    queryFn: ({ signal }) => callApi(analysisDetail, input, { signal }),
    placeholderData: keepPreviousData,
  });
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <SkeletonDelay rows={8} />;
  const columns: readonly DataColumn<DetailRow>[] = [
    { key: 'At', head: '时间' },
    { key: 'Name', head: '表计' },
    { key: 'CategoryName', head: '分项' },
    {
      key: 'Usage',
      head: '用量',
      number: true,
      show: (row) => (
        <Drill
          project={ask.ProjectCode}
          energy={code}
          meter={row.NodeId.replace('device:', '')}
          {...spanOf(row.At, ask)}
        >
          {amount(code, row.Usage)}
        </Drill>
      ),
    },
    { key: 'Unit', head: '单位' },
    ...qualityColumns(qualityOf),
    { key: 'Doubtful', head: '说明', show: (row) => (row.Doubtful ? '有待确认或未计的量' : ' ') },
  ];
  return (
    <>
      <DataTable label="明细" columns={columns} rows={list.data.rows} rowKey={(row) => `${row.At} ${row.NodeId}`} />
      <Pagination
        size="small"
        current={page}
        pageSize={50}
        total={list.data.total}
        showSizeChanger={false}
        onChange={setPage}
      />
    </>
  );
};

const Body = ({
  report,
  project,
  ask,
  onLook,
}: {
  readonly report: Report;
  readonly project: string;
  readonly ask: Parameters<typeof callApi<typeof analysisDetail>>[1];
  readonly onLook: (change: Readonly<Record<string, string>>) => void;
}): ReactElement => {
  const rows = report.Times.map((time, index) => ({
    time,
    values: report.Series.map(({ Values }) => Values[index] ?? null),
    complete: report.Completes[index] ?? null,
  }));
  const parts = (
    <DataTable
      label="构成"
      columns={partColumns(report)}
      rows={report.Parts}
      rowKey={(row) => `${row.Group} ${row.Name}`}
    />
  );
  const loads = <DataTable label="负荷" columns={LOADS} rows={report.Loads} rowKey={(row) => row.Key} />;
  if (report.Total === null)
    return (
      <section className="surface">
        <EmptyHint text={`${report.NodeName}在所选时间没有数据：检查表计是否停用，或读数是否录入`} />
      </section>
    );
  return (
    <>
      <section className="surface report-part" aria-label="合计">
        <p className="analysis-total">
          {report.NodeName} 合计{' '}
          <strong>
            <MeterDrill project={project} report={report} span={ask.Date}>
              {amount(report.CategoryCode, report.Total)}
            </MeterDrill>
          </strong>{' '}
          {report.Unit}
          {report.Base === null ? null : (
            <span title={report.Base.Reason ?? undefined}>
              ，{report.Base.Name} {amount(report.CategoryCode, report.Base.Total)} {report.Unit}（{report.Base.Text}）
            </span>
          )}
          {report.Cost === null ? null : (
            <span title={report.Cost.Problems.join('；') || undefined}>
              ，费用 {formatQuantity(number(report.Cost.Amount), 'money')} 元
              {report.Cost.Problems.length > 0 ? '（不全）' : ''}
              {report.CategoryCode === 'elec'
                ? report.Cost.Whole
                  ? '（含基本电费与力调）'
                  : '（所选不是整月，不含基本电费与力调，见月报表）'
                : ''}
              {report.Cost.Price === null
                ? ''
                : `，均价 ${formatQuantity(number(report.Cost.Price), 'price')} 元/${report.Unit}`}
            </span>
          )}
        </p>
        <QualityNote complete={report.Complete} estimated={report.Estimated} />
        {report.Notes.map((note) => (
          <p key={note} className="note">
            {note}
          </p>
        ))}
      </section>
      <div className="view-charts">
        <Chart
          title="趋势"
          option={trend(report)}
          table={
            <DataTable
              label="趋势"
              columns={[
                { key: 'time', head: '时间' },
                ...report.Series.map(
                  ({ Key, Name, Unit }, at): DataColumn<(typeof rows)[number]> => ({
                    key: Key,
                    head: Name,
                    unit: Unit,
                    number: true,
                    show: (row) =>
                      Key === 'temperature'
                        ? formatQuantity(row.values[at], 'temperature')
                        : amount(report.CategoryCode, row.values[at]),
                  }),
                ),
                { key: 'complete', head: '完整率', number: true, show: (row) => <Complete value={row.complete} /> },
              ]}
              rows={rows}
              rowKey={(row) => row.time}
            />
          }
        />
        {report.Parts.length === 0 ? null : <Chart title="构成" option={composition(report)} table={parts} />}
      </div>
      <Findings report={report} project={project} onLook={onLook} />
      <section className="surface report-part" aria-label="能效与明细">
        <Tabs
          destroyOnHidden
          items={[
            {
              key: 'hosts',
              label: '主机能效',
              children:
                report.Hosts.length === 0 ? (
                  <EmptyHint text="没有主机的冷热量、燃气或用电计量" />
                ) : (
                  <>
                    <DataTable label="主机能效" columns={HOSTS} rows={report.Hosts} rowKey={(row) => row.Name} />
                    <p className="note">表计按台号归到主机（设备台号，或表名开头的“1#”）；没有台号的只进“全部主机”。</p>
                    {report.Plant.length === 0 ? null : (
                      <DataTable label="系统能效" columns={PLANT} rows={report.Plant} rowKey={(row) => row.Key} />
                    )}
                  </>
                ),
            },
            {
              key: 'pumps',
              label: '泵塔',
              children:
                report.Pumps.length === 0 ? (
                  <EmptyHint text="没有水泵、冷却塔的电表" />
                ) : (
                  <>
                    <DataTable label="泵塔" columns={PUMPS} rows={report.Pumps} rowKey={(row) => row.Name} />
                    <p className="note">
                      运行时长、频率和变频节电来自水泵、冷却塔的运行参数：在设备基础信息的类别参数里给它们勾选「抄表」后录入。
                    </p>
                  </>
                ),
            },
            {
              key: 'loads',
              label: '负荷延时',
              children:
                report.Loads.length === 0 ? (
                  <EmptyHint text="所选时间没有冷热量" />
                ) : (
                  <>
                    <Chart
                      title="负荷延时曲线"
                      note={
                        report.Loads.some(({ Spread }) => Spread)
                          ? '一天读一次的表按日均功率，没有小时峰值：不给负荷系数，也不分营业时段'
                          : undefined
                      }
                      option={loadDurations(report)}
                      table={loads}
                    />
                    {loads}
                  </>
                ),
            },
            {
              key: 'detail',
              label: '明细',
              children: <Detail key={JSON.stringify(ask)} ask={ask} code={report.CategoryCode} />,
            },
          ]}
        />
      </section>
    </>
  );
};

/** 能耗分析: an analyst goes down into a project's use: which energy, which machine, which time. */
const AnalysisPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [usual] = useState(usualSpan);
  const project = useReportProject(filters);
  // Reports link to a day or a month of theirs.
  const day = filters['Date'];
  const from = filters['from'] ?? day ?? usual.from;
  const to = filters['to'] ?? day ?? usual.to;
  const grain = (filters['grain'] ?? 'day') as AnalysisGrain;
  const compare = (filters['compare'] ?? 'none') as AnalysisComparison;
  const node = filters['node'];
  const asked = {
    ProjectCode: project,
    Date: { from, to },
    Grain: grain in GRAINS ? grain : ('day' as const),
    ...(node === undefined ? {} : { NodeId: node }),
  };
  const ask = { ...asked, Compare: compare in COMPARISONS ? compare : ('none' as const) };
  const report = useQuery({
    queryKey: ['energy-analysis', 'all', ask],
    queryFn: ({ signal }) => callApi(analysisAll, ask, { signal }),
    enabled: project !== '',
    placeholderData: keepPreviousData,
  });
  return (
    <ReportPage
      title="能耗分析"
      idle="分类、分项、分时、分设备，找到偏高的那台机和那段时间"
      screen={SCREEN}
      project={project}
      ask={ask}
      taken={{ path: analysisExport.path, name: '能耗分析.xlsx' }}
      report={report}
      onProject={(ProjectCode) => setFilters({ ProjectCode, node: null })}
      filters={
        <>
          <ReportSpan picker="date" from={from} to={to} onChange={setFilters} />
          <ChoiceFilter
            label="粒度"
            className="filter-narrow"
            value={ask.Grain}
            options={Object.entries(GRAINS).map(([value, label]) => ({ value, label }))}
            onChange={(next) => setFilters({ grain: next })}
          />
          <ChoiceFilter
            label="对比"
            className="filter-narrow"
            value={ask.Compare}
            options={Object.entries(COMPARISONS).map(([value, label]) => ({ value, label }))}
            onChange={(next) => setFilters({ compare: next })}
          />
        </>
      }
    >
      {(data) => (
        <div className="split">
          <SideTree label="对象" chosen={data.NodeId}>
            <NodeTree project={project} chosen={data.NodeId} onPick={(next) => setFilters({ node: next })} />
          </SideTree>
          <div className="split-main">
            <Body report={data} project={project} ask={asked} onLook={setFilters} />
          </div>
        </div>
      )}
    </ReportPage>
  );
};

export default AnalysisPage;
