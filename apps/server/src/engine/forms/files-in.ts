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
const SIGNATURES: ReadonlySet<string> = new Set(['signature']);

/** Every stored file that a record names, with the field that holds it. */
export const filesIn = (form: CompiledForm, record: FormRecord): readonly FileAt[] => heldBy(form, record, FILE_TYPES);

/** Signatures among them that do not stand in the same column of `before` already, each as often as it stood there. */
export function newSignatures(form: CompiledForm, before: FormRecord, record: FormRecord): readonly FileAt[] {
  const place = ({ path, URL }: FileAt): string => `${path.replace(/\[\d+\]/, '')} ${URL}`;
  const kept = new Map<string, number>();
  for (const one of heldBy(form, before, SIGNATURES)) kept.set(place(one), (kept.get(place(one)) ?? 0) + 1);
  return heldBy(form, record, SIGNATURES).filter((one) => {
    const left = kept.get(place(one)) ?? 0;
    kept.set(place(one), left - 1);
    return left <= 0;
  });
}

function heldBy(form: CompiledForm, record: FormRecord, types: ReadonlySet<string>): readonly FileAt[] {
  const held = (of: CompiledField): boolean => types.has(of.field.type);
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
