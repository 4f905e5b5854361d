/** Reading one dial: large keys, what it means at once, a picture, and why it is unusual. */
import { MISSED_REASONS } from '@hengneng/contracts';
import { ABNORMAL_REASONS } from '@hengneng/energy/measuring';
import { type ReactElement, useRef, useState } from 'react';

import { touGaps } from '../features/energy/entry/entries.ts';
import { Dictate } from './Dictate.tsx';
import { NO_ROOM } from './keep.ts';
import { shortTime, stampOf } from './moment.ts';
import { isJustTaken, photoOf, placeLine, wantPlace, wantsPlace } from './photo.ts';
import { pressed } from './press.ts';
import { Spark } from './Spark.tsx';
import { type Card, isDone, isWritable, type Round } from './useRound.ts';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', '⌫'] as const;
/** A finger that moves so far, in pixels, means the register beside. */
const SWIPE = 60;
const NAMES: Readonly<Record<string, string>> = { '.': '小数点', '⌫': '删除一位' };

const toneOf = ({ judged, fault }: Card): string =>
  judged === null
    ? 'none'
    : judged.kind === 'refused'
      ? 'bad'
      : fault?.field === 'ReasonType'
        ? 'bad'
        : (judged.verdict?.level ?? 'none');

/** As it was typed here, else as the server has it. */
const usageOf = (card: Card | undefined): string | null =>
  card?.judged === undefined
    ? null
    : card.judged === null
      ? card.row.Usage
      : card.judged.kind === 'taken'
        ? card.judged.usage
        : null;

const wordsOf = ({ judged, entry }: Card): string => {
  if (entry?.state === 'refused' && entry.message !== '') return `上次提交被退回：${entry.message}`;
  if (judged === null) return '';
  if (judged.kind === 'refused') return judged.message;
  return judged.pending ?? judged.verdict?.words ?? '首次读数，作为起点不计用量';
};

export const Keypad = ({
  card,
  round,
  who,
  registers,
  onGo,
  progress,
  onDone,
  onSkip,
  onClose,
  onSwap,
}: {
  readonly card: Card;
  /** All that is read at this meter, in the order of its dial. */
  readonly registers: readonly Card[];
  readonly onGo: (key: string) => void;
  readonly round: Round;
  readonly who: string;
  /** How much of the round is done, in words. */
  readonly progress: string;
  /** It was confirmed: on to the next. */
  readonly onDone: () => void;
  /** Not now: on to the next without it. */
  readonly onSkip: () => void;
  readonly onClose: () => void;
  /** The meter was exchanged; null for whoever may not say so. */
  readonly onSwap: (() => void) | null;
}): ReactElement => {
  const { row, entry, judged, fault } = card;
  const text = entry?.draft.reading ?? '';
  const draft = entry?.draft;
  const photos = entry?.photos ?? [];
  const camera = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [placed, setPlaced] = useState(wantsPlace);
  const touched = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const thumbs = entry?.thumbs ?? [];
  const stamps = entry?.stamps ?? [];
  const place = registers.findIndex(({ key }) => key === card.key);
  /** To the register beside it; nothing where there is none. */
  const beside = (by: 1 | -1) => {
    const other = registers[place + by];
    if (other !== undefined) onGo(other.key);
  };
  const hints = judged?.kind === 'taken' ? judged.hints : [];
  const dials = new Map(registers.map((one) => [one.row, one]));
  const gaps = touGaps(
    registers.map((one) => one.row),
    (one) => usageOf(dials.get(one)),
    (one) => dials.get(one)?.judged?.kind === 'taken',
  );
  const abnormal = judged?.kind === 'taken' && judged.verdict?.level === 'abnormal';
  const takePhoto = async (file: File) => {
    if (row.IsSettle && !isJustTaken(file, Date.now())) {
      setProblem('结算表请现场拍摄，不能用相册里的照片');
      return;
    }
    setBusy(true);
    setProblem('');
    try {
      const stamp = {
        what: [round.kept?.projectName, row.DisplayName, row.MeterNo && `表号 ${row.MeterNo}`]
          .filter(Boolean)
          .join(' '),
        register: row.RegisterName,
        unit: row.Unit,
        rest: [stampOf(round.now(), who), ...(await placeLine())],
      };
      const { photo, thumb } = await photoOf(file);
      const pictures = { photos: [...photos, photo], thumbs: [...thumbs, thumb], stamps: [...stamps, stamp] };
      await round.type(row, {}, pictures);
    } catch {
      setProblem('照片无法处理，请重拍');
    } finally {
      setBusy(false);
    }
  };
  const confirm = async () => {
    if (await round.confirm(card)) onDone();
  };
  const mayConfirm = fault === null && (judged !== null || (draft?.missed ?? '') !== '');
  return (
    <section className="pad" role="dialog" aria-modal="true" aria-label={`${row.DisplayName} ${row.RegisterName}`}>
      <header>
        <div>
          <h2>{row.DisplayName}</h2>
          <p>
            {[...new Set([row.RoomName, row.Place, row.MeterNo && `表号 ${row.MeterNo}`])].filter(Boolean).join(' · ')}
          </p>
        </div>
        <span className="pad-way">
          <small>{progress}</small>
          <button type="button" className="plain" onClick={onSkip}>
            跳过
          </button>
          <button type="button" className="plain" aria-label="关闭" onClick={onClose}>
            ✕
          </button>
        </span>
      </header>
      {registers.length < 2 ? null : (
        <nav className="capsules pad-registers" aria-label="示数项">
          {registers.map((one) => (
            <button
              key={one.key}
              type="button"
              aria-pressed={one.key === card.key}
              disabled={!isWritable(one)}
              onClick={() => onGo(one.key)}
            >
              {one.row.RegisterName}
              {isDone(one) ? ' ✓' : ''}
            </button>
          ))}
        </nav>
      )}
      <dl className="pad-facts">
        <div>
          <dt>示数项</dt>
          <dd>{row.RegisterName}</dd>
        </div>
        <div>
          <dt>上次读数</dt>
          <dd>
            {row.LastReading ?? '—'}
            {row.LastTime === null ? null : <small> {shortTime(row.LastTime)}</small>}
          </dd>
        </div>
        <div>
          <dt>倍率</dt>
          <dd>{row.Ratio}</dd>
        </div>
      </dl>
      <div
        className="pad-value"
        data-tone={toneOf(card)}
        onTouchStart={({ touches }) => {
          const touch = touches.item(0);
          touched.current = { x: touch.clientX, y: touch.clientY };
        }}
        onTouchEnd={({ changedTouches }) => {
          if (touched.current === null) return;
          const touch = changedTouches.item(0);
          const moved = touch.clientX - touched.current.x;
          if (Math.abs(moved) > SWIPE && Math.abs(touch.clientY - touched.current.y) < SWIPE)
            beside(moved < 0 ? 1 : -1);
        }}
      >
        <output aria-label="本次读数">{text === '' ? <span className="faint">本次读数</span> : text}</output>
        <span>{judged?.kind === 'taken' && judged.usage !== null ? `用量 ${judged.usage} ${row.Unit}` : row.Unit}</span>
      </div>
      <p className="pad-words" role="status">
        {wordsOf(card)}
        {hints.map((hint) => (
          <span key={hint.words} className="hint">
            {hint.words}
            {'reading' in hint ? (
              <button type="button" onClick={() => void round.type(row, { reading: hint.reading })}>
                改为 {hint.reading}
              </button>
            ) : null}
          </span>
        ))}
        {gaps.map((words) => (
          <span key={words} className="hint">
            {words}
          </span>
        ))}
      </p>
      <Spark row={row} usage={judged?.kind === 'taken' ? judged.usage : null} />
      {abnormal ? (
        <label className="pad-field">
          <span>异常原因（必选）</span>
          <select
            value={draft?.reasonType ?? ''}
            onChange={(event) => void round.type(row, { reasonType: event.target.value })}
          >
            <option value="">请选择</option>
            {ABNORMAL_REASONS.map((reason) => (
              <option key={reason}>{reason}</option>
            ))}
          </select>
        </label>
      ) : null}
      {abnormal && draft?.reasonType === '其他' ? (
        <label className="pad-field">
          <span>说明</span>
          <input
            value={draft.reason}
            maxLength={200}
            onChange={(event) => void round.type(row, { reason: event.target.value })}
          />
        </label>
      ) : null}
      <details
        className="pad-more"
        open={(draft?.missed ?? '') !== '' || (draft?.note ?? '') !== '' || draft?.rollover === true}
      >
        <summary>抄不到、已翻转、备注、定位、换表</summary>
        <label className="pad-field">
          <span>未抄原因</span>
          <select
            value={draft?.missed ?? ''}
            onChange={(event) => void round.type(row, { missed: event.target.value })}
          >
            <option value="">能抄到</option>
            {MISSED_REASONS.map((reason) => (
              <option key={reason}>{reason}</option>
            ))}
          </select>
        </label>
        <label className="pad-check">
          <input
            type="checkbox"
            checked={draft?.rollover ?? false}
            onChange={(event) => void round.type(row, { rollover: event.target.checked })}
          />
          表盘已翻转（从最大数回到零）
        </label>
        <label className="pad-field">
          <span>备注</span>
          <input
            value={draft?.note ?? ''}
            maxLength={200}
            onChange={(event) => void round.type(row, { note: event.target.value })}
          />
        </label>
        <Dictate
          onText={(said) => void round.type(row, { note: `${draft?.note ?? ''}${said}`.slice(0, 200) })}
          onProblem={setProblem}
        />
        <label className="pad-check">
          <input
            type="checkbox"
            checked={placed}
            onChange={(event) => {
              wantPlace(event.target.checked);
              setPlaced(event.target.checked);
            }}
          />
          照片写入定位（可不选）
        </label>
        {onSwap === null ? null : (
          <button type="button" className="side-key" onClick={onSwap}>
            现场已换表，上报
          </button>
        )}
      </details>
      {fault !== null && judged?.kind !== 'refused' && fault.field !== 'ReasonType' ? (
        <p className="pad-fault">{fault.message}</p>
      ) : null}
      {problem === '' ? null : <p className="pad-fault">{problem}</p>}
      {round.full ? (
        <p className="pad-fault" role="alert">
          {NO_ROOM}
        </p>
      ) : null}
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
          if (file !== undefined) void takePhoto(file);
        }}
      />
      {thumbs.length === 0 ? null : (
        <ul className="thumbs" aria-label="照片">
          {thumbs.map((thumb, index) => (
            <li key={thumb}>
              <button
                type="button"
                aria-label={`删除第 ${index + 1} 张照片`}
                onClick={() =>
                  void round.type(
                    row,
                    {},
                    {
                      photos: photos.filter((_, at) => at !== index),
                      thumbs: thumbs.filter((_, at) => at !== index),
                      stamps: stamps.filter((_, at) => at !== index),
                    },
                  )
                }
              >
                <img src={thumb} alt="" />
                <span aria-hidden="true">✕</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="pad-keys">
        {KEYS.map((key) => (
          <button
            key={key}
            type="button"
            aria-label={NAMES[key] ?? key}
            disabled={key === '.' && row.Decimals === 0}
            onClick={() => void round.type(row, { reading: pressed(text, key, row), missed: '' })}
          >
            {key}
          </button>
        ))}
      </div>
      <footer className="pad-foot">
        <button
          type="button"
          className={row.NeedPhoto && photos.length === 0 ? 'needed' : 'side-key'}
          disabled={busy}
          onClick={() => camera.current?.click()}
        >
          {busy ? '处理中…' : photos.length > 0 ? `照片 ${photos.length}` : row.NeedPhoto ? '必拍照片' : '拍照'}
        </button>
        <button type="button" className="primary" disabled={!mayConfirm} onClick={() => void confirm()}>
          确认，下一块
        </button>
      </footer>
    </section>
  );
};
