/** What was said about a month on a page of statistics; of an area to those who see it, of the whole company to everybody with the page. */
import { businessComments, costComments } from '@hengneng/forms';
import type { Bind } from '../../../engine/forms/visibility.ts';
import { viewSource } from '../../../engine/views/source.ts';
import { periodOf } from './business.ts';
import { monthsOf } from './span.ts';

interface Said {
  readonly screen: string;
  readonly area: string | null;
  readonly first: string;
  readonly last: string;
  readonly bind: Bind;
  readonly visible: (columns: { dept: string; applicant: string }) => string;
}

const said = ({ screen, area, first, last, bind, visible }: Said): string => `
  select c.id, c.month as about, c.dept_id as of, c.words, c.written_by as by, c.written_at as at
  from statistics_comment c
  where c.screen = ${bind(screen)}::text and c.month between ${first} and ${last}
    and ${area === null ? 'true' : `starts_with(c.dept_id, ${bind(area)}::text)`}
    and (c.dept_id is null or ${visible({ dept: 'c.dept_id', applicant: 'c.written_by' })})`;

export const businessCommentsView = viewSource({
  view: businessComments,
  order: 'm.about desc, m.at desc, m.id desc',
  rows: (asked) => {
    const { asks, bind, visible } = asked;
    const { first, last } = periodOf(asked);
    return said({ screen: businessComments.screen, area: asks.area, first, last, bind, visible });
  },
});

export const costCommentsView = viewSource({
  view: costComments,
  order: 'm.about desc, m.at desc, m.id desc',
  rows: ({ asks, now, bind, visible }) => {
    const { from, to } = monthsOf(asks, now);
    const [first, last] = [`${bind(from)}::text`, `${bind(to)}::text`];
    return said({ screen: costComments.screen, area: asks.area, first, last, bind, visible });
  },
});
