import MessageOutlined from '@ant-design/icons/es/icons/MessageOutlined';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { CountBadge } from '../../ui/CountBadge.tsx';
import { laterDialog } from '../../ui/later-dialog.tsx';
import { useNotices, useUnreadMessages } from './notices.ts';

const NoticeDrawer = laterDialog(() => import('./NoticeDrawer.tsx'));

/** How many messages are unread; a press shows them. */
export const NoticeBell = (): ReactElement => {
  const [open, setOpen] = useState(false);
  const unread = (useNotices(false, 1, 60_000).data?.unread ?? 0) + useUnreadMessages();
  return (
    <>
      <CountBadge count={unread}>
        <Button
          type="text"
          icon={<MessageOutlined />}
          aria-label={unread > 0 ? `消息，${unread} 条未读` : '消息'}
          onClick={() => setOpen(true)}
        />
      </CountBadge>
      {open ? <NoticeDrawer onClose={() => setOpen(false)} /> : null}
    </>
  );
};
