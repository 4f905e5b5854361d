import { insertProjectSetUp, type OvertimeRecord, type OvertimeRule, type OvertimeSaved } from '@hengneng/contracts';
import { Button, Form, Input, InputNumber, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime, formatMoney } from '../../../lib/format.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { AppModal } from '../../../ui/AppModal.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { MomentField } from '../../../ui/moment/MomentField.tsx';
import { FilesPick } from '../FilesPick.tsx';
import { OVERTIME } from './shared.ts';

const Counted = ({ of }: { readonly of: OvertimeSaved }): ReactElement => (
  <div className="overtime-count" role="status">
    <p>
      加班 {of.Hours} h，计费 {of.BilledHours} h{of.Amount == null ? '' : `，金额 ${formatMoney(of.Amount)} 元`}，计入{' '}
      {of.Month}
    </p>
    <ul>
      {(of.Parts ?? []).map((part) => (
        <li key={part.From}>
          {formatDateTime(part.From)} 至 {formatDateTime(part.To)}
        </li>
      ))}
      {(of.Notes ?? []).map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  </div>
);

type Values = Readonly<Record<string, unknown>>;

/** One supply outside the normal hours; what it comes to is shown before it is kept. */
export const RecordForm = ({
  project,
  rules,
  onClose,
}: {
  readonly project: string;
  readonly rules: readonly OvertimeRule[];
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Record<string, unknown>>();
  const [counted, setCounted] = useState<OvertimeSaved | null>(null);
  const chosen = Form.useWatch('RuleId', form) as string | undefined;
  const metered = rules.find(({ Id }) => Id === chosen)?.Mode === 'meter';
  const inputOf = (values: Values) => ({
    ...Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value ?? ''])),
    SetType: 'overtimeRecord',
    ProjectCode: project,
  });
  const save = useWrite(insertProjectSetUp, {
    said: '加班已登记，待客户确认',
    renews: [OVERTIME],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  const [busy, setBusy] = useState(false);
  const count = async () => {
    const values = await form.validateFields().catch(() => null);
    if (values === null) return;
    setBusy(true);
    try {
      setCounted((await callApi(insertProjectSetUp, { ...inputOf(values), Preview: true })) as OvertimeSaved);
    } catch (error) {
      setCounted(null);
      showErrors(form, error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <AppDrawer width={520} title="登记加班" onClose={onClose}>
      <Form<Record<string, unknown>>
        name="record-form"
        form={form}
        layout="vertical"
        initialValues={{ Files: [], ...(rules.length === 1 ? { RuleId: rules[0]?.Id } : {}) }}
        onValuesChange={() => setCounted(null)}
        onFinish={(values) => save.mutate(inputOf(values))}
      >
        <Form.Item name="RuleId" label="区域/租户" rules={[{ required: true, message: '请选择区域/租户' }]}>
          <Select
            options={rules.map(({ Id, Area, From, To }) => ({
              value: Id,
              label: `${Area}（${From} 至 ${To ?? '长期'}）`,
            }))}
          />
        </Form.Item>
        <Form.Item name="Applicant" label="申请人" rules={[{ required: true, message: '请填写申请人' }]}>
          <Input maxLength={30} />
        </Form.Item>
        <Form.Item name="Phone" label="电话">
          <Input maxLength={13} inputMode="tel" />
        </Form.Item>
        <Form.Item name="From" label="开始" rules={[{ required: true, message: '请填写开始时间' }]}>
          <MomentField kind="datetime" />
        </Form.Item>
        <Form.Item name="To" label="结束" rules={[{ required: true, message: '请填写结束时间' }]}>
          <MomentField kind="datetime" />
        </Form.Item>
        <Form.Item name="Machines" label="开机台数">
          <InputNumber<number> min={0} max={100} />
        </Form.Item>
        {metered ? (
          <Form.Item
            name="Quantity"
            label="计量用量（kWh）"
            rules={[{ required: true, message: '按计量收费须填写计量用量' }]}
          >
            <Input maxLength={14} inputMode="decimal" />
          </Form.Item>
        ) : null}
        <Form.Item name="Note" label="说明">
          <Input maxLength={200} />
        </Form.Item>
        <Form.Item name="Files" label="申请单">
          <FilesPick label="上传申请单" />
        </Form.Item>
        {counted === null ? null : <Counted of={counted} />}
        <p className="overtime-do">
          <Button loading={busy} onClick={() => void count()}>
            试算
          </Button>
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            登记
          </Button>
        </p>
      </Form>
    </AppDrawer>
  );
};

/** The customer's signature, or why it is void. */
export const RecordAct = ({
  act,
  row,
  project,
  onClose,
}: {
  readonly act: 'confirm' | 'void';
  readonly row: OvertimeRecord;
  readonly project: string;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Record<string, unknown>>();
  const word = act === 'confirm' ? '确认' : '作废';
  const send = useWrite(insertProjectSetUp, {
    said: `${row.Serial} 已${word}`,
    renews: [OVERTIME],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal
      title={`${word} ${row.Serial}`}
      okText={word}
      confirmLoading={send.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Record<string, unknown>>
        name="record-act"
        form={form}
        layout="vertical"
        initialValues={{ Files: [] }}
        onFinish={(values) =>
          send.mutate({ ...values, SetType: 'overtimeRecord', Action: act, Id: row.Id, ProjectCode: project })
        }
      >
        {act === 'confirm' ? (
          <Form.Item name="Files" label="客户签字或工单" extra="确认后进入结算依据">
            <FilesPick label="上传签字" />
          </Form.Item>
        ) : (
          <Form.Item name="Reason" label="原因" rules={[{ required: true, message: '请填写原因' }]}>
            <Input maxLength={200} />
          </Form.Item>
        )}
      </Form>
    </AppModal>
  );
};
