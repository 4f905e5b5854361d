/** Pages over several books and forms: their queries, by the subject of the views (`packages/forms/src/views`). */
import type { AnySource } from '../../engine/views/source.ts';
import { appropriationBatchView, lampBatchView, quotaBatchView, receiptBatchView } from './batches.ts';
import {
  chemicalCertificateView,
  chemicalDeliveryView,
  chemicalPriceView,
  chemicalReviewView,
  chemicalSupplierView,
} from './chemicals.ts';
import { behalfAndBondsView, paymentMonthsView, paymentTotalView } from './collectionTotal.ts';
import { committeeMembersView, committeeReviewsView } from './committee.ts';
import { committeeActivitiesView } from './committee-plan.ts';
import { consultantsView } from './consultants.ts';
import {
  consultEngineersView,
  consultFunnelView,
  consultMonthsView,
  consultOrdersView,
  consultProjectsView,
  consultProtectView,
  consultRegionsView,
  consultSalesView,
  consultStepsView,
} from './consultStatistics.ts';
import {
  engineeringPricesView,
  priceIndicatorsView,
  priceQuartersView,
  priceSuppliersView,
} from './engineering-price.ts';
import { estimateStagesView, estimateWorksView } from './estimates.ts';
import { handoverListView, waitingHandoversView } from './handover.ts';
import {
  allContractsView,
  contractHandlingsView,
  otherContractsView,
  worksBillsView,
  worksChangesView,
  worksContractsView,
  worksPaymentsView,
} from './contracts.ts';
import { controlTotalView, deptCostView, fundBalanceView, invoiceView, openPaymentView } from './funds.ts';
import { projectMonitorView } from './labor.ts';
import { COSTS, COUNTED_IN, maintenanceCostView } from './maintenanceCost.ts';
import { chemicalMovesView, chemicalStockView, sparePartMovesView, sparePartStockView } from './stock.ts';
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
import {
  certificateGapView,
  credentialLoanView,
  credentialPaperView,
  credentialStockView,
  credentialUseView,
} from './credential.ts';
import { letterThreadView, letterView } from './letters.ts';
import { allRenewalView, entryHandoverView, latestContractView, myRenewalView } from './operation.ts';
import {
  appropriationBalanceView,
  appropriationFlowView,
  importedQuotaView,
  loanBalanceView,
  quotaBalanceView,
  quotaFlowView,
} from './quota.ts';
import {
  researchBenefitsView,
  researchMilestonesView,
  researchMonthsView,
  researchOutcomesView,
  researchProjectsView,
} from './research.ts';
import {
  supplierAccountsView,
  supplierCommentsView,
  supplierEvaluationsView,
  supplierFinesView,
  supplierPapersView,
} from './supplier-file.ts';
import { suppliersView } from './suppliers.ts';
import {
  tenderAddendaView,
  tenderDrawsView,
  tenderProjectsView,
  tenderQuotesView,
  tenderUnitsView,
} from './tenders.ts';
import { subProjectsView, worksCurveView, worksLogsView, worksProjectsView } from './works.ts';
import { worksLettersView, worksLetterThreadsView } from './works-letters.ts';
import { worksOrdersView } from './works-orders.ts';
import { techDocumentsView, worksPapersView } from './works-papers.ts';
import { worksPayBatchesView, worksPaysView } from './works-pays.ts';
import { entryMaterialView, transferNoticeView } from './people.ts';
import { questionnaireAnswerView, questionnaireView } from './questionnaires.ts';

export { registerBalances } from './balances.ts';
export { registerCityClusters } from './city-clusters.ts';
export { COSTS, COUNTED_IN, lampAllowanceView };
export { OLDEST, UNCLEARED_DAYS } from './quota.ts';
export { lossAnalysisOf, RECEIVABLES, VERY_LATE_DAYS } from './receivable.ts';
export { CREW_POSTS, crewOf, OPERATING_PAPERS, papersOf } from './crew.ts';
export {
  contractLedgers,
  worksBillsView,
  worksChangesView,
  worksContractsView,
  worksPaymentsView,
} from './contracts.ts';
export { supplierEvaluationsView, supplierFinesView } from './supplier-file.ts';
export { committeeReviewsView, REVIEW_SCORE } from './committee.ts';
export { committeeActivitiesView } from './committee-plan.ts';
export { ENDING_DAYS, LEAST_SCORE } from './consultants.ts';
export { researchBenefitsView, researchProjectsView } from './research.ts';
export { ITEM, MEDIANS } from './engineering-price.ts';
export { DEALS, HANDOVER_DAYS, handoverListView, waitingHandoversView } from './handover.ts';
export { credentialLoanView } from './credential.ts';
export { worksLettersView } from './works-letters.ts';
export { techDocumentsView, worksPapersView } from './works-papers.ts';
export { worksOrdersView } from './works-orders.ts';
export { tenderProjectsView } from './tenders.ts';
export { LETTER_ROWS, letterView } from './letters.ts';
export { allRenewalView, latestContractView, myRenewalView, OPERATING, RENEWAL_STAGE } from './operation.ts';
export { MOST_ACTING_DAYS, MOST_VACANT_DAYS } from './labor.ts';
export { entryMaterialView, transferNoticeView, uncheckedPapers } from './people.ts';

export const LEDGER_VIEWS: readonly AnySource[] = [
  projectMonitorView,
  controlTotalView,
  fundBalanceView,
  openPaymentView,
  invoiceView,
  deptCostView,
  quotaBalanceView,
  appropriationBalanceView,
  loanBalanceView,
  quotaFlowView,
  quotaBatchView,
  appropriationBatchView,
  importedQuotaView,
  appropriationFlowView,
  receiptBatchView,
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
  chemicalStockView,
  chemicalMovesView,
  sparePartStockView,
  sparePartMovesView,
  lampAllowanceView,
  lampMonthsView,
  lampKindsView,
  lampInstalledView,
  lampBatchView,
  chemicalSupplierView,
  chemicalPriceView,
  chemicalDeliveryView,
  chemicalReviewView,
  chemicalCertificateView,
  allContractsView,
  contractHandlingsView,
  otherContractsView,
  worksContractsView,
  worksBillsView,
  worksChangesView,
  worksPaymentsView,
  waitingHandoversView,
  handoverListView,
  consultProjectsView,
  consultFunnelView,
  consultSalesView,
  consultProtectView,
  consultOrdersView,
  consultEngineersView,
  consultStepsView,
  consultRegionsView,
  consultMonthsView,
  committeeReviewsView,
  committeeMembersView,
  committeeActivitiesView,
  consultantsView,
  estimateStagesView,
  estimateWorksView,
  engineeringPricesView,
  priceQuartersView,
  priceSuppliersView,
  priceIndicatorsView,
  researchProjectsView,
  researchMilestonesView,
  researchMonthsView,
  researchOutcomesView,
  researchBenefitsView,
  entryMaterialView,
  transferNoticeView,
  credentialPaperView,
  certificateGapView,
  credentialUseView,
  credentialLoanView,
  credentialStockView,
  letterView,
  letterThreadView,
  entryHandoverView,
  latestContractView,
  myRenewalView,
  allRenewalView,
  maintenanceCostView,
  questionnaireView,
  questionnaireAnswerView,
  tenderProjectsView,
  tenderUnitsView,
  tenderQuotesView,
  tenderAddendaView,
  tenderDrawsView,
  worksProjectsView,
  subProjectsView,
  suppliersView,
  supplierEvaluationsView,
  supplierPapersView,
  supplierAccountsView,
  supplierFinesView,
  supplierCommentsView,
  worksCurveView,
  worksLogsView,
  worksOrdersView,
  worksPapersView,
  worksPayBatchesView,
  worksPaysView,
  techDocumentsView,
  worksLettersView,
  worksLetterThreadsView,
];
