import { type ReactElement, useState } from 'react';
import { ApiError } from '../lib/api.ts';
import { failureOf, sendCode } from './calls.ts';
import { Field, useCountdown } from './parts.tsx';
import { isCode, isPhone } from './rules.ts';

export interface PhoneErrors {
  readonly phone?: string | undefined;
  readonly code?: string | undefined;
}

/** The server's refusal at the field it is about; `all` where it is about none. */
export const phoneErrors = (error: unknown): PhoneErrors & { readonly all?: string } => {
  const found = error instanceof ApiError ? error.errors : [];
  const phone = found.find((one) => one.path === 'phone')?.message;
  const code = found.find((one) => one.path === 'code')?.message;
  return phone || code ? { phone, code } : { all: failureOf(error) };
};

/** Phone number and the code sent to it, with the wait until the next one may be sent. */
export const PhoneCode = ({
  phone,
  code,
  errors,
  onPhone,
  onCode,
  onFull,
  onErrors,
}: {
  readonly phone: string;
  readonly code: string;
  readonly errors: PhoneErrors;
  readonly onPhone: (text: string) => void;
  readonly onCode: (text: string) => void;
  /** All six digits are there: nothing else has to be pressed. */
  readonly onFull?: ((code: string) => void) | undefined;
  readonly onErrors: (errors: PhoneErrors) => void;
}): ReactElement => {
  const [left, setLeft] = useCountdown();
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (!isPhone(phone)) {
      onErrors({ phone: '请输入正确的手机号' });
      return;
    }
    onErrors({});
    setBusy(true);
    try {
      const { seconds } = await sendCode(phone);
      setLeft(seconds);
      setSent(true);
    } catch (error) {
      onErrors({ phone: phoneErrors(error).phone ?? failureOf(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Field
        label="手机号"
        inputMode="numeric"
        autoComplete="tel"
        maxLength={11}
        value={phone}
        error={errors.phone}
        onChange={(event) => onPhone(event.target.value.trim())}
      />
      <Field
        label="验证码"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={code}
        error={errors.code}
        hint={sent ? '验证码已发送，5分钟内有效' : undefined}
        onChange={(event) => {
          const typed = event.target.value.trim();
          onCode(typed);
          if (isCode(typed) && typed !== code) onFull?.(typed);
        }}
        after={
          <button type="button" className="field-button" disabled={busy || left > 0} onClick={() => void send()}>
            {left > 0 ? `${left}秒后再获取` : '获取验证码'}
          </button>
        }
      />
    </>
  );
};
