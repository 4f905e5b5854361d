/** What somebody has put into a section that the server does not have yet, told apart from what it has, so that it can stand on a newer version. */
import { type Change, type CompiledForm, type FormRecord, rowsOf } from '@hengneng/form-kit';
import { sectionValues } from './wire.ts';

/** Rows get their numbers when they are saved: which one is which is said by its place. */
const unnumbered = (form: CompiledForm, record: FormRecord): FormRecord => ({
  ...record,
  ...Object.fromEntries(
    form.details.map(({ key }) => [key, rowsOf(record, key).map((row) => ({ ...row, id: undefined }))]),
  ),
});

/** Field by field what is different between two versions. */
export const differences = (form: CompiledForm, before: FormRecord, after: FormRecord): readonly Change[] =>
  form.changed(unnumbered(form, before), unnumbered(form, after));

/** The field or table that a path is about. */
export const keyOf = (path: string): string => path.replace(/\[.*$/, '');

/** Values of one section that are others than the server has; a table of which anything is another, as a whole. */
export const unsavedValues = (
  form: CompiledForm,
  stored: FormRecord,
  record: FormRecord,
  step: number,
  withheld: readonly string[] = [],
): FormRecord => {
  const changed = new Set(differences(form, stored, record).map(({ path }) => keyOf(path)));
  return Object.fromEntries(
    Object.entries(sectionValues(form, record, step, withheld)).filter(([key]) => changed.has(key)),
  );
};
