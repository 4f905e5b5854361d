import { trainResourcesFiles } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { PartedLine } from '../../engine/parted/PartedLine.tsx';
import type { PartedUploads } from '../../engine/parted/usePartedUploads.ts';
import { callApi, type UploadedFile } from '../../lib/api.ts';
import { formatSize } from '../../lib/format.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { LESSONS } from './common.ts';

const MOST = 5;
const UNFINISHED = [LESSONS, 'uploads'];

/** What was broken off earlier: choosing the same file again goes on with it. */
const Unfinished = ({ uploads }: { readonly uploads: PartedUploads }): ReactElement | null => {
  const { data } = useQuery({
    queryKey: UNFINISHED,
    queryFn: ({ signal }) => callApi(trainResourcesFiles.open, {}, { signal }),
    staleTime: 0,
  });
  const drop = useWrite(trainResourcesFiles.drop, { renews: [LESSONS] });
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
    queryFn: ({ signal }) => callApi(trainResourcesFiles.open, {}, { signal }),
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
  readonly uploads: PartedUploads;
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
        <li key={one.key}>
          <PartedLine one={one} uploads={uploads} />
        </li>
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
