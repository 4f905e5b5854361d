import { formCalls, getNodeRecord, type WaitRow } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useRef, useState } from 'react';
import { ApiError, callApi, messageOf, newIntent } from '../../lib/api.ts';
import { formatMoney } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import { Tag } from '../../ui/StatusTag.tsx';
import { identityOf } from '../load.ts';

const OPINION_MAX = 2000;

/** Why an amount is marked. */
export const outlierWords = (above: string): string => `高于本模块95%的单据（${formatMoney(above)}元）`;

type Result = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** What the person writes most, so that a thumb is enough; before they have written anything, the plainest. */
const usePhrases = (taskId: string): readonly string[] => {
  const { data } = useQuery({
    queryKey: ['phrases', taskId],
    queryFn: async ({ signal }) => (await callApi(getNodeRecord, { NodeRecordId: taskId }, { signal })).phrases,
  });
  return data && data.length > 0 ? data : ['同意'];
};

/**
 * Agrees to several to-dos with one opinion. Each is a command of its own, with the version that the person saw: one that fails keeps no
 * other from going, says why, and may be tried again.
 */
export const AgreeDialog = ({
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
  const [opinion, setOpinion] = useState('');
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const [at, setAt] = useState<number | null>(null);
  const keys = useRef(new Map<string, string>());
  const phrases = usePhrases(all[0]?.NodeRecordId ?? '');
  const open = all.filter((task) => results.get(task.NodeRecordId)?.ok !== true);
  const unusual = open.filter((task) => task.outlierAbove !== null);
  const failed = [...results.values()].filter((result) => !result.ok).length;

  const agree = async (task: WaitRow): Promise<Result> => {
    const { api, title } = identityOf(task.moduleId);
    const input = { NodeRecordId: task.NodeRecordId, FormVersion: task.FormVersion, Opinion: opinion.trim() };
    const intent = JSON.stringify(input);
    const key = keys.current.get(intent) ?? newIntent();
    keys.current.set(intent, key);
    try {
      await callApi(formCalls(api, title).approve, input, { idempotencyKey: key });
      return { ok: true };
    } catch (error) {
      // Whether an unanswered one went through is not known: it is sent again as the same intent.
      if (!(error instanceof ApiError && error.offline)) keys.current.delete(intent);
      return { ok: false, message: messageOf(error) };
    }
  };
  const go = async () => {
    if (at !== null) return;
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
          <Button type="primary" loading={at !== null} onClick={() => void go()}>
            {at !== null ? `正在处理 ${at + 1}/${open.length}` : failed > 0 ? `重试 ${open.length} 件` : '同意'}
          </Button>
        </div>
      }
    >
      <ul className="agree-list" aria-label="要同意的单据">
        {all.map((task) => {
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
      <label className="field-label" htmlFor="agree-opinion">
        审批意见
      </label>
      <textarea
        id="agree-opinion"
        className="in in-area"
        rows={2}
        maxLength={OPINION_MAX}
        value={opinion}
        onChange={(event) => setOpinion(event.target.value)}
      />
      <div className="quick-words" role="group" aria-label="常用意见">
        {phrases.map((phrase) => (
          <button key={phrase} type="button" onClick={() => setOpinion(phrase)}>
            {phrase}
          </button>
        ))}
      </div>
    </AppModal>
  );
};
