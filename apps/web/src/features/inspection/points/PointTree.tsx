import type { PointRow, RouteRow } from '@hengneng/contracts';
import { Tree, type TreeDataNode } from 'antd';
import { type ReactElement, useMemo } from 'react';
import { can } from '../../../lib/permission.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { moved, POINT_SET } from './common.ts';
import { useProjectPoints, useRoutes } from './queries.ts';
import { usePointActions } from './usePointActions.ts';

const LOOSE = 'route:';

const nodesOf = (routes: readonly RouteRow[], points: readonly PointRow[]): TreeDataNode[] => {
  const on = (route: string | null) => points.filter((point) => point.route === route);
  const leaf = (point: PointRow): TreeDataNode => ({
    key: `point:${point.id}`,
    isLeaf: true,
    title: (
      <span className="tree-line">
        <span>
          {point.code} {point.name} {point.state === '停用' ? <Tag tone="warn">停用</Tag> : null}
        </span>
        <small>{point.area}</small>
      </span>
    ),
  });
  const loose = on(null);
  return [
    ...routes.map((route) => ({
      key: `route:${route.id}`,
      title: (
        <span className="tree-line">
          <span>{route.name}</span>
          <small>
            {route.kind} · {route.pointCount} 点
          </small>
        </span>
      ),
      children: on(route.id).map(leaf),
    })),
    ...(loose.length === 0 ? [] : [{ key: LOOSE, title: '没有路线的点', children: loose.map(leaf) }]),
  ];
};

/** Routes of a project with their points in the order of the walk; dragging a point within its route changes that order. */
export const PointTree = ({
  project,
  point,
  route,
  onPoint,
  onRoute,
}: {
  readonly project: string;
  readonly point: string | undefined;
  readonly route: string | undefined;
  readonly onPoint: (id: string) => void;
  readonly onRoute: (id: string | null) => void;
}): ReactElement => {
  const routes = useRoutes(project);
  const points = useProjectPoints(project);
  const { sort } = usePointActions();
  const tree = useMemo(() => nodesOf(routes.data?.rows ?? [], points.data?.rows ?? []), [routes.data, points.data]);
  const error = routes.error ?? points.error;
  if (error)
    return (
      <ErrorRetry
        error={error}
        onRetry={() => {
          void routes.refetch();
          void points.refetch();
        }}
      />
    );
  if (!routes.data || !points.data) return <SkeletonDelay rows={8} />;
  if (tree.length === 0) return <EmptyHint text="该项目还没有巡检点" />;
  const rows = points.data.rows;
  const idOf = (key: unknown): string => String(key).replace(/^\w+:/, '');
  const drop = (dragged: string, target: string, before: boolean) => {
    const from = rows.find((one) => one.id === dragged);
    if (!from?.route) return;
    const ids = rows.filter((one) => one.route === from.route).map((one) => one.id);
    const at = ids.indexOf(dragged);
    // Let go on the route itself: to its beginning.
    const aim = target === from.route ? 0 : ids.indexOf(target) + (before ? 0 : 1);
    const to = aim > at ? aim - 1 : aim;
    if (to !== at) sort.mutate({ route: from.route, ids: moved(ids, at, to) });
  };
  const routeOf = (key: unknown): string | null =>
    String(key).startsWith('point:') ? (rows.find((one) => one.id === idOf(key))?.route ?? null) : idOf(key);
  return (
    <Tree
      blockNode
      defaultExpandAll
      key={project}
      treeData={tree}
      selectedKeys={point ? [`point:${point}`] : route ? [`route:${route}`] : []}
      draggable={
        can(POINT_SET, 'edit') ? { icon: false, nodeDraggable: (node) => String(node.key).startsWith('point:') } : false
      }
      allowDrop={({ dragNode, dropNode, dropPosition }) =>
        routeOf(dragNode.key) === routeOf(dropNode.key) &&
        (dropPosition !== 0 || String(dropNode.key).startsWith('route:'))
      }
      onDrop={({ dragNode, node, dropPosition }) => {
        const place = Number(node.pos.split('-').at(-1));
        drop(idOf(dragNode.key), idOf(node.key), dropPosition < place || dropPosition === -1);
      }}
      onSelect={(_, { node }) => {
        const key = String(node.key);
        if (key.startsWith('point:')) onPoint(idOf(key));
        else onRoute(key === LOOSE ? null : idOf(key));
      }}
    />
  );
};
