import { type OutputOf, REPORT_FUNCTIONS, reportDays } from '@hengneng/contracts';
import { daysInUnit, formatQuantity } from '@hengneng/energy/units';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Popover, Select } from 'antd';
import { type ReactElement, type ReactNode, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { callApi } from '../../../lib/api.ts';
import { canOpen } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { Tag, type Tone } from '../../../ui/StatusTag.tsx';
import { useChosenColumns } from './ColumnsButton.tsx';
import {
  amount,
  Complete,
  Drill,
  QUALITY_COLUMNS,
  QualityNote,
  rate,
  ReportPage,
  ReportSpan,
  usualDays,
  useReportProject,
} from './common.tsx';
import { Cost, CostNote } from './costs.tsx';
import { HeatUnit, useHeatUnit } from './HeatUnit.tsx';
import { againstWeather, overTime } from './pictures.ts';

const SCREEN = 'operationContent.stateMents.dayStateMentsNew';
const DAILY = 'operationContent.stateMents.dayStateMents';
type Report = OutputOf<typeof reportDays>;
type Row = Report['rows'][number];
type Category = Report['categories'][number];
interface Span {
  readonly from: string;
  readonly to: string;
}

const number = (value: number | null, quantity: Parameters<typeof formatQuantity>[1]): string =>
  formatQuantity(value, quantity);

const dailyOf = (project: string, day: string): string =>
  `/operationContent/stateMents/dayStateMents?${new URLSearchParams({ ProjectCode: project, Date: day })}`;

/** 同温偏差 of a day, with the days that it was held against. */
const SameTemp = ({
  of,
  project,
}: {
  readonly of: Row['sameTemp'][string] | undefined;
  readonly project: string;
}): ReactElement => {
  if (of === undefined) return <>—</>;
  if (of.days.length === 0) return <span title={of.words}>{rate(of.deviation)}</span>;
  return (
    <Popover
      trigger="click"
      title="同温样本日"
      content={
        <>
          <p className="sample-words">{of.words}</p>
          <ul className="sample-days">
            {of.days.map((day) => (
              <li key={day}>{canOpen(DAILY) ? <Link to={dailyOf(project, day)}>{day}</Link> : day}</li>
            ))}
          </ul>
        </>
      }
    >
      <button type="button" className="link-button" title={of.words}>
        {rate(of.deviation)}
      </button>
    </Popover>
  );
};

const LEVEL_TONE: Readonly<Record<string, Tone>> = { 正常: 'good', 提示: 'warn', 异常: 'bad' };

const columnsOf = (report: Report, project: string, judged: Category | undefined): readonly DataColumn<Row>[] => [
  {
    key: 'day',
    head: '日期',
    show: (row) => (canOpen(DAILY) ? <Link to={dailyOf(project, row.day)}>{row.day}</Link> : row.day),
  },
  { key: 'weekday', head: '星期' },
  { key: 'condition', head: '天气', show: (row) => row.condition || '—' },
  { key: 'meanC', head: '室外均温', unit: '℃', number: true, show: (row) => number(row.meanC, 'temperature') },
  { key: 'hdd', head: 'HDD18', unit: '℃·d', number: true, show: (row) => number(row.hdd, 'degreeDays') },
  { key: 'cdd', head: 'CDD26', unit: '℃·d', number: true, show: (row) => number(row.cdd, 'degreeDays') },
  {
    key: 'hours',
    head: '运行',
    unit: 'h',
    number: true,
    hint: '按主机运行记录，开得最久的一台；没有记录为「—」',
    show: (row) =>
      row.hours === null ? '—' : `${row.hours.toFixed(1)}${(row.hoursComplete ?? 0) < 95 ? '（不全）' : ''}`,
  },
  ...report.categories.map(
    ({ code, name, unit }): DataColumn<Row> => ({
      key: code,
      head: name,
      unit,
      number: true,
      show: (row) => (
        <Drill project={project} energy={code} from={row.day}>
          {amount(code, row.used[code], unit)}
        </Drill>
      ),
    }),
  ),
  {
    key: 'peakToValley',
    head: '峰谷比',
    number: true,
    hint: '（尖 + 峰）÷ 谷，电表分时的用量',
    show: (row) => (row.peakToValley === null ? '—' : row.peakToValley.toFixed(2)),
  },
  {
    key: 'cop',
    head: 'COP',
    number: true,
    hint: '机房综合：冷热量 ÷（燃气热量 + 机房用电）',
    show: (row) => number(row.cop, 'cop'),
  },
  { key: 'perM2', head: '单位面积用电', unit: 'kWh/m²', number: true, show: (row) => number(row.perM2, 'intensity') },
  { key: 'kgce', head: '标煤', unit: 'kgce', number: true, show: (row) => number(row.kgce, 'electricity') },
  { key: 'kgCo2', head: '碳', unit: 'kgCO₂', number: true, show: (row) => number(row.kgCo2, 'electricity') },
  ...(report.cost === undefined
    ? []
    : ([
        {
          key: 'cost',
          head: '能源费',
          unit: '元',
          number: true,
          hint: '当日用量 × 单价（电按分时），含税；基本电费与力调在月报计',
          show: (row) => <Cost of={row.cost} />,
        },
        {
          key: 'costPerM2',
          head: '单位面积费用',
          unit: '元/m²',
          number: true,
          show: (row) => number(row.cost?.perM2 ?? null, 'intensity'),
        },
      ] satisfies DataColumn<Row>[])),
  ...(judged === undefined
    ? []
    : ([
        {
          key: 'sameTemp',
          head: `同温偏差（${judged.name}）`,
          number: true,
          hint: '与回看 60 天内温度相近、同为工作日或休息日的样本日中位数比；点开看样本日',
          show: (row) => <SameTemp of={row.sameTemp[judged.code]} project={project} />,
        },
        {
          key: 'level',
          head: '判定',
          show: (row) => {
            const verdict = row.sameTemp[judged.code];
            return verdict === undefined ? '—' : <Tag tone={LEVEL_TONE[verdict.level]}>{verdict.level}</Tag>;
          },
        },
      ] satisfies DataColumn<Row>[])),
  ...QUALITY_COLUMNS,
  { key: 'note', head: '说明', show: (row) => (row.stopped ? '停机日' : row.doubtful ? '有待确认或未计的量' : ' ') },
];

/** Sum, mean and day of the most, above the days. */
const topOf = ({ categories, totals, whole, cost }: Report, project: string, span: Span) => {
  const line = (key: string, label: string, of: (code: string, unit: string) => ReactNode) => ({
    key,
    cells: { day: label, ...Object.fromEntries(categories.map(({ code, unit }) => [code, of(code, unit)])) },
  });
  const sums = line('sum', '合计', (code, unit) => (
    <Drill project={project} energy={code} {...span}>
      {amount(code, totals[code]?.sum, unit)}
    </Drill>
  ));
  return [
    {
      ...sums,
      cells: {
        ...sums.cells,
        ...(cost === undefined ? {} : { cost: <Cost of={cost} /> }),
        complete: <Complete value={whole.complete} />,
        estimated: whole.estimated === null ? '—' : `${whole.estimated.toFixed(1)}%`,
      },
    },
    line('mean', '日均', (code, unit) => amount(code, totals[code]?.mean, unit)),
    line('most', '最大日', (code, unit) => {
      const { most, mostDay } = totals[code] ?? { most: null, mostDay: null };
      // Of days on which nothing was used none is the most.
      if (mostDay === null || Number(most) === 0) return '—';
      return (
        <>
          <Drill project={project} energy={code} from={mostDay}>
            {amount(code, most, unit)}
          </Drill>{' '}
          {mostDay.slice(5)}
        </>
      );
    }),
  ];
};

const Body = ({
  report,
  project,
  span,
}: {
  readonly report: Report;
  readonly project: string;
  readonly span: Span;
}): ReactElement => {
  const [energy, setEnergy] = useState<string | null>(null);
  const chosen = report.categories.find(({ code }) => code === energy) ?? report.categories[0];
  const navigate = useNavigate();
  const judged = report.categories.filter(({ code }) => report.rows.some(({ sameTemp }) => sameTemp[code]));
  const held = judged.find(({ code }) => code === chosen?.code) ?? judged[0];
  const columns = useMemo(() => columnsOf(report, project, held), [report, project, held]);
  const { shown, button } = useChosenColumns('energyDays', columns);
  const table = (
    <DataTable
      label="逐日表"
      columns={shown}
      rows={report.rows}
      rowKey={(row) => row.day}
      top={topOf(report, project, span)}
    />
  );
  if (chosen === undefined)
    return (
      <section className="surface">
        <EmptyHint text="该项目还没有表计，请先在项目设备设置中添加" />
      </section>
    );
  const same = report.categories.filter(({ unit }) => unit === chosen.unit);
  return (
    <>
      <div className="filter-bar">
        <ChoiceFilter
          label="图与同温偏差的能源"
          value={chosen.code}
          options={report.categories.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={setEnergy}
        />
        {button}
      </div>
      <section className="surface report-part" aria-label="逐日表">
        {report.rows.length === 0 ? <EmptyHint text="该期没有数据" /> : table}
        <QualityNote {...report.whole} />
        <CostNote of={report.cost} />
      </section>
      <div className="view-charts">
        <Chart
          title="逐日曲线"
          note={canOpen(DAILY) ? '点某日开日报；拖动下方滑块缩放' : '拖动下方滑块缩放'}
          onPick={(name) => {
            const row = report.rows.find(({ day }) => day.slice(5) === name);
            if (row !== undefined && canOpen(DAILY)) void navigate(dailyOf(project, row.day));
          }}
          option={overTime(report.rows, {
            at: (row) => row.day.slice(5),
            energies: same,
            lines: [
              { name: '室外均温', unit: '℃', of: (row) => row.meanC },
              { name: 'COP', unit: '', of: (row) => row.cop },
            ],
          })}
          table={table}
        />
        <Chart
          title="室外温度与用量"
          note="每点一天，虚线是回归线；离线远的日子值得看一看"
          option={againstWeather(report.rows, chosen)}
          table={table}
        />
      </div>
    </>
  );
};

/** 逐日报表: a project's days beside each other, to see which one is out of line. */
const DaysPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [usual] = useState(usualDays);
  const project = useReportProject(filters);
  const From = filters['from'] ?? usual.from;
  const To = filters['to'] ?? usual.to;
  const Functions = REPORT_FUNCTIONS.filter((one) => filters['functions']?.split(',').includes(one));
  const ask = { ProjectCode: project, From, To, Functions };
  const heat = useHeatUnit(filters);
  const report = useQuery({
    queryKey: ['energy-report', 'days', project, From, To, Functions],
    queryFn: ({ signal }) => callApi(reportDays, ask, { signal }),
    enabled: project !== '',
    select: (of) => daysInUnit(of, heat),
    placeholderData: keepPreviousData,
  });
  return (
    <ReportPage
      title="新日报表"
      idle="一段日期的逐日用量、气象、能效与数据质量"
      screen={SCREEN}
      project={project}
      ask={{ Kind: 'days', ...ask, HeatUnit: heat }}
      report={report}
      onProject={(ProjectCode) => setFilters({ ProjectCode })}
      filters={
        <>
          <ReportSpan picker="date" from={From} to={To} onChange={setFilters} />
          <Select
            mode="multiple"
            allowClear
            showSearch={false}
            className="filter"
            aria-label="功能"
            placeholder="全部功能"
            value={Functions}
            options={REPORT_FUNCTIONS.map((value) => ({ value, label: value }))}
            onChange={(chosen) => setFilters({ functions: chosen.join(',') || null })}
          />
          <HeatUnit unit={heat} onChange={setFilters} />
        </>
      }
    >
      {(data) => <Body report={data} project={project} span={{ from: From, to: To }} />}
    </ReportPage>
  );
};

export default DaysPage;
