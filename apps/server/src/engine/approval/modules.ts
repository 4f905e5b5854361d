import { MODULES, type ModuleId } from '@hengneng/core';
import { notFound } from '../../platform/http/errors.ts';

const byProcedure = new Map<number, ModuleId>(
  Object.entries(MODULES).map(([id, module]) => [module.procedureId, id as ModuleId]),
);

/** Module of a procedure id as the wire names it. Throws 404 where there is none. */
export const moduleOf = (procedureId: number): ModuleId => {
  const id = byProcedure.get(procedureId);
  if (id === undefined) throw notFound(`没有编号为${procedureId}的模块`);
  return id;
};

/** What the wire says of a module; an id that is no module any more keeps its records readable. */
export const identityOf = (moduleId: string): { readonly ProcedureId: number; readonly module: string } => {
  const module = moduleId in MODULES ? MODULES[moduleId as ModuleId] : undefined;
  return { ProcedureId: module?.procedureId ?? 0, module: module?.title ?? moduleId };
};
