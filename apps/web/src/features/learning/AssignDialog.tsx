import { trainResourcesAssign } from '@hengneng/contracts';
import { Form } from 'antd';
import { type ReactElement, useState } from 'react';
import { ReferencePicker } from '../../engine/widgets/reference.tsx';
import { useWrite } from '../../lib/useWrite.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import { showErrors } from '../../ui/form-errors.ts';
import { MomentPicker } from '../../ui/moment/MomentPicker.tsx';
import { LESSONS } from './common.ts';

interface Values {
  readonly users?: readonly string[];
  readonly dept?: string | null;
  readonly due?: string | null;
}

const Pick = ({
  id,
  entity,
  multiple = false,
  value,
  onChange,
  label,
}: {
  readonly id?: string;
  readonly entity: string;
  readonly multiple?: boolean;
  readonly value?: string | readonly string[] | null;
  readonly onChange?: (value: string | readonly string[] | null) => void;
  readonly label: string;
}): ReactElement => {
  const [labels, setLabels] = useState<Readonly<Record<string, string>>>({});
  return (
    <ReferencePicker
      {...(id ? { id } : {})}
      entity={entity}
      multiple={multiple}
      value={value ?? null}
      labels={labels}
      aria={{ 'aria-label': label }}
      onPick={(next, words) => {
        setLabels({ ...labels, ...words });
        onChange?.(next);
      }}
    />
  );
};

/** Who has to learn a lesson, and until when. */
export const AssignDialog = ({
  id,
  title,
  onClose,
}: {
  readonly id: string;
  readonly title: string;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const assign = useWrite(trainResourcesAssign, {
    said: ({ count }) => `已指派 ${count} 人`,
    renews: [LESSONS],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  const submit = (values: Values) =>
    assign.mutate({
      id,
      users: [...(values.users ?? [])],
      due: values.due ?? '',
      ...(values.dept ? { dept: values.dept } : {}),
    });
  return (
    <AppModal
      title={`指派必修：${title}`}
      okText="指派"
      width={480}
      confirmLoading={assign.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p>选人员，或选部门（含下级部门的在职人员）。逾期未学完的每周提醒本人与项目经理。</p>
      <Form<Values>
        name="assign-dialog"
        form={form}
        layout="vertical"
        initialValues={{ users: [], dept: null, due: null }}
        onFinish={submit}
      >
        <Form.Item name="users" label="人员">
          <Pick entity="user" multiple label="人员" />
        </Form.Item>
        <Form.Item name="dept" label="部门">
          <Pick entity="dept" label="部门" />
        </Form.Item>
        <Form.Item name="due" label="截止日期" rules={[{ required: true, message: '请选择截止日期' }]}>
          <DueField />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

const DueField = ({
  id,
  value,
  onChange,
}: {
  readonly id?: string;
  readonly value?: string | null;
  readonly onChange?: (value: string | null) => void;
}): ReactElement => (
  <MomentPicker
    id={id ?? 'due'}
    kind="date"
    aria={{ 'aria-label': '截止日期' }}
    allowClear
    value={value ?? null}
    onChange={(next) => onChange?.(next)}
  />
);
