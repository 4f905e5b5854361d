import { LEDGER_GRAINS, ledgerSeries, type OutputOf } from '@hengneng/contracts';
import { ledgerInUnit } from '@hengneng/energy/units';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useMemo, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import { FLAG_NAMES } from '../flags.ts';
import { BesideLedger } from './Beside.tsx';
import { BesideButton, besideOf, type Shown } from './BesidePage.tsx';
import { Complete, QualityNote, ReportPage, ReportSpan, usualDays, useReportProject } from './common.tsx';
import { CutReadings } from './CutReadings.tsx';
import { HeatUnit, useHeatUnit } from './HeatUnit.tsx';
import { LedgerMeters } from './LedgerMeters.tsx';
import { Readings, type ReadingsOf } from './Readings.tsx';
import { stacked } from './pictures.ts';
import './ledger.css';

const SCREEN = 'operationContent.stateMents.projectDataReport';
type Ledger = OutputOf<typeof ledgerSeries>;
type Series = Ledger['Series'][number];
type Point = Series['Points'][number];

const REGISTER_OPTIONS = [
  { value: 'total', label: '总' },
  { value: 'sharp', label: '尖' },
  { value: 'peak', label: '峰' },
  { value: 'flat', label: '平' },
  { value: 'valley', label: '谷' },
] as const;
const SHOWN = ['读数', '用量'] as const;
/** More cells than this are drawn only when somebody asks for them. */
const FEW_CELLS = 6_000;

const number = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 2 });
const shown = (text: string | null | undefined): string => (text == null ? '—' : number.format(Number(text)));
/** Marks that say more than 'somebody read it'. */
const told = (flag: string): string => [...flag].filter((one) => !['实', '移', '自'].includes(one)).join('');

interface Line {
  readonly t: string;
  readonly points: ReadonlyMap<string, Point>;
  readonly sum: Ledger['Sums'][number] | undefined;
}

const linesOf = ({ Series: all, Sums }: Ledger): readonly Line[] => {
  const points = new Map(all.map((one) => [one.DeviceId, new Map(one.Points.map((point) => [point.t, point]))]));
  const sums = new Map(Sums.map((sum) => [sum.t, sum]));
  const times = new Set([...all.flatMap(({ Points }) => Points.map(({ t }) => t)), ...sums.keys()]);
  return [...times].toSorted().map((t) => ({
    t,
    sum: sums.get(t),
    points: new Map(
      all.flatMap(({ DeviceId }) => {
        const point = points.get(DeviceId)?.get(t);
        return point === undefined ? [] : [[DeviceId, point] as const];
      }),
    ),
  }));
};

const Usage = ({ point, onOpen }: { readonly point: Point | undefined; readonly onOpen: (() => void) | null }) => {
  if (point === undefined) return <>—</>;
  const marks = told(point.flag);
  const words = [...[...point.flag].map((one) => `${one}：${FLAG_NAMES[one] ?? ''}`), point.doubt].filter(Boolean);
  return (
    <span title={words.join('，')}>
      {onOpen === null ? (
        shown(point.u)
      ) : (
        <button type="button" className="link-button" onClick={onOpen}>
          {shown(point.u)}
        </button>
      )}
      {marks === '' ? null : <sup className="ledger-flag">{marks}</sup>}
      {point.doubt === '' ? null : <sup className="ledger-doubt">{point.doubt}</sup>}
    </span>
  );
};

const Body = ({
  ledger,
  show,
  onDay,
  onSpan,
}: {
  readonly ledger: Ledger;
  readonly show: string | undefined;
  readonly onDay: (of: ReadingsOf) => void;
  /** Into the days of a week or month of one meter. */
  readonly onSpan: (meter: string, t: string) => void;
}): ReactElement => {
  const [all, setAll] = useState(false);
  const lines = useMemo(() => linesOf(ledger), [ledger]);
  const { Series: series, Grain: grain, Totals: totals } = ledger;
  if (series.length === 0)
    return (
      <section className="surface">
        <EmptyHint text="请先选择表计" />
      </section>
    );
  const open = (one: Series, t: string): (() => void) | null =>
    grain === '时'
      ? null
      : grain === '日'
        ? () => onDay({ meter: one, day: t, closesSameDay: ledger.ClosesSameDay })
        : () => onSpan(one.DeviceId, t);
  const columns: readonly DataColumn<Line>[] = [
    { key: 't', head: grain === '周' ? '周（起始日）' : '时间', show: (line) => line.t },
    ...series.flatMap((one): DataColumn<Line>[] => [
      ...(show === '用量' || grain === '时'
        ? []
        : [
            {
              key: `${one.DeviceId} v`,
              head: `${one.Name} 读数`,
              number: true,
              show: (line: Line) => shown(line.points.get(one.DeviceId)?.v),
            },
          ]),
      ...(show === '读数'
        ? []
        : [
            {
              key: `${one.DeviceId} u`,
              head: one.Name,
              unit: one.Unit,
              number: true,
              show: (line: Line) => <Usage point={line.points.get(one.DeviceId)} onOpen={open(one, line.t)} />,
            },
          ]),
    ]),
    ...(totals.length === 1 && series.length > 1
      ? [
          {
            key: 'sum',
            head: '合计',
            unit: totals[0]?.Unit ?? '',
            number: true,
            show: (line: Line) => shown(line.sum?.u),
          },
        ]
      : []),
    ...(totals.length === 1
      ? [
          {
            key: 'complete',
            head: '完整率',
            number: true,
            show: (line: Line) => <Complete value={line.sum?.complete ?? null} />,
          },
          {
            key: 'estimated',
            head: '估算',
            number: true,
            show: (line: Line) => (line.sum?.estimated == null ? '—' : `${line.sum.estimated.toFixed(1)}%`),
          },
        ]
      : []),
  ];
  const most = Math.max(31, Math.floor(FEW_CELLS / columns.length));
  const drawn = all ? lines : lines.slice(0, most);
  const top = [
    {
      key: 'sum',
      cells: {
        t: '合计',
        ...Object.fromEntries(series.map((one) => [`${one.DeviceId} u`, shown(one.Usage)])),
        sum: shown(totals[0]?.Usage),
        complete: <Complete value={totals[0]?.complete ?? null} />,
        estimated: totals[0]?.estimated == null ? '—' : `${totals[0].estimated.toFixed(1)}%`,
      },
    },
  ];
  const unit = series[0]?.Unit ?? '';
  const same = series.filter((one) => one.Unit === unit);
  const table = <DataTable label="台账" columns={columns} rows={drawn} rowKey={(line) => line.t} top={top} />;
  return (
    <>
      <section className="surface report-part" aria-label="台账">
        {lines.length === 0 ? <EmptyHint text="该期没有读数" /> : table}
        {drawn.length < lines.length ? <Button onClick={() => setAll(true)}>显示全部 {lines.length} 行</Button> : null}
        {totals.map((total) => (
          <div key={`${total.CategoryCode} ${total.Unit}`}>
            <b>
              {total.Name}合计 {shown(total.Usage)} {total.Unit}
            </b>
            <QualityNote {...total} />
          </div>
        ))}
        {series.flatMap((one) =>
          one.Loss === null
            ? []
            : [
                <p key={one.DeviceId} className="note">
                  {one.Name} 总分差 {one.Loss.toFixed(1)}%（总表 − Σ分表）/ 总表
                </p>,
              ],
        )}
        {ledger.Notes.map((note) => (
          <p key={note} className="note">
            {note}
          </p>
        ))}
      </section>
      {lines.length === 0 ? null : (
        <div className="view-charts">
          <Chart
            title="用量构成"
            {...(same.length < series.length ? { note: `只画单位为 ${unit} 的表计` } : {})}
            option={stacked(
              lines.map(({ t }) => t),
              same.map((one) => ({ name: one.Name, of: new Map(one.Points.map(({ t, u }) => [t, u])) })),
              unit,
            )}
            table={table}
          />
        </div>
      )}
    </>
  );
};

const endOf = (t: string): string => {
  if (t.length === 7)
    return new Date(Date.UTC(Number(t.slice(0, 4)), Number(t.slice(5, 7)), 0)).toISOString().slice(0, 10);
  return new Date(Date.parse(`${t}T00:00:00Z`) + 6 * 86_400_000).toISOString().slice(0, 10);
};

/** 抄表台账: any meters over any time; every figure leads to its readings and their versions. */
const OneLedger = ({ filters, setFilters }: Shown): ReactElement => {
  const [usual] = useState(usualDays);
  const [day, setDay] = useState<ReadingsOf | null>(null);
  const [cutting, setCutting] = useState(false);
  const project = useReportProject(filters);
  const grain = LEDGER_GRAINS.find((one) => one === filters['grain']) ?? '日';
  const register = REGISTER_OPTIONS.find(({ value }) => value === filters['register'])?.value ?? 'total';
  const meters = (filters['DeviceId'] ?? '').split(',').filter((id) => /^\d+$/.test(id));
  const heat = useHeatUnit(filters);
  const ask = {
    ProjectCode: project,
    DeviceIds: meters,
    CategoryCode: meters.length === 0 ? (filters['Category'] ?? null) : null,
    From: filters['from'] ?? usual.from,
    To: filters['to'] ?? usual.to,
    Grain: grain,
    Register: register,
    AsOf: filters['asOf'] ?? null,
  };
  const ledger = useQuery({
    queryKey: ['energy-report', 'ledger', ask],
    queryFn: ({ signal }) => callApi(ledgerSeries, ask, { signal }),
    select: (of) => ledgerInUnit(of, heat),
    enabled: project !== '',
    placeholderData: keepPreviousData,
  });
  const data = project === '' ? undefined : ledger.data;
  return (
    <>
      <ReportPage
        title="项目数据报表"
        idle="抄表台账：任意表、任意期的读数与用量明细，供对账与审计"
        screen={SCREEN}
        project={project}
        ask={{ Kind: 'ledger', ...ask, HeatUnit: heat }}
        report={ledger}
        onProject={(ProjectCode) => setFilters({ ProjectCode, DeviceId: null, Category: null })}
        filters={
          <>
            <ReportSpan picker="date" from={ask.From} to={ask.To} onChange={setFilters} />
            <ChoiceFilter
              label="粒度"
              value={grain}
              options={LEDGER_GRAINS}
              onChange={(value) => setFilters({ grain: value })}
            />
            <ChoiceFilter
              label="示数项"
              value={register}
              options={REGISTER_OPTIONS}
              onChange={(value) => setFilters({ register: value })}
            />
            <ChoiceFilter
              label="取值"
              value={SHOWN.find((one) => one === filters['show'])}
              options={SHOWN}
              onChange={(show) => setFilters({ show })}
            />
            <HeatUnit unit={heat} onChange={setFilters} />
            <MomentPicker
              kind="datetime"
              value={filters['asOf'] ?? null}
              placeholder="数据版本时刻"
              aria={{ 'aria-label': '数据版本时刻' }}
              onChange={(asOf) => setFilters({ asOf })}
            />
            <Button disabled={project === ''} onClick={() => setCutting(true)}>
              截账读数
            </Button>
            <BesideButton project={project} onPick={(beside) => setFilters({ beside, grain: null, DeviceId: null })} />
          </>
        }
      >
        {(of) => (
          <div className="split">
            <LedgerMeters
              meters={of.Meters}
              chosen={of.Series.map(({ DeviceId }) => DeviceId)}
              onChoose={(ids) => setFilters({ DeviceId: ids.join(','), Category: null })}
            />
            <div className="split-main">
              <Body
                ledger={of}
                show={filters['show']}
                onDay={setDay}
                onSpan={(meter, t) =>
                  setFilters({
                    DeviceId: meter,
                    Category: null,
                    from: t.length === 7 ? `${t}-01` : t,
                    to: endOf(t),
                    grain: '日',
                  })
                }
              />
            </div>
          </div>
        )}
      </ReportPage>
      {day === null || data === undefined ? null : (
        <Readings project={project} of={day} register={register} onClose={() => setDay(null)} />
      )}
      {cutting ? <CutReadings project={project} onClose={() => setCutting(false)} /> : null}
    </>
  );
};

/** 项目数据报表: the meters of one project, or several projects beside each other. */
const LedgerPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [usual] = useState(usualDays);
  const codes = besideOf(filters);
  if (codes === null) return <OneLedger filters={filters} setFilters={setFilters} />;
  const span = { from: filters['from'] ?? usual.from, to: filters['to'] ?? usual.to };
  return <BesideLedger screen={SCREEN} codes={codes} filters={filters} span={span} setFilters={setFilters} />;
};

export default LedgerPage;
