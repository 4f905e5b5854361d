import { entryDataByTime, type OutputOf } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import { yesterday } from './common.tsx';

type Row = OutputOf<typeof entryDataByTime>['rows'][number];

const pair = (reading: string | null, at: string | null): string =>
  reading === null ? '—' : `${reading}（${formatDateTime(at)}）`;

const COLUMNS: readonly DataColumn<Row>[] = [
  { key: 'Name', head: '表计' },
  { key: 'RegisterName', head: '示数项' },
  { key: 'Reading', head: '该时刻示数', number: true },
  { key: 'At', head: '抄表时刻', show: (row) => formatDateTime(row.At) },
  { key: 'Flag', head: '品质' },
  { key: 'last', head: '之前一次', number: true, show: (row) => pair(row.LastReading, row.LastAt) },
  { key: 'next', head: '之后一次', number: true, show: (row) => pair(row.NextReading, row.NextAt) },
];

/** What every dial showed at an instant, for cutting off an account. */
export const CutReadings = ({
  project,
  onClose,
}: {
  readonly project: string;
  readonly onClose: () => void;
}): ReactElement => {
  const [time, setTime] = useState<string | null>(() => `${yesterday()}T08:00:00+08:00`);
  const list = useQuery({
    queryKey: ['energy-report', 'cut', project, time],
    queryFn: ({ signal }) => callApi(entryDataByTime, { ProjectCode: project, Time: time ?? '' }, { signal }),
    enabled: time !== null,
  });
  return (
    <AppDrawer title="截账读数" width={900} onClose={onClose}>
      <div className="filter-bar">
        <MomentPicker kind="datetime" value={time} aria={{ 'aria-label': '截账时刻' }} onChange={setTime} />
      </div>
      {list.error ? (
        <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />
      ) : time === null ? (
        <EmptyHint text="请选择时刻" />
      ) : list.data === undefined ? (
        <SkeletonDelay />
      ) : list.data.rows.length === 0 ? (
        <EmptyHint text="该时刻没有在用的人工抄表" />
      ) : (
        <>
          <DataTable
            label="截账读数"
            columns={COLUMNS}
            rows={list.data.rows}
            rowKey={(row) => `${row.DeviceId} ${row.Register}`}
          />
          <p className="note">
            取该时刻前后 {list.data.Tolerance} 分钟内最近的读数；没有的为「—」，可参考前后两次。自动采集的表不在此列。
          </p>
        </>
      )}
    </AppDrawer>
  );
};
