import { incomeBoard, incomeLines } from '@hengneng/forms/views';
import type { ReactElement } from 'react';
import { ViewBoard } from '../../engine/views/ViewBoard.tsx';
import { useDrill } from './drill.ts';
import { recordLink } from './record-link.ts';

const EMPTY = '所选期间没有已审结的收支单据';

/** What projects earn and spend, as owed or as paid. */
const IncomePage = (): ReactElement => {
  const drill = useDrill();
  return (
    <ViewBoard
      board={incomeBoard}
      note="只计已通过且未作废的单据。权责口径：收入为结算应收（不含代缴代垫），支出为项目成本台账，工资取核算单中台账未列的部分；跨月的按天分摊。收付口径：按到账日与付款日。"
      lists={{
        incomeProjects: {
          empty: EMPTY,
          address: (row) => drill(incomeLines.id, { project: row['project'] }),
          tone: (row) => (Number(row['net'] ?? 0) < 0 ? 'bad' : null),
          note: '点区域看该项目的收支明细。',
        },
        incomeMonths: {
          empty: EMPTY,
          address: (row) => drill(incomeLines.id, { from: row['month'], to: row['month'] }),
          tone: (row) => (Number(row['net'] ?? 0) < 0 ? 'bad' : null),
          note: '点月份看该月的收支明细。',
        },
        incomeChange: { empty: EMPTY },
        cashAhead: {
          empty: '没有您有权查看的项目',
          tone: (row) => (row['gap'] === '有缺口' ? 'warn' : null),
          note: '从下月起3个月，与所选期间无关。近3年同月没有能源支出的不估。',
        },
        incomeLines: { empty: EMPTY, address: recordLink },
      }}
    />
  );
};

export default IncomePage;
