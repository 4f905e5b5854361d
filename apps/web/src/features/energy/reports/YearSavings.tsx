import { type InputOf, reportYearSavings, type YearSaving } from '@hengneng/contracts';
import { formatQuantity } from '@hengneng/energy/units';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../../lib/api.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { canOpen } from '../../../lib/permission.ts';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { Money } from '../../../ui/Money.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { Complete, signedDecimal } from './common.tsx';

const COMPARE = '/operationContent/energyConsume/comparedSelf';
const COMPARE_SCREEN = 'operationContent.energyConsume.comparedSelf';

/** A figure, or a dash and on hover why there is none. */
const Figure = ({
  row,
  value,
  places = 0,
  reason = row.Reason,
}: {
  readonly row: YearSaving;
  readonly value: number | null;
  readonly places?: number;
  readonly reason?: string | null;
}): ReactElement => (
  <span title={value === null ? (reason ?? undefined) : undefined}>
    {signedDecimal(value?.toFixed(places) ?? null, places)}
  </span>
);

const columnsOf = (money: boolean): readonly DataColumn<YearSaving>[] => [
  { key: 'ProjectName', head: '项目' },
  { key: 'Name', head: '措施', show: (row) => `${row.Name}（${row.NodeName}）` },
  { key: 'base', head: '基线期', show: (row) => `${row.BaseFrom} 至 ${row.BaseTo}` },
  {
    key: 'Model',
    head: '模型',
    show: (row) => (
      <>
        {row.Model} <Tag tone={row.Qualified ? 'good' : 'warn'}>{row.Qualified ? '合格' : '未达标'}</Tag>
      </>
    ),
  },
  { key: 'CvRmse', head: 'CV(RMSE)', unit: '%', number: true, show: (row) => row.CvRmse.toFixed(1) },
  { key: 'Nmbe', head: 'NMBE', unit: '%', number: true, show: (row) => row.Nmbe.toFixed(1) },
  { key: 'report', head: '报告期', show: (row) => (row.From === '' ? '—' : `${row.From} 至 ${row.To}`) },
  { key: 'Unit', head: '单位' },
  { key: 'Expected', head: '报告期基线能耗', number: true, show: (row) => <Figure row={row} value={row.Expected} /> },
  { key: 'Actual', head: '实际', number: true, show: (row) => <Figure row={row} value={row.Actual} /> },
  { key: 'NonRoutine', head: '非常规调整', number: true, show: (row) => <Figure row={row} value={row.NonRoutine} /> },
  {
    key: 'Saved',
    head: '节能量',
    number: true,
    hint: '报告期条件下的基线能耗 − 实际 ± 非常规调整；± 后为 90% 置信的不确定度',
    show: (row) => (
      <>
        <Figure row={row} value={row.Saved} />
        {row.Uncertainty === null ? null : <small> ±{formatDecimal(row.Uncertainty.toFixed(0), 0)}</small>}
      </>
    ),
  },
  {
    key: 'SavedPercent',
    head: '节能率',
    unit: '%',
    number: true,
    show: (row) => <Figure row={row} value={row.SavedPercent} places={1} />,
  },
  ...(money
    ? [
        {
          key: 'Money',
          head: '节约费用',
          unit: '元',
          number: true,
          hint: '节能量 × 报告期各月该能源的平均单价',
          show: (row) =>
            row.Money == null ? <span title={row.MoneyReason ?? undefined}>—</span> : <Money value={row.Money} />,
        } satisfies DataColumn<YearSaving>,
      ]
    : []),
  { key: 'Tce', head: '折标煤', unit: 'tce', number: true, show: (row) => formatQuantity(row.Tce, 'coal') },
  {
    key: 'TCo2',
    head: '折碳',
    unit: 'tCO₂',
    number: true,
    hint: '各月用当年的因子',
    show: (row) => formatQuantity(row.TCo2, 'coal'),
  },
  { key: 'Complete', head: '完整率', number: true, show: (row) => <Complete value={row.Complete} /> },
];

/** 节能量: against every baseline that stands, of the days of the year after it. */
export const YearSavings = ({
  ask,
  project,
}: {
  readonly ask: InputOf<typeof reportYearSavings>;
  readonly project: string | null;
}): ReactElement => {
  const savings = useQuery({
    queryKey: ['energy-report', 'year-savings', ask],
    queryFn: ({ signal }) => callApi(reportYearSavings, ask, { signal }),
    placeholderData: keepPreviousData,
  });
  const { data } = savings;
  const notes = data?.rows.flatMap((row) => row.Notes.map((words) => `${row.Name}：${words}`)) ?? [];
  const toBaseline = canOpen(COMPARE_SCREEN) ? (
    <Link
      to={`${COMPARE}?${new URLSearchParams({ ...(project === null ? {} : { ProjectCode: project }), tab: 'baseline' })}`}
    >
      建立或查看基线
    </Link>
  ) : null;
  return (
    <section className="surface report-part" aria-label="节能量">
      <header>
        <h2>节能量</h2>
        {toBaseline}
      </header>
      {savings.error ? (
        <ErrorRetry error={savings.error} onRetry={() => void savings.refetch()} />
      ) : data === undefined ? (
        <SkeletonDelay rows={3} />
      ) : (
        <>
          {data.rows.length === 0 ? null : (
            <DataTable
              label="节能量"
              columns={columnsOf(data.rows.some((row) => row.Money !== undefined))}
              rows={data.rows}
              rowKey={(row) => row.BaselineId}
            />
          )}
          {notes.map((words) => (
            <p key={words} className="note">
              {words}
            </p>
          ))}
          {data.without.length === 0 ? null : (
            <p className="note">
              没有节能验证基线，不给节能量：
              {data.without.length > 8
                ? `${data.without.length} 个项目`
                : data.without.map(({ ProjectName }) => ProjectName).join('、')}
            </p>
          )}
        </>
      )}
    </section>
  );
};
