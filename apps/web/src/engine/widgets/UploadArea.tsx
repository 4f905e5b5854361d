import { CameraOutlined, CloseOutlined, PlusOutlined, ReloadOutlined, UploadOutlined } from '@ant-design/icons';
import { type ReactElement, type Ref, useRef, useState } from 'react';
import { MAX_UPLOAD_BYTES } from '../../lib/api.ts';
import { formatSize } from '../../lib/format.ts';
import type { Uploads } from './uploads.ts';

export const RemoveButton = ({
  label,
  onClick,
}: {
  readonly label: string;
  readonly onClick: () => void;
}): ReactElement => (
  <button type="button" className="uploader-remove" aria-label={label} title={label} onClick={onClick}>
    <CloseOutlined aria-hidden />
  </button>
);

/** What is under way or has failed, as items of the list of files. */
export const SendingItems = ({ uploads }: { readonly uploads: Uploads }): ReactElement => (
  <>
    {uploads.sending.map((one) => (
      <li key={one.key} className={one.error ? 'uploader-sending uploader-failed' : 'uploader-sending'}>
        <span className="uploader-name">
          {one.file.name} <small>{formatSize(one.file.size)}</small>
        </span>
        {one.error ? (
          <>
            <span className="field-error" role="alert">
              {one.error}
            </span>
            {!one.again ? null : (
              <button
                type="button"
                className="uploader-retry"
                onClick={() => uploads.retry(one)}
                aria-label={`重新上传 ${one.file.name}`}
              >
                <ReloadOutlined aria-hidden /> 重试
              </button>
            )}
          </>
        ) : (
          <progress value={one.percent} max={100} aria-label={`${one.file.name} 上传进度`} />
        )}
        <RemoveButton
          label={one.error ? `移除 ${one.file.name}` : `取消上传 ${one.file.name}`}
          onClick={() => uploads.drop(one)}
        />
      </li>
    ))}
  </>
);

/** The browser's own input behind a button of ours. */
const Chooser = ({
  ref,
  uploads,
  images,
  many,
  label,
  capture,
}: {
  readonly ref: Ref<HTMLInputElement>;
  readonly uploads: Uploads;
  readonly images: boolean;
  readonly many: boolean;
  readonly label: string;
  readonly capture?: 'environment';
}): ReactElement => (
  <input
    ref={ref}
    type="file"
    hidden
    multiple={many}
    accept={images ? 'image/*' : undefined}
    capture={capture}
    aria-label={label}
    onChange={(event) => {
      uploads.take(event.target.files);
      event.target.value = '';
    }}
  />
);

/** Where files are chosen or dropped; on a phone, pictures can be taken as well. */
export const UploadArea = ({
  uploads,
  images,
  many,
  max,
  text,
  mostBytes = MAX_UPLOAD_BYTES,
}: {
  readonly uploads: Uploads;
  readonly images: boolean;
  readonly many: boolean;
  readonly max?: number;
  readonly text: string;
  /** What one file may weigh here; the server says so again. */
  readonly mostBytes?: number;
}): ReactElement => {
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  return (
    <div
      className={over ? 'upload-area upload-over' : 'upload-area'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        uploads.take(event.dataTransfer.files);
      }}
    >
      <button type="button" className="upload-choose" onClick={() => input.current?.click()}>
        {images ? <PlusOutlined aria-hidden /> : <UploadOutlined aria-hidden />}
        <span>{text}</span>
        <small>
          <span className="mouse-only">可拖到这里，</span>
          {many && max ? `最多 ${max} 个，` : ''}单个 {mostBytes / 1024 / 1024}MB 以内
        </small>
      </button>
      {images ? (
        <button type="button" className="upload-choose upload-camera" onClick={() => camera.current?.click()}>
          <CameraOutlined aria-hidden />
          <span>拍照</span>
        </button>
      ) : null}
      <Chooser ref={input} uploads={uploads} images={images} many={many} label={text} />
      {images ? (
        <Chooser ref={camera} uploads={uploads} images many={false} label="拍照" capture="environment" />
      ) : null}
    </div>
  );
};
