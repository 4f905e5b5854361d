import { Grid, Modal, type ModalProps } from 'antd';
import type { ReactElement } from 'react';
import { useTab } from '../lib/tab.tsx';

/**
 * The only way to a dialog. It is mounted for each showing and gone when closed or when its tab is left: an antd Modal that is
 * left open inside a hidden `<Activity>` crashes when the tab comes back. On a phone it fills the screen.
 */
export const AppModal = ({ open = true, className, width, ...rest }: ModalProps): ReactElement | null => {
  const phone = Grid.useBreakpoint().sm === false;
  const { isActive } = useTab();
  if (!open || !isActive) return null;
  return (
    <Modal
      open
      destroyOnHidden
      mask={{ closable: false }}
      okText="确定"
      cancelText="取消"
      {...rest}
      width={phone ? '100%' : (width ?? 560)}
      className={['app-modal', phone ? 'app-modal-full' : '', className ?? ''].join(' ').trim()}
      transitionName=""
      maskTransitionName=""
    />
  );
};
