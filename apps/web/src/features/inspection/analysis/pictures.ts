/** What the pictures of the analyses show, from the rows that the server answers. */
import type { Cells } from '@hengneng/contracts';
import type { EChartsOption } from 'echarts';

const number = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : Number(text);

const GRID = {
  left: 8,
  right: 16,
  top: 38,
  bottom: 8,
  outerBoundsMode: 'same',
  outerBoundsContain: 'axisLabel',
} as const;
/** Low is bad: from red over yellow to the colour of the product. */
const RATE_COLOURS = ['#c0504d', '#e9c46a', '#0f5c66'];
const FAIL_COLOURS = ['#e3eff0', '#e9c46a', '#c0504d'];

/** A rate for each place of a grid, told by its colour; a dash where there is none. */
const ratePicture = (
  rows: readonly Cells[],
  grid: Pick<EChartsOption, 'xAxis' | 'yAxis'>,
  colours: readonly string[],
  placeOf: (row: Cells) => { readonly name: string; readonly x: number; readonly y: number },
): EChartsOption => ({
  ...grid,
  tooltip: {
    formatter: (of) =>
      Array.isArray(of) ? '' : `${of.name}：${String(Array.isArray(of.value) ? of.value[2] : '—')} %`,
  },
  grid: { ...GRID, bottom: 48 },
  visualMap: {
    min: 0,
    max: 100,
    orient: 'horizontal',
    left: 'center',
    bottom: 0,
    itemHeight: 120,
    itemWidth: 12,
    text: ['100%', '0%'],
    inRange: { color: [...colours] },
  },
  series: [
    {
      type: 'heatmap',
      data: rows.map((row) => {
        const { name, x, y } = placeOf(row);
        return { name, value: [x, y, number(row['rate']) ?? '-'] };
      }),
    },
  ],
});

/** Days of each month in a row; the colour is the rate. */
export const calendarPicture = (rows: readonly Cells[]): EChartsOption => {
  const months = [...new Set(rows.map((row) => (row['day'] ?? '').slice(0, 7)))].sort();
  return ratePicture(
    rows,
    {
      xAxis: {
        type: 'category',
        data: Array.from({ length: 31 }, (_, at) => String(at + 1)),
        splitArea: { show: true },
      },
      yAxis: { type: 'category', data: months, inverse: true },
    },
    RATE_COLOURS,
    ({ day }) => ({ name: day ?? '', x: Number((day ?? '').slice(8)) - 1, y: months.indexOf((day ?? '').slice(0, 7)) }),
  );
};

export const trendPicture = (rows: readonly Cells[]): EChartsOption => ({
  tooltip: { trigger: 'axis' },
  legend: { type: 'scroll', top: 0, right: 8 },
  grid: GRID,
  xAxis: { type: 'category', data: rows.map((row) => row['day'] ?? '') },
  yAxis: { type: 'value', name: '%', max: 100 },
  series: [
    { name: '得分率', type: 'line', connectNulls: true, data: rows.map((row) => number(row['rate'])) },
    {
      name: '区域均值',
      type: 'line',
      connectNulls: true,
      lineStyle: { type: 'dashed' },
      data: rows.map((row) => number(row['areaRate'])),
    },
  ],
});

/** Readings of one item of one point with the limits of their day. */
export const parameterPicture = (rows: readonly Cells[]): EChartsOption => {
  const line = (name: string, key: string, dashed: boolean) => ({
    name,
    type: 'line' as const,
    symbol: dashed ? 'none' : 'circle',
    ...(dashed ? { lineStyle: { type: 'dashed' as const }, step: 'end' as const } : {}),
    data: rows.map((row) => number(row[key])),
  });
  return {
    tooltip: { trigger: 'axis' },
    legend: { type: 'scroll', top: 0, right: 8 },
    grid: GRID,
    xAxis: { type: 'category', data: rows.map((row) => (row['at'] ?? '').slice(5, 16).replace('T', ' ')) },
    yAxis: { type: 'value', name: rows[0]?.['unit'] ?? '', scale: true },
    series: [line('实测', 'value', false), line('上限', 'upper', true), line('下限', 'lower', true)],
  };
};

/** What fails most, and how much of all it makes together with what stands before it. */
export const paretoPicture = (rows: readonly Cells[]): EChartsOption => ({
  tooltip: { trigger: 'axis' },
  legend: { top: 0, right: 8 },
  grid: GRID,
  xAxis: {
    type: 'category',
    data: rows.map((row) => row['item'] ?? ''),
    axisLabel: { interval: 0, rotate: 35 },
  },
  yAxis: [
    { type: 'value', name: '次', minInterval: 1 },
    { type: 'value', name: '%', max: 100, splitLine: { show: false } },
  ],
  series: [
    { name: '次数', type: 'bar', barMaxWidth: 36, data: rows.map((row) => number(row['failed'])) },
    { name: '累计占比', type: 'line', yAxisIndex: 1, data: rows.map((row) => number(row['share'])) },
  ],
});

export const heatPicture = (rows: readonly Cells[], areas: readonly string[]): EChartsOption => {
  const projects = [...new Set(rows.map((row) => row['projectName'] ?? ''))];
  return ratePicture(
    rows,
    {
      xAxis: { type: 'category', data: [...areas], axisLabel: { interval: 0, rotate: 35 } },
      yAxis: { type: 'category', data: projects, inverse: true, axisLabel: { width: 120, overflow: 'truncate' } },
    },
    FAIL_COLOURS,
    ({ projectName, area }) => ({
      name: `${projectName ?? ''} ${area ?? ''}`,
      x: areas.indexOf(area ?? ''),
      y: projects.indexOf(projectName ?? ''),
    }),
  );
};
