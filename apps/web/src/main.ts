/** Entry of every address but the sign-in pages, which have their own light one. */
import { canOpen } from './lib/permission.ts';
import { takeHandedSession } from './lib/handed-session.ts';
import { isSignedIn, requireSignIn, useSession } from './lib/session.ts';
import './app/styles/boot.css';

const root = document.getElementById('root');
const QUESTIONNAIRE = 'configurableQuestionnaireList';
const { pathname, search } = location;
const alwaysPublic = /^\/(Login|mobileLogin|resetPassword|verify|suspendApply)\/?$/.test(pathname);
const questionnaire = pathname.replace(/\/$/, '') === `/${QUESTIONNAIRE}`;
const hasCode = new URLSearchParams(search).has('code');

if (root === null) throw new Error('The page has no #root');
if (!alwaysPublic && !(questionnaire && hasCode) && !isSignedIn()) await takeHandedSession();
/** With a code it is the customers' page whoever opens it; without one it is the page of those who manage questionnaires. */
const answers = questionnaire && (hasCode || !isSignedIn() || !canOpen(QUESTIONNAIRE));
if (alwaysPublic || answers) {
  // A server without the two-entry set-up answers this page for them: still the light one.
  void import('./login/main.tsx');
} else if (!isSignedIn()) {
  requireSignIn();
} else if (useSession.getState().user?.mustChangePassword) {
  location.replace('/resetPassword');
} else {
  void import('./app/start.tsx').then(({ startApp }) => startApp(root));
}
