import { perambulatePointIndex, perambulatePointInfo, perambulateRouteIndex } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../lib/api.ts';

/** Everything about points is asked for under this key, so that a change renews all of it. */
export const POINTS = 'inspectionPoints';
const MOST = 500;

export const useRoutes = (project: string | undefined) =>
  useQuery({
    queryKey: [POINTS, 'routes', project],
    queryFn: ({ signal }) => callApi(perambulateRouteIndex, { project, PageSize: MOST }, { signal }),
    enabled: project !== undefined,
  });

/** All points of a project, for its tree. */
export const useProjectPoints = (project: string | undefined) =>
  useQuery({
    queryKey: [POINTS, 'tree', project],
    queryFn: ({ signal }) => callApi(perambulatePointIndex, { project, PageSize: MOST }, { signal }),
    enabled: project !== undefined,
  });

export const usePoint = (id: string) =>
  useQuery({
    queryKey: [POINTS, 'one', id],
    queryFn: ({ signal }) => callApi(perambulatePointInfo, { id }, { signal }),
    staleTime: 0,
  });
