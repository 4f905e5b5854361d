import { enumValues } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from './api.ts';

/** The words of a dictionary, with those that are offered no more. */
export const useWords = (type: string | undefined) =>
  useQuery({
    queryKey: ['enum', type],
    queryFn: ({ signal }) => callApi(enumValues, { EnumType: type ?? '' }, { signal }),
    enabled: type !== undefined,
    staleTime: 60_000,
  });
