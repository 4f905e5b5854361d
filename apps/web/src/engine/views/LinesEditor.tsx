import { type Fields, listFields } from '@hengneng/form-kit';
import { Button } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { type DialogValues, FieldInput, NO_LABELS, type Value } from './FieldInput.tsx';
import './lines-editor.css';

/** One line: its values by the columns, and whatever else the page keeps with it. */
export type Line = DialogValues;

/** Lines that are saved together with what they belong to: cells side by side, on a phone one below the other. */
export const LinesEditor = ({
  label,
  fields,
  lines,
  labels = NO_LABELS,
  errors,
  path,
  empty,
  onChange,
  disabled,
  extra,
}: {
  readonly label: string;
  readonly fields: Fields;
  readonly lines: readonly Line[];
  /** Names of what the values point at. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Refusals of the server by their path, `items[0].copies`. */
  readonly errors: ReadonlyMap<string, string>;
  /** Where the lines stand in the call: `items`. */
  readonly path: string;
  /** A line as it is added. */
  readonly empty: Line;
  readonly onChange: (lines: readonly Line[]) => void;
  /** Whether a cell says nothing in this line. */
  readonly disabled?: (line: Line, key: string) => boolean;
  /** What else stands in a line. */
  readonly extra?: (line: Line) => ReactNode;
}): ReactElement => {
  const columns = listFields(fields);
  const set = (at: number, key: string, value: Value) =>
    onChange(lines.map((line, index) => (index === at ? { ...line, [key]: value } : line)));
  return (
    <div className="lines">
      <div className="lines-scroll" role="region" aria-label={label} tabIndex={-1}>
        <table className="plain-table lines-table">
          <thead>
            <tr>
              {columns.map((of) => (
                <th key={of.key} scope="col">
                  {of.label}
                  {of.field.required === true ? <span className="lines-must"> *</span> : null}
                </th>
              ))}
              <th scope="col">
                <span className="sr-only">操作</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, at) => (
              // Lines have no id until they are saved; they are never re-ordered.
              <tr key={at}>
                {columns.map((of) => {
                  const error = errors.get(`${path}[${at}].${of.key}`);
                  return (
                    <td key={of.key} data-label={of.label} className={`lines-${of.field.type}`}>
                      {disabled?.(line, of.key) === true ? (
                        <span className="lines-none">—</span>
                      ) : (
                        <FieldInput
                          of={{ ...of, label: `${label}第${at + 1}行${of.label}` }}
                          labels={labels}
                          project=""
                          {...(line[of.key] === undefined ? {} : { value: line[of.key] as Value })}
                          onChange={(value) => set(at, of.key, value)}
                        />
                      )}
                      {error === undefined ? null : <small role="alert">{error}</small>}
                    </td>
                  );
                })}
                <td className="lines-end">
                  {extra?.(line)}
                  <Button
                    size="small"
                    type="link"
                    danger
                    aria-label={`删除${label}第${at + 1}行`}
                    onClick={() => onChange(lines.filter((_, index) => index !== at))}
                  >
                    删除
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {errors.get(path) === undefined ? null : <small role="alert">{errors.get(path)}</small>}
      <Button size="small" onClick={() => onChange([...lines, empty])}>
        添加{label}
      </Button>
    </div>
  );
};
