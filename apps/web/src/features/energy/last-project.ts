import { lastChoice, rememberChoice } from '../../lib/last-choice.ts';
import { useSession } from '../../lib/session.ts';

const KEPT = 'entry-project';

/**
 * The project that somebody worked on last, or the only one that they have: pages of readings open with it.
 * @param userId who it is; a phone without network knows it without a session
 */
export const lastProject = (userId?: string): string =>
  lastChoice(KEPT, userId) ?? useSession.getState().user?.projectCode ?? '';

export const rememberProject = (project: string, userId?: string): void => rememberChoice(KEPT, project, userId);
