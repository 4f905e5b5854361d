import type { CallContract, cashierCharge, InputOf, OutputOf } from '@hengneng/contracts';
import { Button } from 'antd';
import { type ReactElement, useEffect, useState } from 'react';
import { ApiError, callApi, messageOf, newIntent } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { useSession } from '../../../lib/session.ts';
import { type Unnumbered, useWriting } from '../../../lib/useWrite.ts';
import { RENEWS } from './shared.ts';

/** A charge that was sent. */
interface Sent<C extends CallContract> {
  readonly requestId: string;
  readonly body: Unnumbered<InputOf<C>>;
  /** Of whom and how much, as people say it. */
  readonly what: string;
}

/** Of who sits here: where the network is gone, people load the page anew. */
const kept = <C extends CallContract>(place: string): readonly Sent<C>[] => {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? '[]') as readonly Sent<C>[];
  } catch {
    return [];
  }
};

/**
 * Taking money, as the page does it and not the panel: the panel is mounted anew whenever what is owed changes, also by the very charge whose
 * answer was lost. Sent again it is the same act, so that the answer is the receipt of the first; other households may pay meanwhile.
 */
export const useTaking = <C extends CallContract>(call: C, onTaken: (taken: OutputOf<C>) => void) => {
  const place = `charge-lost ${useSession(({ userId }) => userId)} ${call.path}`;
  const [lost, setLost] = useState(() => kept<C>(place));
  // By what is meant, until it is known to be done: its number is not given up for what is done meanwhile.
  const [meant] = useState(() => new Map(lost.map((of) => [JSON.stringify(of.body), of])));
  useEffect(() => {
    if (lost.length === 0) sessionStorage.removeItem(place);
    else sessionStorage.setItem(place, JSON.stringify(lost));
  }, [lost, place]);
  const sentOf = (requestId: string) => [...meant].find(([, of]) => of.requestId === requestId);
  const { mutate, isPending } = useWriting(
    (input: Unnumbered<InputOf<C>> & { readonly requestId: string }) =>
      callApi(call, input as InputOf<C>, { idempotencyKey: input.requestId }),
    {
      renews: [...RENEWS],
      renewsOnConflict: true,
      onDone: (taken, { requestId }) => {
        meant.delete(sentOf(requestId)?.[0] ?? '');
        setLost((those) => those.filter((of) => of.requestId !== requestId));
        onTaken(taken);
      },
      // Told by whoever sent it.
      onError: (error, { requestId }) => {
        const [, of] = sentOf(requestId) ?? [];
        const unknown = error instanceof ApiError && error.offline && of !== undefined;
        setLost((those) => [...those.filter((other) => other.requestId !== requestId), ...(unknown ? [of] : [])]);
      },
    },
  );
  const send = (body: Unnumbered<InputOf<C>>, what: string, onError: (error: unknown) => void) => {
    const act = JSON.stringify(body);
    const of = meant.get(act) ?? { requestId: newIntent(), body, what };
    meant.set(act, of);
    mutate(
      { ...body, requestId: of.requestId },
      {
        onError: (error) => {
          // Somebody else was faster: the panel goes with what was owed, and what it would say with it.
          if (error instanceof ApiError && error.conflict)
            notify.error(`没有收款：${what}。${messageOf(error).replace('，请刷新', '')}`);
          onError(error);
        },
      },
    );
  };
  return {
    send,
    isPending,
    lost: lost.map(({ requestId, body, what }) => ({
      requestId,
      what,
      send: () => send(body, what, (error) => notify.error(messageOf(error))),
    })),
  };
};

export type Taking<C extends CallContract> = ReturnType<typeof useTaking<C>>;
export type Charging = Taking<typeof cashierCharge>;

/** Charges of which nobody knows whether they were entered: until it is known, they stand above whatever is done next. */
export const LostCharge = ({
  of: { isPending, lost },
}: {
  readonly of: Pick<Charging, 'isPending' | 'lost'>;
}): ReactElement => (
  <>
    {lost.map(({ requestId, what, send }) => (
      <section key={requestId} className="surface counter-lost" role="alert">
        <strong>收款结果未知：{what}</strong>
        <span>网络恢复后请核对：已入账的取回收据，没有入账的现在入账，同一笔不会重复</span>
        <Button
          // What was at hand may be gone with what was owed.
          autoFocus
          loading={isPending}
          onClick={send}
        >
          核对这笔收款
        </Button>
      </section>
    ))}
  </>
);
