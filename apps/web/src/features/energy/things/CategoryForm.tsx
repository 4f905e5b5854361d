import { deviceCategoryDelete, type DeviceCategoryNode, deviceCategorySave } from '@hengneng/contracts';
import { Button, Form, Input, InputNumber, Popconfirm, Switch, TreeSelect } from 'antd';
import type { ReactElement } from 'react';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { THINGS } from '../common.ts';
import { BASE } from './shared.ts';

interface Values {
  readonly Name: string;
  readonly ParentId?: string | null;
  readonly Sort?: number | null;
  readonly Enabled: boolean;
}

interface Choice {
  readonly value: string;
  readonly title: string;
  readonly children: Choice[];
}
export const categoryChoices = (nodes: readonly DeviceCategoryNode[]): Choice[] =>
  nodes.map((one) => ({ value: one.Id, title: one.Name, children: categoryChoices(one.Children) }));

/** One kind of devices. */
export const CategoryForm = ({
  category,
  parent,
  categories,
  onClose,
}: {
  readonly category: DeviceCategoryNode | null;
  readonly parent: string | undefined;
  readonly categories: readonly DeviceCategoryNode[];
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const save = useWrite(deviceCategorySave, {
    said: '已保存',
    renews: [THINGS],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  const remove = useWrite(deviceCategoryDelete, { said: '已删除', renews: [THINGS], onRenewed: onClose });
  return (
    <AppModal
      title={category === null ? '新增设备类别' : `修改设备类别：${category.Name}`}
      okText="保存"
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        name="category-form"
        form={form}
        layout="vertical"
        initialValues={
          category === null
            ? { ParentId: parent, Enabled: true, Sort: 0 }
            : { Name: category.Name, ParentId: category.ParentId, Sort: category.Sort, Enabled: category.Enabled }
        }
        onFinish={(values) =>
          save.mutate({
            ...(category === null ? {} : { Id: category.Id, FormVersion: category.FormVersion }),
            Name: values.Name,
            ParentId: values.ParentId ?? '',
            Sort: values.Sort ?? 0,
            Enabled: values.Enabled,
          })
        }
      >
        <Form.Item
          name="Name"
          label="类别名称"
          rules={[{ required: true, whitespace: true, message: '请填写类别名称' }]}
        >
          <Input maxLength={30} />
        </Form.Item>
        <Form.Item name="ParentId" label="上级类别">
          <TreeSelect allowClear treeData={categoryChoices(categories)} placeholder="没有上级" />
        </Form.Item>
        <Form.Item name="Sort" label="排序">
          <InputNumber min={0} precision={0} className="wide" />
        </Form.Item>
        <Form.Item name="Enabled" label="启用" valuePropName="checked">
          <Switch />
        </Form.Item>
      </Form>
      {category !== null && can(BASE, 'delete') ? (
        <Popconfirm
          title={`删除类别 ${category.Name}？`}
          okText="删除"
          onConfirm={() => remove.mutate({ Id: category.Id })}
        >
          <Button danger size="small">
            删除类别
          </Button>
        </Popconfirm>
      ) : null}
    </AppModal>
  );
};
