import { userExamineNumber } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { useSettled } from '../../lib/settled.ts';

/** Waiting tasks in all and by module. Server events refresh it at once; the interval covers a broken stream. */
export const useTodoCount = () =>
  useQuery({
    queryKey: ['todo', 'count'],
    queryFn: ({ signal }) => callApi(userExamineNumber, {}, { signal }),
    refetchInterval: 60_000,
    enabled: useSettled(),
  });
