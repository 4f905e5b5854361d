import { formCalls, type WaitRow } from '@hengneng/contracts';
import { Button } from 'antd';
import { type ReactElement, useRef, useState } from 'react';
import { callApi, messageOf, newIntent } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { claimTask, releaseTask } from '../claim.ts';
import { ActionDialog } from '../form/ActionDialog.tsx';
import { identityOf } from '../identity.ts';
import { isQuick } from './quick.ts';

/** What can be done with a to-do without opening it. */
export const TaskTools = ({
  task,
  onAgree,
  onTransfer,
  onChanged,
}: {
  readonly task: WaitRow;
  readonly onAgree: () => void;
  readonly onTransfer: () => void;
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
        <Button size="small" loading={busy} onClick={() => void hold(claimTask)}>
          认领
        </Button>
      ) : null}
      {task.heldUntil !== null ? (
        <Button size="small" loading={busy} onClick={() => void hold(releaseTask)}>
          退回认领池
        </Button>
      ) : null}
      {free && task.stepKey !== 'start' ? (
        <Button size="small" onClick={onTransfer}>
          转办
        </Button>
      ) : null}
    </span>
  );
};

/** Hands a to-do to somebody else, with a reason. */
export const TransferDialog = ({
  task,
  onClose,
  onDone,
}: {
  readonly task: WaitRow;
  readonly onClose: () => void;
  readonly onDone: () => void;
}): ReactElement => {
  const [busy, setBusy] = useState(false);
  const key = useRef({ body: '', key: '' });
  const { api, title } = identityOf(task.moduleId);
  const transfer = async (userId: string, opinion: string) => {
    const input = { NodeRecordId: task.NodeRecordId, UserId: userId, Opinion: opinion };
    const body = JSON.stringify(input);
    if (key.current.body !== body) key.current = { body, key: newIntent() };
    setBusy(true);
    try {
      await callApi(formCalls(api, title).transfer, input, { idempotencyKey: key.current.key });
      notify.success('已转办');
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
      action="Transfer"
      steps={[]}
      stepKey={task.stepKey}
      procedureId={task.ProcedureId}
      businessId={task.BusinessId}
      choose={false}
      busy={busy}
      onClose={onClose}
      onDo={(input) => void transfer(input.users[0] ?? '', input.opinion)}
    />
  );
};
