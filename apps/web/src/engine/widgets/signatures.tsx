/** Who signed a step, with what they drew. A record holds the signatures of the last time that a step was handled. */
import type { CompiledField, CompiledForm } from '@hengneng/form-kit';
import type { ReactElement } from 'react';
import { FileThumb } from '../../ui/files/FileItem.tsx';
import { filesOf } from './files.tsx';

/** Fields that are signed in a step: `start`, `s1`, … */
export const signatureFields = (form: CompiledForm, stepKey: string): readonly CompiledField[] => {
  const section = stepKey === 'start' ? 'applicant' : stepKey;
  return form.fields.filter((of) => of.field.type === 'signature' && of.section === section);
};

export const Signature = ({
  of,
  value,
}: {
  readonly of: CompiledField;
  readonly value: unknown;
}): ReactElement | null => {
  const [file] = filesOf(value);
  return file ? (
    <span className="signed">
      <small>{of.label}</small>
      <FileThumb file={file} />
    </span>
  ) : null;
};
