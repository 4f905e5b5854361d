import { isModuleId, moduleOf, type ModuleIdentity } from '@hengneng/core';

/** Identity of a module that is known to exist. @throws RangeError for any other name */
export const identityOf = (moduleId: string): ModuleIdentity => {
  if (!isModuleId(moduleId)) throw new RangeError(`No module ${moduleId}`);
  return moduleOf(moduleId);
};
