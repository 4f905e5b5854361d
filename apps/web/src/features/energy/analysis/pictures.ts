/** What the pictures of analysis show. */
import { type analysisAll, CHANGE_PLACES, type ChangeReport, type OutputOf } from '@hengneng/contracts';
import type { EChartsOption, SeriesOption } from 'echarts';
import { waterfallOf } from '../../../engine/rows/chart-option.ts';

type Report = OutputOf<typeof analysisAll>;

export const GRID = {
  left: 8,
  right: 8,
  top: 50,
  bottom: 34,
  outerBoundsMode: 'same',
  outerBoundsContain: 'axisLabel',
} as const;
export const ZOOM: NonNullable<EChartsOption['dataZoom']> = [
  { type: 'inside' },
  { type: 'slider', height: 16, bottom: 4 },
];

/** Times of use as bills colour them. */
const TOU: Readonly<Record<string, string>> = { sharp: '#a13d6b', peak: '#c2641a', flat: '#4a62b3', valley: '#4d7a29' };

const points = (values: readonly (number | null)[]) => values.map((value) => value ?? '-');

/** Use as bars (by times of use where it is split), what it is laid beside and the temperature as lines. */
export function trend({ Times, Series, Unit }: Report): EChartsOption {
  const split = Series.some(({ Key }) => Key in TOU);
  return {
    tooltip: { trigger: 'axis' },
    legend: { type: 'scroll', top: 0 },
    grid: GRID,
    dataZoom: ZOOM,
    xAxis: { type: 'category', data: Times },
    yAxis: [
      { type: 'value', name: Unit },
      { type: 'value', name: '℃', scale: true, splitLine: { show: false } },
    ],
    series: Series.flatMap(({ Key, Name, Unit: unit, Values }): SeriesOption[] => {
      const base = { name: `${Name}（${unit}）`, data: points(Values) };
      if (Key === 'temperature')
        return [{ ...base, type: 'line', yAxisIndex: 1, showSymbol: false, itemStyle: { color: '#1f7fb3' } }];
      if (Key === 'base')
        return [
          { ...base, type: 'line', showSymbol: false, itemStyle: { color: '#6b5b4b' }, lineStyle: { type: 'dashed' } },
        ];
      if (Key === 'design')
        return [
          { ...base, type: 'line', showSymbol: false, itemStyle: { color: '#8a3ffc' }, lineStyle: { type: 'dotted' } },
        ];
      if (Key in TOU) return [{ ...base, type: 'bar', stack: 'tou', itemStyle: { color: TOU[Key] ?? '' } }];
      // Parts that are stacked add up to it.
      return split ? [] : [{ ...base, type: 'bar' }];
    }),
  };
}

/** What a whole consists of: groups, and the meters in them. */
export const composition = ({ Parts, Unit }: Report): EChartsOption => ({
  tooltip: {
    formatter: (item) => (Array.isArray(item) ? '' : `${item.name}：${Number(item.value).toFixed(0)} ${Unit}`),
  },
  series: [
    {
      type: 'treemap',
      roam: false,
      nodeClick: false,
      breadcrumb: { show: false },
      label: { formatter: '{b}' },
      upperLabel: { show: true, height: 22 },
      left: 0,
      right: 0,
      top: 4,
      bottom: 0,
      data: [...Map.groupBy(Parts, ({ Group }) => Group)].map(([name, parts]) => ({
        name,
        value: parts.reduce((sum, { Usage }) => sum + Math.max(0, Number(Usage)), 0),
        children: parts.map((part) => ({
          name: part.Share === null ? part.Name : `${part.Name} ${part.Share.toFixed(1)}%`,
          value: Math.max(0, Number(part.Usage)),
        })),
      })),
    },
  ],
});

/** How long which load lasted, the ratings as lines. */
export const loadDurations = ({ Loads }: Report): EChartsOption => ({
  tooltip: { trigger: 'axis' },
  legend: { top: 0 },
  grid: { ...GRID, bottom: 28 },
  xAxis: { type: 'value', name: '小时', nameLocation: 'middle', nameGap: 26 },
  yAxis: { type: 'value', name: 'kW' },
  series: Loads.map(
    ({ Name, Curve, RatedKw }): SeriesOption => ({
      type: 'line',
      name: `${Name}（kW）`,
      step: 'end',
      showSymbol: false,
      data: Curve,
      ...(RatedKw === null
        ? {}
        : {
            markLine: {
              symbol: 'none',
              lineStyle: { type: 'dashed' },
              label: { formatter: `额定 ${RatedKw.toFixed(0)} kW`, position: 'insideEndTop' },
              data: [{ yAxis: RatedKw }],
            },
          }),
    }),
  ),
});

/** Why a figure changed, from the base to the present. */
export function causes({ Items, Now, Base, Unit }: ChangeReport): EChartsOption {
  const names = ['对比期', ...Items.map(({ Factor }) => Factor), '本期'];
  const values = [Base ?? 0, ...Items.map(({ Amount }) => Amount), Now ?? 0];
  return {
    ...waterfallOf({
      names,
      values,
      label: Unit,
      moreIsGood: false,
      told: (at) => `${names[at] ?? ''} ${(values[at] ?? 0).toFixed(CHANGE_PLACES[Unit] ?? 0)} ${Unit}`,
    }),
    yAxis: { type: 'value', name: Unit, nameTextStyle: { align: 'left' } },
  };
}

const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日'];
const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
const mondayOf = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - weekdayOf(day) * 86_400_000).toISOString().slice(0, 10);

/** Days by weeks: more than then is orange, less is green. */
export function dayDifferences({ Days, Unit }: ChangeReport): EChartsOption {
  const weeks = [...new Set(Days.map(({ Day }) => mondayOf(Day)))].toReversed();
  const most = Math.max(1, ...Days.map(({ Difference }) => Math.abs(Difference ?? 0)));
  return {
    tooltip: {
      formatter: (item) => {
        if (Array.isArray(item) || !Array.isArray(item.value)) return '';
        return `${item.name}：${Number(item.value[2]).toFixed(CHANGE_PLACES[Unit] ?? 0)} ${Unit}`;
      },
    },
    grid: { left: 8, right: 12, top: 42, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: { type: 'category', data: WEEKDAYS.map((day) => `周${day}`) },
    yAxis: { type: 'category', data: weeks, name: '周（起）' },
    visualMap: {
      type: 'continuous',
      orient: 'horizontal',
      top: 0,
      right: 8,
      min: -most,
      max: most,
      precision: 0,
      text: ['多用', '少用'],
      inRange: { color: ['#4d7a29', '#f7f5ef', '#c2641a'] },
    },
    series: [
      {
        type: 'heatmap',
        itemStyle: { borderColor: '#fff', borderWidth: 2 },
        data: Days.flatMap(({ Day, Difference }) =>
          Difference === null ? [] : [{ name: Day, value: [weekdayOf(Day), weeks.indexOf(mondayOf(Day)), Difference] }],
        ),
      },
    ],
  };
}
