import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactElement, useRef, useState } from 'react';
import { messageOf, type UploadedFile, uploadFile } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { FileLink } from '../../ui/files/FileItem.tsx';
import './energy.css';

interface Props {
  readonly label: string;
  /** Given by the form around it. */
  readonly id?: string;
  readonly value?: readonly UploadedFile[];
  readonly onChange?: (files: readonly UploadedFile[]) => void;
  readonly images?: boolean;
  readonly disabled?: boolean;
}

const NONE: readonly UploadedFile[] = [];

/** Files of a field in a form of antd: sent as soon as they are chosen, kept once the form is. */
export const FilesPick = ({
  label,
  id,
  value = NONE,
  onChange,
  images = false,
  disabled = false,
}: Props): ReactElement => {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const take = async (files: FileList | null) => {
    if (!files || files.length === 0) return;
    setBusy(true);
    try {
      const sent = await Promise.all([...files].map((file) => uploadFile(file, file.name)));
      onChange?.([...value, ...sent]);
    } catch (error) {
      notify.error(messageOf(error));
    } finally {
      setBusy(false);
      if (input.current) input.current.value = '';
    }
  };
  return (
    <div className="files-pick">
      {value.map((file) => (
        <span key={file.URL} className="files-pick-one">
          <FileLink file={file} among={value} />
          {disabled ? null : (
            <Button
              type="text"
              size="small"
              aria-label={`移除 ${file.Name}`}
              onClick={() => onChange?.(value.filter((one) => one.URL !== file.URL))}
            >
              ×
            </Button>
          )}
        </span>
      ))}
      {disabled ? null : (
        <>
          <Button
            id={id ?? ''}
            size="small"
            icon={<PlusOutlined />}
            loading={busy}
            onClick={() => input.current?.click()}
          >
            {label}
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            multiple
            accept={images ? 'image/*' : undefined}
            aria-label={label}
            onChange={(event) => void take(event.target.files)}
          />
        </>
      )}
    </div>
  );
};
