/** What the pages of delegations share: codes, words, the calls. */
import { type DelegationRow, delegationSave, type InputOf } from '@hengneng/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi, newIntent } from '../../lib/api.ts';
import type { Tone } from '../../ui/StatusTag.tsx';

export const DELEGATIONS_CODE = 'system.delegations';

export const STATE_TONE: Readonly<Record<DelegationRow['state'], Tone>> = {
  pending: 'accent',
  running: 'good',
  over: 'neutral',
  ended: 'neutral',
};

/** Sets up or ends a delegation; to-do lists change with it. */
export const useSaveDelegation = (options: {
  readonly onSaved: () => void;
  readonly onError: (error: unknown) => void;
}) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof delegationSave>) =>
      callApi(delegationSave, input, { idempotencyKey: newIntent() }),
    onSuccess: async () => {
      options.onSaved();
      await Promise.all([
        client.invalidateQueries({ queryKey: ['delegations'] }),
        client.invalidateQueries({ queryKey: ['todo'] }),
      ]);
    },
    onError: options.onError,
  });
};
