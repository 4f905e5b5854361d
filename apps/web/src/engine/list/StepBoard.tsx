import type { FormRows } from '@hengneng/contracts';
import type { CompiledForm } from '@hengneng/form-kit';
import type { ReactElement } from 'react';
import { CountTabs } from '../../ui/CountTabs.tsx';

const ALL = '';

/** How many records stand at each step, in the order of the steps; pressed, the list shows those. */
export const StepBoard = ({
  form,
  counts,
  prefix,
  chosen,
  onChoose,
}: {
  readonly form: CompiledForm;
  readonly counts: NonNullable<FormRows['stepCounts']>;
  readonly prefix: string;
  readonly chosen: string | undefined;
  readonly onChoose: (step: string | null) => void;
}): ReactElement => {
  const known = new Map(counts.map(({ step, count }) => [step, count]));
  // Steps of chains that people published, and whoever a record was sent back to, are named by no definition.
  const names = new Set([...form.steps.map(({ name }) => name), ...known.keys()]);
  return (
    <CountTabs
      prefix={prefix}
      label="当前环节"
      tabs={[
        { key: ALL, label: '全部' },
        ...[...names].map((name) => ({ key: name, label: name, count: known.get(name) ?? 0 })),
      ]}
      chosen={chosen ?? ALL}
      onChoose={(step) => onChoose(step === ALL ? null : step)}
    />
  );
};
