/** 统计分析 of money and operation: the queries of its views (`packages/forms/src/views/statistics-money*.views.ts`). */
import type { AnySource } from '../../../engine/views/source.ts';
import { repairCostsView, repairDevicesView, repairProjectsView, repairRepeatsView } from './repairs.ts';

export const MONEY_STATISTICS: readonly AnySource[] = [
  repairCostsView,
  repairDevicesView,
  repairProjectsView,
  repairRepeatsView,
];
