/** Writes of a page: sent with the key of what is meant, told of, and what is shown of them fetched anew. */
import type { CallContract, InputOf, OutputOf } from '@hengneng/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi, messageOf } from './api.ts';
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
  /** Once they have been fetched anew. */
  readonly onRenewed?: (answer: O, input: I) => void;
  /** Instead of saying the refusal. */
  readonly onError?: (error: unknown, input: I) => void;
}

/**
 * One write of the product.
 * @returns TanStack's mutation; its variables are the call's input
 */
export const useWrite = <C extends CallContract>(
  call: C,
  { said, onDone, renews = [], onRenewed, onError }: Write<InputOf<C>, OutputOf<C>> = {},
) => {
  const client = useQueryClient();
  const send = useSend();
  return useMutation({
    mutationFn: (input: InputOf<C>) => send(call, input),
    onSuccess: async (answer, input) => {
      if (said !== undefined) notify.success(typeof said === 'string' ? said : said(answer, input));
      onDone?.(answer, input);
      await Promise.all(renews.map((key) => client.invalidateQueries({ queryKey: [key] })));
      onRenewed?.(answer, input);
    },
    onError: (error, input) => (onError ? onError(error, input) : notify.error(messageOf(error))),
  });
};
