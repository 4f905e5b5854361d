/** Pages of statistics (统计分析): the queries of their views. */
import type { AnySource } from '../../engine/views/source.ts';
import { MONEY_STATISTICS } from './money/index.ts';
import { PEOPLE_STATISTICS } from './people/index.ts';

export { SPENT } from './money/flows.ts';
export { registerStatistics } from './acts/calls.ts';
export const STATISTICS_VIEWS: readonly AnySource[] = [...PEOPLE_STATISTICS, ...MONEY_STATISTICS];
