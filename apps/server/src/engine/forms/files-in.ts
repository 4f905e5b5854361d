/** Files that stand in a record's values. */
import type { CompiledField, CompiledForm, FormRecord } from '@hengneng/form-kit';
import { rowsOf } from '@hengneng/form-kit';

export interface FileAt {
  readonly path: string;
  readonly URL: string;
}

const urlsOf = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(urlsOf);
  if (typeof value !== 'object' || value === null) return [];
  const own = 'URL' in value && typeof value.URL === 'string' ? [value.URL] : [];
  return 'photos' in value ? [...own, ...urlsOf(value.photos)] : own;
};

const FILE_TYPES: ReadonlySet<string> = new Set(['file', 'files', 'image', 'images', 'signature', 'check']);
const held = (of: CompiledField): boolean => FILE_TYPES.has(of.field.type);

/** Every stored file that a record names, with the field that holds it. */
export function filesIn(form: CompiledForm, record: FormRecord): readonly FileAt[] {
  const own = form.fields.filter(held).flatMap((of) => urlsOf(record[of.key]).map((URL) => ({ path: of.path, URL })));
  const rows = form.details.flatMap((detail) => {
    const fields = detail.fields.filter(held);
    if (fields.length === 0) return [];
    return rowsOf(record, detail.key).flatMap((row, index) =>
      fields.flatMap((of) => urlsOf(row[of.key]).map((URL) => ({ path: `${detail.key}[${index}].${of.key}`, URL }))),
    );
  });
  return [...own, ...rows];
}
