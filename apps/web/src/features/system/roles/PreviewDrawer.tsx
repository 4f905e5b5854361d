import { rolePreview } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Drawer, Table } from 'antd';
import type { ReactElement } from 'react';
import { callApi } from '../../../lib/api.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';

/** What somebody with this role alone sees, as saved; nothing can be changed here. */
export const PreviewDrawer = ({
  roleId,
  onClose,
}: {
  readonly roleId: string;
  readonly onClose: () => void;
}): ReactElement => {
  const { data, error, refetch } = useQuery({
    queryKey: ['roles', 'preview', roleId],
    queryFn: ({ signal }) => callApi(rolePreview, { roleId }, { signal }),
    staleTime: 0,
  });
  return (
    <Drawer open size={760} title={`试看 ${data?.roleName ?? ''}`} onClose={onClose}>
      {error ? <ErrorRetry error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonDelay /> : null}
      {data ? (
        <>
          <p>数据范围：{data.scopes.map((one) => one.name).join('、') || '没有，只能看到参与过的单据'}</p>
          {data.exceptions.length > 0 ? (
            <p>其中：{data.exceptions.map((one) => `${one.name} ${one.scopes}`).join('；')}</p>
          ) : null}
          <p>
            可见的敏感字段：
            {data.classes.map((one) => `${one.name}${one.exportable ? '（可导出）' : ''}`).join('、') || '没有'}
          </p>
          <Table
            size="small"
            rowKey="ShortCode"
            dataSource={data.menus.filter((menu) => !menu.group)}
            pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
            locale={{ emptyText: <EmptyHint text="没有任何菜单" /> }}
            columns={[
              { title: '菜单', dataIndex: 'name' },
              {
                title: '归属',
                dataIndex: 'list',
                width: 90,
                render: (list: string) => (list === 'menuList' ? '网页' : '功能'),
              },
              {
                title: '按钮',
                key: 'buttons',
                render: (_, row) => row.buttons.map((one) => one.name).join('、') || '—',
              },
            ]}
          />
        </>
      ) : null}
    </Drawer>
  );
};
