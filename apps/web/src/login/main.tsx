/** The light entry of the public pages: no component library, no router. */
import { type ReactElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { clearSession } from '../lib/session.ts';
import { LoginPage } from './LoginPage.tsx';
import { ResetPage } from './ResetPage.tsx';
import './login.css';

const show = (title: string, page: ReactElement): void => {
  document.title = `${title} - 衡能`;
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no #root');
  createRoot(root).render(<StrictMode>{page}</StrictMode>);
};

const [, path] =
  /^\/(resetPassword|verify|suspendApply|configurableQuestionnaireList)\/?$/.exec(location.pathname) ?? [];
if (/^\/notice\/[\w-]+\/?$/.test(location.pathname)) {
  void import('./notice/NoticePage.tsx').then(({ NoticePage }) => show('收费公告', <NoticePage />));
} else if (/^\/vData\/client2\/?$/.test(location.pathname)) {
  void import('./customer/CustomerPage.tsx').then(({ CustomerPage }) => show('能耗展示', <CustomerPage />));
} else if (path === 'verify') {
  // It knows all modules, which nobody needs to sign in.
  void import('./VerifyPage.tsx').then(({ VerifyPage }) => show('核验打印件', <VerifyPage />));
} else if (path === 'configurableQuestionnaireList') {
  // Customers load no more than this; staff who sign in do not load it.
  void import('./questionnaire/QuestionnairePage.tsx').then(({ QuestionnairePage }) =>
    show('满意度问卷', <QuestionnairePage />),
  );
} else if (path === 'suspendApply') {
  void import('./suspend/SuspendApplyPage.tsx').then(({ SuspendApplyPage }) =>
    show('停用与恢复申请', <SuspendApplyPage />),
  );
} else if (path === 'resetPassword') {
  show('重置密码', <ResetPage />);
} else {
  // Coming here ends the session, here and in the person's other browser tabs; who was brought here because it had ended ends no other.
  const reason = new URLSearchParams(location.search).get('reason') ?? '';
  const broughtHere = ['expired', 'signedOut'].includes(reason);
  // Over a page that holds input it ends nothing: that page would hear of it, too.
  clearSession(reason === 'over' && parent !== window ? 'none' : broughtHere ? 'sameSession' : 'samePerson');
  show('登录', <LoginPage />);
}
