/** Statistics of people and customers: their queries, by page. */
import type { AnySource } from '../../../engine/views/source.ts';
import { bidDepositsView, bidListView, bidReasonsView, bidRivalsView, bidSalesView } from './bids.ts';
import { feedbackListView, feedbackProjectsView, feedbackRepeatsView } from './feedback.ts';
import { renewalAreasView, renewalContractsView } from './renewal.ts';
import {
  satisfactionDimensionsView,
  satisfactionOpinionsView,
  satisfactionProjectsView,
  satisfactionQuartersView,
} from './satisfaction.ts';
import { staffDeptsView, staffMonthsView, staffPeopleView, staffProjectsView, staffRolesView } from './staff.ts';
import { staffRisksView } from './staff-risks.ts';
import {
  trainingMonthsView,
  trainingPeopleView,
  trainingProjectsView,
  trainingRecordsView,
  trainingTrainersView,
} from './training.ts';

export const PEOPLE_STATISTICS: readonly AnySource[] = [
  renewalContractsView,
  renewalAreasView,
  bidListView,
  bidReasonsView,
  bidRivalsView,
  bidSalesView,
  bidDepositsView,
  feedbackListView,
  feedbackProjectsView,
  feedbackRepeatsView,
  satisfactionProjectsView,
  satisfactionDimensionsView,
  satisfactionQuartersView,
  satisfactionOpinionsView,
  trainingRecordsView,
  trainingMonthsView,
  trainingProjectsView,
  trainingTrainersView,
  trainingPeopleView,
  staffPeopleView,
  staffMonthsView,
  staffDeptsView,
  staffProjectsView,
  staffRolesView,
  staffRisksView,
];
