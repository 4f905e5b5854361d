import { type AcrossRow, type OutputOf, PRICE_MODES, priceHistory } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { PRICES } from '../prices/shared.ts';

type Version = OutputOf<typeof priceHistory>[number];

/** What a meter's energy has cost, version by version. */
export const HistoryDrawer = ({
  row,
  onClose,
}: {
  readonly row: AcrossRow;
  readonly onClose: () => void;
}): ReactElement => {
  const history = useQuery({
    queryKey: [PRICES, 'history', row.DeviceId],
    queryFn: ({ signal }) => callApi(priceHistory, { DeviceId: row.DeviceId }, { signal }),
  });
  const versions = history.data ?? [];
  const averages = versions.filter(({ AvgPrice }) => AvgPrice !== null).toReversed();
  const table = (
    <DataTable
      label="价格史"
      columns={[
        { key: 'From', head: '生效起' },
        { key: 'To', head: '生效止', show: (one: Version) => one.To ?? '长期' },
        { key: 'Mode', head: '计价方式', show: (one: Version) => PRICE_MODES[one.Mode] },
        { key: 'Prices', head: '单价', unit: `元/${row.Unit}` },
        {
          key: 'AvgPrice',
          head: '均价',
          number: true,
          hint: '分时价按上月分时用量加权',
          show: (one: Version) => one.AvgPrice?.toFixed(4) ?? '—',
        },
        { key: 'DocNo', head: '依据文号', show: (one: Version) => one.DocNo || '—' },
        {
          key: 'Editor',
          head: '修改人',
          show: (one: Version) => (one.Editor === null ? '—' : `${one.Editor} ${formatDateTime(one.EditTime)}`),
        },
      ]}
      rows={[...versions]}
      rowKey={(one) => one.PriceId}
    />
  );
  return (
    <AppDrawer width={760} title={`${row.ProjectName} ${row.DeviceName}`} onClose={onClose}>
      {history.error ? (
        <ErrorRetry error={history.error} onRetry={() => void history.refetch()} />
      ) : history.data === undefined ? (
        <SkeletonDelay />
      ) : versions.length === 0 ? (
        <EmptyHint text="还没有价格" />
      ) : (
        <>
          {table}
          {averages.length < 2 ? null : (
            <Chart
              title="价格走势"
              height={200}
              option={{
                tooltip: { trigger: 'axis' },
                grid: {
                  left: 8,
                  right: 12,
                  top: 38,
                  bottom: 8,
                  outerBoundsMode: 'same',
                  outerBoundsContain: 'axisLabel',
                },
                xAxis: { type: 'category', data: averages.map(({ From }) => From) },
                yAxis: { type: 'value', name: `元/${row.Unit}`, scale: true, nameTextStyle: { align: 'left' } },
                series: [
                  { type: 'line', step: 'end', name: '均价', data: averages.map(({ AvgPrice }) => AvgPrice ?? '-') },
                ],
              }}
              table={table}
            />
          )}
        </>
      )}
    </AppDrawer>
  );
};
