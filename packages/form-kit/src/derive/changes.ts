import type { Field } from '../fields.ts';
import { fixed, placesOf, toNumber } from '../expr/value.ts';
import { instantMs, instantText } from '../time.ts';
import type { Change, CompiledDetail, CompiledField, CompiledForm, FormRecord } from './form.ts';
import { rowsOf } from './scope.ts';

/** One spelling for one value, so that `"1.5"` and `"1.50"`, or two offsets of one instant, are no change. */
export function normalise(field: Field, value: unknown): unknown {
  if (value === undefined || value === null || value === '') return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(sorted);
  const places = placesOf(field);
  if (places !== null) {
    const number = toNumber(value);
    return number === null ? value : fixed(number, places);
  }
  if (value instanceof Date) return Math.abs(value.getTime()) < 8.6e15 ? instantText(value.getTime()) : null;
  if (field.type === 'datetime' && typeof value === 'string') {
    const ms = instantMs(value);
    return ms === null ? value : instantText(ms);
  }
  return sorted(value);
}

/** Objects with their keys in order and without what is empty. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null && item !== undefined && !(Array.isArray(item) && item.length === 0))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}

const valuesOf = (fields: readonly CompiledField[], record: FormRecord): FormRecord =>
  Object.fromEntries(fields.map((of) => [of.key, normalise(of.field, record[of.key])]));

/** The record's content as one text: the form's own fields in a fixed order, each value in its one spelling. */
export function canonical(form: CompiledForm, record: FormRecord): string {
  return JSON.stringify({
    form: form.id,
    values: valuesOf(form.fields, record),
    details: Object.fromEntries(
      form.details.map((detail) => [detail.key, rowsOf(record, detail.key).map((row) => valuesOf(detail.fields, row))]),
    ),
  });
}

function fieldChanges(
  fields: readonly CompiledField[],
  before: FormRecord,
  after: FormRecord,
  place: { readonly path: string; readonly label: string },
): readonly Change[] {
  return fields.flatMap((of) => {
    const [from, to] = [normalise(of.field, before[of.key]), normalise(of.field, after[of.key])];
    if (JSON.stringify(from) === JSON.stringify(to)) return [];
    return [{ path: `${place.path}${of.key}`, label: `${place.label}${of.label}`, before: from, after: to }];
  });
}

/** Rows are the same row by their id, where they have one, else by their place. */
function detailChanges(detail: CompiledDetail, before: FormRecord, after: FormRecord): readonly Change[] {
  const [old, now] = [rowsOf(before, detail.key), rowsOf(after, detail.key)];
  const left = new Set(old);
  const take = (partner: FormRecord | undefined): FormRecord | undefined =>
    partner && left.delete(partner) ? partner : undefined;
  const byId = now.map((row) => (row['id'] ? take(old.find((other) => other['id'] === row['id'])) : undefined));
  // a row without an id stands for the row in its place, unless that one was found elsewhere
  const pairs = now.map((row, index) => ({
    row,
    index,
    partner: byId[index] ?? take(row['id'] ? undefined : old[index]),
  }));
  return [
    ...pairs.flatMap(({ row, index, partner }) =>
      fieldChanges(detail.fields, partner ?? {}, row, {
        path: `${detail.key}[${index}].`,
        label: `${detail.label}第${index + 1}行${partner ? '' : '（新增）'}·`,
      }),
    ),
    ...[...left].flatMap((row) => {
      const index = old.indexOf(row);
      return fieldChanges(
        detail.fields,
        row,
        {},
        {
          path: `${detail.key}[${index}].`,
          label: `${detail.label}原第${index + 1}行（已删除）·`,
        },
      );
    }),
  ];
}

/** Everything that differs between two versions of a record, in reading order. */
export function changed(form: CompiledForm, before: FormRecord, after: FormRecord): readonly Change[] {
  return [
    ...fieldChanges(form.fields, before, after, { path: '', label: '' }),
    ...form.details.flatMap((detail) => detailChanges(detail, before, after)),
  ];
}
