/**
 * The catalogue is a floor: every defined module holds at least the fields, tables, computed values, steps, list and rules that it lists.
 * Where the product knows better, `DEPARTURES` says so with its reason.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Field, Fields, FormShape } from '@hengneng/form-kit';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { FORMS } from '@hengneng/forms';

interface CatalogueField {
  key: string;
  label: string;
  type: string;
  required?: boolean;
  unit?: string;
  min?: number;
  max?: number;
  options?: unknown[];
  showIf?: string;
  formula?: string;
  from?: string;
  capital?: boolean;
  unique?: boolean;
}
interface CatalogueForm {
  id: string;
  purpose: string;
  links?: string[];
  serial: string;
  fields: CatalogueField[];
  details?: { key: string; label: string; step?: string; fields: CatalogueField[] }[];
  computed?: CatalogueField[];
  steps: { name: string; by: string; mode?: string; when?: string; final?: boolean; fields?: CatalogueField[] }[];
  cc?: string[];
  list: { columns: string[]; filters: string[]; sum?: string[] };
  rules?: { if: string; error: string }[];
  onApproved?: string[];
  print?: string;
}

/** `module.field` → why it is not as the catalogue has it. */
const DEPARTURES: Readonly<Record<string, string>> = {
  'electricityMeter.settleMonth': 'unique within the project: uniqueTogether [project, settleMonth]',
  'payment.invoices.invoiceKey': 'the register of invoices holds the constraint, over all modules',
  'expenseReimbursement.invoices.invoiceKey': 'the register of invoices holds the constraint, over all modules',
};
/** Budgets belong to a project or a department, so that they are looked up in the ledger by the record's own values. */
const BUDGET_FROM =
  /^(project|dept)\.(fundBudgetLeft|monthBudgetCount|yearFundBudget|yearFundApproved|lastMonthFundApproved|lastMonthFundPaid|lastYearFundPaid|fundApproved)$/;

const folder = join(import.meta.dirname, '../../shared/catalogue/forms');
const catalogue = new Map<string, CatalogueForm>();
if (existsSync(folder))
  for (const file of readdirSync(folder))
    for (const form of parse(readFileSync(join(folder, file), 'utf8')) as CatalogueForm[]) catalogue.set(form.id, form);

const typeOf = (field: Field): string =>
  field.type === 'decimal' ? `decimal(${field.places})` : field.type === 'ref' ? `ref(${field.entity})` : field.type;

function compareFields(where: string, ours: Fields | undefined, theirs: readonly CatalogueField[] | undefined): void {
  for (const want of theirs ?? []) {
    const path = `${where}.${want.key}`;
    const field = ours?.[want.key];
    expect(field, `${path} 缺少`).toBeDefined();
    if (!field) continue;
    expect(typeOf(field), `${path} 类型`).toBe(want.type);
    expect(field.label, `${path} 名称`).toBe(want.label);
    expect(field.required ?? false, `${path} 必填`).toBe(want.required ?? false);
    expect({ unit: field.unit, min: field.min, max: field.max }, `${path} 单位与范围`).toEqual({
      unit: want.unit,
      min: want.min,
      max: want.max,
    });
    if (want.options)
      expect('options' in field ? field.options : null, `${path} 选项`).toEqual(want.options.map(String));
    expect(field.showIf, `${path} 显示条件`).toBe(want.showIf);
    expect(field.formula, `${path} 公式`).toBe(want.formula);
    if (!BUDGET_FROM.test(want.from ?? '')) expect(field.from, `${path} 带出`).toBe(want.from);
    expect(field.capital ?? false, `${path} 大写`).toBe(want.capital ?? false);
    if (!DEPARTURES[path]) expect(field.unique ?? false, `${path} 唯一`).toBe(want.unique ?? false);
  }
}

describe.runIf(catalogue.size > 0)('definitions against the catalogue', () => {
  it.each(Object.entries(FORMS as Readonly<Record<string, FormShape>>))(
    '%s holds what the catalogue lists',
    (id, form) => {
      const want = catalogue.get(id);
      expect(want, '目录中没有这个模块').toBeDefined();
      if (!want) return;
      expect(form.purpose).toBe(want.purpose);
      expect(form.serial).toBe(want.serial);
      expect(Object.keys(form.links ?? {})).toEqual(want.links ?? []);
      compareFields(id, form.fields, want.fields);
      compareFields(id, form.computed, want.computed);
      for (const detail of want.details ?? []) {
        const ours = form.details?.[detail.key];
        expect(ours?.label).toBe(detail.label);
        expect(ours?.step).toBe(detail.step);
        compareFields(`${id}.${detail.key}`, ours?.fields, detail.fields);
      }
      expect(form.steps.map(({ name, by, mode, when, final }) => ({ name, by, mode, when, final }))).toEqual(
        want.steps.map(({ name, by, mode, when, final }) => ({
          name,
          by,
          mode,
          when: when === undefined ? undefined : String(when),
          final,
        })),
      );
      for (const [index, step] of want.steps.entries())
        compareFields(`${id}.${step.name}`, form.steps[index]?.fields, step.fields);
      expect(form.cc ?? []).toEqual(want.cc ?? []);
      expect(form.list.columns).toEqual(want.list.columns);
      expect(form.list.filters).toEqual(want.list.filters);
      expect(form.list.sum ?? []).toEqual(want.list.sum ?? []);
      expect((form.rules ?? []).map((rule) => ({ if: rule.if, error: rule.error }))).toEqual(
        (want.rules ?? []).map((rule) => ({ if: String(rule.if), error: rule.error })),
      );
      expect(form.onApproved?.length ?? 0).toBeGreaterThanOrEqual(Math.min(3, want.onApproved?.length ?? 0));
      expect(form.print).toBe(want.print ?? 'A4');
    },
  );
});
