import { DELEGATION_STATE_TITLES, type DelegationRow } from '@hengneng/contracts';
import type { ReactElement } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { EmptyHint } from '../../ui/feedback.tsx';
import { Gantt } from '../../ui/Gantt.tsx';

/** Who stands in for whom over the days. */
export const DelegationTimeline = ({
  rows,
  onChoose,
}: {
  readonly rows: readonly DelegationRow[];
  readonly onChoose: (row: DelegationRow) => void;
}): ReactElement => {
  if (rows.length === 0) return <EmptyHint text="没有代理授权" />;
  const owners = Map.groupBy(rows, (row) => row.ownerId);
  return (
    <Gantt
      head="授权人"
      rows={[...owners].map(([key, of]) => ({
        key,
        label: of[0]?.owner ?? '',
        bars: of.map((row) => {
          const to = row.endedAt ?? row.to;
          return {
            key: row.Id,
            from: Date.parse(row.from),
            to: Date.parse(to),
            text: `${row.delegate} · ${row.scope}`,
            words: `${row.owner}由${row.delegate}代理，${row.scope}，${formatDateTime(row.from)} 至 ${formatDateTime(to)}，${DELEGATION_STATE_TITLES[row.state]}`,
            tone: row.state,
            onChoose: () => onChoose(row),
          };
        }),
      }))}
    />
  );
};
