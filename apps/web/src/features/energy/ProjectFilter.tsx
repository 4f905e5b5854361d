import type { ReactElement } from 'react';
import { ProjectPick } from '../../engine/widgets/ProjectPick.tsx';
import { useProjectName } from '../../lib/project-name.ts';
import { rememberProject } from './last-project.ts';
import './project-filter.css';

/** Whose energy a page shows; the next page of energy opens with the same. */
export const ProjectFilter = ({
  project,
  onPick,
}: {
  /** Empty: none yet. */
  readonly project: string;
  readonly onPick: (code: string) => void;
}): ReactElement => {
  const value = project === '' ? undefined : project;
  const name = useProjectName(value);
  return (
    <span className="energy-project">
      <ProjectPick
        value={value}
        name={name}
        label="项目"
        onPick={(code) => {
          rememberProject(code ?? '');
          onPick(code ?? '');
        }}
      />
    </span>
  );
};
