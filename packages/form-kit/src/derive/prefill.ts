import type { Field } from '../fields.ts';
import { Num, fixed, lift, placesOf, toNumber } from '../expr/value.ts';
import { instantText, today } from '../time.ts';
import type { CompiledDetail, CompiledField, CompiledForm, FormRecord, PrefillEnv } from './form.ts';
import { rowsOf } from './scope.ts';

/** The value a new field starts with; null where it has no default. */
export function defaultOf(field: Field, env: PrefillEnv): unknown {
  const given = field.default;
  if (given === undefined) return null;
  switch (given) {
    case 'now':
      return instantText(env.now.getTime());
    case 'today':
      return today(env.now);
    case 'month':
      return today(env.now).slice(0, 7);
    case 'year':
      return Number(today(env.now).slice(0, 4));
    case 'me':
      return field.type === 'users' ? [env.userId] : env.userId;
    case 'myDept':
      return env.deptId;
  }
  const places = placesOf(field);
  if (places === null) return typeof given === 'number' ? String(given) : given;
  const number = toNumber(given);
  if (number === null) return null;
  return field.type === 'integer' ? Number(number.toFixed(0)) : fixed(number, places);
}

const defaultsOf = (fields: readonly CompiledField[], env: PrefillEnv): FormRecord =>
  Object.fromEntries(fields.map((of) => [of.key, of.editable ? defaultOf(of.field, env) : null]));

/** One empty row with its defaults, and what it starts with of the record that it is added to. */
export function newRow(form: CompiledForm, key: string, env: PrefillEnv, record: FormRecord = {}): FormRecord {
  const fields = form.detail(key)?.fields ?? [];
  const taken = fields.flatMap(({ key: own, field: { startsAs } }) =>
    startsAs === undefined || (record[startsAs] ?? null) === null ? [] : [[own, record[startsAs]] as const],
  );
  return { ...defaultsOf(fields, env), ...Object.fromEntries(taken) };
}

/** The standard rows of a check list: one for each option of its `prefillRows` field. */
function standardRows(detail: CompiledDetail, env: PrefillEnv): readonly FormRecord[] {
  const list = detail.fields.find((of) => of.field.prefillRows === true);
  if (!list || list.field.type !== 'enum') return [];
  return list.field.options.map((option) => ({
    ...defaultsOf(detail.fields, env),
    ...detail.shape.standard?.[option],
    [list.key]: option,
  }));
}

/** Rows of a step's table from another table: one for each value of the group, with sums over that value's rows. */
function rowsFrom(
  form: CompiledForm,
  detail: CompiledDetail,
  record: FormRecord,
  env: PrefillEnv,
): readonly FormRecord[] {
  const fill = detail.shape.fillFrom;
  if (!fill) return [];
  const groups = new Map<string, FormRecord[]>();
  for (const row of rowsOf(record, fill.detail)) {
    const group = row[fill.group[1]];
    if (typeof group !== 'string' || group === '') continue;
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  return [...groups].map(([group, rows]) => {
    const sums = fill.sum.map(([own, other]) => {
      const from = form.field(`${fill.detail}.${other}`)?.field;
      const to = form.field(`${detail.key}.${own}`)?.field;
      if (!from || !to) return [own, null] as const;
      const total = rows.reduce((sum, row) => {
        const value = lift(from, row[other]);
        return value instanceof Num ? sum.plus(value) : sum;
      }, new Num(0));
      return [own, to.type === 'integer' ? Number(total.toFixed(0)) : fixed(total, placesOf(to) ?? 2)] as const;
    });
    return { ...defaultsOf(detail.fields, env), [fill.group[0]]: group, ...Object.fromEntries(sums) };
  });
}

/** A new record: every name there, defaults filled in, check lists opened with their standard rows. */
export function prefill(form: CompiledForm, env: PrefillEnv): FormRecord {
  const applicants = form.fields.filter((of) => of.source === 'link' || of.source === 'field');
  const others = form.fields.filter((of) => of.source === 'computed' || of.source === 'step');
  return form.compute({
    ...defaultsOf(applicants, env),
    ...Object.fromEntries(others.map((of) => [of.key, null])),
    ...Object.fromEntries(form.details.map((each) => [each.key, each.step === 0 ? standardRows(each, env) : []])),
  });
}

/** Opens a step's section: defaults where nothing is there yet, and the first rows of its tables. */
export function prefillStep(form: CompiledForm, record: FormRecord, step: number, env: PrefillEnv): FormRecord {
  const shape = form.steps[step - 1];
  if (!shape) return record;
  const missing = shape.fields.filter((of) => of.editable && (record[of.key] ?? null) === null);
  const rows = shape.details
    .filter((detail) => rowsOf(record, detail.key).length === 0)
    .map((detail) => {
      const copied = rowsFrom(form, detail, record, env);
      return [detail.key, copied.length > 0 ? copied : standardRows(detail, env)] as const;
    });
  return form.compute({ ...record, ...defaultsOf(missing, env), ...Object.fromEntries(rows) });
}
