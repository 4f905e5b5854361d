import type { CoefficientRow } from '@hengneng/contracts';
import type { ReactElement } from 'react';
import { Chart } from '../../../ui/chart/Chart.tsx';

/** 历年电网排放因子, of the country and of the province. @param province of the chosen project; empty without one */
export const GridFactors = ({
  rows,
  province,
}: {
  readonly rows: readonly CoefficientRow[];
  readonly province: string;
}): ReactElement | null => {
  const grid = rows.filter((row) => row.Kind === 'carbon' && row.CategoryCode === 'elec' && row.ProjectCode === null);
  const years = [...new Set(grid.flatMap(({ Year }) => Year ?? []))].toSorted((a, b) => a - b);
  const places = [
    { name: '全国', region: null as string | null },
    { name: province, region: province },
  ].flatMap(({ name, region }) => {
    const values = years.map(
      (year) => grid.find(({ Year, Region }) => Year === year && Region === region)?.Value ?? null,
    );
    return values.every((value) => value === null) ? [] : [{ name, values }];
  });
  if (years.length < 2) return null;
  return (
    <Chart
      title="历年电网排放因子"
      height={200}
      option={{
        tooltip: { trigger: 'axis', valueFormatter: (value) => `${String(value)} kgCO₂/kWh` },
        ...(places.length > 1 ? { legend: { top: 0 } } : {}),
        grid: { left: 8, right: 12, top: 38, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
        xAxis: { type: 'category', data: years.map(String) },
        yAxis: { type: 'value', name: 'kgCO₂/kWh', scale: true, nameTextStyle: { align: 'left' } },
        series: places.map(({ name, values }) => ({
          name,
          type: 'line',
          connectNulls: true,
          data: values.map((value) => (value === null ? '-' : Number(value))),
        })),
      }}
      table={
        <table>
          <thead>
            <tr>
              <th scope="col">年</th>
              {places.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {years.map((year, at) => (
              <tr key={year}>
                <th scope="row">{year}</th>
                {places.map(({ name, values }) => (
                  <td key={name}>{values[at] ?? '—'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  );
};
