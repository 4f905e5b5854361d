import type { FileValue } from '@hengneng/form-kit';
import { Button } from 'antd';
import { type ReactElement, useRef, useState } from 'react';
import { isAbort, MAX_UPLOAD_BYTES, messageOf, newIntent, uploadFile } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { formatSize } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { AuthImage } from '../../ui/AuthImage.tsx';
import { useStore } from '../store/record-store.ts';
import type { WidgetProps } from './types.ts';

const isFile = (value: unknown): value is FileValue =>
  typeof value === 'object' && value !== null && 'URL' in value && typeof value.URL === 'string';

export const filesOf = (value: unknown): readonly FileValue[] =>
  Array.isArray(value) ? value.filter(isFile) : isFile(value) ? [value] : [];

export const FileLink = ({ file }: { readonly file: FileValue }): ReactElement => (
  <button
    type="button"
    className="file-link"
    onClick={() => void download('GET', file.URL, {}, { name: file.Name })}
    title={`下载 ${file.Name}`}
  >
    {file.Name} <small>{formatSize(file.Size)}</small>
  </button>
);

export const Thumb = ({ file }: { readonly file: FileValue }): ReactElement => (
  <button
    type="button"
    className="file-thumb"
    aria-label={`下载图片 ${file.Name}`}
    onClick={() => void download('GET', file.URL, {}, { name: file.Name })}
  >
    <AuthImage src={file.URL} alt={file.Name} fallback={<span>{file.Name}</span>} />
  </button>
);

interface Sending {
  readonly key: string;
  readonly name: string;
  readonly percent: number;
  readonly stop: () => void;
}

/** Sends files one by one as they are chosen; what has arrived stands in the value, what is under way can be stopped. */
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
  readonly onChange: (files: readonly FileValue[]) => void;
}): ReactElement => {
  const store = useStore();
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const files = filesOf(value);
  // Several may arrive between two drawings; each adds to what the one before left.
  const latest = useRef(files);
  latest.current = files;
  const put = (next: readonly FileValue[]) => {
    latest.current = next;
    onChange(next);
  };
  const send = async (file: File) => {
    const key = newIntent();
    const controller = new AbortController();
    setSending((list) => [...list, { key, name: file.name, percent: 0, stop: () => controller.abort() }]);
    try {
      const done = await uploadFile(file, file.name, {
        signal: controller.signal,
        fields: { BusinessType: String(store.form.identity.procedureId) },
        onProgress: (percent) => setSending((list) => list.map((one) => (one.key === key ? { ...one, percent } : one))),
      });
      put(many ? [...latest.current, done] : [done]);
    } catch (error) {
      if (!isAbort(error)) notify.error(`${file.name}：${messageOf(error)}`);
    } finally {
      setSending((list) => list.filter((one) => one.key !== key));
    }
  };
  const take = (list: FileList | null) => {
    const room = many ? max - latest.current.length - sending.length : 1;
    const picked = [...(list ?? [])];
    if (picked.length > room) notify.warning(`最多${max}个，已略去${picked.length - Math.max(0, room)}个`);
    for (const file of picked.slice(0, Math.max(0, room))) {
      if (file.size > MAX_UPLOAD_BYTES) notify.error(`${file.name}：文件不能超过50MB`);
      else void send(file);
    }
  };
  const full = many && files.length + sending.length >= max;
  return (
    <div
      className="uploader"
      role="group"
      id={id}
      tabIndex={-1}
      aria-label={aria['aria-label']}
      aria-labelledby={aria['aria-labelledby']}
      aria-describedby={aria['aria-describedby']}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer.files);
      }}
    >
      <ul className={images ? 'uploader-images' : 'uploader-files'}>
        {files.map((file) => (
          <li key={file.URL}>
            {images ? <Thumb file={file} /> : <FileLink file={file} />}
            <button
              type="button"
              className="uploader-remove"
              aria-label={`移除 ${file.Name}`}
              onClick={() => put(latest.current.filter((one) => one.URL !== file.URL))}
            >
              ×
            </button>
          </li>
        ))}
        {sending.map((one) => (
          <li key={one.key} className="uploader-sending">
            <span>{one.name}</span>
            <progress value={one.percent} max={100} aria-label={`${one.name} 上传进度`} />
            <button type="button" className="uploader-remove" onClick={one.stop} aria-label={`取消上传 ${one.name}`}>
              取消
            </button>
          </li>
        ))}
      </ul>
      {full ? null : (
        <div className="uploader-buttons">
          <Button size="small" onClick={() => input.current?.click()}>
            {images ? '选择图片' : many || files.length === 0 ? '选择文件' : '更换文件'}
          </Button>
          {images ? (
            <Button size="small" className="phone-only" onClick={() => camera.current?.click()}>
              拍照
            </Button>
          ) : null}
        </div>
      )}
      <input
        ref={input}
        type="file"
        hidden
        multiple={many}
        accept={images ? 'image/*' : undefined}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
      {images ? (
        <input
          ref={camera}
          type="file"
          hidden
          accept="image/*"
          capture="environment"
          onChange={(event) => {
            take(event.target.files);
            event.target.value = '';
          }}
        />
      ) : null}
    </div>
  );
};

const MOST = 20;

/** file, files, image, images. */
export const FilesInput = ({ id, of, value, onChange, aria }: WidgetProps): ReactElement => {
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
      onChange={(files) => onChange(many ? files : (files[0] ?? null))}
    />
  );
};
