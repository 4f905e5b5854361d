/** What customers owe for work on site: collected on its own, or carried over by a settlement that refers to it. */
import { receivableLedger, settlementBasis } from '@hengneng/forms';
import type { Writing } from '../kit/effect.ts';

export interface ChargedWork {
  readonly project: string;
  readonly contract: string | null;
  readonly amount: string;
  readonly month: string;
  readonly sourceNo: string;
  readonly item: string;
  readonly customerName?: string | null;
}

export async function chargeWork({ book }: Pick<Writing, 'book'>, work: ChargedWork): Promise<void> {
  const of = { project: work.project, contract: work.contract, amount: work.amount };
  const [receivable] = await book(receivableLedger, {
    ...of,
    receivableNo: work.sourceNo,
    sourceKind: '有偿维修',
    customerName: work.customerName ?? null,
    bookMonth: work.month,
    state: '未收清',
  });
  await book(settlementBasis, {
    ...of,
    basisNo: work.sourceNo,
    kind: '维修应收',
    item: work.item,
    month: work.month,
    quantity: '1',
    unit: '项',
    receivable: receivable ?? null,
    state: '未结算',
  });
}
