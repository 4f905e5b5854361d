import { type Cells, type InputOf, perambulateRecordIndex } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../lib/api.ts';
import { keepPrevious } from '../../../lib/query.ts';
import type { Filters } from '../../../lib/useUrlFilters.ts';

export type Ask = InputOf<typeof perambulateRecordIndex>;

export const ANALYSIS_KEY = 'inspectionAnalysis';
/** What is being inspected right now shows within a minute. */
const RENEW_MS = 60_000;

/** The filters of the address as the calls take them. */
export const askOfFilters = (filters: Filters): Ask => {
  const span = (from: string | undefined, to: string | undefined) => ({
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  });
  const range = span(filters['from'], filters['to']);
  const month = span(filters['monthFrom'], filters['monthTo']);
  const text = (key: 'project' | 'area' | 'person') => (filters[key] ? { [key]: filters[key] } : {});
  const ask: Readonly<Record<string, unknown>> = {
    ...text('project'),
    ...text('area'),
    ...text('person'),
    ...(filters['kind'] ? { kind: filters['kind'] } : {}),
    ...(filters['pointArea'] ? { pointArea: filters['pointArea'] } : {}),
    ...(Object.keys(range).length > 0 ? { range } : {}),
    ...(Object.keys(month).length > 0 ? { month } : {}),
  };
  return ask;
};

export interface Analysed {
  readonly rows: readonly Cells[];
  readonly total: number;
  readonly from: string;
  readonly to: string;
  readonly asOf: string;
}

export const useAnalysis = (view: Ask['view'], ask: Ask, more: Ask = {}) =>
  useQuery({
    queryKey: [ANALYSIS_KEY, view, ask, more],
    queryFn: ({ signal }) => callApi(perambulateRecordIndex, { ...ask, ...more, view }, { signal }),
    placeholderData: keepPrevious,
    refetchInterval: RENEW_MS,
  });
