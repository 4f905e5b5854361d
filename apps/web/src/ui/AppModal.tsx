import { Grid, Modal, type ModalProps } from 'antd';
import { type MouseEvent, type ReactElement, useEffect, useState } from 'react';
import { useTab } from '../lib/tab.tsx';
import { isSecondClick } from './first-click.ts';
import { HeldInput } from './held-input.ts';
import { useAskedClose } from './useAskedClose.ts';

interface Props extends Omit<ModalProps, 'onCancel'> {
  readonly onCancel: () => void;
  /** Whether people fill something in here that goes when it is closed. Left out: where there is something to confirm, or a form. */
  readonly holdsInput?: boolean;
}

/** What is typed into; what opens or is ticked by a press waits for one. */
const INPUTS = ':is(input[type="text"], input:not([type]), textarea):not(:disabled, [readonly], .ant-picker input)';

interface Held {
  readonly held: HeldInput;
}

const Shown = ({
  className,
  width,
  children,
  onOk,
  onCancel,
  holdsInput,
  held,
  ...rest
}: Props & Held): ReactElement => {
  const phone = Grid.useBreakpoint().sm === false;
  const { panel, close } = useAskedClose(held, onCancel, holdsInput ?? (onOk ? true : undefined));
  const { ref } = panel;
  useEffect(() => {
    // There is something to fill in, so that is where one begins. On a phone the keyboard would cover the rest.
    if (phone) return;
    const timer = setTimeout(() => {
      if (ref.current?.contains(document.activeElement) === false)
        ref.current.querySelector<HTMLElement>(INPUTS)?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [phone, ref]);
  return (
    <Modal
      open
      destroyOnHidden
      mask={{ closable: false }}
      okText="确定"
      cancelText="取消"
      {...rest}
      // The second press of a double click finds the dialog under it that the first one has opened.
      {...(onOk ? { onOk: (event: MouseEvent<HTMLButtonElement>) => isSecondClick(event) || onOk(event) } : {})}
      onCancel={(event) => isSecondClick(event) || close()}
      width={phone ? '100%' : (width ?? 560)}
      className={['app-modal', phone ? 'app-modal-full' : '', className ?? ''].join(' ').trim()}
      transitionName=""
      maskTransitionName=""
    >
      <div className="dialog-panel" {...panel}>
        {children}
      </div>
    </Modal>
  );
};

/** What was filled in is known as long as the dialog is open, also while another page is looked at. */
const Open = (props: Props): ReactElement | null => {
  const { isActive } = useTab();
  const [held] = useState(() => new HeldInput());
  return isActive ? <Shown {...props} held={held} /> : null;
};

/**
 * The only way to a dialog. It is mounted for each showing and gone when closed or when its tab is left: an antd Modal that is
 * left open inside a hidden `<Activity>` crashes when the tab comes back. On a phone it fills the screen. What was filled in does
 * not go without a question.
 */
export const AppModal = ({ open = true, ...rest }: Props): ReactElement | null => (open ? <Open {...rest} /> : null);
