import { type CompiledField, entityOf } from '@hengneng/form-kit';
import { Button } from 'antd';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { FLOW_STATUS } from '../../lib/format.ts';
import type { Filters } from '../../lib/useUrlFilters.ts';
import { ReferencePicker } from '../widgets/reference.tsx';

const COMMON = 4;
const SEARCH_AFTER_MS = 350;
const RANGES: Readonly<Record<string, string>> = { date: 'date', datetime: 'date', month: 'month', time: 'time' };
const NUMBERS: ReadonlySet<string> = new Set(['integer', 'decimal', 'money', 'money4', 'percent']);

type Change = (change: Readonly<Record<string, string | null>>) => void;

/** Typing is answered when it pauses. */
const TextFilter = ({
  id,
  value,
  label,
  onChange,
}: {
  readonly id: string;
  readonly value: string;
  readonly label: string;
  readonly onChange: (value: string) => void;
}): ReactElement => {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const change = useRef(onChange);
  change.current = onChange;
  useEffect(() => {
    // Somebody else changed it: a view was chosen, filters were cleared.
    if (value !== sent.current) {
      sent.current = value;
      setText(value);
    }
  }, [value]);
  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      change.current(text);
    }, SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <input
      id={id}
      className="in"
      type="text"
      aria-label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
};

const Filter = ({
  of,
  filters,
  onChange,
  prefix,
}: {
  readonly of: CompiledField;
  readonly filters: Filters;
  readonly onChange: Change;
  readonly prefix: string;
}): ReactElement => {
  const { key, label, field } = of;
  const id = `${prefix}-${key}`;
  const [labels, setLabels] = useState<Readonly<Record<string, string>>>({});
  const range = RANGES[field.type] ?? (NUMBERS.has(field.type) ? 'number' : null);
  const entity = entityOf(field);
  const value = filters[key] ?? '';
  const options =
    key === 'status'
      ? Object.entries(FLOW_STATUS)
      : field.type === 'enum' || field.type === 'multiEnum'
        ? field.options.map((one) => [one, one] as const)
        : field.type === 'boolean'
          ? ([
              ['true', '是'],
              ['false', '否'],
            ] as const)
          : null;
  const control = range ? (
    <span className="filter-range">
      {(['from', 'to'] as const).map((end) => (
        <input
          key={end}
          id={end === 'from' ? id : undefined}
          className="in"
          type={range}
          aria-label={`${label}${end === 'from' ? '起' : '止'}`}
          value={filters[`${key}[${end}]`] ?? ''}
          onChange={(event) => onChange({ [`${key}[${end}]`]: event.target.value })}
        />
      ))}
    </span>
  ) : entity ? (
    <ReferencePicker
      id={id}
      entity={entity}
      value={value || null}
      labels={labels}
      placeholder="全部"
      aria={{ 'aria-label': label }}
      onPick={(next, words) => {
        setLabels((known) => ({ ...known, ...words }));
        onChange({ [key]: typeof next === 'string' ? next : null });
      }}
    />
  ) : options ? (
    <select
      id={id}
      className="in"
      aria-label={label}
      value={value}
      onChange={(event) => onChange({ [key]: event.target.value })}
    >
      <option value="">全部</option>
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  ) : (
    <TextFilter id={id} value={value} label={label} onChange={(next) => onChange({ [key]: next })} />
  );
  return (
    <div className={range ? 'filter filter-wide' : 'filter'}>
      <label htmlFor={id}>{label}</label>
      {control}
    </div>
  );
};

/** Keyword and filters of a list; the first few in sight, the others on demand. All of them live in the address. */
export const FilterBar = ({
  fields,
  filters,
  onChange,
  prefix,
}: {
  readonly fields: readonly CompiledField[];
  readonly filters: Filters;
  readonly onChange: Change;
  readonly prefix: string;
}): ReactElement => {
  const used = (of: CompiledField) =>
    [of.key, `${of.key}[from]`, `${of.key}[to]`].some((name) => (filters[name] ?? '') !== '');
  const [all, setAll] = useState(() => fields.slice(COMMON).some(used));
  const shown = all ? fields : fields.slice(0, COMMON);
  const any = fields.some(used) || (filters['Keyword'] ?? '') !== '';
  const clear = () =>
    onChange(
      Object.fromEntries([
        ['Keyword', null],
        ...fields.flatMap((of) => [of.key, `${of.key}[from]`, `${of.key}[to]`].map((name) => [name, null] as const)),
      ]),
    );
  return (
    <search className="filters">
      <div className="filter">
        <label htmlFor={`${prefix}-keyword`}>关键字</label>
        <TextFilter
          id={`${prefix}-keyword`}
          value={filters['Keyword'] ?? ''}
          label="关键字"
          onChange={(next) => onChange({ Keyword: next })}
        />
      </div>
      {shown.map((of) => (
        <Filter key={of.key} of={of} filters={filters} onChange={onChange} prefix={prefix} />
      ))}
      <div className="filter-tools">
        {fields.length > COMMON ? (
          <Button type="link" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? '收起' : `展开更多（${fields.length - COMMON}）`}
          </Button>
        ) : null}
        {any ? (
          <Button type="link" size="small" onClick={clear}>
            清空筛选
          </Button>
        ) : null}
      </div>
    </search>
  );
};
