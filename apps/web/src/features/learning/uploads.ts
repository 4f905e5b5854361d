/** Files of a lesson on their way: each in parts, with pause, going on, and giving up. */
import {
  trainResourcesUpload,
  trainResourcesUploadBegin,
  trainResourcesUploadDrop,
  trainResourcesUploadEnd,
} from '@hengneng/contracts';
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

const wireOf = (file: File): PartedWire => ({
  begin: (signal) =>
    callApi(trainResourcesUploadBegin, { name: file.name, size: file.size, modified: file.lastModified }, { signal }),
  async part({ uploadId, nth, from, to, signal, onBytes }) {
    await uploadFile(file.slice(from, to), file.name, {
      path: trainResourcesUpload.path,
      fields: { uploadId, chunk: String(nth) },
      signal,
      onProgress: (percent) => onBytes(((to - from) * percent) / 100),
    });
  },
  end: (uploadId, signal) => callApi(trainResourcesUploadEnd, { uploadId }, { signal }),
  async drop(uploadId) {
    await callApi(trainResourcesUploadDrop, { uploadId });
  },
  worthTrying: untilWorthTrying,
});

export interface Sending extends PartedProgress {
  readonly key: string;
  readonly file: File;
}

export interface LessonUploads {
  readonly sending: readonly Sending[];
  readonly take: (file: File) => void;
  readonly pause: (key: string) => void;
  readonly resume: (key: string) => void;
  readonly drop: (key: string) => void;
  readonly pauseAll: () => void;
}

/** @param arrived what to do with a file that the server has as a whole */
export const useLessonUploads = (arrived: (stored: UploadedFile, file: File) => void): LessonUploads => {
  const [sending, setSending] = useState<readonly Sending[]>([]);
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
      const upload = partedUpload(wireOf(file), {
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
