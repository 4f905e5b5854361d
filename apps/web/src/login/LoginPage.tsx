import { type FormEvent, type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { noteFiling } from '../lib/filing.ts';
import { onPhonePage, safeRedirect, SIGNED_IN_OVER } from '../lib/session.ts';
import {
  type Demo,
  demoAccounts,
  failureOf,
  mayOpen,
  type SignInAnswer,
  signIn,
  signInByPhone,
  takeSession,
} from './calls.ts';
import { Layout } from './Layout.tsx';
import { DemoAccounts } from './DemoAccounts.tsx';
import { Field, PasswordField } from './parts.tsx';
import { PhoneForm } from './PhoneForm.tsx';

const REMEMBER_KEY = 'hengneng.account';
const ACCOUNT = { key: 'account', label: '账号登录' } as const;
/** Who reads meters proves the phone that is in their hand. */
const TABS = onPhonePage()
  ? ([{ key: 'phone', label: '验证码登录' }, ACCOUNT] as const)
  : ([ACCOUNT, { key: 'phone', label: '手机登录' }] as const);
type TabKey = (typeof TABS)[number]['key'];

const REASONS: Readonly<Record<string, string>> = {
  expired: '登录已过期，请重新登录',
  signedOut: '您已在其他页面退出登录',
  changed: '密码已修改，请重新登录',
};

const query = new URLSearchParams(location.search);
/** It lies over a page that holds input. */
const OVER = query.get('reason') === 'over' && parent !== window;
const HOME = onPhonePage() ? '/mobileNewDataInput' : '/main';
/** The phone's page says by itself whom it is not for. */
const leadsTo = (answer: SignInAnswer, path: string): boolean =>
  onPhonePage() ? path.startsWith('/mobile') : mayOpen(answer, path);
/** Wider than any phone held upright. */
const DESK_WIDTH = 900;
/** Narrower than any tablet. */
const PHONE_WIDTH = 600;

/** Goes on to the wanted page if the person may open it, else to the workbench. */
const goOn = (answer: SignInAnswer, fail: (text: string) => void): void => {
  if (!takeSession(answer)) {
    fail('账号尚未分配菜单，请联系管理员');
    return;
  }
  if (OVER) {
    parent.postMessage(SIGNED_IN_OVER, location.origin);
    return;
  }
  const wanted = safeRedirect(query.get('redirect'));
  const mustChange = answer.mustChangePassword === true || answer.user.mustChangePassword === true;
  // In place of this page: going back must not lead to it, as visiting it ends the session.
  location.replace(mustChange ? '/resetPassword' : wanted !== null && leadsTo(answer, wanted) ? wanted : HOME);
};

const AccountForm = ({
  filled,
}: {
  readonly filled: { readonly account: string; readonly password: string } | null;
}): ReactElement => {
  const [account, setAccount] = useState(localStorage.getItem(REMEMBER_KEY) ?? '');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(localStorage.getItem(REMEMBER_KEY) !== null);
  const [errors, setErrors] = useState<{ account?: string; password?: string; all?: string }>({});
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (!filled) return;
    // oxlint-disable-next-line react/set-state-in-effect -- a chosen demo account is typed in once, then edited freely
    setAccount(filled.account);
    setPassword(filled.password);
    setErrors({});
  }, [filled]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const missing = {
      ...(account.trim() === '' ? { account: '请输入账号' } : {}),
      ...(password === '' ? { password: '请输入密码' } : {}),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      const answer = await signIn(account.trim(), password);
      if (remember) localStorage.setItem(REMEMBER_KEY, account.trim());
      else localStorage.removeItem(REMEMBER_KEY);
      goOn(answer, (all) => setErrors({ all }));
    } catch (error) {
      setErrors({ all: failureOf(error) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      {errors.all ? (
        <p className="form-error" role="alert">
          {errors.all}
        </p>
      ) : null}
      <Field
        label="账号"
        name="account"
        autoComplete="username"
        autoCapitalize="none"
        value={account}
        error={errors.account}
        onChange={(event) => setAccount(event.target.value)}
      />
      <PasswordField
        label="密码"
        autoComplete="current-password"
        value={password}
        error={errors.password}
        onValue={setPassword}
      />
      <div className="form-row">
        <label className="check">
          <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
          {onPhonePage() ? '记住本机' : '记住账号'}
        </label>
        <a href="/resetPassword">忘记密码</a>
      </div>
      <button type="submit" className="submit" disabled={busy} aria-busy={busy}>
        {busy ? '正在登录…' : '登录'}
      </button>
    </form>
  );
};

/** How often it is looked whether the demo company is complete. */
const FILING_ASKED_MS = 10_000;

/** Sign-in by account or by phone; in demo mode, the demo company's accounts fill themselves in. */
export const LoginPage = (): ReactElement => {
  const [tab, setTab] = useState<TabKey>(onPhonePage() ? 'phone' : 'account');
  const [demo, setDemo] = useState<Demo | null>(null);
  const [filled, setFilled] = useState<{ account: string; password: string } | null>(null);
  const tabs = useRef<HTMLDivElement>(null);
  const reason = REASONS[query.get('reason') ?? ''];

  useEffect(() => {
    const controller = new AbortController();
    let again: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      try {
        const told = await demoAccounts({ signal: controller.signal });
        setDemo(told);
        noteFiling(told.filing);
        if (told.filing) again = setTimeout(() => void ask(), FILING_ASKED_MS);
      } catch {
        // Outside demo mode, or with no server, there is simply nothing to offer here.
        setDemo(null);
      }
    };
    void ask();
    return () => {
      controller.abort();
      clearTimeout(again);
    };
  }, []);

  const onArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const next = tab === 'account' ? 'phone' : 'account';
    setTab(next);
    tabs.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };

  return (
    <Layout icpNumber={demo?.icpNumber ?? null}>
      <div className="card">
        <h1>{onPhonePage() ? '登录衡能抄表' : '登录衡能'}</h1>
        {onPhonePage() && window.innerWidth > DESK_WIDTH ? (
          <p className="form-note">
            这是手机抄表的入口，建议用<a href="/Login">电脑端登录</a>
          </p>
        ) : null}
        {!onPhonePage() && !OVER && window.innerWidth < PHONE_WIDTH ? (
          <p className="form-note">
            在手机上抄表，可用<a href="/mobileLogin">移动端登录</a>
          </p>
        ) : null}
        {reason ? (
          <p className="form-note" role="status">
            {reason}
          </p>
        ) : null}
        {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- focus is on its tabs, as the tabs pattern wants */}
        <div className="tabs" role="tablist" aria-label="登录方式" ref={tabs} onKeyDown={onArrow}>
          {TABS.map(({ key, label }) => (
            <button
              key={key}
              type="button"
              role="tab"
              id={`tab-${key}`}
              aria-selected={tab === key}
              aria-controls={`panel-${key}`}
              tabIndex={tab === key ? 0 : -1}
              onClick={() => setTab(key)}
            >
              {label}
            </button>
          ))}
        </div>
        <div id={`panel-${tab}`} role="tabpanel" aria-labelledby={`tab-${tab}`}>
          {tab === 'account' ? (
            <AccountForm filled={filled} />
          ) : (
            <PhoneForm
              submitText="登录"
              onProve={async (phone, code, fail) => goOn(await signInByPhone(phone, code), fail)}
            />
          )}
        </div>
        {onPhonePage() ? (
          <p className="form-privacy">
            “记住本机”只记账号，不记密码。手机号只用于核对身份；读数与照片在上传前保存在这台手机上，只有您本人登录后能看到。
          </p>
        ) : null}
      </div>
      {demo?.demo && demo.accounts.length > 0 ? (
        <DemoAccounts
          demo={demo}
          onChoose={(account) => {
            setTab('account');
            setFilled({ account, password: demo.password ?? '' });
          }}
        />
      ) : null}
    </Layout>
  );
};
