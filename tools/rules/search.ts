/**
 * Finds records of a form: valid ones, and such that break one rule and nothing else. Values are drawn by chance from a seed, so that a search
 * always ends the same; how far the condition is from holding says which of them to keep.
 */
import {
  type CompiledField,
  type CompiledForm,
  type CompiledRule,
  type Expr,
  fieldPath,
  type FormRecord,
  RecordScope,
  rowsOf,
} from '@hengneng/form-kit';
import { sampleSection } from '@hengneng/form-kit/sample';
import { distance, distanceFromSilence } from './distance.ts';
import { BEGUN, Draw, FILE, NOW, PERSON } from './draw.ts';
import { type Leaves, leavesOf } from './leaves.ts';

export interface Found {
  readonly record: FormRecord;
  /** What a check of it says, at the rule's step. */
  readonly errors: readonly { readonly path: string; readonly message: string }[];
  /** Whether the condition holds. */
  readonly reached: boolean;
}

interface Goal {
  readonly expr: Expr | null;
  readonly step: number;
  /** The message that is wanted; null: none is. */
  readonly message: string | null;
  /** Messages that do not matter; null: none does. */
  readonly may: readonly string[] | null;
}

const ENV = { ...PERSON, now: NOW };
const SOURCE = {
  ...ENV,
  file: FILE,
  references: () => ['1', '2', '3'],
};
/** Of one seed: what it has not found by then, another finds sooner. */
const TRIES = 250;
/** One after the other until what is looked for is found. */
export const SEEDS: readonly number[] = Array.from({ length: 16 }, (_, at) => at + 1);

export const optionsOf = (form: CompiledForm) => ({ emptyMinus: form.definition.emptyMinus ?? 'empty' }) as const;

export class Search {
  readonly form: CompiledForm;
  readonly #seed: number;
  readonly #draw: Draw;
  readonly #valid = new Map<number, FormRecord>();
  readonly #holding = new Map<string, FormRecord | null>();
  readonly #about = new Map<string, Leaves>();

  constructor(form: CompiledForm, seed = 1) {
    this.form = form;
    this.#seed = seed;
    this.#draw = new Draw(form, seed);
  }

  /** A record that is filled in up to a step (0: by the applicant) with nothing to complain of. */
  valid(step: number): FormRecord {
    const known = this.#valid.get(step);
    if (known !== undefined) return known;
    const before =
      step === 0 ? { ...this.form.prefill(ENV), ...BEGUN } : this.form.prefillStep(this.valid(step - 1), step, ENV);
    // One beginning: what it leaves wrong is climbed from.
    const filled = sampleSection(this.form, before, step, { ...SOURCE, seed: this.#seed, beginnings: 1 });
    const record =
      filled.errors.length === 0
        ? filled.record
        : this.#climb(filled.record, { expr: null, step, message: null, may: [] }, leavesOf(this.form, [])).record;
    this.#valid.set(step, record);
    return record;
  }

  /** Goes from a record to one in which a rule speaks, alone if that can be. */
  breaking(rule: CompiledRule, from: FormRecord, may: readonly string[] = []): Found {
    const goal = { expr: rule.expr, step: rule.step, message: rule.shape.error, may };
    return this.#climb(from, goal, leavesOf(this.form, [rule.expr]));
  }

  /** Goes from a valid record to one in which a condition holds, whatever else is wrong with it; null where none is found. */
  holding(expr: Expr, step: number): FormRecord | null {
    // A dozen fields show under the same condition.
    const key = `${step} ${JSON.stringify(expr)}`;
    const known = this.#holding.get(key);
    if (known !== undefined) return known;
    const found = this.#climb(this.valid(step), { expr, step, message: null, may: null }, leavesOf(this.form, [expr]));
    const record = found.reached ? found.record : null;
    this.#holding.set(key, record);
    return record;
  }

  #aboutError(path: string, message: string): Leaves {
    const place = fieldPath(path);
    const key = `${place} ${message}`;
    const known = this.#about.get(key);
    if (known !== undefined) return known;
    const rules = this.form.rules.filter((rule) => rule.shape.error === message);
    const leaves = leavesOf(
      this.form,
      rules.map((rule) => rule.expr),
      rules.length > 0 ? [] : [place],
    );
    this.#about.set(key, leaves);
    return leaves;
  }

  #cost(record: FormRecord, goal: Goal): { readonly cost: number; readonly errors: Found['errors'] } {
    const scope = new RecordScope(this.form, record);
    const apart = goal.expr === null ? 0 : distance(goal.expr, scope, optionsOf(this.form));
    if (apart > 0) return { cost: 1_000 * (1 + apart), errors: [] };
    if (goal.may === null) return { cost: 0, errors: [] };
    const { may } = goal;
    const errors = this.form.check(record, goal.step, NOW);
    const others = errors.filter(({ message }) => message !== goal.message && !may.includes(message));
    const missing = goal.message !== null && !errors.some(({ message }) => message === goal.message) ? 500 : 0;
    const left = others.reduce((sum, error) => sum + this.#weight(error.message, scope), 0);
    return { cost: missing + left, errors };
  }

  /** How much one complaint counts: the nearer its rule is to silence, the less. */
  #weight(message: string, scope: RecordScope): number {
    const rule = this.form.rules.find((each) => each.shape.error === message);
    if (rule === undefined) return 1;
    const apart = distanceFromSilence(rule.expr, scope, optionsOf(this.form));
    return 0.5 + (0.5 * apart) / (apart + 1);
  }

  #climb(from: FormRecord, goal: Goal, leaves: Leaves): Found {
    let record = this.form.compute(from);
    let { cost, errors } = this.#cost(record, goal);
    for (let tries = 0; cost > 0 && tries < TRIES; tries++) {
      const other = this.#draw.pick(
        errors.filter(({ message }) => message !== goal.message && goal.may?.includes(message) !== true),
      );
      const own = other === undefined || cost >= 500 || (goal.expr !== null && this.#draw.random() < 0.3);
      const about = own ? leaves : this.#aboutError(other.path, other.message);
      let next = this.#changed(record, about, goal.step);
      if (this.#draw.random() < 0.4) next = this.#changed(next, about, goal.step);
      next = this.form.compute(next);
      const after = this.#cost(next, goal);
      // Uphill now and then, but never from a condition that holds to one that does not.
      const uphill = after.cost < 500 === cost < 500 && this.#draw.random() < 0.03;
      if (after.cost <= cost || uphill) {
        record = next;
        ({ cost, errors } = after);
      }
    }
    return { record, errors, reached: cost < 500 };
  }

  #changed(record: FormRecord, leaves: Leaves, step: number): FormRecord {
    const dice = this.#draw.random();
    if (leaves.details.length > 0 && (dice < 0.12 || leaves.fields.length === 0)) return this.#rows(record, leaves);
    const of = this.#draw.pick(leaves.fields.filter((each) => each.step <= step));
    if (of === undefined) return record;
    if (of.detail === null) return { ...record, [of.key]: this.#draw.value(of, record, null, leaves) };
    return this.#cell(record, of, of.detail, leaves);
  }

  #cell(record: FormRecord, of: CompiledField, detail: string, leaves: Leaves): FormRecord {
    const rows = rowsOf(record, detail);
    if (rows.length === 0) return { ...record, [detail]: [this.#row(detail, record, leaves)] };
    const at = this.#draw.random() < 0.3 ? -1 : Math.floor(this.#draw.random() * rows.length);
    return {
      ...record,
      [detail]: rows.map((row, index) =>
        at === -1 || at === index ? { ...row, [of.key]: this.#draw.value(of, record, row, leaves) } : row,
      ),
    };
  }

  #rows(record: FormRecord, leaves: Leaves): FormRecord {
    const detail = this.#draw.pick(leaves.details) ?? '';
    const rows = [...rowsOf(record, detail)];
    const dice = this.#draw.random();
    if (dice < 0.08) rows.length = 0;
    else if (dice < 0.45 && rows.length > 0) rows.splice(Math.floor(this.#draw.random() * rows.length), 1);
    else if (dice < 0.75 && rows.length > 0 && rows.length < 15) rows.push(this.#draw.pick(rows) ?? {});
    else if (rows.length < 15) rows.push(this.#row(detail, record, leaves));
    return { ...record, [detail]: rows };
  }

  #row(detail: string, record: FormRecord, leaves: Leaves): FormRecord {
    const fields = this.form.detail(detail)?.fields ?? [];
    return fields
      .filter((of) => of.editable && of.field.required === true)
      .reduce<FormRecord>(
        (row, of) => ({ ...row, [of.key]: row[of.key] ?? this.#draw.value(of, record, row, leaves) }),
        this.form.newRow(detail, ENV),
      );
  }
}
