import type { ViewRow } from '@hengneng/contracts';
import { isModuleId, MODULES } from '@hengneng/core';
import { textOf } from '../../engine/rows/text.ts';
import { recordAddress } from '../../lib/routes.ts';

/** Where the record of a row opens, by its columns `module` and `record`. */
export const recordPlace = (row: ViewRow): string | null => {
  const module = textOf(row, 'module');
  const record = textOf(row, 'record');
  return isModuleId(module) && record !== '' ? recordAddress(MODULES[module].procedureId, record) : null;
};
