/** The sections of a day's report, each asked for by its own call. */
import {
  type dailyAnalysis,
  dailyElectricity,
  dailyFunctions,
  dailyHosts,
  dailyMainEnergy,
  type dailyRunning,
  dailyWater,
  type CallContract,
  type InputOf,
  type OutputOf,
} from '@hengneng/contracts';
import {
  type EnergyUnit,
  formatHeatIn,
  formatQuantity,
  functionInUnit,
  hostInUnit,
  meterInUnit,
} from '@hengneng/energy/units';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Fragment, type ReactElement, type ReactNode, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { FigureCards } from '../../../ui/FigureCards.tsx';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { Tag, type Tone } from '../../../ui/StatusTag.tsx';
import { amount, Drill, QUALITY_COLUMNS, QualityNote, rate } from './common.tsx';
import { Cost, unitPrice } from './costs.tsx';
import { Electricity, MainEnergy, one, type RowOf, shown, Water } from './DailyMeters.tsx';
import { overTime } from './pictures.ts';

type Running = OutputOf<typeof dailyRunning>;
type Analysis = OutputOf<typeof dailyAnalysis>;
type Ask = InputOf<typeof dailyRunning>;

const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement => (
  <section className="surface report-part" aria-label={title} id={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

/** A section that has its own call. */
const Asked = <C extends CallContract>({
  title,
  name,
  call,
  ask,
  children,
}: {
  readonly title: string;
  readonly name: string;
  readonly call: C;
  readonly ask: InputOf<C>;
  readonly children: (data: OutputOf<C>) => ReactNode;
}): ReactElement => {
  const query = useQuery({
    queryKey: ['energy-report', name, ask],
    queryFn: ({ signal }) => callApi(call, ask, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Section title={title}>
      {query.error ? (
        <ErrorRetry error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <SkeletonDelay rows={3} />
      ) : (
        children(query.data)
      )}
    </Section>
  );
};

/** Hot water is counted in m³, cold and heat in the unit that was chosen. */
const functionAmount = ({ Output, Unit }: RowOf<typeof dailyFunctions>): string =>
  Unit === 'm³' ? amount('hotWater', Output) : amount('cooling', Output, Unit);

const FUNCTIONS: readonly DataColumn<RowOf<typeof dailyFunctions>>[] = [
  { key: 'Function', head: '功能' },
  { key: 'Area', head: '面积', unit: 'm²', number: true, show: (row) => shown(row.Area) },
  { key: 'Output', head: '供能量', number: true, show: (row) => functionAmount(row) },
  { key: 'Unit', head: '单位' },
  { key: 'Gas', head: '气', unit: 'm³', number: true, show: (row) => amount('gas', row.Gas) },
  { key: 'Elec', head: '电', unit: 'kWh', number: true, show: (row) => amount('elec', row.Elec) },
  { key: 'Water', head: '水', unit: 'm³', number: true, show: (row) => amount('water', row.Water) },
  { key: 'Kgce', head: '标煤', unit: 'kgce', number: true, show: (row) => one(row.Kgce) },
];

/** One function bears all that the day cost; two share it by nothing that was measured. */
const functionsOf = (running: Running, rows: number): typeof FUNCTIONS =>
  running.Costs === undefined
    ? FUNCTIONS
    : [
        ...FUNCTIONS,
        {
          key: 'CostPerM2',
          head: '单位面积费用',
          unit: '元/m²',
          number: true,
          show: () => (rows === 1 ? formatQuantity(running.Costs?.whole.perM2 ?? null, 'costIntensity') : '—'),
        },
      ];

const hostsOf = (heat: EnergyUnit): readonly DataColumn<RowOf<typeof dailyHosts>>[] => [
  { key: 'HostName', head: '主机' },
  { key: 'Mode', head: '模式' },
  { key: 'span', head: '记录', show: (row) => `${row.Start}–${row.End}（${row.Records} 条）` },
  {
    key: 'Hours',
    head: '运行',
    unit: 'h',
    number: true,
    hint: '相邻两次记录都在运行的时段，一运行一停机的按一半',
    show: (row) => (
      <span title={row.HoursComplete === null ? undefined : `记录覆盖当日 ${row.HoursComplete.toFixed(1)}%`}>
        {one(row.Hours)}
        {row.Hours !== null && (row.HoursComplete ?? 0) < 95 ? '（不全）' : ''}
      </span>
    ),
  },
  { key: 'LoadRate', head: '负荷率', unit: '%', number: true, show: (row) => one(row.LoadRate) },
  { key: 'chw', head: '冷温水进/出', unit: '℃', number: true, show: (row) => `${one(row.ChwIn)} / ${one(row.ChwOut)}` },
  { key: 'cw', head: '冷却水进/出', unit: '℃', number: true, show: (row) => `${one(row.CwIn)} / ${one(row.CwOut)}` },
  { key: 'Flow', head: '流量', unit: 'm³/h', number: true, show: (row) => one(row.Flow) },
  { key: 'HtgTemp', head: '高发温度', unit: '℃', number: true, show: (row) => one(row.HtgTemp) },
  { key: 'FlueTemp', head: '排烟温度', unit: '℃', number: true, show: (row) => one(row.FlueTemp) },
  { key: 'Vacuum', head: '真空', unit: 'Pa', number: true, show: (row) => one(row.Vacuum) },
  {
    key: 'Output',
    head: '产冷/热量',
    unit: heat,
    number: true,
    hint: '本机的冷热量表；没有单独计量为「—」',
    show: (row) => amount('cooling', row.Output, heat),
  },
  { key: 'Gas', head: '耗气', unit: 'm³', number: true, show: (row) => amount('gas', row.Gas) },
  { key: 'Elec', head: '耗电', unit: 'kWh', number: true, show: (row) => amount('elec', row.Elec) },
  {
    key: 'Cop',
    head: 'COP',
    number: true,
    hint: '按运行参数的瞬时值：冷量 ÷（燃气热量或输入功率 + 屏蔽泵）',
    show: (row) => formatQuantity(row.Cop, 'cop'),
  },
  { key: 'BalanceDiff', head: '热平衡差', unit: '%', number: true, show: (row) => one(row.BalanceDiff) },
];

const Cards = ({
  running,
  heat,
  analysis,
}: {
  readonly running: Running;
  readonly heat: EnergyUnit;
  readonly analysis: Analysis | undefined;
}) => {
  const main = analysis?.SameTemp.find(({ deviation }) => deviation !== null);
  const cards: readonly (readonly [string, string, string])[] = [
    ...running.categories
      .filter(({ code }) => ['elec', 'gas', 'water'].includes(code))
      .map(({ code, name, unit }) => [name, amount(code, running.Used[code]), unit] as const),
    ['冷热量', formatHeatIn(running.Output === null ? null : Number(running.Output), heat), heat],
    ['COP（机房综合）', formatQuantity(running.Cop, 'cop'), ''],
    ...(main === undefined ? [] : [[`同温偏差（${main.name}）`, rate(main.deviation), ''] as const]),
    ...(running.Costs === undefined
      ? []
      : [
          [
            running.Costs.whole.problems.length > 0 ? '能源费（不全）' : '能源费',
            formatQuantity(running.Costs.whole.amount === null ? null : Number(running.Costs.whole.amount), 'money'),
            '元',
          ] as const,
        ]),
    ['完整率', running.complete === null ? '—' : `${running.complete.toFixed(1)}%`, ''],
    ['估算占比', running.estimated === null ? '—' : `${running.estimated.toFixed(1)}%`, ''],
  ];
  return <FigureCards label="数字" cards={cards} />;
};

const COSTS: readonly DataColumn<NonNullable<Running['Costs']>['rows'][number]>[] = [
  { key: 'name', head: '能源费（内部）' },
  { key: 'meanPrice', head: '平均单价', unit: '元', number: true, show: (row) => unitPrice(row.meanPrice) },
  { key: 'amount', head: '费用', unit: '元', number: true, show: (row) => <Cost of={row} /> },
  {
    key: 'perM2',
    head: '单位面积',
    unit: '元/m²',
    number: true,
    show: (row) => formatQuantity(row.perM2, 'costIntensity'),
  },
];

/** What people wrote down of the day; what says nothing is left out. */
const reportLines = (report: Running['Report']): readonly (readonly [string, string])[] => {
  if (report === null) return [];
  const number = (value: number | null, unit: string): string => (value === null ? '' : `${value} ${unit}`);
  return (
    [
      ['湿度', number(report.Humidity, '%')],
      ['供能区域', report.Areas],
      ['客流或入住率', number(report.Occupancy, '%')],
      ['客户投诉', number(report.Complaints, '件')],
      ['停供', report.Stops],
      ['重点事项', report.Focus],
      ['遗留问题', report.Pending],
      ['备件药剂消耗', report.Materials],
      ['备注', report.Remark],
    ] as const
  ).filter(([, value]) => value !== '');
};

const RunningSection = ({ running }: { readonly running: Running }): ReactElement => (
  <Section title="一 运行信息">
    <dl className="daily-about">
      <dt>天气</dt>
      <dd>{running.Weather || '—'}</dd>
      <dt>室外 最高/最低/日均</dt>
      <dd>
        {one(running.OutMax)} / {one(running.OutMin)} / {one(running.OutAvg)} ℃
      </dd>
      <dt>供能模式</dt>
      <dd>{running.Stopped ? '停机日' : running.Mode || '—'}</dd>
      <dt>当班人员</dt>
      <dd>
        {running.OnDuty.length === 0
          ? '未排班'
          : running.OnDuty.map((duty) =>
              duty.Start === '' ? duty.Names : `${duty.Shift}（${duty.Start}–${duty.End}）${duty.Names}`,
            ).join('；')}
      </dd>
      <dt>室内抽测合格率</dt>
      <dd>
        {running.IndoorPass === null
          ? '当日没有经客户确认的室内抽测'
          : `${running.IndoorPass.toFixed(1)}%（${running.IndoorRooms} 间）`}
      </dd>
      {reportLines(running.Report).map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
    <QualityNote {...running} />
    {running.Costs === undefined || running.Costs.rows.length === 0 ? null : (
      <DataTable
        label="能源费"
        columns={COSTS}
        rows={running.Costs.rows}
        rowKey={(row) => row.code}
        top={[{ key: 'sum', cells: { name: '合计', amount: <Cost of={running.Costs.whole} /> } }]}
      />
    )}
    {running.Notes.map((note) => (
      <p key={note} className="note">
        {note}
      </p>
    ))}
  </Section>
);

const LEVEL_TONE: Readonly<Record<string, Tone>> = { 正常: 'good', 提示: 'warn', 异常: 'bad', 缺录: 'bad' };

const SAME_TEMP: readonly DataColumn<Analysis['SameTemp'][number]>[] = [
  { key: 'name', head: '能源' },
  { key: 'usage', head: '用量', number: true, show: (row) => amount(row.code, row.usage, row.unit) },
  { key: 'reference', head: '同温参考', number: true, show: (row) => amount(row.code, row.reference, row.unit) },
  { key: 'unit', head: '单位' },
  { key: 'deviation', head: '同温偏差', number: true, show: (row) => rate(row.deviation) },
  { key: 'level', head: '判定', show: (row) => <Tag tone={LEVEL_TONE[row.level] ?? 'neutral'}>{row.level}</Tag> },
  {
    key: 'words',
    head: '说明',
    show: (row) => <span title={`样本日：${row.days.join('、') || '无'}`}>{row.words}</span>,
  },
];

const exceptionsOf = (project: string, date: string): readonly DataColumn<Analysis['Exceptions'][number]>[] => [
  { key: 'Item', head: '项', show: (row) => <Tag tone={LEVEL_TONE[row.Item] ?? 'warn'}>{row.Item}</Tag> },
  {
    key: 'Value',
    head: '数值',
    show: (row) => (
      <Drill project={project} energy="" meter={row.DeviceId} from={date}>
        {row.Value}
      </Drill>
    ),
  },
  { key: 'Words', head: '判定文字' },
  { key: 'Reason', head: '原因', show: (row) => [row.ReasonType, row.Reason].filter(Boolean).join('：') || '未说明' },
  { key: 'By', head: '说明人', show: (row) => row.By || '—' },
];

const AnalysisSection = ({ running, analysis }: { readonly running: Running; readonly analysis: Analysis }) => {
  const [energy, setEnergy] = useState<string | null>(null);
  const chosen = running.categories.find(({ code }) => code === energy) ?? running.categories[0];
  const columns: readonly DataColumn<Analysis['rows'][number]>[] = [
    { key: 'day', head: '日期' },
    ...running.categories.map(
      ({ code, name, unit }): DataColumn<Analysis['rows'][number]> => ({
        key: code,
        head: name,
        unit,
        number: true,
        show: (row) => amount(code, row.used[code], unit),
      }),
    ),
    { key: 'cop', head: 'COP', number: true, show: (row) => formatQuantity(row.cop, 'cop') },
    { key: 'meanC', head: '室外均温', unit: '℃', number: true, show: (row) => one(row.meanC) },
    ...QUALITY_COLUMNS,
  ];
  return (
    <Section title="七 能耗分析·近30日">
      {analysis.SameTemp.length === 0 ? null : (
        <DataTable label="同温偏差" columns={SAME_TEMP} rows={analysis.SameTemp} rowKey={(row) => row.code} />
      )}
      {chosen === undefined ? null : (
        <>
          <div className="filter-bar">
            <ChoiceFilter
              label="图中能源"
              value={chosen.code}
              options={running.categories.map(({ code, name }) => ({ value: code, label: name }))}
              onChange={setEnergy}
            />
          </div>
          <Chart
            title="近30日"
            option={overTime(analysis.rows, {
              at: (row) => row.day.slice(5),
              energies: running.categories.filter(({ unit }) => unit === chosen.unit),
              lines: [
                { name: '室外均温', unit: '℃', of: (row) => row.meanC },
                { name: 'COP', unit: '', of: (row) => row.cop },
              ],
            })}
            table={<DataTable label="近30日" columns={columns} rows={analysis.rows} rowKey={(row) => row.day} />}
          />
        </>
      )}
    </Section>
  );
};

const list = <R extends object>(rows: readonly R[], empty: string, table: ReactNode): ReactNode =>
  rows.length === 0 ? <p className="note">{empty}</p> : table;

export const DailySections = ({
  ask,
  heat,
  running,
  analysis,
  customer,
}: {
  readonly ask: Ask;
  /** What cold and heat are told in; `running` and `analysis` are told in it already. */
  readonly heat: EnergyUnit;
  readonly running: Running;
  readonly analysis: UseQueryResult<Analysis>;
  readonly customer: boolean;
}): ReactElement => {
  const place = { project: ask.ProjectCode, date: ask.Date };
  return (
    <>
      <Cards running={running} heat={heat} analysis={analysis.data} />
      <RunningSection running={running} />
      <Asked title="二 主机运行" name="daily-hosts" call={dailyHosts} ask={ask}>
        {({ rows }) =>
          list(
            rows,
            '当日没有主机运行参数记录',
            <DataTable
              label="主机运行"
              columns={hostsOf(heat)}
              rows={rows.map((row) => hostInUnit(row, heat))}
              rowKey={(row, at) => `${row.HostName} ${at}`}
            />,
          )
        }
      </Asked>
      <Asked title="三 功能能耗" name="daily-functions" call={dailyFunctions} ask={ask}>
        {({ rows }) => (
          <>
            {list(
              rows,
              '当日没有计量到供冷、供热或卫生热水',
              <DataTable
                label="功能能耗"
                columns={functionsOf(running, rows.length)}
                rows={rows.map((row) => functionInUnit(row, heat))}
                rowKey={(row) => row.Function}
              />,
            )}
            {rows.length > 1 ? <p className="note">同日有几种功能，气、电、水没有分别计量，不作分摊</p> : null}
          </>
        )}
      </Asked>
      <Asked title="四 电表" name="daily-electricity" call={dailyElectricity} ask={ask}>
        {({ rows }) => list(rows, '没有电表', <Electricity rows={rows} running={running} {...place} />)}
      </Asked>
      <Asked title="五 水表" name="daily-water" call={dailyWater} ask={ask}>
        {({ rows }) => list(rows, '没有水表', <Water rows={rows} {...place} />)}
      </Asked>
      <Asked title="六 主能源" name="daily-main" call={dailyMainEnergy} ask={ask}>
        {({ rows }) =>
          list(
            rows,
            '没有燃气、蒸汽、热量等表计',
            <MainEnergy rows={rows.map((row) => meterInUnit(row, heat))} running={running} {...place} />,
          )
        }
      </Asked>
      {analysis.error ? (
        <ErrorRetry error={analysis.error} onRetry={() => void analysis.refetch()} />
      ) : analysis.data === undefined ? (
        <SkeletonDelay />
      ) : (
        <>
          <AnalysisSection running={running} analysis={analysis.data} />
          {customer ? null : (
            <Section title="异常与说明">
              {list(
                analysis.data.Exceptions,
                '没有异常',
                <DataTable
                  label="异常与说明"
                  columns={exceptionsOf(place.project, place.date)}
                  rows={analysis.data.Exceptions}
                  rowKey={(row, at) => `${row.DeviceId} ${at}`}
                />,
              )}
            </Section>
          )}
        </>
      )}
    </>
  );
};
