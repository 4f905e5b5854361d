import { Input, Select } from 'antd';
import { lazy, type ReactElement, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Filters } from '../../lib/useUrlFilters.ts';
import { useWords } from '../../lib/useWords.ts';
import { MomentPicker } from '../../ui/moment/MomentPicker.tsx';
import { AT_A_GLANCE } from '../../ui/OptionSelect.tsx';
import { ReferencePicker } from '../widgets/reference.tsx';
import { ORG } from './columns.ts';
import { asSeveral, type FilterOf, namesOf, severalOf } from './filter-of.ts';

// Calendars are a tenth of what a list weighs, and a list without dates to choose does not need them.
const MomentRange = lazy(() => import('./MomentRange.tsx'));

/** Departments that are closed by now are found as well. */
const FORMER = { Former: 'true' } as const;
const SEARCH_AFTER_MS = 350;
const NUMBER = /^-?\d{0,15}(\.\d{0,6})?$/;

export type ChangeFilters = (change: Readonly<Record<string, string | null>>) => void;

/** Typing is answered when it pauses. */
export const TypedFilter = ({
  id,
  value,
  label,
  placeholder,
  numeric = false,
  onChange,
}: {
  readonly id?: string;
  readonly value: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly numeric?: boolean;
  readonly onChange: (value: string) => void;
}): ReactElement => {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const change = useEffectEvent(onChange);
  const wrong = numeric && !NUMBER.test(text);
  useEffect(() => {
    // Somebody else changed it: a view was chosen, filters were cleared.
    if (value !== sent.current) {
      sent.current = value;
      setText(value);
    }
  }, [value]);
  useEffect(() => {
    if (text === sent.current || wrong) return;
    const timer = setTimeout(() => {
      sent.current = text;
      change(text);
    }, SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text, wrong]);
  return (
    <Input
      {...(id ? { id } : {})}
      className="filter-control"
      aria-label={label}
      aria-invalid={wrong}
      status={wrong ? 'error' : ''}
      title={wrong ? '请输入数字' : ''}
      inputMode={numeric ? 'decimal' : 'text'}
      placeholder={placeholder ?? ''}
      maxLength={100}
      allowClear
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
};

/** One of a few, or several of them; words of a dictionary also where they are offered no more, since records hold them. */
const Choice = ({
  id,
  of,
  label,
  value,
  onChange,
}: {
  readonly id: string;
  readonly of: Extract<FilterOf, { kind: 'choice' }>;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string | null) => void;
}): ReactElement => {
  const words = useWords(of.dictionary).data;
  const options = (words?.map((one) => [one.Value, one.Text] as const) ?? of.options).map(([one, text]) => ({
    value: one,
    label: text,
  }));
  // What was picked is held here until the address has it: who picks the next at once adds to it.
  const [held, setHeld] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setHeld(value);
  }, [value]);
  const pick = (next: string | null): void => {
    sent.current = next ?? '';
    setHeld(sent.current);
    onChange(next);
  };
  const common = {
    id,
    className: 'filter-control',
    'aria-label': label,
    placeholder: of.unset ?? '全部',
    allowClear: true,
    options,
  };
  return of.several ? (
    <Select
      {...common}
      mode="multiple"
      showSearch={{ optionFilterProp: 'label' }}
      // One stands in the control, the others are counted there and named below the filters.
      maxTagCount={1}
      maxTagPlaceholder={(left) => `+${left.length}`}
      value={[...severalOf(held)]}
      onChange={(next: readonly string[]) => pick(asSeveral(next))}
    />
  ) : (
    <Select
      {...common}
      showSearch={options.length > AT_A_GLANCE && { optionFilterProp: 'label' }}
      value={held || null}
      onChange={(next: string | null | undefined) => pick(next ?? null)}
    />
  );
};

interface Props {
  readonly of: FilterOf;
  readonly filters: Filters;
  readonly labels: Readonly<Record<string, string>>;
  readonly prefix: string;
  readonly narrow: boolean;
  readonly onChange: ChangeFilters;
  /** What a reference that was picked is called. */
  readonly onWords: (key: string, words: Readonly<Record<string, string>>) => void;
}

const Control = ({ of, filters, labels, prefix, narrow, onChange, onWords }: Props): ReactElement => {
  const id = `${prefix}-${of.key}`;
  const { label } = of;
  const [name = of.key] = namesOf(of);
  const value = filters[name] ?? '';
  switch (of.kind) {
    case 'moments':
      return (
        <Suspense fallback={<Input className="filter-control" disabled aria-label={label} />}>
          <MomentRange
            id={id}
            label={label}
            picker={of.picker}
            from={filters[of.from] ?? ''}
            to={filters[of.to] ?? ''}
            narrow={narrow}
            onChange={(from, to) => onChange({ [of.from]: from, [of.to]: to })}
          />
        </Suspense>
      );
    case 'moment':
      return (
        <MomentPicker
          id={id}
          kind={of.picker}
          aria={{ 'aria-label': label }}
          {...(of.unset === undefined ? {} : { placeholder: of.unset })}
          allowClear
          value={value || null}
          onChange={(next) => onChange({ [name]: next })}
        />
      );
    case 'numbers':
      return (
        <span className="filter-ends">
          <TypedFilter
            id={id}
            numeric
            label={`${label}起`}
            placeholder="最小"
            value={filters[of.from] ?? ''}
            onChange={(next) => onChange({ [of.from]: next })}
          />
          <TypedFilter
            numeric
            label={`${label}止`}
            placeholder="最大"
            value={filters[of.to] ?? ''}
            onChange={(next) => onChange({ [of.to]: next })}
          />
        </span>
      );
    case 'reference':
      return (
        <ReferencePicker
          id={id}
          entity={of.entity}
          {...(of.entity === 'dept' && filters[ORG.key] === 'then' ? { extra: FORMER } : {})}
          value={value || null}
          labels={labels}
          placeholder="全部"
          aria={{ 'aria-label': label }}
          onPick={(next, words) => {
            onWords(of.key, words);
            onChange({ [name]: typeof next === 'string' ? next : null });
          }}
        />
      );
    case 'choice':
      return <Choice id={id} of={of} label={label} value={value} onChange={(next) => onChange({ [name]: next })} />;
    case 'text':
      return <TypedFilter id={id} value={value} label={label} onChange={(next) => onChange({ [name]: next })} />;
  }
};

/** One filter with its name over it, which stays readable however long it is. */
export const FilterControl = (props: Props): ReactElement => (
  <div className="list-filter">
    <label htmlFor={`${props.prefix}-${props.of.key}`} title={props.of.label}>
      {props.of.label}
    </label>
    <Control {...props} />
  </div>
);
