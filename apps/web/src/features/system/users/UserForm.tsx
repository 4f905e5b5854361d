import { userSave, type userInfo, type OutputOf } from '@hengneng/contracts';
import { Form, Input, Typography } from 'antd';
import { type ReactElement, useState } from 'react';
import { useQuestions } from '../../../ui/confirm.ts';
import { notify } from '../../../lib/notify.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { DeptSelect } from '../pickers.tsx';

export type UserDetail = OutputOf<typeof userInfo>;

interface Values {
  readonly account: string;
  readonly UserName: string;
  readonly T_OutSideDeptId: string;
  readonly phone?: string;
  readonly email?: string;
  readonly jobNo?: string;
  readonly position?: string;
}

/** A temporary password, shown once and never again. */
export const OneTimePassword = ({ password }: { readonly password: string }): ReactElement => (
  <>
    <p>临时密码只显示这一次，请交给本人。首次登录须修改密码。</p>
    <Typography.Paragraph copyable className="one-time-password">
      {password}
    </Typography.Paragraph>
  </>
);

/** New account, or changes to one. */
export const UserForm = ({
  user,
  onClose,
  onSaved,
}: {
  readonly user?: UserDetail | undefined;
  readonly onClose: () => void;
  readonly onSaved?: (userId: string) => void;
}): ReactElement => {
  const modal = useQuestions();
  const [form] = Form.useForm<Values>();
  const save = useWrite(userSave, {
    renews: ['users'],
    renewsOnConflict: true,
    onRenewed: (answer) => {
      onClose();
      if (answer.password) {
        void modal.success({
          title: '账号已建立',
          content: <OneTimePassword password={answer.password} />,
          okText: '已记下',
        });
      } else {
        notify.success('已保存');
      }
      onSaved?.(answer.userId);
    },
    onError: (error) => showErrors(form, error),
  });
  // As the fields were filled, whatever has been read since.
  const [seen] = useState(
    () =>
      user && {
        account: user.account,
        UserName: user.UserName,
        T_OutSideDeptId: user.T_OutSideDeptId,
        phone: user.phoneFull ?? null,
        email: user.email,
        jobNo: user.jobNo,
        position: user.position,
      },
  );
  return (
    <AppModal
      title={user ? '修改用户' : '新建用户'}
      okText="保存"
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        name="user-form"
        form={form}
        layout="vertical"
        className="form-two"
        initialValues={{
          account: user?.account ?? '',
          UserName: user?.UserName ?? '',
          T_OutSideDeptId: user?.T_OutSideDeptId ?? undefined,
          phone: user?.phoneFull ?? '',
          email: user?.email ?? '',
          jobNo: user?.jobNo ?? '',
          position: user?.position ?? '',
        }}
        onFinish={(values) => save.mutate({ ...values, ...(user ? { userId: user.UserId, seen } : {}) })}
      >
        <Form.Item
          name="account"
          label="账号"
          extra="4～32 位字母、数字或下划线"
          rules={[{ required: true, pattern: /^[A-Za-z0-9_]{4,32}$/, message: '账号须为4～32位字母、数字或下划线' }]}
        >
          <Input autoComplete="off" maxLength={32} />
        </Form.Item>
        <Form.Item name="UserName" label="姓名" rules={[{ required: true, whitespace: true, message: '请输入姓名' }]}>
          <Input maxLength={30} />
        </Form.Item>
        <Form.Item name="T_OutSideDeptId" label="部门" rules={[{ required: true, message: '请选择部门' }]}>
          <DeptSelect />
        </Form.Item>
        <Form.Item name="position" label="岗位">
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item name="jobNo" label="工号">
          <Input maxLength={30} />
        </Form.Item>
        <Form.Item name="phone" label="手机" rules={[{ pattern: /^(1\d{10})?$/, message: '请输入正确的手机号' }]}>
          <Input inputMode="numeric" maxLength={11} />
        </Form.Item>
        <Form.Item name="email" label="邮箱" rules={[{ type: 'email', message: '邮箱格式不正确' }]}>
          <Input maxLength={100} />
        </Form.Item>
      </Form>
    </AppModal>
  );
};
