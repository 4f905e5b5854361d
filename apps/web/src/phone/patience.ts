/** How long the phone waits for an answer: a basement's network often is there and brings nothing, and what waits behind must not wait for ever. */
import { uploadPhoto } from '@hengneng/contracts';
import { ApiError, isAbort, uploadFile, type UploadedFile } from '../lib/api.ts';

const PATIENCE_MS = 30_000;

export const patience = (): AbortSignal => AbortSignal.timeout(PATIENCE_MS);

/** A picture may take longer, as long as some of it goes out. @throws ApiError `offline` where nothing does */
export async function sendPhoto(photo: Blob, name: string, device: string): Promise<UploadedFile> {
  const given = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => given.abort(), PATIENCE_MS);
  };
  wait();
  try {
    const fields = { BusinessType: 'reading', DeviceId: device };
    return await uploadFile(photo, name, { path: uploadPhoto.path, fields, signal: given.signal, onProgress: wait });
  } catch (error) {
    throw isAbort(error) ? ApiError.unreached() : error;
  } finally {
    clearTimeout(timer);
  }
}
