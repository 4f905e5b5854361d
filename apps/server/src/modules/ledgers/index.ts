/** Pages over several books and forms: their queries, by the subject of the views (`packages/forms/src/views`). */
import type { AnySource } from '../../engine/views/source.ts';
import {
  chemicalCertificateView,
  chemicalDeliveryView,
  chemicalPriceView,
  chemicalReviewView,
  chemicalSupplierView,
} from './chemicals.ts';
import { behalfAndBondsView, paymentMonthsView, paymentTotalView } from './collectionTotal.ts';
import { projectMonitorView } from './labor.ts';
import { COSTS, COUNTED_IN, maintenanceCostView } from './maintenanceCost.ts';
import { lampAllowanceView, lampInstalledView, lampKindsView, lampMonthsView } from './lamp.ts';
import {
  collectionNotesView,
  contractCollectionView,
  contractInvoicesView,
  contractPlanView,
  contractReceiptsView,
  contractReceivablesView,
  receivableAgingView,
} from './receivable.ts';

export { COSTS, COUNTED_IN, lampAllowanceView };

export const LEDGER_VIEWS: readonly AnySource[] = [
  projectMonitorView,
  contractCollectionView,
  receivableAgingView,
  collectionNotesView,
  contractPlanView,
  contractReceivablesView,
  contractInvoicesView,
  contractReceiptsView,
  paymentTotalView,
  paymentMonthsView,
  behalfAndBondsView,
  lampAllowanceView,
  lampMonthsView,
  lampKindsView,
  lampInstalledView,
  chemicalSupplierView,
  chemicalPriceView,
  chemicalDeliveryView,
  chemicalReviewView,
  chemicalCertificateView,
  maintenanceCostView,
];
