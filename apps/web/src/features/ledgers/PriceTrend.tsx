import { type ViewRow, viewIndex } from '@hengneng/contracts';
import { today } from '@hengneng/form-kit';
import { chemicalPrices } from '@hengneng/forms/views';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { callApi } from '../../lib/api.ts';
import { Chart } from '../../ui/chart/Chart.tsx';

/** Each price from its first day on; the last one to its end, or to today where it still holds. */
const pointsOf = (prices: readonly ViewRow[], day: string): (readonly [string, number])[] => {
  const points = prices.map((row) => [textOf(row, 'validFrom'), Number(textOf(row, 'unitPrice'))] as const);
  const last = prices.at(-1);
  const ends = last ? textOf(last, 'validTo') || day : day;
  const point = points.at(-1);
  return point && ends > point[0] ? [...points, [ends < day ? ends : day, point[1]]] : points;
};

/** What each supplier asked for one chemical, over time. */
export const PriceTrend = (): ReactElement | null => {
  const [picked, setPicked] = useState<string | null>(null);
  const [day] = useState(() => today(new Date()));
  const { data } = useQuery({
    queryKey: ['rows', 'chemicalPrices.trend'],
    queryFn: ({ signal }) =>
      callApi(
        viewIndex(chemicalPrices),
        { PageSize: 500, SortField: 'validFrom', SortOrder: 'asc' as const },
        { signal },
      ),
  });
  if (data === undefined || data.rows.length === 0) return null;
  const name = (key: string, id: string) => data.labels[key]?.[id] ?? id;
  const chemicals = [...new Set(data.rows.map((row) => textOf(row, 'chemical')))];
  const chemical = picked ?? chemicals[0] ?? '';
  const rows = data.rows.filter((row) => textOf(row, 'chemical') === chemical);
  const suppliers = [...Map.groupBy(rows, (row) => textOf(row, 'supplier'))];
  return (
    <Chart
      title="单价走势"
      note={
        <Select
          aria-label="药剂"
          value={chemical}
          options={chemicals.map((one) => ({ value: one, label: name('chemical', one) }))}
          onChange={(next: string) => setPicked(next)}
          style={{ minWidth: 220 }}
        />
      }
      option={{
        tooltip: { trigger: 'axis', valueFormatter: (value) => `${String(value)} 元/kg` },
        legend: { type: 'scroll', top: 0, right: 8, show: suppliers.length > 1 },
        grid: { left: 8, right: 12, top: 38, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
        xAxis: { type: 'time' },
        yAxis: { type: 'value', name: '元/kg', scale: true, nameTextStyle: { align: 'left' } },
        series: suppliers.map(([supplier, prices]) => ({
          name: name('supplier', supplier),
          type: 'line' as const,
          step: 'end' as const,
          data: pointsOf(prices, day).map((point) => [...point]),
        })),
      }}
      table={
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">有效期起</th>
              <th scope="col">供应商</th>
              <th scope="col" className="right">
                单价（元/kg）
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td>{textOf(row, 'validFrom')}</td>
                <td>{name('supplier', textOf(row, 'supplier'))}</td>
                <td className="right">{textOf(row, 'unitPrice')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  );
};
