import type { ReactElement } from 'react';
import { useWords } from '../../lib/useWords.ts';
import { OptionSelect } from '../../ui/OptionSelect.tsx';
import { textOf, type WidgetProps } from './types.ts';

/** Up to this many short options are all in sight; more go into a drop-down list. */
const IN_SIGHT = 4;

const optionsOf = ({ of }: WidgetProps): readonly string[] =>
  of.field.type === 'enum' || of.field.type === 'multiEnum' ? of.field.options : [];

const Radios = (props: WidgetProps & { readonly options: readonly (readonly [string, string])[] }): ReactElement => {
  const { id, aria, value, onChange, options, of } = props;
  return (
    <div {...aria} className="in-choices" role="radiogroup" id={id} tabIndex={-1}>
      {options.map(([key, label]) => (
        <label key={key}>
          <input type="radio" name={id} checked={value === key} onChange={() => onChange(key)} />
          {label}
        </label>
      ))}
      {value !== '' && of.field.required !== true ? (
        <button type="button" className="in-clear" onClick={() => onChange(null)}>
          清除
        </button>
      ) : null}
    </div>
  );
};

/** A choice among what its dictionary offers; what the record has stays among it. */
const WordInput = ({ id, of, value, onChange, aria }: WidgetProps): ReactElement => {
  const words = useWords(of.field.dictionary);
  return (
    <OptionSelect
      id={id}
      aria={aria}
      value={textOf(value) || null}
      options={(words.data ?? []).filter((one) => one.Enabled).map((one) => ({ value: one.Value, label: one.Text }))}
      allowClear={of.field.required !== true}
      onChange={onChange}
    />
  );
};

export const EnumInput = (props: WidgetProps): ReactElement => {
  const { id, of, value, onChange, aria } = props;
  if (of.field.dictionary !== undefined) return <WordInput {...props} />;
  const options = optionsOf(props);
  const short = options.length <= IN_SIGHT && options.join('').length <= 16 && of.detail === null;
  if (short)
    return <Radios {...props} value={textOf(value)} options={options.map((option) => [option, option] as const)} />;
  return (
    <OptionSelect
      id={id}
      aria={aria}
      value={textOf(value) || null}
      options={options.map((option) => ({ value: option, label: option }))}
      allowClear={of.field.required !== true}
      onChange={onChange}
    />
  );
};

export const MultiEnumInput = (props: WidgetProps): ReactElement => {
  const { id, value, onChange, aria } = props;
  const options = optionsOf(props);
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  return (
    <div
      className="in-choices"
      role="group"
      id={id}
      tabIndex={-1}
      aria-label={aria['aria-label']}
      aria-labelledby={aria['aria-labelledby']}
      aria-describedby={aria['aria-describedby']}
    >
      {options.map((option) => (
        <label key={option}>
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            onChange={(event) =>
              onChange(options.filter((one) => (one === option ? event.target.checked : chosen.includes(one))))
            }
          />
          {option}
        </label>
      ))}
    </div>
  );
};

const YES_NO = [
  ['true', '是'],
  ['false', '否'],
] as const;

export const BooleanInput = (props: WidgetProps): ReactElement => (
  <Radios
    {...props}
    value={props.value === true ? 'true' : props.value === false ? 'false' : ''}
    onChange={(value) => props.onChange(value === null ? null : value === 'true')}
    options={YES_NO}
  />
);
