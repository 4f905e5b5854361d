import { energyTree, type OutputOf } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Tree } from 'antd';
import { type ReactElement, useMemo } from 'react';
import { callApi } from '../../../lib/api.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';

type Node = OutputOf<typeof energyTree>[number];
interface Branch {
  readonly key: string;
  readonly title: string;
  readonly children: Branch[];
}

const branches = (nodes: readonly Node[], parent: string | null): Branch[] =>
  nodes
    .filter(({ ParentId }) => ParentId === parent)
    .map(({ NodeId, Name }) => ({ key: NodeId, title: Name, children: branches(nodes, NodeId) }));

/** The objects of analysis of a project: energies, their systems, their meters. */
export const useNodes = (project: string) =>
  useQuery({
    queryKey: ['energy-nodes', project],
    queryFn: ({ signal }) => callApi(energyTree, { ProjectCode: project }, { signal }),
    enabled: project !== '',
    staleTime: 60_000,
  });

export const NodeTree = ({
  project,
  chosen,
  onPick,
}: {
  readonly project: string;
  readonly chosen: string | undefined;
  readonly onPick: (node: string) => void;
}): ReactElement => {
  const nodes = useNodes(project);
  const tree = useMemo(() => branches(nodes.data ?? [], null), [nodes.data]);
  if (nodes.error) return <ErrorRetry error={nodes.error} onRetry={() => void nodes.refetch()} />;
  if (nodes.isPending) return <SkeletonDelay />;
  if (tree.length === 0) return <EmptyHint text="该项目还没有表计" />;
  return (
    <Tree
      key={`${project} ${tree.length}`}
      defaultExpandedKeys={chosen === undefined ? [] : [chosen]}
      autoExpandParent
      selectedKeys={chosen === undefined ? [] : [chosen]}
      treeData={tree}
      onSelect={([key]) => {
        if (key !== undefined) onPick(String(key));
      }}
    />
  );
};
