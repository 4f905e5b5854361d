import { perambulatePointSort, perambulatePointState } from '@hengneng/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi, messageOf, newIntent } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { POINTS } from './queries.ts';

/** What is done to points besides editing them. */
export const usePointActions = (onGone?: () => void) => {
  const client = useQueryClient();
  const renew = () => client.invalidateQueries({ queryKey: [POINTS] });
  const onError = (error: unknown) => notify.error(messageOf(error));
  const state = useMutation({
    mutationFn: (input: { readonly ids: string[]; readonly to: '启用' | '停用' | '删除' }) =>
      callApi(perambulatePointState, input, { idempotencyKey: newIntent() }),
    onSuccess: async (_, { to }) => {
      notify.success(`已${to}`);
      if (to === '删除') onGone?.();
      await renew();
    },
    onError,
  });
  const sort = useMutation({
    mutationFn: (input: { readonly route: string; readonly ids: string[] }) =>
      callApi(perambulatePointSort, input, { idempotencyKey: newIntent() }),
    onSuccess: renew,
    onError,
  });
  return { state, sort };
};
