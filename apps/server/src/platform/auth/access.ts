import type { Session } from '../context.ts';
import { BUTTONS, type ButtonName, PROJECT_BUTTONS, type ProjectButtonName } from './buttons.ts';

/**
 * Who may call. `screen` is a ShortCode (or several: any of them will do). A call whose permission hangs on the record (an approver may
 * open a form without its menu) declares `signedIn` and decides in its handler.
 */
export type Access =
  | 'public'
  | 'signedIn'
  | { readonly screen: string | readonly string[]; readonly button: ButtonName }
  | { readonly screen: string | readonly string[]; readonly projectButton: ProjectButtonName };

/** Whether the session holds that button on (any of) these screens. */
export const mayPress = (session: Session, screen: string | readonly string[], code: number): boolean => {
  const screens = typeof screen === 'string' ? [screen] : screen;
  return screens.some((name) => session.permissions.buttons.get(name)?.has(code) === true);
};

/** Whether the session passes a call's declared access. */
export const admits = (access: Access, session: Session): boolean => {
  if (access === 'public' || access === 'signedIn') return true;
  const code = 'button' in access ? BUTTONS[access.button] : PROJECT_BUTTONS[access.projectButton];
  return mayPress(session, access.screen, code);
};
