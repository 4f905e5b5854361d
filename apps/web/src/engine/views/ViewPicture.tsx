import { viewIndex } from '@hengneng/contracts';
import { listFields, type ViewShape } from '@hengneng/form-kit';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { callApi } from '../../lib/api.ts';
import { RowsChart } from '../rows/RowsChart.tsx';

/** One picture of a view, of the rows that belong to one thing; nothing where there is nothing to draw. */
export const ViewPicture = ({
  view,
  picture,
  ask,
}: {
  readonly view: ViewShape;
  /** Name of the chart. */
  readonly picture: string;
  /** What the rows belong to, by the view's columns. */
  readonly ask: Readonly<Record<string, string>>;
}): ReactElement | null => {
  const drawn = useQuery({
    queryKey: ['rows', `view.${view.id}`, 'charts', ask],
    queryFn: ({ signal }) => callApi(viewIndex(view), { ...ask, Charts: true, Rows: false }, { signal }),
  });
  const chart = view.charts?.[picture];
  const by = chart && listFields(view.columns).find((of) => of.key === chart.by);
  const groups = drawn.data?.charts[picture] ?? [];
  if (chart === undefined || by === undefined || groups.length === 0) return null;
  return (
    <div className="view-charts">
      <RowsChart chart={chart} by={by} groups={groups} labels={drawn.data?.labels[by.key]} />
    </div>
  );
};
