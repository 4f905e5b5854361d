import { type FormEvent, type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { messageOf } from '../lib/api.ts';
import { safeRedirect } from '../lib/session.ts';
import { type Demo, demoAccounts, mayOpen, type SignInAnswer, signIn, signInByPhone, takeSession } from './calls.ts';
import { Layout } from './Layout.tsx';
import { PhoneCode, type PhoneErrors, phoneErrors } from './PhoneCode.tsx';
import { Field, PasswordField } from './parts.tsx';
import { isCode, isPhone } from './rules.ts';

const REMEMBER_KEY = 'hengneng.account';
const TABS = [
  { key: 'account', label: '账号登录' },
  { key: 'phone', label: '手机登录' },
] as const;
type TabKey = (typeof TABS)[number]['key'];

const REASONS: Readonly<Record<string, string>> = {
  expired: '登录已过期，请重新登录',
  signedOut: '您已在其他页面退出登录',
  changed: '密码已修改，请重新登录',
};

const query = new URLSearchParams(location.search);

/** Goes on to the wanted page if the person may open it, else to the workbench. */
const goOn = (answer: SignInAnswer, fail: (text: string) => void): void => {
  if (!takeSession(answer)) {
    fail('账号尚未分配菜单，请联系管理员');
    return;
  }
  const wanted = safeRedirect(query.get('redirect'));
  const mustChange = answer.mustChangePassword === true || answer.user.mustChangePassword === true;
  location.assign(mustChange ? '/resetPassword' : wanted !== null && mayOpen(answer, wanted) ? wanted : '/main');
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
      setErrors({ all: messageOf(error) });
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
          记住账号
        </label>
        <a href="/resetPassword">忘记密码</a>
      </div>
      <button type="submit" className="submit" disabled={busy} aria-busy={busy}>
        {busy ? '正在登录…' : '登录'}
      </button>
    </form>
  );
};

const PhoneForm = (): ReactElement => {
  const [phone, setPhone] = useState('');
  const [code, setCode] = useState('');
  const [errors, setErrors] = useState<PhoneErrors>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const wrong: PhoneErrors = {
      ...(isPhone(phone) ? {} : { phone: '请输入正确的手机号' }),
      ...(isCode(code) ? {} : { code: '请输入6位验证码' }),
    };
    setErrors(wrong);
    setFailure('');
    if (wrong.phone || wrong.code) return;
    setBusy(true);
    try {
      goOn(await signInByPhone(phone, code), setFailure);
    } catch (error) {
      const { all, ...atFields } = phoneErrors(error);
      setErrors(atFields);
      setFailure(all ?? '');
    } finally {
      setBusy(false);
    }
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      {failure === '' ? null : (
        <p className="form-error" role="alert">
          {failure}
        </p>
      )}
      <PhoneCode phone={phone} code={code} errors={errors} onPhone={setPhone} onCode={setCode} onErrors={setErrors} />
      <button type="submit" className="submit" disabled={busy} aria-busy={busy}>
        {busy ? '正在登录…' : '登录'}
      </button>
    </form>
  );
};

/** Sign-in by account or by phone; in demo mode, the demo company's accounts fill themselves in. */
export const LoginPage = (): ReactElement => {
  const [tab, setTab] = useState<TabKey>('account');
  const [demo, setDemo] = useState<Demo | null>(null);
  const [filled, setFilled] = useState<{ account: string; password: string } | null>(null);
  const tabs = useRef<HTMLDivElement>(null);
  const reason = REASONS[query.get('reason') ?? ''];

  useEffect(() => {
    const controller = new AbortController();
    // Outside demo mode, or with no server, there is simply nothing to offer here.
    demoAccounts({ signal: controller.signal }).then(setDemo, () => setDemo(null));
    return () => controller.abort();
  }, []);

  const onArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const next = tab === 'account' ? 'phone' : 'account';
    setTab(next);
    tabs.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };

  return (
    <Layout>
      <div className="card">
        <h1>登录衡能</h1>
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
          {tab === 'account' ? <AccountForm filled={filled} /> : <PhoneForm />}
        </div>
      </div>
      {demo?.demo && demo.accounts.length > 0 ? (
        <section className="demo" aria-labelledby="demo-title">
          <h2 id="demo-title">演示账号</h2>
          <p>以下为演示数据，点击即填入{demo.password ? `（密码 ${demo.password}）` : ''}。</p>
          <ul>
            {demo.accounts.map((one) => (
              <li key={one.account}>
                <button
                  type="button"
                  onClick={() => {
                    setTab('account');
                    setFilled({ account: one.account, password: demo.password ?? '' });
                  }}
                >
                  <span>{one.role}</span>
                  <small>{one.account}</small>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </Layout>
  );
};
