import { perambulateRouteSave, POINT_STATES, type RouteRow } from '@hengneng/contracts';
import { INSPECT_TYPES, POINT_KINDS, type PointKind } from '@hengneng/core';
import { Form, Input, InputNumber, Select, Switch } from 'antd';
import type { ReactElement } from 'react';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { choices } from './common.ts';
import { POINTS } from './queries.ts';

interface Values {
  readonly name: string;
  readonly kind: PointKind;
  readonly ordered: boolean;
  readonly minutes?: number | null;
  readonly inspectTypes?: (typeof INSPECT_TYPES)[number][];
  readonly state: (typeof POINT_STATES)[number];
}

/** One route of a project. */
export const RouteForm = ({
  project,
  route,
  onClose,
}: {
  readonly project: string;
  readonly route: RouteRow | null;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const kind = Form.useWatch('kind', form) ?? route?.kind ?? POINT_KINDS[0];
  const save = useWrite(perambulateRouteSave, {
    said: '已保存',
    renews: [POINTS],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal
      title={route === null ? '新增路线' : '修改路线'}
      okText="保存"
      width={480}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        name="route-form"
        form={form}
        layout="vertical"
        initialValues={
          route === null
            ? { kind: POINT_KINDS[0], ordered: true, state: '启用' }
            : {
                name: route.name,
                kind: route.kind,
                ordered: route.ordered,
                minutes: route.minutes,
                inspectTypes: INSPECT_TYPES.filter((one) => route.inspectTypes.includes(one)),
                state: route.state,
              }
        }
        onFinish={(values) =>
          save.mutate({
            ...values,
            project,
            ...(route === null ? {} : { id: route.id }),
            minutes: values.minutes ?? '',
            inspectTypes: kind === '公司巡检' ? (values.inspectTypes ?? []) : [],
          })
        }
      >
        <Form.Item
          name="name"
          label="路线名称"
          rules={[{ required: true, whitespace: true, message: '请填写路线名称' }]}
        >
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item
          name="kind"
          label="类别"
          extra={(route?.pointCount ?? 0) > 0 ? '路线上已有巡检点，类别不能改' : null}
        >
          <Select options={choices(POINT_KINDS)} disabled={(route?.pointCount ?? 0) > 0} />
        </Form.Item>
        <Form.Item name="ordered" label="顺序约束" valuePropName="checked">
          <Switch checkedChildren="按顺序" unCheckedChildren="不限" />
        </Form.Item>
        <Form.Item name="minutes" label="标准用时（分钟）">
          <InputNumber min={1} max={1440} precision={0} className="wide" />
        </Form.Item>
        {kind === '公司巡检' ? (
          <Form.Item name="inspectTypes" label="适用巡检类别" extra="空着表示都适用">
            <Select mode="multiple" showSearch={{ optionFilterProp: 'label' }} options={choices(INSPECT_TYPES)} />
          </Form.Item>
        ) : null}
        <Form.Item name="state" label="状态">
          <Select options={choices(POINT_STATES)} />
        </Form.Item>
      </Form>
    </AppModal>
  );
};
