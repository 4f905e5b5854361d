/** From a business form to the address it opens at. */
import { MODULES, type ModuleIdentity, SCREENS, type Screen } from '@hengneng/core';

const modules: readonly (readonly [string, ModuleIdentity])[] = Object.entries(MODULES);
const byProcedure = new Map(modules.map(([id, module]) => [module.procedureId, { id, module }]));
/** Path of a module's form. */
export const formPath = (id: string, module: ModuleIdentity): string =>
  module.formRoute ?? `${module.home}/${id}/${id}Form`;

/**
 * Address of one record; `null` for a procedure that does not exist.
 * @param taskId which is meant of the to-dos that a record may have for somebody
 */
export const recordAddress = (
  procedureId: number | string,
  businessId: string,
  taskId: string | null = null,
): string | null => {
  const found = byProcedure.get(Number(procedureId));
  if (!found) return null;
  const query = new URLSearchParams({
    ProcedureId: String(procedureId),
    BusinessId: businessId,
    ...(taskId === null ? {} : { NodeRecordId: taskId }),
  });
  return `${formPath(found.id, found.module)}?${query}`;
};

/** Address of a module's empty form. */
export const newRecordAddress = (procedureId: number | string): string | null => {
  const found = byProcedure.get(Number(procedureId));
  return found ? `${formPath(found.id, found.module)}?ProcedureId=${procedureId}` : null;
};

/** The first screen of a kind that a module has. */
export const screenOf = (moduleId: string, kind: Screen['kind']): Screen | undefined =>
  SCREENS.find((screen) => screen.module === moduleId && screen.kind === kind);
