/** Which blocks of the workbench a person has at all: one whose pages they do not hold is not there, not even to be chosen. */
import { shortCodeOf } from '@hengneng/core';
import { can } from '../../lib/permission.ts';
import { WARNINGS_PATH } from '../energy/warnings/warnings.ts';
import type { BlockKey, BlockPlace } from './layout.ts';

const REPORTS = '/operationContent/stateMents';
const ENERGY = [
  '/operationContent/operationList',
  ...[
    'dayStateMentsNew',
    'monthStateMents',
    'energyConsumptionYOY',
    'dayStateMents',
    'projectDataReport',
    'yearStateMents',
    'energyConsumptionYOYKe',
    'energyConsumptionYOYArea',
  ].map((page) => `${REPORTS}/${page}`),
];
/** Pages that say what the block says; the server asks for one of the same. */
const NEEDED: Readonly<Partial<Record<BlockKey, readonly string[]>>> = {
  energies: ENERGY,
  trend: ENERGY,
  warnings: [WARNINGS_PATH],
};

export const isOpen = ({ key }: Pick<BlockPlace, 'key'>): boolean =>
  NEEDED[key]?.some((path) => can(shortCodeOf(path), 'search')) ?? true;
