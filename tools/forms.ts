/** What the tools share: every definition compiled, and where things lie. */
import { fileURLToPath } from 'node:url';
import { MODULES } from '@hengneng/core';
import { FORMS } from '@hengneng/forms';
import { compileForm, type CompiledForm, type FormShape } from '@hengneng/form-kit';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const MIGRATIONS = fileURLToPath(new URL('../apps/server/src/platform/db/migrations', import.meta.url));

const definitions: readonly FormShape[] = Object.values(FORMS);

/** Compiled forms in the order of their procedure ids, which is the order in which modules are listed everywhere. */
export const compiledForms = (): readonly CompiledForm[] =>
  definitions
    .map((definition) => compileForm(definition, MODULES[definition.id]))
    .sort((a, b) => a.identity.procedureId - b.identity.procedureId);

export const DOCS = fileURLToPath(new URL('../docs', import.meta.url));
