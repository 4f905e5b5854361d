import { type CompiledForm, type FormRecord, formatValue } from '@hengneng/form-kit';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { AppModal } from '../../ui/AppModal.tsx';
import { type LabelMap, valueAt } from '../store/record-store.ts';
import { keyOf } from '../store/unsaved.ts';

export interface FieldChange {
  readonly path: string;
  readonly label: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

const shown = (form: CompiledForm, labels: LabelMap, path: string, value: unknown): string => {
  const of = form.field(path);
  if (!of) return value === null || value === undefined ? '' : String(value);
  return formatValue(of.field, value, { withUnit: true, label: (key) => labels[of.path]?.[key] });
};

/** Field by field: what was there, what is there now, and what somebody has put in besides. */
export const DiffTable = ({
  form,
  labels,
  changes,
  typed = {},
}: {
  readonly form: CompiledForm;
  readonly labels: LabelMap;
  readonly changes: readonly FieldChange[];
  readonly typed?: FormRecord;
}): ReactElement => {
  const both = changes.some(({ path }) => keyOf(path) in typed);
  return (
    <table className="diff plain-table">
      <thead>
        <tr>
          <th scope="col">项目</th>
          <th scope="col">改前</th>
          <th scope="col">改后</th>
          {both ? <th scope="col">您填写的</th> : null}
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.path}>
            <th scope="row">{change.label}</th>
            <td className="diff-before">{shown(form, labels, change.path, change.before) || '（空）'}</td>
            <td className="diff-after">{shown(form, labels, change.path, change.after) || '（空）'}</td>
            {both ? (
              <td>
                {keyOf(change.path) in typed
                  ? shown(form, labels, change.path, valueAt(typed, change.path)) || '（空）'
                  : ''}
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** The record is not what this person saw: says who was faster and what changed. */
export const ConflictDialog = ({
  form,
  labels,
  message,
  changes,
  typed,
  keeps,
  onReload,
  onClose,
}: {
  readonly form: CompiledForm;
  readonly labels: LabelMap;
  readonly message: string;
  readonly changes: readonly FieldChange[];
  /** What this person has put in and not saved. */
  readonly typed: FormRecord;
  /** Whether that can go on top of the newer version. */
  readonly keeps: boolean;
  readonly onReload: (keeps: boolean) => void;
  readonly onClose: () => void;
}): ReactElement => (
  <AppModal
    title="单据已变化"
    width={720}
    onCancel={onClose}
    footer={
      <>
        <Button onClick={onClose}>先留在本页</Button>
        {keeps && Object.keys(typed).length > 0 ? (
          <>
            <Button onClick={() => onReload(false)}>放弃我填写的，载入最新内容</Button>
            <Button type="primary" onClick={() => onReload(true)}>
              载入最新内容，保留我填写的
            </Button>
          </>
        ) : (
          <Button type="primary" onClick={() => onReload(true)}>
            载入最新内容
          </Button>
        )}
      </>
    }
  >
    <p className="action-note" role="alert">
      {message}
    </p>
    {changes.length > 0 ? <DiffTable form={form} labels={labels} changes={changes} typed={typed} /> : null}
  </AppModal>
);
