import type { ReactElement } from 'react';
import { RowsChart } from './RowsChart.tsx';
import type { RowsAnswer, RowsSource } from './source.ts';

const NOWHERE = {};

/** The pictures of a list, of what was answered with them. */
export const RowsPictures = ({
  of: { charts = {}, fields },
  answer,
  height,
  addresses = NOWHERE,
}: {
  readonly of: Pick<RowsSource, 'charts' | 'fields'>;
  readonly answer: RowsAnswer;
  readonly height?: number;
  /** Where the marks of a picture lead, by the picture's name. */
  readonly addresses?: Readonly<Record<string, (by: string) => string | null>>;
}): ReactElement => (
  <>
    {Object.entries(charts).map(([key, chart]) => {
      const by = fields.get(chart.by);
      const groups = answer.charts?.[key] ?? [];
      // Where nothing is known of it, or the person may not see it, there is no picture.
      const known = groups.some((group) => group.values.some((value) => value !== null));
      return by === undefined || !known ? null : (
        <RowsChart
          key={key}
          chart={chart}
          by={by}
          groups={groups}
          labels={answer.labels[by.key]}
          height={height}
          address={addresses[key]}
        />
      );
    })}
  </>
);
