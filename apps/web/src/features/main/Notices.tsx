import {
  type Announcement,
  announcementMine,
  editNodeInform,
  getFirstNotice,
  messageRead,
  type NoticeRow,
} from '@hengneng/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../lib/api.ts';
import { formatRecent } from '../../lib/format.ts';
import { recordAddress } from '../../lib/routes.ts';
import { EmptyHint } from '../../ui/feedback.tsx';
import { AnnouncementDialog } from '../account/AnnouncementDialog.tsx';
import { Block } from './Block.tsx';

const MOST_ANNOUNCEMENTS = 5;

/** Announcements, those that are pinned first, and the latest notices; opening one marks it read. */
export const Notices = (): ReactElement => {
  const client = useQueryClient();
  const [reading, setReading] = useState<Announcement | null>(null);
  const { data, error, refetch, isPending } = useQuery({
    queryKey: ['notice', 'main'],
    queryFn: ({ signal }) => callApi(getFirstNotice, { Top: 10, All: true }, { signal }),
  });
  const told = useQuery({
    queryKey: ['notice', 'announcements'],
    queryFn: ({ signal }) => callApi(announcementMine, { PageSize: MOST_ANNOUNCEMENTS }, { signal }),
  });
  const renew = () => client.invalidateQueries({ queryKey: ['notice'] });
  const markRead = useMutation({
    mutationFn: (row: NoticeRow) => callApi(editNodeInform, { Ids: [row.id] }),
    onSuccess: renew,
  });
  const readAnnouncement = useMutation({
    mutationFn: (row: Announcement) => callApi(messageRead, { Ids: [row.id] }),
    onSuccess: renew,
  });
  const rows = data?.rows ?? [];
  const announcements = told.data?.rows ?? [];
  return (
    <Block
      title="公告通知"
      loading={isPending || told.isPending}
      error={error ?? told.error}
      onRetry={() => void Promise.all([refetch(), told.refetch()])}
    >
      {rows.length + announcements.length === 0 ? (
        <EmptyHint text="还没有公告和通知" />
      ) : (
        <ul className="notices">
          {announcements.map((row) => (
            <li key={`announcement ${row.id}`} className={row.read ? '' : 'notice-unread'}>
              <button
                type="button"
                onClick={() => {
                  setReading(row);
                  if (!row.read) readAnnouncement.mutate(row);
                }}
              >
                <span className="notices-kind">{row.pinned ? '置顶公告' : '公告'}</span>
                <span className="notice-title">{row.title}</span>
                {row.read ? null : <span className="sr-only">未读</span>}
              </button>
              <time dateTime={row.at}>{formatRecent(row.at)}</time>
            </li>
          ))}
          {rows.map((row) => (
            <li key={row.id} className={row.read ? '' : 'notice-unread'}>
              <Link
                to={recordAddress(row.ProcedureId, row.BusinessId) ?? '/main'}
                onClick={() => {
                  if (!row.read) markRead.mutate(row);
                }}
              >
                <span className="notices-kind">{row.label}</span>
                <span className="notice-title">{row.title}</span>
                {row.read ? null : <span className="sr-only">未读</span>}
              </Link>
              <time dateTime={row.at}>{formatRecent(row.at)}</time>
            </li>
          ))}
        </ul>
      )}
      {reading ? <AnnouncementDialog {...reading} onClose={() => setReading(null)} /> : null}
    </Block>
  );
};
