import { Select } from 'antd';
import { type ReactElement, useMemo, useState } from 'react';
import { formatDateTime } from '../../../lib/format.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { EmptyHint, ErrorRetry } from '../../../ui/feedback.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { parameterPicture } from './pictures.ts';
import { type Ask, useAnalysis } from './useAnalysis.ts';

/** The readings of one item of one point over time, with its limits. */
export const Parameter = ({ ask }: { readonly ask: Ask }): ReactElement => {
  const query = useAnalysis('parameter', ask);
  const [chosen, setChosen] = useState<string | null>(null);
  const groups = useMemo(() => {
    const found = new Map<string, typeof rows>();
    const rows = query.data?.rows ?? [];
    for (const row of rows) {
      const name = `${row['pointName'] ?? ''}：${row['item'] ?? ''}`;
      found.set(name, [...(found.get(name) ?? []), row]);
    }
    return found;
  }, [query.data]);
  const name = chosen !== null && groups.has(chosen) ? chosen : ([...groups.keys()][0] ?? null);
  const shown = useMemo(() => (name === null ? [] : (groups.get(name) ?? [])), [groups, name]);
  const option = useMemo(() => parameterPicture(shown), [shown]);
  if (query.error) return <ErrorRetry error={query.error} onRetry={() => void query.refetch()} />;
  const title = '参数走势';
  if (name === null)
    return (
      <section className="surface chart" aria-label={title}>
        <header>
          <h2>{title}</h2>
        </header>
        <EmptyHint text="所选期间没有可作图的数值：检查项按数值范围判定、实测填写为数字的才能作图" />
      </section>
    );
  return (
    <Chart
      title={title}
      note={
        <Select
          size="small"
          className="filter-wide"
          aria-label="点位与检查项"
          value={name}
          options={[...groups.keys()].map((value) => ({ value, label: value }))}
          onChange={setChosen}
        />
      }
      option={option}
      table={
        <DataTable
          label={title}
          rows={shown}
          rowKey={(_, at) => String(at)}
          columns={[
            { key: 'at', head: '时间', show: (row) => formatDateTime(row['at']) },
            { key: 'value', head: '实测', unit: shown[0]?.['unit'] ?? '', number: true },
            { key: 'lower', head: '下限', number: true },
            { key: 'upper', head: '上限', number: true },
          ]}
        />
      }
    />
  );
};
