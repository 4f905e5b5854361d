import type { ViewRow } from '@hengneng/contracts';
import type { FileValue } from '@hengneng/form-kit';
import type { ReactElement } from 'react';
import { FileLink } from '../../ui/files/FileItem.tsx';

const isFile = (value: unknown): value is FileValue => typeof value === 'object' && value !== null && 'URL' in value;

/** Files that come with a row, to be opened from its last column. */
export const RowFiles = ({ row }: { readonly row: ViewRow }): ReactElement => {
  const value = row['files'];
  const files = Array.isArray(value) ? value.filter(isFile) : [];
  return (
    <>
      {files.map((file) => (
        <FileLink key={file.URL} file={file} among={files} />
      ))}
    </>
  );
};
