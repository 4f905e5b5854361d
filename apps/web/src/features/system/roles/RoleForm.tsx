import { type RoleRow, roleSave } from '@hengneng/contracts';
import { Form, Input, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { showErrors } from '../../../ui/form-errors.ts';

interface Values {
  readonly roleCode: string;
  readonly roleName: string;
  readonly copyFrom?: string;
}

/** New role, copy of one, or another name for one. A built-in role keeps its code. */
export const RoleForm = ({
  role,
  copyFrom,
  roles,
  onClose,
  onSaved,
}: {
  readonly role?: RoleRow | undefined;
  readonly copyFrom?: RoleRow | undefined;
  readonly roles: readonly RoleRow[];
  readonly onClose: () => void;
  readonly onSaved?: (roleId: string) => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const save = useWrite(roleSave, {
    said: '已保存',
    renews: ['roles', 'roleNames'],
    renewsOnConflict: true,
    onRenewed: ({ roleId }) => {
      onClose();
      onSaved?.(roleId);
    },
    onError: (error) => showErrors(form, error),
  });
  // As the fields were filled, whatever has been read since.
  const [seen] = useState(() => role && { roleCode: role.roleCode, roleName: role.roleName });
  const submit = ({ copyFrom: from, ...values }: Values) =>
    save.mutate({ ...values, ...(role ? { roleId: role.roleId, seen } : {}), ...(from ? { copyFrom: from } : {}) });
  return (
    <AppModal
      title={role ? '修改角色' : '新建角色'}
      okText="保存"
      width={460}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        name="role-form"
        form={form}
        layout="vertical"
        initialValues={{
          roleCode: role?.roleCode ?? '',
          roleName: role?.roleName ?? (copyFrom ? `${copyFrom.roleName}（副本）` : ''),
          copyFrom: copyFrom?.roleId,
        }}
        onFinish={submit}
      >
        <Form.Item
          name="roleCode"
          label="角色编码"
          extra={role?.builtin ? '内置角色的编码不可修改' : '以字母开头，只含字母和数字'}
          rules={[
            {
              required: true,
              pattern: /^[a-zA-Z][a-zA-Z0-9]{1,39}$/,
              message: '角色编码须以字母开头，只含字母和数字，2～40位',
            },
          ]}
        >
          <Input maxLength={40} disabled={role?.builtin === true} />
        </Form.Item>
        <Form.Item
          name="roleName"
          label="角色名称"
          rules={[{ required: true, whitespace: true, message: '请输入角色名称' }]}
        >
          <Input maxLength={30} />
        </Form.Item>
        {role ? null : (
          <Form.Item name="copyFrom" label="复制授权自">
            <Select
              allowClear
              placeholder="不复制"
              showSearch={{ optionFilterProp: 'label' }}
              options={roles.map((one) => ({ value: one.roleId, label: one.roleName }))}
            />
          </Form.Item>
        )}
      </Form>
    </AppModal>
  );
};
