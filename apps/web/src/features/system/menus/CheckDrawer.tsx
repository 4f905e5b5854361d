import { type menuIndex, menuSync, type OutputOf } from '@hengneng/contracts';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { CardTable } from '../../../ui/CardTable.tsx';
import { EmptyHint } from '../../../ui/feedback.tsx';
import { MENUS_CODE } from '../names.ts';

type Difference = OutputOf<typeof menuIndex>['differences'][number];

/** Where the menu and the program's routes differ; what is missing can be added, nothing goes. */
export const CheckDrawer = ({
  differences,
  onClose,
}: {
  readonly differences: readonly Difference[];
  readonly onClose: () => void;
}): ReactElement => {
  const sync = useWrite(menuSync, {
    said: ({ added }) => `已增加${added.length}项菜单`,
    renews: ['menus'],
    onDone: onClose,
  });
  const missing = differences.filter((one) => one.difference === '缺菜单').length;
  return (
    <AppDrawer
      open
      title="与程序路由核对"
      onClose={onClose}
      extra={
        missing > 0 && can(MENUS_CODE, 'edit') ? (
          <Button type="primary" loading={sync.isPending} onClick={() => sync.mutate({})}>
            从程序同步（增加{missing}项）
          </Button>
        ) : null
      }
    >
      {differences.length === 0 ? (
        <EmptyHint text="菜单与程序路由一致" />
      ) : (
        <CardTable
          label="核对"
          rows={differences}
          rowKey={(row) => row.ShortCode}
          columns={[
            { key: 'code', head: '短码', main: true, show: (row) => row.ShortCode },
            { key: 'route', head: '程序路由', show: (row) => row.route ?? '—' },
            { key: 'menu', head: '菜单', show: (row) => row.menu ?? '—' },
            { key: 'difference', head: '差异', show: (row) => row.difference },
          ]}
        />
      )}
    </AppDrawer>
  );
};
