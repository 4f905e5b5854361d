import type { ViewRow } from '@hengneng/contracts';
import { worksOrders } from '@hengneng/forms/views';
import type { ReactElement } from 'react';
import { ListWithViews } from '../../engine/views/ListWithViews.tsx';
import { doesOrders, OrderActions } from './OrderActions.tsx';
import { recordLink } from '../statistics/record-link.ts';

const toneOf = (row: ViewRow): 'bad' | 'warn' | 'off' | null => {
  if (row['state'] === '已开票' || row['state'] === '已关闭') return 'off';
  if (Number(row['lateDays'] ?? 0) > 0) return 'bad';
  return row['state'] === '待验收' ? 'warn' : null;
};

/** Purchases for building works: what was asked for, and where each line of the orders is. */
const PurchasesPage = (): ReactElement => (
  <ListWithViews
    moduleId="purchase"
    path={worksOrders.screen}
    label="工程采购"
    records="采购申请"
    views={[
      {
        key: 'lines',
        view: worksOrders,
        empty: '没有采购',
        keywordHint: '订单号、物资、规格、项目',
        address: recordLink,
        tone: toneOf,
        actions: doesOrders() ? (row) => <OrderActions row={row} /> : undefined,
      },
    ]}
  />
);

export default PurchasesPage;
