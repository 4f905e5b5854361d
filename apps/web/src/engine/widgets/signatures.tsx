/** Who signed a step, with what they drew. */
import type { StepView } from '@hengneng/contracts';
import type { CompiledField, CompiledForm } from '@hengneng/form-kit';
import type { ReactElement } from 'react';
import { FileThumb } from '../../ui/files/FileItem.tsx';
import { filesOf } from './files.tsx';

/** Fields that are signed in a step: `start`, `s1`, … */
export const signatureFields = (form: CompiledForm, stepKey: string): readonly CompiledField[] => {
  const section = stepKey === 'start' ? 'applicant' : stepKey;
  return form.fields.filter((of) => of.field.type === 'signature' && of.section === section);
};

/** Whether it is known what was signed in a step: the record holds that of the last time, earlier ones come with their step. */
export const isSigned = (step: StepView, steps: readonly StepView[]): boolean =>
  step.state === 'done' && (step.signed !== undefined || steps.findLast((one) => one.key === step.key) === step);

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
