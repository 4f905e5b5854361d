/** What a look-up in the books knows of who asks, and what it is. */
import type { Tx } from '../../platform/db/schema.ts';
import type { Source } from './source.ts';

export interface LookupEnv {
  /** The record that asks; null id while it is not saved yet. */
  readonly moduleId: Source['module'];
  readonly businessId: string | null;
  readonly record: Readonly<Record<string, unknown>>;
  readonly row: Readonly<Record<string, unknown>> | null;
  readonly now: Date;
}

/** Looks one property up; `value` is the record that the field before the dot points at, null for books looked up by the form's own values. */
export type Lookup = (tx: Tx, value: string | null, env: LookupEnv) => Promise<unknown>;

/** Entity or book → property → how to look it up. */
export type Lookups = Readonly<Record<string, Readonly<Record<string, Lookup>>>>;
