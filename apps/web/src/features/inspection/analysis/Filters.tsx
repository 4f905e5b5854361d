import { INSPECT_TYPES, INSPECTION_AREAS } from '@hengneng/core';
import { Grid, Input } from 'antd';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { ProjectPick } from '../../../engine/widgets/ProjectPick.tsx';
import { useProjectName } from '../../../lib/project-name.ts';
import { ReferencePicker } from '../../../engine/widgets/reference.tsx';
import type { Filters } from '../../../lib/useUrlFilters.ts';
import { ChoiceFilter } from '../../../ui/filters.tsx';

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
  <ChoiceFilter
    label="类别"
    value={filters['kind']}
    options={[...INSPECT_TYPES, '值班巡查']}
    onChange={(value) => onChange({ kind: value })}
  />
);

/** Project, days, kind, place and person. */
export const ProjectFilters = ({ filters, onChange }: Props): ReactElement => {
  const { project, person } = filters;
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const name = useProjectName(project);
  return (
    <search className="filter-bar surface analysis-filters">
      <ProjectPick
        value={project}
        name={name}
        label="项目"
        onPick={(code) => onChange({ project: code ?? null, point: null })}
      />
      <Span filters={filters} onChange={onChange} months={false} />
      <KindFilter filters={filters} onChange={onChange} />
      <ChoiceFilter
        label="部位"
        value={filters['pointArea']}
        options={INSPECTION_AREAS}
        onChange={(value) => onChange({ pointArea: value })}
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
