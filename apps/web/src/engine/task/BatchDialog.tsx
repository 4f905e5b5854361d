import { formCalls, type WaitRow } from '@hengneng/contracts';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api.ts';
import { formatDateTime, formatMoney } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { sender } from '../../lib/useWrite.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import { Tag } from '../../ui/StatusTag.tsx';
import { keepBatchOpinion, keptBatchOpinion } from '../form/local-copy.ts';
import { identityOf } from '../identity.ts';
import { Choices } from '../form/ActionFields.tsx';
import { OpinionField } from '../opinion/OpinionField.tsx';

export type BatchAct = 'agree' | 'reject';
/** Where several may be sent together: any one step is one record's own. */
type BatchTarget = 'starter' | 'previous';

interface Words {
  readonly verb: string;
  readonly done: string;
  readonly not: string;
  readonly opinion: string;
  /** Said where the opinion is missing; null: it may be. */
  readonly missing: string | null;
  readonly warning: string;
}
const WORDS: Readonly<Record<BatchAct, Words>> = {
  agree: {
    verb: '同意',
    done: '已同意',
    not: '没有同意',
    opinion: '审批意见',
    missing: null,
    warning: '件金额明显高于同类单据，请确认后再同意。',
  },
  reject: {
    verb: '驳回',
    done: '已驳回',
    not: '没有驳回',
    opinion: '驳回原因',
    missing: '请填写驳回原因',
    warning: '件金额明显高于同类单据，请确认后再驳回。',
  },
};

/** After these another try changes nothing: handled or changed meanwhile, not this person's, gone. */
const OVER: ReadonlySet<number> = new Set([403, 404, 409]);

type Result =
  | {
      readonly ok: true;
      /** Until when nobody is told of it, and it can be undone. */
      readonly undoUntil: string | null;
    }
  | {
      readonly ok: false;
      readonly message: string;
      /** Handled by somebody, or another content than was seen: trying again would not help. */
      readonly over: boolean;
    };

/** Undoes what was just agreed to; what somebody has gone on from by then stays, and says so. */
const takeBack = async (agreed: readonly WaitRow[]): Promise<void> => {
  const refusals: string[] = [];
  for (const { moduleId, NodeRecordId, serial, title } of agreed) {
    const { api, title: name } = identityOf(moduleId);
    try {
      await sender()(formCalls(api, name).takeBack, { NodeRecordId, Opinion: '' });
    } catch (error) {
      refusals.push(`${serial ?? title}：${messageOf(error)}`);
    }
  }
  if (refusals.length < agreed.length) notify.success(`已撤销 ${agreed.length - refusals.length} 件`);
  if (refusals.length > 0) notify.error(refusals.join('；'), `${refusals.length} 件没有撤销`);
};

const TARGETS: readonly (readonly [BatchTarget, string])[] = [
  ['starter', '退回申请人'],
  ['previous', '退回上一步'],
];
const Targets = ({
  value,
  onChange,
}: {
  readonly value: BatchTarget;
  readonly onChange: (value: BatchTarget) => void;
}): ReactElement => (
  <div className="batch-target">
    <Choices name="batch-to" label="退到哪里" options={TARGETS} value={value} onChange={onChange} />
  </div>
);

/**
 * Agrees to several to-dos, or sends them back, with one opinion. Each is a command of its own, with the version that the person saw: one that fails keeps no
 * other from going, says why, and may be tried again where that could help.
 */
const BatchDialog = ({
  act,
  tasks,
  apart = 0,
  onClose,
  onSettled,
}: {
  readonly act: BatchAct;
  readonly tasks: readonly WaitRow[];
  /** How many more were selected that want a look of their own. */
  readonly apart?: number;
  readonly onClose: () => void;
  /** After each round: ids of those that went through. */
  readonly onSettled: (done: readonly string[]) => void;
}): ReactElement => {
  // What was asked for stays on the page, also when the list behind it has moved on.
  const [all] = useState(tasks);
  const [kept] = useState(() =>
    keptBatchOpinion(
      act,
      tasks.map((task) => task.NodeRecordId),
    ),
  );
  const [opinion, setOpinion] = useState(kept?.text ?? '');
  const [to, setTo] = useState<BatchTarget>('starter');
  const [asked, setAsked] = useState(false);
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const [at, setAt] = useState<number | null>(null);
  // What is through is no longer open, while the others are on their way.
  const [trying, setTrying] = useState(0);
  // Each with keys of its own: that the next one went through says nothing of one whose answer was lost.
  const [senders] = useState(() => new Map(tasks.map((task) => [task.NodeRecordId, sender()])));
  const isOpen = (task: WaitRow): boolean => {
    const result = results.get(task.NodeRecordId);
    return result === undefined || (!result.ok && !result.over);
  };
  const open = all.filter(isOpen);
  const unusual = open.filter((task) => task.outlierAbove !== null);
  const refused = at === null ? all.filter((task) => results.get(task.NodeRecordId)?.ok === false) : [];
  // Three among two hundred would not be found.
  const shown = refused.length === 0 ? all : [...refused, ...all.filter((task) => !refused.includes(task))];
  const failed = [...results.values()].filter((result) => !result.ok && !result.over).length;

  const words = WORDS[act];
  const missing = words.missing !== null && opinion.trim() === '' ? words.missing : null;

  const handle = async (task: WaitRow): Promise<Result> => {
    const { api, title } = identityOf(task.moduleId);
    const calls = formCalls(api, title);
    const { NodeRecordId, FormVersion } = task;
    const input = { NodeRecordId, FormVersion, Opinion: opinion.trim() };
    const send = senders.get(NodeRecordId);
    try {
      const moved =
        act === 'agree'
          ? await send?.(calls.approve, { ...input, Batch: true })
          : await send?.(calls.reject, { ...input, To: to });
      return { ok: true, undoUntil: (act === 'agree' ? moved?.undoUntil : null) ?? null };
    } catch (error) {
      return { ok: false, message: messageOf(error), over: error instanceof ApiError && OVER.has(error.status) };
    }
  };
  const go = async () => {
    if (at !== null) return;
    setAsked(true);
    if (missing !== null) return;
    setTrying(open.length);
    const done: string[] = [];
    let undoUntil: string | null = null;
    let failures = 0;
    for (const [index, task] of open.entries()) {
      setAt(index);
      const result = await handle(task);
      setResults((known) => new Map(known).set(task.NodeRecordId, result));
      if (result.ok) {
        done.push(task.NodeRecordId);
        undoUntil = result.undoUntil ?? undoUntil;
      } else failures += 1;
    }
    setAt(null);
    const through = new Set(done);
    const left = open.map((task) => task.NodeRecordId).filter((id) => !through.has(id));
    keepBatchOpinion(act, left, opinion);
    onSettled(done);
    // Also where the dialog stays for those that did not go through.
    const agreed = open.filter((task) => through.has(task.NodeRecordId));
    if (undoUntil !== null)
      notify.success(`${words.done} ${agreed.length} 件`, {
        until: undoUntil,
        act: () => void takeBack(agreed).then(() => onSettled([])),
      });
    if (failures > 0) return;
    if (undoUntil === null) notify.success(`${words.done} ${all.length} 件`);
    onClose();
  };
  return (
    <AppModal
      title={all.length === 1 ? words.verb : `批量${words.verb}（${all.length} 件）`}
      onCancel={onClose}
      closable={at === null}
      footer={
        <div className="agree-foot">
          <Button disabled={at !== null} onClick={onClose}>
            {results.size > 0 ? '关闭' : '取消'}
          </Button>
          {open.length > 0 || at !== null ? (
            <Button type="primary" danger={act === 'reject'} loading={at !== null} onClick={() => void go()}>
              {at !== null ? `正在处理 ${at + 1}/${trying}` : failed > 0 ? `重试 ${open.length} 件` : words.verb}
            </Button>
          ) : null}
        </div>
      }
    >
      {refused.length > 0 && all.length > 1 ? (
        <p className="action-note" role="status">
          {words.done} {all.length - refused.length} 件，{refused.length} 件{words.not}，原因见各件（列在最前）。
        </p>
      ) : null}
      {apart > 0 ? (
        <p className="action-note" role="note">
          另选的 {apart} 件有内容要填写或金额较大，不在其中，请逐件打开处理。
        </p>
      ) : null}
      <ul className="agree-list" aria-label={`要${words.verb}的单据`}>
        {shown.map((task) => {
          const result = results.get(task.NodeRecordId);
          return (
            <li key={task.NodeRecordId}>
              <span>
                <strong>{task.serial ?? task.title}</strong>
                <small>
                  {[identityOf(task.moduleId).title, task.project, task.step, task.applicant]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
                {result && !result.ok ? <em role="alert">{result.message}</em> : null}
              </span>
              <span className="agree-side">
                {result?.ok ? `✓ ${words.done}` : task.amount === null ? '' : `¥ ${formatMoney(task.amount)}`}
                {task.outlierAbove === null || result?.ok ? null : <Tag tone="warn">金额偏高</Tag>}
              </span>
            </li>
          );
        })}
      </ul>
      {unusual.length > 0 ? (
        <p className="action-note" role="note">
          {unusual.length} {words.warning}
        </p>
      ) : null}
      {open.length > 0 || at !== null ? (
        <>
          {act === 'reject' ? <Targets value={to} onChange={setTo} /> : null}
          <OpinionField
            id="batch-opinion"
            label={words.opinion}
            rows={2}
            value={opinion}
            missing={asked ? missing : null}
            required={words.missing !== null}
            agreeing={act === 'agree'}
            suggestions={act === 'agree' ? ['同意'] : []}
            onChange={(text) => {
              setOpinion(text);
              keepBatchOpinion(
                act,
                open.map((task) => task.NodeRecordId),
                text,
              );
            }}
          />
        </>
      ) : null}
      {open.length > 0 && kept !== null && opinion === kept.text ? (
        <p className="hint" role="status">{`已恢复您 ${formatDateTime(kept.at)} 写下、尚未提交的内容`}</p>
      ) : null}
    </AppModal>
  );
};

export default BatchDialog;
