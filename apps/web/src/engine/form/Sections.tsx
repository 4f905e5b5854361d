import type { CompiledDetail, CompiledField, CompiledForm, CompiledStep } from '@hengneng/form-kit';
import type { StepView } from '@hengneng/contracts';
import type { ReactElement } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { DetailTable } from './DetailTable.tsx';
import { FieldView } from './FieldView.tsx';
import { useRecord } from '../store/record-store.ts';
import { useFormSurroundings } from './context.ts';

const Grid = ({
  fields,
  editable,
}: {
  readonly fields: readonly CompiledField[];
  readonly editable: boolean;
}): ReactElement => (
  <div className="field-grid">
    {fields.map((of) => (
      <FieldView key={of.path} of={of} path={of.path} editable={editable} />
    ))}
  </div>
);

/** The tables that are asked for, or hold something. */
const Details = ({
  form,
  details,
}: {
  readonly form: CompiledForm;
  readonly details: readonly CompiledDetail[];
}): ReactElement => {
  const hidden = useRecord(({ record }) =>
    details.flatMap(({ key }) => (form.visible(record, key) ? [] : [key])).join(),
  ).split(',');
  return (
    <>
      {details.map((detail) => (hidden.includes(detail.key) ? null : <DetailTable key={detail.key} detail={detail} />))}
    </>
  );
};

const handledBy = (view: StepView | undefined): string => {
  if (!view) return '';
  const names = view.handlers.map((one) => one.UserName).join('、');
  if (view.state === 'done') return `${names} ${formatDateTime(view.handledAt)}`;
  if (view.state === 'active') return `等待 ${names}`;
  return '';
};

const StepSection = ({
  form,
  step,
  view,
}: {
  readonly form: CompiledForm;
  readonly step: CompiledStep;
  readonly view: StepView | undefined;
}): ReactElement | null => {
  const { editStep } = useFormSurroundings();
  if (step.fields.length === 0 && step.details.length === 0) return null;
  const editable = editStep === step.index;
  // Nothing can be there yet, and nobody can put anything there.
  if (!editable && (!view || view.state === 'future' || view.state === 'skipped')) return null;
  return (
    <section className={editable ? 'form-section form-section-active' : 'form-section'} aria-label={step.name}>
      <header>
        <h2>{step.name}</h2>
        <span>{editable ? '请填写' : handledBy(view)}</span>
      </header>
      <Grid fields={step.fields} editable={editable} />
      <Details form={form} details={step.details} />
    </section>
  );
};

/** The applicant's section, what is worked out from it, and one section for each step that has fields. */
export const Sections = ({
  form,
  steps,
}: {
  readonly form: CompiledForm;
  readonly steps: readonly StepView[];
}): ReactElement => {
  const { editStep } = useFormSurroundings();
  const own = form.fields.filter((of) => of.section === 'applicant' && (of.source === 'link' || of.source === 'field'));
  const computed = form.fields.filter((of) => of.source === 'computed');
  const details = form.details.filter((detail) => detail.step === 0);
  return (
    <>
      <section className={editStep === 0 ? 'form-section form-section-active' : 'form-section'} aria-label="申请内容">
        <header>
          <h2>申请内容</h2>
        </header>
        <Grid fields={own} editable={editStep === 0} />
        <Details form={form} details={details} />
        {computed.length > 0 ? (
          <div className="computed" role="group" aria-label="自动计算">
            <h3>自动计算</h3>
            <Grid fields={computed} editable={false} />
          </div>
        ) : null}
      </section>
      {form.steps.map((step) => (
        <StepSection key={step.key} form={form} step={step} view={steps.findLast((view) => view.key === step.key)} />
      ))}
    </>
  );
};
