import { type ChainText, type CompiledForm, typeOfField, unitOf } from '@hengneng/form-kit';
import { Button, Input, Segmented, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { useSynced } from '../../../lib/useSynced.ts';
import { fieldsBefore } from './chains.ts';
import { type ConditionRow, opsOf, opWords, type RowOp, type Rows, rowsOf, textOf } from './condition.ts';

const EMPTY: Rows = { join: 'and', rows: [] };

const ValueInput = ({
  form,
  row,
  disabled,
  onChange,
}: {
  readonly form: CompiledForm;
  readonly row: ConditionRow;
  readonly disabled: boolean;
  readonly onChange: (value: string) => void;
}): ReactElement | null => {
  const of = form.field(row.field);
  if (of === undefined || row.op === 'has' || row.op === 'hasNot') return null;
  const type = typeOfField(of.field);
  if (type.kind === 'options' || type.kind === 'list')
    return (
      <Select
        aria-label="比较的值"
        disabled={disabled}
        value={row.value === '' ? null : row.value}
        placeholder="选择"
        options={type.options.map((value) => ({ value, label: value }))}
        onChange={(value: string | null) => onChange(value ?? '')}
      />
    );
  return (
    <Input
      aria-label="比较的值"
      disabled={disabled}
      inputMode={type.kind === 'number' ? 'decimal' : 'text'}
      suffix={unitOf(of.field)}
      value={row.value}
      onChange={(event) => onChange(event.target.value.trim())}
    />
  );
};

/** When a step or a branch is taken: rows of field, operator and value, or a text for what is more than that. */
export const ConditionField = ({
  form,
  chain,
  stepKey,
  value,
  disabled,
  label,
  onChange,
}: {
  readonly form: CompiledForm;
  readonly chain: ChainText;
  readonly stepKey: string;
  readonly value: string | null;
  readonly disabled: boolean;
  readonly label: string;
  readonly onChange: (value: string | null) => void;
}): ReactElement => {
  const [draft, setDraft] = useSynced(`${stepKey}\n${value ?? ''}`, () => (value === null ? EMPTY : rowsOf(value)));
  const [asText, setAsText] = useState(false);
  const fields = fieldsBefore(form, chain, stepKey);
  const rows = draft ?? EMPTY;
  const write = (next: Rows): void => {
    setDraft(next);
    const text = next.rows.length === 0 ? null : textOf(form, next);
    // A row that is not complete yet changes nothing.
    if (next.rows.length === 0 || text !== null) onChange(text);
  };
  const change = (at: number, more: Partial<ConditionRow>): void =>
    write({ ...rows, rows: rows.rows.map((row, index) => (index === at ? { ...row, ...more } : row)) });
  const choose = (at: number, field: string): void =>
    change(at, { field, op: opsOf(form.field(field))[0] ?? 'has', value: '' });
  if (asText || draft === null)
    return (
      <div className="flow-condition">
        <Input.TextArea
          aria-label={`${label}（表达式）`}
          rows={3}
          disabled={disabled}
          maxLength={500}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value.trim() === '' ? null : event.target.value)}
        />
        {value === null ? null : <p className="hint">{form.explain(value)}</p>}
        {draft === null || disabled ? null : (
          <Button type="link" size="small" onClick={() => setAsText(false)}>
            按字段填写
          </Button>
        )}
      </div>
    );
  return (
    <div className="flow-condition">
      {rows.rows.length > 1 ? (
        <Segmented<'and' | 'or'>
          size="small"
          aria-label={`${label}的组合方式`}
          disabled={disabled}
          value={rows.join}
          options={[
            { value: 'and', label: '全部满足' },
            { value: 'or', label: '任一满足' },
          ]}
          onChange={(join) => write({ ...rows, join })}
        />
      ) : null}
      {rows.rows.map((row, at) => (
        <div key={at} className="flow-condition-row">
          <Select
            aria-label="字段"
            showSearch={{ optionFilterProp: 'label' }}
            disabled={disabled}
            value={row.field === '' ? null : row.field}
            placeholder="字段"
            options={fields.map((of) => ({ value: of.key, label: of.label }))}
            onChange={(field: string | null) => choose(at, field ?? '')}
          />
          <Select<RowOp>
            aria-label="比较方式"
            disabled={disabled || row.field === ''}
            value={row.op}
            options={opsOf(form.field(row.field)).map((op) => ({
              value: op,
              label: opWords(form.field(row.field), op),
            }))}
            onChange={(op) => change(at, { op })}
          />
          <ValueInput form={form} row={row} disabled={disabled} onChange={(text) => change(at, { value: text })} />
          {disabled ? null : (
            <Button
              size="small"
              type="text"
              aria-label="删除这一条"
              onClick={() => write({ ...rows, rows: rows.rows.filter((_, index) => index !== at) })}
            >
              ×
            </Button>
          )}
        </div>
      ))}
      {rows.rows.length === 0 ? <p className="hint">无条件，总是进入</p> : null}
      {disabled ? null : (
        <div>
          <Button
            type="link"
            size="small"
            onClick={() => setDraft({ ...rows, rows: [...rows.rows, { field: '', op: 'has', value: '' }] })}
          >
            添加条件
          </Button>
          <Button type="link" size="small" onClick={() => setAsText(true)}>
            写表达式
          </Button>
        </div>
      )}
    </div>
  );
};
