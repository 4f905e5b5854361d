import type { ChainStep, ChainText, CompiledForm } from '@hengneng/form-kit';
import { Checkbox, Form } from 'antd';
import type { ReactElement } from 'react';
import { changeRight, changeStep } from './edit.ts';

/** A field of the form or a detail table, as far as a step has rights over it. */
interface Line {
  readonly key: string;
  readonly label: string;
  /** Of the step's own section, and typed there. */
  readonly own: boolean;
  readonly required: boolean;
  /** The form does not let a step be without it. */
  readonly fixed: boolean;
  readonly hides: boolean;
}

const linesOf = (
  form: CompiledForm,
  step: ChainStep,
): readonly { readonly title: string; readonly lines: Line[] }[] => {
  const own = new Set(step.fieldKeys);
  const fields = form.fields
    .filter((of) => of.source !== 'builtin' && of.field.flag !== true)
    .map((of) => {
      const required = of.field.required === true;
      return {
        at: of.step,
        line: {
          key: of.key,
          label: of.label,
          own: own.has(of.key) && of.editable,
          required,
          fixed: required || of.field.nextHandler === true,
          hides: !own.has(of.key) && of.key !== 'project' && step.by !== 'applicant',
        },
      };
    });
  const details = form.details.map((detail) => ({
    at: detail.step,
    line: {
      key: detail.key,
      label: `${detail.label}（明细）`,
      own: own.has(detail.key),
      required: detail.minRows > 0,
      fixed: detail.minRows > 0,
      hides: !own.has(detail.key) && step.by !== 'applicant',
    },
  }));
  return ['申请内容', ...form.steps.map((one) => one.name)].flatMap((title, at) => {
    const lines = [...fields, ...details].flatMap((one) => (one.at === at ? [one.line] : []));
    return lines.length === 0 ? [] : [{ title, lines }];
  });
};

interface Props {
  readonly form: CompiledForm;
  readonly chain: ChainText;
  readonly step: ChainStep;
  readonly disabled: boolean;
  readonly wrong: string | undefined;
  readonly onChange: (chain: ChainText) => void;
}

/** What the handlers of a step see, fill in and must fill in, and what of the step is on paper. */
export const StepRights = ({ form, chain, step, disabled, wrong, onChange }: Props): ReactElement => {
  const { hidden = [], closed = [], required = [] } = step.rights ?? {};
  const { shown = true, allowed = true } = step.print ?? {};
  const counted = [
    [hidden.length, '隐藏'],
    [closed.length, '不填'],
    [required.length, '加设必填'],
  ] as const;
  const said = counted.flatMap(([count, word]) => (count === 0 ? [] : [`${word} ${count} 项`]));
  const print = (change: ChainStep['print']): void =>
    onChange(changeStep(chain, step.key, { print: { ...step.print, ...change } }));
  const box = (line: Line, right: 'hidden' | 'closed' | 'required', word: string): ReactElement => {
    const on = { hidden, closed, required }[right].includes(line.key);
    const own = right !== 'hidden';
    const checked = right === 'hidden' ? !on : right === 'closed' ? line.own && !on : line.own && (line.required || on);
    const may = right === 'hidden' ? line.hides : line.own && !line.fixed;
    // What is not filled in cannot be required, and the other way round.
    const barred =
      (right === 'closed' && required.includes(line.key)) || (right === 'required' && closed.includes(line.key));
    return (
      <td>
        {own && !line.own ? null : (
          <Checkbox
            aria-label={`${line.label}${word}`}
            checked={checked}
            disabled={disabled || (!on && (!may || barred))}
            onChange={(event) =>
              onChange(
                changeRight(
                  chain,
                  step.key,
                  right,
                  line.key,
                  right === 'required' ? event.target.checked : !event.target.checked,
                ),
              )
            }
          />
        )}
      </td>
    );
  };
  return (
    <>
      <Form.Item
        label="字段权限"
        {...(wrong === undefined ? {} : { help: wrong, validateStatus: 'error' as const })}
        extra="对本步隐藏的内容，只在这类步骤处理过单据的人始终看不到，列表和打印件中也没有；申请人不受影响。"
      >
        <details className="flow-rights">
          <summary>{said.length === 0 ? '按表单规定' : said.join('，')}</summary>
          <div className="flow-rights-list" role="region" aria-label="字段权限" tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th>字段</th>
                  <th>可见</th>
                  <th>可填</th>
                  <th>必填</th>
                </tr>
              </thead>
              {linesOf(form, step).map(({ title, lines }) => (
                <tbody key={title}>
                  <tr>
                    <th colSpan={4} scope="rowgroup">
                      {title}
                    </th>
                  </tr>
                  {lines.map((line) => (
                    <tr key={line.key}>
                      <td>{line.label}</td>
                      {box(line, 'hidden', '可见')}
                      {box(line, 'closed', '可填')}
                      {box(line, 'required', '必填')}
                    </tr>
                  ))}
                </tbody>
              ))}
            </table>
          </div>
        </details>
      </Form.Item>
      <Form.Item label="打印">
        <Checkbox disabled={disabled} checked={shown} onChange={(event) => print({ shown: event.target.checked })}>
          本步印在纸上
        </Checkbox>
        <Checkbox disabled={disabled} checked={allowed} onChange={(event) => print({ allowed: event.target.checked })}>
          单据在本步时可打印
        </Checkbox>
      </Form.Item>
    </>
  );
};
