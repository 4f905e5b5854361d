/** To a meter without scrolling: by its QR label where there is a camera, else by name or number. */
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { qrDetector } from './detector.ts';
import type { Card } from './useRound.ts';

const LOOK_MS = 250;

/** Browsers give no camera to pages that came unencrypted. */
const hasCamera = (): boolean => navigator.mediaDevices !== undefined;

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
      () => setProblem('没有相机权限，请在浏览器设置里允许，或在下面输入表名、表号'),
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
  useEffect(() => input.current?.focus(), []);
  const found = (code: string) => {
    const [project = '', device = ''] = code.split('/');
    const card = cards.find(({ row }) => row.ProjectCode === project && row.DeviceCode === device);
    if (card !== undefined) onFind(card.key);
    else if (device !== '' && cards.every(({ row }) => row.ProjectCode !== project))
      setUnknown(onOther(project, device) ?? '');
    else setUnknown(`${code} 不是本项目今天要抄的表`);
  };
  const wanted = text.trim().toLowerCase();
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
        <p className="faint">这台设备没有可用的相机，请输入表名、表号或位置</p>
      ) : (
        <Camera onCode={found} />
      )}
      {unknown === '' ? null : <p className="pad-fault">{unknown}</p>}
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
        {wanted !== '' && hits.length === 0 ? <li className="faint">没有找到</li> : null}
      </ul>
    </section>
  );
};
