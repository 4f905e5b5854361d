import { Dropdown, type DropdownProps } from 'antd';
import { type ReactElement, useRef } from 'react';

/** A menu that a button opens. Its first entry has the focus, so that arrow keys walk it at once; closed, it gives the focus back. */
export const ActionMenu = ({ menu, onOpenChange, ...rest }: DropdownProps): ReactElement => {
  const opener = useRef<Element | null>(null);
  const giveBack = () => {
    const { activeElement: now } = document;
    // A dialog that an entry has opened, or what was pressed beside the menu, has it by then.
    const lost = now === null || now === document.body || now.closest('.ant-dropdown') !== null;
    if (lost && opener.current instanceof HTMLElement) opener.current.focus();
  };
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      // Kept, it would begin at the entry that was looked at last.
      destroyOnHidden
      {...rest}
      onOpenChange={(open, info) => {
        if (open) opener.current = document.activeElement;
        else setTimeout(giveBack);
        onOpenChange?.(open, info);
      }}
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
};
