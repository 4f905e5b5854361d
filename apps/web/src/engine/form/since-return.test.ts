import type { StepView } from '@hengneng/contracts';
import { describe, expect, it } from 'vitest';
import { sinceReturn } from './since-return.ts';

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
