/** Pages over several books and forms: their queries, by the subject of the views (`packages/forms/src/views`). */
import type { AnySource } from '../../engine/views/source.ts';
import { appropriationBatchView, quotaBatchView, receiptBatchView } from './batches.ts';
import { projectMonitorView } from './labor.ts';
import {
  appropriationBalanceView,
  appropriationFlowView,
  importedQuotaView,
  loanBalanceView,
  quotaBalanceView,
  quotaFlowView,
} from './quota.ts';

export { OLDEST, UNCLEARED_DAYS } from './quota.ts';

export const LEDGER_VIEWS: readonly AnySource[] = [
  projectMonitorView,
  quotaBalanceView,
  appropriationBalanceView,
  loanBalanceView,
  quotaFlowView,
  quotaBatchView,
  appropriationBatchView,
  importedQuotaView,
  appropriationFlowView,
  receiptBatchView,
];
