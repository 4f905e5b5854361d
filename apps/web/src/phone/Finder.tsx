/** To a meter without scrolling: by its QR label where there is a camera, else by name or number. */
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { labelIn, qrDetector } from './detector.ts';
import type { Card } from './useRound.ts';

const LOOK_MS = 250;

/** Browsers give no camera to pages that came unencrypted. */
const hasCamera = (): boolean => navigator.mediaDevices !== undefined;

/** What people do about a camera that does not come, by the name of its error. */
const CAMERA_PROBLEMS: Readonly<Record<string, string>> = {
  NotAllowedError: '没有相机权限，请在浏览器设置里允许，或拍二维码照片、输入表名与表号',
  NotFoundError: '这台设备没有找到相机，请拍二维码照片，或输入表名、表号',
  OverconstrainedError: '这台设备没有后置相机，请拍二维码照片，或输入表名、表号',
  NotReadableError: '相机正被别的应用占用，请关掉它再试，或输入表名、表号',
};
const cameraProblem = (error: unknown): string =>
  CAMERA_PROBLEMS[error instanceof DOMException ? error.name : ''] ??
  '相机没有打开，请再试，或拍二维码照片、输入表名与表号';

const Camera = ({ onCode }: { readonly onCode: (text: string) => void }): ReactElement => {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    const place = video.current;
    if (place === null) return;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setInterval> | undefined;
    let over = false;
    Promise.all([navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }), qrDetector()]).then(
      ([given, detector]) => {
        if (over || detector === null) {
          for (const track of given.getTracks()) track.stop();
          if (!over) setProblem('扫码组件没有取到，请联网后再试，或在下面输入表名、表号');
          return;
        }
        stream = given;
        place.srcObject = given;
        void place.play();
        let looking = false;
        timer = setInterval(() => {
          // One that is not ready yet, or still looks at the picture before, is not asked again.
          if (looking || place.videoWidth === 0) return;
          looking = true;
          void detector
            .detect(place)
            .then(
              ([code]) => {
                if (code !== undefined && !over) onCode(code.rawValue);
              },
              () => undefined,
            )
            .finally(() => {
              looking = false;
            });
        }, LOOK_MS);
      },
      (error: unknown) => {
        if (!over) setProblem(cameraProblem(error));
      },
    );
    return () => {
      over = true;
      clearInterval(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
  }, [onCode]);
  return problem === '' ? (
    <video ref={video} muted playsInline aria-label="对准表计二维码" />
  ) : (
    <p className="pad-fault">{problem}</p>
  );
};

export const Finder = ({
  cards,
  onFind,
  onOther,
  onClose,
}: {
  readonly cards: readonly Card[];
  readonly onFind: (key: string) => void;
  /** The label is of another project. @returns why one cannot go there; null where one does, or does not want to */
  readonly onOther: (project: string, device: string) => string | null;
  readonly onClose: () => void;
}): ReactElement => {
  const [text, setText] = useState('');
  const [unknown, setUnknown] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const picture = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const found = (code: string) => {
    const [project = '', device = ''] = code.split('/');
    const card = cards.find(({ row }) => row.ProjectCode === project && row.DeviceCode === device);
    if (card !== undefined) onFind(card.key);
    else if (device !== '' && cards.every(({ row }) => row.ProjectCode !== project))
      setUnknown(onOther(project, device) ?? '');
    else setUnknown(`${code} 不是本项目今天要抄的表`);
  };
  const read = async (file: Blob) => {
    setUnknown('正在识别……');
    const label = await labelIn(file);
    if ('code' in label) found(label.code);
    else setUnknown(label.problem);
  };
  const wanted = text.trim().toLowerCase();
  /** What a label says, typed or pasted: it goes where the label goes. */
  const labelled = /^[^/\s]+\/[^/\s]+$/.test(text.trim());
  const hits =
    wanted === ''
      ? []
      : cards.filter(({ row }) =>
          [row.DisplayName, row.MeterNo, row.DeviceCode, row.Place].some((one) => one.toLowerCase().includes(wanted)),
        );
  return (
    <section className="pad" role="dialog" aria-modal="true" aria-label="找表">
      <header>
        <h2>找表</h2>
        <button type="button" className="plain" aria-label="关闭" onClick={onClose}>
          ✕
        </button>
      </header>
      {!hasCamera() ? (
        <p className="faint">浏览器没有给本页相机（网址须为 https），请拍二维码照片，或输入表名、表号</p>
      ) : (
        <Camera onCode={found} />
      )}
      <button type="button" className="pick-photo" onClick={() => picture.current?.click()}>
        拍二维码照片
      </button>
      <input
        ref={picture}
        hidden
        type="file"
        accept="image/*"
        capture="environment"
        aria-label="二维码照片"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file !== undefined) void read(file);
        }}
      />
      {unknown === '' ? null : (
        <p className="pad-fault" role="status">
          {unknown}
        </p>
      )}
      <label className="pad-field">
        <span>表名、表号或位置</span>
        <input ref={input} type="search" value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <ul className="hits">
        {hits.map(({ key, row }) => (
          <li key={key}>
            <button type="button" onClick={() => onFind(key)}>
              {row.DisplayName} <small>{[row.RegisterName, row.Place].filter(Boolean).join(' · ')}</small>
            </button>
          </li>
        ))}
        {labelled && hits.length === 0 ? (
          <li>
            <button type="button" onClick={() => found(text.trim())}>
              按二维码内容查找 {text.trim()}
            </button>
          </li>
        ) : wanted !== '' && hits.length === 0 ? (
          <li className="faint">没有找到</li>
        ) : null}
      </ul>
    </section>
  );
};
