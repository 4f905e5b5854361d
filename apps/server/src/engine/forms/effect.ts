/**
 * What an approval changes. An effect writes in the transaction of the command that causes it, and can take back exactly what it wrote.
 */
import type { EffectName } from '@hengneng/forms';
import type { FormShape, RecordOf } from '@hengneng/form-kit';
import type { Actor } from '../approval/types.ts';
import type { EntrySource } from '../books/entries.ts';
import type { Tx } from '../../platform/db/schema.ts';

/** A record as effects see it. */
export type Recorded<T extends FormShape> = RecordOf<T>;

/** What one effect noted for its own reversal. */
export type Note = Readonly<Record<string, string>>;

/** Work that follows from an approval and belongs to other parts of the product. All of it is written in the same transaction. */
export interface FollowUps {
  /** Makes a draft of another module for a person; where that module is not in use yet, a to-do that says so. Answers the draft's BusinessId. */
  draft(input: {
    readonly module: string;
    readonly values: Readonly<Record<string, unknown>>;
    readonly applicant: string;
    readonly title: string;
  }): Promise<string | null>;
  /** A to-do for people, or for the holders of a role. */
  todo(input: {
    readonly kind: string;
    readonly title: string;
    readonly project?: string | null;
    readonly to: readonly string[];
    readonly role?: string;
    readonly due?: string | null;
  }): Promise<void>;
  /** A notice on a day (`YYYY-MM-DD`), `daysBefore` earlier; `everyDays` repeats it until it is answered. */
  remind(input: {
    readonly on: string;
    readonly daysBefore?: number;
    readonly everyDays?: number;
    readonly to: readonly string[];
    readonly role?: string;
    readonly title: string;
  }): Promise<void>;
  /** A notice now. */
  tell(input: { readonly to: readonly string[]; readonly title: string }): Promise<void>;
  /** Takes back the drafts, to-dos and reminders that this record's effect of the same name made. */
  takeBack(): Promise<void>;
}

export interface EffectCall<R> {
  readonly record: R;
  /** This record and effect, as what is written names it. */
  readonly source: EntrySource;
  readonly actor: Actor;
  readonly now: Date;
  readonly services: FollowUps;
  /** Keeps a note for the reversal. */
  log(note: Note): void;
  /** The note that `apply` kept. */
  readonly logged: Note;
}

export interface Effect<R> {
  apply(tx: Tx, call: EffectCall<R>): Promise<void>;
  /** Takes back what `apply` wrote; runs at return, withdrawal or rejection for submit effects, at void for all. */
  reverse(tx: Tx, call: EffectCall<R>): Promise<void>;
}

/** All effects of one module, exhaustive by name. */
export type EffectsOf<M extends string, R> = { readonly [N in Extract<EffectName, `${M}.${string}`>]: Effect<R> };
