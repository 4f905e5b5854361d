import { formCalls, type WaitRow } from '@hengneng/contracts';
import { Button } from 'antd';
import { ActionMenu } from '../../ui/ActionMenu.tsx';
import { type ReactElement, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { firstClick } from '../../ui/first-click.ts';
import { useSend } from '../../lib/useWrite.ts';
import { claimTask, releaseTask } from '../claim.ts';
import { ActionDialog } from '../form/ActionDialog.tsx';
import { type ActionInput, WORDS } from '../form/actions.ts';
import { keepOpinion } from '../form/local-copy.ts';
import { identityOf } from '../identity.ts';
import { isQuick } from './quick.ts';

export type TaskAction = WaitRow['actions'][number];

/** What can be done with a to-do without opening it. */
export const TaskTools = ({
  task,
  onAgree,
  onAction,
  onChanged,
}: {
  readonly task: WaitRow;
  readonly onAgree: () => void;
  readonly onAction: (action: TaskAction) => void;
  readonly onChanged: () => void;
}): ReactElement => {
  const [busy, setBusy] = useState(false);
  const hold = async (change: (taskId: string) => Promise<boolean>) => {
    setBusy(true);
    try {
      await change(task.NodeRecordId);
    } catch (error) {
      notify.error(messageOf(error));
    } finally {
      setBusy(false);
      onChanged();
    }
  };
  const free = task.claimedBy === null;
  return (
    <span className="task-tools">
      {isQuick(task) ? (
        <Button size="small" type="primary" ghost onClick={onAgree}>
          同意
        </Button>
      ) : null}
      {task.pool && free && task.heldUntil === null ? (
        <Button size="small" loading={busy} onClick={firstClick(() => void hold(claimTask))}>
          认领
        </Button>
      ) : null}
      {task.heldUntil !== null ? (
        <Button size="small" loading={busy} onClick={firstClick(() => void hold(releaseTask))}>
          退回认领池
        </Button>
      ) : null}
      {free && task.actions.length > 0 ? (
        <ActionMenu
          menu={{
            items: task.actions.map((action) => ({ key: action, label: WORDS[action].title })),
            onClick: ({ key }) => onAction(key as TaskAction),
          }}
        >
          <Button size="small" aria-label={`${task.serial ?? task.title}的更多操作`}>
            更多
          </Button>
        </ActionMenu>
      ) : null}
    </span>
  );
};

/** Passes a to-do on: to somebody else, to further signers, or for an opinion. */
export const TaskActionDialog = ({
  task,
  action,
  onClose,
  onDone,
}: {
  readonly task: WaitRow;
  readonly action: TaskAction;
  readonly onClose: () => void;
  readonly onDone: () => void;
}): ReactElement => {
  const [busy, setBusy] = useState(false);
  const send = useSend();
  const { api, title } = identityOf(task.moduleId);
  const calls = formCalls(api, title);
  const request = ({ users, opinion, where, mode }: ActionInput) => {
    const base = { NodeRecordId: task.NodeRecordId, Opinion: opinion };
    if (action === 'AddSign') return send(calls.addSign, { ...base, UserIds: [...users], Where: where, Mode: mode });
    const body = { ...base, UserId: users[0] ?? '' };
    return send(action === 'Transfer' ? calls.transfer : calls.delegate, body);
  };
  const go = async (input: ActionInput) => {
    setBusy(true);
    try {
      await request(input);
      keepOpinion(action, task.ProcedureId, task.BusinessId, '');
      notify.success(WORDS[action].done);
      onClose();
      onDone();
    } catch (error) {
      notify.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <ActionDialog
      action={action}
      procedureId={task.ProcedureId}
      businessId={task.BusinessId}
      busy={busy}
      onClose={onClose}
      onDo={(input) => void go(input)}
    />
  );
};
