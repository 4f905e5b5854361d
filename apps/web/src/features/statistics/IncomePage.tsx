import { MODULES, shortCodeOf } from '@hengneng/core';
import { incomeBoard, incomeFrozen, incomeLines, incomeProjects } from '@hengneng/forms/views';
import type { ReactElement } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { useDrill } from '../../engine/views/drill.ts';
import { ViewBoard } from '../../engine/views/ViewBoard.tsx';
import { can } from '../../lib/permission.ts';
import { recordAddress } from '../../lib/routes.ts';
import { FreezeButton, UrgeButton } from './acts.tsx';
import { recordLink } from './record-link.ts';
import { monthOnly } from './spans.ts';

const EMPTY = '所选期间没有已审结的收支单据';

/** What projects earn and spend, as owed or as paid. */
const IncomePage = (): ReactElement => {
  const drill = useDrill();
  return (
    <ViewBoard
      board={incomeBoard}
      related={[
        ['/formFlow/collectionSettlement/userSettlement/userSettlementList', 'project'],
        ['/formFlow/payment/payment/paymentList', 'project'],
        ['/formFlow/statisticalAnalysis/costAnalysis', 'project', 'area'],
      ]}
      note="只计已通过且未作废的单据。权责口径：收入为结算应收（不含代缴代垫），支出为项目成本台账，工资取核算单中台账未列的部分；跨月的按天分摊。收付口径：按到账日与付款日。含审批中只用于权责口径，单列不计入收支。"
      marks={{ months: ['incomeLines', monthOnly] }}
      lists={{
        incomeProjects: {
          empty: EMPTY,
          address: (row) => drill(incomeLines.id, { project: row['project'] }),
          tone: (row) => (Number(row['net'] ?? 0) < 0 ? 'bad' : null),
          note: '点区域看该项目的收支明细。',
        },
        incomeAreas: {
          empty: EMPTY,
          address: (row) => drill(incomeProjects.id, { area: row['area'] }),
          tone: (row) => (Number(row['net'] ?? 0) < 0 ? 'bad' : null),
          note: '点区域看其项目。',
        },
        incomeMonths: {
          empty: EMPTY,
          address: (row) => drill(incomeLines.id, { from: row['month'], to: row['month'] }),
          tone: (row) => (Number(row['net'] ?? 0) < 0 ? 'bad' : null),
          note: '点月份看该月的收支明细。',
        },
        incomeReports: {
          empty: '所选期间没有已结束的月份，或没有在运项目',
          tools: <UrgeButton label="催报全部未报" />,
          tone: (row) => (row['state'] === '未报' ? 'bad' : row['state'] === '审批中' ? 'warn' : null),
          address: (row) =>
            row['record'] == null ? null : recordAddress(MODULES.projectStaticsInfo.procedureId, textOf(row, 'record')),
          actions: (row) =>
            row['state'] === '未报' ? (
              <UrgeButton row={{ project: textOf(row, 'project'), month: textOf(row, 'month') }} label="催报" />
            ) : null,
          note: '在运项目每月一份项目核算；催报通知项目经理，每项目每月每天一次。',
        },
        incomeFrozen: {
          empty: '所选期间还没有复核过的月份',
          tone: (row) => (Number(row['changed'] ?? 0) === 0 ? null : 'warn'),
          ...(can(shortCodeOf(incomeFrozen.screen), 'edit') ? { tools: <FreezeButton /> } : {}),
          note: '复核按权责口径存快照，之后有变动的标黄。',
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
