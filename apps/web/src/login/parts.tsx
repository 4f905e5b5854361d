import { type InputHTMLAttributes, type ReactElement, type ReactNode, useEffect, useId, useState } from 'react';

/** A labelled input with its error beneath, tied together for screen readers. */
export const Field = ({
  label,
  error,
  hint,
  after,
  ...input
}: {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  readonly after?: ReactNode;
} & InputHTMLAttributes<HTMLInputElement>): ReactElement => {
  const id = useId();
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].join(' ').trim();
  return (
    <div className={error ? 'field field-bad' : 'field'}>
      <label htmlFor={id}>{label}</label>
      <div className="field-box">
        <input
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={described === '' ? undefined : described}
          {...input}
        />
        {after}
      </div>
      {hint ? (
        <div id={`${id}-hint`} className="field-hint">
          {hint}
        </div>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
};

/** A password that can be looked at, and that says when caps lock is on. */
export const PasswordField = ({
  label,
  value,
  onValue,
  error,
  autoComplete,
  hint,
}: {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly error?: string | undefined;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly hint?: ReactNode;
}): ReactElement => {
  const [shown, setShown] = useState(false);
  const [caps, setCaps] = useState(false);
  return (
    <Field
      label={label}
      type={shown ? 'text' : 'password'}
      value={value}
      autoComplete={autoComplete}
      error={error}
      hint={caps ? '大写锁定已打开' : hint}
      onChange={(event) => onValue(event.target.value)}
      onKeyUp={(event) => setCaps(event.getModifierState('CapsLock'))}
      onBlur={() => setCaps(false)}
      after={
        <button type="button" className="field-button" aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? '隐藏' : '显示'}
        </button>
      }
    />
  );
};

/** Counts down to 0, a second at a time, from whatever it is started with. */
export const useCountdown = (): readonly [number, (seconds: number) => void] => {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft];
};
