import type { ReactElement } from 'react';
import { RowsChart } from './RowsChart.tsx';
import type { RowsAnswer, RowsSource } from './source.ts';

/** The pictures of a list, of what was answered with them. */
export const RowsPictures = ({
  of: { charts = {}, fields },
  answer,
}: {
  readonly of: Pick<RowsSource, 'charts' | 'fields'>;
  readonly answer: RowsAnswer;
}): ReactElement => (
  <>
    {Object.entries(charts).map(([key, chart]) => {
      const by = fields.get(chart.by);
      const groups = answer.charts?.[key] ?? [];
      // Where nothing is known of it, or the person may not see it, there is no picture.
      return by === undefined || groups.length === 0 ? null : (
        <RowsChart key={key} chart={chart} by={by} groups={groups} labels={answer.labels[by.key]} />
      );
    })}
  </>
);
