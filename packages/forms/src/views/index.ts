/** Every view of the product by id. */
import * as buyerContractViews from './buyerContracts.views.ts';
import * as chemicals from './chemicals.views.ts';
import * as collectionTotal from './collectionTotal.views.ts';
import * as committee from './committee.views.ts';
import { committeeActivities } from './committee-plan.views.ts';
import * as consultStatistics from './consultStatistics.views.ts';
import { consultants } from './consultant.views.ts';
import * as contracts from './contracts.views.ts';
import * as contractInfoViews from './contractInfo.views.ts';
import * as credential from './credential.views.ts';
import * as engineeringPriceViews from './engineering-price.views.ts';
import * as estimateViews from './estimates.views.ts';
import * as emcContractViews from './emcContracts.views.ts';
import * as handover from './handover.views.ts';
import * as keyContractViews from './keyContracts.views.ts';
import * as labor from './labor.views.ts';
import * as lamp from './lamp.views.ts';
import * as stock from './stock.views.ts';
import * as letterViews from './letters.views.ts';
import * as operation from './operation.views.ts';
import { entryMaterials, transferNotices } from './people.views.ts';
import * as maintenanceCost from './maintenanceCost.views.ts';
import { controlTotals, deptCosts, fundBalances, invoicesHeld, openPayments } from './funds.views.ts';
import * as quota from './quota.views.ts';
import * as receipt from './receipt.views.ts';
import * as questionnaireViews from './questionnaires.views.ts';
import * as receivable from './receivable.views.ts';
import * as research from './research.views.ts';
import { worksLetters, worksLetterThreads } from './works-letters.views.ts';
import { bidDeposits, bidList, bidReasons, bidRivals, bidSales } from './statistics-people-bids.views.ts';
import { feedbackList, feedbackProjects, feedbackRepeats } from './statistics-people-feedback.views.ts';
import {
  satisfactionDimensions,
  satisfactionOpinions,
  satisfactionProjects,
  satisfactionQuarters,
} from './statistics-people-satisfaction.views.ts';
import {
  staffDepts,
  staffMonths,
  staffPeople,
  staffProjects,
  staffRisks,
  staffRoles,
} from './statistics-people-staff.views.ts';
import {
  trainingMonths,
  trainingPeople,
  trainingProjects,
  trainingRecords,
  trainingTrainers,
} from './statistics-people-training.views.ts';
import { renewalAreas, renewalContracts } from './statistics-people.views.ts';
import * as moneyStatistics from './statistics-money.views.ts';
import { worksOrders } from './works-orders.views.ts';
import { worksPayBatches, worksPays } from './works-pays.views.ts';
import { techDocuments, worksPapers } from './works-papers.views.ts';
import { subProjects, worksCurve, worksLogs, worksProjects } from './works.views.ts';
import { suppliers } from './suppliers.views.ts';
import * as supplierFile from './supplier-file.views.ts';
import { tenderAddenda, tenderDraws, tenderProjects, tenderQuotes, tenderUnits } from './tenders.views.ts';

export * from './buyerContracts.views.ts';
export * from './boards.ts';
export * from './chemicals.views.ts';
export * from './collectionTotal.views.ts';
export * from './committee.views.ts';
export * from './committee-plan.views.ts';
export * from './consultStatistics.views.ts';
export * from './consultant.views.ts';
export * from './contracts.views.ts';
export * from './contractInfo.views.ts';
export * from './credential.views.ts';
export * from './engineering-price.views.ts';
export * from './estimates.views.ts';
export * from './emcContracts.views.ts';
export * from './handover.views.ts';
export * from './keyContracts.views.ts';
export * from './labor.views.ts';
export * from './lamp.views.ts';
export * from './stock.views.ts';
export * from './letters.views.ts';
export * from './operation.views.ts';
export * from './people.views.ts';
export * from './maintenanceCost.views.ts';
export * from './funds.views.ts';
export * from './quota.views.ts';
export * from './receipt.views.ts';
export * from './questionnaires.views.ts';
export * from './research.views.ts';
export * from './receivable.views.ts';
export * from './statistics-people-bids.views.ts';
export * from './statistics-people-feedback.views.ts';
export * from './statistics-people-satisfaction.views.ts';
export * from './statistics-people-staff.views.ts';
export * from './statistics-people-training.views.ts';
export * from './statistics-people.views.ts';
export { COST_ITEMS, MOST_MONTHS } from './statistics-money.ts';
export * from './statistics-money.boards.ts';
export * from './statistics-money.views.ts';
export * from './supplier-file.views.ts';
export * from './suppliers.views.ts';
export * from './tenders.views.ts';
export * from './works-letters.views.ts';
export * from './works-orders.views.ts';
export * from './works-papers.views.ts';
export * from './works-pays.views.ts';
export * from './works.views.ts';

export const VIEWS = {
  ...buyerContractViews,
  ...chemicals,
  ...contractInfoViews,
  ...emcContractViews,
  ...collectionTotal,
  ...committee,
  committeeActivities,
  ...consultStatistics,
  consultants,
  ...contracts,
  ...credential,
  ...engineeringPriceViews,
  ...estimateViews,
  ...handover,
  ...keyContractViews,
  ...labor,
  ...lamp,
  ...stock,
  ...letterViews,
  ...operation,
  controlTotals,
  fundBalances,
  openPayments,
  invoicesHeld,
  deptCosts,
  ...quota,
  ...receipt,
  ...questionnaireViews,
  ...receivable,
  ...research,
  entryMaterials,
  transferNotices,
  ...maintenanceCost,
  ...moneyStatistics,
  tenderAddenda,
  tenderDraws,
  tenderProjects,
  tenderQuotes,
  tenderUnits,
  subProjects,
  suppliers,
  ...supplierFile,
  worksCurve,
  worksLogs,
  worksOrders,
  techDocuments,
  worksLetters,
  worksLetterThreads,
  worksPapers,
  worksPayBatches,
  worksPays,
  worksProjects,
  bidDeposits,
  bidList,
  bidReasons,
  bidRivals,
  bidSales,
  feedbackList,
  feedbackProjects,
  feedbackRepeats,
  renewalAreas,
  renewalContracts,
  satisfactionDimensions,
  satisfactionOpinions,
  satisfactionProjects,
  satisfactionQuarters,
  staffDepts,
  staffMonths,
  staffPeople,
  staffProjects,
  staffRisks,
  staffRoles,
  trainingMonths,
  trainingPeople,
  trainingProjects,
  trainingRecords,
  trainingTrainers,
} as const;
