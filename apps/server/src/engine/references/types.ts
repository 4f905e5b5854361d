/** What a field may point at: how it is searched, named, and what prefills may take from it. */
import type { ModuleId } from '@hengneng/core';
import type { Ctx, Session } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';

/** What of an entity one field still may take, as a condition over its rows `m`; `said` is what the form says in another field, empty where nothing. */
export type Offer = (said: (key: string) => string) => string;

export interface ReferenceQuery {
  readonly keyword: string;
  readonly projectCode: string | null;
  /** From 0. */
  readonly offset: number;
  readonly limit: number;
  /** Whatever else the picker sent, e.g. the role that may be picked. */
  readonly extra: Readonly<Record<string, unknown>>;
  /** Records of a module only: of those, the ones that the field which asks may take. */
  readonly offer?: Offer | undefined;
}

export interface ReferenceRow {
  readonly value: string;
  readonly label: string;
  readonly [more: string]: unknown;
}

/** The record that asks for a property. */
export interface PropEnv {
  readonly moduleId: ModuleId;
  /** Null while it is not saved yet. */
  readonly businessId: string | null;
  readonly record: Readonly<Record<string, unknown>>;
  /** The row, for a field of a detail. */
  readonly row: Readonly<Record<string, unknown>> | null;
  readonly now: Date;
}

interface LookUp {
  /** A method, so that a look-up which asks for a transaction fits as well: it only reads, in whatever connection it is given. */
  of(tx: Tx | Db, value: string | null, env: PropEnv): Promise<unknown>;
}

/** Looks one property up; `value` is the record pointed at, null for books looked up by the form's own values. */
export type Prop = LookUp['of'];

/** Plain properties by name, of one record that is pointed at. */
export type PropRow = Readonly<Record<string, unknown>>;

/** Properties that follow from the value alone, so that those of many values are read at once. */
export interface PlainProps {
  readonly names: readonly string[];
  read(db: Tx | Db, values: readonly string[], names: readonly string[]): Promise<ReadonlyMap<string, PropRow>>;
}

export interface ReferenceSource {
  readonly entity: string;
  /** Only what the caller may see. */
  search(ctx: Ctx, query: ReferenceQuery): Promise<{ readonly rows: readonly ReferenceRow[]; readonly total: number }>;
  /** Words for values, whoever asks: a name on a record one may see is no secret. */
  labels(db: Db, values: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Of these, the ones that this person may point a new record at: what the picker offers them; absent where everybody may point at all. */
  allowed?(db: Db, session: Session, values: readonly string[]): Promise<ReadonlySet<string>>;
  /** Its words tell more than a name: not even a draft points at what lies out of reach, and so has them shown. */
  readonly guarded?: true;
  /** Said of the others, behind the field's name; without it, that they lie outside the person's data scope. */
  readonly barred?: string;
  /**
   * What things of this entity belong to, by the names of `Whole`: a field that says which project, community … is meant is offered only what is of it,
   * and only that is accepted. What belongs to none (a certificate of the company's own) goes anywhere.
   */
  readonly within?: PlainProps | undefined;
  /** Properties that `from` may reach and that are the same for whoever asks. */
  readonly plain?: PlainProps;
  /** Properties that hang on the asking record or its day as well. */
  readonly props?: Readonly<Record<string, Prop>>;
}

export class ReferenceRegistry {
  readonly #sources = new Map<string, ReferenceSource>();
  readonly #props = new Map<string, Record<string, Prop>>();
  readonly #offers = new Map<string, Offer>();

  add(source: ReferenceSource): void {
    this.#sources.set(source.entity, source);
    this.extend(source.entity, source.props ?? {});
  }

  /** More properties of an entity, or a book that is looked up by the form's own values. */
  extend(entity: string, props: Readonly<Record<string, Prop>>): void {
    this.#props.set(entity, { ...this.#props.get(entity), ...props });
  }

  /** @param field of a form, `expenseReimbursement.offsets.loan` */
  offer(field: string, offer: Offer): void {
    this.#offers.set(field, offer);
  }

  offerOf(field: string): Offer | undefined {
    return this.#offers.get(field);
  }

  source(entity: string): ReferenceSource | undefined {
    return this.#sources.get(entity);
  }

  /** The plain properties of an entity, where `name` is one of them and nobody works it out: a loan's term is the book's, not what was asked for once. */
  plain(entity: string, name: string): PlainProps | undefined {
    if (this.prop(entity, name) !== undefined) return undefined;
    const plain = this.#sources.get(entity)?.plain;
    return plain?.names.includes(name) ? plain : undefined;
  }

  prop(entity: string, name: string): Prop | undefined {
    return this.#props.get(entity)?.[name];
  }
}
