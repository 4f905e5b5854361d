import type { MeterRow } from '@hengneng/contracts';
import { Tree } from 'antd';
import { type ReactElement, type ReactNode, useMemo } from 'react';
import { formatDecimal } from '../../../lib/format.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { useMeters } from '../common.ts';
import { lossesOf } from './loss.ts';

interface Node {
  readonly key: string;
  readonly title: ReactNode;
  readonly children: Node[];
}

const nodesOf = (rows: readonly MeterRow[], parent: string | null): Node[] =>
  rows
    .filter(({ ParentId }) => ParentId === parent)
    .map((row) => {
      const children = rows.filter(({ ParentId }) => ParentId === row.Id);
      const losses = lossesOf(row, children);
      return {
        key: row.Id,
        title: (
          <span className="meter-node">
            {row.Name}
            <small>
              {row.DeviceCode} · 本月{' '}
              {row.MonthUsage === null ? '—' : `${formatDecimal(Number(row.MonthUsage).toFixed(0))} ${row.Unit}`}
            </small>
            {losses.map(({ name, percent }) => (
              <Tag key={name} tone={Math.abs(percent) > row.MostLoss ? 'bad' : 'neutral'}>
                {`${losses.length > 1 ? `较${name}` : ''}损耗 ${percent.toFixed(1)}%`}
              </Tag>
            ))}
          </span>
        ),
        children: nodesOf(rows, row.Id),
      };
    });

/** 总分表关系: what each counted this month, and what is lost between a meter and those below it. */
export const MeterTree = ({ project }: { readonly project: string | undefined }): ReactElement => {
  const list = useMeters(project);
  const rows = list.data?.rows;
  const nodes = useMemo(() => nodesOf(rows ?? [], null), [rows]);
  if (project === undefined) return <EmptyHint text="请先选择项目" />;
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  if (list.isPending) return <SkeletonDelay />;
  if (nodes.length === 0) return <EmptyHint text="没有表计" />;
  return (
    <>
      <p className="hint">
        损耗率 =（总表 − Σ分表）/
        总表，只在同单位的分表都有本月用量时计算；冷热量总表分别与主机分表、支路分表比较；超过偏差设置中的总分差限值标红。
      </p>
      <Tree key={project} defaultExpandAll selectable={false} treeData={nodes} />
    </>
  );
};
