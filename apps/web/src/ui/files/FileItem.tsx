import type { FileValue } from '@hengneng/form-kit';
import { lazy, type MouseEvent, type ReactElement, Suspense, useState } from 'react';
import { download, openPdf } from '../../lib/download.ts';
import { formatSize } from '../../lib/format.ts';
import { AuthImage } from '../AuthImage.tsx';
import { kindOf } from './kind.ts';

const Viewer = lazy(() => import('./Viewer.tsx'));

interface Props {
  readonly file: FileValue;
  /** What can be leafed through from here: the other files of the same field. */
  readonly among?: readonly FileValue[];
}

/** Shows what can be shown, downloads the rest. */
const useOpening = ({ file, among = [file] }: Props) => {
  const [open, setOpen] = useState(false);
  const kind = kindOf(file.Name);
  const pictures = among.filter((one) => kindOf(one.Name) === 'picture');
  return {
    word: kind === 'other' ? '下载' : '查看',
    onClick: (event: MouseEvent) => {
      // In a table row, whose click would open the row.
      event.stopPropagation();
      if (kind === 'picture') setOpen(true);
      else if (kind === 'pdf') void openPdf('GET', file.URL, {});
      else void download('GET', file.URL, {}, { name: file.Name });
    },
    viewer: open ? (
      <Suspense>
        <Viewer
          files={pictures}
          start={Math.max(
            0,
            pictures.findIndex((one) => one.URL === file.URL),
          )}
          onClose={() => setOpen(false)}
        />
      </Suspense>
    ) : null,
  };
};

/** A file by its name. */
export const FileLink = (props: Props): ReactElement => {
  const { file } = props;
  const { word, onClick, viewer } = useOpening(props);
  return (
    <>
      <button type="button" className="file-link" onClick={onClick} title={`${word} ${file.Name}`}>
        {file.Name} <small>{formatSize(file.Size)}</small>
      </button>
      {viewer}
    </>
  );
};

/** A file as a small picture of itself. */
export const FileThumb = (props: Props): ReactElement => {
  const { file } = props;
  const { word, onClick, viewer } = useOpening(props);
  return (
    <>
      <button type="button" className="file-thumb" aria-label={`${word}图片 ${file.Name}`} onClick={onClick}>
        <AuthImage src={file.URL} alt="" fallback={<span>{file.Name}</span>} />
      </button>
      {viewer}
    </>
  );
};
