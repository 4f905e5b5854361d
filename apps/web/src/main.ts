/** Entry of every address but the sign-in pages, which have their own light one. */
import { canOpen } from './lib/permission.ts';
import { isSignedIn, requireSignIn, useSession } from './lib/session.ts';
import './app/styles/boot.css';

const root = document.getElementById('root');
const QUESTIONNAIRE = 'configurableQuestionnaireList';
/** With a code it is the customers' page whoever opens it; without one it is the page of those who manage questionnaires. */
const answers =
  location.pathname.replace(/\/$/, '') === `/${QUESTIONNAIRE}` &&
  (new URLSearchParams(location.search).has('code') || !isSignedIn() || !canOpen(QUESTIONNAIRE));
const publicPage = answers || /^\/(Login|mobileLogin|resetPassword|verify|suspendApply)\/?$/.test(location.pathname);

if (root === null) throw new Error('The page has no #root');
if (publicPage) {
  // A server without the two-entry set-up answers this page for them: still the light one.
  void import('./login/main.tsx');
} else if (!isSignedIn()) {
  requireSignIn();
} else if (useSession.getState().user?.mustChangePassword) {
  location.replace('/resetPassword');
} else {
  void import('./app/start.tsx').then(({ startApp }) => startApp(root));
}
