/** Every defined module, compiled once. */
import { lazy, MODULES, type ModuleId, SCREENS, shortCodeOf } from '@hengneng/core';
import { type CompiledForm, compileForm, type FormShape, type SchemaMode, sectionSchema } from '@hengneng/form-kit';
import type { FormRecord } from '@hengneng/form-kit';
import type { z } from 'zod';
import { chainOf } from '../approval/chain.ts';
import type { Chain } from '../approval/types.ts';
import { type RecordSql, recordSql } from './record-sql.ts';

export interface Module {
  readonly id: ModuleId;
  readonly form: CompiledForm;
  /** The chain of the definition: version 0. What a submission takes, says `chain-in-force.ts`. */
  readonly ownChain: Chain;
  readonly sql: RecordSql;
  /** ShortCodes of the module's screens: buttons granted on any of them count for its calls. */
  readonly screens: readonly string[];
  /** Reads a section (0 the applicant's, n the n-th step's) from the wire. */
  readonly read: (step: number, mode: SchemaMode) => z.ZodType<FormRecord>;
}

export interface Catalog {
  get(id: string): Module | undefined;
  all(): readonly Module[];
}

/** A module is compiled when somebody first asks for it: most of them not at the start of a process. A test compiles them all. */
function moduleOf(definition: FormShape): Module {
  const form = lazy(() => compileForm(definition, MODULES[definition.id]));
  const ownChain = lazy(() => chainOf(definition));
  const sql = lazy(() => recordSql(form()));
  const schemas = new Map<string, z.ZodType<FormRecord>>();
  return {
    id: definition.id,
    get form() {
      return form();
    },
    get ownChain() {
      return ownChain();
    },
    get sql() {
      return sql();
    },
    screens: SCREENS.filter((screen) => screen.module === definition.id).map((screen) => shortCodeOf(screen.path)),
    read(step, mode) {
      const key = `${step}:${mode}`;
      const known = schemas.get(key) ?? sectionSchema(form(), step, mode);
      schemas.set(key, known);
      return known;
    },
  };
}

export function createCatalog(definitions: Readonly<Record<string, FormShape>>): Catalog {
  const modules = new Map(
    Object.values(definitions).map((definition) => [definition.id as string, moduleOf(definition)]),
  );
  return { get: (id) => modules.get(id), all: () => [...modules.values()] };
}
