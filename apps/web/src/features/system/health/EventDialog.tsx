import { type HealthEvent, healthEvent } from '@hengneng/contracts';
import { Form, Input } from 'antd';
import type { ReactElement } from 'react';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { showErrors } from '../../../ui/form-errors.ts';

/** What was done about a part that was not well. */
export const EventDialog = ({
  event,
  onClose,
}: {
  readonly event: HealthEvent;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<{ readonly Note: string }>();
  const save = useWrite(healthEvent, {
    said: '已处理',
    onDone: onClose,
    renews: ['health'],
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal
      title={`处理：${event.Part}`}
      width={460}
      okText="保存"
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {event.Content ? <p className="note">{event.Content}</p> : null}
      <Form
        name="health-event"
        form={form}
        layout="vertical"
        initialValues={{ Note: '' }}
        onFinish={({ Note }) => save.mutate({ Id: event.Id, Note })}
      >
        <Form.Item
          name="Note"
          label="处理情况"
          rules={[{ required: true, whitespace: true, message: '请填写处理情况' }]}
        >
          <Input.TextArea rows={3} maxLength={200} showCount />
        </Form.Item>
      </Form>
    </AppModal>
  );
};
