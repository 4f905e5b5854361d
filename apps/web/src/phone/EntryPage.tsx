/** 手机抄表: cards of what is still to be read, a number pad for each, and what has not reached the server yet. */
import { type ReactElement, useRef, useState } from 'react';
import { clearSession, isSignedIn } from '../lib/session.ts';
import { can, canOpen } from '../lib/permission.ts';
import { CorrectPad } from './CorrectPad.tsx';
import { Finder } from './Finder.tsx';
import { Keypad } from './Keypad.tsx';
import { keepOwner, type KeptEntry, type KeptRun, type Owner } from './keep.ts';
import { MeterCard } from './MeterCard.tsx';
import { countsOf } from './queue.ts';
import { QueueSheet } from './QueueSheet.tsx';
import { inOrder, type Moment } from './round.ts';
import { RoundDone } from './RoundDone.tsx';
import { RunCards } from './RunCards.tsx';
import { SwapPad } from './SwapPad.tsx';
import { type Card, isAbnormal, isDone, isWritable, useRound } from './useRound.ts';
import { isRunDone, isRunDue, useRunCards } from './useRunCards.ts';
import { useSwaps } from './useSwaps.ts';

const SCREENS = ['operationContent.DataInput.newDataInput', 'mobileNewDataInput'] as const;
const STATES = ['未录', '异常', '全部'] as const;
type State = (typeof STATES)[number];

const signInPath = '/mobileLogin';

/** Where exchanges are registered: who may report one holds it. */
const REPLACE_SCREEN = 'operationContent.handleRecord.deviceReplaceRecord';

const shown = (card: Card, state: State, category: string): boolean =>
  (category === '' || card.row.CategoryCode === category) &&
  (state === '全部' || (state === '未录' ? !isDone(card) : isAbnormal(card)));

/** The server said no, or something is unusual; then what is still to be read. */
const rankOf = (card: Card): number =>
  card.entry?.state === 'refused' ? 0 : card.entry?.state === 'conflict' ? 1 : isDone(card) ? 3 : 2;

interface Category {
  readonly code: string;
  readonly name: string;
  readonly done: number;
  readonly all: number;
}

/** A meter that somebody is on the way to. */
interface Wanted {
  readonly project: string;
  /** null: whichever is read now. */
  readonly moment: Moment | null;
  readonly is: (card: Card) => boolean;
}

const momentKey = ({ date, time }: Moment): string => `${date} ${time}`;

/** The capsule of machines; the others are codes of energies. */
const RUN = 'run';

const categoriesOf = (cards: readonly Card[]): readonly Category[] =>
  [...Map.groupBy(cards, ({ row }) => row.CategoryCode)].map(([code, of]) => ({
    code,
    name: of[0]?.row.CategoryName ?? code,
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
  /** Where to go as soon as its sheet is there: a label of another project was scanned, or something unsent is typed at again. */
  const [wanted, setWanted] = useState<Wanted | null>(null);
  /** The meter that was confirmed last, and the one that then came up by itself. */
  const gone = useRef<{ readonly last: string | null; readonly offered: string | null }>({ last: null, offered: null });
  const { cards, kept, online } = round;
  if (
    wanted !== null &&
    kept?.project === wanted.project &&
    (wanted.moment === null || (wanted.moment.date === kept.date && wanted.moment.time === (kept.time ?? '')))
  ) {
    const found = cards.find((card) => wanted.is(card) && isWritable(card)) ?? cards.find((card) => wanted.is(card));
    setWanted(null);
    if (found !== undefined && isWritable(found)) setOpen(found.key);
    else if (found !== undefined) setState('全部');
  }
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
  const list = inOrder(
    cards.filter((card) => shown(card, state, category)),
    rankOf,
  );
  const current = cards.find(({ key }) => key === open);
  const corrected = cards.find(({ key }) => key === correcting);
  const swapped = cards.find(({ key }) => key === swapping);
  /** On to the next that is still to be read. */
  const next = () => {
    const from = cards.findIndex(({ key }) => key === open);
    const after = [...cards.slice(from + 1), ...cards.slice(0, from)];
    // What was just confirmed counts as done, though it is not drawn as such yet.
    const following = after.find(
      (card) =>
        !isDone(card) && card.row.PeriodState === 'open' && (category === '' || card.row.CategoryCode === category),
    );
    setOpen(following?.key ?? null);
    return following;
  };
  const confirmed = ({ row }: Card) => {
    const { last, offered } = gone.current;
    // Who goes on to another meter than the one that came next will go that way again.
    if (last !== null && offered !== row.DeviceId)
      round.walk.learn(
        cards.map((card) => card.row),
        last,
        row.DeviceId,
      );
    gone.current = { last: row.DeviceId, offered: next()?.row.DeviceId ?? null };
  };
  const toOther = (project: string, device: string): string | null => {
    const known = round.projects.find(({ ProjectCode }) => ProjectCode === project);
    if (known === undefined)
      return `该表属于项目 ${project}，您没有该项目的权限${online ? '' : '，或没有网络时尚未取来'}`;
    if (!window.confirm(`该表属于【${known.ProjectName}】，是否切换？`)) return null;
    setOver(null);
    round.pick(project);
    setCategory('');
    setWanted({ project, moment: null, is: ({ row }) => row.DeviceCode === device });
    return null;
  };
  const editTyped = (typed: KeptEntry | KeptRun) => {
    setOver(null);
    if ('at' in typed) {
      round.goTo({ project: typed.project });
      machines.pick(typed.at);
      setCategory(RUN);
      return;
    }
    setCategory('');
    round.goTo({ project: typed.project, moment: { date: typed.date, time: typed.time ?? '' } });
    setWanted({
      project: typed.project,
      moment: { date: typed.date, time: typed.time ?? '' },
      is: ({ row }) => row.DeviceId === typed.device && row.Register === typed.register,
    });
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
  const runsDue = machines.cards.filter(isRunDue).length;
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
      <label className="day">
        <span>抄表时刻</span>
        <select
          value={momentKey(round.moment)}
          onChange={({ target: { value } }) => {
            const [first] = round.moments;
            const found = round.moments.find((one) => momentKey(one) === value) ?? null;
            setOpen(null);
            round.choose(found === first ? null : found);
          }}
        >
          {round.moments.some((one) => momentKey(one) === momentKey(round.moment)) ? null : (
            <option value={momentKey(round.moment)}>
              {round.moment.date} {round.moment.time || kept?.data.DayCut}
            </option>
          )}
          {round.moments.map((one) => (
            <option key={momentKey(one)} value={momentKey(one)}>
              {one.date} {one.time === '' ? `${kept?.data.DayCut ?? ''} 日抄` : `${one.time} 交接班`}
            </option>
          ))}
        </select>
        <span>{owner.name}</span>
      </label>
      {kept?.carriedFrom === undefined ? null : (
        <p className="bar" role="status">
          还没有取到这一天的表计清单，按 {kept.carriedFrom} 的清单录入，联网上传时以服务器为准
        </p>
      )}
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
            {one.name} {one.done}/{one.all}
          </button>
        ))}
        {machines.machines.length === 0 ? null : (
          <button type="button" aria-pressed={onRuns} onClick={() => setCategory(RUN)}>
            运行参数 {runsDue === 0 ? '停机中' : `${machines.cards.filter(isRunDone).length}/${runsDue}`}
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
          <RoundDone
            cards={cards}
            waiting={counts.waiting}
            onDone={() => {
              round.sendNow();
              setState('全部');
            }}
          />
        ) : null}
        {onRuns || round.walk.walk.length === 0 ? null : (
          <p className="walk">
            按您走过的路线排列
            <button type="button" className="plain" onClick={round.walk.forget}>
              恢复默认顺序
            </button>
          </p>
        )}
        <ul className="meters">
          {list.map((card) => (
            <MeterCard
              key={card.key}
              card={card}
              me={owner.name}
              screen={SCREENS[0]}
              onOpen={() => (card.entry?.state === 'conflict' ? setOver('queue') : setOpen(card.key))}
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
          registers={cards.filter(({ row }) => row.DeviceId === current.row.DeviceId)}
          onGo={setOpen}
          progress={`已录 ${done}/${cards.length}`}
          onDone={() => confirmed(current)}
          onSkip={next}
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
        <QueueSheet
          round={round}
          machines={machines}
          swaps={swaps}
          signedIn={signedIn}
          signInPath={signInPath}
          onEdit={editTyped}
          onClose={() => setOver(null)}
        />
      ) : null}
    </div>
  );
};
