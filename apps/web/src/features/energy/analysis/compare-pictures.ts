/** What the pictures of 自身对比 show. */
import type { BaselineStatement, BaselineTrial, CompareAlign, CompareReport } from '@hengneng/contracts';
import type { EChartsOption, SeriesOption } from 'echarts';
import { SERIES_COLOURS } from '../../../ui/chart/Chart.tsx';
import { GRID, ZOOM } from './pictures.ts';

const colourAt = (at: number): string => SERIES_COLOURS[at % SERIES_COLOURS.length] ?? '';
const AXES: Readonly<Record<CompareAlign, string>> = { order: '第几天', weekday: '', temperature: '℃', hour: '时' };

/** Places of all series in their order: days and temperatures by number, others as they come. */
const placesOf = ({ Series }: CompareReport, align: CompareAlign): readonly string[] => {
  const all = [...new Set(Series.flatMap(({ Points }) => Points.map(({ X }) => X)))];
  if (align === 'weekday')
    return ['周一', '周二', '周三', '周四', '周五', '周六', '周日'].filter((day) => all.includes(day));
  return align === 'hour' ? all.toSorted() : all.toSorted((a, b) => Number(a) - Number(b));
};

/** Series of one unit on the left, of another on the right. */
const unitsOf = (report: CompareReport): readonly string[] =>
  [...new Set(report.Series.map(({ Unit }) => Unit))].slice(0, 2);

export function overlaid(report: CompareReport, align: CompareAlign): EChartsOption {
  const places = placesOf(report, align);
  const units = unitsOf(report);
  return {
    tooltip: { trigger: 'axis' },
    legend: { type: 'scroll', top: 0 },
    grid: GRID,
    dataZoom: ZOOM,
    xAxis: { type: 'category', data: [...places], name: AXES[align] },
    yAxis: units.map((name, at) => ({ type: 'value', name, splitLine: { show: at === 0 } })),
    series: report.Series.map(({ Name, Unit, Points }, at): SeriesOption => {
      const values = new Map(Points.map(({ X, Y }) => [X, Y]));
      return {
        type: 'line',
        name: `${Name}（${Unit}）`,
        yAxisIndex: Math.max(0, units.indexOf(Unit)),
        showSymbol: places.length < 40,
        itemStyle: { color: colourAt(at) },
        data: places.map((place) => values.get(place) ?? '-'),
      };
    }),
  };
}

const dots = {
  tooltip: { trigger: 'item' as const },
  legend: { type: 'scroll' as const, top: 0 },
  grid: { ...GRID, bottom: 28 },
};
const DEGREES = { type: 'value', name: '℃', scale: true, nameLocation: 'middle', nameGap: 26 } as const;

export function againstTemperature(report: CompareReport): EChartsOption {
  const units = unitsOf(report);
  return {
    ...dots,
    xAxis: DEGREES,
    yAxis: units.map((name, at) => ({ type: 'value', name, scale: true, splitLine: { show: at === 0 } })),
    series: report.Series.flatMap(({ Name, Unit, Days, Line }, at): SeriesOption[] => {
      const yAxisIndex = Math.max(0, units.indexOf(Unit));
      const itemStyle = { color: colourAt(at) };
      const known = Days.flatMap(({ Day, Temperature, Use }) =>
        Temperature === null ? [] : [{ name: Day, value: [Temperature, Use] }],
      );
      const degrees = known.map(({ value }) => value[0] ?? 0);
      const ends = [Math.min(...degrees), Math.max(...degrees)];
      return [
        { type: 'scatter', name: Name, yAxisIndex, symbolSize: 7, itemStyle, data: known },
        ...(Line === null || known.length === 0
          ? []
          : [
              {
                type: 'line' as const,
                name: Name,
                yAxisIndex,
                showSymbol: false,
                itemStyle,
                data: ends.map((x) => [x, Line.Intercept + Line.Slope * x]),
              },
            ]),
      ];
    }),
  };
}

/** What a model was fitted to, and what it says at each temperature. */
export const fittedTo = ({ Points, Unit }: BaselineTrial): EChartsOption => ({
  ...dots,
  xAxis: DEGREES,
  yAxis: { type: 'value', name: Unit, scale: true },
  series: [
    {
      type: 'scatter',
      name: '实际',
      symbolSize: 6,
      data: Points.map((one) => ({ name: one.At, value: [one.Temperature, one.Use] })),
    },
    {
      type: 'line',
      name: '模型',
      showSymbol: false,
      data: Points.map((one) => [one.Temperature, one.Expected]).toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0)),
    },
  ],
});

/** What would have been used, and what was. */
export const savedOver = ({ Periods }: BaselineStatement, unit: string): EChartsOption => ({
  tooltip: { trigger: 'axis' },
  legend: { top: 0 },
  grid: GRID,
  dataZoom: ZOOM,
  xAxis: { type: 'category', data: Periods.map(({ At }) => At) },
  yAxis: { type: 'value', name: unit },
  series: [
    {
      type: 'line',
      name: '报告期条件下的基线',
      showSymbol: false,
      lineStyle: { type: 'dashed' },
      data: Periods.map(({ Expected }) => Expected),
    },
    {
      type: 'line',
      name: '实际',
      showSymbol: false,
      areaStyle: { opacity: 0.12 },
      data: Periods.map(({ Actual }) => Actual),
    },
  ],
});
