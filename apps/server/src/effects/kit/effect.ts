/**
 * Effects that say only what an approval changes. Everything written through `book`, `set`, `add` and the follow-ups is taken back by itself
 * when the record is cancelled (or returned, for effects at submit); only what goes around them needs a reversal of its own.
 */
import type { ModuleId } from '@hengneng/core';
import { bookTableName, type BookShape, type NewEntry } from '@hengneng/form-kit';
import {
  account,
  type BookWhere,
  type Entry,
  enter,
  type EntrySource,
  standing,
  voidEntries,
} from '../../engine/books/entries.ts';
import type { Effect, EffectCall } from '../../engine/forms/effect.ts';
import { openRecord, sealAgain } from '../../engine/forms/seal.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { bookDeptCost, bookProjectCost, type CostLine, reverseCosts } from '../books/costs.ts';
import { moveStock, type StockKey, undoStock } from '../books/stock.ts';
import { withinLimits } from './limits.ts';
import { addAmounts, type BookValues, type EntityName, type EntityValues, setValues, undoChanges } from './changes.ts';

/** What an effect may write. */
export interface Writing {
  readonly tx: Tx;
  /** Writes entries into a book. @returns their ids */
  book<T extends BookShape>(book: T, ...entries: readonly NewEntry<T>[]): Promise<readonly string[]>;
  /** Standing entries of a book that have these values, oldest first; locked. */
  find<T extends BookShape>(book: T, where: BookWhere<T>): Promise<readonly Entry<T>[]>;
  /** Sets values of an entry of a book. */
  setEntry<T extends BookShape>(book: T, id: string, values: BookValues<T>): Promise<void>;
  /** Adds to amounts of an entry of a book. @throws invalid at `path` where a limit of the book would be broken */
  addEntry<T extends BookShape>(book: T, id: string, amounts: BookValues<T>, path?: string): Promise<void>;
  /** The entry under a book's key, opened where there is none; it stays when the record is cancelled. Locked. */
  account<T extends BookShape>(book: T, opening: NewEntry<T>): Promise<Entry<T>>;
  /** Sets values of a project, contract, device, … */
  set<E extends EntityName>(entity: E, id: string, values: EntityValues<E>): Promise<void>;
  /** Adds to amounts of a project, contract, device, … */
  add<E extends EntityName>(entity: E, id: string, amounts: EntityValues<E>): Promise<void>;
  /** Costs of a project in a month. */
  projectCost(project: string, month: string, ...lines: readonly CostLine[]): Promise<void>;
  /** Costs of a department in a month. */
  deptCost(dept: string, month: string, ...lines: readonly CostLine[]): Promise<void>;
  /** Opens a record whose values are under seal. */
  open(module: ModuleId, id: string): Promise<void>;
  /** Moves stock; negative takes out. @throws invalid at `path` when there is not enough */
  stock(key: StockKey, quantity: string, reason: string, path: string): Promise<void>;
}

/** What an effect notes of what it wrote, so that the way back knows. */
type Kept = 'books' | 'costs' | 'stock';

function writing<R>(tx: Tx, call: EffectCall<R>, note: (kind: Kept, what: string) => void): Writing {
  const source: EntrySource = call.source;
  return {
    tx,
    async book(book, ...entries) {
      if (entries.length > 0) note('books', bookTableName(book.id));
      return withinLimits(() => enter(tx, book, entries, source));
    },
    find: (book, where) => standing(tx, book, where),
    setEntry: (book, id, values) => setValues(tx, book, id, values, source),
    addEntry: (book, id, amounts, path) => addAmounts(tx, book, id, amounts, source, path),
    account: (book, opening) => account(tx, book, opening),
    set: (entity, id, values) => setValues(tx, entity, id, values, source),
    add: (entity, id, amounts) => addAmounts(tx, entity, id, amounts, source),
    async projectCost(project, month, ...lines) {
      note('costs', 'project');
      await bookProjectCost(tx, project, month, lines, source);
    },
    async deptCost(dept, month, ...lines) {
      note('costs', 'dept');
      await bookDeptCost(tx, dept, month, lines, source);
    },
    open: (module, id) => openRecord(tx, module, id, source),
    async stock(key, quantity, reason, path) {
      note('stock', key.kind);
      await moveStock(tx, key, quantity, source, reason, path);
    },
  };
}

/**
 * Makes an effect of what it writes; the way back follows from that.
 * @param sound what must hold when it has written, and again when that is taken back: it refuses by throwing
 */
export const effect = <R>(
  work: (call: EffectCall<R> & Writing) => Promise<unknown> | void,
  sound?: (tx: Tx, record: R) => Promise<void>,
): Effect<R> => ({
  async apply(tx, call) {
    const kept = new Map<Kept, Set<string>>();
    const note = (kind: Kept, what: string): void => {
      kept.set(kind, (kept.get(kind) ?? new Set()).add(what));
    };
    await work({ ...call, ...writing(tx, call, note) });
    await sound?.(tx, call.record);
    if (kept.size > 0) call.log(Object.fromEntries([...kept].map(([kind, what]) => [kind, [...what].join(' ')])));
  },
  async reverse(tx, call) {
    const { source, logged, services, record } = call;
    for (const table of (logged.books ?? '').split(' ').filter(Boolean)) await voidEntries(tx, table, source);
    if (logged.costs) await reverseCosts(tx, source);
    if (logged.stock) await undoStock(tx, source, '单据作废');
    await undoChanges(tx, source);
    await sealAgain(tx, source);
    await services.takeBack();
    await sound?.(tx, record);
  },
});
