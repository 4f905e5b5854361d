import { type DictionaryAbout, type DictionaryRow, dictionarySave } from '@hengneng/contracts';
import { Form, Input, InputNumber } from 'antd';
import { type ReactElement, useState } from 'react';
import { useWrite } from '../../../lib/useWrite.ts';
import { showErrors } from '../../../ui/form-errors.ts';
import { FormDrawer } from '../../../ui/FormDrawer.tsx';
import { MomentField } from '../../../ui/moment/MomentField.tsx';
import { RENEWS } from './renews.ts';

interface Values {
  readonly code: string;
  readonly name: string;
  readonly sort: number | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** One word of a dictionary. */
export const WordForm = ({
  about,
  row,
  onClose,
}: {
  readonly about: DictionaryAbout;
  readonly row: DictionaryRow | null;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const save = useWrite(dictionarySave, {
    said: '已保存',
    onDone: onClose,
    renews: RENEWS,
    renewsOnConflict: true,
    onError: (error) => showErrors(form, error),
  });
  // As the fields were filled, whatever has been read since.
  const [seen] = useState(() => row && { name: row.Name, sort: row.Sort, to: row.To });
  const named = row === null || (!row.Builtin && (row.Used ?? 0) === 0);
  return (
    <FormDrawer
      title={row === null ? `${about.Title}：新增条目` : `${about.Title}：${row.Name}`}
      width={480}
      saving={save.isPending}
      onSave={() => form.submit()}
      onClose={onClose}
    >
      <Form<Values>
        name="word"
        form={form}
        layout="vertical"
        scrollToFirstError
        initialValues={{
          code: row?.Code ?? '',
          name: row?.Name ?? '',
          sort: row?.Sort ?? null,
          from: null,
          to: row?.To ?? null,
        }}
        onFinish={({ code, name, sort, from, to }) =>
          save.mutate(
            row === null
              ? {
                  action: 'add',
                  dict: about.Id,
                  code: code.trim(),
                  name: name.trim(),
                  to: to ?? '',
                  ...(sort === null ? {} : { sort }),
                  ...(from ? { from } : {}),
                }
              : {
                  action: 'edit',
                  dict: about.Id,
                  code: row.Code,
                  to: to ?? '',
                  ...(seen === null ? {} : { seen }),
                  ...(named ? { name: name.trim() } : {}),
                  ...(sort === null ? {} : { sort }),
                },
          )
        }
      >
        <Form.Item
          name="code"
          label="编码"
          rules={[{ required: true, message: '请填写编码' }]}
          extra={row === null ? '字典内唯一，字母、数字、横线或下划线，保存后不能改' : undefined}
        >
          <Input maxLength={20} disabled={row !== null} />
        </Form.Item>
        <Form.Item
          name="name"
          label="名称"
          rules={[{ required: true, whitespace: true, message: '请填写名称' }]}
          extra={
            named
              ? '单据里记的就是名称'
              : row.Builtin
                ? '内置条目由程序使用，不能改名，可停用后新增'
                : `已被${row.Used ?? 0}条记录引用，不能改名，可停用后新增`
          }
        >
          <Input maxLength={30} disabled={!named} />
        </Form.Item>
        <Form.Item name="sort" label="排序" extra="小的在前；不填排在最后">
          <InputNumber min={1} max={9999} precision={0} />
        </Form.Item>
        {row === null ? (
          <Form.Item name="from" label="起" extra="不填为今天">
            <MomentField aria={{ 'aria-label': '起' }} />
          </Form.Item>
        ) : null}
        <Form.Item name="to" label="止" extra="过了这一天不再可选；不填为长期">
          <MomentField aria={{ 'aria-label': '止' }} />
        </Form.Item>
      </Form>
    </FormDrawer>
  );
};
