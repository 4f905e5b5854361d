/** 补录前后: what was read, what is worked out (dashed), and how warm it was. */
import { addDays } from '@hengneng/core';
import { entryHistory, type OutputOf } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import type { EChartsOption } from 'echarts';
import type { ReactElement } from 'react';
import { callApi } from '../../../lib/api.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import type { Gap } from './gaps.ts';

type Day = OutputOf<typeof entryHistory>[number];

interface Shown {
  readonly Date: string;
  readonly Read: number | null;
  readonly Worked: number | null;
  readonly AvgTemp: number | null;
}

const AFTER_DAYS = 7;

/** @param preview what would be written, by day; it stands for what is there. */
const shownOf = (days: readonly Day[], preview: ReadonlyMap<string, number>): readonly Shown[] =>
  days.map(({ Date: day, Usage, Estimated, AvgTemp }) => {
    const worked = preview.get(day) ?? (Estimated ? Usage : null);
    return { Date: day, Read: worked === null ? Usage : null, Worked: worked, AvgTemp };
  });

const optionOf = (rows: readonly Shown[], unit: string): EChartsOption => ({
  tooltip: { trigger: 'axis' },
  legend: { type: 'scroll', top: 0 },
  grid: { left: 8, right: 8, top: 38, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
  xAxis: { type: 'category', data: rows.map((row) => row.Date.slice(5)) },
  yAxis: [
    { type: 'value', name: unit },
    { type: 'value', name: '℃', splitLine: { show: false } },
  ],
  series: [
    { type: 'line', name: `实录（${unit}）`, data: rows.map(({ Read }) => Read ?? '-') },
    {
      type: 'line',
      name: `估算（${unit}）`,
      lineStyle: { type: 'dashed' },
      data: rows.map(({ Worked }) => Worked ?? '-'),
    },
    {
      type: 'line',
      name: '室外均温（℃）',
      yAxisIndex: 1,
      showSymbol: false,
      data: rows.map(({ AvgTemp }) => AvgTemp ?? '-'),
    },
  ],
});

export const FillChart = ({
  project,
  gap,
  preview,
}: {
  readonly project: string;
  readonly gap: Gap;
  readonly preview: ReadonlyMap<string, number>;
}): ReactElement | null => {
  const ask = {
    ProjectCode: project,
    DeviceId: gap.DeviceId,
    Register: gap.Register,
    Date: addDays(gap.GapTo, AFTER_DAYS),
    Days: Math.min(92, gap.Days + 30),
  };
  const history = useQuery({
    queryKey: ['entryHistory', ask],
    queryFn: ({ signal }) => callApi(entryHistory, ask, { signal }),
  });
  if (history.data === undefined) return null;
  const rows = shownOf(history.data, preview);
  return (
    <Chart
      title="补录前后"
      height={220}
      option={optionOf(rows, gap.Unit)}
      table={
        <DataTable
          label="补录前后"
          columns={[
            { key: 'Date', head: '日期' },
            { key: 'Read', head: '实录', unit: gap.Unit, number: true },
            { key: 'Worked', head: '估算', unit: gap.Unit, number: true },
            { key: 'AvgTemp', head: '室外均温', unit: '℃', number: true },
          ]}
          rows={rows}
          rowKey={(row) => row.Date}
        />
      }
    />
  );
};
