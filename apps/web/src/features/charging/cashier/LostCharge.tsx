import type { CallContract, cashierCharge, InputOf, OutputOf } from '@hengneng/contracts';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { type Unnumbered, useNumberedWrite } from '../../../lib/useWrite.ts';
import { RENEWS } from './shared.ts';

/**
 * Taking money, as the page does it and not the panel: the panel is mounted anew whenever what is owed changes, also by the very charge whose
 * answer was lost. Sent again it is the same act, so that the answer is the receipt of the first.
 */
export const useTaking = <C extends CallContract>(call: C, onTaken: (taken: OutputOf<C>) => void) => {
  type Body = Unnumbered<InputOf<C>>;
  /** `what`: of whom and how much, as people say it. */
  const [lost, setLost] = useState<{ readonly body: Body; readonly what: string } | null>(null);
  const { mutate, isPending } = useNumberedWrite(call, {
    renews: [...RENEWS],
    renewsOnConflict: true,
    onDone: (taken) => {
      setLost(null);
      onTaken(taken);
    },
    // Told by whoever sent it.
    onError: () => undefined,
  });
  const send = (body: Body, what: string, onError: (error: unknown) => void) =>
    mutate(body, {
      onError: (error) => {
        setLost(error instanceof ApiError && error.offline ? { body, what } : null);
        // Somebody else was faster: the panel goes with what was owed, and what it would say with it.
        if (error instanceof ApiError && error.conflict)
          notify.error(`没有收款：${what}。${messageOf(error).replace('，请刷新', '')}`);
        onError(error);
      },
    });
  const again =
    lost === null
      ? null
      : { what: lost.what, send: () => send(lost.body, lost.what, (error) => notify.error(messageOf(error))) };
  return { send, isPending, lost: again };
};

export type Taking<C extends CallContract> = ReturnType<typeof useTaking<C>>;
export type Charging = Taking<typeof cashierCharge>;

/** A charge of which nobody knows whether it was entered: until it is known, it stands above whatever is done next. */
export const LostCharge = ({
  of: { isPending, lost },
}: {
  readonly of: Pick<Charging, 'isPending' | 'lost'>;
}): ReactElement | null =>
  lost === null ? null : (
    <section className="surface counter-lost" role="alert">
      <strong>收款结果未知：{lost.what}</strong>
      <span>网络恢复后请核对：已入账的取回收据，没有入账的现在入账，同一笔不会重复</span>
      <Button
        // What was at hand may be gone with what was owed.
        autoFocus
        loading={isPending}
        onClick={lost.send}
      >
        核对这笔收款
      </Button>
    </section>
  );
