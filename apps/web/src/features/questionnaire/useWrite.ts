import type { CallContract, InputOf, OutputOf } from '@hengneng/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi, messageOf, newIntent } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';

/** One write about questionnaires: afterwards everything shown of them is fetched anew. */
export const useWrite = <C extends CallContract>(contract: C, done?: (answer: OutputOf<C>) => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<C>) => callApi(contract, input, { idempotencyKey: newIntent() }),
    onSuccess: async (answer) => {
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
