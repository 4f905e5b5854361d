import { type CompiledField, type CompiledForm, typeOfField, unitOf } from '@hengneng/form-kit';
import { Input, Select } from 'antd';
import type { ReactElement } from 'react';
import { ReferencePicker } from '../../../engine/widgets/reference.tsx';
import { UserSelect } from '../pickers.tsx';

const NO_LABELS: Readonly<Record<string, string>> = {};

/** One project, by name, code or pinyin. */
export const ProjectPick = ({
  value,
  name,
  label,
  onPick,
}: {
  readonly value: string | undefined;
  readonly name: string | undefined;
  readonly label: string;
  readonly onPick: (code: string | undefined, name: string | undefined) => void;
}): ReactElement => (
  <ReferencePicker
    entity="project"
    value={value ?? null}
    labels={value === undefined || name === undefined ? NO_LABELS : { [value]: name }}
    placeholder="项目"
    aria={{ 'aria-label': label }}
    onPick={(next, labels) => {
      const code = typeof next === 'string' ? next : undefined;
      onPick(code, code === undefined ? undefined : labels[code]);
    }}
  />
);

/** A value that somebody thinks of, for trying a chain out. */
export const TryValue = ({
  of,
  value,
  onChange,
}: {
  readonly form: CompiledForm;
  readonly of: CompiledField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactElement => {
  const type = typeOfField(of.field);
  if (of.field.type === 'user' || of.field.type === 'users')
    return (
      <UserSelect
        label={of.label}
        activeOnly
        placeholder={of.label}
        {...(value === '' ? {} : { value })}
        onChange={(id) => onChange(id ?? '')}
      />
    );
  const options =
    type.kind === 'boolean'
      ? [
          { value: 'true', label: '是' },
          { value: 'false', label: '否' },
        ]
      : type.kind === 'options' || type.kind === 'list'
        ? type.options.map((option) => ({ value: option, label: option }))
        : null;
  if (options !== null)
    return (
      <Select
        allowClear
        aria-label={of.label}
        placeholder={of.label}
        value={value === '' ? null : value}
        options={options}
        onChange={(next: string | null | undefined) => onChange(next ?? '')}
      />
    );
  return (
    <Input
      allowClear
      aria-label={of.label}
      placeholder={of.label}
      inputMode={type.kind === 'number' ? 'decimal' : 'text'}
      suffix={unitOf(of.field)}
      value={value}
      onChange={(event) => onChange(event.target.value.trim())}
    />
  );
};
