import { cashierCharge, type InputOf, type Taken } from '@hengneng/contracts';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { type Unnumbered, useNumberedWrite } from '../../../lib/useWrite.ts';
import { RENEWS } from './shared.ts';

type Charge = Unnumbered<InputOf<typeof cashierCharge>>;

/**
 * Taking money, as the page does it and not the panel: the panel is mounted anew whenever what is owed changes, also by the very charge whose
 * answer was lost. Sent again it is the same act, so that the answer is the receipt of the first.
 */
export const useCharging = (onTaken: (taken: Taken) => void) => {
  /** `what`: of whom and how much, as people say it. */
  const [lost, setLost] = useState<{ readonly charge: Charge; readonly what: string } | null>(null);
  const { mutate, isPending } = useNumberedWrite(cashierCharge, {
    renews: [...RENEWS],
    renewsOnConflict: true,
    onDone: (taken) => {
      setLost(null);
      onTaken(taken);
    },
    // Told by whoever sent it.
    onError: () => undefined,
  });
  const send = (charge: Charge, what: string, onError: (error: unknown) => void) =>
    mutate(charge, {
      onError: (error) => {
        setLost(error instanceof ApiError && error.offline ? { charge, what } : null);
        // Somebody else was faster: the panel goes with what was owed, and what it would say with it.
        if (error instanceof ApiError && error.conflict)
          notify.error(`没有收款：${what}。${messageOf(error).replace('，请刷新', '')}`);
        onError(error);
      },
    });
  return { send, isPending, lost };
};

export type Charging = ReturnType<typeof useCharging>;

/** A charge of which nobody knows whether it was entered: until it is known, it stands above whatever is done next. */
export const LostCharge = ({ of: { send, isPending, lost } }: { readonly of: Charging }): ReactElement | null =>
  lost === null ? null : (
    <section className="surface counter-lost" role="alert">
      <strong>收款结果未知：{lost.what}</strong>
      <span>网络恢复后请核对：已入账的取回收据，没有入账的现在入账，同一笔不会重复</span>
      <Button
        // What was at hand may be gone with what was owed.
        autoFocus
        loading={isPending}
        onClick={() => send(lost.charge, lost.what, (error) => notify.error(messageOf(error)))}
      >
        核对这笔收款
      </Button>
    </section>
  );
