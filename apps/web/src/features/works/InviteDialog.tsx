import { mailTemplate } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { callApi } from '../../lib/api.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { MailPreview } from './MailPreview.tsx';

/** The letters of a tender as each bidder will read them; sent once they were looked at. */
export const InviteDialog = ({
  tender,
  onClose,
}: {
  readonly tender: string;
  readonly onClose: () => void;
}): ReactElement => {
  const ask = { kind: '邀请' as const, objectId: tender };
  const found = useQuery({
    queryKey: ['rows', 'mails', tender],
    queryFn: ({ signal }) => callApi(mailTemplate, { ...ask, preview: true }, { signal }),
    retry: false,
  });
  const send = useWrite(mailTemplate, {
    said: ({ sent }) => `${sent}封邀请已放入发件箱`,
    renews: ['rows'],
    onDone: onClose,
  });
  const mails = found.data?.mails ?? [];
  const ready = mails.filter(({ result }) => result === '').length;
  return (
    <AppModal
      title="发投标邀请"
      width={720}
      okText={`发出${ready}封`}
      okButtonProps={{ disabled: ready === 0 }}
      confirmLoading={send.isPending}
      onOk={() => send.mutate({ ...ask, preview: false })}
      onCancel={onClose}
    >
      {found.error ? (
        <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <SkeletonDelay rows={6} />
      ) : (
        <MailPreview mails={mails} />
      )}
    </AppModal>
  );
};
