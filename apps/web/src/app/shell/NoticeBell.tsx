import MessageOutlined from '@ant-design/icons/es/icons/MessageOutlined';
import { Badge, Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { laterDialog } from '../../ui/later-dialog.tsx';
import { useNotices, useUnreadMessages } from './notices.ts';

const NoticeDrawer = laterDialog(() => import('./NoticeDrawer.tsx'));

/** How many messages are unread; a press shows them. */
export const NoticeBell = (): ReactElement => {
  const [open, setOpen] = useState(false);
  const unread = (useNotices(false, 1, 60_000).data?.unread ?? 0) + useUnreadMessages();
  return (
    <>
      <Badge count={unread} size="small" offset={[-6, 6]}>
        <Button
          type="text"
          icon={<MessageOutlined />}
          aria-label={unread > 0 ? `消息，${unread} 条未读` : '消息'}
          onClick={() => setOpen(true)}
        />
      </Badge>
      {open ? <NoticeDrawer onClose={() => setOpen(false)} /> : null}
    </>
  );
};
