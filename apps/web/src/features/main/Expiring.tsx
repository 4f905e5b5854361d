import { reminderIndex } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../lib/api.ts';
import { useLastPage } from '../../lib/last-page.ts';
import { keepPrevious } from '../../lib/query.ts';
import { EmptyHint } from '../../ui/feedback.tsx';
import { Tag, type Tone } from '../../ui/StatusTag.tsx';
import { Block } from './Block.tsx';
import { BlockPager } from './BlockPager.tsx';

const PAGE_SIZE = 8;
const SOON_DAYS = 30;

const toneOf = (days: number): Tone => (days < 0 ? 'bad' : days <= SOON_DAYS ? 'warn' : 'soon');
const wordsOf = (days: number): string => (days < 0 ? `已过期 ${-days} 天` : days === 0 ? '今天到期' : `剩 ${days} 天`);

/** What has run out or will within 90 days, nearest first. */
export const Expiring = (): ReactElement => {
  const [page, setPage] = useState(1);
  const list = useQuery({
    queryKey: ['expiring', page],
    queryFn: ({ signal }) => callApi(reminderIndex, { PageIndex: page, PageSize: PAGE_SIZE }, { signal }),
    placeholderData: keepPrevious,
  });
  const emptied = useLastPage(list, page, PAGE_SIZE, setPage);
  const { data, error, refetch } = list;
  const rows = data?.rows ?? [];
  return (
    <Block title="到期提醒" loading={list.isPending || emptied} error={error} onRetry={() => void refetch()}>
      {rows.length === 0 ? (
        <EmptyHint text="90 天内没有到期的" />
      ) : (
        <>
          <ul className="expiring">
            {rows.map((row) => (
              <li key={`${row.kind} ${row.name} ${row.on} ${row.path ?? ''}`}>
                <span className="cell-main">
                  {row.path === null ? row.name : <Link to={row.path}>{row.name}</Link>}
                  <small>
                    {[row.kind, row.project].filter(Boolean).join(' · ')}
                    <span className="one-line"> · {row.on}</span>
                  </small>
                </span>
                <Tag tone={toneOf(row.days)}>{wordsOf(row.days)}</Tag>
              </li>
            ))}
          </ul>
          <BlockPager page={page} pageSize={PAGE_SIZE} total={data?.total ?? 0} unit="项" onChange={setPage} />
        </>
      )}
    </Block>
  );
};
