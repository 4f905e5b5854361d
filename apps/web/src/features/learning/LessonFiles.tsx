import { trainResourcesUploadDrop, trainResourcesUploads } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { callApi, type UploadedFile } from '../../lib/api.ts';
import { formatSize } from '../../lib/format.ts';
import type { PartedState } from '../../lib/parted.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { LESSONS } from './common.ts';
import type { LessonUploads, Sending } from './uploads.ts';

const MOST = 5;
const UNFINISHED = [LESSONS, 'uploads'];

const WORDS: Readonly<Record<PartedState, string>> = {
  sending: '正在上传',
  paused: '已暂停',
  waiting: '网络中断，恢复后自动接着传',
  joining: '正在合并与检查',
  failed: '',
};

const Line = ({ one, uploads }: { readonly one: Sending; readonly uploads: LessonUploads }): ReactElement => {
  const { key, file, state, percent, error } = one;
  return (
    <li className="lesson-sending">
      <span>
        {file.name} <small>{formatSize(file.size)}</small>
      </span>
      <progress value={percent} max={100} aria-label={`${file.name} 上传进度`} />
      <span className={error === null ? undefined : 'field-error'} role={error === null ? 'status' : 'alert'}>
        {error ?? `${WORDS[state]} ${percent}%`}
      </span>
      {state === 'sending' || state === 'waiting' ? (
        <Button size="small" type="text" onClick={() => uploads.pause(key)} aria-label={`暂停 ${file.name}`}>
          暂停
        </Button>
      ) : state === 'paused' || state === 'failed' ? (
        <Button size="small" type="text" onClick={() => uploads.resume(key)} aria-label={`继续 ${file.name}`}>
          {state === 'failed' ? '重试' : '继续'}
        </Button>
      ) : null}
      <Button size="small" type="text" danger onClick={() => uploads.drop(key)} aria-label={`取消上传 ${file.name}`}>
        取消
      </Button>
    </li>
  );
};

/** What was broken off earlier: choosing the same file again goes on with it. */
const Unfinished = ({ uploads }: { readonly uploads: LessonUploads }): ReactElement | null => {
  const { data } = useQuery({
    queryKey: UNFINISHED,
    queryFn: ({ signal }) => callApi(trainResourcesUploads, {}, { signal }),
    staleTime: 0,
  });
  const drop = useWrite(trainResourcesUploadDrop, { renews: [LESSONS] });
  const here = new Set(uploads.sending.map(({ file }) => `${file.name} ${file.size} ${file.lastModified}`));
  const rows = (data?.rows ?? []).filter((one) => !here.has(`${one.name} ${one.size} ${one.modified}`));
  if (rows.length === 0) return null;
  return (
    <ul className="plain-list" aria-label="未传完的文件">
      {rows.map((one) => (
        <li key={one.uploadId}>
          <span>
            {one.name} <small>{formatSize(one.size)}</small> 已传
            {Math.floor((Math.min(one.have.length * one.partBytes, one.size) / one.size) * 100)}
            %，再次选择该文件即接着传
          </span>
          <Button
            size="small"
            type="text"
            danger
            aria-label={`放弃 ${one.name}`}
            onClick={() => drop.mutate({ uploadId: one.uploadId })}
          >
            放弃
          </Button>
        </li>
      ))}
    </ul>
  );
};

/** How large files may be here, in words; empty until the server has said so. */
export const useLimits = (): string => {
  const { data } = useQuery({
    queryKey: UNFINISHED,
    queryFn: ({ signal }) => callApi(trainResourcesUploads, {}, { signal }),
    staleTime: 0,
  });
  return data === undefined ? '' : `视频${formatSize(data.filmBytes)}、其他${formatSize(data.otherBytes)}以内；`;
};

/** The files of a lesson: those that are there, those on their way, those that were broken off. */
export const LessonFiles = ({
  files,
  onRemove,
  uploads,
}: {
  readonly files: readonly UploadedFile[];
  readonly onRemove: (url: string) => void;
  readonly uploads: LessonUploads;
}): ReactElement => (
  <>
    <ul className="plain-list">
      {files.map((file) => (
        <li key={file.URL}>
          <span>{file.Name}</span>
          <Button size="small" type="text" danger onClick={() => onRemove(file.URL)}>
            移除
          </Button>
        </li>
      ))}
      {uploads.sending.map((one) => (
        <Line key={one.key} one={one} uploads={uploads} />
      ))}
    </ul>
    <Unfinished uploads={uploads} />
    <input
      type="file"
      aria-label="选择文件"
      disabled={files.length + uploads.sending.length >= MOST}
      onChange={(event) => {
        const file = event.target.files?.[0];
        if (file) uploads.take(file);
        event.target.value = '';
      }}
    />
  </>
);
