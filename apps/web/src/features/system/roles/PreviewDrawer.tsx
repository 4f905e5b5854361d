import { type OutputOf, rolePreview } from '@hengneng/contracts';
import { type Screen, SCREENS, shortCodeOf } from '@hengneng/core';
import { useQuery } from '@tanstack/react-query';
import { Flex, Tree } from 'antd';
import { type ReactElement, useMemo, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { SideTree } from '../../../ui/SideTree.tsx';
import { SamplePage } from './SamplePage.tsx';

type Preview = OutputOf<typeof rolePreview>;
type Menu = Preview['menus'][number];

interface Node {
  readonly key: string;
  readonly title: string;
  readonly selectable: boolean;
  readonly children: Node[];
}

const screens: ReadonlyMap<string, Screen> = new Map(SCREENS.map((screen) => [shortCodeOf(screen.path), screen]));

/** As in the main menu: pages that a record opens have no entry, and a group without any page is not there. */
const inMenu = ({ ShortCode }: Menu): boolean => {
  const screen = screens.get(ShortCode);
  return screen !== undefined && screen.kind !== 'form' && screen.kind !== 'redirect' && screen.hidden !== true;
};

const treeOf = (menus: readonly Menu[], parent: string | null): Node[] =>
  menus
    .filter((menu) => menu.parent === parent)
    .map((menu) => ({
      key: `${menu.list} ${menu.ShortCode}`,
      title: menu.name,
      selectable: !menu.group,
      children: treeOf(
        menus.filter((one) => one.list === menu.list),
        menu.ShortCode,
      ),
    }))
    .filter((node) => node.selectable || node.children.length > 0);

const Menus = ({ of, roleId }: { readonly of: Preview; readonly roleId: string }): ReactElement => {
  const shown = useMemo(() => of.menus.filter((menu) => menu.group || inMenu(menu)), [of]);
  const tree = useMemo(() => treeOf(shown, null), [shown]);
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const menu = shown.find((one) => !one.group && `${one.list} ${one.ShortCode}` === chosen);
  if (tree.length === 0) return <EmptyHint text="没有任何菜单" />;
  return (
    <div className="split">
      <SideTree label="菜单" chosen={chosen}>
        <Tree
          blockNode
          expandAction="click"
          treeData={tree}
          selectedKeys={chosen === undefined ? [] : [chosen]}
          onSelect={(keys) => {
            if (keys[0] !== undefined) setChosen(String(keys[0]));
          }}
        />
      </SideTree>
      <div className="split-main surface">
        {menu ? (
          <SamplePage
            key={chosen}
            roleId={roleId}
            menu={menu}
            screen={screens.get(menu.ShortCode)}
            classes={of.classes}
          />
        ) : (
          <EmptyHint text="选择一个菜单，看这个角色打开它时有什么" />
        )}
      </div>
    </div>
  );
};

/** What somebody with this role alone sees, as saved: the menu and, of each page, what it offers. Nothing can be changed here. */
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
    <AppDrawer width={1000} title={`试看 ${data?.roleName ?? ''}`} onClose={onClose}>
      {error ? <ErrorRetry error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonDelay /> : null}
      {data ? (
        <Flex vertical gap="small">
          <p>数据范围：{data.scopes.map((one) => one.name).join('、') || '没有，只能看到参与过的单据'}</p>
          {data.exceptions.length > 0 ? (
            <p>其中：{data.exceptions.map((one) => `${one.name} ${one.scopes}`).join('；')}</p>
          ) : null}
          {data.projects.length > 0 ? (
            <p>只在这些项目之内：{data.projects.map((one) => one.ProjectName).join('、')}</p>
          ) : null}
          <p>
            可见的敏感字段：
            {data.classes.map((one) => `${one.name}${one.exportable ? '（可导出）' : ''}`).join('、') || '没有'}
          </p>
          <Menus of={data} roleId={roleId} />
        </Flex>
      ) : null}
    </AppDrawer>
  );
};
