/** Definitions on the browser's side: loaded one by one, compiled once. */
import { isModuleId, moduleOf, type ModuleIdentity } from '@hengneng/core';
import { compileForm, type CompiledForm } from '@hengneng/form-kit';
import { FORM_LOADERS } from '@hengneng/forms/load';
import { use } from 'react';

const cache = new Map<string, Promise<CompiledForm>>();

/** Identity of a module that is known to exist. @throws RangeError for any other name */
export const identityOf = (moduleId: string): ModuleIdentity => {
  if (!isModuleId(moduleId)) throw new RangeError(`No module ${moduleId}`);
  return moduleOf(moduleId);
};

/** The compiled definition; a failed download is forgotten, so that the next try loads it again. */
export const loadForm = (moduleId: string): Promise<CompiledForm> => {
  const known = cache.get(moduleId);
  if (known) return known;
  const loader = FORM_LOADERS[moduleId];
  const made = loader
    ? loader().then((definition) => compileForm(definition, identityOf(moduleId)))
    : Promise.reject(new RangeError(`No definition of ${moduleId}`));
  cache.set(moduleId, made);
  made.catch(() => cache.delete(moduleId));
  return made;
};

/** Suspends until the definition is there. */
export const useForm = (moduleId: string): CompiledForm => use(loadForm(moduleId));
