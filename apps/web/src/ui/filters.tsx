/** Filters of pages whose lists are their own; what the engine lists has `engine/list/FilterBar.tsx`. */
import { Input, Select } from 'antd';
import type { ReactElement } from 'react';
import { useSynced } from '../lib/useSynced.ts';
import type { Option, OptionGroup } from './OptionSelect.tsx';

/** Words to look for: asked for when they are complete, not letter by letter. */
export const SearchFilter = ({
  label,
  placeholder = label,
  value,
  className = 'filter',
  onSearch,
}: {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string | undefined;
  readonly className?: string;
  readonly onSearch: (text: string) => void;
}): ReactElement => {
  const [text, setText] = useSynced(value, (given) => given ?? '');
  return (
    <Input.Search
      allowClear
      className={className}
      placeholder={placeholder}
      aria-label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onSearch={(wanted) => onSearch(wanted.trim())}
    />
  );
};

/** One of a few, or all. */
export const ChoiceFilter = <T extends string>({
  label,
  value,
  options,
  className = 'filter',
  search = false,
  loading = false,
  onChange,
}: {
  readonly label: string;
  readonly value: T | undefined;
  /** Words that are their own value, or values with their words, also in groups. */
  readonly options: readonly (T | Option | OptionGroup)[];
  readonly className?: string;
  /** Whether there are so many that they are found by typing. */
  readonly search?: boolean;
  readonly loading?: boolean;
  readonly onChange: (value: T | null) => void;
}): ReactElement => (
  <Select<T | null>
    allowClear
    className={className}
    placeholder={label}
    aria-label={label}
    showSearch={search ? { optionFilterProp: 'label' } : false}
    loading={loading}
    value={value ?? null}
    options={options.map((one) => (typeof one === 'string' ? { value: one, label: one } : one))}
    onChange={(next: T | null | undefined) => onChange(next ?? null)}
  />
);
