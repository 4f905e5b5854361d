import { menuEnumIndex, type OutputOf, userEffective } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Table } from 'antd';
import { type ReactElement, useMemo } from 'react';
import { callApi } from '../../../lib/api.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';

type Options = OutputOf<typeof menuEnumIndex>;

export const useMenuEnum = () =>
  useQuery({
    queryKey: ['menuEnum'],
    queryFn: ({ signal }) => callApi(menuEnumIndex, {}, { signal }),
    staleTime: 60_000,
  });

type Effective = OutputOf<typeof userEffective>;

/** A heading or menu of the tree. */
interface Line {
  readonly key: string;
  readonly name: string;
  readonly menu: Effective['menus'][number] | null;
  readonly children?: readonly Line[];
}

/** Menus under their headings, as the person finds them. */
const treeOf = (menus: Effective['menus'], all: Options['menus']): readonly Line[] => {
  const held = new Map(menus.map((menu) => [menu.ShortCode, menu]));
  const below = (parent: string | null): readonly Line[] =>
    all
      .filter((menu) => menu.parent === parent)
      .flatMap((menu): Line[] => {
        const children = below(menu.ShortCode);
        const own = held.get(menu.ShortCode) ?? null;
        if (own === null && children.length === 0) return [];
        const line = { key: menu.ShortCode, name: menu.T_MenuName, menu: own };
        return [children.length > 0 ? { ...line, children } : line];
      });
  const pages = new Set(all.filter((menu) => menu.list === 'functionList').map((menu) => menu.ShortCode));
  const top = below(null);
  const [inMenu, opened] = [top.filter(({ key }) => !pages.has(key)), top.filter(({ key }) => pages.has(key))];
  // Forms and the like are opened from their lists; they stand under no heading of the menu.
  return opened.length === 0
    ? inMenu
    : [...inMenu, { key: '', name: '由列表打开的页面', menu: null, children: opened }];
};

const From = ({ roles }: { readonly roles: readonly string[] }) => <small>来自 {roles.join('、')}</small>;

/** What a person can really see and do, and by which role. */
export const EffectiveTab = ({ userId }: { readonly userId: string }): ReactElement => {
  const { data, error, refetch } = useQuery({
    queryKey: ['users', 'effective', userId],
    queryFn: ({ signal }) => callApi(userEffective, { userId }, { signal }),
    staleTime: 0,
  });
  const options = useMenuEnum();
  const names = useMemo(
    () => new Map((options.data?.buttons ?? []).map((one) => [one.code, one.name])),
    [options.data],
  );
  const tree = useMemo(() => treeOf(data?.menus ?? [], options.data?.menus ?? []), [data, options.data]);
  const failure = error ?? options.error;
  if (failure) return <ErrorRetry error={failure} onRetry={() => void Promise.all([refetch(), options.refetch()])} />;
  if (!data || !options.data) return <SkeletonDelay />;
  return (
    <div className="stack">
      <section>
        <h3>数据范围</h3>
        {data.scopes.length === 0 ? <p>没有数据范围，只能看到参与过的单据。</p> : null}
        <ul className="plain-list">
          {data.scopes.map((one) => (
            <li key={one.scope}>
              {one.label}
              <From roles={one.roles} />
            </li>
          ))}
        </ul>
      </section>
      {data.limits.length > 0 ? (
        <section>
          <h3>项目限制</h3>
          <ul className="plain-list">
            {data.limits.map(({ role, projects }) => (
              <li key={role}>
                只在项目 {projects.join('、')} 之内
                <From roles={[role]} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {data.exceptions.length > 0 ? (
        <section>
          <h3>数据范围的例外</h3>
          <ul className="plain-list">
            {data.exceptions.map(({ module, title, scopes }) => (
              <li key={module}>
                {title}：{scopes.map((one) => one.label).join('、') || '仅本人填报和参与的'}
                {scopes.length > 0 ? <From roles={[...new Set(scopes.flatMap((one) => one.roles))]} /> : null}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <section>
        <h3>敏感字段</h3>
        {data.classes.length === 0 ? <p>没有可见的敏感字段。</p> : null}
        <ul className="plain-list">
          {data.classes.map(({ dataClass, label, roles, exportRoles }) => (
            <li key={dataClass}>
              {label}
              <small>
                可见：来自 {roles.join('、')}；
                {exportRoles.length > 0 ? `可导出：来自 ${exportRoles.join('、')}` : '不可导出'}
              </small>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>菜单与按钮</h3>
        <Table<Line>
          size="small"
          dataSource={[...tree]}
          pagination={false}
          scroll={{ x: 520 }}
          locale={{ emptyText: <EmptyHint text="没有任何菜单" /> }}
          columns={[
            { title: '菜单', dataIndex: 'name', width: 240 },
            {
              title: '按钮',
              key: 'buttons',
              render: (_, { menu }) =>
                menu === null
                  ? null
                  : menu.buttons.map((one) => (
                      <span key={one.code} className="effective-button" title={`来自 ${one.roles.join('、')}`}>
                        {names.get(one.code) ?? one.code}
                      </span>
                    )),
            },
            { title: '来自角色', key: 'roles', width: 140, render: (_, { menu }) => menu?.roles.join('、') },
          ]}
        />
      </section>
    </div>
  );
};
