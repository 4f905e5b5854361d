import type { DelegationRow } from '@hengneng/contracts';
import { Form, Input } from 'antd';
import type { ReactElement } from 'react';
import { messageOf } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import { useSaveDelegation } from './delegations.ts';

/** Ends a delegation before its time. */
export const EndDelegation = ({
  row,
  onClose,
}: {
  readonly row: DelegationRow;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<{ readonly reason: string }>();
  const save = useSaveDelegation({
    onSaved: () => {
      notify.success('代理已终止');
      onClose();
    },
    onError: (error) => notify.error(messageOf(error)),
  });
  return (
    <AppModal
      title="终止代理"
      width={460}
      okText="终止"
      okButtonProps={{ danger: true }}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className="note">
        {row.delegate}代{row.owner}，{formatDateTime(row.from)} 至 {formatDateTime(row.to)}。终止后
        {row.waiting > 0 ? `${row.waiting} 件待办` : '待办'}立即从代理人处收回。
      </p>
      <Form
        name="end-delegation"
        form={form}
        layout="vertical"
        initialValues={{ reason: '' }}
        onFinish={({ reason }) => save.mutate({ Id: row.Id, end: true, reason })}
      >
        <Form.Item name="reason" label="原因">
          <Input maxLength={200} />
        </Form.Item>
      </Form>
    </AppModal>
  );
};
