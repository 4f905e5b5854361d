import { type ViewRow, viewIndex } from '@hengneng/contracts';
import { today } from '@hengneng/form-kit';
import { committeeActivities } from '@hengneng/forms/views';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { callApi } from '../../lib/api.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { Gantt, type GanttBar } from '../../ui/Gantt.tsx';
import { dayEnd, dayStart } from '../../ui/gantt-days.ts';

/** Works of one year; more than that nobody reads as bars. */
const MOST = 200;
const YEARS_SHOWN = 5;

/** The plan, and below it what became of it so far. */
const barsOf = (row: ViewRow, now: string, onChoose: () => void): readonly GanttBar[] => {
  const [from, to, begun] = [textOf(row, 'planFrom'), textOf(row, 'planTo'), textOf(row, 'begunOn')];
  const ended = textOf(row, 'endedOn') || now;
  const state = textOf(row, 'state');
  const plan: GanttBar = {
    key: 'plan',
    from: dayStart(from),
    to: dayEnd(to),
    text: '计划',
    words: `${textOf(row, 'name')}，计划${from}至${to}，${state}`,
    tone: 'pending',
    onChoose,
  };
  if (begun === '') return [plan];
  const real: GanttBar = {
    key: 'real',
    from: dayStart(begun),
    to: dayEnd(ended),
    text: `实际 ${textOf(row, 'progress')}%`,
    words: `${textOf(row, 'name')}，实际${begun}至${ended}，完成${textOf(row, 'progress')}%`,
    tone: state === '延期' ? 'late' : 'running',
    onChoose,
  };
  return [plan, real];
};

/** The works of a year as bars over its days. */
export const PlanGantt = ({ onChoose }: { readonly onChoose: (row: ViewRow) => void }): ReactElement => {
  const [now] = useState(() => today(new Date()));
  const [{ year = now.slice(0, 4) }, setFilters] = useUrlFilters();
  const found = useQuery({
    queryKey: ['rows', 'view.committeeActivities', 'gantt', year],
    queryFn: ({ signal }) =>
      callApi(
        viewIndex(committeeActivities),
        { year, PageSize: MOST, SortField: 'planFrom', SortOrder: 'asc' },
        { signal },
      ),
  });
  const rows = found.data?.rows.filter((row) => textOf(row, 'state') !== '取消') ?? [];
  return (
    <>
      <div className="view-tools">
        <Select
          aria-label="年度"
          value={year}
          options={Array.from({ length: YEARS_SHOWN }, (_, back) => String(Number(now.slice(0, 4)) + 1 - back)).map(
            (one) => ({ value: one, label: `${one}年` }),
          )}
          onChange={(next: string) => setFilters({ year: next })}
        />
      </div>
      {found.error ? (
        <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <SkeletonDelay rows={6} />
      ) : rows.length === 0 ? (
        <EmptyHint text="本年度还没有计划" />
      ) : (
        <Gantt
          head="工作"
          rows={rows.map((row) => ({
            key: row.id,
            label: textOf(row, 'name'),
            bars: barsOf(row, now, () => onChoose(row)),
          }))}
        />
      )}
    </>
  );
};
