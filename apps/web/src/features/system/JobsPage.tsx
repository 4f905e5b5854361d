import { jobBoard, type JobRow } from '@hengneng/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { EChartsOption } from 'echarts';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../lib/api.ts';
import { counted } from '../../lib/counted.ts';
import { useLive } from '../../lib/live.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { type CardColumn, CardTable } from '../../ui/CardTable.tsx';
import { Chart } from '../../ui/chart/Chart.tsx';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Queues } from './jobs/Queues.tsx';
import { Runs } from './jobs/Runs.tsx';
import { Schedules } from './jobs/Schedules.tsx';
import './system-pages.css';

// Words, because people read the address, too.
const VIEWS = ['定时任务', '队列', '运行中', '失败', '历史'] as const;
type View = (typeof VIEWS)[number];
/** Views of the runs, and in which state those are that they show; all of them in the last. */
const ONLY: Readonly<Partial<Record<View, JobRow['State'] | null>>> = { 运行中: '运行', 失败: '失败', 历史: null };
/** Names in the address that mean something among runs only. */
const OF_RUNS = ['name', 'kind', 'state', 'from', 'to'] as const;
const EVERY_MS = 30_000;

interface Hour {
  readonly Hour: string;
  readonly Done: number;
  readonly Failed: number;
}

const HOURS: readonly CardColumn<Hour>[] = [
  { key: 'hour', head: '小时', main: true, show: ({ Hour: hour }) => hour },
  { key: 'done', head: '完成', unit: '个', number: true, show: ({ Done }) => counted(Done) },
  { key: 'failed', head: '失败', unit: '个', number: true, show: ({ Failed }) => counted(Failed) },
];

const optionOf = (hours: readonly Hour[]): EChartsOption => ({
  tooltip: { trigger: 'axis' },
  legend: { top: 0 },
  grid: { left: 8, right: 8, top: 48, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
  xAxis: { type: 'category', data: hours.map((one) => one.Hour) },
  yAxis: { type: 'value', name: '个', minInterval: 1 },
  series: [
    { type: 'line', name: '完成', data: hours.map((one) => one.Done) },
    { type: 'line', name: '失败', data: hours.map((one) => one.Failed) },
  ],
});

/** Work by the clock and in queues: what is due, what waits, what failed. */
const JobsPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const view = VIEWS.find((one) => one === filters.view) ?? '定时任务';
  const only = ONLY[view];
  const { data, error, refetch } = useQuery({
    queryKey: ['jobs', 'board'],
    queryFn: ({ signal }) => callApi(jobBoard, {}, { signal }),
    refetchInterval: EVERY_MS,
    staleTime: 0,
  });
  const client = useQueryClient();
  // What begins, goes on or ends shows at once; times until the next and waiting times go on by themselves.
  useLive(['job'], () => client.invalidateQueries({ queryKey: ['jobs'] }));
  // Each leads to the runs that it counts.
  const figures: readonly (readonly [string, JobRow['State'], number | undefined, boolean?])[] = [
    ['排队', '排队', data?.waiting],
    ['运行', '运行', data?.active],
    ['近 24 小时失败', '失败', data?.failed, (data?.failed ?? 0) > 0],
    ['今日完成', '成功', data?.finished],
  ];
  return (
    <>
      <PageHeader title="后台任务" note="开始、进度和结果即时更新；失败的任务自动重试，最多 5 次" />
      <dl className="cards view-figures system-figures" aria-busy={data === undefined}>
        {figures.map(([label, state, value, bad]) => (
          <div key={label} className={bad ? 'figure figure-bad' : 'figure'}>
            <dt>{label}</dt>
            <dd>
              {value === undefined ? (
                '—'
              ) : (
                <Link to={`/system/jobs?view=历史&state=${state}`} aria-label={`${label} ${counted(value)} 个`}>
                  {counted(value)}
                </Link>
              )}
              <small>个</small>
            </dd>
          </div>
        ))}
      </dl>
      <CountTabs<View>
        prefix="jobs"
        label="后台任务"
        chosen={view}
        onChoose={(next) =>
          setFilters({
            view: next === '定时任务' ? null : next,
            ...Object.fromEntries(OF_RUNS.map((name) => [name, null])),
          })
        }
        tabs={VIEWS.map((key) => ({ key, label: key }))}
      />
      <div className="system-panel" id="jobs-panel" role="tabpanel" aria-labelledby={`jobs-${view}`}>
        {error ? <ErrorRetry error={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <SkeletonDelay rows={8} /> : null}
        {data && view === '定时任务' ? <Schedules rows={data.rows.filter((row) => row.Cron !== null)} /> : null}
        {data && view === '队列' ? (
          <>
            <Chart
              title="近 24 小时吞吐"
              option={optionOf(data.hours)}
              table={<CardTable label="近 24 小时吞吐" columns={HOURS} rows={data.hours} rowKey={(one) => one.Hour} />}
            />
            <Queues rows={data.rows} />
          </>
        ) : null}
        {data && only !== undefined ? (
          <Runs
            key={view}
            only={only}
            filters={filters}
            onFilter={setFilters}
            names={data.rows.map(({ Name, Title }) => ({ value: Name, label: Title }))}
          />
        ) : null}
      </div>
    </>
  );
};

export default JobsPage;
