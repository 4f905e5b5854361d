/** Statistics of people and customers: their queries, by page. */
import type { AnySource } from '../../../engine/views/source.ts';
import { renewalAreasView, renewalContractsView } from './renewal.ts';

export const PEOPLE_STATISTICS: readonly AnySource[] = [renewalContractsView, renewalAreasView];
