/** 现场已换表: what the site saw of it. Figures and papers follow at the desk. */
import { BREAK_REASONS, type EntryRow } from '@hengneng/contracts';
import { type ReactElement, useRef, useState } from 'react';
import { stampOf } from './moment.ts';
import { photoOf, placeLine, stamped } from './photo.ts';
import type { Swaps } from './useSwaps.ts';

/** A picture with when, who and where it was taken. */
interface Shot {
  readonly photo: Blob;
  readonly rest: readonly string[];
}

const READING = /^\d{1,12}(\.\d{1,6})?$/;
const REASONS = BREAK_REASONS.filter((reason) => reason !== '清零');

export const SwapPad = ({
  row,
  swaps,
  date,
  projectName,
  who,
  now,
  onClose,
}: {
  readonly row: EntryRow;
  readonly swaps: Swaps;
  readonly date: string;
  readonly projectName: string;
  readonly who: string;
  readonly now: () => number;
  readonly onClose: () => void;
}): ReactElement => {
  const [oldEnd, setOldEnd] = useState('');
  const [newStart, setNewStart] = useState('');
  const [newNo, setNewNo] = useState('');
  const [reason, setReason] = useState('');
  const [photos, setPhotos] = useState<readonly Shot[]>([]);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const camera = useRef<HTMLInputElement>(null);
  const take = async (file: File) => {
    try {
      const rest = [stampOf(now(), who), ...(await placeLine())];
      const { photo } = await photoOf(file);
      setPhotos((before) => [...before, { photo, rest }]);
      setProblem('');
    } catch {
      setProblem('照片无法处理，请重拍');
    }
  };
  const fault = !READING.test(oldEnd)
    ? '请填写旧表止码'
    : !READING.test(newStart)
      ? '请填写新表起码'
      : reason === ''
        ? '请选择更换原因'
        : photos.length < 2
          ? '请拍旧表止码和新表起码各一张'
          : null;
  const submit = async () => {
    if (fault !== null) {
      setProblem(fault);
      return;
    }
    setBusy(true);
    try {
      // The figures may have been typed after their pictures were taken.
      const marked = photos.map(({ photo, rest }, index) =>
        stamped(photo, [
          [projectName, row.DisplayName, row.MeterNo && `表号 ${row.MeterNo}`].filter(Boolean).join(' '),
          index === 0 ? `旧表止码 ${oldEnd}` : index === 1 ? `新表起码 ${newStart}` : `换表 ${oldEnd} → ${newStart}`,
          ...rest,
        ]),
      );
      await swaps.report({
        project: row.ProjectCode,
        date,
        device: row.DeviceId,
        name: row.DisplayName,
        at: new Date(now()).toISOString(),
        oldEnd,
        newStart,
        newNo: newNo.trim(),
        reason,
        photos: await Promise.all(marked),
        typedAt: now(),
      });
      onClose();
    } catch {
      setProblem('这台手机存不下了，请联网后再报');
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="pad" role="dialog" aria-modal="true" aria-label={`${row.DisplayName} 换表上报`}>
      <header>
        <div>
          <h2>{row.DisplayName} 现场已换表</h2>
          <p>只登记现场情况，正式换表单由电脑端核对后生效</p>
        </div>
        <button type="button" className="plain" aria-label="关闭" onClick={onClose}>
          ✕
        </button>
      </header>
      <label className="pad-field">
        <span>旧表止码</span>
        <input inputMode="decimal" value={oldEnd} onChange={(event) => setOldEnd(event.target.value.trim())} />
      </label>
      <label className="pad-field">
        <span>新表起码</span>
        <input inputMode="decimal" value={newStart} onChange={(event) => setNewStart(event.target.value.trim())} />
      </label>
      <label className="pad-field">
        <span>新表号</span>
        <input value={newNo} maxLength={40} onChange={(event) => setNewNo(event.target.value)} />
      </label>
      <label className="pad-field">
        <span>更换原因</span>
        <select value={reason} onChange={(event) => setReason(event.target.value)}>
          <option value="">请选择</option>
          {REASONS.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      {problem === '' ? null : <p className="pad-fault">{problem}</p>}
      <input
        ref={camera}
        hidden
        type="file"
        accept="image/*"
        capture="environment"
        aria-label="拍照"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file !== undefined) void take(file);
        }}
      />
      <footer className="pad-foot">
        <button
          type="button"
          className={photos.length < 2 ? 'needed' : 'side-key'}
          onClick={() => camera.current?.click()}
        >
          {photos.length === 0 ? '拍旧表止码' : photos.length === 1 ? '拍新表起码' : `照片 ${photos.length}`}
        </button>
        <button type="button" className="primary" disabled={busy} onClick={() => void submit()}>
          上报
        </button>
      </footer>
    </section>
  );
};
