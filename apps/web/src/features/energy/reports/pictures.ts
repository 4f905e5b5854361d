/** What the pictures of the reports show. */
import type { EChartsOption, SeriesOption } from 'echarts';

const GRID = {
  left: 8,
  right: 8,
  top: 50,
  bottom: 34,
  outerBoundsMode: 'same',
  outerBoundsContain: 'axisLabel',
} as const;
/** Of working days and of others. */
const LINE_COLOURS = ['#0f5c66', '#c2641a'] as const;

const number = (value: string | number | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);

interface Energy {
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly color: string;
}

/** Drawn against an axis of its own on the right. */
interface Beside<R> {
  readonly name: string;
  readonly unit: string;
  readonly of: (row: R) => number | null;
}

/** Between two axes on the right. */
const AXIS = 52;

/** Bars of energies of one unit on the left, lines of the weather, of efficiency or cost on the right, over time. */
export const overTime = <R extends { readonly used: Readonly<Record<string, string>> }>(
  rows: readonly R[],
  {
    at,
    energies,
    lines,
  }: {
    readonly at: (row: R) => string;
    readonly energies: readonly Energy[];
    readonly lines: readonly Beside<R>[];
  },
): EChartsOption => ({
  tooltip: { trigger: 'axis' },
  legend: { type: 'scroll', top: 0 },
  grid: GRID,
  dataZoom: [{ type: 'inside' }, { type: 'slider', height: 16, bottom: 4 }],
  xAxis: { type: 'category', data: rows.map(at) },
  yAxis: [
    { type: 'value', name: energies[0]?.unit ?? '' },
    ...lines.map(({ unit, name }, index) => ({
      type: 'value' as const,
      name: unit === '' ? name : unit,
      position: 'right' as const,
      offset: index * AXIS,
      scale: true,
      splitLine: { show: false },
    })),
  ],
  series: [
    ...energies.map(
      ({ code, name, unit, color }): SeriesOption => ({
        type: 'bar',
        name: `${name}（${unit}）`,
        ...(color === '' ? {} : { itemStyle: { color } }),
        data: rows.map((row) => number(row.used[code]) ?? '-'),
      }),
    ),
    ...lines.map(
      ({ name, unit, of }, index): SeriesOption => ({
        type: 'line',
        name: unit === '' ? name : `${name}（${unit}）`,
        yAxisIndex: index + 1,
        showSymbol: false,
        data: rows.map((row) => of(row) ?? '-'),
      }),
    ),
  ],
});

interface Line {
  readonly slope: number;
  readonly base: number;
  readonly r2: number;
}
/** Fewer days say nothing of how use follows the weather. */
const LEAST_DAYS = 7;

/** Least squares through points; null of too few, or where all are of one temperature. */
export function lineThrough(points: readonly (readonly [number, number])[]): Line | null {
  const n = points.length;
  if (n < LEAST_DAYS) return null;
  const mean = (of: 0 | 1): number => points.reduce((sum, point) => sum + point[of], 0) / n;
  const [x, y] = [mean(0), mean(1)];
  const over = (of: (dx: number, dy: number) => number): number =>
    points.reduce((sum, [px, py]) => sum + of(px - x, py - y), 0);
  const [xx, xy, yy] = [over((dx) => dx * dx), over((dx, dy) => dx * dy), over((_, dy) => dy * dy)];
  if (xx === 0) return null;
  const slope = xy / xx;
  return { slope, base: y - slope * x, r2: yy === 0 ? 1 : (xy * xy) / (xx * yy) };
}

/** Use against the day's temperature: working days and others apart, each with the line through it. */
export const againstWeather = (
  rows: readonly {
    readonly day: string;
    readonly weekday: string;
    readonly meanC: number | null;
    readonly used: Readonly<Record<string, string>>;
  }[],
  { code, name, unit }: Energy,
): EChartsOption => {
  const of = (rest: boolean) =>
    rows.flatMap(({ day, weekday, meanC, used }) => {
      const value = number(used[code]);
      return meanC === null || value === null || ['周六', '周日'].includes(weekday) !== rest
        ? []
        : [{ name: day, value: [meanC, value] as const }];
    });
  const kinds = (
    [
      ['工作日', false],
      ['休息日', true],
    ] as const
  ).map(([kind, rest]) => ({ kind, points: of(rest) }));
  return {
    tooltip: {
      formatter: (point) =>
        Array.isArray(point) || !Array.isArray(point.value) || point.seriesType !== 'scatter'
          ? ''
          : `${point.name}：${String(point.value[0])} ℃，${String(point.value[1])} ${unit}`,
    },
    legend: { type: 'scroll', top: 0 },
    grid: { ...GRID, right: 28, bottom: 8 },
    xAxis: { type: 'value', name: '℃', scale: true },
    yAxis: { type: 'value', name: `${name}（${unit}）`, scale: true },
    series: kinds.flatMap(({ kind, points }, at): SeriesOption[] => {
      const color = LINE_COLOURS[at] ?? '#4a62b3';
      const line = lineThrough(points.map(({ value }) => value));
      const temperatures = points.map(({ value }) => value[0]);
      const ends = [Math.min(...temperatures), Math.max(...temperatures)];
      return [
        {
          type: 'scatter',
          name: kind,
          symbolSize: 7,
          itemStyle: { color },
          data: points.map((point) => ({ name: point.name, value: [...point.value] })),
        },
        ...(line === null
          ? []
          : [
              {
                type: 'line' as const,
                name: `${kind} R² ${line.r2.toFixed(2)}`,
                showSymbol: false,
                silent: true,
                lineStyle: { color, type: 'dashed' as const, width: 1.5 },
                itemStyle: { color },
                data: ends.map((x) => [x, line.base + line.slope * x]),
              },
            ]),
      ];
    }),
  };
};

/** What is not whole is hatched. */
const hatched = (value: string | null, complete: number | null) => ({
  value: number(value) ?? '-',
  ...(complete !== null && complete < 95
    ? { itemStyle: { decal: { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [2, 5], rotation: -0.8 } } }
    : {}),
});

interface TwoYears {
  readonly now: string | null;
  readonly last: string | null;
  readonly complete: number | null;
  readonly lastComplete: number | null;
}

/** This year's bars beside those of the last, by whatever names them. */
const beside = (names: readonly string[], rows: readonly TwoYears[], unit: string) =>
  ({
    tooltip: { trigger: 'axis' },
    legend: { top: 0 },
    grid: { ...GRID, bottom: 8 },
    xAxis: { type: 'category', data: [...names] },
    yAxis: { type: 'value', name: unit },
    series: [
      { type: 'bar', name: '去年', data: rows.map((row) => hatched(row.last, row.lastComplete)) },
      { type: 'bar', name: '本期', data: rows.map((row) => hatched(row.now, row.complete)) },
    ],
  }) satisfies EChartsOption;

/** Months of this year beside those of the last. */
export const twoYears = (
  rows: readonly (TwoYears & { readonly month: string; readonly adjustedLast: number | null })[],
  unit: string,
): EChartsOption => {
  const bars = beside(
    rows.map(({ month }) => month),
    rows,
    unit,
  );
  return {
    ...bars,
    series: [
      ...bars.series,
      { type: 'line', name: '修正后去年', showSymbol: true, data: rows.map((row) => row.adjustedLast ?? '-') },
    ],
  };
};

interface MonthOfTwoYears extends TwoYears {
  readonly month: string;
  readonly adjustedLast: number | null;
  readonly areaM2: string | null;
  readonly lastAreaM2: string | null;
}

/** The same for each m² that there was then. */
export const perAreaLines = (rows: readonly MonthOfTwoYears[], unit: string): EChartsOption => {
  const each = (value: number | null, area: string | null): number | '-' =>
    value === null || Number(area ?? 0) <= 0 ? '-' : Math.round((value / Number(area)) * 1000) / 1000;
  return {
    tooltip: { trigger: 'axis' },
    legend: { top: 0 },
    grid: { ...GRID, bottom: 8 },
    xAxis: { type: 'category', data: rows.map(({ month }) => month) },
    yAxis: { type: 'value', name: unit },
    series: [
      { type: 'line', name: '去年', data: rows.map(({ last, lastAreaM2 }) => each(number(last), lastAreaM2)) },
      { type: 'line', name: '本期', data: rows.map(({ now, areaM2 }) => each(number(now), areaM2)) },
      {
        type: 'line',
        name: '修正后去年',
        lineStyle: { type: 'dashed' },
        data: rows.map(({ adjustedLast, lastAreaM2 }) => each(adjustedLast, lastAreaM2)),
      },
    ],
  };
};

export const besideBars = (
  rows: readonly (TwoYears & { readonly projectName: string })[],
  unit: string,
): EChartsOption =>
  beside(
    rows.map(({ projectName }) => projectName),
    rows,
    unit,
  );

export const stacked = (
  at: readonly string[],
  series: readonly { readonly name: string; readonly of: ReadonlyMap<string, string | null> }[],
  unit: string,
): EChartsOption => ({
  tooltip: { trigger: 'axis' },
  legend: { type: 'scroll', top: 0 },
  grid: GRID,
  dataZoom: [{ type: 'inside' }, { type: 'slider', height: 16, bottom: 4 }],
  xAxis: { type: 'category', data: [...at] },
  yAxis: { type: 'value', name: unit },
  series: series.map(
    ({ name, of }): SeriesOption => ({
      type: 'bar',
      stack: 'all',
      name,
      data: at.map((one) => number(of.get(one)) ?? '-'),
    }),
  ),
});

/** COP on the left, electricity for each m² on the right. */
export const efficiency = (
  rows: readonly { readonly month: string; readonly cop: number | null; readonly perM2: number | null }[],
): EChartsOption => ({
  tooltip: { trigger: 'axis' },
  legend: { top: 0 },
  grid: { ...GRID, bottom: 8 },
  xAxis: { type: 'category', data: rows.map(({ month }) => month) },
  yAxis: [
    { type: 'value', name: 'COP' },
    { type: 'value', name: 'kWh/m²', splitLine: { show: false } },
  ],
  series: [
    { type: 'line', name: 'COP', data: rows.map(({ cop }) => cop ?? '-') },
    { type: 'line', name: '单位面积用电（kWh/m²）', yAxisIndex: 1, data: rows.map(({ perM2 }) => perM2 ?? '-') },
  ],
});

/** What each group used for each m², beside the year before. */
export const besideLast = (
  rows: readonly { readonly name: string; readonly now: number | null; readonly last: number | null }[],
  unit: string,
): EChartsOption => ({
  tooltip: { trigger: 'axis' },
  legend: { top: 0 },
  grid: { ...GRID, bottom: 8 },
  xAxis: { type: 'category', data: rows.map(({ name }) => name) },
  yAxis: { type: 'value', name: unit },
  series: [
    { type: 'bar', name: '去年', data: rows.map(({ last }) => last ?? '-') },
    { type: 'bar', name: '本期', data: rows.map(({ now }) => now ?? '-') },
  ],
});

/** Shares of a sum, in yuan; what is not known is left out. */
export const shares = (parts: readonly { readonly name: string; readonly amount: string | null }[]): EChartsOption => ({
  tooltip: { trigger: 'item', valueFormatter: (value) => `${String(value)} 元` },
  legend: { type: 'scroll', bottom: 0 },
  series: [
    {
      type: 'pie',
      radius: ['40%', '65%'],
      label: { formatter: '{b} {d}%' },
      data: parts.flatMap(({ name, amount }) => (amount === null ? [] : [{ name, value: Number(amount) }])),
    },
  ],
});

/** Amounts in order, losses apart from gains. */
export const ranking = (
  parts: readonly { readonly name: string; readonly amount: string | null }[],
): EChartsOption => ({
  tooltip: { trigger: 'axis', valueFormatter: (value) => `${String(value)} 元` },
  grid: { ...GRID, top: 28, bottom: 8 },
  xAxis: { type: 'value', name: '元' },
  yAxis: { type: 'category', data: parts.map(({ name }) => name) },
  series: [
    {
      type: 'bar',
      data: parts.map(({ amount }) => ({
        value: number(amount) ?? '-',
        ...(Number(amount) < 0 ? { itemStyle: { color: '#c0392b' } } : {}),
      })),
    },
  ],
});
