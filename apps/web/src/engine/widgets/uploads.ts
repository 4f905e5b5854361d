/** Files on their way: sent as they are chosen, each with its progress, its failure and another try. */
import type { FileValue } from '@hengneng/form-kit';
import { useState } from 'react';
import { ApiError, isAbort, MAX_UPLOAD_BYTES, messageOf, newIntent, uploadFile } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';

export interface Sending {
  readonly key: string;
  readonly file: File;
  readonly percent: number;
  /** Why it did not arrive; `null` while it is under way. */
  readonly error: string | null;
  /** Whether it may arrive another time: what was refused for what it is, will be refused again. */
  readonly again: boolean;
  readonly stop: () => void;
}

export interface Uploads {
  readonly sending: readonly Sending[];
  readonly take: (files: Iterable<File> | null) => void;
  readonly retry: (one: Sending) => void;
  /** Stops what is under way, forgets what has failed. */
  readonly drop: (one: Sending) => void;
}

const SERVER_FAULT = 500;
const mayArrive = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.offline || error.status >= SERVER_FAULT;

/**
 * @param room how many more may be chosen
 * @param arrived what to do with a file that the server has; where it throws, the file counts as not sent
 */
export const useUploads = (
  procedureId: number,
  room: number,
  arrived: (file: FileValue) => Promise<void> | void,
): Uploads => {
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const change = (key: string, part: Partial<Sending>) =>
    setSending((list) => list.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const leave = (key: string) => setSending((list) => list.filter((one) => one.key !== key));

  const send = async (key: string, file: File) => {
    const controller = new AbortController();
    change(key, { percent: 0, error: null, stop: () => controller.abort() });
    try {
      await arrived(
        await uploadFile(file, file.name, {
          signal: controller.signal,
          fields: { BusinessType: String(procedureId) },
          onProgress: (percent) => change(key, { percent }),
        }),
      );
      leave(key);
    } catch (error) {
      if (isAbort(error)) leave(key);
      else change(key, { error: messageOf(error), again: mayArrive(error) });
    }
  };

  const add = (file: File) => {
    const key = newIntent();
    const tooLarge = file.size > MAX_UPLOAD_BYTES;
    setSending((list) => [
      ...list,
      { key, file, percent: 0, error: tooLarge ? '文件不能超过50MB' : null, again: false, stop: () => undefined },
    ]);
    if (!tooLarge) void send(key, file);
  };

  return {
    sending,
    take: (files) => {
      const picked = [...(files ?? [])];
      const left = Math.max(0, room - sending.length);
      if (picked.length > left) notify.warning(`还可以加${left}个，已略去${picked.length - left}个`);
      for (const file of picked.slice(0, left)) add(file);
    },
    retry: (one) => void send(one.key, one.file),
    drop: (one) => {
      one.stop();
      leave(one.key);
    },
  };
};
