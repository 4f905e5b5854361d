/** Where the record of a row opens whose module and number the row carries. */
import type { ViewRow } from '@hengneng/contracts';
import { MODULES } from '@hengneng/core';
import { textOf } from '../../engine/rows/text.ts';
import { recordAddress } from '../../lib/routes.ts';

const PROCEDURES: ReadonlyMap<string, number> = new Map(
  Object.entries(MODULES).map(([id, { procedureId }]) => [id, procedureId]),
);

export const recordLink = (row: ViewRow): string | null => {
  const procedure = PROCEDURES.get(textOf(row, 'module'));
  const record = textOf(row, 'record');
  return procedure === undefined || record === '' ? null : recordAddress(procedure, record);
};
