import { describe, expect, it, vi } from 'vitest';

vi.mock('zod', () => import('./no-schemas.ts'));

describe('contracts without their schemas', () => {
  it('still say where every call is, and the lists that pages show', async () => {
    const contracts = await import('@hengneng/contracts');
    expect(contracts.getWaitList).toMatchObject({ method: 'POST', path: '/bpmapi/NodeRecord/GetWaitList' });
    expect(contracts.formCalls('/bpmapi/Payment', '付款').approve.path).toBe('/bpmapi/Payment/Approve');
    expect(contracts.FLOW_STATUSES).toContain('running');
    expect(contracts.BUILT_PAGES).toContain('/main');
  });

  it('say so where a page wants to check something by them', async () => {
    const { saveSetting } = await import('@hengneng/contracts');
    expect(() => saveSetting.input.parse({})).toThrow('Schemas are not part of the pages');
  });
});
