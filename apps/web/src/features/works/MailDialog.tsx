import { mailTemplate, type InputOf } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { callApi } from '../../lib/api.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { MailPreview } from './MailPreview.tsx';

/** Letters as each receiver will read them; sent once they were looked at. */
export const MailDialog = ({
  kind,
  id,
  title,
  what,
  onClose,
}: {
  readonly kind: InputOf<typeof mailTemplate>['kind'];
  /** Of the tender or letter. */
  readonly id: string;
  readonly title: string;
  /** What they are called once they are sent. */
  readonly what: string;
  readonly onClose: () => void;
}): ReactElement => {
  const ask = { kind, objectId: id };
  const found = useQuery({
    queryKey: ['rows', 'mails', kind, id],
    queryFn: ({ signal }) => callApi(mailTemplate, { ...ask, preview: true }, { signal }),
    retry: false,
  });
  const send = useWrite(mailTemplate, {
    said: ({ sent }) => `${sent}封${what}已放入发件箱`,
    renews: ['rows'],
    onDone: onClose,
  });
  const mails = found.data?.mails ?? [];
  const ready = mails.filter(({ result }) => result === '').length;
  return (
    <AppModal
      title={title}
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
