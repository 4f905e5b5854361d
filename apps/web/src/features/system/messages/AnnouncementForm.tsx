import { announcementAudience, announcementSend } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form, Input, Radio, Select, TreeSelect } from 'antd';
import type { ReactElement } from 'react';
import { callApi, messageOf } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { keepPrevious } from '../../../lib/query.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { FormDrawer } from '../../../ui/FormDrawer.tsx';
import { deptTree, useDepts, useRoleNames } from '../pickers.tsx';

interface Values {
  readonly Title: string;
  readonly Body: string;
  readonly Pinned: boolean;
  readonly Urgent: boolean;
  readonly To: 'all' | 'some';
  readonly DeptIds: string[];
  readonly RoleCodes: string[];
}

const audienceOf = ({ To, DeptIds, RoleCodes }: Pick<Values, 'To' | 'DeptIds' | 'RoleCodes'>) =>
  To === 'all' ? { All: true } : { All: false, DeptIds, RoleCodes };

/** Writes an announcement; says how many people it would reach before it is sent. */
export const AnnouncementForm = ({
  onClose,
  onSent,
}: {
  readonly onClose: () => void;
  readonly onSent: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const To = Form.useWatch('To', form) ?? 'some';
  const DeptIds = Form.useWatch('DeptIds', form) ?? [];
  const RoleCodes = Form.useWatch('RoleCodes', form) ?? [];
  const depts = useDepts();
  const roles = useRoleNames();
  const nobody = To === 'some' && DeptIds.length + RoleCodes.length === 0;
  const audience = audienceOf({ To, DeptIds, RoleCodes });
  const counted = useQuery({
    queryKey: ['announcements', 'audience', audience],
    queryFn: ({ signal }) => callApi(announcementAudience, audience, { signal }),
    enabled: !nobody,
    placeholderData: keepPrevious,
  });
  const send = useWrite(announcementSend, {
    said: ({ State, people, HeldUntil }) =>
      State === '待确认'
        ? '已提交，待另一管理员确认后发出'
        : HeldUntil === null
          ? `已发给 ${people} 人`
          : `现在是静默时段，${formatDateTime(HeldUntil)} 发给 ${people} 人`,
    onDone: onSent,
    renews: ['announcements', 'notice', 'outbox'],
    onError: (error) => notify.error(messageOf(error)),
  });
  return (
    <FormDrawer
      title="发公告"
      width={560}
      saving={send.isPending}
      saveText={To === 'all' ? '提交确认' : '发布'}
      onSave={() => form.submit()}
      onClose={onClose}
    >
      <Form<Values>
        name="announcement"
        form={form}
        layout="vertical"
        scrollToFirstError
        initialValues={{ Title: '', Body: '', Pinned: false, Urgent: false, To: 'some', DeptIds: [], RoleCodes: [] }}
        onFinish={(values) =>
          send.mutate({
            Title: values.Title,
            Body: values.Body,
            Pinned: values.Pinned,
            Urgent: values.Urgent,
            ...audienceOf(values),
          })
        }
      >
        <Form.Item name="Title" label="标题" rules={[{ required: true, whitespace: true, message: '请填写标题' }]}>
          <Input maxLength={60} showCount />
        </Form.Item>
        <Form.Item name="Body" label="正文" rules={[{ required: true, whitespace: true, message: '请填写正文' }]}>
          <Input.TextArea rows={8} maxLength={2000} showCount />
        </Form.Item>
        <Form.Item name="To" label="发给" extra={To === 'all' ? '全员公告须由另一位管理员确认后才发出' : undefined}>
          <Radio.Group
            options={[
              { value: 'some', label: '部分部门或角色' },
              { value: 'all', label: '全员' },
            ]}
          />
        </Form.Item>
        {To === 'some' ? (
          <>
            <Form.Item
              name="DeptIds"
              label="部门（含下级）"
              dependencies={['RoleCodes']}
              rules={[
                {
                  validator: async (_, value: string[]) => {
                    if (value.length + (form.getFieldValue('RoleCodes') as string[]).length === 0)
                      throw new Error('请选择发给谁');
                  },
                },
              ]}
            >
              <TreeSelect
                multiple
                allowClear
                showSearch={{ treeNodeFilterProp: 'title' }}
                treeDefaultExpandAll
                loading={depts.isPending}
                treeData={deptTree(depts.data ?? [])}
                placeholder="可选多个"
              />
            </Form.Item>
            <Form.Item name="RoleCodes" label="角色">
              <Select
                mode="multiple"
                allowClear
                showSearch={{ optionFilterProp: 'label' }}
                loading={roles.isPending}
                options={(roles.data ?? []).map((role) => ({ value: role.roleCode, label: role.roleName }))}
                placeholder="可选多个"
              />
            </Form.Item>
          </>
        ) : null}
        <Form.Item name="Pinned" valuePropName="checked">
          <Checkbox>置顶：排在工作台公告的最前面</Checkbox>
        </Form.Item>
        <Form.Item name="Urgent" valuePropName="checked">
          <Checkbox>紧急：静默时段也立即发出</Checkbox>
        </Form.Item>
        <p className="note" role="status">
          {nobody ? '还没有选择发给谁' : counted.data ? `将发给 ${counted.data.people} 人` : '正在统计人数…'}
        </p>
      </Form>
    </FormDrawer>
  );
};
