/** The light entry of the public pages: no component library, no router. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { clearSession } from '../lib/session.ts';
import { LoginPage } from './LoginPage.tsx';
import { ResetPage } from './ResetPage.tsx';
import './login.css';

const reset = /^\/resetPassword\/?$/.test(location.pathname);

// Coming here ends the session, here and in the person's other browser tabs.
if (!reset) clearSession(true);

document.title = reset ? '重置密码 - 衡能' : '登录 - 衡能';
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');
createRoot(root).render(<StrictMode>{reset ? <ResetPage /> : <LoginPage />}</StrictMode>);
