import { editNodeInform, messageRead, type NoticeRow } from '@hengneng/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { type ReactElement, useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi, messageOf } from '../../lib/api.ts';
import { formatRecent } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { recordAddress } from '../../lib/routes.ts';
import { AnnouncementDialog } from '../../features/account/AnnouncementDialog.tsx';
import { AppDrawer } from '../../ui/AppDrawer.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { Tag, type Tone } from '../../ui/StatusTag.tsx';
import { type Message, MessageList } from './MessageList.tsx';
import { useNotices, useUnreadMessages } from './notices.ts';
import { together } from './together.ts';

const TONES: Readonly<Record<NoticeRow['kind'], Tone>> = {
  todo: 'accent',
  returned: 'warn',
  ended: 'good',
  cc: 'neutral',
  urged: 'bad',
  comment: 'accent',
  delegated: 'neutral',
  late: 'bad',
};

const NoticeButton = ({
  row,
  onOpen,
}: {
  readonly row: NoticeRow;
  readonly onOpen: (row: NoticeRow) => void;
}): ReactElement => (
  <button type="button" onClick={() => onOpen(row)}>
    <span className="notice-line">
      <Tag tone={TONES[row.kind]}>{row.label}</Tag>
      <span className="notice-title">{row.title}</span>
    </span>
    <span className="notice-note">
      {row.project ? `${row.project} · ` : ''}
      <time dateTime={row.at}>{formatRecent(row.at)}</time>
      {row.read ? ' · 已读' : ''}
    </span>
  </button>
);

const Notices = ({
  all,
  onOpen,
}: {
  readonly all: boolean;
  readonly onOpen: (row: NoticeRow) => void;
}): ReactElement => {
  const { data, error, refetch } = useNotices(all, 100, false);
  if (error) return <ErrorRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonDelay />;
  if (data.rows.length === 0) return <EmptyHint text={all ? '还没有消息' : '没有未读消息'} />;
  return (
    <ul className="notice-list">
      {together(data.rows).map(([row, ...more]) => (
        <li key={row.id} className={row.read ? '' : 'notice-unread'}>
          <NoticeButton row={row} onOpen={onOpen} />
          {more.length > 0 ? (
            <details className="notice-together">
              <summary>
                {`同类还有 ${more.length} 条`}
                <span className="sr-only">：{row.label}</span>
              </summary>
              <ul>
                {more.map((one) => (
                  <li key={one.id}>
                    <NoticeButton row={one} onOpen={onOpen} />
                  </li>
                ))}
              </ul>
            </details>
          ) : null}
        </li>
      ))}
    </ul>
  );
};

const VIEWS = ['unread', 'all', 'messages'] as const;
type View = (typeof VIEWS)[number];

/** Notices of the person: unread or all, and the system's messages; opening a notice marks it read and shows its record. */
const NoticeDrawer = ({ onClose }: { readonly onClose: () => void }): ReactElement => {
  const [view, setView] = useState<View>('unread');
  const [reading, setReading] = useState<Message | null>(null);
  const navigate = useNavigate();
  const client = useQueryClient();
  const notices = useNotices(false, 1, 60_000).data?.unread ?? 0;
  const messages = useUnreadMessages();
  const unread = notices + messages;
  const markRead = useMutation({
    mutationFn: (ids: readonly string[] | 'all') =>
      callApi(editNodeInform, ids === 'all' ? { All: true } : { Ids: [...ids] }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['notice'] }),
    onError: (error) => notify.error(messageOf(error)),
  });
  const readMessage = useMutation({
    mutationFn: (id: string | 'all') => callApi(messageRead, id === 'all' ? { All: true } : { Ids: [id] }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['notice'] }),
    onError: (error) => notify.error(messageOf(error)),
  });
  const readAll = () => {
    if (notices > 0) markRead.mutate('all');
    if (messages > 0) readMessage.mutate('all');
  };
  const openMessage = (message: Message, path: string | null) => {
    if (!message.read) readMessage.mutate(message.id);
    if (message.body !== null) {
      setReading(message);
      return;
    }
    if (path === null) return;
    onClose();
    void navigate(path);
  };
  const openRow = (row: NoticeRow) => {
    if (!row.read) markRead.mutate([row.id]);
    const address = recordAddress(row.ProcedureId, row.BusinessId);
    onClose();
    if (address) void navigate(address);
  };
  return (
    <AppDrawer
      width={420}
      title="消息"
      onClose={onClose}
      extra={
        <Button
          size="small"
          disabled={unread === 0}
          loading={markRead.isPending || readMessage.isPending}
          onClick={readAll}
        >
          全部已读
        </Button>
      }
    >
      <Segmented
        block
        aria-label="消息范围"
        value={view}
        onChange={(value) => setView(VIEWS.find((one) => one === value) ?? 'unread')}
        options={[
          { value: 'unread', label: notices > 0 ? `未读 ${notices}` : '未读' },
          { value: 'all', label: '全部' },
          { value: 'messages', label: messages > 0 ? `系统消息 ${messages}` : '系统消息' },
        ]}
      />
      {view === 'messages' ? <MessageList onOpen={openMessage} /> : <Notices all={view === 'all'} onOpen={openRow} />}
      {reading ? (
        <AnnouncementDialog
          title={reading.title}
          body={reading.body ?? ''}
          at={reading.at}
          onClose={() => setReading(null)}
        />
      ) : null}
    </AppDrawer>
  );
};

export default NoticeDrawer;
