import { type deptDetail, deptSave, type OutputOf } from '@hengneng/contracts';
import { Form, Input, InputNumber } from 'antd';
import { type ReactElement, useState } from 'react';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { UserSelect } from '../pickers.tsx';

export type DeptDetail = OutputOf<typeof deptDetail>;

interface Values {
  readonly T_OutSideDeptId?: string;
  readonly T_OutSideDeptName: string;
  readonly managerId?: string;
  readonly sort?: number;
  readonly establishment?: number | null;
}

/** A new department below one, or another name and manager for it. The server makes up the code. */
export const DeptForm = ({
  dept,
  mode,
  onClose,
  onSaved,
}: {
  readonly dept: DeptDetail;
  readonly mode: 'new' | 'edit';
  readonly onClose: () => void;
  readonly onSaved: (deptId: string) => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const fresh = mode === 'new';
  const save = useWrite(deptSave, {
    said: '已保存',
    renews: ['dept'],
    renewsOnConflict: true,
    onRenewed: ({ T_OutSideDeptId }) => {
      onClose();
      onSaved(T_OutSideDeptId);
    },
    onError: (error) => showErrors(form, error),
  });
  // As the fields were filled, whatever has been read since.
  const [seen] = useState(() => ({
    T_OutSideDeptName: dept.T_OutSideDeptName,
    managerId: dept.managerId,
    sort: dept.sort,
    establishment: dept.establishment,
  }));
  const submit = (values: Values) =>
    save.mutate({
      ...(fresh
        ? { T_OutSideParentDeptID: dept.T_OutSideDeptId, T_OutSideDeptId: values.T_OutSideDeptId }
        : { T_OutSideDeptId: dept.T_OutSideDeptId, seen }),
      T_OutSideDeptName: values.T_OutSideDeptName,
      managerId: values.managerId ?? '',
      establishment: values.establishment ?? '',
      ...(values.sort === undefined || values.sort === null ? {} : { sort: values.sort }),
    });
  return (
    <AppModal
      title={fresh ? `在「${dept.T_OutSideDeptName}」下新建部门` : '修改部门'}
      okText="保存"
      width={460}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        name="dept-form"
        form={form}
        layout="vertical"
        initialValues={
          fresh
            ? { T_OutSideDeptId: dept.nextId ?? '', T_OutSideDeptName: '' }
            : {
                T_OutSideDeptName: dept.T_OutSideDeptName,
                managerId: dept.managerId ?? undefined,
                sort: dept.sort,
                establishment: dept.establishment,
              }
        }
        onFinish={submit}
      >
        {fresh ? (
          <Form.Item name="T_OutSideDeptId" label="编码" extra="由上级编码加序号，不重复使用">
            <Input maxLength={15} />
          </Form.Item>
        ) : null}
        <Form.Item
          name="T_OutSideDeptName"
          label="部门名称"
          rules={[{ required: true, whitespace: true, message: '请输入部门名称' }]}
        >
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item name="managerId" label="负责人">
          <UserSelect
            placeholder="按姓名、账号、拼音查找"
            known={
              !fresh && dept.managerId
                ? { value: dept.managerId, label: dept.managerName ?? dept.managerId }
                : undefined
            }
          />
        </Form.Item>
        <Form.Item name="establishment" label="编制（人）">
          <InputNumber min={0} max={100_000} precision={0} />
        </Form.Item>
        <Form.Item name="sort" label="排序">
          <InputNumber min={0} max={100_000} precision={0} />
        </Form.Item>
      </Form>
    </AppModal>
  );
};
