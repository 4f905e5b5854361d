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
  readonly content: ReactNode;
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
        if (shown && button.current?.matches(':focus-visible'))
          body.current?.querySelector<HTMLElement>(FOCUSABLE)?.focus();
      }}
      content={
        <div
          ref={body}
          role="presentation"
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            setOpen(false);
            if (button.current instanceof HTMLElement) button.current.focus();
          }}
        >
          {content}
        </div>
      }
    >
      {children}
    </Popover>
  );
};
