import { type FormEvent, type ReactElement, useState } from 'react';
import { ApiError, messageOf } from '../lib/api.ts';
import { clearSession, isSignedIn, startSession, useSession } from '../lib/session.ts';
import { changePassword, proveByPhone } from './calls.ts';
import { Layout } from './Layout.tsx';
import { PasswordField } from './parts.tsx';
import { PhoneForm } from './PhoneForm.tsx';
import { passwordProblem, STRENGTH_NAMES, strength } from './rules.ts';

const Meter = ({ password }: { readonly password: string }): ReactElement => {
  const level = strength(password);
  return (
    <span className="strength">
      <span className={`strength-bar strength-${level}`} aria-hidden="true" />
      {level === 0 ? '至少10位，含大写、小写、数字、符号中三类' : `强度：${STRENGTH_NAMES[level]}`}
    </span>
  );
};

const STEPS = ['验证手机', '设新密码', '完成'] as const;

const Steps = ({ at }: { readonly at: number }): ReactElement => (
  <ol className="steps" aria-label="步骤">
    {STEPS.map((name, index) => (
      <li key={name} aria-current={index === at ? 'step' : undefined} className={index < at ? 'step-done' : ''}>
        {name}
      </li>
    ))}
  </ol>
);

type Errors = { readonly old?: string; readonly fresh?: string; readonly again?: string; readonly all?: string };

/** Server paths → fields of this form. */
const toErrors = (error: unknown): Errors => {
  const found = error instanceof ApiError ? error.errors : [];
  const of = (path: string) => found.find((one) => one.path === path)?.message;
  const old = of('oldPassword');
  const fresh = of('newPassword');
  return {
    ...(old ? { old } : {}),
    ...(fresh ? { fresh } : {}),
    ...(old || fresh ? {} : { all: messageOf(error) }),
  };
};

const NewPassword = ({
  account,
  withOld,
  onDone,
}: {
  readonly account: string;
  readonly withOld: boolean;
  readonly onDone: () => void;
}): ReactElement => {
  const [old, setOld] = useState('');
  const [fresh, setFresh] = useState('');
  const [again, setAgain] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const problem = passwordProblem(fresh, account);
    const wrong: Errors = {
      ...(withOld && old === '' ? { old: '请输入旧密码' } : {}),
      ...(problem ? { fresh: problem } : {}),
      ...(again === fresh ? {} : { again: '两次输入的密码不一致' }),
    };
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      await changePassword(fresh, withOld ? old : null);
      onDone();
    } catch (error) {
      setErrors(toErrors(error));
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
      {withOld ? (
        <PasswordField label="旧密码" autoComplete="current-password" value={old} onValue={setOld} error={errors.old} />
      ) : null}
      <PasswordField
        label="新密码"
        autoComplete="new-password"
        value={fresh}
        onValue={setFresh}
        error={errors.fresh}
        hint={<Meter password={fresh} />}
      />
      <PasswordField
        label="确认新密码"
        autoComplete="new-password"
        value={again}
        onValue={setAgain}
        error={errors.again}
      />
      <button type="submit" className="submit" disabled={busy} aria-busy={busy}>
        {busy ? '正在保存…' : '确定'}
      </button>
    </form>
  );
};

/** With a session: change the password. Without: prove the phone, then set a new one. */
export const ResetPage = (): ReactElement => {
  const user = useSession((state) => state.user);
  // Who has only proved the phone is nobody yet, also after a reload: there is no old password to ask for.
  const [signedIn] = useState(() => isSignedIn() && user !== null);
  const [step, setStep] = useState(() => (isSignedIn() && !signedIn ? 1 : 0));
  const [phone, setPhone] = useState('');
  const finish = () => {
    clearSession('samePerson');
    if (signedIn) location.assign('/Login?reason=changed');
    else setStep(2);
  };
  return (
    <Layout>
      <div className="card">
        <h1>{signedIn ? '修改密码' : '重置密码'}</h1>
        {user?.mustChangePassword ? (
          <p className="form-note" role="status">
            请先修改密码
          </p>
        ) : null}
        {signedIn ? (
          <NewPassword account={user?.account ?? ''} withOld onDone={finish} />
        ) : (
          <>
            <Steps at={step} />
            {step === 0 ? (
              <PhoneForm
                submitText="下一步"
                onProve={async (proved, code) => {
                  const { userId, token } = await proveByPhone(proved, code);
                  // Kept only until the password is changed: the server lets this token do nothing else.
                  startSession({ user: null, userId, token, menuList: [], functionList: [] });
                  setPhone(proved);
                  setStep(1);
                }}
              />
            ) : null}
            {step === 1 ? <NewPassword account={phone} withOld={false} onDone={finish} /> : null}
            {step === 2 ? (
              <p className="form-note" role="status">
                密码已修改，请重新登录
              </p>
            ) : null}
          </>
        )}
        <p className="card-foot">
          {signedIn && !user?.mustChangePassword ? <a href="/main">返回工作台</a> : <a href="/Login">返回登录</a>}
        </p>
      </div>
    </Layout>
  );
};
