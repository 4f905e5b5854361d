import { isModuleId } from '@hengneng/core';
import { FORM_LOADERS } from '@hengneng/forms/load';

/** Whether a module has a definition; asked by the shell, which must not carry the form engine for it. */
export const isDefined = (moduleId: string): boolean => Object.hasOwn(FORM_LOADERS, moduleId) && isModuleId(moduleId);
