/** What an import does with the rows that it reads: how it judges them, what it writes, and how that is taken back. */
import type { Fields, ImportShape, ValueOf } from '@hengneng/form-kit';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { BatchSource } from '../books/entries.ts';
import type { EngineDeps } from '../forms/deps.ts';
import type { ReadLine } from './rows.ts';

type Values<F> = F extends Fields
  ? string extends keyof F
    ? Readonly<Record<string, unknown>>
    : { readonly [K in keyof F]: ValueOf<F[K]> | null }
  : {};

/** A row that reads well. */
export interface Line<I extends ImportShape = ImportShape> {
  readonly row: number;
  readonly values: Values<I['columns']>;
  /** What was settled by hand for it. */
  readonly edits: Partial<Values<I['edits']>>;
}

/** What was found out about a row. */
export interface Verdict {
  /** By the keys of `found`, as people read it. */
  readonly found?: Readonly<Record<string, string | null>>;
  readonly errors?: readonly string[];
  readonly warnings?: readonly string[];
}

export interface Judging<I extends ImportShape> {
  readonly db: Db | Tx;
  readonly ctx: Ctx;
  /** True while confirming: what the verdicts stand on is to be locked. */
  readonly locking: boolean;
  readonly asks: Values<I['asks']>;
  readonly lines: readonly Line<I>[];
  /** Of the file as a whole, where the import reads it itself. */
  readonly facts: Facts;
}

export interface Confirming<I extends ImportShape> {
  readonly deps: EngineDeps;
  readonly tx: Tx;
  readonly ctx: Ctx;
  readonly batch: { readonly id: string; readonly no: string };
  /** What is written names the batch as its source. */
  readonly source: BatchSource;
  readonly asks: Values<I['asks']>;
  /** Rows without errors, with what was found out about them. */
  readonly lines: readonly (Line<I> & { readonly found: Readonly<Record<string, string | null>> })[];
  readonly facts: Facts;
}

export interface Undoing {
  readonly deps: EngineDeps;
  readonly tx: Tx;
  readonly ctx: Ctx;
  readonly batch: { readonly id: string; readonly no: string };
  readonly source: BatchSource;
}

export type Facts = Readonly<Record<string, string | null>>;

/** What was read from a sheet that is not the template's. */
export interface ReadSheet {
  readonly lines: readonly ReadLine[];
  readonly facts: Facts;
  /** What is odd about the file as a whole. */
  readonly notes: readonly string[];
}

export interface Written {
  /** Sum of what was imported, where the batch has one. */
  readonly amount?: string;
  /** Records that rows became. */
  readonly records?: readonly { readonly row: number; readonly module: string; readonly id: string }[];
}

export interface ImportSource<I extends ImportShape = ImportShape> {
  readonly shape: I;
  /** For sheets that are not the template's alone. @throws refused where it cannot be read */
  read?(
    sheet: readonly (readonly string[])[],
    of: { readonly db: Db; readonly asks: Values<I['asks']> },
  ): Promise<ReadSheet>;
  /** Verdicts by row; a row without one may be imported. */
  judge(of: Judging<I>): Promise<ReadonlyMap<number, Verdict>>;
  /** Of the file as a whole, beside what `read` found. */
  facts?(lines: readonly Line<I>[], verdicts: ReadonlyMap<number, Verdict>): Facts;
  write(of: Confirming<I>): Promise<Written>;
  /** @throws refused where what was imported is in use */
  undo(of: Undoing): Promise<void>;
}

/** A source as the engine holds it: what it is given was read by its own shape. */
export type AnyImport = ImportSource;

export const importSource = <const I extends ImportShape>(source: ImportSource<I>): AnyImport => source;
