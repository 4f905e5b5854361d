import { deptIndex, projectIndex } from '@hengneng/contracts';
import { isArea } from '@hengneng/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../lib/api.ts';
import type { Filters } from '../../lib/useUrlFilters.ts';
import { ErrorRetry } from '../../ui/feedback.tsx';

/** As many values as one filter takes. */
const MOST_PROJECTS = 200;

/** Projects of an area that this person may see. */
export const useAreaProjects = (area: string) =>
  useQuery({
    queryKey: ['area-projects', area],
    queryFn: ({ signal }) => callApi(projectIndex, { area, PageIndex: 1, PageSize: MOST_PROJECTS }, { signal }),
    enabled: area !== '',
    staleTime: 60_000,
  });

const Node = ({
  label,
  chosen,
  onClick,
}: {
  readonly label: string;
  readonly chosen: boolean;
  readonly onClick: () => void;
}): ReactElement => (
  <button type="button" aria-pressed={chosen} onClick={onClick}>
    {label}
  </button>
);

/** The project tree of a list: an area first, then all of its projects or one of them. */
export const Areas = ({
  filters,
  whole,
  onChange,
}: {
  readonly filters: Filters;
  /** All projects may be wanted, too. */
  readonly whole: boolean;
  readonly onChange: (change: Readonly<Record<string, string | null>>) => void;
}): ReactElement => {
  const area = filters['area'] ?? '';
  const project = filters['project'] ?? '';
  const [keyword, setKeyword] = useState('');
  const depts = useQuery({
    queryKey: ['dept', false],
    queryFn: ({ signal }) => callApi(deptIndex, { all: false }, { signal }),
    staleTime: 60_000,
  });
  const projects = useAreaProjects(area);
  const found = (projects.data?.rows ?? []).filter((row) => `${row.ProjectName}${row.ProjectCode}`.includes(keyword));
  return (
    <nav className="list-areas" aria-label="区域与项目">
      {depts.error ? <ErrorRetry error={depts.error} onRetry={() => void depts.refetch()} /> : null}
      <ul>
        {whole ? (
          <li>
            <Node
              label="全部项目"
              chosen={area === '' && project === ''}
              onClick={() => onChange({ area: null, project: null })}
            />
          </li>
        ) : null}
        {(depts.data ?? [])
          .filter((dept) => isArea(dept.T_OutSideDeptId))
          .map((dept) => (
            <li key={dept.T_OutSideDeptId}>
              <Node
                label={dept.T_OutSideDeptName}
                chosen={area === dept.T_OutSideDeptId && project === ''}
                onClick={() => onChange({ area: dept.T_OutSideDeptId, project: null })}
              />
              {area === dept.T_OutSideDeptId ? (
                <>
                  <input
                    className="in"
                    aria-label="查找项目"
                    placeholder="查找项目"
                    value={keyword}
                    onChange={(event) => setKeyword(event.target.value)}
                  />
                  {projects.error ? (
                    <ErrorRetry error={projects.error} onRetry={() => void projects.refetch()} />
                  ) : null}
                  <ul>
                    {found.map((row) => (
                      <li key={row.ProjectCode}>
                        <Node
                          label={row.ProjectName}
                          chosen={project === row.ProjectCode}
                          onClick={() => onChange({ project: project === row.ProjectCode ? null : row.ProjectCode })}
                        />
                      </li>
                    ))}
                  </ul>
                </>
              ) : null}
            </li>
          ))}
      </ul>
    </nav>
  );
};
