import type { ReactElement } from 'react';
import { ReferencePicker } from './reference.tsx';

const NO_LABELS: Readonly<Record<string, string>> = {};

/** One project, by name, code or pinyin. */
export const ProjectPick = ({
  value,
  name,
  label,
  onPick,
}: {
  readonly value: string | undefined;
  readonly name: string | undefined;
  readonly label: string;
  readonly onPick: (code: string | undefined, name: string | undefined) => void;
}): ReactElement => (
  <ReferencePicker
    entity="project"
    value={value ?? null}
    labels={value === undefined || name === undefined ? NO_LABELS : { [value]: name }}
    placeholder="项目"
    aria={{ 'aria-label': label }}
    onPick={(next, labels) => {
      const code = typeof next === 'string' ? next : undefined;
      onPick(code, code === undefined ? undefined : labels[code]);
    }}
  />
);
