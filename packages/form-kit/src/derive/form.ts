/** What a definition becomes: fields in order with their section, parsed expressions and the order in which they are worked out. */
import type { DataClass, FieldError, ModuleIdentity } from '@hengneng/core';
import type { By, DetailShape, FormShape, RuleShape, StepShape } from '../define.ts';
import type { Field } from '../fields.ts';
import type { Expr } from '../expr/ast.ts';

/** Values of a record or of one row, by key. Details are arrays of rows. */
export type FormRecord = Readonly<Record<string, unknown>>;

/** `applicant`, or `s1`, `s2`, … as the chain's steps are keyed. */
export type SectionKey = 'applicant' | `s${number}`;

export type FieldSource = 'link' | 'field' | 'computed' | 'step' | 'detail' | 'builtin';

export interface CompiledField {
  readonly key: string;
  /** `planStart`, or `chemicals.quantity` for a field of a row. */
  readonly path: string;
  /** Key of the detail table whose rows hold it; null at form level. */
  readonly detail: string | null;
  readonly label: string;
  readonly field: Field;
  readonly source: FieldSource;
  readonly section: SectionKey;
  /** 0 the applicant, n the n-th step. A computed value: the last step that it depends on. */
  readonly step: number;
  readonly formula: Expr | null;
  readonly showIf: Expr | null;
  /** Where its value is fetched from. */
  readonly from: FieldOrigin | null;
  /** A person types it in: no formula, not built in, not the server's alone. One `locked` as `'known'` is typed only where the server has no value. */
  readonly editable: boolean;
  /** The right that a role needs to see the value; null: none. */
  readonly dataClass: DataClass | null;
}

/** `from` of a field: a property of what a field of the form or row points at, or of a ledger looked up by the record's own values. */
export interface FieldOrigin {
  readonly base: string;
  readonly property: string;
  /** Path of the field that points (`equipment`, `parts.part`): when it changes, the value is fetched again. Null for a ledger. */
  readonly link: string | null;
  /** Entity, ledger or module that has the property. */
  readonly entity: string;
}

export interface CompiledDetail {
  readonly key: string;
  readonly label: string;
  readonly section: SectionKey;
  readonly step: number;
  readonly shape: DetailShape;
  readonly fields: readonly CompiledField[];
  /** Smallest number of rows at submit. */
  readonly minRows: number;
  readonly showIf: Expr | null;
}

export interface CompiledStep {
  readonly key: `s${number}`;
  /** From 1. */
  readonly index: number;
  readonly name: string;
  readonly by: By;
  readonly mode: 'any' | 'all' | 'turn' | 'vote';
  readonly final: boolean;
  readonly when: Expr | null;
  readonly shape: StepShape;
  /** The section that its handler fills in. */
  readonly fields: readonly CompiledField[];
  readonly details: readonly CompiledDetail[];
  /** The user field of its section that names the next step's handler. */
  readonly nextHandler: CompiledField | null;
}

export interface CompiledRule {
  readonly shape: RuleShape;
  readonly expr: Expr;
  /** The step from which it speaks. */
  readonly step: number;
  /** Where its message shows: a field's path, or a detail's key. */
  readonly at: string;
  /** It names fields of that step itself, not only values worked out from them. */
  readonly direct: boolean;
}

/** What defaults are taken from. */
export interface PrefillEnv {
  readonly now: Date;
  readonly userId: string;
  readonly deptId: string;
}

/** One value that differs between two versions of a record. `path` as `chemicals[0].quantity`. */
export interface Change {
  readonly path: string;
  readonly label: string;
  /** Raw record values; `formatValue` shows them. */
  readonly before: unknown;
  readonly after: unknown;
}

export interface CompiledForm {
  readonly id: string;
  readonly identity: ModuleIdentity;
  readonly definition: FormShape;
  /** Form-level fields in reading order: links, the applicant's, computed values, then each step's. */
  readonly fields: readonly CompiledField[];
  readonly details: readonly CompiledDetail[];
  readonly steps: readonly CompiledStep[];
  readonly rules: readonly CompiledRule[];
  /** Fields that formulas or conditions decide, each after everything that it depends on. */
  readonly order: readonly CompiledField[];
  /** Whether a formula or a condition reads what is at a path; only then does changing it call for `compute`. A detail's key stands for its rows. */
  decides(path: string): boolean;
  /** Looks up `planStart`, `chemicals.quantity`, `chemicals[3].quantity` or a built-in name. */
  field(path: string): CompiledField | undefined;
  detail(key: string): CompiledDetail | undefined;
  step(key: string): CompiledStep | undefined;
  /** Clears what is hidden and works out every formula. Pure and idempotent; parts that do not change are the same objects. */
  compute(record: FormRecord): FormRecord;
  /** Whether a field or a detail shows; `path` of a row's field names its row. */
  visible(record: FormRecord, path: string): boolean;
  /** Fields that must be filled in before this step is submitted (0: the applicant), hidden ones not considered. */
  requiredAt(step: number): readonly CompiledField[];
  /** Everything that keeps this step from being submitted. Expects a computed record. */
  check(record: FormRecord, step: number, now: Date): readonly FieldError[];
  /** Whether a step takes place for this record. */
  takesPlace(step: CompiledStep, record: FormRecord): boolean;
  /** Whether a condition in the form's language holds; one that does not parse does not hold. */
  holds(condition: string, record: FormRecord): boolean;
  /** A condition in the words of the form, for people. */
  explain(condition: string): string;
  /** The step from which a condition is decided: the last one whose fields it depends on (0: the applicant's). */
  knownAt(condition: string): number;
  /** A new record: defaults, standard check lists. */
  prefill(env: PrefillEnv): FormRecord;
  /** The record as a step's handler finds it: defaults and first rows of the step's section where it is still empty. */
  prefillStep(record: FormRecord, step: number, env: PrefillEnv): FormRecord;
  newRow(detail: string, env: PrefillEnv, record?: FormRecord): FormRecord;
  /** Differences from `before` to `after`, in reading order. */
  changed(before: FormRecord, after: FormRecord): readonly Change[];
  /** One text for one content: what an approval binds to (the server hashes it). */
  canonical(record: FormRecord): string;
}
