/** 改刚提交的: a reading that the server has already, corrected with a reason while the day is open. */
import { CHANGE_REASONS, entryUpdate, type EntryRow } from '@hengneng/contracts';
import { type ReactElement, useState } from 'react';
import { EMPTY, judgeRow } from '../features/energy/entry/entries.ts';
import { callApi, messageOf } from '../lib/api.ts';
import { Intents } from '../lib/intents.ts';
import { patience } from './patience.ts';
import { rowNow } from './round.ts';
import type { Round } from './useRound.ts';

export const CorrectPad = ({
  row,
  round,
  onClose,
}: {
  readonly row: EntryRow;
  readonly round: Round;
  readonly onClose: () => void;
}): ReactElement => {
  const [reading, setReading] = useState(row.Reading ?? '');
  const [type, setType] = useState('');
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  // Pressed again, or sent again after a lost answer, it is the same act.
  const [intents] = useState(() => new Intents());
  const [draft, setDraft] = useState(EMPTY);
  const judged =
    round.kept === undefined ? null : judgeRow(rowNow(row, round.clock), draft, round.kept.data.Days, round.clock);
  const same = Number(reading) === Number(row.Reading) || reading.trim() === '';
  const submit = async () => {
    setBusy(true);
    setProblem('');
    try {
      const input = {
        EntryId: row.EntryId ?? '',
        Version: row.VersionCount,
        Reading: reading.trim(),
        ReasonType: type,
        Reason: reason.trim(),
      };
      await intents.send(entryUpdate.path, input, (key) => callApi(entryUpdate, input, { ...key, signal: patience() }));
      await round.refresh();
      onClose();
    } catch (error) {
      // What was typed stays: it may be sent again once there is a network, or corrected.
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const words =
    judged === null ? '' : judged.kind === 'refused' ? judged.message : (judged.pending ?? judged.verdict?.words ?? '');
  return (
    <section className="pad" role="dialog" aria-modal="true" aria-label={`${row.DisplayName} 修改读数`}>
      <header>
        <div>
          <h2>{row.DisplayName} 修改读数</h2>
          <p>
            {row.RegisterName} 已录 {row.Reading}，原值保留为旧版本
          </p>
        </div>
        <button type="button" className="plain" aria-label="关闭" onClick={onClose}>
          ✕
        </button>
      </header>
      <label className="pad-field">
        <span>新读数</span>
        <input
          inputMode="decimal"
          value={reading}
          onChange={(event) => {
            setReading(event.target.value);
            setDraft({ ...EMPTY, reading: event.target.value });
          }}
        />
      </label>
      <p className="pad-words" role="status">
        {words}
      </p>
      <label className="pad-field">
        <span>原因（必选）</span>
        <select value={type} onChange={(event) => setType(event.target.value)}>
          <option value="">请选择</option>
          {CHANGE_REASONS.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <label className="pad-field">
        <span>说明{type === '其他' ? '（必填）' : ''}</span>
        <input value={reason} maxLength={200} onChange={(event) => setReason(event.target.value)} />
      </label>
      {problem === '' ? null : <p className="pad-fault">{problem}</p>}
      <footer className="pad-foot">
        <button
          type="button"
          className="primary"
          disabled={busy || !round.online || same || type === '' || (type === '其他' && reason.trim() === '')}
          onClick={() => void submit()}
        >
          {round.online ? '提交修改' : '联网后才能修改'}
        </button>
      </footer>
    </section>
  );
};
