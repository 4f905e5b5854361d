import { contractListByModel, insertProjectSetUp, OVERTIME_DAYS, type OvertimeRule } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, InputNumber, Select } from 'antd';
import type { ReactElement } from 'react';
import { callApi } from '../../../lib/api.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { MomentField } from '../../../ui/moment/MomentField.tsx';
import { MODE_WORDS, OVERTIME, unitOf } from './shared.ts';

/** Names of the fields by kind of day. */
const DAY_FIELDS = [
  { kind: 'work', from: 'WorkFrom', to: 'WorkTo' },
  { kind: 'rest', from: 'RestFrom', to: 'RestTo' },
  { kind: 'holiday', from: 'HolidayFrom', to: 'HolidayTo' },
] as const;

const initial = (of: OvertimeRule | null): Record<string, unknown> =>
  of === null
    ? { Mode: 'area', LeastHours: '2', StepHours: '0.5', AheadHours: 4, WorkFrom: '08:00', WorkTo: '18:00' }
    : {
        ...of,
        ...Object.fromEntries(
          DAY_FIELDS.flatMap(({ kind, from, to }) => [
            [from, of.Hours[kind]?.From ?? ''],
            [to, of.Hours[kind]?.To ?? ''],
          ]),
        ),
      };

/** How an area is charged outside its normal hours. */
export const RuleForm = ({
  project,
  of,
  onClose,
}: {
  readonly project: string;
  readonly of: OvertimeRule | null;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Record<string, unknown>>();
  const mode = (Form.useWatch('Mode', form) as OvertimeRule['Mode'] | undefined) ?? of?.Mode ?? 'area';
  const contracts = useQuery({
    queryKey: ['contracts', project],
    queryFn: ({ signal }) => callApi(contractListByModel, { ProjectCode: project, PageSize: 200 }, { signal }),
    staleTime: 60_000,
  });
  const save = useWrite(insertProjectSetUp, {
    said: '规则已保存',
    renews: [OVERTIME],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppDrawer width={560} title={of === null ? '新增加班规则' : `${of.Area} ${of.From} 起`} onClose={onClose}>
      <Form<Record<string, unknown>>
        name="rule-form"
        form={form}
        layout="vertical"
        initialValues={initial(of)}
        onFinish={(values) =>
          save.mutate({
            ...Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value ?? ''])),
            SetType: 'overtimeRule',
            ProjectCode: project,
            Id: of?.Id ?? '',
            Version: of?.Version ?? 0,
          })
        }
      >
        <Form.Item name="Area" label="区域/租户" rules={[{ required: true, message: '请填写区域/租户' }]}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="ContractCode" label="合同" extra="确认后的加班费按该合同进入结算">
          <Select
            allowClear
            loading={contracts.isPending}
            options={(contracts.data?.rows ?? []).map(({ ContractCode, name }) => ({
              value: ContractCode,
              label: `${ContractCode} ${name}`,
            }))}
          />
        </Form.Item>
        <Form.Item name="Mode" label="计费方式">
          <Select options={Object.entries(MODE_WORDS).map(([value, label]) => ({ value, label }))} />
        </Form.Item>
        <Form.Item name="Price" label={`单价（${unitOf(mode)}）`} rules={[{ required: true, message: '请填写单价' }]}>
          <Input maxLength={14} />
        </Form.Item>
        <Form.Item
          name="AreaM2"
          label="面积（m²）"
          rules={[{ required: mode === 'area', message: '按面积计费须填写面积' }]}
        >
          <Input maxLength={12} />
        </Form.Item>
        {DAY_FIELDS.map(({ kind, from, to }) => (
          <div key={kind} className="overtime-two">
            <Form.Item name={from} label={`${OVERTIME_DAYS[kind]}正常供能起`}>
              <Input maxLength={5} placeholder="无正常供能" />
            </Form.Item>
            <Form.Item name={to} label="止">
              <Input maxLength={5} placeholder="无正常供能" />
            </Form.Item>
          </div>
        ))}
        <div className="overtime-two">
          <Form.Item name="LeastHours" label="起步时长（h）">
            <Input maxLength={5} />
          </Form.Item>
          <Form.Item name="StepHours" label="计费步长（h）">
            <Input maxLength={5} />
          </Form.Item>
        </div>
        <Form.Item name="AheadHours" label="提前申请（h）">
          <InputNumber<number> min={0} max={240} />
        </Form.Item>
        <div className="overtime-two">
          <Form.Item name="From" label="生效起" rules={[{ required: true, message: '请填写生效起' }]}>
            <MomentField />
          </Form.Item>
          <Form.Item name="To" label="生效止">
            <MomentField />
          </Form.Item>
        </div>
        <Form.Item name="Reason" label="原因" rules={[{ required: true, message: '请填写原因' }]}>
          <Input maxLength={200} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          保存
        </Button>
      </Form>
    </AppDrawer>
  );
};
