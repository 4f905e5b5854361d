/** To a meter without scrolling: by its QR label where the phone's browser can read one, else by name or number. */
import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { Card } from './useRound.ts';

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
const detectorClass = (): (new (options: { formats: string[] }) => Detector) | undefined =>
  (globalThis as { BarcodeDetector?: new (options: { formats: string[] }) => Detector }).BarcodeDetector;

const LOOK_MS = 250;

const Camera = ({ onCode }: { readonly onCode: (text: string) => void }): ReactElement => {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    const Made = detectorClass();
    const place = video.current;
    if (Made === undefined || place === null) return;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setInterval> | undefined;
    let over = false;
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }).then(
      (given) => {
        if (over) {
          for (const track of given.getTracks()) track.stop();
          return;
        }
        stream = given;
        place.srcObject = given;
        void place.play();
        const detector = new Made({ formats: ['qr_code'] });
        timer = setInterval(() => {
          void detector.detect(place).then(
            ([code]) => {
              if (code !== undefined && !over) onCode(code.rawValue);
            },
            () => undefined,
          );
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
  /** The label is of another project. */
  readonly onOther: (project: string) => void;
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
    else if (device !== '' && cards.every(({ row }) => row.ProjectCode !== project)) onOther(project);
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
      {detectorClass() === undefined ? (
        <p className="faint">这个浏览器不能扫二维码，请输入表名、表号或位置</p>
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
