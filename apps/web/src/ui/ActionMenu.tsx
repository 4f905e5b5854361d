import { Dropdown, type DropdownProps } from 'antd';
import type { ReactElement } from 'react';

/** A menu that a button opens. Its first entry has the focus, so that arrow keys walk it at once; Escape gives the focus back. */
export const ActionMenu = ({ menu, ...rest }: DropdownProps): ReactElement => (
  <Dropdown
    trigger={['click']}
    autoFocus
    {...rest}
    menu={{
      ...menu,
      onClick: (info) => {
        // The same Enter would go on to press what has the focus by then: the button that closes the dialog which the entry has opened.
        if (info.domEvent.type === 'keydown') info.domEvent.preventDefault();
        menu?.onClick?.(info);
      },
    }}
  />
);
