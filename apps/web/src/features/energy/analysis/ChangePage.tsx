import {
  CHANGE_BASES,
  CHANGE_MEASURES,
  CHANGE_PLACES,
  changeExport,
  type ChangeMeasure,
  type ChangeReport,
  nhMessage,
} from '@hengneng/contracts';
import { decimal, shortCodeOf, thousands } from '@hengneng/core';
import { shownDifference } from '@hengneng/energy/explain';
import { NO_VALUE } from '@hengneng/energy/units';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '../../../lib/api.ts';
import { can, canOpen } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { Complete, rate, ReportPage, ReportSpan, shareText, useReportProject } from '../reports/common.tsx';
import { ReportNotes } from '../reports/Notes.tsx';
import { causes, dayDifferences } from './pictures.ts';
import { usualSpan } from './span.ts';
import './analysis.css';

const PATH = '/operationContent/stateMents/varyStateMents';
const SCREEN = 'operationContent.stateMents.varyStateMents';
/** Where a day's figures stand, the first of them that the person may open. */
const DAYS = ['/operationContent/stateMents/dayStateMents', '/operationContent/stateMents/dayStateMentsNew'];
const NOTES = 'energy-change';

const placesOf = (unit: string): number => CHANGE_PLACES[unit] ?? 0;
const amountIn = (unit: string, value: number | null): string =>
  value === null ? NO_VALUE : thousands(decimal(value, placesOf(unit)) ?? NO_VALUE);
const signed = (unit: string, value: number | null): string => {
  const text = amountIn(unit, value === null ? null : Math.abs(value));
  return value === null || Number(text) === 0 ? text : `${value < 0 ? '−' : '+'}${text}`;
};

type Item = ChangeReport['Items'][number];
type Day = ChangeReport['Days'][number];

const itemColumns = (unit: string): readonly DataColumn<Item>[] => [
  { key: 'Factor', head: '因素' },
  { key: 'Amount', head: '影响量', unit, number: true, show: (row) => signed(unit, row.Amount) },
  { key: 'Share', head: '占变化', number: true, show: (row) => rate(row.Share) },
  { key: 'Basis', head: '依据', show: (row) => <span className="analysis-words">{row.Basis}</span> },
];
const dayColumns = (unit: string): readonly DataColumn<Day>[] => [
  { key: 'Day', head: '本期日' },
  { key: 'BaseDay', head: '对比日' },
  { key: 'Now', head: '本期', unit, number: true, show: (row) => amountIn(unit, row.Now) },
  { key: 'Base', head: '对比期', unit, number: true, show: (row) => amountIn(unit, row.Base) },
  { key: 'Difference', head: '差异', unit, number: true, show: (row) => signed(unit, row.Difference) },
];

/** 「本期比去年同期多用 1,234 kgce，其中气温 +800 …」 */
const sentence = ({ Now, Base, Unit, Items }: ChangeReport): string => {
  if (Now === null || Base === null) return '';
  const change = shownDifference(Now, Base, placesOf(Unit));
  const most = Items.filter(({ Amount }) => Math.abs(Amount) >= 0.5 * 10 ** -placesOf(Unit))
    .toSorted((a, b) => Math.abs(b.Amount) - Math.abs(a.Amount))
    .slice(0, 3);
  const percent = Base === 0 ? '' : `（${rate(((Now - Base) / Base) * 100)}）`;
  return `本期 ${amountIn(Unit, Now)} ${Unit}，对比期 ${amountIn(Unit, Base)} ${Unit}，${change < 0 ? '少' : '多'}${Unit === '元' ? '花' : '用'} ${amountIn(Unit, Math.abs(change))} ${Unit}${percent}${most.length === 0 ? '' : `；主要来自${most.map(({ Factor, Amount }) => `${Factor} ${signed(Unit, Amount)}`).join('、')}`}`;
};

const Said = ({ report, project }: { readonly report: ChangeReport; readonly project: string }): ReactElement => {
  const { Period: now, BasePeriod: base } = report;
  return (
    <ReportNotes
      notes={report.Said}
      place={{ Screen: PATH, ProjectCode: project, Period: `${now.from}~${now.to}/${base.from}~${base.to}` }}
      renews={[NOTES]}
      editable={can(SCREEN, 'edit')}
    />
  );
};

const Body = ({ report, project }: { readonly report: ChangeReport; readonly project: string }): ReactElement => {
  const navigate = useNavigate();
  const days = DAYS.find((path) => canOpen(shortCodeOf(path)));
  if (report.Now === null || report.Base === null)
    return (
      <section className="surface">
        <EmptyHint text="两期中至少有一期没有数据，无法比较" />
        {report.Notes.map((note) => (
          <p key={note} className="note">
            {note}
          </p>
        ))}
      </section>
    );
  const table = (
    <DataTable label="分解表" columns={itemColumns(report.Unit)} rows={report.Items} rowKey={(row) => row.Factor} />
  );
  return (
    <>
      <section className={`surface report-part${report.Doubtful ? ' analysis-doubtful' : ''}`} aria-label="分解表">
        <p className="analysis-total">{sentence(report)}</p>
        {table}
        <p className="report-quality">
          完整率 本期 <Complete value={report.Complete} />
          ，对比期 <Complete value={report.BaseComplete} />
          ；估算占比 本期 {shareText(report.Estimated)}，对比期 {shareText(report.BaseEstimated)}
          {report.Doubtful ? <em>仅供参考</em> : null}
        </p>
        {report.Notes.map((note) => (
          <p key={note} className="note">
            {note}
          </p>
        ))}
      </section>
      <div className="view-charts">
        <Chart title={report.Doubtful ? '变化分解（仅供参考）' : '变化分解'} option={causes(report)} table={table} />
        <Chart
          title="逐日差异"
          note={days === undefined ? undefined : '按一格看那天的日报'}
          height={Math.max(260, 60 + Math.ceil(report.Days.length / 7) * 24)}
          option={dayDifferences(report)}
          table={
            <DataTable
              label="逐日差异"
              columns={dayColumns(report.Unit)}
              rows={report.Days}
              rowKey={(row) => row.Day}
            />
          }
          {...(days === undefined
            ? {}
            : {
                onPick: (day: string) =>
                  void navigate(
                    `${days}?${new URLSearchParams({ ProjectCode: project, Date: day, from: day, to: day })}`,
                  ),
              })}
        />
      </div>
      <Said key={`${report.Period.from} ${report.BasePeriod.from}`} report={report} project={project} />
    </>
  );
};

/** 变化报表: what weather, efficiency and the rest did to what was used. */
const ChangePage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [usual] = useState(() => usualSpan());
  const project = useReportProject(filters);
  const from = filters['from'] ?? usual.from;
  const to = filters['to'] ?? usual.to;
  const base = filters['base'] ?? 'yoy';
  const measure = filters['measure'] ?? 'coal';
  const ask = {
    ProjectCode: project,
    Period: { from, to },
    Base: base in CHANGE_BASES ? base : 'yoy',
    Measure: measure in CHANGE_MEASURES ? (measure as ChangeMeasure) : 'coal',
    ...(base === 'custom' ? { BasePeriod: { from: filters['baseFrom'] ?? from, to: filters['baseTo'] ?? to } } : {}),
  };
  const report = useQuery({
    queryKey: [NOTES, ask],
    // What the server says of a period is what the page asked for.
    queryFn: async ({ signal }) => (await callApi(nhMessage, ask, { signal })) as ChangeReport,
    enabled: project !== '',
    placeholderData: keepPreviousData,
  });
  return (
    <ReportPage
      title="变化报表"
      idle="把本期比对比期多用或少用的量拆成气温、能效等原因"
      screen={SCREEN}
      project={project}
      ask={ask}
      taken={{ path: changeExport.path, name: '变化报表.xlsx' }}
      report={report}
      onProject={(ProjectCode) => setFilters({ ProjectCode })}
      filters={
        <>
          <ReportSpan picker="date" from={from} to={to} onChange={setFilters} />
          <ChoiceFilter
            label="对比期"
            className="filter-narrow"
            value={ask.Base}
            options={Object.entries(CHANGE_BASES).map(([value, label]) => ({ value, label }))}
            onChange={(next) => setFilters({ base: next })}
          />
          {base === 'custom' ? (
            <ReportSpan
              id="base-span"
              label="对比期"
              picker="date"
              from={filters['baseFrom'] ?? from}
              to={filters['baseTo'] ?? to}
              onChange={(span) => setFilters({ baseFrom: span.from, baseTo: span.to })}
            />
          ) : null}
          <ChoiceFilter
            label="看"
            value={ask.Measure}
            options={Object.entries(CHANGE_MEASURES)
              .filter(([value]) => value !== 'cost' || report.data?.MayCost === true)
              .map(([value, label]) => ({ value, label }))}
            onChange={(next) => setFilters({ measure: next })}
          />
        </>
      }
    >
      {(data) => <Body report={data} project={project} />}
    </ReportPage>
  );
};

export default ChangePage;
