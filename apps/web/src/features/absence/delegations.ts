/** What the pages of delegations share: codes, words, the calls. */
import { type DelegationRow, delegationSave } from '@hengneng/contracts';
import { useWrite } from '../../lib/useWrite.ts';
import type { Tone } from '../../ui/StatusTag.tsx';

export const DELEGATIONS_CODE = 'system.delegations';

export const STATE_TONE: Readonly<Record<DelegationRow['state'], Tone>> = {
  pending: 'accent',
  running: 'good',
  over: 'neutral',
  ended: 'neutral',
};

/** Sets up or ends a delegation; to-do lists change with it. */
export const useSaveDelegation = (options: {
  readonly onSaved: () => void;
  readonly onError: (error: unknown) => void;
}) =>
  useWrite(delegationSave, {
    onDone: options.onSaved,
    renews: ['delegations', 'todo'],
    onError: options.onError,
  });
