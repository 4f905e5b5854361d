/** 近 30 天供能与能耗: what all projects that one sees gave off each day, and what that took. */
import { type OutputOf, screenDays } from '@hengneng/contracts';
import { formatQuantity } from '@hengneng/energy/units';
import { useQuery } from '@tanstack/react-query';
import type { EChartsOption } from 'echarts';
import type { ReactElement } from 'react';
import { callApi } from '../../lib/api.ts';
import { type CardColumn, CardTable } from '../../ui/CardTable.tsx';
import { Chart } from '../../ui/chart/Chart.tsx';
import { EmptyHint } from '../../ui/feedback.tsx';
import { Complete } from '../energy/reports/quality.tsx';
import { Block } from './Block.tsx';
import { STALE_MS, WHOLE_FROM } from './energies.ts';
import { Handle } from './place.tsx';

const TITLE = '近 30 天供能与能耗';

type Row = OutputOf<typeof screenDays>['rows'][number];

const heatOf = ({ CoolHeat }: Row): number | null => (CoolHeat === null ? null : Number(CoolHeat));

const coal = (value: number | null): string =>
  value === null ? '—' : value.toLocaleString('zh-CN', { maximumFractionDigits: 0 });

const COLUMNS: readonly CardColumn<Row>[] = [
  { key: 'day', head: '日期', main: true, show: ({ Day }) => Day },
  { key: 'heat', head: '供能量', unit: 'kWh', number: true, show: (row) => formatQuantity(heatOf(row), 'heat') },
  { key: 'coal', head: '折标煤', unit: 'kgce', number: true, show: ({ Kgce }) => coal(Kgce) },
  { key: 'complete', head: '数据完整率', number: true, show: ({ Complete: value }) => <Complete value={value} /> },
];

const optionOf = (rows: readonly Row[]): EChartsOption => ({
  tooltip: { trigger: 'axis' },
  legend: { top: 0 },
  grid: { left: 8, right: 8, top: 56, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
  xAxis: { type: 'category', data: rows.map(({ Day }) => Day.slice(5)) },
  yAxis: [
    { type: 'value', name: 'kWh', nameTextStyle: { align: 'left' } },
    { type: 'value', name: 'kgce', nameTextStyle: { align: 'right' }, splitLine: { show: false } },
  ],
  series: [
    { type: 'line', name: '供能量（kWh）', symbolSize: 5, data: rows.map((row) => heatOf(row) ?? '-') },
    { type: 'line', name: '折标煤（kgce）', symbolSize: 5, yAxisIndex: 1, data: rows.map(({ Kgce }) => Kgce ?? '-') },
  ],
});

/** A line that falls because readings are missing must not read as saving. */
const noteOf = ({ ProjectCount, rows }: OutputOf<typeof screenDays>): string => {
  const poor = rows.filter(({ Complete: value }) => value !== null && value < WHOLE_FROM).length;
  return [
    `${ProjectCount} 个项目合计`,
    ...(poor === 0 ? [] : [`${poor} 天数据完整率低于 ${WHOLE_FROM}%，当天的数偏低，「看数」可见是哪几天`]),
  ].join('；');
};

export const Trend = (): ReactElement => {
  const { data, error, refetch } = useQuery({
    queryKey: ['workbench-days'],
    queryFn: ({ signal }) => callApi(screenDays, {}, { signal }),
    staleTime: STALE_MS,
  });
  const isKnown = data?.rows.some((row) => heatOf(row) !== null || row.Kgce !== null) === true;
  if (error || data === undefined || !isKnown)
    return (
      <Block title={TITLE} loading={data === undefined} error={error} onRetry={() => void refetch()}>
        <EmptyHint text={data?.ProjectCount === 0 ? '您还没有关联项目' : '近 30 天没有表计数据'} />
      </Block>
    );
  return (
    <Chart
      screenOnly
      title={TITLE}
      lead={<Handle />}
      option={optionOf(data.rows)}
      note={noteOf(data)}
      table={<CardTable label={TITLE} columns={COLUMNS} rows={data.rows.toReversed()} rowKey={({ Day }) => Day} />}
    />
  );
};
