import {
  type CareRun,
  careStart,
  drillStart,
  HEALTH_RANGES,
  type HealthCard,
  healthDiagnose,
  healthExport,
  type HealthEvent,
  healthIndex,
  type HealthLevel,
  healthMetrics,
  type HealthPoint,
  type SlowQuery,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import type { EChartsOption } from 'echarts';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../lib/api.ts';
import { counted } from '../../lib/counted.ts';
import { download } from '../../lib/download.ts';
import { formatDateTime, formatMoment } from '../../lib/format.ts';
import { can, canOpen } from '../../lib/permission.ts';
import { keepPrevious } from '../../lib/query.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { type CardColumn, CardTable } from '../../ui/CardTable.tsx';
import { Chart } from '../../ui/chart/Chart.tsx';
import { useQuestions } from '../../ui/confirm.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tag, type Tone } from '../../ui/StatusTag.tsx';
import { EventDialog } from './health/EventDialog.tsx';
import { HEALTH_CODE } from './names.ts';
import './system-pages.css';

const TONE: Readonly<Record<HealthLevel, Tone>> = { 正常: 'good', 警告: 'warn', 故障: 'bad' };
const RUN_TONE: Readonly<Record<CareRun['State'], Tone>> = { 进行中: 'accent', 成功: 'good', 失败: 'bad' };
const EVERY_MS = 10_000;

/** Where more is said about a part. */
const MORE: Readonly<Record<string, readonly [code: string, path: string, words: string]>> = {
  queues: ['system.jobs', '/system/jobs', '看后台任务'],
  keys: ['system.messages', '/system/messages?view=通道', '看消息通道'],
};

const Part = ({ card }: { readonly card: HealthCard }): ReactElement => {
  const more = MORE[card.Key];
  return (
    <section className="surface health-card" aria-label={card.Title}>
      <h2>
        {card.Title} <Tag tone={TONE[card.Level]}>{card.Level}</Tag>
      </h2>
      {card.Note ? <p className="note">{card.Note}</p> : null}
      <dl>
        {card.Facts.map(({ Name, Value }) => (
          <div key={Name}>
            <dt>{Name}</dt>
            <dd>{Value}</dd>
          </div>
        ))}
      </dl>
      {more && canOpen(more[0]) ? <Link to={more[1]}>{more[2]}</Link> : null}
    </section>
  );
};

const POINTS: readonly CardColumn<HealthPoint>[] = [
  { key: 'at', head: '时间', main: true, show: ({ At }) => formatDateTime(At) },
  { key: 'requests', head: '请求数', unit: '次', number: true, show: ({ Requests }) => counted(Requests) },
  { key: 'p95', head: 'P95', unit: 'ms', number: true, show: ({ P95 }) => (P95 === null ? '—' : counted(P95)) },
  { key: 'faults', head: '错误率', unit: '%', number: true, show: ({ FaultRate }) => FaultRate ?? '—' },
];

const optionOf = (points: readonly HealthPoint[]): EChartsOption => ({
  tooltip: { trigger: 'axis' },
  legend: { top: 0 },
  grid: { left: 8, right: 8, top: 48, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
  xAxis: { type: 'category', data: points.map(({ At }) => formatDateTime(At).slice(5)) },
  yAxis: [
    { type: 'value', name: '次' },
    { type: 'value', name: 'ms' },
  ],
  series: [
    { type: 'line', name: '请求数', data: points.map((one) => one.Requests) },
    { type: 'line', name: 'P95', yAxisIndex: 1, data: points.map((one) => one.P95) },
    { type: 'line', name: '错误率（%）', yAxisIndex: 1, data: points.map((one) => one.FaultRate) },
  ],
});

const SLOW: readonly CardColumn<SlowQuery>[] = [
  { key: 'text', head: '语句（不含数据）', main: true, show: ({ Text }) => <code className="wrap">{Text}</code> },
  { key: 'times', head: '次数', number: true, show: ({ Times }) => counted(Times) },
  { key: 'worst', head: '最慢', unit: 'ms', number: true, show: ({ Worst }) => counted(Worst) },
  { key: 'last', head: '最近一次', show: ({ Last }) => formatDateTime(Last) },
];

const MB = 1024 ** 2;
const RUNS: readonly CardColumn<CareRun>[] = [
  { key: 'kind', head: '事项', main: true, show: ({ Kind }) => Kind },
  { key: 'state', head: '结果', show: ({ State }) => <Tag tone={RUN_TONE[State]}>{State}</Tag> },
  { key: 'at', head: '开始', show: ({ At }) => formatMoment(At) },
  { key: 'ended', head: '结束', show: ({ EndedAt }) => formatMoment(EndedAt) },
  { key: 'rows', head: '行数', number: true, show: ({ Rows }) => (Rows === null ? '—' : counted(Rows)) },
  {
    key: 'bytes',
    head: '大小',
    unit: 'MB',
    number: true,
    show: ({ Bytes }) => (Bytes === null ? '—' : (Bytes / MB).toFixed(1)),
  },
  { key: 'by', head: '操作人', show: ({ By }) => By },
  { key: 'summary', head: '说明', show: ({ Summary }) => <span className="wrap">{Summary || '—'}</span> },
];

/** Backing up, and trying whether a backup can be put back; for those to whom that is entrusted. */
const Care = (): ReactElement | null => {
  const questions = useQuestions();
  const backup = useWrite(careStart, { said: '已开始备份，完成后显示在记录里', renews: ['health'] });
  const drill = useWrite(drillStart, { said: '已开始演练，完成后显示在记录里', renews: ['health'] });
  if (!can(HEALTH_CODE, 'edit')) return null;
  return (
    <>
      <Button
        loading={drill.isPending}
        onClick={() =>
          void questions.confirm({
            title: '恢复演练',
            content: '把最近一次备份恢复到临时数据库，核对行数和审计链后删除，不影响正在使用的数据。',
            okText: '开始演练',
            onOk: () => drill.mutate({}),
          })
        }
      >
        恢复演练
      </Button>
      <Button
        type="primary"
        loading={backup.isPending}
        onClick={() =>
          void questions.confirm({
            title: '立即备份',
            content: '备份全部数据和附件到服务器数据目录下的 backups 文件夹，保留最近 7 份。备份期间可以照常使用。',
            okText: '开始备份',
            onOk: () => backup.mutate({ Kind: '备份' }),
          })
        }
      >
        立即备份
      </Button>
    </>
  );
};

/** What it was like: figures, what was not well, what was done about it. */
const Past = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [handling, setHandling] = useState<HealthEvent | null>(null);
  const Range = HEALTH_RANGES.find((one) => one === filters.range) ?? '24小时';
  const { data, error, refetch } = useQuery({
    queryKey: ['health', 'past', Range],
    queryFn: ({ signal }) => callApi(healthMetrics, { Range }, { signal }),
    placeholderData: keepPrevious,
    refetchInterval: EVERY_MS,
    staleTime: 0,
  });
  const events: readonly CardColumn<HealthEvent>[] = [
    { key: 'part', head: '组件', main: true, show: ({ Part: part }) => part },
    {
      key: 'level',
      head: '级别',
      show: ({ Level }) => <Tag tone={Level === '故障' ? 'bad' : 'warn'}>{Level}</Tag>,
    },
    { key: 'content', head: '内容', show: ({ Content }) => <span className="wrap">{Content || '—'}</span> },
    { key: 'at', head: '开始', show: ({ At }) => formatDateTime(At) },
    { key: 'ended', head: '恢复', show: ({ EndedAt }) => (EndedAt === null ? '未恢复' : formatDateTime(EndedAt)) },
    {
      key: 'handled',
      head: '处理',
      show: ({ HandledBy, HandledAt, Note }) =>
        HandledBy === null ? (
          '未处理'
        ) : (
          <span className="wrap">{[HandledBy, formatDateTime(HandledAt), Note].join(' · ')}</span>
        ),
    },
    ...(can(HEALTH_CODE, 'edit')
      ? [
          {
            key: 'acts',
            head: '操作',
            acts: true,
            show: (row: HealthEvent) =>
              row.HandledAt === null ? (
                <Button size="small" onClick={() => setHandling(row)}>
                  处理
                </Button>
              ) : (
                '—'
              ),
          },
        ]
      : []),
  ];
  if (error) return <ErrorRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonDelay rows={6} />;
  return (
    <>
      <div className="filter-bar surface">
        <Segmented
          aria-label="时间"
          value={Range}
          options={[...HEALTH_RANGES]}
          onChange={(range) => setFilters({ range: range === '24小时' ? null : range })}
        />
      </div>
      <section className="surface health-part" aria-label="请求与延迟">
        {data.points.length === 0 ? (
          <EmptyHint text="正在收集数据，每 5 分钟一次" />
        ) : (
          <Chart
            title="请求与延迟"
            option={optionOf(data.points)}
            table={<CardTable label="请求与延迟" columns={POINTS} rows={data.points} rowKey={({ At }) => At} />}
          />
        )}
      </section>
      <div className="action-row">
        <h2 className="panel-head">事件</h2>
        {can(HEALTH_CODE, 'download') && data.events.length > 0 ? (
          <Button
            size="small"
            onClick={() => void download('POST', healthExport.path, { Range }, { name: '运行事件.xlsx' })}
          >
            导出
          </Button>
        ) : null}
      </div>
      {data.events.length === 0 ? (
        <div className="surface">
          <EmptyHint text="这段时间没有异常" />
        </div>
      ) : (
        <CardTable label="事件" columns={events} rows={data.events} rowKey={({ Id }) => Id} />
      )}
      <h2 className="panel-head">备份与恢复演练</h2>
      {data.runs.length === 0 ? (
        <div className="surface">
          <EmptyHint
            text={
              can(HEALTH_CODE, 'edit')
                ? '还没有备份或演练'
                : '还没有备份或演练；备份须在角色权限中授予「运行状况：修改」'
            }
          />
        </div>
      ) : (
        <CardTable label="备份与恢复演练" columns={RUNS} rows={data.runs} rowKey={({ Id }) => Id} />
      )}
      <h2 className="panel-head">慢查询</h2>
      {data.slow.length === 0 ? (
        <div className="surface">
          <EmptyHint text="本次启动以来没有超过 0.5 秒的查询" />
        </div>
      ) : (
        <CardTable label="慢查询" columns={SLOW} rows={data.slow} rowKey={({ Text }) => Text} />
      )}
      {handling ? <EventDialog event={handling} onClose={() => setHandling(null)} /> : null}
    </>
  );
};

/** What the system stands on, and whether each of it is well; looked at again every ten seconds. */
const HealthPage = (): ReactElement => {
  const { data, error, refetch } = useQuery({
    queryKey: ['health', 'now'],
    queryFn: ({ signal }) => callApi(healthIndex, {}, { signal }),
    refetchInterval: EVERY_MS,
    staleTime: 0,
  });
  return (
    <>
      <PageHeader
        title="运行状况"
        tags={data ? <Tag tone={TONE[data.Level]}>{data.Level}</Tag> : null}
        note={data ? `${formatMoment(data.At)}，每 10 秒更新` : '正在收集数据'}
        actions={
          <>
            {can(HEALTH_CODE, 'download') ? (
              <Button onClick={() => void download('POST', healthDiagnose.path, {}, { name: '诊断包.zip' })}>
                导出诊断包
              </Button>
            ) : null}
            <Care />
          </>
        }
      />
      {error ? <ErrorRetry error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonDelay rows={8} /> : null}
      {data ? (
        <div className="health-cards">
          {data.Cards.map((card) => (
            <Part key={card.Key} card={card} />
          ))}
        </div>
      ) : null}
      <Past />
    </>
  );
};

export default HealthPage;
