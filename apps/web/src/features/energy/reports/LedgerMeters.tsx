import type { LedgerMeter } from '@hengneng/contracts';
import { Tree } from 'antd';
import { type ReactElement, useMemo } from 'react';
import { EmptyHint } from '../../../ui/feedback.tsx';
import { SideTree } from '../../../ui/SideTree.tsx';

interface Node {
  readonly key: string;
  readonly title: string;
  readonly checkable?: boolean;
  readonly children: Node[];
}

const MOST = 60;

/** Meters below the one that counts them, under their energy. */
const nodesOf = (meters: readonly LedgerMeter[]): Node[] => {
  const known = new Map(meters.map((meter) => [meter.DeviceId, meter]));
  const node = (meter: LedgerMeter): Node => ({
    key: meter.DeviceId,
    title: `${meter.Name}（${meter.Code}）`,
    children: meters
      .filter((one) => one.ParentId === meter.DeviceId && one.CategoryCode === meter.CategoryCode)
      .map(node),
  });
  const roots = meters.filter(
    (one) => one.ParentId === null || known.get(one.ParentId)?.CategoryCode !== one.CategoryCode,
  );
  return [...Map.groupBy(roots, ({ CategoryCode }) => CategoryCode)].map(([code, of]) => ({
    key: `energy ${code}`,
    title: of[0]?.CategoryName ?? code,
    checkable: false,
    children: of.map(node),
  }));
};

/** Which meters the ledger shows. */
export const LedgerMeters = ({
  meters,
  chosen,
  onChoose,
}: {
  readonly meters: readonly LedgerMeter[];
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
}): ReactElement => {
  const nodes = useMemo(() => nodesOf(meters), [meters]);
  return (
    <SideTree label="表计" chosen={undefined}>
      {meters.length === 0 ? (
        <EmptyHint text="该项目还没有表计" />
      ) : (
        <>
          <p className="note">
            已选 {chosen.length} 块，最多 {MOST} 块
          </p>
          <Tree
            checkable
            checkStrictly
            defaultExpandAll
            selectable={false}
            treeData={nodes}
            checkedKeys={[...chosen]}
            onCheck={(checked) => {
              const keys = Array.isArray(checked) ? checked : checked.checked;
              onChoose(keys.map(String).slice(0, MOST));
            }}
          />
        </>
      )}
    </SideTree>
  );
};
