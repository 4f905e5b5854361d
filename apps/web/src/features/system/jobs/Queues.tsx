import type { JobSchedule } from '@hengneng/contracts';
import type { ReactElement } from 'react';
import { counted } from '../../../lib/counted.ts';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';

const some = (value: number | null): string => (value === null ? '—' : counted(value));

const COLUMNS: readonly CardColumn<JobSchedule>[] = [
  { key: 'title', head: '队列', main: true, show: ({ Title }) => Title },
  { key: 'waiting', head: '待处理', number: true, show: ({ Waiting }) => counted(Waiting) },
  { key: 'active', head: '运行', number: true, show: ({ Active }) => counted(Active) },
  { key: 'oldest', head: '最老等待', unit: '分钟', number: true, show: ({ OldestMinutes }) => some(OldestMinutes) },
  { key: 'done', head: '近 24 小时成功', number: true, show: ({ Done24 }) => counted(Done24) },
  { key: 'failed', head: '失败', number: true, show: ({ Failed24 }) => counted(Failed24) },
  { key: 'mean', head: '平均用时', unit: '秒', number: true, show: ({ MeanSeconds }) => some(MeanSeconds) },
  { key: 'longest', head: '最慢', unit: '秒', number: true, show: ({ LongestSeconds }) => some(LongestSeconds) },
];

/** What waits in each queue, and what became of the last day's work. */
export const Queues = ({ rows }: { readonly rows: readonly JobSchedule[] }): ReactElement => (
  <CardTable label="队列" columns={COLUMNS} rows={rows} rowKey={({ Name }) => Name} />
);
