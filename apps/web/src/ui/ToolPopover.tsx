import { Popover, type PopoverProps } from 'antd';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';

const FOCUSABLE = 'input:not([disabled]),button:not([disabled]),a[href]';

/**
 * Controls beside a button, over the page. They stand at the end of the document, where Tab would never come: opened by a key, the first of them
 * has the focus, and Escape gives it back to the button.
 */
export const ToolPopover = ({
  content,
  children,
  ...rest
}: Omit<PopoverProps, 'content' | 'trigger' | 'open' | 'onOpenChange' | 'afterOpenChange'> & {
  /** It may be told how to close; then it is there only while it is shown. */
  readonly content: ReactNode | ((close: () => void) => ReactNode);
}): ReactElement => {
  const [open, setOpen] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const button = useRef<Element | null>(null);
  return (
    <Popover
      {...rest}
      trigger="click"
      open={open}
      onOpenChange={(next) => {
        if (next) button.current = document.activeElement;
        setOpen(next);
      }}
      afterOpenChange={(shown) => {
        // Whoever uses a pointer needs no focus there, and on a phone it would bring up the keyboard.
        if (!shown || button.current?.matches(':focus-visible') !== true) return;
        const first = body.current?.querySelector<HTMLElement>(FOCUSABLE);
        // What is still on its way comes before what is there already.
        if (first != null && body.current?.querySelector('[aria-busy="true"]') === null) first.focus();
        else body.current?.focus();
      }}
      content={
        <div
          ref={body}
          role="presentation"
          tabIndex={-1}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            setOpen(false);
            if (button.current instanceof HTMLElement) button.current.focus();
          }}
        >
          {typeof content === 'function' ? open && content(() => setOpen(false)) : content}
        </div>
      }
    >
      {children}
    </Popover>
  );
};
