import { type InputOf, roleSaveGrants } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { callApi } from '../../../lib/api.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { Difference } from '../users/Difference.tsx';

/** What saving would change, and for how many people. */
export const DifferenceTab = ({
  input,
  changed,
}: {
  readonly input: InputOf<typeof roleSaveGrants>;
  readonly changed: boolean;
}): ReactElement => {
  const { data, error, refetch } = useQuery({
    queryKey: ['roles', 'difference', input],
    queryFn: ({ signal }) => callApi(roleSaveGrants, { ...input, preview: true }, { signal }),
    enabled: changed,
    staleTime: 0,
  });
  if (!changed) return <EmptyHint text="没有待发布的差异" />;
  if (error) return <ErrorRetry error={error} onRetry={() => void refetch()} />;
  return data ? <Difference value={data} /> : <SkeletonDelay />;
};
