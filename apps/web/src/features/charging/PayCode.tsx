/** A payer's code as it is scanned or typed, and waiting for what comes of it. */
import { Input, type InputRef } from 'antd';
import { type ReactElement, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import './pay-code.css';

/** How often the result is asked for. */
const ASK_MS = 2_500;

export const PayCodeField = ({
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
