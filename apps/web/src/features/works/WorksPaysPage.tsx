import type { ViewRow } from '@hengneng/contracts';
import { MODULES, type ModuleId } from '@hengneng/core';
import { worksPayBatches, worksPays } from '@hengneng/forms/views';
import type { ReactElement } from 'react';
import { ListWithViews } from '../../engine/views/ListWithViews.tsx';
import { recordAddress } from '../../lib/routes.ts';

const toneOf = (row: ViewRow): 'bad' | 'warn' | 'off' | null => {
  if (row['state'] === '已付清' || row['state'] === '已完成') return 'off';
  if (row['state'] === '退汇') return 'bad';
  return Number(row['lateDays'] ?? 0) > 0 ? 'warn' : null;
};

const recordOf =
  (module: ModuleId) =>
  (row: ViewRow): string | null =>
    recordAddress(MODULES[module].procedureId, row.id);

/** Payments for building works: the applications, what became of each, and the batches that paid them. */
const WorksPaysPage = (): ReactElement => (
  <ListWithViews
    moduleId="payMoney"
    path={worksPays.screen}
    label="工程付款"
    records="付款申请"
    views={[
      { key: 'progress', view: worksPays, empty: '没有付款', address: recordOf('payMoney'), tone: toneOf },
      {
        key: 'batches',
        view: worksPayBatches,
        empty: '没有排款批次',
        address: recordOf('payMoneyApproval'),
        tone: toneOf,
      },
    ]}
  />
);

export default WorksPaysPage;
