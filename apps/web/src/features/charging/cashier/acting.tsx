/** What the dialogs of the counter that do one thing have in common. */
import type { CallContract, InputOf, OutputOf } from '@hengneng/contracts';
import { type ReactElement, useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api.ts';
import { type Unnumbered, useNumberedWrite } from '../../../lib/useWrite.ts';
import type { Taking } from './LostCharge.tsx';
import { toldOf } from './paying.tsx';
import { RENEWS } from './shared.ts';

/** One write of a dialog with its number, and what the server said at each field. */
export const useAct = <C extends CallContract>(
  call: C,
  onDone: (answer: OutputOf<C>) => void,
  said?: (answer: OutputOf<C>, input: Unnumbered<InputOf<C>>) => string,
) => {
  const [failure, setFailure] = useState<unknown>(null);
  const write = useNumberedWrite(call, {
    ...(said === undefined ? {} : { said }),
    renews: [...RENEWS],
    onDone,
    onError: setFailure,
  });
  const errors: Readonly<Record<string, string>> =
    failure instanceof ApiError ? Object.fromEntries(failure.errors.map(({ path, message }) => [path, message])) : {};
  return {
    busy: write.isPending,
    errors,
    said:
      failure === null
        ? ''
        : failure instanceof ApiError && failure.offline
          ? '网络异常，结果未知：网络恢复后请在这里再按一次，同一笔不会重复'
          : messageOf(failure),
    send: (body: Unnumbered<InputOf<C>>) => {
      if (write.isPending) return;
      setFailure(null);
      write.mutate(body);
    },
  };
};

/** The same of what takes money: the page keeps what nobody knows the result of, also once the dialog is closed. */
export const useTakingAct = <C extends CallContract>(taking: Taking<C>, what: string) => {
  const [failure, setFailure] = useState<unknown>(null);
  const { errors, offline, said } = toldOf(failure);
  return {
    busy: taking.isPending,
    errors,
    said: failure === null || offline ? said : messageOf(failure),
    send: (body: Unnumbered<InputOf<C>>) => {
      if (taking.isPending) return;
      setFailure(null);
      taking.send(body, what, setFailure);
    },
  };
};

export const Said = ({ text }: { readonly text: string }): ReactElement | null =>
  text === '' ? null : (
    <p className="field-error" role="alert">
      {text}
    </p>
  );

/** Enter in a field does what the dialog is for: nobody at the counter reaches for the mouse. */
export const EnterDoes = (): ReactElement => <button type="submit" hidden aria-hidden tabIndex={-1} />;
