import { type InputOf, linkResource, trainResourcesProgress } from '@hengneng/contracts';
import type { FileValue } from '@hengneng/form-kit';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react';
import { callApi, fetchFile, isAbort, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { useTab } from '../../lib/tab.tsx';
import { EmptyHint, SkeletonDelay } from '../../ui/feedback.tsx';
import { FileLink } from '../../ui/files/FileItem.tsx';
import { kindOf } from '../../ui/files/kind.ts';
import { LESSONS } from './common.ts';
import { BEAT_MS, Played } from './heartbeat.ts';

interface Shown {
  readonly url: string;
  readonly text: string | null;
  readonly error: string | null;
}

const FILM = /\.(mp4|webm|mov|m4v)$/i;
const WORDS = /\.(txt|md|csv)$/i;

/**
 * What the page shows of a file. Films and PDFs are read by the browser itself from an address that is good for this file alone, piece by piece
 * as they are looked at; the others are fetched with the session's headers and kept in memory while they are shown.
 */
const useFile = (file: FileValue | undefined): Shown | null => {
  const [shown, setShown] = useState<Shown | null>(null);
  const address = file?.URL ?? '';
  const name = file?.Name ?? '';
  const words = WORDS.test(name);
  const byItself = FILM.test(name) || kindOf(name) === 'pdf';
  // What cannot be shown is not fetched either.
  const fetched = words || kindOf(name) === 'picture';
  useEffect(() => {
    if (address === '') return;
    const controller = new AbortController();
    let made = '';
    const { signal } = controller;
    const open = async (): Promise<Shown> => {
      if (byItself)
        return { url: (await callApi(linkResource, { URL: address }, { signal })).URL, text: null, error: null };
      if (!fetched) return { url: '', text: null, error: null };
      const { blob } = await fetchFile('GET', address, {}, { signal });
      made = URL.createObjectURL(blob);
      return { url: made, text: words ? await blob.text() : null, error: null };
    };
    open()
      .then((now) => {
        if (!signal.aborted) setShown(now);
      })
      .catch((error: unknown) => {
        if (!isAbort(error)) setShown({ url: '', text: null, error: messageOf(error) });
      });
    return () => {
      controller.abort();
      if (made !== '') URL.revokeObjectURL(made);
      setShown(null);
    };
  }, [address, words, byItself, fetched]);
  return shown;
};

/** One lesson's file, told as learnt while it is looked at. */
export const Player = ({
  id,
  type,
  files,
  onProgress,
}: {
  readonly id: string;
  readonly type: string | null;
  readonly files: readonly FileValue[];
  readonly onProgress: (percent: string, credited: boolean) => void;
}): ReactElement => {
  const client = useQueryClient();
  const { isActive } = useTab();
  const [at, setAt] = useState(0);
  const file = files[at];
  const shown = useFile(file);
  const film = type === '视频';
  const played = useRef(new Played());
  const tell = useEffectEvent(async (beat: Omit<InputOf<typeof trainResourcesProgress>, 'id'>) => {
    try {
      const { percent, credited } = await callApi(trainResourcesProgress, { id, ...beat });
      onProgress(percent, credited);
      if (credited) await client.invalidateQueries({ queryKey: [LESSONS] });
    } catch (error) {
      notify.error(messageOf(error));
    }
  });
  useEffect(() => {
    if (!isActive) return;
    void tell({ begin: true });
    let front = document.visibilityState === 'visible';
    const beat = () => {
      if (!front) return;
      const parts = film ? played.current.take() : [];
      if (!film) void tell({});
      else
        void parts.reduce<Promise<void>>(
          (before, [from, to]) => before.then(() => tell({ from, to })),
          Promise.resolve(),
        );
    };
    const timer = setInterval(beat, BEAT_MS);
    // Time in the background is nobody's: what was learnt so far is told, and it begins anew.
    const turned = () => {
      const visible = document.visibilityState === 'visible';
      if (visible && !front) void tell({ begin: true });
      if (!visible && front) beat();
      front = visible;
    };
    document.addEventListener('visibilitychange', turned);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', turned);
      beat();
    };
  }, [isActive, film]);
  if (file === undefined) return <EmptyHint text="该资料没有文件" />;
  const name = file.Name;
  return (
    <>
      {files.length > 1 ? (
        <ul className="lesson-files" aria-label="文件">
          {files.map((one, index) => (
            <li key={one.URL}>
              <button type="button" aria-pressed={index === at} onClick={() => setAt(index)}>
                {one.Name}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="lesson-player">
        {shown === null ? (
          <SkeletonDelay rows={8} />
        ) : shown.error !== null ? (
          <EmptyHint text={shown.error} />
        ) : FILM.test(name) ? (
          <video
            controls
            controlsList="nodownload"
            src={shown.url}
            aria-label={name}
            onTimeUpdate={(event) => {
              if (!event.currentTarget.seeking && document.visibilityState === 'visible')
                played.current.tick(event.currentTarget.currentTime);
            }}
          >
            <track kind="captions" label="无字幕" />
          </video>
        ) : kindOf(name) === 'picture' ? (
          <img src={shown.url} alt={name} />
        ) : kindOf(name) === 'pdf' ? (
          // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox; the server judged its content
          <iframe src={shown.url} title={name} />
        ) : shown.text !== null ? (
          <pre>{shown.text}</pre>
        ) : (
          <EmptyHint text="这类文件不能在页面里预览，打开后请把本页留在前台计时" action={<FileLink file={file} />} />
        )}
      </div>
    </>
  );
};
