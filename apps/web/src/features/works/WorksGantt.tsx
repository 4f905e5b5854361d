import { type ViewRow, viewIndex } from '@hengneng/contracts';
import { today } from '@hengneng/form-kit';
import { subProjects } from '@hengneng/forms/views';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { callApi } from '../../lib/api.ts';
import { ErrorRetry } from '../../ui/feedback.tsx';
import { Gantt, type GanttBar, type GanttRow } from '../../ui/Gantt.tsx';
import { dayEnd, dayStart } from '../../ui/gantt-days.ts';

const MOST = 100;

/** The plan, and below it what became of it so far. */
const barsOf = (row: ViewRow, now: string): readonly GanttBar[] => {
  const bar = (key: string, [from, to]: readonly [string, string], text: string, tone: string): GanttBar => ({
    key,
    from: dayStart(from),
    to: dayEnd(to),
    text,
    words: `${textOf(row, 'name')}，${text}，${from}至${to}`,
    tone,
  });
  const [planFrom, planTo, begun] = [textOf(row, 'planStart'), textOf(row, 'planEnd'), textOf(row, 'actualStart')];
  const late = Number(row['offDays'] ?? 0) > 0;
  return [
    ...(planFrom !== '' && planTo !== '' ? [bar('plan', [planFrom, planTo], '计划', 'pending')] : []),
    ...(begun === ''
      ? []
      : [
          bar(
            'real',
            [begun, textOf(row, 'actualEnd') || now],
            `实际 ${textOf(row, 'progress') || '0'}%`,
            late ? 'late' : 'running',
          ),
        ]),
  ];
};

/** The sub-projects of a works over the days: planned, and as they went. */
export const WorksGantt = ({ project }: { readonly project: string }): ReactElement | null => {
  const [now] = useState(() => today(new Date()));
  const found = useQuery({
    queryKey: ['rows', 'view.subProjects', 'gantt', project],
    queryFn: ({ signal }) => callApi(viewIndex(subProjects), { project, PageSize: MOST }, { signal }),
  });
  if (found.error) return <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />;
  const rows = (found.data?.rows ?? []).flatMap((row): readonly GanttRow[] => {
    const bars = barsOf(row, now);
    return bars.length === 0 ? [] : [{ key: row.id, label: textOf(row, 'name'), bars }];
  });
  return rows.length === 0 ? null : <Gantt head="子项目" rows={rows} />;
};
