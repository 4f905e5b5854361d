import {
  type CompiledField,
  defaultOf,
  entityOf,
  type Field,
  type Fields,
  type FileValue,
  listFields,
  unitOf,
} from '@hengneng/form-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Select, Switch } from 'antd';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { messageOf, uploadFile } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { useSession } from '../../lib/session.ts';
import { useIntents } from '../../lib/useWrite.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import { showErrors } from '../../ui/form-errors.ts';
import { MomentPicker } from '../../ui/moment/MomentPicker.tsx';
import { ReferencePicker } from '../widgets/reference.tsx';

type Value = string | boolean | FileValue;
/** As the wire has them; an empty text is nothing. */
export type DialogValues = Readonly<Record<string, Value>>;

/** A value that is written as text; empty for none. */
export const wordsOf = (value: Value | undefined): string => (typeof value === 'string' ? value : '');
export const fileOf = (value: Value | undefined): FileValue | undefined =>
  typeof value === 'object' ? value : undefined;

interface InputProps {
  readonly of: CompiledField;
  readonly id?: string;
  readonly value?: Value;
  readonly onChange?: (value: Value) => void;
  readonly labels: Readonly<Record<string, string>>;
  readonly project: string;
}

const NO_LABELS: Readonly<Record<string, string>> = {};

/** One file, sent as soon as it is chosen. */
const FileInput = ({
  id,
  label,
  value,
  onChange,
}: {
  readonly id?: string;
  readonly label: string;
  readonly value: FileValue | null;
  readonly onChange: (file: FileValue | null) => void;
}): ReactElement => {
  const picker = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState(false);
  const send = async (file: File): Promise<void> => {
    setSending(true);
    try {
      onChange(await uploadFile(file, file.name));
    } catch (error) {
      notify.error(messageOf(error));
    } finally {
      setSending(false);
    }
  };
  return value ? (
    <span className="dialog-file">
      {value.Name}
      <Button size="small" type="link" onClick={() => onChange(null)}>
        移除
      </Button>
    </span>
  ) : (
    <>
      <Button {...(id === undefined ? {} : { id })} loading={sending} onClick={() => picker.current?.click()}>
        选择文件
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={label}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void send(file);
        }}
      />
    </>
  );
};

const FieldInput = ({ of, id, value, onChange, labels, project }: InputProps): ReactElement => {
  const { field } = of;
  const [picked, setPicked] = useState(NO_LABELS);
  const text = typeof value === 'string' ? value : '';
  const named = id === undefined ? {} : { id };
  const entity = entityOf(field);
  if (entity !== null)
    return (
      <ReferencePicker
        {...named}
        entity={entity}
        value={text}
        labels={{ ...labels, ...picked }}
        project={field.type === 'project' ? '' : project}
        aria={{ 'aria-label': of.label }}
        onPick={(next, words) => {
          setPicked((before) => ({ ...before, ...words }));
          onChange?.(typeof next === 'string' ? next : '');
        }}
      />
    );
  switch (field.type) {
    case 'enum':
      return (
        <Select
          {...named}
          aria-label={of.label}
          allowClear={field.required !== true}
          placeholder="请选择"
          value={text === '' ? null : text}
          options={field.options.map((option) => ({ value: option, label: option }))}
          onChange={(next: string | null | undefined) => onChange?.(next ?? '')}
        />
      );
    case 'boolean':
      return <Switch {...named} aria-label={of.label} checked={value === true} onChange={(next) => onChange?.(next)} />;
    case 'date':
    case 'month':
      return (
        <MomentPicker
          {...named}
          kind={field.type}
          aria={{ 'aria-label': of.label }}
          value={text === '' ? null : text}
          onChange={(next) => onChange?.(next ?? '')}
        />
      );
    case 'file':
      return (
        <FileInput
          {...named}
          label={of.label}
          value={typeof value === 'object' ? value : null}
          onChange={(file) => onChange?.(file ?? '')}
        />
      );
    case 'textarea':
      return (
        <Input.TextArea
          {...named}
          aria-label={of.label}
          rows={3}
          maxLength={field.max ?? 500}
          value={text}
          onChange={(event) => onChange?.(event.target.value)}
        />
      );
    default:
      return (
        <Input
          {...named}
          aria-label={of.label}
          inputMode={unitOf(field) === undefined ? 'text' : 'decimal'}
          suffix={unitOf(field)}
          value={text}
          onChange={(event) => onChange?.(event.target.value)}
        />
      );
  }
};

const missing = (field: Field): string =>
  `请${field.type === 'enum' || entityOf(field) !== null ? '选择' : '填写'}${field.label}`;

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
      <Form form={form} layout="vertical" initialValues={initial} onFinish={(values) => saving.mutate(values)}>
        {shown.map((of) => (
          <Form.Item
            key={of.key}
            name={of.key}
            label={of.label}
            extra={of.field.hint}
            rules={of.field.required === true ? [{ required: true, message: missing(of.field) }] : []}
          >
            <FieldInput
              of={of}
              labels={labels}
              project={typeof chosen === 'string' && chosen !== '' ? chosen : project}
            />
          </Form.Item>
        ))}
      </Form>
      {note ? <p className="note">{note}</p> : null}
    </AppModal>
  );
};
