import { perambulateStandardSave, POINT_STATES, type StandardRow } from '@hengneng/contracts';
import { INSPECTION_AREAS, POINT_FREQUENCIES, POINT_KINDS, type PointKind } from '@hengneng/core';
import { Form, Input, Select, Switch } from 'antd';
import type { ReactElement } from 'react';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { choices } from './common.ts';
import { ItemsEditor } from './ItemsEditor.tsx';
import { POINTS } from './queries.ts';
import { useItems } from './useItems.ts';

interface Values {
  readonly name: string;
  readonly kind: PointKind;
  readonly area: (typeof INSPECTION_AREAS)[number];
  readonly frequency: (typeof POINT_FREQUENCIES)[number];
  readonly photoNeeded: boolean;
  readonly state: (typeof POINT_STATES)[number];
}

/** One standard of the library. */
export const StandardForm = ({
  standard,
  onClose,
}: {
  readonly standard: StandardRow | null;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const items = useItems(standard?.items, form);
  const kind = Form.useWatch('kind', form) ?? standard?.kind ?? POINT_KINDS[0];
  const save = useWrite(perambulateStandardSave, {
    said: '已保存',
    renews: [POINTS],
    onRenewed: onClose,
    onError: items.refuse,
  });
  return (
    <AppModal
      title={standard === null ? '新增标准' : '修改标准'}
      okText="保存"
      width={900}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        name="standard-form"
        form={form}
        layout="vertical"
        className="point-form"
        initialValues={standard ?? { kind: POINT_KINDS[0], frequency: '月', photoNeeded: true, state: '启用' }}
        onFinish={(values) => {
          if (items.sound(kind))
            save.mutate({
              ...values,
              ...(standard === null ? {} : { id: standard.id, FormVersion: standard.FormVersion }),
              items: items.input(),
            });
        }}
      >
        <div className="point-fields">
          <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '请填写名称' }]}>
            <Input maxLength={60} />
          </Form.Item>
          <Form.Item name="kind" label="类别">
            <Select options={choices(POINT_KINDS)} disabled={standard !== null} />
          </Form.Item>
          <Form.Item name="area" label="部位" rules={[{ required: true, message: '请选择部位' }]}>
            <Select options={choices(INSPECTION_AREAS)} />
          </Form.Item>
          <Form.Item name="frequency" label="频次">
            <Select options={choices(POINT_FREQUENCIES)} />
          </Form.Item>
          <Form.Item name="photoNeeded" label="必拍照" valuePropName="checked">
            <Switch checkedChildren="必拍" unCheckedChildren="不必" />
          </Form.Item>
          <Form.Item name="state" label="状态">
            <Select options={choices(POINT_STATES)} />
          </Form.Item>
        </div>
        <ItemsEditor kind={kind} items={items.items} faults={items.faults} onChange={items.change} />
      </Form>
    </AppModal>
  );
};
