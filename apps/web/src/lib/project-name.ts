import { projectByCode } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from './api.ts';

/** The name of a project that is known by its code; undefined while it is not. */
export const useProjectName = (code: string | undefined): string | undefined =>
  useQuery({
    queryKey: ['project', 'name', code],
    queryFn: ({ signal }) => callApi(projectByCode, { ProjectCode: code ?? '' }, { signal }),
    enabled: code !== undefined,
    staleTime: 60_000,
  }).data?.ProjectName;
