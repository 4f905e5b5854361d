import { Button } from 'antd';
import type { ReactElement } from 'react';
import { can } from '../../../lib/permission.ts';
import { POINT_SET } from './common.ts';

/** A name that opens what may be edited. */
export const NameCell = ({ name, onOpen }: { readonly name: string; readonly onOpen: () => void }): ReactElement =>
  can(POINT_SET, 'edit') ? (
    <Button type="link" size="small" className="cell-link" onClick={onOpen}>
      {name}
    </Button>
  ) : (
    <>{name}</>
  );
