/** Whose phone this is as long as nobody else signs in: with no network the pages open for them, without a session. */
import { useSession } from '../lib/session.ts';

const KEY = 'hengneng.phone.owner';

export interface Owner {
  readonly userId: string;
  readonly name: string;
}

const isOwner = (value: unknown): value is Owner =>
  typeof value === 'object' &&
  value !== null &&
  'userId' in value &&
  typeof value.userId === 'string' &&
  'name' in value;

/** Who is signed in, else who was when the network went; null where nobody was, or they signed out. */
export const phoneOwner = (): Owner | null => {
  const { userId, user } = useSession.getState();
  if (userId !== '' && user !== null) {
    const owner = { userId, name: user.UserName };
    localStorage.setItem(KEY, JSON.stringify(owner));
    return owner;
  }
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return isOwner(kept) ? kept : null;
  } catch {
    return null;
  }
};

export const leavePhone = (): void => localStorage.removeItem(KEY);
