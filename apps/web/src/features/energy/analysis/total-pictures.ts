import type { TotalTable } from '@hengneng/contracts';
import type { EChartsOption, SeriesOption } from 'echarts';

/** A line for each column of numbers over the first one. */
export const linesOf = ({ Columns, Rows }: TotalTable): EChartsOption => ({
  tooltip: { trigger: 'axis' },
  legend: { type: 'scroll', top: 0 },
  grid: { left: 8, right: 8, top: 50, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
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

/** From each energy to what it was used in, as wide as it is much. */
export const flowOf = ({ Rows }: TotalTable): EChartsOption => {
  const links = Rows.flatMap(([from, to, value]) =>
    from == null || to == null || !(Number(value) > 0)
      ? []
      : // An energy and a system may be called the same; a flow never leads back.
        [{ source: from, target: to === from ? `${to}（用能）` : to, value: Number(value) }],
  );
  const names = new Set(links.flatMap(({ source, target }) => [source, target]));
  return {
    tooltip: { trigger: 'item', valueFormatter: (value) => `${Number(value).toLocaleString('zh-CN')} kWh` },
    series: [
      {
        type: 'sankey',
        left: 8,
        right: 200,
        top: 12,
        bottom: 12,
        nodeGap: 14,
        emphasis: { focus: 'adjacency' },
        lineStyle: { color: 'gradient', opacity: 0.35 },
        label: { formatter: ({ name, value }) => `${name} ${Number(value).toLocaleString('zh-CN')} kWh` },
        data: [...names].map((name) => ({ name })),
        links,
      },
    ],
  };
};
