/** What somebody chose last and is offered again: by the person, so that a computer that several sit at shows each their own. */
import { useSession } from './session.ts';

const keyOf = (what: string, userId: string): string => `${what}:${userId}`;

/** @param userId who it is; a phone without network knows it without a session */
export const lastChoice = (what: string, userId = useSession.getState().userId): string | null => {
  try {
    return localStorage.getItem(keyOf(what, userId));
  } catch {
    return null;
  }
};

export const rememberChoice = (what: string, value: string, userId = useSession.getState().userId): void => {
  try {
    localStorage.setItem(keyOf(what, userId), value);
  } catch {
    // Asked for again next time.
  }
};
