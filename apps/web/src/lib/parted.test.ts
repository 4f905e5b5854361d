import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from './api.ts';
import { type PartedProgress, partedUpload, type PartedWire } from './parted.ts';

const PART = 10;
const OFFLINE = new ApiError(-1, '无法连接服务器，请检查网络');
const FILE = { URL: '/files/1-x/a.mp4', Size: 0, Name: 'a.mp4' };

/** A server that loses the network before the calls whose numbers are named, and for the others keeps what came. */
const serverOf = (size: number, lost: ReadonlySet<number> = new Set()) => {
  const have = new Set<number>();
  const sent: number[] = [];
  let calls = 0;
  const through = () => {
    calls += 1;
    if (lost.has(calls)) throw OFFLINE;
  };
  const wire: PartedWire = {
    async begin() {
      through();
      return { uploadId: '7', name: 'a.mp4', size, modified: 0, partBytes: PART, have: [...have] };
    },
    async part({ nth, from, to, onBytes }) {
      through();
      onBytes(to - from);
      sent.push(nth);
      have.add(nth);
    },
    async end() {
      through();
      return { ...FILE, Size: size };
    },
    drop: async () => have.clear(),
    worthTrying: async () => undefined,
  };
  return { wire, have, sent };
};

const runToEnd = (wire: PartedWire) =>
  new Promise<{ readonly seen: readonly PartedProgress[]; readonly size: number }>((resolve, reject) => {
    const seen: PartedProgress[] = [];
    partedUpload(wire, {
      onChange: (now) => {
        seen.push(now);
        if (now.state === 'failed') reject(new Error(now.error ?? ''));
      },
      onDone: (file) => resolve({ seen, size: file.Size }),
    }).start();
  });

describe('a file in parts', () => {
  it('arrives whole however often the network goes, and no part is sent twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 95 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 12 }),
        async (size, lost) => {
          const { wire, sent } = serverOf(size, new Set(lost));
          const { seen, size: arrived } = await runToEnd(wire);
          expect(arrived).toBe(size);
          expect([...sent].sort((a, b) => a - b)).toEqual(Array.from({ length: Math.ceil(size / PART) }, (_, n) => n));
          expect(seen.every(({ percent }) => percent >= 0 && percent <= 100)).toBe(true);
          expect(seen.at(-1)).toMatchObject({ state: 'joining', percent: 100 });
        },
      ),
    );
  });

  it('pauses between bytes and goes on with what is missing', async () => {
    const { wire, sent } = serverOf(35);
    const states: string[] = [];
    const done = Promise.withResolvers<void>();
    const upload = partedUpload(
      {
        ...wire,
        async part(of) {
          // Paused in the middle of the second part: that one is not kept.
          if (of.nth === 1 && !states.includes('paused')) {
            upload.pause();
            throw new DOMException('Aborted', 'AbortError');
          }
          await wire.part(of);
        },
      },
      { onChange: ({ state }) => void states.push(state), onDone: () => done.resolve() },
    );
    upload.start();
    while (!states.includes('paused')) await Promise.resolve();
    expect(sent).toEqual([0]);
    upload.start();
    await done.promise;
    expect(sent).toEqual([0, 1, 2, 3]);
  });

  it('says why the server does not take it, and is tried again only when asked', async () => {
    const { wire } = serverOf(5);
    const refuse = async () => {
      throw new ApiError(0, '不支持该类型文件');
    };
    await expect(runToEnd({ ...wire, part: refuse })).rejects.toThrow('不支持该类型文件');
  });

  it('that is given up is forgotten by the server', async () => {
    const { wire, have } = serverOf(25);
    const begun = Promise.withResolvers<void>();
    const upload = partedUpload(
      {
        ...wire,
        async part(of) {
          await wire.part(of);
          begun.resolve();
          await new Promise<void>((_, reject) =>
            of.signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))),
          );
        },
      },
      { onChange: () => undefined, onDone: () => expect.unreachable('it was given up') },
    );
    upload.start();
    await begun.promise;
    await upload.drop();
    expect(have.size).toBe(0);
  });
});
