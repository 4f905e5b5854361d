import { enumValues } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';

/** The values of a dictionary, as options. */
export const useWords = (type: string) =>
  useQuery({
    queryKey: ['enum', type],
    queryFn: ({ signal }) => callApi(enumValues, { EnumType: type }, { signal }),
    staleTime: 600_000,
  });
