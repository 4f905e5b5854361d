import {
  type MessageTemplate,
  messageTemplateSave,
  messageTemplateVersions,
  TEMPLATE_LONGEST,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Switch } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { type ReactElement, useRef } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { ErrorRetry } from '../../../ui/feedback.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { FormDrawer } from '../../../ui/FormDrawer.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { MESSAGES_CODE } from './scope.ts';

interface Values {
  readonly Text: string;
  readonly Enabled: boolean;
}

/** One wording: its text with the words that may stand in it, and what it was before. */
export const TemplateForm = ({
  row,
  onClose,
}: {
  readonly row: MessageTemplate;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const area = useRef<TextAreaRef>(null);
  const mayEdit = can(MESSAGES_CODE, 'edit');
  const versions = useQuery({
    queryKey: ['messageTemplates', 'versions', row.Code],
    queryFn: ({ signal }) => callApi(messageTemplateVersions, { Code: row.Code }, { signal }),
    staleTime: 0,
  });
  const save = useWrite(messageTemplateSave, {
    said: ({ Version }) => `已保存为第 ${Version} 版，之后的消息按它发出`,
    onDone: onClose,
    renews: ['messageTemplates'],
    onError: (error) => showErrors(form, error),
  });
  /** Where the cursor stands. */
  const insert = (name: string) => {
    const input = area.current?.resizableTextArea?.textArea;
    const text: string = form.getFieldValue('Text') ?? '';
    const [from, to] = [input?.selectionStart ?? text.length, input?.selectionEnd ?? text.length];
    form.setFieldValue('Text', `${text.slice(0, from)}{${name}}${text.slice(to)}`);
    input?.focus();
  };
  return (
    <FormDrawer
      title={`消息模板：${row.Name}`}
      width={560}
      saving={save.isPending}
      readOnly={!mayEdit}
      onSave={() => form.submit()}
      onClose={onClose}
    >
      <p className="note">
        {row.Code} · {row.Kind} · {row.Channel}
        {row.Urgent ? ' · 静默时段照发' : ''}
      </p>
      <Form<Values>
        name="message-template"
        form={form}
        layout="vertical"
        scrollToFirstError
        disabled={!mayEdit}
        initialValues={{ Text: row.Text, Enabled: row.Enabled }}
        onFinish={(values) => save.mutate({ Code: row.Code, Version: row.Version, ...values })}
      >
        <Form.Item
          name="Text"
          label="正文"
          rules={[{ required: true, whitespace: true, message: '请填写正文' }]}
          extra="第一行是消息的标题，下面的行是说明；花括号里的变量在发出时换成实际内容"
        >
          <Input.TextArea ref={area} rows={6} maxLength={TEMPLATE_LONGEST} />
        </Form.Item>
        {row.Variables.length > 0 ? (
          <Form.Item label={mayEdit ? '变量（点击插入）' : '变量'}>
            <div className="template-words">
              {row.Variables.map((name) => (
                <Button key={name} size="small" onClick={() => insert(name)}>
                  {`{${name}}`}
                  {row.Must.includes(name) ? ' 必含' : ''}
                </Button>
              ))}
            </div>
          </Form.Item>
        ) : null}
        <Form.Item
          name="Enabled"
          label="启用"
          valuePropName="checked"
          extra={row.MayDisable ? '停用后不再发这类消息，事情本身照常进行' : '没有它，事情就没有人知道，不能停用'}
        >
          <Switch disabled={!mayEdit || !row.MayDisable} checkedChildren="启用" unCheckedChildren="停用" />
        </Form.Item>
        {mayEdit ? (
          <Button size="small" onClick={() => form.setFieldValue('Text', row.Own)}>
            换回程序自带的正文
          </Button>
        ) : null}
      </Form>
      <h3 className="panel-head template-past">历次版本</h3>
      {versions.error ? <ErrorRetry error={versions.error} onRetry={() => void versions.refetch()} /> : null}
      <ul className="version-list">
        {(versions.data?.rows ?? []).map((one) => (
          <li key={one.Version}>
            <strong>第 {one.Version} 版</strong>
            {one.Version === row.Version ? <Tag tone="good">现行</Tag> : null}
            {one.Enabled ? null : <Tag tone="neutral">停用</Tag>}
            <small>
              {one.SavedBy} {formatDateTime(one.SavedAt)}
            </small>
            <span className="plain-text">{one.Text}</span>
          </li>
        ))}
        <li>
          <strong>程序自带</strong>
          {row.Version === 0 ? <Tag tone="good">现行</Tag> : null}
          <span className="plain-text">{row.Own}</span>
        </li>
      </ul>
    </FormDrawer>
  );
};
