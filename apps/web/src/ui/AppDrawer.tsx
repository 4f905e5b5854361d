import { Drawer, type DrawerProps, Grid } from 'antd';
import type { ReactElement } from 'react';
import { useTab } from '../lib/tab.tsx';

/** The only way to a drawer, for the same reason as `AppModal`. On a phone it fills the screen. */
export const AppDrawer = ({
  open = true,
  width = 640,
  ...rest
}: Omit<DrawerProps, 'size' | 'width'> & { readonly width?: number }): ReactElement | null => {
  const phone = Grid.useBreakpoint().sm === false;
  const { isActive } = useTab();
  if (!open || !isActive) return null;
  return <Drawer open destroyOnHidden {...rest} size={phone ? '100%' : width} />;
};
