import type { FieldError } from '@hengneng/core';
import type { StepRights } from '../chain.ts';
import { rowsWhere, type EvalOptions } from '../expr/evaluate.ts';
import { isEmpty, lift } from '../expr/value.ts';
import type { CheckValue } from '../fields.ts';
import { rowDetails } from '../expr/ast.ts';
import { instantText } from '../time.ts';
import type { CompiledDetail, CompiledField, CompiledForm, CompiledRule, FormRecord } from './form.ts';
import { limitMessage, rangeMessage, readValue, requiredMessage } from './read-value.ts';
import { RecordScope, rowsOf } from './scope.ts';

/** What one value lacks: it is missing, malformed or out of its limits. Hidden fields are cleared and need nothing. */
function fieldMessage(of: CompiledField, value: unknown, shown: boolean): string | null {
  const read = readValue(of.field, value);
  if (isEmpty(lift(of.field, value))) {
    if (!of.editable || !shown) return null;
    // What nobody can read counts nothing, yet it stands there: who typed it is not told to fill it in.
    if (!read.ok) return read.message;
    return of.field.required === true ? requiredMessage(of.field) : null;
  }
  if (!read.ok) return read.message;
  // Whoever puts it right, or decides on it, has nothing else to go by.
  if (of.field.type === 'check' && of.editable && shown && isUnexplained(read.value))
    return `请说明${of.label}不合格的情况`;
  return limitMessage(of.field, read.value);
}

const isUnexplained = (value: unknown): boolean => {
  const { result, remark } = value as CheckValue;
  return result === '不合格' && (remark ?? '').trim() === '';
};

function detailErrors(form: CompiledForm, detail: CompiledDetail, record: FormRecord): readonly FieldError[] {
  const rows = rowsOf(record, detail.key);
  const errors: FieldError[] = [];
  if (rows.length < detail.minRows)
    errors.push({ path: detail.key, message: `${detail.label}至少填写${detail.minRows}行` });
  rows.forEach((row, index) => {
    for (const of of detail.fields) {
      const path = `${detail.key}[${index}].${of.key}`;
      const message = fieldMessage(of, row[of.key], !of.showIf || form.visible(record, path));
      if (message) errors.push({ path, message });
    }
  });
  return [...errors, ...repeated(detail, rows)];
}

/** Values of a `unique` field that stand in two rows of the same record. */
function repeated(detail: CompiledDetail, rows: readonly FormRecord[]): readonly FieldError[] {
  return detail.fields
    .filter((of) => of.field.unique === true)
    .flatMap((of) => {
      const seen = new Map<string, number>();
      return rows.flatMap((row, index) => {
        const value = row[of.key];
        if (value === null || value === undefined || value === '') return [];
        const first = seen.get(String(value));
        if (first === undefined) {
          seen.set(String(value), index);
          return [];
        }
        return [{ path: `${detail.key}[${index}].${of.key}`, message: `${of.label}与第${first + 1}行重复` }];
      });
    });
}

/** Whether anything of a step's section is filled in: a step that was skipped leaves nothing, and its rules have nothing to say. */
function wasFilled(form: CompiledForm, record: FormRecord, step: number): boolean {
  const section = form.steps[step - 1];
  if (!section) return true;
  return (
    section.fields.some((of) => of.editable && !isEmpty(lift(of.field, record[of.key]))) ||
    section.details.some((detail) => rowsOf(record, detail.key).length > 0)
  );
}

function ruleErrors(rule: CompiledRule, scope: RecordScope, options: EvalOptions): readonly FieldError[] {
  const hits = rowsWhere(rule.expr, scope, options);
  if (hits.length === 0) return [];
  const message = rule.shape.error;
  const detail = rule.at.includes('.') ? rule.at.slice(0, rule.at.indexOf('.')) : null;
  if (detail === null || !rowDetails(rule.expr).includes(detail)) return [{ path: detail ?? rule.at, message }];
  const rows = [...new Set(hits.map((hit) => hit[detail] ?? -1))];
  return rows.map((row) => ({
    path: row < 0 ? detail : `${detail}[${row}].${rule.at.slice(detail.length + 1)}`,
    message,
  }));
}

/**
 * Everything that keeps a step from being submitted (0: the applicant): what its section lacks, values out of their limits, and the
 * rules that can speak by then. Fields of other sections are not asked for again, but rules over them are: prices and balances may
 * have changed since.
 */
export function checkRecord(
  form: CompiledForm,
  options: EvalOptions,
  record: FormRecord,
  step: number,
  now: Date,
): readonly FieldError[] {
  const asSent = new RecordScope(form, { ...record, createdAt: instantText(now.getTime()) });
  const asBegun = record['createdAt'] ? new RecordScope(form, record) : null;
  const own = form.fields
    .filter((of) => of.step === step && of.source !== 'builtin')
    .flatMap((of): readonly FieldError[] => {
      const message = fieldMessage(of, record[of.key], !of.showIf || form.visible(record, of.path));
      return message ? [{ path: of.path, message }] : [];
    });
  const rows = form.details
    .filter((detail) => detail.step === step)
    .flatMap((detail) => detailErrors(form, detail, record));
  // A draft may lie for days: it is filed on the day it was begun as well as on the day it is sent, and breaks a rule only by both.
  const broken = (rule: CompiledRule): readonly FieldError[] => {
    const errors = ruleErrors(rule, asSent, options);
    if (errors.length === 0 || asBegun === null) return errors;
    const before = ruleErrors(rule, asBegun, options);
    return errors.filter(({ path }) => before.some((error) => error.path === path));
  };
  const rules = form.rules
    .filter((rule) => rule.step === step || (rule.step < step && (!rule.direct || wasFilled(form, record, rule.step))))
    .flatMap(broken);
  return [...own, ...rows, ...rules];
}

/** What a step's handler has filled in although it is not theirs to fill in there, or left out although the step asks for it. */
export function rightsErrors(
  form: CompiledForm,
  before: FormRecord,
  record: FormRecord,
  { closed = [], required = [] }: StepRights,
): readonly FieldError[] {
  const filled = (values: FormRecord, key: string): boolean => {
    const of = form.field(key);
    return of === undefined ? rowsOf(values, key).length > 0 : !isEmpty(lift(of.field, values[key]));
  };
  const labelOf = (key: string): string => form.field(key)?.label ?? form.detail(key)?.label ?? key;
  return [
    ...closed
      .filter(
        (key) =>
          filled(record, key) && record[key] !== false && JSON.stringify(record[key]) !== JSON.stringify(before[key]),
      )
      .map((key) => ({ path: key, message: `本步不填写${labelOf(key)}` })),
    ...required
      .filter((key) => !filled(record, key) && (form.field(key) === undefined || form.visible(record, key)))
      .map((key) => {
        const of = form.field(key);
        return { path: key, message: of ? requiredMessage(of.field) : `${labelOf(key)}至少填写1行` };
      }),
  ];
}

/** Worked-out values that their columns cannot hold: two salaries that each may be typed in, and their sum. Holds for drafts, too. */
export function overruns(form: CompiledForm, record: FormRecord): readonly FieldError[] {
  const wide = (of: CompiledField, values: FormRecord, path: string): readonly FieldError[] => {
    const message = of.formula === null ? null : rangeMessage(of.field, values[of.key]);
    return message === null ? [] : [{ path, message }];
  };
  return [
    ...form.fields.flatMap((of) => wide(of, record, of.path)),
    ...form.details.flatMap((detail) =>
      rowsOf(record, detail.key).flatMap((row, index) =>
        detail.fields.flatMap((of) => wide(of, row, `${detail.key}[${index}].${of.key}`)),
      ),
    ),
  ];
}
