import { useSession } from '../../lib/session.ts';

/** By the person: a computer that several sit at shows each their own. */
const keyOf = (userId: string): string => `entry-project:${userId}`;

const kept = (userId: string): string | null => {
  try {
    return localStorage.getItem(keyOf(userId));
  } catch {
    return null;
  }
};

/**
 * The project that somebody worked on last, or the only one that they have: pages of readings open with it.
 * @param userId who it is; a phone without network knows it without a session
 */
export const lastProject = (userId = useSession.getState().userId): string =>
  kept(userId) ?? useSession.getState().user?.projectCode ?? '';

export const rememberProject = (project: string, userId = useSession.getState().userId): void => {
  try {
    localStorage.setItem(keyOf(userId), project);
  } catch {
    // Asked for again next time.
  }
};
