import { logout } from '@hengneng/contracts';
import { callApi } from '../../lib/api.ts';
import { leaveToLogin } from '../../lib/session.ts';

/** Ends the session on the server and goes to the sign-in page, which forgets it here and in other browser tabs. */
export const signOut = async (): Promise<void> => {
  // A server that cannot be reached must not keep anybody signed in on this machine.
  await callApi(logout, {}).catch(() => undefined);
  leaveToLogin();
};
