/**
 * The record while it is being filled in. A field draws itself again only when its own value, message or visibility changes;
 * formulas and conditions are worked out shortly after the last key press, so that typing never waits for them.
 */
import type { FieldError } from '@hengneng/core';
import {
  type CompiledField,
  type CompiledForm,
  defaultOf,
  fieldPath,
  type FormRecord,
  readValue,
  rowsOf,
  sectionOf,
  watchedKeys,
} from '@hengneng/form-kit';
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { Awaited } from './awaited.ts';

export type LabelMap = Readonly<Record<string, Readonly<Record<string, string>>>>;
export interface RecordState {
  readonly record: FormRecord;
  readonly labels: LabelMap;
  /** Field path (`chemicals[0].quantity`) → message. */
  readonly errors: ReadonlyMap<string, string>;
  readonly dirty: boolean;
  /** Grows with every change a person makes. */
  readonly edits: number;
}

/** What one field is drawn from. */
export interface FieldState {
  readonly value: unknown;
  readonly error: string | undefined;
  readonly shown: boolean;
  readonly labels: Readonly<Record<string, string>> | undefined;
}

const COMPUTE_AFTER_MS = 60;
const ROW_PATH = /^(\w+)\[(\d+)\]\.(\w+)$/;

/** Key of a row for drawing: its id, or one given when it was added; never sent. */
const rowKeys = new WeakMap<object, string>();
let nextKey = 0;
export const rowKey = (row: FormRecord): string => {
  const known = rowKeys.get(row);
  if (known) return known;
  nextKey += 1;
  const made = typeof row['id'] === 'string' ? `id${row['id']}` : `new${nextKey}`;
  rowKeys.set(row, made);
  return made;
};
const keepKey = (from: FormRecord, to: FormRecord): FormRecord => {
  rowKeys.set(to, rowKey(from));
  return to;
};

export const valueAt = (record: FormRecord, path: string): unknown => {
  const row = ROW_PATH.exec(path);
  return row ? rowsOf(record, row[1] ?? '')[Number(row[2])]?.[row[3] ?? ''] : record[path];
};

/** Two rules may speak at one field: neither message takes the other's place. */
const byPath = (errors: readonly FieldError[]): ReadonlyMap<string, string> => {
  const messages = new Map<string, string[]>();
  for (const { path, message } of errors) {
    const known = messages.get(path) ?? [];
    if (!known.includes(message)) messages.set(path, [...known, message]);
  }
  return new Map([...messages].map(([path, each]) => [path, each.join('；')]));
};

/** The applicant's fields that have a condition. */
const conditionedIn = (form: CompiledForm): readonly CompiledField[] =>
  [...form.fields, ...form.details.flatMap((detail) => detail.fields)].filter(
    (of) => of.step === 0 && of.editable && of.showIf !== null,
  );

/** Where such a field stands; a row's is known by the row, which may move. */
const placesOf = (of: CompiledField, record: FormRecord) => {
  const { detail } = of;
  if (detail === null) return [{ of, path: of.path, key: of.path }];
  return rowsOf(record, detail).map((row, at) => ({
    of,
    path: `${detail}[${at}].${of.key}`,
    key: `${rowKey(row)}.${of.path}`,
  }));
};

/** @returns the record with another value at a path; a row keeps its key. */
const withValue = (record: FormRecord, path: string, value: unknown): FormRecord => {
  const [, detail = '', index = '', key = ''] = ROW_PATH.exec(path) ?? [];
  if (key === '') return { ...record, [path]: value };
  const rows = rowsOf(record, detail).map((one, at) =>
    at === Number(index) ? keepKey(one, { ...one, [key]: value }) : one,
  );
  return { ...record, [detail]: rows };
};

const isReadable = (of: CompiledField, value: unknown): boolean => readValue(of.field, value).ok;

export class RecordStore {
  readonly form: CompiledForm;
  #state: RecordState;
  /** The record as the server has it. */
  #stored: FormRecord;
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #listeners = new Set<() => void>();
  /** Who looks at certain keys of the record only: a form has a hundred fields, a key press is about one. */
  readonly #byKey = new Map<string, Set<() => void>>();
  readonly #fields = new Map<string, FieldState>();
  readonly #watchers = new Set<(path: string) => void>();
  readonly #typed = new Set<string>();
  readonly #awaited: Awaited;
  #recheck: ((record: FormRecord) => readonly FieldError[]) | null = null;
  /** Messages about what was put in and cannot be read. It may not have come into the record, so that no check finds it again. */
  readonly #unread = new Map<string, string>();
  readonly #conditioned: readonly CompiledField[];
  /** Which of those show. */
  #shown: ReadonlySet<string>;
  /** What was put into those that have gone: who chose wrongly and chooses again has not written it in vain. */
  readonly #gone = new Map<string, unknown>();

  constructor(form: CompiledForm, record: FormRecord, labels: LabelMap) {
    this.form = form;
    this.#awaited = new Awaited(form);
    this.#state = { record: form.compute(record), labels, errors: new Map(), dirty: false, edits: 0 };
    this.#stored = this.#state.record;
    this.#conditioned = conditionedIn(form);
    this.#shown = new Set(this.#shownIn(this.#stored).map(({ key }) => key));
  }

  /** What the record was when it was opened, or last saved. */
  stored(): FormRecord {
    return this.#stored;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly state = (): RecordState => this.#state;

  /** Hears of changes of these keys of the record, and of any message or label. */
  subscribeTo(keys: readonly string[], listener: () => void): () => void {
    for (const key of keys) {
      const known = this.#byKey.get(key);
      if (known) known.add(listener);
      else this.#byKey.set(key, new Set([listener]));
    }
    return () => {
      for (const key of keys) this.#byKey.get(key)?.delete(listener);
    };
  }

  /** What a field is drawn from; the same object as long as nothing of it changed. */
  fieldState(of: CompiledField, path: string): FieldState {
    const { record, errors, labels } = this.#state;
    const next: FieldState = {
      value: valueAt(record, path),
      error: errors.get(path),
      shown: of.showIf === null || this.form.visible(record, path),
      labels: labels[of.path],
    };
    const known = this.#fields.get(path);
    if (
      known?.value === next.value &&
      known?.error === next.error &&
      known?.shown === next.shown &&
      known.labels === next.labels
    )
      return known;
    this.#fields.set(path, next);
    return next;
  }

  /** Hears of every change that a person makes, with the field's path or the detail's key. */
  onEdit(watcher: (path: string) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  #put(part: Partial<RecordState>): void {
    const before = this.#state;
    this.#state = { ...before, ...part };
    const now = this.#state;
    const all = now.errors !== before.errors || now.labels !== before.labels;
    const told = new Set(this.#listeners);
    for (const [key, listeners] of this.#byKey)
      if (all || now.record[key] !== before.record[key]) for (const listener of listeners) told.add(listener);
    for (const listener of told) listener();
  }

  #edited(path: string, record: FormRecord): void {
    let { errors } = this.#state;
    this.#unread.delete(path);
    // Only a press that clears a message makes another map: who draws messages is not asked again by every press.
    if (errors.has(path)) {
      const left = new Map(errors);
      left.delete(path);
      errors = left;
    }
    this.#put({ record, errors, dirty: true, edits: this.#state.edits + 1 });
    const disproves = this.#recheck !== null && this.#state.errors.size > 0;
    if (disproves || this.form.decides(path)) this.#timer ??= setTimeout(() => this.flush(), COMPUTE_AFTER_MS);
    for (const watcher of this.#watchers) watcher(path);
  }

  /** Works out formulas and conditions now. */
  flush(): FormRecord {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const { record } = this.#state;
    const computed = this.#begun(this.form.compute(record), record);
    if (computed !== record) {
      for (const detail of this.form.details) {
        const before = rowsOf(record, detail.key);
        rowsOf(computed, detail.key).forEach((row, index) => {
          const old = before[index];
          if (old && old !== row) keepKey(old, row);
        });
      }
      this.#put({ record: computed });
    }
    this.#disproved(computed);
    return computed;
  }

  /**
   * What shows only under a condition starts as in a new record once it shows: with the field its default was not there either. Who clears it later
   * means that. What was put in before it went comes back with it.
   * @param typed the record with what conditions have just cleared
   */
  #begun(record: FormRecord, typed: FormRecord): FormRecord {
    const before = this.#shown;
    const shown = this.#shownIn(record);
    this.#shown = new Set(shown.map(({ key }) => key));
    for (const { of, key, path } of this.#conditioned.flatMap((each) => placesOf(each, typed)))
      if (before.has(key) && !this.#shown.has(key) && of.field.from === undefined)
        this.#gone.set(key, valueAt(typed, path));
    const env = { now: new Date(), userId: String(record['applicant'] ?? ''), deptId: '' };
    const begun = shown
      .filter(({ key, path }) => !before.has(key) && (valueAt(record, path) ?? null) === null)
      .map(({ of, key, path }) => ({ path, value: this.#gone.get(key) ?? defaultOf(of.field, env) ?? null }))
      .filter(({ value }) => value !== null);
    if (begun.length === 0) return record;
    const next = this.form.compute(begun.reduce((sofar, { path, value }) => withValue(sofar, path, value), record));
    // What comes back may bring others in.
    return this.#begun(next, next);
  }

  #shownIn(record: FormRecord) {
    return this.#conditioned
      .flatMap((of) => placesOf(of, record))
      .filter(({ path }) => this.form.visible(record, path));
  }

  /** A rule is over several fields: once another of them has been corrected its message stands there for nothing. New messages are none of this. */
  #disproved(record: FormRecord): void {
    const { errors } = this.#state;
    if (this.#recheck === null || errors.size === 0) return;
    const found = new Map([...byPath(this.#recheck(record)), ...this.#unread]);
    const left = new Map([...errors].flatMap(([path]) => (found.has(path) ? [[path, found.get(path) ?? '']] : [])));
    if (left.size < errors.size || [...left].some(([path, message]) => errors.get(path) !== message))
      this.#put({ errors: left });
  }

  /** Whether a person has put something there since the form was opened. */
  isTyped(path: string): boolean {
    return this.#typed.has(path);
  }

  set(path: string, value: unknown): void {
    const { record } = this.#state;
    this.#typed.add(path);
    this.#awaited.edited(path, record);
    this.#edited(path, withValue(record, path, value));
  }

  setRows(detail: string, rows: readonly FormRecord[]): void {
    const errors = new Map([...this.#state.errors].filter(([path]) => !path.startsWith(`${detail}[`)));
    for (const paths of [this.#typed, this.#unread])
      for (const path of paths.keys()) if (path.startsWith(`${detail}[`)) paths.delete(path);
    this.#awaited.forgetRows(detail);
    this.#put({ errors });
    this.#edited(detail, { ...this.#state.record, [detail]: rows });
  }

  addLabel(path: string, value: string, label: string): void {
    this.addLabels({ [fieldPath(path)]: { [value]: label } });
  }

  addLabels(more: LabelMap): void {
    const known = this.#state.labels;
    // The server names everything again with each answer: what is known already would draw all rows of all tables for nothing.
    const added = Object.entries(more).filter(([path, words]) =>
      Object.entries(words).some(([value, label]) => known[path]?.[value] !== label),
    );
    if (added.length === 0) return;
    this.#put({
      labels: { ...known, ...Object.fromEntries(added.map(([path, words]) => [path, { ...known[path], ...words }])) },
    });
  }

  /** @param recheck finds the same messages anew: what has been put right elsewhere is then said no longer. The server's answers have none. */
  setErrors(
    errors: readonly FieldError[],
    recheck: ((record: FormRecord) => readonly FieldError[]) | null = null,
  ): void {
    this.#recheck = recheck;
    this.#unread.clear();
    this.#put({ errors: byPath(errors) });
  }

  /** Says what was put in that cannot be read, beside the messages that are there: until somebody answers there, or hands the record in. */
  addUnread(errors: readonly FieldError[]): void {
    if (errors.length === 0) return;
    for (const { path, message } of errors) this.#unread.set(path, message);
    this.#put({ errors: new Map([...this.#state.errors, ...this.#unread]) });
  }

  /**
   * Values that the server found (prefills). What the person has typed stays: what they typed since it was asked, what they put in place of a prefill
   * whose link has not moved since, and what nobody can read yet.
   */
  merge(asked: FormRecord, found: FormRecord, step = 0): void {
    const section = sectionOf(step);
    const { record } = this.#state;
    const next: Record<string, unknown> = { ...record };
    for (const of of this.form.fields) {
      if (
        of.from &&
        of.section === section &&
        record[of.key] === asked[of.key] &&
        isReadable(of, record[of.key]) &&
        this.#awaited.takes(of, of.key, record[of.key])
      )
        next[of.key] = found[of.key] ?? null;
    }
    for (const detail of this.form.details) {
      const [now, then, answer] = [record, asked, found].map((one) => rowsOf(one, detail.key));
      if (
        !now ||
        !then ||
        !answer ||
        detail.step !== step ||
        now.length !== then.length ||
        now.length !== answer.length
      )
        continue;
      next[detail.key] = now.map((row, index) => {
        const fetched = detail.fields.filter(
          (of) =>
            of.from &&
            row[of.key] === then[index]?.[of.key] &&
            isReadable(of, row[of.key]) &&
            this.#awaited.takes(of, `${detail.key}[${index}].${of.key}`, row[of.key]),
        );
        const changed = fetched.filter((of) => (answer[index]?.[of.key] ?? null) !== (row[of.key] ?? null));
        if (changed.length === 0) return row;
        return keepKey(row, {
          ...row,
          ...Object.fromEntries(changed.map((of) => [of.key, answer[index]?.[of.key] ?? null])),
        });
      });
    }
    if (record === asked) this.#awaited.answered();
    this.#put({ record: next });
    this.flush();
  }

  /** What was `sent` is what the server has. Everything typed so far has been saved, unless more came since `edits`. */
  saved(edits: number, sent: FormRecord): void {
    this.#stored = sent;
    if (this.#state.edits === edits) this.#put({ dirty: false });
  }

  /** Takes over what was kept on this device. */
  restore(values: FormRecord): void {
    this.#edited('', { ...this.#state.record, ...values });
    this.flush();
  }
}

const StoreContext = createContext<RecordStore | null>(null);
export const StoreProvider = StoreContext.Provider;

export const useStore = (): RecordStore => {
  const store = useContext(StoreContext);
  if (!store) throw new Error('No record here');
  return store;
};

/** One field of it; the caller is drawn again only when that field is another. */
export const useField = (of: CompiledField, path: string): FieldState => {
  const store = useStore();
  const subscribe = useCallback((listener: () => void) => store.subscribeTo(watchedKeys(of), listener), [store, of]);
  return useSyncExternalStore(subscribe, () => store.fieldState(of, path));
};

/** A part of the record; the caller is drawn again only when that part is another. */
export const useRecord = <T>(select: (state: RecordState) => T): T => {
  const store = useStore();
  const read = () => select(store.state());
  return useSyncExternalStore(store.subscribe, read, read);
};
