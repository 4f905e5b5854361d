import { Button } from 'antd';
import type { ReactElement } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { AppModal } from '../../ui/AppModal.tsx';

/** An announcement as its reader sees it: plain text, with its own line breaks. */
export const AnnouncementDialog = ({
  title,
  body,
  by,
  at,
  onClose,
}: {
  readonly title: string;
  readonly body: string;
  readonly by?: string;
  readonly at: string;
  readonly onClose: () => void;
}): ReactElement => (
  <AppModal
    title={title}
    footer={
      <Button type="primary" onClick={onClose}>
        知道了
      </Button>
    }
    onCancel={onClose}
  >
    <p className="note">{[by, formatDateTime(at)].filter(Boolean).join(' · ')}</p>
    <p className="plain-text">{body}</p>
  </AppModal>
);
