import { worksLetterDetail, worksLetterPrint } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { worksLetters } from '@hengneng/forms/views';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { callApi } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { can } from '../../lib/permission.ts';
import { AppDrawer } from '../../ui/AppDrawer.tsx';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { FileLink } from '../../ui/files/FileItem.tsx';
import { Tag } from '../../ui/StatusTag.tsx';
import './works.css';

const SCREEN = shortCodeOf(worksLetters.screen);

/** A letter with the whole exchange that it belongs to, in its order. */
export const LetterDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactElement => {
  const found = useQuery({
    queryKey: ['rows', 'letter', id],
    queryFn: ({ signal }) => callApi(worksLetterDetail, { id }, { signal }),
    gcTime: 0,
  });
  return (
    <AppDrawer width={640} title={found.data?.title ?? '函件'} onClose={onClose}>
      {found.error ? (
        <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <SkeletonDelay rows={6} />
      ) : (
        <ol className="mail-list">
          {found.data.letters.map((one) => (
            <li key={one.id} aria-current={one.id === id}>
              <h3>
                {one.direction}　{one.title} <Tag tone={one.state === '退回' ? 'bad' : 'neutral'}>{one.state}</Tag>
              </h3>
              <p className="note">
                {one.code}
                {one.theirNo === null ? '' : `（来函${one.theirNo}）`}　{one.madeOn}　{one.drafter}
                {one.direction === '发函' ? '起草' : '登记'}
                {one.auditor === null ? '' : `，${one.auditor}审核`}
                {one.legal === null ? '' : `，法务${one.legal}`}
                {one.replyBy === null ? '' : `；要求${one.replyBy}前回复`}
                {one.repliedOn === null ? '' : `，${one.repliedOn}回复`}
              </p>
              {one.opinion === null ? null : <p className="note">审核意见：{one.opinion}</p>}
              {one.legalOpinion === null ? null : <p className="note">法务意见：{one.legalOpinion}</p>}
              <p className="mail-body">{one.body}</p>
              <p>
                {one.files.map((file) => (
                  <FileLink key={file.URL} file={file} among={one.files} />
                ))}
              </p>
              {can(SCREEN, 'download') ? (
                <Button
                  size="small"
                  onClick={() => void download('POST', worksLetterPrint.path, { id: one.id }, { name: one.code })}
                >
                  打印
                </Button>
              ) : null}
            </li>
          ))}
        </ol>
      )}
    </AppDrawer>
  );
};
