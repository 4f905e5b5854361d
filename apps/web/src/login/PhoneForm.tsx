import { type ReactElement, useState } from 'react';
import { PhoneCode, type PhoneErrors, phoneErrors } from './PhoneCode.tsx';
import { isCode, isPhone } from './rules.ts';

/** A phone proved by the code sent to it; what that is good for is the caller's. */
export const PhoneForm = ({
  submitText,
  onProve,
}: {
  readonly submitText: string;
  /** Says in words what else keeps one from going on; refusals of the server are thrown. */
  readonly onProve: (phone: string, code: string, fail: (text: string) => void) => Promise<void>;
}): ReactElement => {
  const [phone, setPhone] = useState('');
  const [code, setCode] = useState('');
  const [errors, setErrors] = useState<PhoneErrors>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (typed: string) => {
    if (busy) return;
    const wrong: PhoneErrors = {
      ...(isPhone(phone) ? {} : { phone: '请输入正确的手机号' }),
      ...(isCode(typed) ? {} : { code: '请输入6位验证码' }),
    };
    setErrors(wrong);
    setFailure('');
    if (wrong.phone || wrong.code) return;
    setBusy(true);
    try {
      await onProve(phone, typed, setFailure);
    } catch (error) {
      const { all, ...atFields } = phoneErrors(error);
      setErrors(atFields);
      setFailure(all ?? '');
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(code);
      }}
    >
      {failure === '' ? null : (
        <p className="form-error" role="alert">
          {failure}
        </p>
      )}
      <PhoneCode
        phone={phone}
        code={code}
        errors={errors}
        onPhone={setPhone}
        onCode={setCode}
        onFull={(full) => void submit(full)}
        onErrors={setErrors}
      />
      <button type="submit" className="submit" disabled={busy} aria-busy={busy}>
        {busy ? '正在核对…' : submitText}
      </button>
    </form>
  );
};
