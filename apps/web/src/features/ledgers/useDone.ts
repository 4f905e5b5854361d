/** A deed on a row of a list: done once, told of, and the list asked for anew. */
import type { CallContract, InputOf } from '@hengneng/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi, messageOf, newIntent } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';

export const useDone = <C extends CallContract>(
  call: C,
  {
    said,
    onDone,
    onError,
  }: { readonly said: string; readonly onDone?: () => void; readonly onError?: (error: unknown) => void },
) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<C>) => callApi(call, input, { idempotencyKey: newIntent() }),
    onSuccess: async () => {
      notify.success(said);
      onDone?.();
      await client.invalidateQueries({ queryKey: ['rows'] });
    },
    onError: (error) => (onError ? onError(error) : notify.error(messageOf(error))),
  });
};
