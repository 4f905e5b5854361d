import { boardExport } from '@hengneng/contracts';
import { SCREENS, shortCodeOf } from '@hengneng/core';
import { type BoardShape, type Fields, instantText } from '@hengneng/form-kit';
import { useQueries } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, type ReactNode, useId, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { download } from '../../lib/download.ts';
import { can, canOpen } from '../../lib/permission.ts';
import { keepPrevious } from '../../lib/query.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { wallOf } from '../../ui/moment/wall.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { askOf, narrowed } from '../list/ask.ts';
import { FilterBar } from '../list/FilterBar.tsx';
import { askFilter, defaultAsks } from '../rows/ask-filter.ts';
import { Figures } from '../rows/Figures.tsx';
import { RowsPictures } from '../rows/RowsPictures.tsx';
import type { RowExtras } from '../rows/RowsTable.tsx';
import type { LabelMap } from '../store/record-store.ts';
import { useDrill, useInSight } from './drill.ts';
import { byKey, sourceOf } from './source.ts';
import { type MeetingPage, ViewMeeting } from './ViewMeeting.tsx';
import { ViewSection } from './ViewSection.tsx';
import { ViewTabs } from './ViewTabs.tsx';

/** What a page adds to one of its lists. */
export interface BoardList extends RowExtras {
  readonly empty: string;
  readonly tools?: ReactNode;
  /** How its figures are counted. */
  readonly note?: ReactNode;
}

type Mark<L extends string> = readonly [list: L, ask: (by: string) => Readonly<Record<string, string>>];

interface Props<T extends BoardShape> {
  readonly board: T;
  /** By the ids of the lists. */
  readonly lists: Readonly<Record<T['lists'][number]['id'], BoardList>>;
  readonly actions?: ReactNode;
  /** How the figures above are counted. */
  readonly note?: ReactNode;
  /** Where the marks of a picture lead, by the picture's name: the list that has their rows, and what of the filters they stand for. */
  readonly marks?: Readonly<Record<string, Mark<T['lists'][number]['id']>>>;
  /** Pages where one goes on from here: their paths, and which of the filters they take along. */
  readonly related?: readonly (readonly [path: string, ...filters: readonly string[]])[];
  /** The lists that a meeting looks at, after figures and pictures. */
  readonly meeting?: readonly T['lists'][number]['id'][];
}

const NO_MARKS = {};

/** As high as a room can read it. */
const MEETING_HEIGHT = 560;

const Related = ({
  pages,
  filters,
}: {
  readonly pages: NonNullable<Props<BoardShape>['related']>;
  readonly filters: Readonly<Record<string, string | undefined>>;
}): ReactElement => (
  <>
    {pages.map(([path, ...names]) => {
      const screen = canOpen(shortCodeOf(path)) ? SCREENS.find((one) => one.path === path) : undefined;
      const taken = names.flatMap((name) => (filters[name] ? [[name, filters[name]]] : []));
      return screen === undefined ? null : (
        <Link key={path} to={taken.length === 0 ? path : `${path}?${new URLSearchParams(taken)}`}>
          {screen.title}
        </Link>
      );
    })}
  </>
);

const named = <V,>(view: string, values: Readonly<Record<string, V>>): Readonly<Record<string, V>> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`${view}.${key}`, value]));

/** Several views under one filter bar: figures first, then pictures, then lists in tabs. What is chosen counts for all of them. */
export const ViewBoard = <const T extends BoardShape>({
  board,
  lists,
  actions,
  note,
  marks = NO_MARKS,
  related = [],
  meeting,
}: Props<T>): ReactElement => {
  const prefix = useId();
  // The day of opening: a page that stays open overnight keeps asking for what it shows.
  const [opened] = useState(() => new Date());
  const [meets, setMeets] = useState(false);
  const [address, setFilters] = useUrlFilters();
  const fields = useMemo(() => byKey(board.filters), [board]);
  const head = useMemo(() => board.head.map(sourceOf), [board]);
  const filters = { ...defaultAsks(fields, opened), ...address };
  const ask = askOf(narrowed(filters));
  const answers = useQueries({
    queries: head.map((source) => ({
      queryKey: ['rows', source.name, 'board', ask],
      // Figures and pictures of all rows; of the rows themselves as few as can be.
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        source.load({ ...ask, PageSize: 1, Charts: true }, signal),
      placeholderData: keepPrevious,
    })),
  });
  // The cards of all views stand together, each under the name of its view.
  const cards: Fields = Object.assign({}, ...head.map((source) => named(source.name, source.figures)));
  const figures: Readonly<Record<string, string | null>> = Object.assign(
    {},
    ...head.map((source, at) => named(source.name, answers[at]?.data?.figures ?? {})),
  );
  const failed = answers.find((answer) => answer.error);
  const labels: LabelMap = Object.assign({}, ...answers.map((answer) => answer.data?.labels));
  const asOf = Math.min(...answers.flatMap((answer) => (answer.dataUpdatedAt > 0 ? [answer.dataUpdatedAt] : [])));
  const whole = { ...ask, Board: board.id };
  const drill = useDrill();
  const place = useInSight();
  const addresses = Object.fromEntries(
    Object.entries<Mark<string>>(marks).map(([picture, [list, asked]]) => [
      picture,
      (by: string) => drill(list, asked(by)),
    ]),
  );
  const words = (
    <p className="note view-note board-note">
      仅含您有权查看的数据
      {Number.isFinite(asOf) ? `，截至 ${wallOf('datetime', instantText(asOf))}` : ''}。{note}
    </p>
  );
  const shown = (
    <Figures fields={cards} values={answers.some((answer) => answer.data === undefined) ? undefined : figures} />
  );
  const pictures = (): readonly MeetingPage[] =>
    head.flatMap((source, at) => {
      const answer = answers[at]?.data;
      if (answer === undefined || answer.total === 0) return [];
      return Object.entries(source.charts ?? {}).map(([key, chart]) => ({
        title: chart.label,
        show: () => (
          <RowsPictures
            of={{ charts: { [key]: chart }, fields: source.fields }}
            answer={answer}
            height={MEETING_HEIGHT}
          />
        ),
      }));
    });
  const tables = (): readonly MeetingPage[] =>
    board.lists
      .filter((view) => meeting?.includes(view.id))
      .map((view: T['lists'][number]) => ({
        title: view.title,
        show: () => {
          const { empty, tone }: BoardList = lists[view.id as T['lists'][number]['id']];
          return <ViewSection view={view} rowsOnly empty={empty} tone={tone} />;
        },
      }));
  return (
    <div className="list-page">
      <PageHeader
        title={board.title}
        note={board.purpose}
        actions={
          <>
            <Related pages={related} filters={filters} />
            {actions}
            {meeting === undefined ? null : <Button onClick={() => setMeets(true)}>会议模式</Button>}
            {can(shortCodeOf(board.screen), 'export') ? (
              <Button onClick={() => void download('POST', boardExport.path, whole, { name: board.title })}>
                导出全部表
              </Button>
            ) : null}
          </>
        }
      />
      <FilterBar
        fields={[...fields.values()].map((of) => askFilter(of, opened))}
        filters={filters}
        onChange={setFilters}
        prefix={prefix}
        labels={labels}
        keywordHint={null}
      />
      {failed ? <ErrorRetry error={failed.error} onRetry={() => void failed.refetch()} /> : null}
      {shown}
      {answers.some((answer) => answer.isPending) && !failed ? <SkeletonDelay rows={4} /> : null}
      <div className="view-charts">
        {head.map((source, at) => {
          const answer = answers[at]?.data;
          return answer === undefined || answer.total === 0 ? null : (
            <RowsPictures key={source.name} of={source} answer={answer} addresses={addresses} />
          );
        })}
      </div>
      {words}
      {meets ? (
        <ViewMeeting
          title={board.title}
          pages={[
            {
              title: board.title,
              show: () => (
                <>
                  {shown}
                  {words}
                </>
              ),
            },
            ...pictures(),
            ...tables(),
          ]}
          onClose={() => setMeets(false)}
        />
      ) : null}
      <div ref={place}>
        <ViewTabs
          label={board.title}
          keep="filters"
          tabs={board.lists.map((view: T['lists'][number]) => {
            const { note: counted, ...list }: BoardList = lists[view.id as T['lists'][number]['id']];
            return {
              key: view.id,
              label: view.title,
              content: () => (
                <>
                  <ViewSection view={view} rowsOnly {...list} />
                  {counted ? <p className="note view-note">{counted}</p> : null}
                </>
              ),
            };
          })}
        />
      </div>
    </div>
  );
};
