/** 设备类别: dragged to where they belong, changed by a right click; each of it also with buttons, for who has no mouse. */
import { deviceCategoryDelete, deviceCategoryMove, type DeviceCategoryNode, type InputOf } from '@hengneng/contracts';
import { Button, Dropdown, type MenuProps, Tree } from 'antd';
import type { ReactElement } from 'react';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { useQuestions } from '../../../ui/confirm.ts';
import { flatten, THINGS } from '../common.ts';
import { BASE } from './shared.ts';

interface Node {
  readonly key: string;
  readonly title: string;
  readonly children: Node[];
}
const nodesOf = (nodes: readonly DeviceCategoryNode[]): Node[] =>
  nodes.map((one) => ({
    key: one.Id,
    title: `${one.Name}${one.Enabled ? '' : '（停用）'}${one.ModelCount > 0 ? ` ${one.ModelCount}` : ''}`,
    children: nodesOf(one.Children),
  }));

/** Siblings of a node, itself among them. */
const besides = (all: readonly DeviceCategoryNode[], parent: string | null): readonly DeviceCategoryNode[] =>
  all.filter(({ ParentId }) => ParentId === parent);

export type Editing = { readonly of: DeviceCategoryNode } | { readonly under: string | undefined };

export const CategoryTree = ({
  tree,
  chosen,
  onChoose,
  onEdit,
}: {
  readonly tree: readonly DeviceCategoryNode[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string | null) => void;
  readonly onEdit: (editing: Editing) => void;
}): ReactElement => {
  const all = flatten(tree).map(({ node }) => node);
  const { confirm } = useQuestions();
  const move = useWrite(deviceCategoryMove, { said: '已移动', renews: [THINGS] });
  const remove = useWrite(deviceCategoryDelete, { said: '已删除', renews: [THINGS] });
  const editable = can(BASE, 'edit');
  const send = (Id: string, ParentId: string | null, before: string | undefined) =>
    move.mutate({ Id, ParentId: ParentId ?? '', BeforeId: before ?? '' } satisfies InputOf<typeof deviceCategoryMove>);
  const step = (of: DeviceCategoryNode, by: 1 | -1) => {
    const siblings = besides(all, of.ParentId);
    const at = siblings.findIndex(({ Id }) => Id === of.Id);
    if (siblings[at + by] !== undefined) send(of.Id, of.ParentId, siblings[by === -1 ? at - 1 : at + 2]?.Id);
  };
  const edges = (of: DeviceCategoryNode) => {
    const siblings = besides(all, of.ParentId);
    return { first: siblings[0]?.Id === of.Id, last: siblings.at(-1)?.Id === of.Id };
  };
  const menuOf = (of: DeviceCategoryNode): MenuProps => {
    const { first, last } = edges(of);
    const items = [
      ...(can(BASE, 'add') ? [{ key: 'under', label: '新增下级' }] : []),
      ...(editable
        ? [
            { key: 'edit', label: '修改' },
            { key: 'up', label: '上移', disabled: first },
            { key: 'down', label: '下移', disabled: last },
          ]
        : []),
      ...(can(BASE, 'delete') ? [{ key: 'delete', label: '删除', danger: true }] : []),
    ];
    const acts: Readonly<Record<string, () => void>> = {
      under: () => onEdit({ under: of.Id }),
      edit: () => onEdit({ of }),
      up: () => step(of, -1),
      down: () => step(of, 1),
      delete: () =>
        confirm({ title: `删除类别 ${of.Name}？`, okText: '删除', onOk: () => remove.mutate({ Id: of.Id }) }),
    };
    return {
      items,
      onClick: ({ key, domEvent }) => {
        // The row beneath is not chosen by it.
        domEvent.stopPropagation();
        acts[key]?.();
      },
    };
  };
  const category = all.find(({ Id }) => Id === chosen);
  return (
    <>
      <div className="things-tools">
        {can(BASE, 'add') ? (
          <Button size="small" type="primary" onClick={() => onEdit({ under: category?.Id })}>
            新增类别
          </Button>
        ) : null}
        {editable && category ? (
          <>
            <Button size="small" onClick={() => onEdit({ of: category })}>
              修改
            </Button>
            <Button
              size="small"
              aria-label={`上移${category.Name}`}
              disabled={move.isPending || edges(category).first}
              onClick={() => step(category, -1)}
            >
              上移
            </Button>
            <Button
              size="small"
              aria-label={`下移${category.Name}`}
              disabled={move.isPending || edges(category).last}
              onClick={() => step(category, 1)}
            >
              下移
            </Button>
          </>
        ) : null}
        {category ? (
          <Button size="small" onClick={() => onChoose(null)}>
            全部
          </Button>
        ) : null}
      </div>
      <Tree<Node>
        blockNode
        defaultExpandedKeys={all.slice(0, 1).map(({ Id }) => Id)}
        selectedKeys={chosen ? [chosen] : []}
        treeData={nodesOf(tree)}
        draggable={editable ? { icon: false } : false}
        titleRender={({ key, title }) => {
          const of = all.find(({ Id }) => Id === key);
          const menu = of === undefined ? { items: [] } : menuOf(of);
          return (menu.items ?? []).length === 0 ? (
            title
          ) : (
            <Dropdown trigger={['contextMenu']} menu={menu}>
              <span className="tree-title" title={editable ? '右键可增删改，拖动可排序' : undefined}>
                {title}
              </span>
            </Dropdown>
          );
        }}
        onSelect={([key]) => onChoose(key === undefined ? null : String(key))}
        onDrop={({ node, dragNode, dropToGap, dropPosition }) => {
          const target = all.find(({ Id }) => Id === node.key);
          if (target === undefined) return;
          const id = String(dragNode.key);
          const of = all.find(({ Id }) => Id === id);
          const parent = dropToGap ? target.ParentId : target.Id;
          const place = (before: string | undefined) => {
            if (of?.ParentId === parent) return send(id, parent, before);
            // Machines of it are found elsewhere from then on.
            const above = all.find(({ Id }) => Id === parent)?.Name ?? '最上级';
            return confirm({
              title: `把 ${of?.Name ?? ''} 移到 ${above} 下？`,
              okText: '移动',
              onOk: () => send(id, parent, before),
            });
          };
          if (!dropToGap) return place(undefined);
          const siblings = besides(all, target.ParentId).filter(({ Id }) => Id !== id);
          const at = siblings.findIndex(({ Id }) => Id === target.Id);
          // In front of the row, or behind it.
          const before = dropPosition < Number(node.pos.split('-').at(-1)) ? at : at + 1;
          return place(siblings[before]?.Id);
        }}
      />
    </>
  );
};
