/** 统计分析 of money and operation: the queries of its views (`packages/forms/src/views/statistics-money*.views.ts`). */
import type { AnySource } from '../../../engine/views/source.ts';
import {
  businessAccountsView,
  businessAlertsView,
  businessAreasView,
  businessLossesView,
  businessProjectsView,
  businessTrendView,
} from './business.ts';
import {
  costDriversView,
  costItemsView,
  costLinesView,
  costMonthsView,
  costPeersView,
  costVarianceView,
} from './costs.ts';
import { businessCommentsView, costCommentsView } from './comments.ts';
import {
  cashAheadView,
  incomeAreasView,
  incomeChangeView,
  incomeLinesView,
  incomeMonthsView,
  incomeProjectsView,
} from './income.ts';
import { incomeFrozenView, incomeReportsView } from './reviews.ts';
import { repairCostsView, repairDevicesView, repairProjectsView, repairRepeatsView } from './repairs.ts';
import { waterBadView, waterProjectsView, waterTasksView, waterTestsView } from './water.ts';

export const MONEY_STATISTICS: readonly AnySource[] = [
  incomeMonthsView,
  incomeLinesView,
  incomeChangeView,
  incomeProjectsView,
  incomeAreasView,
  cashAheadView,
  incomeReportsView,
  incomeFrozenView,
  repairCostsView,
  repairDevicesView,
  repairProjectsView,
  repairRepeatsView,
  waterTestsView,
  waterBadView,
  waterProjectsView,
  waterTasksView,
  costMonthsView,
  costItemsView,
  costDriversView,
  costVarianceView,
  costPeersView,
  costLinesView,
  businessAreasView,
  businessTrendView,
  businessProjectsView,
  businessLossesView,
  businessAlertsView,
  businessAccountsView,
  businessCommentsView,
  costCommentsView,
];
