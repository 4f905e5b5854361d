import { Drawer, type DrawerProps, Flex, Grid } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useTab } from '../lib/tab.tsx';
import { isSecondClick } from './first-click.ts';
import { HeldInput } from './held-input.ts';
import { useAskedClose } from './useAskedClose.ts';

interface Props extends Omit<DrawerProps, 'size' | 'width' | 'onClose' | 'footer'> {
  readonly width?: number;
  readonly onClose: () => void;
  /** What is at its foot; it may be told how to close after a question where something was filled in. */
  readonly footer?: ReactNode | ((close: () => void) => ReactNode);
  /** Whether people fill something in here that goes when it is closed. Left out: where there is a form. */
  readonly holdsInput?: boolean;
}

interface Held {
  readonly held: HeldInput;
}

const Shown = ({
  width = 640,
  extra,
  children,
  footer,
  onClose,
  holdsInput,
  held,
  ...rest
}: Props & Held): ReactElement => {
  const phone = Grid.useBreakpoint().sm === false;
  const { panel, close } = useAskedClose(held, onClose, holdsInput);
  const beside = extra ? (
    <Flex align="center" gap={12}>
      {extra}
    </Flex>
  ) : null;
  return (
    <Drawer
      open
      destroyOnHidden
      {...rest}
      onClose={(event) => ('detail' in event && isSecondClick(event)) || close()}
      footer={typeof footer === 'function' ? footer(close) : footer}
      extra={beside}
      size={phone ? '100%' : width}
    >
      <div className="dialog-panel" {...panel}>
        {children}
      </div>
    </Drawer>
  );
};

/** What was filled in is known as long as the dialog is open, also while another page is looked at. */
const Open = (props: Props): ReactElement | null => {
  const { isActive } = useTab();
  const [held] = useState(() => new HeldInput());
  return isActive ? <Shown {...props} held={held} /> : null;
};

/** The only way to a drawer, for the same reasons as `AppModal`. On a phone it fills the screen. */
export const AppDrawer = ({ open = true, ...rest }: Props): ReactElement | null => (open ? <Open {...rest} /> : null);
