import { type CompiledField, type CompiledForm, typeOfField, unitOf } from '@hengneng/form-kit';
import { Input, Select } from 'antd';
import type { ReactElement } from 'react';
import { UserSelect } from '../pickers.tsx';

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
