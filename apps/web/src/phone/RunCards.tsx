/** 运行参数 on the phone: a card for each machine at a moment, and filling one in. */
import { rangeWords, RESTING, RUN_MODES, type RunMode } from '@hengneng/energy/plant';
import { type ReactElement, useState } from 'react';
import { figuresOfDraft, isFilledRun, judgeDraft } from '../features/energy/runs/drafts.ts';
import { STATE_WORDS } from './states.ts';
import { isRunDone, isRunDue, mayConfirmRun, type RunCard, type RunRound } from './useRunCards.ts';

/** What a card says at a glance. */
const summaryOf = ({ machine, row, draft }: RunCard): string => {
  const points = row?.Points ?? draft.points;
  return machine.Params.flatMap(({ code, name, unit }) => {
    const value = points[code];
    return value === undefined || value === '' ? [] : [`${name} ${value}${unit}`];
  })
    .slice(0, 4)
    .join('　');
};

const Card = ({ card, onOpen }: { readonly card: RunCard; readonly onOpen: () => void }): ReactElement => {
  const { machine, row, run, draft } = card;
  const judged = isFilledRun(draft) ? judgeDraft(machine, draft) : null;
  const byOther = row !== undefined && (run === undefined || run.state === 'sent');
  const words =
    run !== undefined && run.message !== ''
      ? run.message
      : byOther
        ? `已由 ${row.Editor} 录入　${row.Doubts.map(({ message }) => message).join('；')}`
        : (judged?.faults[0]?.message ?? judged?.doubts[0]?.message ?? '');
  return (
    <li className="meter" data-done={isRunDone(card)} data-bad={run?.state === 'refused' || run?.state === 'conflict'}>
      <button type="button" onClick={onOpen} disabled={byOther || run?.state === 'sent'}>
        <span className="meter-name">
          <strong>{machine.Name}</strong>
          <small>{[machine.Kind, machine.RoomName, machine.Standby ? '备用' : ''].filter(Boolean).join(' · ')}</small>
        </span>
        <span className="meter-value">
          {row?.Mode ??
            (draft.mode === '' ? <span className="faint">{isRunDue(card) ? '未录' : '停机中'}</span> : draft.mode)}
        </span>
        <span className="meter-words">{words === '' ? summaryOf(card) : words}</span>
        {run === undefined ? null : (
          <span className="badge" data-state={run.state}>
            {STATE_WORDS[run.state]}
          </span>
        )}
      </button>
    </li>
  );
};

const Pad = ({
  card,
  round,
  label,
  onClose,
}: {
  readonly card: RunCard;
  readonly round: RunRound;
  readonly label: string;
  readonly onClose: () => void;
}): ReactElement => {
  const { machine, draft, run } = card;
  const judged = judgeDraft(machine, draft);
  const { outputKw, cop, balance } = figuresOfDraft(machine, draft);
  const wordsOf = (code: string) =>
    judged.faults.find((one) => one.code === code) ?? judged.doubts.find((one) => one.code === code);
  const tone = (code: string): string | undefined =>
    judged.faults.some((one) => one.code === code)
      ? 'bad'
      : judged.doubts.some((one) => one.code === code)
        ? 'warn'
        : undefined;
  const confirm = async () => {
    if (await round.confirm(card)) onClose();
  };
  return (
    <section className="pad" role="dialog" aria-modal="true" aria-label={`${machine.Name} 运行参数`}>
      <header>
        <div>
          <h2>{machine.Name}</h2>
          <p>
            {label} 运行参数
            {outputKw === null ? '' : `　${outputKw.toFixed(0)} kW`}
            {cop === null ? '' : `　COP ${cop.toFixed(2)}`}
            {balance?.percent == null ? '' : `　热平衡差 ${balance.percent.toFixed(1)}%`}
          </p>
        </div>
        <button type="button" className="plain" aria-label="关闭" onClick={onClose}>
          ✕
        </button>
      </header>
      {run?.state === 'refused' && run.message !== '' ? (
        <p className="pad-fault">上次提交被退回：{run.message}</p>
      ) : null}
      <label className="pad-field">
        <span>模式</span>
        <select
          value={draft.mode}
          onChange={(event) => void round.type(card, { mode: event.target.value as RunMode | '' })}
        >
          <option value="">请选择</option>
          {RUN_MODES.map((mode) => (
            <option key={mode}>{mode}</option>
          ))}
        </select>
      </label>
      {draft.mode === RESTING
        ? null
        : machine.Params.map((param) => {
            const said = wordsOf(param.code);
            return (
              <label className="pad-field run-field" key={param.code} data-tone={tone(param.code)}>
                <span>
                  {param.name}
                  {param.unit === '' ? '' : `（${param.unit}）`}
                  <small>{rangeWords(param) ?? ''}</small>
                </span>
                <input
                  inputMode="decimal"
                  autoComplete="off"
                  value={draft.points[param.code] ?? ''}
                  onChange={(event) =>
                    void round.type(card, { points: { ...draft.points, [param.code]: event.target.value } })
                  }
                />
                {said === undefined ? null : <small role="status">{said.message}</small>}
              </label>
            );
          })}
      <label className="pad-field">
        <span>备注</span>
        <input
          value={draft.note}
          maxLength={200}
          onChange={(event) => void round.type(card, { note: event.target.value })}
        />
      </label>
      <footer className="pad-foot">
        <button type="button" className="primary" disabled={!mayConfirmRun(card)} onClick={() => void confirm()}>
          确认
        </button>
      </footer>
    </section>
  );
};

export const RunCards = ({ round }: { readonly round: RunRound }): ReactElement => {
  const [open, setOpen] = useState<string | null>(null);
  const { moments, moment, cards, known } = round;
  const current = cards.find(({ machine }) => machine.DeviceId === open);
  if (!known) return <p className="empty">这台手机上还没有主机清单，联网登录后会自动取来</p>;
  if (cards.length === 0) return <p className="empty">该项目没有要抄运行参数的主机，请联系项目经理</p>;
  return (
    <>
      <label className="pad-field run-moment">
        <span>时刻</span>
        <select value={moment?.at ?? ''} onChange={(event) => round.pick(event.target.value)}>
          {moments.map(({ at, label }) => (
            <option key={at} value={at}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {round.trouble === '' ? null : <p className="bar">{round.trouble}</p>}
      <ul className="meters">
        {cards.map((card) => (
          <Card key={card.machine.DeviceId} card={card} onOpen={() => setOpen(card.machine.DeviceId)} />
        ))}
      </ul>
      {current === undefined || moment === undefined ? null : (
        <Pad
          key={`${open} ${moment.at}`}
          card={current}
          round={round}
          label={moment.label}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
};
