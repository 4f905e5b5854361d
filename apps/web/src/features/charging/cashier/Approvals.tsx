/** 大额审批 at the counter: those that wait for who sits here to agree, and what became of their own. */
import { approvalAsk, approvalDecide, type CounterApproval, LARGE_SUMS } from '@hengneng/contracts';
import { Button, Form, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { formatMoney } from '../../../lib/format.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { fenOrNull } from '../yuan.ts';
import { RENEWS, useShift } from './shared.ts';

const named = ({ act, room, amount }: CounterApproval): string => `${act} ${room} ${formatMoney(amount)} 元`;

const DecideDialog = ({
  of,
  onClose,
}: {
  readonly of: CounterApproval;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<{ opinion?: string }>();
  const decide = useWrite(approvalDecide, {
    said: (_, { action }) => (action === 'agree' ? '已同意' : '已驳回'),
    renews: [...RENEWS],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  const send = (action: 'agree' | 'reject') =>
    decide.mutate({ id: of.id, action, opinion: (form.getFieldValue('opinion') as string | undefined) ?? '' });
  return (
    <AppModal
      title={`审批：${of.act}`}
      onCancel={onClose}
      footer={[
        <Button key="reject" danger loading={decide.isPending} onClick={() => send('reject')}>
          驳回
        </Button>,
        <Button key="agree" type="primary" loading={decide.isPending} onClick={() => send('agree')}>
          同意
        </Button>,
      ]}
    >
      <dl className="shift-result">
        <div>
          <dt>房间</dt>
          <dd>{of.room}</dd>
        </div>
        <div>
          <dt>金额（元）</dt>
          <dd>{formatMoney(of.amount)}</dd>
        </div>
      </dl>
      <p>
        {of.askedBy} {of.askedAt} 提交，原因：{of.reason}
      </p>
      <Form name="approval-dialog" form={form} layout="vertical" initialValues={{ opinion: '' }}>
        <Form.Item name="opinion" label="意见" extra="驳回须填写原因">
          <Input.TextArea rows={2} maxLength={200} />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

export const Approvals = ({
  of,
  onGo,
}: {
  readonly of: readonly CounterApproval[];
  /** To the room of one that may be done. */
  readonly onGo: (approval: CounterApproval) => void;
}): ReactElement => {
  const [open, setOpen] = useState<CounterApproval | null>(null);
  const withdraw = useWrite(approvalDecide, { said: '已撤回', renews: [...RENEWS] });
  return (
    <>
      {of.map((one) =>
        one.mine ? (
          <span key={one.id} className="shift-asked">
            {named(one)} {one.state}
            {one.state === '已同意' ? (
              <Button type="link" className="cell-link" onClick={() => onGo(one)}>
                去办理
              </Button>
            ) : null}
            <Button
              type="link"
              className="cell-link"
              loading={withdraw.isPending}
              onClick={() => withdraw.mutate({ id: one.id, action: 'withdraw', opinion: '' })}
            >
              撤回
            </Button>
          </span>
        ) : (
          <Button key={one.id} onClick={() => setOpen(one)}>
            审批 {named(one)}
          </Button>
        ),
      )}
      {open === null ? null : <DecideDialog of={open} onClose={() => setOpen(null)} />}
    </>
  );
};

/** What a sum of a dialog needs before it is done: nothing, to be asked for, or waited for. */
export const useApproval = (
  { communityId, id: roomId }: { readonly communityId: string; readonly id: string },
  act: CounterApproval['act'],
  amount: string,
  onAsked: () => void,
) => {
  const own = (useShift(communityId).data?.approvals ?? []).find(
    (one) => one.mine && one.roomId === roomId && one.act === act,
  );
  const ask = useWrite(approvalAsk, {
    said: '已提交审批，物业经理同意后再办理',
    renews: [...RENEWS],
    onRenewed: onAsked,
  });
  const large = (fenOrNull(amount) ?? 0n) >= LARGE_SUMS[act];
  return {
    /** Of this household and act, whatever was typed. */
    own,
    wanted: large && own === undefined,
    waits: large && own?.state === '待审批',
    asking: ask.isPending,
    ask: (reason: string) => ask.mutate({ roomId, act, amount, reason }),
    note:
      own === undefined
        ? large
          ? `${formatMoney(String(LARGE_SUMS[act] / 100n))} 元以上须物业经理审批`
          : ''
        : own.state === '已同意'
          ? `${own.decidedBy} 已同意 ${formatMoney(own.amount)} 元`
          : `${formatMoney(own.amount)} 元待物业经理审批`,
  };
};
