import type { ViewRow } from '@hengneng/contracts';
import { MODULES, shortCodeOf } from '@hengneng/core';
import { bidBoard, bidList } from '@hengneng/forms/views';
import type { ReactElement } from 'react';
import { useDrill } from '../../../engine/views/drill.ts';
import { ViewBoard } from '../../../engine/views/ViewBoard.tsx';
import { can } from '../../../lib/permission.ts';
import { recordAddress } from '../../../lib/routes.ts';
import { RemindButton } from '../acts.tsx';
import { daysOfMonth } from '../spans.ts';

const EMPTY = '所选期间没有投标总结';
/** After these a deposit that did not come back asks for attention. */
const LATE_DAYS = 60;
const address = (row: ViewRow): string | null => recordAddress(MODULES.EMCProjectBidSummary.procedureId, row.id);

/** 投标总结统计. */
const BidsPage = (): ReactElement => {
  const drill = useDrill();
  return (
    <ViewBoard
      board={bidBoard}
      note="只计已通过的投标总结。中标率＝中标÷（中标＋未中标＋废标），流标、弃标单列；同一项目多次开标以最后一次为准，费用与保证金各次都计。"
      marks={{ months: ['bidList', daysOfMonth] }}
      lists={{
        bidList: {
          empty: EMPTY,
          address,
          tone: (row) => (row['result'] === '废标' ? 'bad' : row['counted'] === '后又开标' ? 'off' : null),
        },
        bidRivals: {
          empty: '所选期间没有登记竞争对手',
          note: '胜率＝我方中标÷相遇；对方胜只计中标单位正是该对手的。技术分未登记的不计入分差。',
        },
        bidSales: {
          empty: EMPTY,
          address: (row) => drill(bidList.id, { applicant: row['salesman'] }),
          note: '点业务员看其投标。',
        },
        bidDeposits: {
          empty: '所选期间没有投标保证金',
          ...(can(shortCodeOf(bidBoard.screen), 'edit')
            ? {
                tools: <RemindButton view="bidDeposits" label="催退全部" />,
                actions: (row: ViewRow) =>
                  Number(row['left'] ?? 0) > 0 ? <RemindButton view="bidDeposits" id={row.id} label="催退" /> : null,
              }
            : {}),
          address,
          tone: (row) => (Number(row['days'] ?? 0) > LATE_DAYS ? 'bad' : Number(row['left'] ?? 0) > 0 ? 'warn' : 'off'),
          note: '开标60天后仍未退清的标红；未退的每30天自动提醒业务员催退。',
        },
        bidReasons: { empty: '所选期间没有失标的投标' },
      }}
    />
  );
};

export default BidsPage;
