/** A payer's code as it is scanned or typed, and waiting for what comes of it. */
import { Button, Input, type InputRef } from 'antd';
import { type ReactElement, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import './pay-code.css';

/** How often the result is asked for. */
const ASK_MS = 2_500;

const PayCodeField = ({
  field,
  placeholder,
  value,
  onChange,
  onEnter,
  simulated,
}: {
  readonly field: RefObject<InputRef | null>;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly onEnter: () => void;
  /** Played by the demo, which says what codes do. */
  readonly simulated: boolean;
}): ReactElement => (
  <>
    <Input
      ref={field}
      aria-label="付款码"
      placeholder={placeholder}
      inputMode="numeric"
      autoComplete="off"
      maxLength={24}
      value={value}
      onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, ''))}
      onPressEnter={onEnter}
    />
    {simulated ? (
      <p className="pay-note">
        演示模拟器：18 位、13 开头的数字为微信付款码，28 开头的为支付宝付款码；末位 1 等待输密码后成功，2 余额不足，3
        一直无结果，其余立即成功。
      </p>
    ) : null}
  </>
);

/** Asks again and again while something is open; one question at a time. */
export const useAsking = (
  open: boolean,
  question: () => Promise<void>,
  onFailed: (message: string) => void,
): { readonly asking: boolean; readonly askNow: () => void } => {
  const [asking, setAsking] = useState(false);
  const ask = async () => {
    if (asking) return;
    setAsking(true);
    try {
      await question();
    } catch (error) {
      onFailed(messageOf(error));
    } finally {
      setAsking(false);
    }
  };
  const again = useEffectEvent(() => void ask());
  useEffect(() => {
    if (!open) return;
    const timer = setInterval(again, ASK_MS);
    return () => clearInterval(timer);
  }, [open]);
  return { asking, askNow: () => void ask() };
};

/** Taking by a payer's code: it is scanned, what comes of it is waited for, and what went wrong is said without losing the place. */
export const PayDialog = ({
  title,
  entry,
  waiting,
  done = null,
  failure,
  onClose,
}: {
  readonly title: string;
  readonly entry: {
    readonly placeholder: string;
    readonly simulated: boolean;
    /** What the button says. */
    readonly action: string;
    readonly busy: boolean;
    /** What became of the last time; empty without one. */
    readonly last: string;
    readonly onSend: (code: string) => void;
  };
  /** While a payment is under way; null otherwise. */
  readonly waiting: {
    readonly words: string;
    readonly reason: string;
    /** What closing the dialog means. */
    readonly note: string;
    readonly asking: boolean;
    readonly onAsk: () => void;
    readonly actions?: ReactNode;
  } | null;
  /** Once there is nothing left to do. */
  readonly done?: string | null;
  readonly failure: string;
  readonly onClose: () => void;
}): ReactElement => {
  const [code, setCode] = useState('');
  const field = useRef<InputRef>(null);
  const send = () => {
    if (code === '' || entry.busy || waiting !== null) return;
    entry.onSend(code);
    setCode('');
  };
  return (
    <AppModal
      title={title}
      onCancel={onClose}
      afterOpenChange={(shown) => {
        if (shown) field.current?.focus();
      }}
      footer={
        done !== null ? (
          <Button type="primary" onClick={onClose}>
            完成
          </Button>
        ) : waiting !== null ? (
          <>
            {waiting.actions}
            <Button type="primary" loading={waiting.asking} onClick={waiting.onAsk}>
              查询结果
            </Button>
          </>
        ) : (
          <Button type="primary" loading={entry.busy} disabled={code === ''} onClick={send}>
            {entry.action}
          </Button>
        )
      }
    >
      {done !== null ? (
        <p role="status">
          <strong>{done}</strong>
        </p>
      ) : waiting !== null ? (
        <div role="status">
          <p>
            <strong>{waiting.words}</strong>
          </p>
          {waiting.reason === '' ? null : <p>{waiting.reason}</p>}
          <p className="pay-note">{waiting.note}</p>
        </div>
      ) : (
        <>
          {entry.last === '' ? null : (
            <p className="field-error" role="alert">
              {entry.last}
            </p>
          )}
          <PayCodeField
            field={field}
            placeholder={entry.placeholder}
            value={code}
            onChange={setCode}
            onEnter={send}
            simulated={entry.simulated}
          />
        </>
      )}
      {failure === '' ? null : (
        <p className="field-error" role="alert">
          {failure}
        </p>
      )}
    </AppModal>
  );
};
