import { menuEnumIndex, menuExport, menuIndex, menuSave } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Grid, Input, Segmented, Tree } from 'antd';
import { type ReactElement, useMemo, useState } from 'react';
import { callApi } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { can } from '../../lib/permission.ts';
import { useTypedFilter } from '../../lib/useTypedFilter.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SideTree } from '../../ui/SideTree.tsx';
import { CheckDrawer } from './menus/CheckDrawer.tsx';
import { MenuPanel } from './menus/MenuPanel.tsx';
import { headingsAbove, type MenuTreeNode, menuTree, movedTo, siblingsOf } from './menus/tree.ts';
import { MENUS_CODE } from './names.ts';

const headings = (nodes: readonly MenuTreeNode[]): string[] =>
  nodes.flatMap((node) => (node.children.length > 0 ? [node.key, ...headings(node.children)] : []));

const LISTS = [
  { value: 'menuList', label: '网页菜单' },
  { value: 'functionList', label: '功能菜单' },
] as const;

/** The menu: its tree on the left, one entry on the right. */
const MenusPage = (): ReactElement => {
  const address = useUrlFilters();
  const [filters, setFilters] = address;
  const [text, type] = useTypedFilter(address);
  const [opened, setOpened] = useState<readonly string[] | null>(null);
  const [checking, setChecking] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['menus', 'managed'],
    queryFn: ({ signal }) => callApi(menuIndex, {}, { signal }),
  });
  const names = useQuery({
    queryKey: ['menus', 'buttons'],
    queryFn: ({ signal }) => callApi(menuEnumIndex, {}, { signal }),
  }).data;
  const list = filters['list'] === 'functionList' ? 'functionList' : 'menuList';
  const tree = useMemo(() => menuTree(data?.rows ?? [], { text, list }), [data, text, list]);
  const order = useWrite(menuSave, { said: '已排序', renews: ['menus'], renewsOnConflict: true });
  // Among what was looked for some of its neighbours are not in sight.
  const sorts = can(MENUS_CODE, 'edit') && text.trim() === '';
  // Where both stand beside each other something is shown from the start; on a phone the tree is open until there is a choice.
  const wide = Grid.useBreakpoint().lg !== false;
  const chosen =
    filters['menu'] === undefined
      ? wide
        ? data?.rows.find((row) => row.list === list && row.parent === null)
        : undefined
      : data?.rows.find((row) => row.ShortCode === filters['menu']);
  const buttonName = (code: number, secondSet: boolean): string =>
    (secondSet ? names?.projectButtons : names?.buttons)?.find((button) => button.code === code)?.name ?? String(code);
  return (
    <>
      <PageHeader
        title="菜单管理"
        actions={
          <>
            <Button disabled={data === undefined} onClick={() => setChecking(true)}>
              与程序路由核对
            </Button>
            {can(MENUS_CODE, 'export') ? (
              <Button onClick={() => void download('POST', menuExport.path, {}, { name: '菜单.xlsx' })}>导出</Button>
            ) : null}
          </>
        }
      />
      <div className="split split-wide">
        <SideTree label="菜单" chosen={filters['menu']} first>
          <div className="filter-bar">
            <Input
              allowClear
              placeholder="名称、短码或路径"
              aria-label="名称、短码或路径"
              value={text}
              onChange={(event) => type(event.target.value)}
            />
            <Segmented
              value={list}
              options={[...LISTS]}
              onChange={(value) => setFilters({ list: value === 'menuList' ? null : value })}
            />
          </div>
          {error ? <ErrorRetry error={error} onRetry={() => void refetch()} /> : null}
          {!data && !error ? <SkeletonDelay rows={8} /> : null}
          {data && tree.length === 0 ? (
            <EmptyHint text={data.rows.length === 0 ? '没有菜单，请从程序同步' : '没有符合的菜单'} />
          ) : null}
          {tree.length > 0 ? (
            <Tree
              blockNode
              // Until somebody folds or unfolds: what leads to the one that is shown.
              expandedKeys={
                text.trim() === '' ? [...(opened ?? headingsAbove(data?.rows ?? [], chosen))] : headings(tree)
              }
              onExpand={(keys) => setOpened(keys.map(String))}
              selectedKeys={chosen ? [chosen.ShortCode] : []}
              draggable={sorts ? { icon: false } : false}
              // Only among its own: where an entry belongs is the program's.
              allowDrop={({ dragNode, dropNode, dropPosition }) =>
                dropPosition !== 0 && dragNode.menu.parent === dropNode.menu.parent
              }
              onDrop={({ dragNode, node, dropPosition }) => {
                const seenOrder = siblingsOf(data?.rows ?? [], dragNode.menu).map((row) => row.ShortCode);
                const codes = movedTo(seenOrder, dragNode.key, {
                  beside: node.key,
                  after: dropPosition > Number(node.pos.split('-').at(-1)),
                });
                if (codes !== null) order.mutate({ ShortCode: dragNode.key, order: [...codes], seenOrder });
              }}
              treeData={tree}
              titleRender={({ menu, title }) => (
                <span className={menu.hidden || !menu.built ? 'hint' : undefined}>
                  {title}
                  {menu.hidden ? '（隐藏）' : ''}
                </span>
              )}
              onSelect={(keys) => {
                if (keys[0] !== undefined) setFilters({ menu: String(keys[0]) });
              }}
            />
          ) : null}
        </SideTree>
        <div className="split-main surface">
          {chosen ? (
            <MenuPanel
              key={`${chosen.ShortCode} ${chosen.updatedAt}`}
              menu={chosen}
              siblings={siblingsOf(data?.rows ?? [], chosen).map((row) => row.ShortCode)}
              buttonName={buttonName}
            />
          ) : (
            <EmptyHint text={filters['menu'] === undefined || !data ? '请选择一项菜单' : '没有这项菜单，请另选一项'} />
          )}
        </div>
      </div>
      {checking && data ? <CheckDrawer differences={data.differences} onClose={() => setChecking(false)} /> : null}
    </>
  );
};

export default MenusPage;
