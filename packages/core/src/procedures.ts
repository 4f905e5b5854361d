/** From a procedure id to the module's form, for all modules (specification §2 “Procedure-to-route families”). */
import { MODULES, type ModuleId, type ModuleIdentity } from './modules.ts';

const byProcedure = new Map<number, ModuleId>(
  Object.entries(MODULES).map(([id, module]) => [module.procedureId, id as ModuleId]),
);

export const moduleOf = (id: ModuleId): ModuleIdentity => MODULES[id];
export const isModuleId = (id: string): id is ModuleId => Object.hasOwn(MODULES, id);

/** Module of a procedure id; undefined for one that does not exist. */
export const moduleOfProcedure = (procedureId: number | string): ModuleId | undefined =>
  byProcedure.get(Number(procedureId));

/** Path of a module's form. */
export const formRouteOf = (id: ModuleId): string => {
  const module: ModuleIdentity = MODULES[id];
  return module.formRoute ?? `${module.home}/${id}/${id}Form`;
};

/**
 * Full path that opens a record: `/…Form?ProcedureId=10&BusinessId=7`; `alternate` opens it read-only beside another form (`O_…`).
 * Without a BusinessId it opens a new one. Undefined for an unknown procedure.
 */
export function procedureRoute(
  procedureId: number | string,
  businessId?: string | null,
  alternate = false,
): string | undefined {
  const id = moduleOfProcedure(procedureId);
  if (!id) return undefined;
  const prefix = alternate ? 'O_' : '';
  const business = businessId ? `&${prefix}BusinessId=${encodeURIComponent(businessId)}` : '';
  return `${formRouteOf(id)}?${prefix}ProcedureId=${encodeURIComponent(procedureId)}${business}`;
}
