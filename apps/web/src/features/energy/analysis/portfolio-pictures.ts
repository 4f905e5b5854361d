/** What the pictures of 综合分析 show. */
import type { OutputOf, PortfolioRow, portfolioAll, portfolioRanking } from '@hengneng/contracts';
import type { EChartsOption } from 'echarts';
import { GRID, ZOOM } from './pictures.ts';

type Ranking = OutputOf<typeof portfolioRanking>['rows'];
type Groups = OutputOf<typeof portfolioAll>['Groups'];

/** The best first, with the median of its like beside each. */
export const ranking = (rows: Ranking, unit: string): EChartsOption => ({
  tooltip: { trigger: 'axis' },
  legend: { top: 0 },
  grid: GRID,
  dataZoom: ZOOM,
  xAxis: {
    type: 'category',
    data: rows.map(({ ProjectName }) => ProjectName),
    axisLabel: { hideOverlap: true, width: 84, overflow: 'truncate' },
  },
  yAxis: { type: 'value', name: unit },
  series: [
    { type: 'bar', name: `本期（${unit}）`, barMaxWidth: 36, data: rows.map(({ Value }) => Value) },
    { type: 'line', name: '同类中位', step: 'middle', showSymbol: true, data: rows.map(({ Median }) => Median ?? '-') },
  ],
});

/** Area against intensity, a colour for each kind of building; as large as its energy costs. */
export function intensities(rows: readonly PortfolioRow[]): EChartsOption {
  const most = Math.max(0, ...rows.map(({ Cost }) => Number(Cost ?? 0)));
  return {
    tooltip: {
      formatter: (item) =>
        Array.isArray(item) || !Array.isArray(item.value)
          ? ''
          : `${item.name}：${Number(item.value[0]).toFixed(0)} m²，${Number(item.value[1]).toFixed(2)} kgce/m²`,
    },
    legend: { type: 'scroll', top: 0 },
    grid: { ...GRID, bottom: 28 },
    xAxis: { type: 'value', name: 'm²', nameLocation: 'middle', nameGap: 26 },
    yAxis: { type: 'value', name: 'kgce/m²' },
    series: [...Map.groupBy(rows, ({ BuildType }) => BuildType)].map(([name, kind]) => ({
      type: 'scatter',
      name,
      data: kind.flatMap((row) =>
        row.Area === null || row.KgcePerM2 === null
          ? []
          : [
              {
                name: row.ProjectName,
                value: [Number(row.Area), row.KgcePerM2],
                symbolSize: most === 0 ? 12 : 8 + 28 * Math.sqrt(Number(row.Cost ?? 0) / most),
              },
            ],
      ),
    })),
  };
}

/** How a metric is spread among each kind. */
export const spreads = (groups: Groups, unit: string): EChartsOption => {
  const boxed = groups.flatMap(({ Name, Box }) => (Box === null ? [] : [{ Name, Box }]));
  return {
    tooltip: { trigger: 'item' },
    grid: { ...GRID, bottom: 8 },
    xAxis: { type: 'category', data: boxed.map(({ Name }) => Name) },
    yAxis: { type: 'value', name: unit, scale: true },
    series: [{ type: 'boxplot', name: unit, data: boxed.map(({ Box }) => [...Box]) }],
  };
};
