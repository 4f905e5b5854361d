import type { FileValue } from '@hengneng/form-kit';
import type { ReactElement } from 'react';
import { RemoveButton, SendingItems, UploadArea } from '../../engine/widgets/UploadArea.tsx';
import { useUploads } from '../../engine/widgets/uploads.ts';
import { FileLink } from '../../ui/files/FileItem.tsx';

const NONE: readonly FileValue[] = [];

/** Files of a dialog, sent as they are chosen; as a field of an antd form. */
export const MoreFiles = ({
  id,
  procedureId,
  value = NONE,
  onChange,
  max = 9,
  images = false,
}: {
  readonly id?: string;
  readonly procedureId: number;
  readonly value?: readonly FileValue[];
  readonly onChange?: (files: readonly FileValue[]) => void;
  readonly max?: number;
  readonly images?: boolean;
}): ReactElement => {
  const uploads = useUploads(procedureId, max - value.length, (file) => onChange?.([...value, file]));
  return (
    <div className="uploader" role="group" id={id} tabIndex={-1}>
      <ul className="uploader-files">
        {value.map((file) => (
          <li key={file.URL}>
            <FileLink file={file} among={value} />
            <RemoveButton
              label={`移除 ${file.Name}`}
              onClick={() => onChange?.(value.filter((one) => one.URL !== file.URL))}
            />
          </li>
        ))}
        <SendingItems uploads={uploads} />
      </ul>
      {value.length + uploads.sending.length >= max ? null : (
        <UploadArea uploads={uploads} images={images} many max={max} text={images ? '选择图片' : '选择文件'} />
      )}
    </div>
  );
};
