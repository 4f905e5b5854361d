import type { menuEnumIndex, OutputOf } from '@hengneng/contracts';
import { Checkbox } from 'antd';
import type { ReactElement } from 'react';
import { type Draft, setExported, setSeen } from './draft.ts';

/** Which groups of fields a role sees, and which of them may leave in a workbook. */
export const ClassesTab = ({
  options,
  draft,
  editable,
  onChange,
}: {
  readonly options: OutputOf<typeof menuEnumIndex>;
  readonly draft: Draft;
  readonly editable: boolean;
  readonly onChange: (draft: Draft) => void;
}): ReactElement => (
  <div className="stack">
    <section>
      <p>没有勾选可见的字段，列表、表单与打印都不显示；可见而不可导出的字段，页面上有、导出的文件里没有。</p>
      <table className="plain-table rights-table">
        <thead>
          <tr>
            <th scope="col">字段组</th>
            <th scope="col">可见</th>
            <th scope="col">可导出</th>
          </tr>
        </thead>
        <tbody>
          {options.classes.map(({ dataClass, name }) => (
            <tr key={dataClass}>
              <td>{name}</td>
              <td>
                <Checkbox
                  aria-label={`${name} 可见`}
                  disabled={!editable}
                  checked={draft.classes.includes(dataClass)}
                  onChange={(event) => onChange(setSeen(draft, dataClass, event.target.checked))}
                />
              </td>
              <td>
                <Checkbox
                  aria-label={`${name} 可导出`}
                  disabled={!editable}
                  checked={draft.exports.includes(dataClass)}
                  onChange={(event) => onChange(setExported(draft, dataClass, event.target.checked))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </div>
);
