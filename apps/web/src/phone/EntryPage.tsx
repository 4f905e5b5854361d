/** 手机抄表: cards of what is still to be read, a number pad for each, and what has not reached the server yet. */
import { type ReactElement, useState } from 'react';
import { clearSession, isSignedIn } from '../lib/session.ts';
import { can, canOpen } from '../lib/permission.ts';
import { CorrectPad } from './CorrectPad.tsx';
import { Finder } from './Finder.tsx';
import { Keypad } from './Keypad.tsx';
import { keepOwner, type KeptEntry, type KeptRun, type Owner } from './keep.ts';
import { countsOf } from './queue.ts';
import { RunCards } from './RunCards.tsx';
import { STATE_WORDS } from './states.ts';
import { SwapPad } from './SwapPad.tsx';
import { type Card, isAbnormal, isDone, type Round, useRound } from './useRound.ts';
import { isRunDone, type RunRound, useRunCards } from './useRunCards.ts';
import { type Swaps, useSwaps } from './useSwaps.ts';

const SCREENS = ['operationContent.DataInput.newDataInput', 'mobileNewDataInput'] as const;
const STATES = ['未录', '异常', '全部'] as const;
type State = (typeof STATES)[number];

const signInPath = '/mobileLogin';

/** Where exchanges are registered: who may report one holds it. */
const REPLACE_SCREEN = 'operationContent.handleRecord.deviceReplaceRecord';

/** A reading of one's own may be corrected as long as its day is open; whose it is, the server looks at again. */
const mayCorrect = ({ row, entry }: Card, me: string): boolean =>
  row.EntryId !== null &&
  row.PeriodState === 'open' &&
  row.Editor === me &&
  (entry === undefined || entry.state === 'sent') &&
  can(SCREENS[0], 'edit');

const MeterCard = ({
  card,
  me,
  onOpen,
  onCorrect,
}: {
  readonly card: Card;
  readonly me: string;
  readonly onOpen: () => void;
  readonly onCorrect: () => void;
}): ReactElement => {
  const { row, entry, judged } = card;
  const value = entry !== undefined && entry.draft.reading !== '' ? entry.draft.reading : row.Reading;
  const words =
    entry?.message !== undefined && entry.message !== ''
      ? entry.message
      : judged?.kind === 'taken'
        ? (judged.verdict?.words ?? '')
        : judged?.kind === 'refused'
          ? judged.message
          : row.Words;
  const usage = judged?.kind === 'taken' ? judged.usage : row.Usage;
  const locked = row.PeriodState === 'dayLocked' || row.PeriodState === 'monthLocked';
  const byOther = row.EntryId !== null && entry === undefined;
  const correctable = mayCorrect(card, me);
  return (
    <li className="meter" data-done={isDone(card)} data-bad={isAbnormal(card)}>
      <button
        type="button"
        onClick={correctable ? onCorrect : onOpen}
        disabled={!correctable && (byOther || locked || entry?.state === 'sent')}
      >
        <span className="meter-name">
          <strong>{row.DisplayName}</strong>
          <small>{[row.RegisterName, row.RoomName, row.Place].filter(Boolean).join(' · ')}</small>
        </span>
        <span className="meter-value">
          {value ?? <span className="faint">上次 {row.LastReading ?? '—'}</span>}
          <small>
            {entry?.draft.missed
              ? `未抄：${entry.draft.missed}`
              : usage === null
                ? row.Unit
                : `用量 ${usage} ${row.Unit}`}
          </small>
        </span>
        {words === '' && !byOther && !locked ? null : (
          <span className="meter-words">
            {locked
              ? '该日已锁定，请到电脑端走补录或调整'
              : byOther
                ? `已由 ${row.Editor ?? '系统'} 录入${correctable ? '，点此可改' : ''}　${words}`
                : words}
          </span>
        )}
        {entry === undefined ? null : (
          <span className="badge" data-state={entry.state}>
            {STATE_WORDS[entry.state]}
          </span>
        )}
      </button>
    </li>
  );
};

const clock = ({ at }: Pick<KeptRun, 'at'>): string =>
  new Date(at).toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit', hour12: false });

/** A reading or a record of a machine, as the list of what is unsent shows it. */
interface Unsent extends Pick<KeptEntry, 'id' | 'name' | 'project' | 'date' | 'state' | 'message'> {
  readonly value: string;
  readonly settle: () => Promise<void>;
}

/** Everything that is not on the server, with what keeps it here. */
const QueueSheet = ({
  round,
  machines,
  swaps,
  signedIn,
  onClose,
}: {
  readonly round: Round;
  readonly machines: RunRound;
  readonly swaps: Swaps;
  readonly signedIn: boolean;
  readonly onClose: () => void;
}): ReactElement => {
  const open: readonly Unsent[] = [
    ...round.entries.map((entry) => ({
      ...entry,
      value: entry.draft.reading || entry.draft.missed,
      settle: () => round.settleConflict(entry),
    })),
    ...machines.runs.map((run) => ({ ...run, value: `运行参数 ${clock(run)}`, settle: () => machines.settle(run) })),
    ...swaps.swaps.map((swap) => ({
      ...swap,
      value: `换表 ${swap.oldEnd} → ${swap.newStart}`,
      settle: () => swaps.drop(swap),
    })),
  ].filter(({ state }) => state !== 'sent');
  return (
    <section className="pad" role="dialog" aria-modal="true" aria-label="本机未传">
      <header>
        <h2>本机未传（{open.length}）</h2>
        <button type="button" className="plain" aria-label="关闭" onClick={onClose}>
          ✕
        </button>
      </header>
      {open.length === 0 ? <p className="faint">都已上传</p> : null}
      <ul className="queue">
        {open.map((entry) => (
          <li key={entry.id}>
            <span>
              <strong>{entry.name}</strong> {entry.value}
              <small>
                {entry.project} {entry.date}
              </small>
            </span>
            <span className="badge" data-state={entry.state}>
              {STATE_WORDS[entry.state]}
            </span>
            {entry.message === '' ? null : <p className="pad-fault">{entry.message}</p>}
            {entry.state === 'conflict' || ('oldEnd' in entry && entry.state === 'refused') ? (
              <button type="button" className="side-key" onClick={() => void entry.settle()}>
                知道了
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      <footer className="pad-foot">
        {signedIn ? (
          <button type="button" className="primary" disabled={!round.online} onClick={round.sendNow}>
            {round.online ? '立即上传' : '没有网络，联网后自动上传'}
          </button>
        ) : (
          <a className="primary" href={signInPath}>
            登录后上传
          </a>
        )}
      </footer>
    </section>
  );
};

const shown = (card: Card, state: State, category: string): boolean =>
  (category === '' || card.row.CategoryCode === category) &&
  (state === '全部' || (state === '未录' ? !isDone(card) : isAbnormal(card)));

interface Category {
  readonly code: string;
  readonly unit: string;
  readonly done: number;
  readonly all: number;
}

const CATEGORY_NAMES: Readonly<Record<string, string>> = {
  elec: '电',
  gas: '气',
  water: '水',
  heat: '热',
  cool: '冷',
  oil: '油',
  steam: '汽',
};

/** The capsule of machines; the others are codes of energies. */
const RUN = 'run';

const categoriesOf = (cards: readonly Card[]): readonly Category[] =>
  [...Map.groupBy(cards, ({ row }) => row.CategoryCode)].map(([code, of]) => ({
    code,
    unit: of[0]?.row.Unit ?? '',
    done: of.filter(isDone).length,
    all: of.length,
  }));

export const EntryPage = ({ owner }: { readonly owner: Owner }): ReactElement => {
  const round = useRound(owner);
  const machines = useRunCards(owner, round);
  const swaps = useSwaps(owner, round.sendNow);
  const [correcting, setCorrecting] = useState<string | null>(null);
  const [swapping, setSwapping] = useState<string | null>(null);
  const [state, setState] = useState<State>('未录');
  const [category, setCategory] = useState('');
  const [open, setOpen] = useState<string | null>(null);
  const [over, setOver] = useState<'find' | 'queue' | null>(null);
  const { cards, kept, online } = round;
  const signedIn = isSignedIn();
  if (signedIn && !SCREENS.some(canOpen))
    return (
      <main className="phone-note">
        <h1>没有抄表权限</h1>
        <p>{owner.name} 没有“数据录入”的权限，请联系管理员。</p>
        <a href={signInPath}>换个账号登录</a>
      </main>
    );
  const onRuns = category === RUN;
  const done = cards.filter(isDone).length;
  const counts = countsOf([...round.entries, ...machines.runs, ...swaps.swaps]);
  const unsent = counts.waiting + counts.refused + counts.conflict;
  const list = cards.filter((card) => shown(card, state, category));
  const current = cards.find(({ key }) => key === open);
  const corrected = cards.find(({ key }) => key === correcting);
  const swapped = cards.find(({ key }) => key === swapping);
  const next = () => {
    const from = cards.findIndex(({ key }) => key === open);
    const after = [...cards.slice(from + 1), ...cards.slice(0, from)];
    // What was just confirmed counts as done, though it is not drawn as such yet.
    setOpen(
      after.find(
        (card) =>
          !isDone(card) && card.row.PeriodState === 'open' && (category === '' || card.row.CategoryCode === category),
      )?.key ?? null,
    );
  };
  const toOther = (project: string) => {
    const known = round.projects.find(({ ProjectCode }) => ProjectCode === project);
    setOver(null);
    if (known !== undefined && window.confirm(`该表属于【${known.ProjectName}】，是否切换？`)) round.pick(project);
  };
  const leave = async () => {
    if (
      unsent > 0 &&
      !window.confirm(`还有 ${unsent} 条没有上传。退出后它们留在这台手机上，${owner.name} 再次登录才能上传。确定退出？`)
    )
      return;
    await keepOwner(undefined);
    clearSession('none');
    location.assign(signInPath);
  };
  const skewMinutes = Math.round(Math.abs(kept?.skew ?? 0) / 60_000);
  return (
    <div className="phone">
      <header className="top">
        <label>
          <span className="hidden">项目</span>
          <select value={round.project} onChange={(event) => round.pick(event.target.value)}>
            {round.projects.length === 0 ? <option value={round.project}>{round.project || '没有项目'}</option> : null}
            {round.projects.map((one) => (
              <option key={one.ProjectCode} value={one.ProjectCode}>
                {one.ProjectName}
              </option>
            ))}
          </select>
        </label>
        <button type="button" className="net" data-online={online} onClick={() => setOver('queue')}>
          {online ? '在线' : '离线'}
          {unsent > 0 ? `　未传 ${unsent}` : ''}
        </button>
        <button type="button" className="plain" onClick={() => void leave()}>
          退出
        </button>
      </header>
      <p className="day">{kept === undefined ? '' : `${kept.date}　${kept.data.DayCut} 的读数　${owner.name}`}</p>
      {signedIn ? null : (
        <p className="bar" role="status">
          尚未登录：读数会保存在这台手机上。{online ? <a href={signInPath}>登录后上传</a> : '联网后请登录上传。'}
        </p>
      )}
      {skewMinutes >= 10 ? (
        <p className="bar" role="status">
          手机时间不准，已按服务器时间校正
        </p>
      ) : null}
      {round.trouble === '' ? null : (
        <p className="bar" role="status">
          {round.trouble}
        </p>
      )}
      <nav className="capsules" aria-label="类别">
        <button type="button" aria-pressed={category === ''} onClick={() => setCategory('')}>
          全部 {done}/{cards.length}
        </button>
        {categoriesOf(cards).map((one) => (
          <button
            key={one.code}
            type="button"
            aria-pressed={category === one.code}
            onClick={() => setCategory(one.code)}
          >
            {CATEGORY_NAMES[one.code] ?? one.unit} {one.done}/{one.all}
          </button>
        ))}
        {machines.machines.length === 0 ? null : (
          <button type="button" aria-pressed={onRuns} onClick={() => setCategory(RUN)}>
            运行参数 {machines.cards.filter(isRunDone).length}/{machines.cards.length}
          </button>
        )}
      </nav>
      {onRuns ? null : (
        <div className="states" role="group" aria-label="状态">
          {STATES.map((one) => (
            <button key={one} type="button" aria-pressed={state === one} onClick={() => setState(one)}>
              {one}
            </button>
          ))}
        </div>
      )}
      <main>
        <h1 className="hidden">手机抄表</h1>
        {onRuns ? <RunCards round={machines} /> : null}
        {!onRuns && kept !== undefined && cards.length === 0 ? (
          <p className="empty">该项目还没有表计，请联系项目经理</p>
        ) : null}
        {!onRuns && kept === undefined && round.trouble === '' ? <p className="empty">正在取表计清单…</p> : null}
        {!onRuns && cards.length > 0 && done === cards.length && state === '未录' ? (
          <p className="empty">
            {cards.length} 项已全部录完{counts.waiting > 0 ? `，${counts.waiting} 条待上传` : ''}
          </p>
        ) : null}
        <ul className="meters">
          {list.map((card) => (
            <MeterCard
              key={card.key}
              card={card}
              me={owner.name}
              onOpen={() => setOpen(card.key)}
              onCorrect={() => setCorrecting(card.key)}
            />
          ))}
        </ul>
        {!onRuns && cards.length > 0 && list.length === 0 && done < cards.length ? (
          <p className="empty">没有符合条件的表计</p>
        ) : null}
      </main>
      <footer className="bottom">
        <button type="button" onClick={() => setOver('find')}>
          扫码、找表
        </button>
        <span>
          已录 {done}/{cards.length}
        </span>
        <button type="button" data-alert={counts.refused + counts.conflict > 0} onClick={() => setOver('queue')}>
          {!round.looked ? '本机读数' : unsent === 0 ? '已全部上传' : `未传 ${unsent}`}
        </button>
      </footer>
      {current === undefined ? null : (
        <Keypad
          key={current.key}
          card={current}
          round={round}
          who={owner.name}
          onDone={next}
          onClose={() => setOpen(null)}
          onSwap={
            can(REPLACE_SCREEN, 'add')
              ? () => {
                  setSwapping(current.key);
                  setOpen(null);
                }
              : null
          }
        />
      )}
      {corrected === undefined ? null : (
        <CorrectPad key={corrected.key} row={corrected.row} round={round} onClose={() => setCorrecting(null)} />
      )}
      {swapped === undefined ? null : (
        <SwapPad
          key={swapped.key}
          row={swapped.row}
          swaps={swaps}
          date={kept?.date ?? ''}
          projectName={kept?.projectName ?? ''}
          who={owner.name}
          now={round.now}
          onClose={() => setSwapping(null)}
        />
      )}
      {over === 'find' ? (
        <Finder
          cards={cards}
          onFind={(key) => {
            setOver(null);
            setOpen(key);
          }}
          onOther={toOther}
          onClose={() => setOver(null)}
        />
      ) : null}
      {over === 'queue' ? (
        <QueueSheet round={round} machines={machines} swaps={swaps} signedIn={signedIn} onClose={() => setOver(null)} />
      ) : null}
    </div>
  );
};
