import { useSession } from '../../lib/session.ts';

const KEY = 'entry-project';

const kept = (): string | null => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
};

/** The project that somebody worked on last, or the only one that they have: pages of readings open with it. */
export const lastProject = (): string => kept() ?? useSession.getState().user?.projectCode ?? '';

export const rememberProject = (project: string): void => {
  try {
    localStorage.setItem(KEY, project);
  } catch {
    // Asked for again next time.
  }
};
