/** Photos that people without an account add, one at a time. */
import { useState } from 'react';
import { ApiError, messageOf, type UploadedFile, uploadFile } from '../lib/api.ts';

const MOST_BYTES = 10 * 1024 * 1024;

/** @param to the call that takes it, with what says where it belongs */
export const usePhoto = (
  to: { readonly path: string; readonly fields: Readonly<Record<string, string>> },
  onStored: (photo: UploadedFile) => void,
) => {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const add = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    if (file.size > MOST_BYTES) {
      setProblem('图片不能超过10MB');
      return;
    }
    setBusy(true);
    setProblem('');
    try {
      onStored(await uploadFile(file, file.name, to));
    } catch (error) {
      setProblem(error instanceof ApiError && error.offline ? '网络已断开，联网后再上传照片' : messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, add };
};
