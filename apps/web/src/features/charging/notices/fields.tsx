/** Fields that an announcement and a template share. */
import type { NoticeChannel } from '@hengneng/contracts';
import { Button, Checkbox, Form, Input } from 'antd';
import { type ReactElement, useRef } from 'react';
import { required } from '../registry/shared.ts';
import { useTemplates } from './shared.ts';

/** A group of boxes is no field that could be required: of what a form says of it, it takes the value only. */
const Ways = ({
  any,
  id,
  value = [],
  onChange,
}: {
  readonly any: boolean;
  readonly id?: string;
  readonly value?: NoticeChannel[];
  readonly onChange?: (chosen: NoticeChannel[]) => void;
}): ReactElement => {
  const ways = useTemplates().data?.channels ?? [];
  return (
    <Checkbox.Group<NoticeChannel>
      {...(id === undefined ? {} : { id })}
      value={value}
      onChange={(chosen) => onChange?.(chosen)}
      options={ways.map(({ name, reason }) => ({
        value: name,
        label: reason === '' || any ? name : `${name}（未配置）`,
        disabled: !any && reason !== '',
      }))}
    />
  );
};

/** Through which it goes out; what can't be chosen says why. @param any a template may be written for what is not set up yet */
export const ChannelsField = ({ any = false }: { readonly any?: boolean }): ReactElement => {
  const ways = useTemplates().data?.channels ?? [];
  return (
    <Form.Item
      name="channels"
      label="渠道"
      rules={[{ required: true, type: 'array', min: 1, message: '请选择渠道' }]}
      extra={
        any ? null : (
          <>
            {ways
              .filter(({ reason }) => reason !== '')
              .map(({ name, reason }) => (
                <span key={name} className="notice-unset">
                  {name}
                  {reason}
                </span>
              ))}
          </>
        )
      }
    >
      <Ways any={any} />
    </Form.Item>
  );
};

const Text = ({
  value = '',
  onChange,
  id,
}: {
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (text: string) => void;
}): ReactElement => {
  const variables = useTemplates().data?.variables ?? [];
  const area = useRef<HTMLTextAreaElement | null>(null);
  const put = (name: string) => {
    const at = area.current?.selectionStart ?? value.length;
    const until = area.current?.selectionEnd ?? at;
    onChange?.(`${value.slice(0, at)}{${name}}${value.slice(until)}`);
    area.current?.focus();
  };
  return (
    <>
      <Input.TextArea
        {...(id === undefined ? {} : { id })}
        ref={(of) => {
          area.current = of?.resizableTextArea?.textArea ?? null;
        }}
        autoSize={{ minRows: 4, maxRows: 12 }}
        maxLength={2000}
        showCount
        value={value}
        onChange={(event) => onChange?.(event.target.value)}
      />
      <span className="notice-variables" role="group" aria-label="插入变量">
        {variables.map(({ name, label, personal }) => (
          <Button
            key={name}
            size="small"
            title={personal ? `{${name}}，每户不同` : `{${name}}`}
            onClick={() => put(name)}
          >
            {label}
          </Button>
        ))}
      </span>
    </>
  );
};

/** Plain text with variables, which are put in where one writes. */
export const BodyField = (): ReactElement => (
  <Form.Item
    name="body"
    label="正文"
    rules={required('请填写正文')}
    extra="纯文本；点变量插入到光标处，发送时换成各户的实际值"
  >
    <Text />
  </Form.Item>
);
