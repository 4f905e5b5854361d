import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import UpOutlined from '@ant-design/icons/es/icons/UpOutlined';
import { Button, Grid } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';

/** What stands left of a page's content. On a narrow screen it stays behind a button until it is wanted, and closes with a choice. */
export const SideTree = ({
  label,
  chosen,
  first = false,
  children,
}: {
  readonly label: string;
  readonly chosen: string | undefined;
  /** There is nothing beside it before a choice: it is open until then. */
  readonly first?: boolean;
  readonly children: ReactNode;
}): ReactElement => {
  const wide = Grid.useBreakpoint().lg !== false;
  // Opened for the choice as it was then: another one closes it.
  const [openFor, setOpenFor] = useState<{ readonly chosen: string | undefined } | null>(
    first && chosen === undefined ? { chosen } : null,
  );
  const open = openFor !== null && openFor.chosen === chosen;
  if (wide)
    return (
      <aside className="surface split-side" aria-label={label}>
        {children}
      </aside>
    );
  return (
    <aside aria-label={label}>
      <Button
        block
        aria-expanded={open}
        icon={open ? <UpOutlined /> : <DownOutlined />}
        onClick={() => setOpenFor(open ? null : { chosen })}
      >
        {open ? `收起${label}` : `选择${label}`}
      </Button>
      {open ? <div className="surface split-side split-side-open">{children}</div> : null}
    </aside>
  );
};
