import type { ChartGroup } from '@hengneng/contracts';
import { type CompiledField, formatValue, listFields, unitOf, type ViewChart as Shape } from '@hengneng/form-kit';
import type { EChartsOption } from 'echarts';
import { type ReactElement, useMemo } from 'react';
import { Chart } from '../../ui/chart/Chart.tsx';

interface Props {
  readonly chart: Shape;
  readonly by: CompiledField;
  readonly groups: readonly ChartGroup[];
  readonly labels: Readonly<Record<string, string>> | undefined;
}

const NONE = '未填';

const numberOf = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : Number(text);

/** What the axis counts in; series of different units stand on one axis each, two at most. */
const unitsOf = (series: readonly CompiledField[]): readonly string[] => [
  ...new Set(series.map((of) => unitOf(of.field) ?? '')),
];

function pie(names: readonly string[], groups: readonly ChartGroup[], unit: string): EChartsOption {
  return {
    tooltip: { trigger: 'item', valueFormatter: (value) => `${String(value)} ${unit}` },
    series: [
      {
        type: 'pie',
        radius: ['38%', '66%'],
        label: { formatter: '{b} {d}%' },
        data: groups.map((group, at) => ({ name: names[at] ?? NONE, value: numberOf(group.values[0]) ?? 0 })),
      },
    ],
  };
}

function axes(
  kind: 'bar' | 'stacked' | 'line',
  names: readonly string[],
  series: readonly CompiledField[],
  groups: readonly ChartGroup[],
): EChartsOption {
  const units = unitsOf(series);
  return {
    tooltip: { trigger: 'axis' },
    legend: { type: 'scroll', top: 0, right: 8, show: series.length > 1 },
    grid: { left: 8, right: 12, top: 38, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    // Of many groups the first are in sight, the others are a drag away.
    ...(names.length > 24 ? { dataZoom: [{ type: 'inside' }, { type: 'slider', height: 16, bottom: 4 }] } : {}),
    xAxis: {
      type: 'category',
      data: [...names],
      axisLabel: { hideOverlap: true, interval: names.length <= 12 ? 0 : 'auto', width: 84, overflow: 'truncate' },
    },
    yAxis: units.slice(0, 2).map((unit, at) => ({
      type: 'value',
      name: unit,
      nameTextStyle: { align: at === 0 ? 'left' : 'right' },
      splitLine: { show: at === 0 },
    })),
    series: series.map((of, at) => ({
      name: of.label,
      type: kind === 'line' || of.field.type === 'percent' ? ('line' as const) : ('bar' as const),
      barMaxWidth: 36,
      ...(kind === 'stacked' && of.field.type !== 'percent' ? { stack: 'all' } : {}),
      yAxisIndex: Math.min(1, units.indexOf(unitOf(of.field) ?? '')),
      data: groups.map((group) => numberOf(group.values[at])),
    })),
  };
}

/** The picture of a view: its groups by name, its series with their units. */
export const RowsChart = ({ chart, by, groups, labels }: Props): ReactElement => {
  const series = useMemo(() => listFields(chart.series), [chart]);
  const names = useMemo(
    () =>
      groups.map((group) =>
        group.by === null ? NONE : formatValue(by.field, group.by, { label: (key) => labels?.[key] }),
      ),
    [groups, by, labels],
  );
  const option = useMemo(
    () =>
      chart.kind === 'pie'
        ? pie(names, groups, series[0] ? (unitOf(series[0].field) ?? '') : '')
        : axes(chart.kind, names, series, groups),
    [chart, names, series, groups],
  );
  return (
    <Chart
      title={chart.label}
      option={option}
      table={
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{by.label}</th>
              {series.map((of) => (
                <th key={of.key} scope="col" className="right">
                  {of.label}
                  {unitOf(of.field) ? <small>（{unitOf(of.field)}）</small> : null}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map((group, at) => (
              <tr key={group.by ?? ''}>
                <td>{names[at]}</td>
                {series.map((of, column) => (
                  <td key={of.key} className="right">
                    {formatValue(of.field, group.values[column])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  );
};
