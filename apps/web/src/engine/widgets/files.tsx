import type { FileValue } from '@hengneng/form-kit';
import type { ReactElement } from 'react';
import { FileLink, FileThumb } from '../../ui/files/FileItem.tsx';
import { useStore, valueAt } from '../store/record-store.ts';
import type { WidgetProps } from './types.ts';
import { RemoveButton, SendingItems, UploadArea } from './UploadArea.tsx';
import { useUploads } from './uploads.ts';

const isFile = (value: unknown): value is FileValue =>
  typeof value === 'object' && value !== null && 'URL' in value && typeof value.URL === 'string';

export const filesOf = (value: unknown): readonly FileValue[] =>
  Array.isArray(value) ? value.filter(isFile) : isFile(value) ? [value] : [];

export type ChangeFiles = (now: readonly FileValue[]) => readonly FileValue[];

/** Files of a field: what has arrived stands in the value, what is under way or has failed below it. */
export const Uploader = ({
  id,
  value,
  many,
  images,
  max,
  aria,
  onChange,
}: {
  readonly id: string;
  readonly value: unknown;
  readonly many: boolean;
  readonly images: boolean;
  readonly max: number;
  readonly aria: WidgetProps['aria'];
  /** Several may arrive between two drawings: each changes what the one before left. */
  readonly onChange: (change: ChangeFiles) => void;
}): ReactElement => {
  const store = useStore();
  const files = filesOf(value);
  const uploads = useUploads(store.form.identity.procedureId, many ? max - files.length : 1, (done) =>
    onChange((now) => (many ? [...now, done] : [done])),
  );
  const full = many && files.length + uploads.sending.length >= max;
  const noun = images ? '图片' : '文件';
  return (
    <div
      className="uploader"
      role="group"
      id={id}
      tabIndex={-1}
      aria-label={aria['aria-label']}
      aria-labelledby={aria['aria-labelledby']}
      aria-describedby={aria['aria-describedby']}
    >
      <ul className={images ? 'uploader-images' : 'uploader-files'}>
        {files.map((file) => (
          <li key={file.URL}>
            {images ? <FileThumb file={file} among={files} /> : <FileLink file={file} among={files} />}
            <RemoveButton
              label={`移除 ${file.Name}`}
              onClick={() => onChange((now) => now.filter((one) => one.URL !== file.URL))}
            />
          </li>
        ))}
        <SendingItems uploads={uploads} />
      </ul>
      {full ? null : (
        <UploadArea
          uploads={uploads}
          images={images}
          many={many}
          max={max}
          text={many || files.length === 0 ? `选择${noun}` : `更换${noun}`}
        />
      )}
    </div>
  );
};

const MOST = 20;

/** file, files, image, images. */
export const FilesInput = ({ id, of, path, value, onChange, aria }: WidgetProps): ReactElement => {
  const store = useStore();
  const { type, max } = of.field;
  const many = type === 'files' || type === 'images';
  return (
    <Uploader
      id={id}
      value={value}
      many={many}
      images={type === 'image' || type === 'images'}
      max={many ? (max ?? MOST) : 1}
      aria={aria}
      onChange={(change) => {
        const files = change(filesOf(valueAt(store.state().record, path)));
        onChange(many ? files : (files[0] ?? null));
      }}
    />
  );
};
