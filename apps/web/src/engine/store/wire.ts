/** What of a record is sent: the fields that a section's owner types in. Everything else is the server's to know. */
import { type CompiledForm, type FormRecord, rowsOf } from '@hengneng/form-kit';

/**
 * Values of one section (0: the applicant's, n: the n-th step's) by key, with its detail rows.
 * `withheld` values never came and must not be sent back as empty.
 */
export const sectionValues = (
  form: CompiledForm,
  record: FormRecord,
  step: number,
  withheld: readonly string[] = [],
): Record<string, unknown> => {
  const section = step === 0 ? 'applicant' : `s${step}`;
  const hidden = new Set(withheld);
  const fields = form.fields.filter((of) => of.editable && of.section === section && !hidden.has(of.path));
  const details = form.details.filter((detail) => detail.step === step && !hidden.has(detail.key));
  return {
    ...Object.fromEntries(fields.map((of) => [of.key, record[of.key] ?? null])),
    ...Object.fromEntries(
      details.map((detail) => [
        detail.key,
        rowsOf(record, detail.key).map((row) => ({
          ...(typeof row['id'] === 'string' ? { id: row['id'] } : {}),
          ...Object.fromEntries(
            detail.fields
              .filter((of) => of.editable && !hidden.has(of.path))
              .map((of) => [of.key, row[of.key] ?? null]),
          ),
        })),
      ]),
    ),
  };
};
