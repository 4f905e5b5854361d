/** Large files on their way: each in parts, with pause, going on, and giving up. */
import type { PartedCalls } from '@hengneng/contracts';
import { useEffectEvent, useRef, useState } from 'react';
import { callApi, messageOf, newIntent, type UploadedFile, uploadFile } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import {
  type PartedProgress,
  type PartedUpload,
  partedUpload,
  type PartedWire,
  untilWorthTrying,
} from '../../lib/parted.ts';

const wireOf = (calls: PartedCalls, file: File): PartedWire => ({
  begin: (signal) =>
    callApi(calls.begin, { name: file.name, size: file.size, modified: file.lastModified }, { signal }),
  async part({ uploadId, nth, from, to, signal, onBytes }) {
    await uploadFile(file.slice(from, to), file.name, {
      path: calls.part.path,
      fields: { uploadId, chunk: String(nth) },
      signal,
      onProgress: (percent) => onBytes(((to - from) * percent) / 100),
    });
  },
  end: (uploadId, signal) => callApi(calls.end, { uploadId }, { signal }),
  async drop(uploadId) {
    await callApi(calls.drop, { uploadId });
  },
  worthTrying: untilWorthTrying,
});

export interface PartedSending extends PartedProgress {
  readonly key: string;
  readonly file: File;
}

export interface PartedUploads {
  readonly sending: readonly PartedSending[];
  readonly take: (file: File) => void;
  readonly pause: (key: string) => void;
  readonly resume: (key: string) => void;
  readonly drop: (key: string) => void;
  readonly pauseAll: () => void;
}

/** @param arrived what to do with a file that the server has as a whole */
export const usePartedUploads = (
  calls: PartedCalls,
  arrived: (stored: UploadedFile, file: File) => void,
): PartedUploads => {
  const [sending, setSending] = useState<readonly PartedSending[]>([]);
  const uploads = useRef(new Map<string, PartedUpload>());
  const tellArrived = useEffectEvent(arrived);
  const leave = (key: string) => {
    uploads.current.delete(key);
    setSending((list) => list.filter((one) => one.key !== key));
  };
  return {
    sending,
    take(file) {
      const key = newIntent();
      const upload = partedUpload(wireOf(calls, file), {
        onChange: (now) => setSending((list) => list.map((one) => (one.key === key ? { ...one, ...now } : one))),
        onDone: (stored) => {
          leave(key);
          tellArrived(stored, file);
        },
      });
      uploads.current.set(key, upload);
      setSending((list) => [...list, { key, file, state: 'sending', percent: 0, error: null }]);
      upload.start();
    },
    pause: (key) => uploads.current.get(key)?.pause(),
    resume: (key) => uploads.current.get(key)?.start(),
    drop(key) {
      const upload = uploads.current.get(key);
      leave(key);
      upload?.drop().catch((error: unknown) => notify.error(messageOf(error)));
    },
    pauseAll() {
      for (const upload of uploads.current.values()) upload.pause();
    },
  };
};
