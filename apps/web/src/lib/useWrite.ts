/** Writes of a page: sent with the key of what is meant, told of, and what is shown of them fetched anew. */
import type { CallContract, InputOf, OutputOf } from '@hengneng/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, callApi, messageOf } from './api.ts';
import { Intents } from './intents.ts';
import { notify } from './notify.ts';

/** The keys of a page or dialog, for what is not one call. */
export const useIntents = (): Intents => {
  const [intents] = useState(() => new Intents());
  return intents;
};

export type Send = <C extends CallContract>(call: C, input: InputOf<C>) => Promise<OutputOf<C>>;

/** A `Send` with keys of its own. */
export const sender = (): Send => {
  const intents = new Intents();
  return (call, input) => intents.send(call.path, input, (key) => callApi(call, input, key));
};

/** `callApi` for writes: pressed again, or sent again after a lost answer, it is the same act. */
export const useSend = (): Send => {
  const [send] = useState(sender);
  return send;
};

interface Write<I, O> {
  /** Said once it is done. */
  readonly said?: string | ((answer: O, input: I) => string);
  /** Once it is done. */
  readonly onDone?: (answer: O, input: I) => void;
  /** First parts of the keys of the queries that show what was written. */
  readonly renews?: readonly string[];
  /** They are fetched anew also where somebody else was faster, so that who opens it again sees what is saved by now. */
  readonly renewsOnConflict?: boolean;
  /** Once they have been fetched anew. */
  readonly onRenewed?: (answer: O, input: I) => void;
  /** Instead of saying the refusal. */
  readonly onError?: (error: unknown, input: I) => void;
}

/** Any write: what is sent again while it is under way is one act. Whoever calls it says how it is sent. */
export const useWriting = <I, O>(
  make: (input: I) => Promise<O>,
  { said, onDone, renews = [], renewsOnConflict = false, onRenewed, onError }: Write<I, O>,
) => {
  const client = useQueryClient();
  const [running] = useState(() => new Set<string>());
  const renew = () => Promise.all(renews.map((key) => client.invalidateQueries({ queryKey: [key] })));
  return useMutation({
    mutationFn: make,
    // Pressed again while it is under way, it is the same act, whose answer is told of once.
    onMutate: (input) => {
      const act = JSON.stringify(input) ?? '';
      const again = running.has(act);
      running.add(act);
      return { act, again };
    },
    onSettled: (_answer, _error, _input, under) => {
      if (under !== undefined && !under.again) running.delete(under.act);
    },
    onSuccess: async (answer, input, { again }) => {
      if (again) return;
      if (said !== undefined) notify.success(typeof said === 'string' ? said : said(answer, input));
      onDone?.(answer, input);
      await renew();
      onRenewed?.(answer, input);
    },
    onError: (error, input, under) => {
      if (under?.again === true) return;
      if (renewsOnConflict && error instanceof ApiError && error.conflict) void renew();
      if (onError) onError(error, input);
      else notify.error(messageOf(error));
    },
  });
};

/**
 * One write of the product.
 * @returns TanStack's mutation; its variables are the call's input
 */
export const useWrite = <C extends CallContract>(call: C, told: Write<InputOf<C>, OutputOf<C>> = {}) => {
  const send = useSend();
  return useWriting((input: InputOf<C>) => send(call, input), told);
};

/** Of each of several acts that one call may be. */
export type Unnumbered<I> = I extends unknown ? Omit<I, 'requestId'> : never;

/** `useWrite` for calls that keep the number of the intended act as their `requestId`: it is the key that it is sent with. */
export const useNumberedWrite = <C extends CallContract>(
  call: C,
  told: Write<Unnumbered<InputOf<C>>, OutputOf<C>> = {},
) => {
  const intents = useIntents();
  return useWriting(
    (input: Unnumbered<InputOf<C>>) =>
      intents.send(call.path, input, (key) =>
        callApi(call, { ...input, requestId: key.idempotencyKey } as InputOf<C>, key),
      ),
    told,
  );
};
