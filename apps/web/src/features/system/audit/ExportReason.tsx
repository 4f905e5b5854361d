import { Form, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { download } from '../../../lib/download.ts';
import { AppModal } from '../../../ui/AppModal.tsx';

/** An export of the audit log says what it is for; the export itself is logged with it. */
export const ExportReason = ({
  path,
  query,
  onClose,
}: {
  readonly path: string;
  readonly query: object;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<{ readonly reason: string }>();
  const [busy, setBusy] = useState(false);
  return (
    <AppModal
      title="导出审计日志"
      okText="导出"
      width={460}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        onFinish={async ({ reason }: { readonly reason: string }) => {
          setBusy(true);
          const worked = await download('POST', path, { ...query, reason }, { name: '审计日志.xlsx' });
          setBusy(false);
          if (worked) onClose();
        }}
      >
        <Form.Item
          name="reason"
          label="导出原因"
          rules={[{ required: true, whitespace: true, message: '请填写导出原因' }]}
        >
          <Input.TextArea rows={3} maxLength={200} showCount />
        </Form.Item>
      </Form>
    </AppModal>
  );
};
