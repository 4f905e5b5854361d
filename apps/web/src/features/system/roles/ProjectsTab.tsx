import { type ReactElement, useState } from 'react';
import { ReferencePicker } from '../../../engine/widgets/reference.tsx';
import type { Draft, RoleDetail } from './draft.ts';

/** Projects within which a role's scopes count. */
export const ProjectsTab = ({
  role,
  draft,
  editable,
  onChange,
}: {
  readonly role: RoleDetail;
  readonly draft: Draft;
  readonly editable: boolean;
  readonly onChange: (draft: Draft) => void;
}): ReactElement => {
  const [picked, setPicked] = useState<Readonly<Record<string, string>>>({});
  const names: Readonly<Record<string, string>> = {
    ...Object.fromEntries(role.projects.map((project) => [project.ProjectCode, project.ProjectName])),
    ...picked,
  };
  return (
    <div className="stack">
      <section>
        <p>
          不选项目即不限制。选了项目，本角色的数据范围只在这些项目之内算数，没有项目的单据不因本角色可见；其他角色给的范围不受影响。
        </p>
        {editable ? (
          <ReferencePicker
            entity="project"
            multiple
            value={draft.projects}
            labels={names}
            placeholder="不限制，按项目名称、编码、拼音查找"
            aria={{ 'aria-label': '限制在这些项目' }}
            onPick={(next, words) => {
              setPicked({ ...picked, ...words });
              onChange({ ...draft, projects: Array.isArray(next) ? [...next] : [] });
            }}
          />
        ) : null}
      </section>
      <ul className="plain-list">
        {draft.projects.map((code) => (
          <li key={code}>
            {names[code] ?? code}
            <small>{code}</small>
          </li>
        ))}
      </ul>
    </div>
  );
};
