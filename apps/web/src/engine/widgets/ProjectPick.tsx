import { projectByCode } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { callApi } from '../../lib/api.ts';
import { ReferencePicker } from './reference.tsx';

const NO_LABELS: Readonly<Record<string, string>> = {};

/** The name of a project that is known by its code; undefined while it is not. */
export const useProjectName = (code: string | undefined): string | undefined =>
  useQuery({
    queryKey: ['project', 'name', code],
    queryFn: ({ signal }) => callApi(projectByCode, { ProjectCode: code ?? '' }, { signal }),
    enabled: code !== undefined,
    staleTime: 60_000,
  }).data?.ProjectName;

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
