/** Fields of the public page: plain ones that every phone has its own way of filling in. */
import type { ReactElement, ReactNode } from 'react';
import type { UploadedFile } from '../../lib/api.ts';
import { usePhoto } from '../usePhoto.ts';
import { PHOTO } from './calls.ts';

const MOST_PHOTOS = 3;

export const Line = ({
  id,
  label,
  problem,
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly problem: string | undefined;
  readonly children: ReactNode;
}): ReactElement => (
  <div className="q-line" id={`a-${id}`} tabIndex={-1}>
    {children === null ? null : (
      <label>
        <span>{label}</span>
        {children}
      </label>
    )}
    {problem ? (
      <span className="field-error" role="alert">
        {problem}
      </span>
    ) : null}
  </div>
);

export const Choice = ({
  value,
  options,
  hint,
  onChange,
}: {
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  readonly hint: string;
  readonly onChange: (value: string) => void;
}): ReactElement => (
  <select className="q-text" value={value} onChange={(event) => onChange(event.target.value)}>
    <option value="">{hint}</option>
    {options.map(([key, label]) => (
      <option key={key} value={key}>
        {label}
      </option>
    ))}
  </select>
);

export const Photos = ({
  c,
  photos,
  problem,
  onChange,
}: {
  readonly c: string;
  readonly photos: readonly UploadedFile[];
  readonly problem: string | undefined;
  readonly onChange: (photos: readonly UploadedFile[]) => void;
}): ReactElement => {
  const {
    busy,
    problem: failed,
    add,
  } = usePhoto({ path: PHOTO, fields: { c } }, (photo) => onChange([...photos, photo]));
  return (
    <div className="q-line q-photos" id="a-photos" tabIndex={-1}>
      <span>身份证或产权证明照片</span>
      <ul>
        {photos.map((photo) => (
          <li key={photo.URL}>
            <span>{photo.Name}</span>
            <button type="button" onClick={() => onChange(photos.filter((one) => one.URL !== photo.URL))}>
              删除
            </button>
          </li>
        ))}
      </ul>
      {photos.length < MOST_PHOTOS ? (
        <label className="q-upload">
          <input
            type="file"
            accept="image/*"
            aria-label="身份证或产权证明照片"
            disabled={busy}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              event.target.value = '';
              void add(file);
            }}
          />
          <span>{busy ? '正在上传…' : `添加照片（${photos.length}/${MOST_PHOTOS}，每张10MB以内）`}</span>
        </label>
      ) : null}
      {(failed || problem) && (
        <span className="field-error" role="alert">
          {failed || problem}
        </span>
      )}
    </div>
  );
};
