/** 多项目对照: a page of one project's report as it is for several at once: side by side, with their sums. */
import { besideExport, MOST_BESIDE, projectIndex } from '@hengneng/contracts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { callApi } from '../../../lib/api.ts';
import type { Filters } from '../../../lib/useUrlFilters.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { ReportHead } from './common.tsx';

/** In the address: several, of which none is chosen yet. */
const NONE = '-';

/** A page whose filters are in the address. */
export interface Shown {
  readonly filters: Filters;
  readonly setFilters: (change: Readonly<Record<string, string | null>>) => void;
}

/** The projects of the address that are compared; null where the page shows one. */
export const besideOf = (filters: Filters): readonly string[] | null =>
  filters['beside'] === undefined ? null : filters['beside'].split(',').filter((code) => /^[\w-]{2,30}$/.test(code));

/** From one project to several, beginning with it. */
export const BesideButton = ({
  project,
  onPick,
}: {
  readonly project: string;
  readonly onPick: (beside: string) => void;
}): ReactElement => <Button onClick={() => onPick(project === '' ? NONE : project)}>多项目对照</Button>;

const ProjectsPick = ({
  value,
  onChange,
}: {
  readonly value: readonly string[];
  readonly onChange: (codes: readonly string[]) => void;
}): ReactElement => {
  const names = useQuery({
    queryKey: ['project', 'all'],
    queryFn: ({ signal }) => callApi(projectIndex, { PageSize: 500 }, { signal }),
    staleTime: 60_000,
  });
  return (
    <Select<string[]>
      mode="multiple"
      allowClear
      className="filter-wide"
      maxTagCount="responsive"
      maxCount={MOST_BESIDE}
      placeholder="项目（多选）"
      aria-label="项目"
      showSearch={{ optionFilterProp: 'label' }}
      loading={names.isPending}
      value={[...value]}
      options={(names.data?.rows ?? []).map(({ ProjectCode, ProjectName, areaName }) => ({
        value: ProjectCode,
        label: `${areaName} ${ProjectName}`,
      }))}
      onChange={onChange}
    />
  );
};

interface About {
  readonly projectName: string;
  readonly asOf: string;
  readonly pending: number;
}

export const BesidePage = <R extends About>({
  title,
  screen,
  codes,
  ask,
  report,
  onCodes,
  filters,
  children,
}: {
  readonly title: string;
  readonly screen: string;
  readonly codes: readonly string[];
  readonly ask: object;
  readonly report: UseQueryResult<R>;
  /** Null: back to one project. */
  readonly onCodes: (beside: string | null) => void;
  readonly filters: ReactNode;
  readonly children: (report: R) => ReactNode;
}): ReactElement => (
  <>
    <ReportHead
      title={title}
      about={codes.length === 0 ? undefined : report.data}
      idle="几个项目逐项对照，并给出合计"
      screen={screen}
      ask={codes.length === 0 ? null : ask}
      taken={{ path: besideExport.path, name: '多项目对照.xlsx' }}
    />
    <search className="filter-bar surface report-filter">
      <ProjectsPick value={codes} onChange={(next) => onCodes(next.length === 0 ? NONE : next.join(','))} />
      {filters}
      <Button onClick={() => onCodes(null)}>看单个项目</Button>
    </search>
    {codes.length === 0 ? (
      <section className="surface">
        <EmptyHint text="请选择要对照的项目" />
      </section>
    ) : report.error ? (
      <ErrorRetry error={report.error} onRetry={() => void report.refetch()} />
    ) : report.data ? (
      children(report.data)
    ) : (
      <SkeletonDelay rows={10} />
    )}
  </>
);
