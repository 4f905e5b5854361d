/** What becomes of records that wait to be sent: one at a time, oldest first, and a refused one holds up no other. */
import { ApiError } from '../lib/api.ts';
import type { EntryState } from './keep.ts';

/** A reading of a meter, or a record of a machine, as far as the queue looks at it. */
export interface Queued {
  readonly id: string;
  readonly state: EntryState;
  readonly message: string;
  readonly typedAt: number;
  /** Where somebody else's stands beside it. */
  readonly both?: Both;
}

export interface Sent {
  /** What the server said of a record that somebody else had made already. */
  readonly conflict: string | null;
  readonly both?: Both;
}

/** Numbers of two readings of one moment, as the server has them: somebody decides between them. */
export interface Both {
  readonly mine: string;
  readonly theirs: string;
}

/** The next to send, of those that nobody has to look at first. */
export const nextWaiting = <T extends Queued>(entries: readonly T[], tried: ReadonlySet<string>): T | undefined =>
  entries.filter(({ id, state }) => state === 'waiting' && !tried.has(id)).sort((a, b) => a.typedAt - b.typedAt)[0];

export const afterSent = <T extends Queued>(entry: T, { conflict, both }: Sent): T =>
  conflict === null
    ? { ...entry, state: 'sent', message: '' }
    : { ...entry, state: 'conflict', message: conflict, ...(both === undefined ? {} : { both }) };

/** Nothing else would get through now, either: no network, or no session. Where only this one met trouble, the others may still go. */
export const isCutOff = (error: unknown): boolean =>
  error instanceof ApiError && (error.offline || error.status === 401);

/**
 * What a failure means.
 * @returns the entry with what is wrong with it, or null where it only has to be sent again: no network, no session, a server in trouble, or an
 *   answer (status 200 without one of ours in it) of whatever a wireless network puts before it
 */
export const afterFailure = <T extends Queued>(entry: T, error: unknown): T | null => {
  if (!(error instanceof ApiError) || isCutOff(error) || error.status === 200 || error.status >= 500) return null;
  return { ...entry, state: 'refused', message: error.errors[0]?.message ?? error.message };
};

/**
 * A record that is typed at again. One that may have reached the server already becomes another one: the server would take the first number it had
 * for the new value, too.
 */
export const retyped = <T extends Queued>(entry: T, part: Partial<T>, typedAt: number, newId: () => string): T => ({
  ...entry,
  id: entry.state === 'draft' ? entry.id : newId(),
  message: '',
  state: 'draft',
  ...part,
  typedAt,
});

export interface Counts {
  readonly waiting: number;
  readonly refused: number;
  readonly conflict: number;
}

export const countsOf = (entries: readonly Queued[]): Counts => {
  const of = (state: EntryState): number => entries.filter((entry) => entry.state === state).length;
  return { waiting: of('waiting'), refused: of('refused'), conflict: of('conflict') };
};
