import { feeAnnouncementSaveTemplate, NOTICE_KINDS, type NoticeTemplate } from '@hengneng/contracts';
import { Button, Form, Input, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { CardTable, type CardColumn } from '../../../ui/CardTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { Tag } from '../../../ui/StatusTag.tsx';
import { optionsOf, required } from '../registry/shared.ts';
import { BodyField, ChannelsField } from './fields.tsx';
import { SCREEN, TEMPLATES, useTemplates } from './shared.ts';

const columns = (onOpen: (row: NoticeTemplate) => void): readonly CardColumn<NoticeTemplate>[] => [
  {
    key: 'name',
    head: '名称',
    main: true,
    show: (row) => (
      <Button type="link" className="cell-link" onClick={() => onOpen(row)}>
        {row.name}
      </Button>
    ),
  },
  { key: 'kind', head: '类别', show: (row) => row.kind },
  { key: 'channels', head: '渠道', show: (row) => row.channels.join('、') },
  { key: 'body', head: '正文', show: (row) => <span className="notice-body-cell">{row.body}</span> },
  { key: 'variables', head: '变量', show: (row) => row.variables.map((name) => `{${name}}`).join(' ') || '—' },
  { key: 'wechat', head: '微信模板号', show: (row) => row.wechatNo || '—' },
  {
    key: 'sms',
    head: '短信签名与报备号',
    show: (row) => [row.smsSign === '' ? '' : `【${row.smsSign}】`, row.smsNo].join(' ').trim() || '—',
  },
  {
    key: 'state',
    head: '启用',
    show: (row) => <Tag tone={row.state === '启用' ? 'good' : 'neutral'}>{row.state}</Tag>,
  },
];

type Values = Pick<
  NoticeTemplate,
  'name' | 'kind' | 'channels' | 'title' | 'body' | 'wechatNo' | 'smsSign' | 'smsNo' | 'state'
>;

const TemplateForm = ({
  row,
  onClose,
}: {
  readonly row: NoticeTemplate | null;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const save = useWrite(feeAnnouncementSaveTemplate, {
    said: '模板已保存',
    renews: [TEMPLATES],
    onDone: onClose,
    onError: (error) => showErrors(form, error),
  });
  const may = can(SCREEN, row === null ? 'add' : 'edit');
  return (
    <AppDrawer title={row === null ? '新建模板' : `模板 ${row.name}`} onClose={onClose}>
      <Form<Values>
        name="template-form"
        form={form}
        layout="vertical"
        disabled={!may}
        initialValues={
          row ?? { channels: [], state: '启用', title: '', body: '', wechatNo: '', smsSign: '', smsNo: '' }
        }
        onFinish={(values) =>
          save.mutate({ action: 'save', ...(row === null ? {} : { id: row.id, version: row.version }), ...values })
        }
      >
        <div className="registry-two">
          <Form.Item name="name" label="名称" rules={required('请填写名称')}>
            <Input maxLength={50} />
          </Form.Item>
          <Form.Item name="kind" label="类别" rules={required('请选择类别')}>
            <Select options={optionsOf(NOTICE_KINDS)} />
          </Form.Item>
        </div>
        <ChannelsField any />
        <Form.Item name="title" label="标题" rules={required('请填写标题')}>
          <Input maxLength={50} showCount />
        </Form.Item>
        <BodyField />
        <div className="registry-two">
          <Form.Item name="smsSign" label="短信签名" extra="发出时显示为【签名】，计入字数">
            <Input maxLength={12} />
          </Form.Item>
          <Form.Item name="smsNo" label="签名报备号">
            <Input maxLength={40} />
          </Form.Item>
          <Form.Item name="wechatNo" label="微信模板号">
            <Input maxLength={60} />
          </Form.Item>
          <Form.Item name="state" label="启用">
            <Select options={optionsOf(['启用', '停用'])} />
          </Form.Item>
        </div>
        {may ? (
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            保存
          </Button>
        ) : null}
      </Form>
    </AppDrawer>
  );
};

/** 模板: what announcements begin with. */
export const TemplatesTab = (): ReactElement => {
  const found = useTemplates();
  const [open, setOpen] = useState<NoticeTemplate | 'new' | null>(null);
  const usual = useWrite(feeAnnouncementSaveTemplate, {
    said: ({ saved }) => (saved === 0 ? '常用模板都已在列' : `已添加 ${saved} 个常用模板`),
    renews: [TEMPLATES],
  });
  const acts = can(SCREEN, 'add') ? (
    <p className="row-do">
      <Button onClick={() => setOpen('new')}>新建模板</Button>
      <Button loading={usual.isPending} onClick={() => usual.mutate({ action: 'usual' })}>
        添加常用模板
      </Button>
    </p>
  ) : null;
  if (found.error) return <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <SkeletonDelay rows={6} />;
  return (
    <>
      {found.data.rows.length === 0 ? (
        <section className="surface">
          <EmptyHint text="还没有模板" action={acts} />
        </section>
      ) : (
        <>
          {acts}
          <CardTable label="模板" columns={columns(setOpen)} rows={found.data.rows} rowKey={(row) => row.id} />
        </>
      )}
      {open === null ? null : <TemplateForm row={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </>
  );
};
