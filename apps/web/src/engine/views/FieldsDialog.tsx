import type { PartedCalls } from '@hengneng/contracts';
import { defaultOf, type Fields, listFields, requiredMessage } from '@hengneng/form-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Form } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import { notify } from '../../lib/notify.ts';
import { useSession } from '../../lib/session.ts';
import { useIntents } from '../../lib/useWrite.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import { showErrors } from '../../ui/form-errors.ts';
import { type DialogValues, FieldInput, NO_LABELS, type Value } from './FieldInput.tsx';

export { type DialogValues, fileOf, listed, wordsOf } from './FieldInput.tsx';

/** Fields as they are before anybody wrote: their defaults, else empty. */
const emptied = (fields: Fields): DialogValues => {
  const env = { now: new Date(), userId: useSession.getState().userId, deptId: '' };
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      const value = defaultOf(field, env);
      return [key, typeof value === 'boolean' ? value : value === null ? '' : String(value)];
    }),
  );
};

/** A few fields that are saved by one call: described like those of a form, refused at the field by the server. */
export const FieldsDialog = ({
  title,
  fields,
  start = {},
  labels = NO_LABELS,
  project = '',
  parted,
  saved,
  note,
  okText = '保存',
  save,
  onClose,
}: {
  readonly title: string;
  readonly fields: Fields;
  readonly start?: DialogValues;
  /** Names of what the start values point at. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Whose devices, rooms and contracts are offered. */
  readonly project?: string;
  /** Where files are large: by which calls they are sent in parts. */
  readonly parted?: PartedCalls;
  /** Said once it is saved. */
  readonly saved: string;
  readonly note?: ReactNode;
  readonly okText?: string;
  readonly save: (values: DialogValues, options: { readonly idempotencyKey: string }) => Promise<unknown>;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Record<string, Value>>();
  const client = useQueryClient();
  const intents = useIntents();
  const chosen = Form.useWatch('project', form);
  const saving = useMutation({
    mutationFn: (values: DialogValues) => intents.send(title, values, (key) => save(values, key)),
    onSuccess: async () => {
      notify.success(saved);
      await client.invalidateQueries({ queryKey: ['rows'] });
      onClose();
    },
    onError: (error) => showErrors(form, error),
  });
  const shown = listFields(fields);
  const [initial] = useState(() => ({ ...emptied(fields), ...start }));
  return (
    <AppModal
      title={title}
      okText={okText}
      confirmLoading={saving.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        name="fields-dialog"
        form={form}
        layout="vertical"
        initialValues={initial}
        onFinish={(values) => saving.mutate(values)}
      >
        {shown.map((of) => (
          <Form.Item
            key={of.key}
            name={of.key}
            label={of.label}
            extra={of.field.hint}
            rules={of.field.required === true ? [{ required: true, message: requiredMessage(of.field) }] : []}
          >
            <FieldInput
              of={of}
              labels={labels}
              parted={parted}
              project={typeof chosen === 'string' && chosen !== '' ? chosen : project}
            />
          </Form.Item>
        ))}
      </Form>
      {note ? <p className="note">{note}</p> : null}
    </AppModal>
  );
};
