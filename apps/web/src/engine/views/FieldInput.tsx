import type { PartedCalls } from '@hengneng/contracts';
import { type CompiledField, entityOf, type FileValue, unitOf } from '@hengneng/form-kit';
import { Button, Input, Select, Switch } from 'antd';
import { type ReactElement, useRef, useState } from 'react';
import { messageOf, uploadFile } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { MomentPicker } from '../../ui/moment/MomentPicker.tsx';
import { PartedInput } from '../parted/PartedInput.tsx';
import { ReferencePicker } from '../widgets/reference.tsx';

/** As the wire has it. */
export type Value = string | boolean | FileValue;
/** As the wire has them; an empty text is nothing. */
export type DialogValues = Readonly<Record<string, Value>>;

/** A value that is written as text; empty for none. */
export const wordsOf = (value: Value | undefined): string => (typeof value === 'string' ? value : '');
/** Several that are chosen: one text, as the field keeps it. */
export const listed = (value: Value | undefined): readonly string[] =>
  wordsOf(value)
    .split(',')
    .filter((one) => one !== '');
export const fileOf = (value: Value | undefined): FileValue | undefined =>
  typeof value === 'object' ? value : undefined;

interface InputProps {
  readonly of: CompiledField;
  readonly id?: string;
  readonly value?: Value;
  readonly onChange?: (value: Value) => void;
  readonly labels: Readonly<Record<string, string>>;
  readonly project: string;
  /** Where files are large: by which calls they are sent in parts. */
  readonly parted?: PartedCalls | undefined;
}

export const NO_LABELS: Readonly<Record<string, string>> = {};

/** One file, sent as soon as it is chosen. */
const FileInput = ({
  id,
  label,
  value,
  onChange,
  parted,
}: {
  readonly id?: string;
  readonly label: string;
  readonly value: FileValue | null;
  readonly onChange: (file: FileValue | null) => void;
  readonly parted: PartedCalls | undefined;
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
  ) : parted ? (
    <PartedInput {...(id === undefined ? {} : { id })} calls={parted} label={label} onChange={onChange} />
  ) : (
    <>
      <Button {...(id === undefined ? {} : { id })} loading={sending} onClick={() => picker.current?.click()}>
        选择文件
      </Button>
      <input
        ref={picker}
        type="file"
        // The forms' own style shows what is only `hidden`.
        style={{ display: 'none' }}
        aria-label={label}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void send(file);
        }}
      />
    </>
  );
};

/** The control of one field outside of a form's record. */
export const FieldInput = ({ of, id, value, onChange, labels, project, parted }: InputProps): ReactElement => {
  const { field } = of;
  const [picked, setPicked] = useState(NO_LABELS);
  const text = typeof value === 'string' ? value : '';
  const named = id === undefined ? {} : { id };
  const entity = entityOf(field);
  if (entity !== null && field.type === 'users')
    return (
      <ReferencePicker
        {...named}
        entity={entity}
        multiple
        value={listed(text)}
        labels={{ ...labels, ...picked }}
        aria={{ 'aria-label': of.label }}
        onPick={(next, words) => {
          setPicked((before) => ({ ...before, ...words }));
          onChange?.(next === null || typeof next === 'string' ? (next ?? '') : next.join(','));
        }}
      />
    );
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
          parted={parted}
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
