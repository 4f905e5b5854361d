import {
  type CallContract,
  type InputOf,
  type OutputOf,
  userKick,
  userResetPassword,
  userSetState,
} from '@hengneng/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi, messageOf, newIntent } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';

/** One write about an account: afterwards everything shown of accounts is fetched anew. */
const useWrite = <C extends CallContract>(contract: C, done?: (answer: OutputOf<C>) => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<C>) => callApi(contract, input, { idempotencyKey: newIntent() }),
    onSuccess: async (answer) => {
      await client.invalidateQueries({ queryKey: ['users'] });
      if (done) done(answer);
      else notify.success('已完成');
    },
    onError: (error) => notify.error(messageOf(error)),
  });
};

export const useSetState = () => useWrite(userSetState);
export const useKick = () => useWrite(userKick);
export const useResetPassword = (show: (password: string) => void) =>
  useWrite(userResetPassword, (answer) => show(answer.password));
