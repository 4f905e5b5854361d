import { projectByCode } from '@hengneng/contracts';
import { INSPECT_TYPES, INSPECTION_AREAS } from '@hengneng/core';
import { useQuery } from '@tanstack/react-query';
import { Grid, Input, Select } from 'antd';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { ProjectPick } from '../../../engine/widgets/ProjectPick.tsx';
import { ReferencePicker } from '../../../engine/widgets/reference.tsx';
import { callApi } from '../../../lib/api.ts';
import type { Filters } from '../../../lib/useUrlFilters.ts';
import { choices } from '../points/common.ts';

// Calendars weigh more than the rest of the filters together.
const MomentRange = lazy(() => import('../../../engine/list/MomentRange.tsx'));

export type Change = (change: Readonly<Record<string, string | null>>) => void;

interface Props {
  readonly filters: Filters;
  readonly onChange: Change;
}

export const Span = ({ filters, onChange, months }: Props & { readonly months: boolean }): ReactElement => {
  const narrow = Grid.useBreakpoint().md === false;
  const [from, to] = months ? (['monthFrom', 'monthTo'] as const) : (['from', 'to'] as const);
  return (
    <Suspense fallback={<Input className="filter-control" disabled aria-label="期间" />}>
      <MomentRange
        id="analysis-span"
        label={months ? '月份' : '期间'}
        picker={months ? 'month' : 'date'}
        from={filters[from] ?? ''}
        to={filters[to] ?? ''}
        narrow={narrow}
        onChange={(start, end) => onChange({ [from]: start, [to]: end })}
      />
    </Suspense>
  );
};

export const KindFilter = ({ filters, onChange }: Props): ReactElement => (
  <Select
    allowClear
    className="filter"
    placeholder="类别"
    aria-label="类别"
    value={filters['kind'] ?? null}
    options={choices([...INSPECT_TYPES, '值班巡查'])}
    onChange={(value: string | null) => onChange({ kind: value })}
  />
);

/** Project, days, kind, place and person. */
export const ProjectFilters = ({ filters, onChange }: Props): ReactElement => {
  const { project, person } = filters;
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const name = useQuery({
    queryKey: ['project', 'name', project],
    queryFn: ({ signal }) => callApi(projectByCode, { ProjectCode: project ?? '' }, { signal }),
    enabled: project !== undefined,
    staleTime: 60_000,
  });
  return (
    <search className="filter-bar surface analysis-filters">
      <ProjectPick
        value={project}
        name={name.data?.ProjectName}
        label="项目"
        onPick={(code) => onChange({ project: code ?? null, point: null })}
      />
      <Span filters={filters} onChange={onChange} months={false} />
      <KindFilter filters={filters} onChange={onChange} />
      <Select
        allowClear
        className="filter"
        placeholder="部位"
        aria-label="部位"
        value={filters['pointArea'] ?? null}
        options={choices(INSPECTION_AREAS)}
        onChange={(value: string | null) => onChange({ pointArea: value })}
      />
      <ReferencePicker
        entity="user"
        value={person ?? null}
        labels={names}
        placeholder="巡检人"
        aria={{ 'aria-label': '巡检人' }}
        onPick={(next, words) => {
          setNames({ ...names, ...words });
          onChange({ person: typeof next === 'string' ? next : null });
        }}
      />
    </search>
  );
};
