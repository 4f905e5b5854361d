import { Drawer, type DrawerProps, Flex, Grid } from 'antd';
import type { ReactElement } from 'react';
import { useTab } from '../lib/tab.tsx';

/** The only way to a drawer, for the same reason as `AppModal`. On a phone it fills the screen. */
export const AppDrawer = ({
  open = true,
  width = 640,
  extra,
  ...rest
}: Omit<DrawerProps, 'size' | 'width'> & { readonly width?: number }): ReactElement | null => {
  const phone = Grid.useBreakpoint().sm === false;
  const { isActive } = useTab();
  if (!open || !isActive) return null;
  const beside = extra ? (
    <Flex align="center" gap={12}>
      {extra}
    </Flex>
  ) : null;
  return <Drawer open destroyOnHidden {...rest} extra={beside} size={phone ? '100%' : width} />;
};
