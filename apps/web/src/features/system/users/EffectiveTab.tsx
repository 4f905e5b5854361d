import { menuEnumIndex, userEffective } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Table } from 'antd';
import { type ReactElement, useMemo } from 'react';
import { callApi } from '../../../lib/api.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';

export const useMenuEnum = () =>
  useQuery({
    queryKey: ['menuEnum'],
    queryFn: ({ signal }) => callApi(menuEnumIndex, {}, { signal }),
    staleTime: 60_000,
  });

/** What a person can really see and do, and by which role. */
export const EffectiveTab = ({ userId }: { readonly userId: string }): ReactElement => {
  const { data, error, refetch } = useQuery({
    queryKey: ['users', 'effective', userId],
    queryFn: ({ signal }) => callApi(userEffective, { userId }, { signal }),
    staleTime: 0,
  });
  const buttons = useMenuEnum().data?.buttons;
  const names = useMemo(() => new Map((buttons ?? []).map((one) => [one.code, one.name])), [buttons]);
  if (error) return <ErrorRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonDelay />;
  return (
    <div className="stack">
      <section>
        <h3>数据范围</h3>
        {data.scopes.length === 0 ? <p>没有数据范围，只能看到参与过的单据。</p> : null}
        <ul className="plain-list">
          {data.scopes.map((one) => (
            <li key={one.scope}>
              {one.label}
              <small>来自 {one.roles.join('、')}</small>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>可见的敏感字段</h3>
        {data.classes.length === 0 ? <p>没有。</p> : null}
        <ul className="plain-list">
          {data.classes.map((one) => (
            <li key={one.dataClass}>
              {one.label}
              <small>来自 {one.roles.join('、')}</small>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>菜单与按钮</h3>
        <Table
          size="small"
          rowKey="ShortCode"
          dataSource={data.menus}
          pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
          locale={{ emptyText: <EmptyHint text="没有任何菜单" /> }}
          columns={[
            { title: '菜单', dataIndex: 'name' },
            {
              title: '按钮',
              key: 'buttons',
              render: (_, row) => row.buttons.map((one) => names.get(one.code) ?? one.code).join('、') || '—',
            },
            { title: '来自角色', key: 'roles', render: (_, row) => row.roles.join('、') || '—' },
          ]}
        />
      </section>
    </div>
  );
};
