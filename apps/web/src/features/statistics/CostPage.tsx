import { costBoard, costLines } from '@hengneng/forms/views';
import type { ReactElement } from 'react';
import { useDrill } from '../../engine/views/drill.ts';
import { ViewBoard } from '../../engine/views/ViewBoard.tsx';
import { CommentButton } from './acts.tsx';
import { recordLink } from './record-link.ts';
import { monthOnly } from './spans.ts';

const EMPTY = '所选期间没有成本数据';

/** What projects cost, what of it is price and what is quantity, and how projects of one kind compare. */
const CostPage = (): ReactElement => {
  const drill = useDrill();
  return (
    <ViewBoard
      board={costBoard}
      related={[
        ['/operationContent/energyConsume/energyAnalysis', 'project'],
        ['/operationContent/setting/energyPriceSet', 'project'],
        ['/formFlow/statisticalAnalysis/maintenanceCost', 'project', 'area'],
      ]}
      note="成本为项目成本台账中已通过且未作废的单据，工资取核算单中台账未列的部分，跨月的按天分摊；不含折旧。对比期不选为去年同期。"
      marks={{ units: ['costLines', monthOnly], items: ['costLines', (item) => ({ item })] }}
      lists={{
        costPeers: {
          empty: EMPTY,
          address: (row) => drill(costLines.id, { project: row['project'] }),
          tone: (row) => (Number(row['deviation'] ?? 0) > 20 ? 'warn' : null),
          note: '点区域看该项目的成本明细。同类项目不足5个，不显示对标；比中位数高20%以上的标黄。',
        },
        costVariance: {
          empty: '没有本期与对比期都有计量和费用的能源',
          address: (row) => drill(costLines.id, { project: row['project'] }),
          note: '价差＋量差＝合计差异。没有计量的能源不分解，其变动计入差异分解的其他。',
        },
        costItems: { empty: EMPTY, address: (row) => drill(costLines.id, { item: row['costItem'] }) },
        costMonths: {
          empty: EMPTY,
          address: (row) => drill(costLines.id, { from: row['month'], to: row['month'] }),
        },
        costDrivers: { empty: EMPTY },
        costComments: {
          empty: '还没有分析报告',
          tools: <CommentButton screen="/formFlow/statisticalAnalysis/costAnalysis" label="存为分析报告" />,
        },
        costLines: { empty: EMPTY, address: recordLink },
      }}
    />
  );
};

export default CostPage;
