/** What every field of every definition asks for by itself: that it is filled in, keeps its limits, and is not said twice. The words stand here. */
import {
  type CompiledField,
  type CompiledForm,
  type Expr,
  type Field,
  type FormRecord,
  placesOf,
  rowsOf,
} from '@hengneng/form-kit';
import { describe, expect, it } from 'vitest';
import { compiledForms } from '../forms.ts';
import { FILE, NOW, PERSON } from './draw.ts';
import { Search } from './search.ts';

const TYPED: ReadonlySet<string> = new Set(
  'text textarea richText phone idCard plate integer decimal money money4 percent'.split(' '),
);
const UPLOADED: ReadonlySet<string> = new Set(['file', 'files', 'image', 'images']);
const LISTS: ReadonlySet<string> = new Set(['files', 'images', 'multiEnum', 'users']);

const missing = ({ type, label }: Field): string => {
  if (UPLOADED.has(type)) return `请上传${label}`;
  if (type === 'signature') return `请签名：${label}`;
  return TYPED.has(type) ? `请填写${label}` : `请选择${label}`;
};

/** Values on a limit and just beyond it, with what is said of the latter. */
function limits(field: Field): readonly { readonly on: unknown; readonly beyond: unknown; readonly message: string }[] {
  const { label, min, max, type } = field;
  const places = placesOf(field);
  const found: { on: unknown; beyond: unknown; message: string }[] = [];
  if (places !== null) {
    const written = (value: number): unknown => (type === 'integer' ? value : value.toFixed(places));
    const smallest = 10 ** -places;
    if (min !== undefined) {
      const message = min === 0 ? `${label}不能为负数` : `${label}不能小于${min}`;
      found.push({ on: written(min), beyond: written(min - smallest), message });
    }
    if (max !== undefined)
      found.push({ on: written(max), beyond: written(max + smallest), message: `${label}不能大于${max}` });
  } else if (LISTS.has(type)) {
    const many = (count: number): unknown =>
      Array.from({ length: count }, (_, at) => (UPLOADED.has(type) ? FILE : `${at + 1}`));
    const unit = UPLOADED.has(type) ? '个文件' : '项';
    if (max !== undefined && type !== 'multiEnum')
      found.push({ on: many(max), beyond: many(max + 1), message: `${label}最多${max}${unit}` });
    if (min !== undefined && min > 1 && type !== 'multiEnum')
      found.push({ on: many(min), beyond: many(min - 1), message: `${label}至少${min}${unit}` });
  } else if (max !== undefined && ['text', 'textarea', 'richText'].includes(type)) {
    found.push({ on: '字'.repeat(max), beyond: '字'.repeat(max + 1), message: `${label}最多${max}个字` });
  }
  return found;
}

/** A condition of a row's field as one over the record: names of the row's own fields mean its table's. */
function ofRecord(form: CompiledForm, expr: Expr, detail: string): Expr {
  if (expr.kind === 'name')
    return form.field(`${detail}.${expr.name}`) ? { kind: 'member', detail, field: expr.name } : expr;
  if (expr.kind === 'not' || expr.kind === 'minus') return { ...expr, of: ofRecord(form, expr.of, detail) };
  if ('left' in expr)
    return { ...expr, left: ofRecord(form, expr.left, detail), right: ofRecord(form, expr.right, detail) };
  return expr;
}

const pathIn = (of: CompiledField, at: number): string =>
  of.detail === null ? of.key : `${of.detail}[${at}].${of.key}`;

/** The record with a value in a field, in the given row where it is one of a table. */
const withValue = (record: FormRecord, of: CompiledField, at: number, value: unknown): FormRecord =>
  of.detail === null
    ? { ...record, [of.key]: value }
    : {
        ...record,
        [of.detail]: rowsOf(record, of.detail).map((row, index) => (index === at ? { ...row, [of.key]: value } : row)),
      };

/** A record in which the field shows, and the row in which it does. */
function shown(search: Search, of: CompiledField): { readonly record: FormRecord; readonly at: number } {
  const { form } = search;
  const valid = search.valid(of.step);
  const start =
    of.detail === null || rowsOf(valid, of.detail).length > 0
      ? valid
      : form.compute({ ...valid, [of.detail]: [form.newRow(of.detail, { ...PERSON, now: NOW })] });
  const rowIn = (record: FormRecord): number =>
    of.detail === null
      ? Number(form.visible(record, of.path)) - 1
      : rowsOf(record, of.detail).findIndex((_, at) => form.visible(record, pathIn(of, at)));
  if (of.showIf === null) return { record: start, at: 0 };
  if (rowIn(start) >= 0) return { record: start, at: rowIn(start) };
  const expr = of.detail === null ? of.showIf : ofRecord(form, of.showIf, of.detail);
  const record = search.holding(expr, of.step) ?? start;
  return { record, at: rowIn(record) };
}

const says = (form: CompiledForm, record: FormRecord, step: number, path: string, message: string): boolean =>
  form.check(record, step, NOW).some((error) => error.path === path && error.message === message);

const forms = compiledForms();

describe.each(forms.map((form) => [form.identity.title, form] as const))('%s', (_, form) => {
  const search = new Search(form);
  const fields = [...form.fields, ...form.details.flatMap((detail) => detail.fields)].filter(
    (of) => of.source !== 'builtin',
  );

  it('asks for what is required, while it shows', () => {
    const silent: string[] = [];
    for (const of of fields) {
      if (of.field.required !== true || !of.editable) continue;
      const { record, at } = shown(search, of);
      const path = pathIn(of, at);
      const without = form.compute(withValue(record, of, at, null));
      if (at < 0 || !says(form, without, of.step, path, missing(of.field))) silent.push(of.path);
    }
    expect(silent).toEqual([]);
  });

  it('keeps to its limits, and says which they are', () => {
    const wrong: string[] = [];
    for (const of of fields) {
      const { record, at } = shown(search, { ...of, showIf: null });
      for (const { on, beyond, message } of limits(of.field)) {
        const path = pathIn(of, at);
        if (says(form, withValue(record, of, at, on), of.step, path, message)) wrong.push(`${of.path} ${String(on)}`);
        if (!says(form, withValue(record, of, at, beyond), of.step, path, message)) wrong.push(`${of.path} ${message}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('asks for enough rows, and for none twice', () => {
    for (const detail of form.details) {
      const valid = search.valid(detail.step);
      const [row = form.newRow(detail.key, { ...PERSON, now: NOW })] = rowsOf(valid, detail.key);
      if (detail.minRows > 0) {
        const few = { ...valid, [detail.key]: rowsOf(valid, detail.key).slice(0, detail.minRows - 1) };
        expect(says(form, few, detail.step, detail.key, `${detail.label}至少填写${detail.minRows}行`)).toBe(true);
      }
      for (const of of detail.fields.filter((each) => each.field.unique === true)) {
        const twice = {
          ...valid,
          [detail.key]: [
            { ...row, [of.key]: '2' },
            { ...row, [of.key]: '2' },
          ],
        };
        const other = {
          ...valid,
          [detail.key]: [
            { ...row, [of.key]: '2' },
            { ...row, [of.key]: '3' },
          ],
        };
        const message = `${of.label}与第1行重复`;
        expect(says(form, twice, detail.step, `${detail.key}[1].${of.key}`, message), of.path).toBe(true);
        expect(says(form, other, detail.step, `${detail.key}[1].${of.key}`, message), of.path).toBe(false);
      }
    }
  });
});
