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
import { OpinionField } from '../opinion/OpinionField.tsx';

/** After these another try changes nothing: handled or changed meanwhile, not this person's, gone. */
const OVER: ReadonlySet<number> = new Set([403, 404, 409]);

type Result =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly message: string;
      /** Handled by somebody, or another content than was seen: trying again would not help. */
      readonly over: boolean;
    };

/**
 * Agrees to several to-dos with one opinion. Each is a command of its own, with the version that the person saw: one that fails keeps no
 * other from going, says why, and may be tried again where that could help.
 */
const AgreeDialog = ({
  tasks,
  onClose,
  onSettled,
}: {
  readonly tasks: readonly WaitRow[];
  readonly onClose: () => void;
  /** After each round: ids of those that went through. */
  readonly onSettled: (agreed: readonly string[]) => void;
}): ReactElement => {
  // What was asked for stays on the page, also when the list behind it has moved on.
  const [all] = useState(tasks);
  const [kept] = useState(() => keptBatchOpinion(tasks.map((task) => task.NodeRecordId)));
  const [opinion, setOpinion] = useState(kept?.text ?? '');
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

  const agree = async (task: WaitRow): Promise<Result> => {
    const { api, title } = identityOf(task.moduleId);
    const input = {
      NodeRecordId: task.NodeRecordId,
      FormVersion: task.FormVersion,
      Opinion: opinion.trim(),
      Batch: true,
    };
    try {
      await senders.get(task.NodeRecordId)?.(formCalls(api, title).approve, input);
      return { ok: true };
    } catch (error) {
      return { ok: false, message: messageOf(error), over: error instanceof ApiError && OVER.has(error.status) };
    }
  };
  const go = async () => {
    if (at !== null) return;
    setTrying(open.length);
    const agreed: string[] = [];
    let failures = 0;
    for (const [index, task] of open.entries()) {
      setAt(index);
      const result = await agree(task);
      setResults((known) => new Map(known).set(task.NodeRecordId, result));
      if (result.ok) agreed.push(task.NodeRecordId);
      else failures += 1;
    }
    setAt(null);
    const through = new Set(agreed);
    const left = open.map((task) => task.NodeRecordId).filter((id) => !through.has(id));
    keepBatchOpinion(left, opinion);
    onSettled(agreed);
    if (failures > 0) return;
    notify.success(`已同意 ${all.length} 件`);
    onClose();
  };
  return (
    <AppModal
      title={all.length === 1 ? '同意' : `批量同意（${all.length} 件）`}
      onCancel={onClose}
      closable={at === null}
      footer={
        <div className="agree-foot">
          <Button disabled={at !== null} onClick={onClose}>
            {results.size > 0 ? '关闭' : '取消'}
          </Button>
          {open.length > 0 || at !== null ? (
            <Button type="primary" loading={at !== null} onClick={() => void go()}>
              {at !== null ? `正在处理 ${at + 1}/${trying}` : failed > 0 ? `重试 ${open.length} 件` : '同意'}
            </Button>
          ) : null}
        </div>
      }
    >
      {refused.length > 0 && all.length > 1 ? (
        <p className="action-note" role="status">
          已同意 {all.length - refused.length} 件，{refused.length} 件没有同意，原因见各件（列在最前）。
        </p>
      ) : null}
      <ul className="agree-list" aria-label="要同意的单据">
        {shown.map((task) => {
          const result = results.get(task.NodeRecordId);
          return (
            <li key={task.NodeRecordId}>
              <span>
                <strong>{task.serial ?? task.title}</strong>
                <small>{[task.project, task.step, task.applicant].filter(Boolean).join(' · ')}</small>
                {result && !result.ok ? <em role="alert">{result.message}</em> : null}
              </span>
              <span className="agree-side">
                {result?.ok ? '✓ 已同意' : task.amount === null ? '' : `¥ ${formatMoney(task.amount)}`}
                {task.outlierAbove === null || result?.ok ? null : <Tag tone="warn">金额偏高</Tag>}
              </span>
            </li>
          );
        })}
      </ul>
      {unusual.length > 0 ? (
        <p className="action-note" role="note">
          {unusual.length} 件金额明显高于同类单据，请确认后再同意。
        </p>
      ) : null}
      {open.length > 0 || at !== null ? (
        <OpinionField
          id="agree-opinion"
          label="审批意见"
          rows={2}
          value={opinion}
          missing={null}
          agreeing
          suggestions={['同意']}
          onChange={(text) => {
            setOpinion(text);
            keepBatchOpinion(
              open.map((task) => task.NodeRecordId),
              text,
            );
          }}
        />
      ) : null}
      {open.length > 0 && kept !== null && opinion === kept.text ? (
        <p className="hint" role="status">{`已恢复您 ${formatDateTime(kept.at)} 写下、尚未提交的内容`}</p>
      ) : null}
    </AppModal>
  );
};

export default AgreeDialog;
