import { lampPlaces } from '@hengneng/contracts';
import { MODULES, type PlaceNode, placeTree, shortCodeOf } from '@hengneng/core';
import { lampInstalled } from '@hengneng/forms/views';
import { useQuery } from '@tanstack/react-query';
import { Button, Tree } from 'antd';
import { type ReactElement, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { callApi } from '../../lib/api.ts';
import { can } from '../../lib/permission.ts';
import { newRecordAddress } from '../../lib/routes.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { SideTree } from '../../ui/SideTree.tsx';

interface Node {
  readonly key: string;
  readonly title: string;
  readonly children: Node[];
}
const nodeOf = ({ place, name, count, below }: PlaceNode): Node => ({
  key: place,
  title: `${name}（${count}盏）`,
  children: below.map(nodeOf),
});

/** The places of one project: a choice narrows the list to what hangs there and below. */
const Places = ({
  project,
  chosen,
  onChoose,
}: {
  readonly project: string;
  readonly chosen: string | undefined;
  readonly onChoose: (place: string | null) => void;
}): ReactElement => {
  const found = useQuery({
    queryKey: ['rows', 'lampPlaces', project],
    queryFn: ({ signal }) => callApi(lampPlaces, { ProjectCode: project }, { signal }),
  });
  const nodes = useMemo(() => placeTree(found.data?.rows ?? []).map(nodeOf), [found.data]);
  if (found.error) return <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <SkeletonDelay rows={6} />;
  if (nodes.length === 0) return <EmptyHint text="该项目还没有安装记录" />;
  return (
    <Tree
      blockNode
      key={project}
      treeData={nodes}
      selectedKeys={chosen === undefined ? [] : [chosen]}
      defaultExpandedKeys={nodes.map((node) => node.key)}
      onSelect={([key]) => onChoose(key === undefined ? null : String(key))}
    />
  );
};

/** What hangs where; of one project by its buildings, floors and areas. */
export const LampInstalled = (): ReactElement => {
  const navigate = useNavigate();
  const [{ project, place }, setFilters] = useUrlFilters();
  const fault = newRecordAddress(MODULES.lightOutStorage.procedureId);
  const list = (
    <div>
      <ViewSection
        view={lampInstalled}
        empty="还没有安装记录：灯具出库领用确认后自动写入，已装好的可在“批量导入”里登记"
        keywordHint="位置、型号、项目"
        tools={
          fault !== null && can(shortCodeOf(fault.split('?')[0] ?? ''), 'add') ? (
            <Button onClick={() => void navigate(fault)}>报故障</Button>
          ) : null
        }
        tone={(row) =>
          row['state'] === '已更换' || row['state'] === '报废' ? 'off' : row['often'] === true ? 'warn' : null
        }
      />
      <p className="note view-note">
        报故障填灯具出库（故障更换）；领用确认后新灯写入这里，同一位置的旧灯记为已更换。近12个月换过3次及以上的位置标为高频更换，请查线路与驱动。
        年耗电＝功率×数量×日均点亮×365÷1000。选定项目后可按楼栋、楼层、区域查看。
      </p>
    </div>
  );
  // Places are a project's: without one there is nothing to unfold.
  if (project === undefined || project.includes(',')) return list;
  return (
    <div className="split">
      <SideTree label="位置" chosen={place}>
        <Places project={project} chosen={place} onChoose={(next) => setFilters({ place: next })} />
      </SideTree>
      {list}
    </div>
  );
};
