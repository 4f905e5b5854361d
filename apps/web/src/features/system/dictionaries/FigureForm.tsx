import { type DictionaryAbout, type DictionaryRow, dictionarySave, seenVersions } from '@hengneng/contracts';
import { Button, Form, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { chinaClock, formatDateTime } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { showErrors } from '../../../ui/form-errors.ts';
import { FormDrawer } from '../../../ui/FormDrawer.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { MomentField } from '../../../ui/moment/MomentField.tsx';
import { RENEWS } from './renews.ts';

interface Values {
  readonly value: string;
  readonly from: string;
}

/** A figure: what holds, what held before, and what is to hold from a day on. */
export const FigureForm = ({
  about,
  row,
  onClose,
}: {
  readonly about: DictionaryAbout;
  readonly row: DictionaryRow;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const [today] = useState(() => chinaClock(new Date()).toISOString().slice(0, 10));
  const save = useWrite(dictionarySave, {
    said: (_, { action }) => (action === 'unset' ? '已撤销' : '已另立一版'),
    onDone: onClose,
    renews: RENEWS,
    renewsOnConflict: true,
    onError: (error, { action }) => (action === 'unset' ? notify.error(messageOf(error)) : showErrors(form, error)),
  });
  // The versions that it was opened with, whatever has been read since.
  const [seen] = useState(() => seenVersions(row.Versions));
  const at = { dict: row.Dict, code: row.Code, seen };
  return (
    <FormDrawer
      title={`${about.Title}：${row.Name}`}
      width={520}
      saving={save.isPending}
      saveText="另立一版"
      onSave={() => form.submit()}
      onClose={onClose}
    >
      <Form<Values>
        name="figure"
        form={form}
        layout="vertical"
        scrollToFirstError
        initialValues={{ value: row.Value ?? '', from: today }}
        onFinish={({ value, from }) => save.mutate({ action: 'set', ...at, value: value.trim(), from })}
      >
        <Form.Item
          name="value"
          label={`值（${about.Unit ?? ''}）`}
          rules={[{ required: true, message: '请填写值' }]}
          extra={`${about.Min ?? ''} 至 ${about.Max ?? ''}，${about.Places ? `最多 ${about.Places} 位小数` : '整数'}`}
        >
          <Input inputMode="decimal" maxLength={16} />
        </Form.Item>
        <Form.Item
          name="from"
          label="生效日"
          rules={[{ required: true, message: '请选择生效日' }]}
          extra="从这一天起的新计算用新值；以前期间的结果仍用当时的值"
        >
          <MomentField aria={{ 'aria-label': '生效日' }} />
        </Form.Item>
      </Form>
      <h3>历次版本</h3>
      <ul className="version-list">
        {row.Versions.map((one) => (
          <li key={one.From ?? ''}>
            <strong>
              {one.Value} {row.Unit}
            </strong>
            <span>
              {one.From ?? '最初'} 至 {one.To ?? '今后'}
            </span>
            {one.From === row.From ? <Tag tone="good">现行</Tag> : null}
            <small>{one.SetBy === null ? '程序预置' : `${one.SetBy} ${formatDateTime(one.SetAt)} 设置`}</small>
            {one.From !== null && one.From > today ? (
              <Button
                size="small"
                loading={save.isPending}
                onClick={() => save.mutate({ action: 'unset', ...at, from: one.From ?? '' })}
              >
                撤销
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </FormDrawer>
  );
};
