/** Rows that each handler of a step fills in apart from the others (评委打分): kept together, shown to nobody else until the step is through. */
import { type CompiledDetail, type FormRecord, rowsOf } from '@hengneng/form-kit';
import type { Module } from './catalog.ts';

interface Own {
  readonly detail: CompiledDetail;
  /** The user field that marks whose a row is. */
  readonly mark: string;
}

const ownDetails = (module: Module): readonly Own[] =>
  module.form.details.flatMap((detail) =>
    detail.shape.ownRows === undefined ? [] : [{ detail, mark: detail.shape.ownRows }],
  );

/** What a handler sends of a step, with the rows of the others: theirs stay, and nobody writes in another's name. */
export function withOthersRows(
  module: Module,
  step: number,
  before: FormRecord,
  values: FormRecord,
  userId: string,
): FormRecord {
  const mine = ownDetails(module).filter(({ detail }) => detail.step === step);
  return {
    ...values,
    ...Object.fromEntries(
      mine.map(({ detail: { key }, mark }) => [
        key,
        [
          ...rowsOf(before, key).filter((row) => row[mark] !== userId),
          ...rowsOf(values, key).map((row) => ({ ...row, [mark]: userId })),
        ],
      ]),
    ),
  };
}

/** The record without rows that others still keep to themselves. `through`: keys of steps that are done. */
export function withoutOthersRows(
  module: Module,
  record: FormRecord,
  userId: string,
  through: ReadonlySet<string>,
): FormRecord {
  const kept = ownDetails(module).filter(({ detail }) => !through.has(`s${detail.step}`));
  if (kept.length === 0) return record;
  return {
    ...record,
    ...Object.fromEntries(
      kept.map(({ detail: { key }, mark }) => [key, rowsOf(record, key).filter((row) => row[mark] === userId)]),
    ),
  };
}
