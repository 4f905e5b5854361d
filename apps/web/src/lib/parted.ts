/**
 * Sending a large file in parts. The server says which parts it has, so that one pause, lost network or reload costs one part at most. What is
 * sent how is the caller's (`PartedWire`).
 */
import type { OpenUpload } from '@hengneng/contracts';
import { ApiError, isAbort, messageOf, type UploadedFile } from './api.ts';

export interface PartedWire {
  /** Begins, or tells how far the same file is. */
  begin(signal: AbortSignal): Promise<OpenUpload>;
  part(of: {
    readonly uploadId: string;
    readonly nth: number;
    readonly from: number;
    readonly to: number;
    readonly signal: AbortSignal;
    readonly onBytes: (bytes: number) => void;
  }): Promise<void>;
  end(uploadId: string, signal: AbortSignal): Promise<UploadedFile>;
  drop(uploadId: string): Promise<void>;
  /** Resolves when another try is worth it. */
  worthTrying(tries: number, signal: AbortSignal): Promise<void>;
}

/** `waiting`: the network is gone, it goes on by itself. */
export type PartedState = 'sending' | 'paused' | 'waiting' | 'joining' | 'failed';

export interface PartedProgress {
  readonly state: PartedState;
  readonly percent: number;
  readonly error: string | null;
}

export interface PartedUpload {
  /** Begins, or goes on. */
  start(): void;
  pause(): void;
  /** Gives it up: the server forgets its parts. */
  drop(): Promise<void>;
}

/** The network is gone, or the server still puts the parts together after an answer that was lost. */
const passes = (error: unknown): boolean => error instanceof ApiError && (error.offline || error.conflict);

const bytesOf = (open: OpenUpload, nth: number): number => Math.min(open.partBytes, open.size - nth * open.partBytes);

export const partedUpload = (
  wire: PartedWire,
  told: { readonly onChange: (now: PartedProgress) => void; readonly onDone: (file: UploadedFile) => void },
): PartedUpload => {
  let running: AbortController | null = null;
  let uploadId: string | null = null;
  let percent = 0;
  const say = (state: PartedState, error: string | null = null) => told.onChange({ state, percent, error });

  const once = async (signal: AbortSignal, moved: () => void): Promise<UploadedFile> => {
    const open = await wire.begin(signal);
    uploadId = open.uploadId;
    let arrived = open.have.reduce((sum, nth) => sum + bytesOf(open, nth), 0);
    const show = (onItsWay: number) => {
      percent = Math.floor(((arrived + onItsWay) / open.size) * 100);
      say('sending');
    };
    show(0);
    const have = new Set(open.have);
    for (let nth = 0; nth * open.partBytes < open.size; nth += 1) {
      if (have.has(nth)) continue;
      const from = nth * open.partBytes;
      const length = bytesOf(open, nth);
      await wire.part({
        uploadId: open.uploadId,
        nth,
        from,
        to: from + length,
        signal,
        onBytes: (bytes) => show(Math.min(bytes, length)),
      });
      arrived += length;
      moved();
      show(0);
    }
    say('joining');
    return wire.end(open.uploadId, signal);
  };

  const run = async (signal: AbortSignal): Promise<void> => {
    let tries = 0;
    for (;;)
      try {
        const file = await once(signal, () => {
          tries = 0;
        });
        if (!signal.aborted) told.onDone(file);
        return;
      } catch (error) {
        // Another start has taken over, or it was paused: what this one says is of no interest.
        if (signal.aborted || isAbort(error)) return;
        if (!passes(error)) {
          running = null;
          say('failed', messageOf(error));
          return;
        }
        say('waiting');
        tries += 1;
        await wire.worthTrying(tries, signal);
        if (signal.aborted) return;
      }
  };

  const stop = () => {
    running?.abort();
    running = null;
  };
  return {
    start() {
      if (running !== null) return;
      running = new AbortController();
      say('sending');
      void run(running.signal);
    },
    pause() {
      if (running === null) return;
      stop();
      say('paused');
    },
    async drop() {
      stop();
      if (uploadId !== null) await wire.drop(uploadId);
    },
  };
};

const LONGEST_MS = 30_000;
/** Waits until the browser is online again, or a while that doubles. */
export const untilWorthTrying = (tries: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(LONGEST_MS, 1000 * 2 ** Math.min(tries, 10)));
    addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
