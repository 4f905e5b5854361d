import type { StepView } from '@hengneng/contracts';
import { describe, expect, it } from 'vitest';
import { sampleForm } from '../store/sample.testing.ts';
import { madeByPeople, sinceReturn } from './since-return.ts';

const step = (key: string, state: StepView['state'], NodeRecordId: string | null = '1') => ({
  key,
  state,
  NodeRecordId,
});
const BEGUN = [step('start', 'done'), step('s1', 'done')];

describe('what happened since a record was sent back', () => {
  it('is nothing where it never was', () => {
    expect(sinceReturn([...BEGUN, step('s2', 'active')])).toBeNull();
    expect(sinceReturn([...BEGUN, step('s2', 'returned', null)])).toBeNull();
  });

  it('leaves it to whom it was sent back to', () => {
    const since = sinceReturn([
      ...BEGUN,
      step('s2', 'returned', '7'),
      step('s1', 'active'),
      step('s2', 'future', null),
    ]);
    expect(since).toMatchObject({ returned: { NodeRecordId: '7' }, handled: false });
  });

  it('counts the sections of the steps that it went through again, and not of those that were passed over', () => {
    const since = sinceReturn([
      ...BEGUN,
      step('s2', 'returned'),
      step('s1', 'done'),
      step('s2', 'active'),
      step('s3', 'skipped', null),
    ]);
    expect(since?.handled).toBe(true);
    expect([...(since?.sections ?? [])]).toEqual(['applicant', 's1']);
  });

  it('begins anew with each return', () => {
    const since = sinceReturn([
      ...BEGUN,
      step('s2', 'returned'),
      step('s1', 'done'),
      step('s2', 'returned', '9'),
      step('start', 'done'),
      step('s2', 'active'),
    ]);
    expect(since?.returned.NodeRecordId).toBe('9');
    expect([...(since?.sections ?? [])]).toEqual(['applicant', 'start']);
  });
});

it('counts what people changed, not what followed from it', () => {
  const row = { id: '1', quantity: '1.00', price: '2.00', amount: '2.00', grade: '甲' };
  const before = { project: 'P1', customer: '一厂', parts: [row], total: '2.00' };
  const made = (after: object) =>
    madeByPeople(sampleForm, sampleForm.changed(before, { ...before, ...after })).map(({ path }) => path);
  const dearer = { parts: [{ ...row, price: '3.00', amount: '3.00', grade: '乙' }], total: '3.00' };
  expect(made({ project: 'P2', customer: '二厂', ...dearer })).toEqual(['project', 'parts[0].price']);
  // What was brought along once is corrected by hand.
  expect(made({ customer: '三厂' })).toEqual(['customer']);
});
