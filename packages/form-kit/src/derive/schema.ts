/** Schemas of what comes over the wire: form-encoded text or JSON in, record values out, messages that name the field. */
import type { FieldError } from '@hengneng/core';
import { z } from 'zod';
import type { CompiledDetail, CompiledField, CompiledForm, FormRecord } from './form.ts';
import { isRow } from './scope.ts';
import { itemsOf, limitMessage, readValue, requiredMessage } from './read-value.ts';

/**
 * `draft`: nothing need be there, nothing may be malformed. `submit`: what is always required must be there, too. `preview`: what is still
 * being typed; a value that cannot be read is none, and one out of its limits is as good as any, so that the rest is worked out all the same.
 */
export type SchemaMode = 'draft' | 'submit' | 'preview';

/** Rows that a table may hold. */
export const MAX_ROWS = 500;

type Issue = { readonly path: readonly (string | number)[]; readonly message: string };

function readField(
  of: CompiledField,
  raw: unknown,
  mode: SchemaMode,
): { readonly value: unknown } | { readonly message: string } {
  const read = readValue(of.field, raw);
  if (mode === 'preview') return { value: read.ok ? read.value : null };
  if (!read.ok) return { message: read.message };
  // a field with a condition may be hidden: whether it is required is the check's to say, which knows the whole record
  if (read.value === null && mode === 'submit' && of.field.required === true && !of.showIf && !of.field.locked) {
    return { message: requiredMessage(of.field) };
  }
  const limit = limitMessage(of.field, read.value);
  return limit === null ? { value: read.value } : { message: limit };
}

function readFields(
  fields: readonly CompiledField[],
  raw: Readonly<Record<string, unknown>>,
  mode: SchemaMode,
  place: readonly (string | number)[],
  issues: Issue[],
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const of of fields) {
    if (!of.editable) continue;
    // absent means "not asked for": the record keeps what it has
    if (!Object.hasOwn(raw, of.key) && (mode !== 'submit' || of.detail === null)) continue;
    const read = readField(of, raw[of.key], mode);
    if ('message' in read) issues.push({ path: [...place, of.key], message: read.message });
    else values[of.key] = read.value;
  }
  return values;
}

function readRows(detail: CompiledDetail, raw: unknown, mode: SchemaMode, issues: Issue[]): readonly FormRecord[] {
  const items = itemsOf(raw);
  if (!items) {
    issues.push({ path: [detail.key], message: `${detail.label}格式不对` });
    return [];
  }
  if (items.length > MAX_ROWS) {
    issues.push({ path: [detail.key], message: `${detail.label}最多${MAX_ROWS}行` });
    return [];
  }
  return items.map((item, index) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      issues.push({ path: [detail.key, index], message: `${detail.label}第${index + 1}行格式不对` });
      return {};
    }
    const row = readFields(detail.fields, item as Readonly<Record<string, unknown>>, mode, [detail.key, index], issues);
    const id = 'id' in item ? item.id : undefined;
    return typeof id === 'string' && /^[1-9]\d{0,17}$/.test(id) ? { id, ...row } : row;
  });
}

/**
 * Schema of one section's values (0: the applicant's, n: those of the n-th step).
 * Unknown keys are ignored and formulas dropped; `locked` fields are read, for the server to replace wherever it has a value.
 * Only keys that were sent are in the output.
 */
export function sectionSchema(form: CompiledForm, step: number, mode: SchemaMode): z.ZodType<FormRecord> {
  const fields = form.fields.filter(
    (of) => of.editable && (step === 0 ? of.section === 'applicant' : of.section === `s${step}`),
  );
  const details = form.details.filter((detail) => detail.step === step);
  return z
    .unknown()
    .transform((raw, context): FormRecord => {
      const issues: Issue[] = [];
      if (!isRow(raw)) {
        context.addIssue({ code: 'custom', message: '提交的内容格式不对' });
        return {};
      }
      const values = readFields(fields, raw, mode, [], issues);
      for (const detail of details) {
        if (Object.hasOwn(raw, detail.key)) values[detail.key] = readRows(detail, raw[detail.key], mode, issues);
      }
      for (const issue of issues) context.addIssue({ code: 'custom', path: [...issue.path], message: issue.message });
      return values;
    })
    .meta({ title: `${form.identity.title}·${step === 0 ? '申请人' : (form.steps[step - 1]?.name ?? '')}` });
}

/** The envelope's `errors` of a failed parse: `chemicals[0].quantity` and a sentence each. */
export const fieldErrors = (error: z.ZodError): readonly FieldError[] =>
  error.issues.map((issue) => ({ path: pathText(issue.path), message: issue.message }));

export const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');

const SHAPES: Readonly<Record<string, z.ZodType>> = {
  number: z.string().or(z.number()),
  boolean: z.enum(['true', 'false']).or(z.boolean()),
  file: z.object({ URL: z.string(), Size: z.number(), Name: z.string() }),
  check: z.object({ result: z.string(), remark: z.string().optional(), photos: z.array(z.unknown()).optional() }),
};

/** Shape of a field as the API's documentation shows it; it is not what input is checked with. */
function documented(of: CompiledField): z.ZodType {
  const { field } = of;
  const file = SHAPES['file'] ?? z.unknown();
  const base = ((): z.ZodType => {
    switch (field.type) {
      case 'integer':
      case 'decimal':
      case 'money':
      case 'money4':
      case 'percent':
        return SHAPES['number'] ?? z.unknown();
      case 'boolean':
      case 'check':
        return SHAPES[field.type] ?? z.unknown();
      case 'enum':
        return field.dictionary === undefined ? z.enum([...field.options]) : z.string();
      case 'multiEnum':
        return z.array(z.enum([...field.options]));
      case 'users':
        return z.array(z.string());
      case 'files':
      case 'images':
        return z.array(file);
      case 'file':
      case 'image':
      case 'signature':
        return file;
      default:
        return z.string();
    }
  })();
  const unit = field.unit === undefined ? '' : `（${field.unit}）`;
  return base.nullish().meta({ description: `${of.label}${unit}` });
}

/** Documentation schema of a section, for the OpenAPI page. */
export function documentedSection(form: CompiledForm, step: number): z.ZodType {
  const own = form.fields.filter((of) => of.editable && of.section === (step === 0 ? 'applicant' : `s${step}`));
  const shape = Object.fromEntries(own.map((of) => [of.key, documented(of)]));
  const rows = form.details
    .filter((detail) => detail.step === step)
    .map((detail) => {
      const row = z.object(
        Object.fromEntries(detail.fields.filter((of) => of.editable).map((of) => [of.key, documented(of)])),
      );
      return [detail.key, z.array(row).optional().meta({ description: detail.label })] as const;
    });
  return z.object({ ...shape, ...Object.fromEntries(rows) });
}
