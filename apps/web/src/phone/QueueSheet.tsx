/** 本机未传: everything that is not on the server, with what keeps it here and what may be done about it. */
import { type ReactElement, useState } from 'react';
import { messageOf } from '../lib/api.ts';
import { useSession } from '../lib/session.ts';
import { dropEntry, dropRun, type EntryState, type KeptEntry, type KeptRun } from './keep.ts';
import { inOrder } from './round.ts';
import { STATE_WORDS } from './states.ts';
import type { Round } from './useRound.ts';
import type { RunRound } from './useRunCards.ts';
import type { Swaps } from './useSwaps.ts';

const clock = ({ at }: Pick<KeptRun, 'at'>): string =>
  new Date(at).toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit', hour12: false });

/** A reading, a record of a machine or an exchange, as the list shows it. */
interface Unsent extends Pick<KeptEntry, 'id' | 'name' | 'project' | 'date' | 'state' | 'message' | 'typedAt'> {
  readonly value: string;
  /** It was read: somebody else's stands beside it, or the desk has to go on. */
  readonly settle: (() => Promise<void>) | null;
  /** Which of both readings stays; null where there are not two, or the desk decides. */
  readonly decide: ((stays: 'mine' | 'theirs') => Promise<void>) | null;
  readonly again: () => Promise<void>;
  /** To where it was typed; null where it is not typed at again. */
  readonly edit: (() => void) | null;
  readonly drop: (() => Promise<void>) | null;
}

/** What somebody has to look at first. */
const RANK: Readonly<Record<EntryState, number>> = { refused: 0, conflict: 1, draft: 2, waiting: 3, sent: 4 };

export const QueueSheet = ({
  round,
  machines,
  swaps,
  signedIn,
  signInPath,
  onEdit,
  onClose,
}: {
  readonly round: Round;
  readonly machines: RunRound;
  readonly swaps: Swaps;
  readonly signedIn: boolean;
  readonly signInPath: string;
  readonly onEdit: (typed: KeptEntry | KeptRun) => void;
  readonly onClose: () => void;
}): ReactElement => {
  const manages = useSession((state) => state.user?.roles?.includes('projectManager') ?? false);
  /** Why a decision could not be taken, and of which. */
  const [problem, setProblem] = useState<{ readonly id: string; readonly words: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const act = (id: string, work: Promise<void> | undefined) => {
    setBusy(true);
    setProblem(null);
    void Promise.resolve(work)
      .catch((error: unknown) => setProblem({ id, words: messageOf(error) }))
      .finally(() => setBusy(false));
  };
  const all: readonly Unsent[] = [
    ...round.entries.map((entry) => ({
      ...entry,
      value: entry.draft.reading || entry.draft.missed,
      settle: entry.state === 'conflict' ? () => round.settleConflict(entry) : null,
      decide: ((both) =>
        entry.state === 'conflict' && both !== undefined
          ? (stays: 'mine' | 'theirs') => round.decide(entry, both, stays)
          : null)(entry.both),
      again: () => round.again(entry),
      edit: () => onEdit(entry),
      drop: async () => {
        await dropEntry(entry.id);
        await round.look();
      },
    })),
    ...machines.runs.map((run) => ({
      ...run,
      value: `运行参数 ${clock(run)}`,
      settle: run.state === 'conflict' ? () => machines.settle(run) : null,
      decide: null,
      again: () => machines.again(run),
      edit: () => onEdit(run),
      drop: () => dropRun(run.id),
    })),
    ...swaps.swaps.map((swap) => ({
      ...swap,
      value: `换表 ${swap.oldEnd} → ${swap.newStart}`,
      settle: swap.state === 'refused' ? () => swaps.drop(swap) : null,
      decide: null,
      again: () => swaps.again(swap),
      edit: null,
      drop: null,
    })),
  ];
  const open = inOrder(
    all.filter(({ state }) => state !== 'sent').sort((a, b) => a.typedAt - b.typedAt),
    ({ state }) => RANK[state],
  );
  // A name is known of projects that were opened on this phone.
  const named = new Map(round.projects.map(({ ProjectCode, ProjectName }) => [ProjectCode, ProjectName]));
  // As the page counts: what nobody confirmed is not on its way.
  const drafts = open.filter(({ state }) => state === 'draft').length;
  return (
    <section className="pad" role="dialog" aria-modal="true" aria-label="本机未传">
      <header>
        <h2>
          本机未传（{open.length - drafts}）{drafts === 0 ? '' : `，未确认 ${drafts} 条`}
        </h2>
        <button type="button" className="plain" aria-label="关闭" onClick={onClose}>
          ✕
        </button>
      </header>
      {open.length === 0 ? <p className="faint">都已上传</p> : null}
      <ul className="queue">
        {open.map((one) => (
          <li key={one.id} data-bad={one.state === 'refused' || one.state === 'conflict'}>
            <span>
              <strong>{one.name}</strong> {one.value}
              <small>
                {named.get(one.project) ?? one.project} {one.date}
              </small>
            </span>
            <span className="badge" data-state={one.state}>
              {STATE_WORDS[one.state]}
            </span>
            {one.message === '' ? null : <p className="pad-fault">{one.message}</p>}
            {problem?.id === one.id ? <p className="pad-fault">{problem.words}</p> : null}
            <span className="queue-acts">
              {one.state === 'refused' || (one.state === 'waiting' && signedIn && round.online) ? (
                <button type="button" disabled={!signedIn || !round.online} onClick={() => void one.again()}>
                  重试
                </button>
              ) : null}
              {one.edit !== null && one.state !== 'conflict' ? (
                <button type="button" onClick={one.edit}>
                  {one.state === 'draft' ? '接着录' : '修改'}
                </button>
              ) : null}
              {one.decide === null ? null : (
                <>
                  <button
                    type="button"
                    disabled={busy || !signedIn || !round.online}
                    onClick={() => act(one.id, one.decide?.('theirs'))}
                  >
                    用原值
                  </button>
                  {manages ? (
                    <button
                      type="button"
                      disabled={busy || !signedIn || !round.online}
                      onClick={() => act(one.id, one.decide?.('mine'))}
                    >
                      用我的 {one.value}
                    </button>
                  ) : null}
                </>
              )}
              {one.settle === null ? null : (
                <button type="button" onClick={() => void one.settle?.()}>
                  {one.decide === null ? '知道了' : manages ? '以后再定' : '留给项目经理定'}
                </button>
              )}
              {one.drop !== null && (one.state === 'draft' || one.state === 'refused') ? (
                <button
                  type="button"
                  onClick={() => {
                    if (window.confirm(`删除“${one.name} ${one.value}”？删除后不能找回。`)) void one.drop?.();
                  }}
                >
                  删除
                </button>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      <footer className="pad-foot">
        {signedIn && !open.some(({ state }) => state === 'waiting') ? null : signedIn ? (
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
