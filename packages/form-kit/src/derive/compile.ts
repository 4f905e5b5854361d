import type { ModuleIdentity } from '@hengneng/core';
import type { Fields, FormShape, RuleShape } from '../define.ts';
import { classOf } from '../classify.ts';
import type { Field } from '../fields.ts';
import { mentions, type Expr } from '../expr/ast.ts';
import { holds, type EvalOptions } from '../expr/evaluate.ts';
import { explain } from '../expr/explain.ts';
import { ExprError, parse } from '../expr/parse.ts';
import { entityOf } from '../format.ts';
import { canonical, changed } from './changes.ts';
import { checkRecord } from './check.ts';
import { compute } from './compute.ts';
import type {
  CompiledDetail,
  CompiledField,
  CompiledForm,
  CompiledRule,
  CompiledStep,
  FieldOrigin,
  FieldSource,
  SectionKey,
} from './form.ts';
import { evaluationOrder, reads, stepOfFormula } from './order.ts';
import { newRow, prefill, prefillStep } from './prefill.ts';
import { RecordScope, rowsOf, type Lookup } from './scope.ts';

/** Names that every form has besides its own fields, with the labels under which lists show them. */
export const BUILTIN_FIELDS: Readonly<Record<string, Field>> = {
  serial: { type: 'text', label: '单号' },
  status: {
    type: 'enum',
    label: '状态',
    options: ['draft', 'running', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled'],
  },
  applicant: { type: 'user', label: '申请人' },
  applicantDept: { type: 'dept', label: '申请部门' },
  createdAt: { type: 'datetime', label: '创建时间' },
  submittedAt: { type: 'datetime', label: '提交时间' },
  finishedAt: { type: 'datetime', label: '办结时间' },
};

export const sectionOf = (step: number): SectionKey => (step === 0 ? 'applicant' : `s${step}`);

function compileField(
  key: string,
  field: Field,
  source: FieldSource,
  step: number,
  detail: string | null = null,
): CompiledField {
  return {
    key,
    path: detail === null ? key : `${detail}.${key}`,
    detail,
    label: field.label,
    field,
    source,
    section: sectionOf(step),
    step,
    formula: field.formula === undefined ? null : parse(field.formula),
    showIf: field.showIf === undefined ? null : parse(field.showIf),
    from: null,
    editable: source !== 'builtin' && field.formula === undefined && field.locked !== true,
    dataClass: classOf(field),
  };
}

const compileFields = (
  fields: Fields | undefined,
  source: FieldSource,
  step: number,
  detail: string | null = null,
): readonly CompiledField[] =>
  Object.entries(fields ?? {}).map(([key, field]) => compileField(key, field, source, step, detail));

/** The columns of a book or a view as a list shows and filters them. */
export const listFields = (columns: Fields | undefined): readonly CompiledField[] => compileFields(columns, 'field', 0);

/** Path without the number of its row: `chemicals[3].quantity` → `chemicals.quantity`. */
export const fieldPath = (path: string): string => path.replace(/\[\d+\]/, '');

/** Row that a path names: `chemicals[3].quantity` → 3. */
const rowIn = (path: string): number | null => {
  const hit = /\[(\d+)\]/.exec(path);
  return hit ? Number(hit[1]) : null;
};

/**
 * Works out everything both sides need of a definition, once.
 * @throws Error in Chinese where an expression does not parse or formulas go round in a circle.
 */
export function compileForm(definition: FormShape, identity: ModuleIdentity): CompiledForm {
  const stepIndex = (name: string | undefined): number =>
    name === undefined ? 0 : definition.steps.findIndex((step) => step.name === name) + 1;

  const details: readonly CompiledDetail[] = Object.entries(definition.details ?? {}).map(([key, shape]) => {
    const step = stepIndex(shape.step);
    return {
      key,
      label: shape.label,
      section: sectionOf(step),
      step,
      shape,
      fields: compileFields(shape.fields, 'detail', step, key),
      minRows: shape.minRows ?? 0,
      showIf: shape.showIf === undefined ? null : parse(shape.showIf),
    };
  });
  const stepFields = definition.steps.map((step, index) => compileFields(step.fields, 'step', index + 1));
  const own = [
    ...compileFields(definition.links, 'link', 0),
    ...compileFields(definition.fields, 'field', 0),
    ...compileFields(definition.computed, 'computed', 0),
    ...stepFields.flat(),
  ];
  const builtins = compileFields(BUILTIN_FIELDS, 'builtin', 0);
  const byPath = new Map<string, CompiledField>(
    // the form's own names win over built-in ones
    [...builtins, ...own, ...details.flatMap((detail) => detail.fields)].map((of) => [of.path, of]),
  );
  const raw = { field: (path: string) => byPath.get(path) };
  for (const of of byPath.values())
    byPath.set(of.path, { ...of, step: stepOfFormula(raw, of), from: originOf(raw, of) });
  for (const of of byPath.values()) byPath.set(of.path, { ...of, showIf: shownWith(raw, of) });
  const settled = (list: readonly CompiledField[]): readonly CompiledField[] =>
    list.map((of) => byPath.get(of.path) ?? of);
  const fields = settled(own);
  const compiledDetails = details.map((detail) => ({ ...detail, fields: settled(detail.fields) }));
  const lookup = { field: (path: string) => byPath.get(fieldPath(path)) };
  const detail = (key: string): CompiledDetail | undefined => compiledDetails.find((each) => each.key === key);

  const steps: readonly CompiledStep[] = definition.steps.map((shape, index) => {
    const mine = settled(stepFields[index] ?? []);
    return {
      key: `s${index + 1}`,
      index: index + 1,
      name: shape.name,
      by: shape.by,
      mode: shape.mode ?? 'any',
      final: shape.final ?? false,
      when: shape.when === undefined ? null : parse(shape.when),
      shape,
      fields: mine,
      details: compiledDetails.filter((each) => each.step === index + 1),
      nextHandler: mine.find((of) => of.field.nextHandler === true) ?? null,
    };
  });
  const options: EvalOptions = { emptyMinus: definition.emptyMinus ?? 'empty' };
  const everyField = [...fields, ...compiledDetails.flatMap((each) => each.fields)];
  const order = evaluationOrder(lookup, everyField);
  const deciding = new Set(
    order.flatMap((of) => [...reads(lookup, of.detail, of.formula), ...reads(lookup, of.detail, of.showIf)]),
  );
  const rules = (definition.rules ?? []).map((shape) => compileRule(shape, lookup.field, detail));

  const form: CompiledForm = {
    id: definition.id,
    identity,
    definition,
    fields,
    details: compiledDetails,
    steps,
    rules,
    order,
    decides: (path) => deciding.has(fieldPath(path)) || lookup.field(path) === undefined,
    field: lookup.field,
    detail,
    step: (key) => steps.find((step) => step.key === key),
    compute: (record) => compute(lookup, order, options, record),
    visible(record, path) {
      const table = detail(path);
      if (table?.showIf)
        return rowsOf(record, path).length > 0 || holds(table.showIf, new RecordScope(lookup, record), options);
      const of = lookup.field(path);
      if (!of?.showIf) return true;
      const scope = new RecordScope(lookup, record);
      const row = of.detail === null ? undefined : rowsOf(record, of.detail)[rowIn(path) ?? 0];
      return holds(of.showIf, row && of.detail !== null ? scope.inRow(of.detail, row) : scope, options);
    },
    requiredAt: (step) =>
      everyField.filter((of) => of.editable && of.section === sectionOf(step) && of.field.required === true),
    check: (record, step, now) => checkRecord(form, options, record, step, now),
    takesPlace: (step, record) => !step.when || holds(step.when, new RecordScope(lookup, record), options),
    holds(condition, record) {
      const expr = tryParse(condition);
      return expr !== null && holds(expr, new RecordScope(lookup, record), options);
    },
    explain(condition) {
      const expr = tryParse(condition);
      if (expr === null) return condition;
      const labelOf = (path: string): string | undefined => lookup.field(path)?.label ?? detail(path)?.label;
      return explain(expr, labelOf, (path) => lookup.field(path)?.field.type === 'boolean');
    },
    knownAt(condition) {
      const expr = tryParse(condition);
      const named = expr ? mentions(expr) : [];
      return Math.max(
        0,
        ...named.map((each) => Math.max(lookup.field(each.path)?.step ?? 0, detail(each.detail ?? '')?.step ?? 0)),
      );
    },
    prefill: (env) => prefill(form, env),
    prefillStep: (record, step, env) => prefillStep(form, record, step, env),
    newRow: (key, env, record) => newRow(form, key, env, record),
    changed: (before, after) => changed(form, before, after),
    canonical: (record) => canonical(form, record),
  };
  return form;
}

/** An expression; null where it is none. */
export function tryParse(text: string): Expr | null {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof ExprError) return null;
    throw error;
  }
}

/** What a prefill reaches through: the row's own field first, then the form's, else a ledger of that name. */
function originOf(form: Lookup, of: CompiledField): FieldOrigin | null {
  if (of.field.from === undefined) return null;
  const [base = '', property = ''] = of.field.from.split('.');
  const link = (of.detail === null ? undefined : form.field(`${of.detail}.${base}`)) ?? form.field(base);
  return { base, property, link: link?.path ?? null, entity: (link ? entityOf(link.field) : null) ?? base };
}

/** What is only brought along by a choice that does not show is not there either, where the definition says nothing else. */
function shownWith(form: Lookup, of: CompiledField): Expr | null {
  if (of.showIf !== null || of.field.locked !== true) return of.showIf;
  const link = form.field(of.from?.link ?? '');
  return link === undefined || link.path === of.path || link.detail !== of.detail ? null : shownWith(form, link);
}

/**
 * A rule speaks from the step at which all it names can be known, at the last thing named that a person can edit then. Where two values
 * are compared it speaks at the one that its message begins with: “结束时间不能早于开始时间” is read, and corrected, at the end.
 */
function compileRule(
  shape: RuleShape,
  field: (path: string) => CompiledField | undefined,
  detail: (key: string) => CompiledDetail | undefined,
): CompiledRule {
  const expr = parse(shape.if);
  const named = mentions(expr).map((mention) => {
    const of = field(mention.path);
    const table = mention.detail === null ? undefined : detail(mention.detail);
    return {
      step: Math.max(of?.step ?? 0, table?.step ?? 0),
      // a total has no row of its own: its message shows at the table
      at: mention.kind === 'sum' || mention.kind === 'count' ? (mention.detail ?? mention.path) : mention.path,
      own: of?.source !== 'computed',
      told: expr.kind === 'compare' && of !== undefined && shape.error.startsWith(of.label) ? of.label.length : 0,
      typed: mention.kind === 'count' || (of !== undefined && of.editable && !of.field.locked),
    };
  });
  const step = Math.max(0, ...named.map((each) => each.step));
  const open = named.filter((each) => each.typed && each.step === step);
  const [told] = open.filter((each) => each.told > 0).sort((a, b) => b.told - a.told);
  const at = shape.at ?? (told ?? open.at(-1) ?? named.findLast((each) => each.typed) ?? named.at(-1))?.at ?? '';
  return { shape, expr, step, at, direct: step > 0 && named.some((each) => each.own && each.step === step) };
}
