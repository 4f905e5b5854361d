/** What the reports of energy share: whose they are, how figures are written, how well they are known. */
import { reportExport } from '@hengneng/contracts';
import { formatHeatIn, formatQuantity, type QuantityName } from '@hengneng/energy/units';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button, Grid } from 'antd';
import { lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { download } from '../../../lib/download.ts';
import { formatDateTime, formatDecimal } from '../../../lib/format.ts';
import { can, canOpen } from '../../../lib/permission.ts';
import type { Filters } from '../../../lib/useUrlFilters.ts';
import type { DataColumn } from '../../../ui/DataTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { lastProject } from '../last-project.ts';
import { ProjectFilter } from '../ProjectFilter.tsx';
import { Complete, shareText } from './quality.tsx';
import './reports.css';

export { Compared, Complete, shareText } from './quality.tsx';

// Calendars weigh more than the rest of the filters together.
const MomentRange = lazy(() => import('../../../engine/list/MomentRange.tsx'));

/** The project of the address, else the one that was looked at last. */
export const useReportProject = (filters: Filters): string => {
  const [kept] = useState(lastProject);
  return filters['ProjectCode'] ?? kept;
};

const QUANTITY: Readonly<Record<string, QuantityName>> = {
  elec: 'electricity',
  gas: 'gas',
  water: 'water',
  softWater: 'water',
  hotWater: 'water',
  steam: 'steam',
  cooling: 'heat',
  heating: 'heat',
};

/** An amount of an energy, without its unit; a dash where nothing is known. @param unit that cold and heat are told in */
export const amount = (code: string, value: string | number | null | undefined, unit = 'kWh'): string => {
  const number = value === null || value === undefined ? null : Number(value);
  const quantity = QUANTITY[code] ?? 'electricity';
  return quantity === 'heat' ? formatHeatIn(number, unit) : formatQuantity(number, quantity);
};

/** A figure that may be less than nothing, with the same minus as the percents beside it. */
export const signedDecimal = (value: string | null, places: number): string =>
  formatDecimal(value, places).replace('-', '−');

/** More or less of an energy, with its sign. */
export const amountMore = (code: string, value: string | null, unit: string): string =>
  `${Number(value) > 0 ? '+' : ''}${amount(code, value, unit)}`;

export const rate = (value: number | null | undefined): string =>
  value === null || value === undefined ? '—' : `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}%`;

const LEDGER = '/operationContent/stateMents/projectDataReport';
export const LEDGER_SCREEN = 'operationContent.stateMents.projectDataReport';

/** From a figure to the meters and readings that it is the sum of; plain where that page is not open to the person. */
export const Drill = ({
  project,
  energy,
  meter,
  from,
  to = from,
  grain = '日',
  children,
}: {
  readonly project: string;
  /** Its main meters, unless one meter is named. */
  readonly energy: string;
  readonly meter?: string;
  readonly from: string;
  readonly to?: string;
  readonly grain?: '日' | '月';
  readonly children: string;
}): ReactElement => {
  if (children === '—' || !canOpen(LEDGER_SCREEN)) return <>{children}</>;
  const of: Readonly<Record<string, string>> = meter === undefined ? { Category: energy } : { DeviceId: meter };
  const query = new URLSearchParams({ ProjectCode: project, ...of, from, to, grain });
  return (
    <Link className="drill" to={`${LEDGER}?${query}`} title="看这个数由哪些表计的读数得来">
      {children}
    </Link>
  );
};

/** A figure of a month with what adjustments of earlier months brought to it. */
export const Adjusted = ({
  code,
  unit,
  by,
  children,
}: {
  readonly code: string;
  readonly unit: string;
  readonly by: string;
  readonly children: ReactNode;
}): ReactElement =>
  Number(by) === 0 ? (
    <>{children}</>
  ) : (
    <>
      {children}
      <small className="report-adjusted" title="月锁后迟到或纠错的数据，计入当时开放的月份，见该月月报的本月调整">
        含调整 {amountMore(code, by, unit)}
      </small>
    </>
  );

/** The same month a year before. */
export const yearBefore = (month: string): string => `${Number(month.slice(0, 4)) - 1}${month.slice(4)}`;

/** Yesterday in China: the last day that can be complete. */
export const yesterday = (): string => new Date(Date.now() + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10);

/** The first of the month of yesterday, and yesterday. */
export const usualDays = (): { readonly from: string; readonly to: string } => {
  const to = yesterday();
  return { from: `${to.slice(0, 8)}01`, to };
};

/** January of the year of last month, and last month. */
export const usualMonths = (): { from: string; to: string } => {
  const now = new Date(Date.now() + 8 * 3_600_000);
  const to = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
  return { from: `${to.slice(0, 4)}-01`, to };
};

interface Quality {
  readonly complete: number | null;
  readonly estimated: number | null;
}

export const QualityNote = ({ complete, estimated }: Quality): ReactElement => (
  <p className="report-quality" role="status">
    完整率 <Complete value={complete} />
    {complete !== null && complete < 95 ? <em>数据不全</em> : null}，估算占比 {shareText(estimated)}
  </p>
);

interface About {
  readonly projectName: string;
  readonly asOf: string;
  readonly pending: number;
}

/** The call that makes a workbook of what is asked for. */
interface TakenFile {
  readonly path: string;
  readonly name: string;
}
const REPORT_FILE: TakenFile = { path: reportExport.path, name: '能耗报表.xlsx' };

/** Title, what it is of, and taking it along. */
export const ReportHead = ({
  title,
  about,
  idle,
  screen,
  ask,
  taken = REPORT_FILE,
}: {
  readonly title: ReactNode;
  readonly about: About | undefined;
  /** What the page is for, as long as nothing is shown. */
  readonly idle: string;
  readonly screen: string;
  readonly ask: object | null;
  readonly taken?: TakenFile | undefined;
}): ReactElement => (
  <PageHeader
    title={title}
    note={
      about
        ? `${about.projectName}，数据截至 ${formatDateTime(about.asOf)}${about.pending > 0 ? `，${about.pending} 块表正在重算` : ''}`
        : idle
    }
    actions={
      can(screen, 'export') && ask !== null ? (
        <>
          <Button onClick={() => void download('POST', taken.path, ask, { name: taken.name })}>导出</Button>
          <Button onClick={() => print()}>打印</Button>
        </>
      ) : null
    }
  />
);

/** From one day or month to another. */
export const ReportSpan = ({
  id = 'report-span',
  label,
  picker,
  from,
  to,
  onChange,
}: {
  readonly id?: string;
  readonly label?: string;
  readonly picker: 'date' | 'month';
  readonly from: string;
  readonly to: string;
  readonly onChange: (span: { readonly from: string; readonly to: string }) => void;
}): ReactElement => {
  const narrow = Grid.useBreakpoint().md === false;
  return (
    <Suspense fallback={null}>
      <MomentRange
        id={id}
        label={label ?? (picker === 'month' ? '月份' : '日期')}
        picker={picker}
        from={from}
        to={to}
        narrow={narrow}
        onChange={(start, end) => onChange({ from: start, to: end })}
      />
    </Suspense>
  );
};

/** A report: its head, its filters, and what it says once a project is chosen. */
export const ReportPage = <R extends About>({
  title,
  idle,
  screen,
  project,
  ask,
  taken,
  report,
  onProject,
  filters,
  everybody = false,
  children,
}: {
  readonly title: ReactNode;
  /** What the page is for, as long as nothing is shown. */
  readonly idle: string;
  readonly screen: string;
  readonly project: string;
  readonly ask: object;
  /** Where its workbook is from, where it is none of the reports'. */
  readonly taken?: TakenFile;
  readonly report: UseQueryResult<R>;
  readonly onProject: (code: string | null) => void;
  readonly filters?: ReactNode;
  /** Of all projects together: none is chosen. */
  readonly everybody?: boolean;
  readonly children: (report: R) => ReactNode;
}): ReactElement => (
  <>
    <ReportHead
      title={title}
      about={report.data}
      idle={idle}
      screen={screen}
      ask={project === '' && !everybody ? null : ask}
      taken={taken}
    />
    <search className="filter-bar surface report-filter">
      {everybody ? null : <ProjectFilter project={project} onPick={(code) => onProject(code || null)} />}
      {filters}
    </search>
    {project === '' && !everybody ? (
      <section className="surface">
        <EmptyHint text="请先选择项目" />
      </section>
    ) : report.error ? (
      <ErrorRetry error={report.error} onRetry={() => void report.refetch()} />
    ) : report.data ? (
      children(report.data)
    ) : (
      <SkeletonDelay rows={10} />
    )}
  </>
);

/** How a report as it is now stands to what was signed of it, and what is in the way of signing. */
export function signedWords(
  lacks: readonly string[],
  versions: readonly { readonly Version: number; readonly SignedBy: string; readonly SignedAt: string }[],
  changed: boolean,
): string {
  const [last] = versions;
  if (last !== undefined && !changed)
    return `已签发：与第 ${last.Version} 版相同，${last.SignedBy} 于 ${formatDateTime(last.SignedAt)} 签发`;
  if (lacks.length > 0) return `未达签发条件：${lacks.join('；')}`;
  return last === undefined ? '未签发，已具备签发条件' : '签发后有变化，已具备重新签发条件';
}

/** 设计能耗 beside what was used of it, of rows that have one. */
export const designColumns = <R extends object>(
  words: (row: R) => string,
  share: (row: R) => number | null,
): readonly DataColumn<R>[] => [
  {
    key: 'design',
    head: '设计',
    number: true,
    hint: '能耗系数中的设计能耗（每 m² 一年）× 面积，按供能季的天数摊到各天；只计已过去的天',
    show: words,
  },
  {
    key: 'designShare',
    head: '占设计',
    number: true,
    hint: '用量 ÷ 设计',
    show: (row) => {
      const value = share(row);
      return value === null ? '—' : `${value.toFixed(1)}%`;
    },
  },
];

/**
 * 完整率 and 估算占比, which stand beside every total.
 * @param mean of several projects, each of which counts alike
 */
export const qualityColumns = <R extends object>(of: (row: R) => Quality, mean = false): readonly DataColumn<R>[] => [
  {
    key: 'complete',
    head: mean ? '平均完整率' : '完整率',
    number: true,
    hint: mean ? '各项目完整率的平均；完整率 = 有效读数条数 ÷ 应录条数' : '有效读数条数 ÷ 应录条数',
    show: (row) => <Complete value={of(row).complete} />,
  },
  {
    key: 'estimated',
    head: mean ? '平均估算' : '估算',
    number: true,
    hint: mean ? '各项目估算占比的平均；估算占比 = 估、补的量 ÷ 总量' : '估、补的量 ÷ 总量',
    show: (row) => shareText(of(row).estimated),
  },
];
export const QUALITY_COLUMNS = qualityColumns<Quality>((row) => row);

/** Of a row of a call. */
export const qualityOf = (row: { readonly Complete: number | null; readonly Estimated: number | null }): Quality => ({
  complete: row.Complete,
  estimated: row.Estimated,
});
