/** Pictures of a dial: taken with the phone's camera, or chosen. */
import CameraOutlined from '@ant-design/icons/es/icons/CameraOutlined';
import { uploadPhoto } from '@hengneng/contracts';
import { Button } from 'antd';
import { type ReactElement, useRef, useState } from 'react';
import { messageOf, uploadFile } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { FileThumb } from '../../../ui/files/FileItem.tsx';
import type { Photo } from './entries.ts';

const MOST_BYTES = 10 * 1024 * 1024;

export const PhotoCell = ({
  name,
  needed,
  device,
  photos,
  onChange,
}: {
  readonly name: string;
  readonly needed: boolean;
  readonly device: string;
  readonly photos: readonly Photo[];
  readonly onChange: (photos: readonly Photo[]) => void;
}): ReactElement => {
  const chooser = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const add = async (file: File) => {
    if (file.size > MOST_BYTES) {
      notify.error('照片不能超过10MB');
      return;
    }
    setBusy(true);
    try {
      const fields = { BusinessType: 'reading', DeviceId: device };
      onChange([...photos, await uploadFile(file, file.name, { path: uploadPhoto.path, fields })]);
    } catch (error) {
      notify.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const [first] = photos;
  return (
    <span className="entry-photo">
      <input
        ref={chooser}
        hidden
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label={`${name} 照片文件`}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file !== undefined) void add(file);
        }}
      />
      {first === undefined ? null : <FileThumb file={first} among={photos} />}
      <Button
        size="small"
        type={needed && photos.length === 0 ? 'default' : 'text'}
        loading={busy}
        icon={<CameraOutlined />}
        aria-label={`${name} 拍照`}
        onClick={() => chooser.current?.click()}
      >
        {needed && photos.length === 0 ? '必拍' : photos.length > 1 ? photos.length : ''}
      </Button>
    </span>
  );
};
