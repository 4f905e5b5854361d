import { isModuleId, MODULES } from '@hengneng/core';
import { FORM_LOADERS } from '@hengneng/forms/load';
import { instantText } from '@hengneng/form-kit';
import { Form, Input, Radio, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { notify } from '../../lib/notify.ts';
import { useSession } from '../../lib/session.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import { showErrors } from '../../ui/form-errors.ts';
import { MomentField } from '../../ui/moment/MomentField.tsx';
import { UserSelect } from '../system/pickers.tsx';
import { useSaveDelegation } from './delegations.ts';

interface Values {
  readonly user?: string;
  readonly delegate?: string;
  readonly all: boolean;
  readonly modules?: readonly string[];
  readonly from: string | null;
  readonly to: string | null;
  readonly reason?: string;
}

/** Modules that have a form in this version. */
const moduleOptions = Object.keys(FORM_LOADERS)
  .filter(isModuleId)
  .map((id) => ({ value: id, label: MODULES[id].title }));

const DAY_MS = 86_400_000;
/** The end of the working day, the day after now: long enough to be looked at, short enough not to be forgotten. */
const tomorrowEvening = (): string => {
  const day = new Date(Date.now() + 8 * 3_600_000 + DAY_MS).toISOString().slice(0, 10);
  return `${day}T17:30:00+08:00`;
};
const thisMinute = (): string => instantText(Math.floor(Date.now() / 60_000) * 60_000);

/** Somebody handles one's to-dos for a time; administrators set it up for others as well. */
export const DelegationForm = ({
  forOthers,
  onClose,
}: {
  readonly forOthers: boolean;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const me = useSession((state) => state.user);
  const [all, setAll] = useState(true);
  const save = useSaveDelegation({
    onSaved: () => {
      notify.success('代理已设置');
      onClose();
    },
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal
      title={forOthers ? '新建代理' : '设置代理'}
      okText="确定"
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        name="delegation-form"
        form={form}
        layout="vertical"
        initialValues={{ all: true, modules: [], from: thisMinute(), to: tomorrowEvening(), reason: '' }}
        onFinish={(values) =>
          save.mutate({
            ...(values.user ? { user: values.user } : {}),
            delegate: values.delegate ?? '',
            modules: values.all ? [] : [...(values.modules ?? [])],
            from: values.from ?? '',
            to: values.to ?? '',
            reason: values.reason ?? '',
          })
        }
      >
        {forOthers ? (
          <Form.Item name="user" label="授权人" extra={`不选为本人（${me?.UserName ?? ''}）`}>
            <UserSelect label="授权人" activeOnly placeholder="姓名、账号或拼音" />
          </Form.Item>
        ) : null}
        <Form.Item name="delegate" label="代理人" rules={[{ required: true, message: '请选择代理人' }]}>
          <UserSelect label="代理人" activeOnly placeholder="姓名、账号或拼音" />
        </Form.Item>
        <div className="form-two">
          <Form.Item name="from" label="起" rules={[{ required: true, message: '请填写开始时间' }]}>
            <MomentField kind="datetime" aria={{ 'aria-label': '起' }} />
          </Form.Item>
          <Form.Item name="to" label="止" rules={[{ required: true, message: '请填写结束时间' }]}>
            <MomentField kind="datetime" aria={{ 'aria-label': '止' }} />
          </Form.Item>
        </div>
        <Form.Item name="all" label="范围">
          <Radio.Group
            onChange={(event) => setAll(event.target.value === true)}
            options={[
              { value: true, label: '全部模块' },
              { value: false, label: '按模块' },
            ]}
          />
        </Form.Item>
        {all ? null : (
          <Form.Item
            name="modules"
            label="模块"
            rules={[{ required: true, type: 'array', min: 1, message: '请选择模块' }]}
          >
            <Select
              mode="multiple"
              aria-label="模块"
              placeholder="可多选"
              showSearch={{ optionFilterProp: 'label' }}
              options={moduleOptions}
            />
          </Form.Item>
        )}
        <Form.Item name="reason" label="原因">
          <Input.TextArea rows={2} maxLength={200} placeholder="如出差、休假" />
        </Form.Item>
      </Form>
      <p className="note">
        到点自动生效和收回。代理人看得到这段时间的待办并可处理，意见显示为「代理人代授权人」；授权人仍可自己处理，代理人不能再转给他人。
      </p>
    </AppModal>
  );
};
