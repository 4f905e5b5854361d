import {
  questionnaireExport,
  type QuestionnaireDetail,
  questionnaireStatistics,
  type QuestionnaireStatistics,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import type { EChartsOption } from 'echarts';
import { type ReactElement, useMemo, useState } from 'react';
import { callApi } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { can } from '../../lib/permission.ts';
import { keepPrevious } from '../../lib/query.ts';
import { FigureCards } from '../../ui/FigureCards.tsx';
import { Chart } from '../../ui/chart/Chart.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { CODE } from './code.ts';

const GRID = {
  left: 8,
  right: 12,
  top: 38,
  bottom: 8,
  outerBoundsMode: 'same',
  outerBoundsContain: 'axisLabel',
} as const;

const Table = ({
  head,
  rows,
}: {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}): ReactElement => (
  <table className="q-table">
    <thead>
      <tr>
        {head.map((text) => (
          <th key={text} scope="col">
            {text}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.join(' ')}>
          {row.map((text, at) =>
            at === 0 ? (
              <th key={head[at]} scope="row">
                {text}
              </th>
            ) : (
              <td key={head[at]}>{text}</td>
            ),
          )}
        </tr>
      ))}
    </tbody>
  </table>
);

const shown = (value: number | null, places: number, unit = ''): string =>
  value === null ? '—' : `${value.toFixed(places)}${unit}`;

const scoresOption = ({ scores }: QuestionnaireStatistics): EChartsOption => ({
  tooltip: { trigger: 'axis' },
  grid: GRID,
  xAxis: {
    type: 'category',
    data: scores.map(({ label }) => label),
    axisLabel: { interval: 0, width: 84, overflow: 'truncate', rotate: scores.length > 6 ? 30 : 0 },
  },
  yAxis: { type: 'value', name: '分', min: 0, max: 10 },
  series: [{ name: '平均分', type: 'bar', barMaxWidth: 36, data: scores.map(({ mean }) => mean) }],
});

const dailyOption = ({ daily }: QuestionnaireStatistics): EChartsOption => ({
  tooltip: { trigger: 'axis' },
  legend: { top: 0, right: 8 },
  grid: GRID,
  xAxis: { type: 'category', data: daily.map(({ day }) => day.slice(5)) },
  yAxis: [
    { type: 'value', name: '份', minInterval: 1 },
    { type: 'value', name: '%', max: 100, splitLine: { show: false } },
  ],
  series: [
    { name: '回收数', type: 'line', data: daily.map(({ n }) => n) },
    { name: '累计回收率', type: 'line', yAxisIndex: 1, data: daily.map(({ rate }) => rate) },
  ],
});

const Figures = ({ of }: { readonly of: QuestionnaireStatistics }): ReactElement => {
  const { nps } = of;
  const cards = [
    ['回收', `${of.count}`, '份'],
    ['平均满意度', shown(of.satisfaction, 2), '分'],
    [
      'NPS',
      shown(nps.nps, 1),
      nps.nps === null ? '' : `推荐${nps.promoters} 中立${nps.passives} 贬损${nps.detractors}`,
    ],
    ['回收率', shown(of.rate, 1), of.rate === null ? '' : '%'],
    ['低分答卷', `${of.low}`, '份'],
    ['用时中位数', shown(of.medianSeconds, 0), '秒'],
  ] as const;
  return <FigureCards label="数字" cards={cards} />;
};

const Question = ({
  of,
  at,
}: {
  readonly of: QuestionnaireStatistics['questions'][number];
  readonly at: number;
}): ReactElement => (
  <section className="surface q-figure" aria-label={`第${at + 1}题统计`}>
    <h3>
      {at + 1}. {of.title}
    </h3>
    <p className="q-note">
      {of.answered}份作答{of.mean === null ? '' : `，平均${of.mean.toFixed(2)}分`}
    </p>
    {of.counts.length === 0 ? null : (
      <Table
        head={['选项', '份数', '占比']}
        rows={of.counts.map(({ label, n }) => [
          label,
          String(n),
          of.answered === 0 ? '—' : `${((n * 100) / of.answered).toFixed(1)}%`,
        ])}
      />
    )}
    {of.dimensions.length === 0 ? null : (
      <Table
        head={['维度', '权重', '平均分']}
        rows={of.dimensions.map(({ label, weight, mean }) => [label, `${weight}%`, shown(mean, 2)])}
      />
    )}
    {of.texts.length === 0 ? null : (
      <ul className="q-texts">
        {of.texts.map((text, index) => (
          // The same words may have been said twice.
          <li key={index}>{text}</li>
        ))}
      </ul>
    )}
  </section>
);

/** What the answers of a version come to. */
export const StatisticsTab = ({ of }: { readonly of: QuestionnaireDetail }): ReactElement => {
  const [version, setVersion] = useState(of.version);
  const [project, setProject] = useState<string | null>(null);
  const found = useQuery({
    queryKey: ['questionnaire', 'statistics', of.Id, version, project],
    queryFn: ({ signal }) =>
      callApi(questionnaireStatistics, { Id: of.Id, version, ...(project === null ? {} : { project }) }, { signal }),
    placeholderData: keepPrevious,
  });
  const { data } = found;
  const scores = useMemo(() => (data ? scoresOption(data) : null), [data]);
  const daily = useMemo(() => (data ? dailyOption(data) : null), [data]);
  return (
    <>
      <div className="surface q-bar">
        <Select
          aria-label="版本"
          value={version}
          options={of.versions.map((one) => ({ value: one.version, label: `第${one.version}版（${one.answers}份）` }))}
          onChange={setVersion}
        />
        <Select
          aria-label="项目"
          allowClear
          placeholder="全部项目"
          value={project}
          options={of.projects.map((one) => ({ ...one }))}
          onChange={(next: string | null | undefined) => setProject(next ?? null)}
        />
        <span className="q-space" />
        {can(CODE, 'export') ? (
          <Button
            disabled={!data || data.count === 0}
            onClick={() => void download('POST', questionnaireExport.path, { Id: of.Id, version }, { name: of.title })}
          >
            导出答卷与统计
          </Button>
        ) : null}
      </div>
      {found.error ? <ErrorRetry error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? <SkeletonDelay rows={8} /> : null}
      {data && data.count === 0 ? <EmptyHint text="这一版还没有答卷" /> : null}
      {data && data.count > 0 ? (
        <>
          <Figures of={data} />
          <div className="view-charts">
            {scores && data.scores.length > 0 ? (
              <Chart
                title="各题得分（10分制）"
                option={scores}
                table={
                  <Table
                    head={['题目', '平均分']}
                    rows={data.scores.map(({ label, mean }) => [label, mean.toFixed(2)])}
                  />
                }
              />
            ) : null}
            {daily ? (
              <Chart
                title="每日回收"
                option={daily}
                table={
                  <Table
                    head={['日期', '回收数', '累计回收率']}
                    rows={data.daily.map(({ day, n, rate }) => [day, String(n), shown(rate, 1, '%')])}
                  />
                }
              />
            ) : null}
          </div>
          <div className="q-figures">
            {data.questions.map((one, at) => (
              <Question key={one.id} of={one} at={at} />
            ))}
          </div>
        </>
      ) : null}
    </>
  );
};
