/**
 * Which prefilled fields wait for the server: those whose link has moved since. Every other takes what the server finds only while it is empty. The
 * server compares with what is saved; of a record that nobody has saved yet it cannot know which value a person has put there on purpose.
 */
import { type CompiledField, type CompiledForm, fieldPath, type FormRecord, rowsOf } from '@hengneng/form-kit';

const empty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

export class Awaited {
  readonly #behind = new Map<string, CompiledField[]>();
  readonly #paths = new Set<string>();

  constructor(form: CompiledForm) {
    for (const of of [...form.fields, ...form.details.flatMap((detail) => detail.fields)])
      if (of.from?.link) this.#behind.set(of.from.link, [...(this.#behind.get(of.from.link) ?? []), of]);
  }

  /** Somebody has given the field at this path a value: what it was waiting for is theirs, what is read behind it waits. */
  edited(path: string, record: FormRecord): void {
    this.#paths.delete(path);
    this.#wait(path, record);
  }

  #wait(path: string, record: FormRecord): void {
    for (const of of this.#behind.get(fieldPath(path)) ?? [])
      for (const next of pathsOf(of, path, record))
        if (!this.#paths.has(next)) {
          this.#paths.add(next);
          this.#wait(next, record);
        }
  }

  /** Rows of a detail may have moved: none of their cells is known any more. */
  forgetRows(detail: string): void {
    for (const path of this.#paths) if (path.startsWith(`${detail}[`)) this.#paths.delete(path);
  }

  /** Whether the field with this value takes what the server found for it. */
  takes(of: CompiledField, path: string, value: unknown): boolean {
    return of.field.locked !== undefined || empty(value) || this.#paths.has(path);
  }

  /** The server has answered for the record as it stands. */
  answered(): void {
    this.#paths.clear();
  }
}

/** Where a field stands that is read behind the one at `path`: in its own row, else in every row, else once. */
const pathsOf = (of: CompiledField, path: string, record: FormRecord): readonly string[] => {
  if (of.detail === null) return [of.key];
  const row = /^(\w+\[\d+\])\./.exec(path)?.[1];
  return row === undefined
    ? rowsOf(record, of.detail).map((_, index) => `${of.detail}[${index}].${of.key}`)
    : [`${row}.${of.key}`];
};
