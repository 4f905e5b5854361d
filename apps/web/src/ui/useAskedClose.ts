import { type DOMAttributes, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useBackCloses } from './back-closes.ts';
import { useQuestions } from './confirm.ts';
import type { HeldInput } from './held-input.ts';
import { useFocusBack } from './useFocusBack.ts';

const CLOSE_UNSAVED = {
  title: '填写的内容还没有保存，确定关闭吗',
  okText: '关闭',
  cancelText: '继续填写',
} as const;

interface AskedClose {
  /** For the element around what the dialog shows. */
  readonly panel: Pick<DOMAttributes<HTMLElement>, 'onFocusCapture' | 'onPointerDownCapture'> & {
    readonly ref: RefObject<HTMLDivElement | null>;
  };
  /** Closes, after a question where something was put in. */
  readonly close: () => void;
}

/**
 * Keeps what was put into a dialog from going by a slip: a press beside it, Escape, the cross, going back, a reload.
 * @param held lives as long as the dialog is open, though its page may be hidden meanwhile
 * @param holds whether the dialog takes input at all; left out, it does where it has a form
 */
export const useAskedClose = (held: HeldInput, onClose: () => void, holds?: boolean): AskedClose => {
  const ref = useRef<HTMLDivElement>(null);
  const asking = useRef(false);
  const { confirm } = useQuestions();
  const latest = useRef<() => boolean>(() => false);
  useEffect(() => {
    latest.current = () => (holds ?? ref.current?.querySelector('form') != null) && held.isHeld();
  });
  useFocusBack();
  useLayoutEffect(() => () => held.leave(), [held]);
  useEffect(() => {
    const hold = (event: BeforeUnloadEvent) => {
      if (latest.current()) event.preventDefault();
    };
    addEventListener('beforeunload', hold);
    return () => removeEventListener('beforeunload', hold);
  }, []);
  const ask = async () => {
    asking.current = true;
    const sure = await confirm(CLOSE_UNSAVED);
    asking.current = false;
    if (sure) onClose();
  };
  const close = () => {
    if (asking.current) return;
    if (latest.current()) void ask();
    else onClose();
  };
  useBackCloses(close);
  return {
    panel: {
      ref,
      onFocusCapture: (event) => held.reach(event.target),
      onPointerDownCapture: (event) => held.reach(event.target),
    },
    close,
  };
};
