/** A deed on a row of a list: done once, told of, and the list asked for anew. */
import type { CallContract, InputOf } from '@hengneng/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Intents } from '../../engine/form/intents.ts';
import { callApi, messageOf } from '../../lib/api.ts';
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
  // Pressed again, or sent again after a lost answer, it is the same deed.
  const [intents] = useState(() => new Intents());
  return useMutation({
    mutationFn: (input: InputOf<C>) => callApi(call, input, { idempotencyKey: intents.keyOf(call.path, input) }),
    onSuccess: async () => {
      intents.done();
      notify.success(said);
      onDone?.();
      await client.invalidateQueries({ queryKey: ['rows'] });
    },
    onError: (error) => (onError ? onError(error) : notify.error(messageOf(error))),
  });
};
