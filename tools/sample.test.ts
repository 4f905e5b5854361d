/** Any form can be filled in by machine, section after section: what tests walk through every module's chain with. */
import type { CompiledForm, FormRecord } from '@hengneng/form-kit';
import { type SampleSource, sampleSection } from '@hengneng/form-kit/sample';
import { describe, expect, it } from 'vitest';
import { compiledForms } from './forms.ts';

const source: SampleSource = {
  now: new Date('2026-03-05T02:30:00Z'),
  userId: '7',
  deptId: 'A6322',
  seed: 1,
  file: { URL: '/file/1', Size: 68, Name: '凭证.png' },
  references: () => ['1', '2', '3'],
};

/** Fills in the sections, up to the first that cannot be satisfied. @returns what keeps it from being, by section */
function walk(form: CompiledForm, seed: number): { readonly record: FormRecord; readonly errors: readonly string[] } {
  const { now, userId, deptId } = source;
  const made = { applicant: userId, applicantDept: deptId, createdAt: now.toISOString(), status: 'draft', serial: 'X' };
  let record: FormRecord = { ...form.prefill({ now, userId, deptId }), ...made };
  const errors: string[] = [];
  for (let step = 0; step <= form.steps.length && errors.length === 0; step++) {
    const opened = step === 0 ? record : form.prefillStep(record, step, { now, userId, deptId });
    // What cannot be had is not tried eight times over to say so.
    const beginnings = NEEDS_BALANCES.includes(form.id) ? 1 : 8;
    const filled = sampleSection(form, opened, step, { ...source, seed, beginnings });
    record = filled.record;
    errors.push(...filled.errors.map((error) => `${step} ${error.message}`));
  }
  return { record, errors };
}

/** Modules whose rules ask the books for balances that only the server has, or for a sum that chance does not hit. */
const NEEDS_BALANCES: readonly string[] = [
  'EMCProjectCheck',
  'ServiceEvaluationA',
  'cancelSettlement',
  'constructionApplication',
  'invoiceHedging',
  'offer',
  'standardRoomCheck',
];

const forms = compiledForms();

describe.each(forms.map((form) => [form.id, form] as const))('a sample of %s', (id, form) => {
  const first = walk(form, 1);

  it('has every section filled in without errors, unless the module is listed', () => {
    const { errors } = first;
    if (NEEDS_BALANCES.includes(id)) expect(errors).not.toEqual([]);
    else expect(errors).toEqual([]);
  });

  it('is worked out anew only for what formulas and conditions read', () => {
    const { record } = first;
    const once = form.compute(record);
    for (const of of form.fields) {
      if (!of.editable || of.showIf !== null || form.decides(of.key)) continue;
      const changed = { ...once, [of.key]: null };
      expect(form.compute(changed), of.key).toBe(changed);
    }
  });
});

it('is the same for the same seed, and another for another', () => {
  for (const form of forms.filter((_, at) => at % 10 === 0))
    expect(walk(form, 1).record, form.id).toEqual(walk(form, 1).record);
  const form = forms.find((one) => one.id === 'interviewRecord');
  if (!form) throw new Error('no such form');
  expect(walk(form, 1).record).not.toEqual(walk(form, 2).record);
});
