import type { CallContract, InputOf, OutputOf } from '@hengneng/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Intents } from '../../engine/form/intents.ts';
import { callApi, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';

/** One write about questionnaires: afterwards everything shown of them is fetched anew. */
export const useWrite = <C extends CallContract>(contract: C, done?: (answer: OutputOf<C>) => void) => {
  const client = useQueryClient();
  // Pressed again, or sent again after a lost answer, it is the same write.
  const [intents] = useState(() => new Intents());
  return useMutation({
    mutationFn: (input: InputOf<C>) =>
      callApi(contract, input, { idempotencyKey: intents.keyOf(contract.path, input) }),
    onSuccess: async (answer) => {
      intents.done();
      await Promise.all([
        client.invalidateQueries({ queryKey: ['questionnaire'] }),
        client.invalidateQueries({ queryKey: ['rows'] }),
      ]);
      if (done) done(answer);
      else notify.success('已完成');
    },
    onError: (error) => notify.error(messageOf(error)),
  });
};
