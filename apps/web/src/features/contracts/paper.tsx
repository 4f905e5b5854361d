import type { ViewRow } from '@hengneng/contracts';
import type { ReactElement } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { FileLink } from '../../ui/files/FileItem.tsx';

/** The paper of a row, by its columns `paper`, `paperUrl` and `paperSize`; nothing where it has none. */
export const PaperLink = ({ row }: { readonly row: ViewRow }): ReactElement | null => {
  const file = { URL: textOf(row, 'paperUrl'), Name: textOf(row, 'paper'), Size: Number(row['paperSize'] ?? 0) };
  return file.URL === '' ? null : <FileLink file={file} />;
};
