import type { dataManagementDetail, OutputOf } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { AppDrawer } from '../../ui/AppDrawer.tsx';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { FileLink } from '../../ui/files/FileItem.tsx';
import { Tag } from '../../ui/StatusTag.tsx';
import './works.css';

/** All versions of a paper, the newest first, with what was said of each. */
export const PaperVersions = ({
  id,
  load,
  onClose,
}: {
  readonly id: string;
  readonly load: (signal: AbortSignal) => Promise<OutputOf<typeof dataManagementDetail>>;
  readonly onClose: () => void;
}): ReactElement => {
  const found = useQuery({ queryKey: ['rows', 'versions', id], queryFn: ({ signal }) => load(signal), gcTime: 0 });
  return (
    <AppDrawer width={560} title={found.data?.title ?? '版本'} onClose={onClose}>
      {found.error ? (
        <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <SkeletonDelay rows={6} />
      ) : (
        <ol className="mail-list">
          {found.data.versions.map((one) => (
            <li key={one.id}>
              <h3>
                第{one.version}版{' '}
                <Tag tone={one.state === '已归档' ? 'good' : one.state === '退回' ? 'bad' : 'neutral'}>{one.state}</Tag>
              </h3>
              <p className="note">
                {one.uploadedBy} {formatDateTime(one.uploadedAt)} 上传，形成于{one.madeOn}
                {one.auditedBy === null ? '' : `；${one.auditedBy}审核`}
                {one.archiveNo === null ? '' : `，归档号${one.archiveNo}`}
              </p>
              {one.opinion === null ? null : <p className="mail-body">{one.opinion}</p>}
              <p>
                {one.files.map((file) => (
                  <FileLink key={file.URL} file={file} among={one.files} />
                ))}
              </p>
            </li>
          ))}
        </ol>
      )}
    </AppDrawer>
  );
};
