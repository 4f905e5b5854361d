/** Records side by side: an address may name a second record (`O_…`), which is read beside the first. */
import { moduleOfProcedure } from '@hengneng/core';

export interface Beside {
  readonly moduleId: string;
  readonly procedureId: string;
  readonly businessId: string;
}

/** Whether the address names a record, or a new one, of its own; without it the other one is what the page shows. */
export const namesOwn = (params: URLSearchParams): boolean => params.has('ProcedureId') || params.has('BusinessId');

/** The record to be shown beside the page's own; null for none, or one of a module that does not exist. */
export const besideOf = (params: URLSearchParams): Beside | null => {
  const [procedureId, businessId] = [params.get('O_ProcedureId'), params.get('O_BusinessId')];
  if (procedureId === null || businessId === null || !namesOwn(params)) return null;
  const moduleId = moduleOfProcedure(procedureId);
  return moduleId === undefined ? null : { moduleId, procedureId, businessId };
};

/** The same address with that record beside it, or with none. */
export const withBeside = (
  params: URLSearchParams,
  other: { readonly procedureId: string | number; readonly businessId: string } | null,
): string => {
  const next = new URLSearchParams(params);
  next.delete('O_ProcedureId');
  next.delete('O_BusinessId');
  if (other) {
    next.set('O_ProcedureId', String(other.procedureId));
    next.set('O_BusinessId', other.businessId);
  }
  return `?${next}`;
};
