import { Form, Input, Radio } from 'antd';
import { type ReactElement, useState } from 'react';
import { download } from '../../../lib/download.ts';
import { AppModal } from '../../../ui/AppModal.tsx';

interface Values {
  readonly reason: string;
  readonly Format: 'xlsx' | 'pdf';
}

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
  const [form] = Form.useForm<Values>();
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
      <Form<Values>
        name="export-reason"
        form={form}
        layout="vertical"
        initialValues={{ reason: '', Format: 'xlsx' }}
        onFinish={async (values) => {
          setBusy(true);
          const worked = await download('POST', path, { ...query, ...values }, { name: `审计日志.${values.Format}` });
          setBusy(false);
          if (worked) onClose();
        }}
      >
        <Form.Item name="Format" label="格式" extra="PDF 逐条列出链哈希，附校验结果和校验说明，最多 5000 条。">
          <Radio.Group
            options={[
              { value: 'xlsx', label: 'Excel' },
              { value: 'pdf', label: 'PDF' },
            ]}
          />
        </Form.Item>
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
