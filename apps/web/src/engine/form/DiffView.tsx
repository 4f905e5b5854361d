import { type CompiledForm, formatValue } from '@hengneng/form-kit';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { AppModal } from '../../ui/AppModal.tsx';
import type { LabelMap } from '../store/record-store.ts';

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

/** Field by field: what was there, what is there now. */
export const DiffTable = ({
  form,
  labels,
  changes,
}: {
  readonly form: CompiledForm;
  readonly labels: LabelMap;
  readonly changes: readonly FieldChange[];
}): ReactElement => (
  <table className="diff plain-table">
    <thead>
      <tr>
        <th scope="col">项目</th>
        <th scope="col">改前</th>
        <th scope="col">改后</th>
      </tr>
    </thead>
    <tbody>
      {changes.map((change) => (
        <tr key={change.path}>
          <th scope="row">{change.label}</th>
          <td className="diff-before">{shown(form, labels, change.path, change.before) || '（空）'}</td>
          <td className="diff-after">{shown(form, labels, change.path, change.after) || '（空）'}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** The record is not what this person saw: says who was faster and what changed. */
export const ConflictDialog = ({
  form,
  labels,
  message,
  changes,
  onReload,
  onClose,
}: {
  readonly form: CompiledForm;
  readonly labels: LabelMap;
  readonly message: string;
  readonly changes: readonly FieldChange[];
  readonly onReload: () => void;
  readonly onClose: () => void;
}): ReactElement => (
  <AppModal
    title="单据已变化"
    width={720}
    onCancel={onClose}
    footer={
      <>
        <Button onClick={onClose}>先留在本页</Button>
        <Button type="primary" onClick={onReload}>
          载入最新内容
        </Button>
      </>
    }
  >
    <p className="action-note" role="alert">
      {message}
    </p>
    {changes.length > 0 ? <DiffTable form={form} labels={labels} changes={changes} /> : null}
  </AppModal>
);
