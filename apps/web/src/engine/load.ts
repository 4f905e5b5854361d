/** Definitions on the browser's side: loaded one by one, compiled once. */
import { compileForm, type CompiledForm } from '@hengneng/form-kit';
import { FORM_LOADERS } from '@hengneng/forms/load';
import { use } from 'react';
import { identityOf } from './identity.ts';

const cache = new Map<string, Promise<CompiledForm>>();

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
