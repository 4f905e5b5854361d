import type { TotalTable } from '@hengneng/contracts';
import type { EChartsOption, SeriesOption } from 'echarts';

/** A line for each column of numbers over the first one. */
export const linesOf = ({ Columns, Rows }: TotalTable): EChartsOption => ({
  tooltip: { trigger: 'axis' },
  legend: { type: 'scroll', top: 0 },
  grid: { left: 8, right: 8, top: 38, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
  xAxis: { type: 'category', data: Rows.map(([at]) => at ?? '') },
  yAxis: { type: 'value', scale: true },
  series: Columns.flatMap(({ Name, Places }, at): SeriesOption[] =>
    Places === null
      ? []
      : [
          {
            type: 'line',
            name: Name,
            showSymbol: false,
            data: Rows.map((row) => (row[at] == null ? '-' : Number(row[at]))),
          },
        ],
  ),
});
