import { Select } from 'antd';
import type { AriaAttributes, ReactElement } from 'react';

export interface Option {
  readonly value: string;
  readonly label: string;
}

export interface OptionGroup {
  readonly label: string;
  readonly options: Option[];
}

/** So many options are seen at a glance; more are found by typing. */
export const AT_A_GLANCE = 8;

/** One of a fixed list; `null` for none. */
export const OptionSelect = ({
  id,
  value,
  options,
  onChange,
  aria = {},
  allowClear = true,
  placeholder = '请选择',
  className = 'in-picker',
}: {
  readonly id?: string;
  readonly value: string | null;
  readonly options: readonly Option[];
  readonly onChange: (value: string | null) => void;
  readonly aria?: AriaAttributes;
  readonly allowClear?: boolean;
  readonly placeholder?: string;
  readonly className?: string;
}): ReactElement => (
  <Select<string | null>
    {...aria}
    {...(id ? { id } : {})}
    className={className}
    status={aria['aria-invalid'] === true ? 'error' : ''}
    showSearch={options.length > AT_A_GLANCE ? { optionFilterProp: 'label' } : false}
    allowClear={allowClear}
    placeholder={placeholder}
    // A value that is no option any more is still what the record says.
    options={
      value === null || options.some((one) => one.value === value)
        ? [...options]
        : [...options, { value, label: value }]
    }
    value={value}
    notFoundContent="没有符合的选项"
    popupMatchSelectWidth={false}
    onChange={(next: string | null | undefined) => onChange(next ?? null)}
  />
);
