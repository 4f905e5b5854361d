import {
  basisList,
  COMMUNITY_STATES,
  FEE_CATEGORIES,
  FEE_CYCLES,
  FEE_KINDS,
  FEE_TAX_RATES,
  type FeeRow,
  feeSave,
  type InputOf,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Form, Input, InputNumber, Select } from 'antd';
import type { ReactElement } from 'react';
import { callApi } from '../../../lib/api.ts';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { BASES, FEE_OPTIONS, FEE_SCREEN, FEES, filled, optionsOf, required } from './shared.ts';

const OVERRIDES = [
  { name: 'keepRate', label: '停用保留比例（%）' },
  { name: 'penaltyRate', label: '违约金日率（‰）' },
  { name: 'penaltyCap', label: '违约金上限（%）' },
] as const;

const FRESH = { kind: '周期性', category: '其他', cycle: '月', taxRate: 6, undeliveredRate: '100', state: '启用' };

/** 基本. What the fee does not say itself is the community's. */
export const FeeForm = ({
  fee,
  onClose,
}: {
  readonly fee: FeeRow | null;
  readonly onClose?: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Record<string, unknown>>();
  const bases = useQuery({
    queryKey: [BASES, 'options'],
    queryFn: ({ signal }) => callApi(basisList, {}, { signal }),
  });
  const save = useWrite(feeSave, {
    said: fee === null ? '费项已建立，请新增价格版本并审核' : '费项已保存',
    renews: [FEES, FEE_OPTIONS, BASES],
    onRenewed: () => onClose?.(),
    onError: (error) => showErrors(form, error),
  });
  const may = can(FEE_SCREEN, fee === null ? 'add' : 'edit');
  const fixed = fee?.billed ? '已有账单，不能修改' : undefined;
  const body = (
    <Form
      name="registry-fee-form"
      form={form}
      layout="vertical"
      disabled={!may}
      initialValues={fee ?? FRESH}
      onFinish={(values) =>
        save.mutate({
          action: 'save',
          id: fee?.id ?? '',
          version: fee?.version ?? 0,
          ...filled(values),
        } as InputOf<typeof feeSave>)
      }
    >
      <div className="registry-two">
        <Form.Item name="code" label="编码" rules={required('请填写编码')}>
          <Input maxLength={10} />
        </Form.Item>
        <Form.Item name="name" label="名称" rules={required('请填写名称')}>
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="kind" label="类别" extra={fixed}>
          <Select disabled={fee?.billed ?? false} options={optionsOf(FEE_KINDS)} />
        </Form.Item>
        <Form.Item name="basisId" label="计费依据" extra={fixed} rules={required('请选择计费依据')}>
          <Select
            disabled={fee?.billed ?? false}
            loading={bases.isPending}
            options={(bases.data ?? []).map(({ id, name, unit }) => ({ value: id, label: `${name}（${unit}）` }))}
          />
        </Form.Item>
        <Form.Item name="cycle" label="周期" extra={fixed}>
          <Select disabled={fee?.billed ?? false} options={optionsOf(FEE_CYCLES)} />
        </Form.Item>
        <Form.Item name="category" label="业务类别" extra="停用与开票按它识别">
          <Select options={optionsOf(FEE_CATEGORIES)} />
        </Form.Item>
        <Form.Item name="taxName" label="税目">
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="taxRate" label="税率（%）">
          <Select options={FEE_TAX_RATES.map((value) => ({ value, label: String(value) }))} />
        </Form.Item>
        <Form.Item name="subject" label="收入科目">
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="undeliveredRate" label="未交付收取比例（%）">
          <Input maxLength={6} inputMode="decimal" />
        </Form.Item>
        <Form.Item name="dueDays" label="到期天数（天）" extra="空为按小区">
          <InputNumber<number> className="fee-days" min={0} max={90} precision={0} />
        </Form.Item>
        {OVERRIDES.map(({ name, label }) => (
          <Form.Item key={name} name={name} label={label} extra="空为按小区">
            <Input maxLength={6} inputMode="decimal" />
          </Form.Item>
        ))}
        <Form.Item name="state" label="状态">
          <Select options={optionsOf(COMMUNITY_STATES)} />
        </Form.Item>
      </div>
      <Form.Item name="priceEditable" valuePropName="checked">
        <Checkbox>收费台可改价</Checkbox>
      </Form.Item>
      {may ? (
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          保存
        </Button>
      ) : null}
    </Form>
  );
  return fee === null ? (
    <AppDrawer title="新增费项" width={720} onClose={() => onClose?.()}>
      {body}
    </AppDrawer>
  ) : (
    body
  );
};
