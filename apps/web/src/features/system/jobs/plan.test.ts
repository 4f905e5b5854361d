import { describe, expect, it } from 'vitest';
import { cronOf, planOf } from './plan.ts';

describe('plans of jobs', () => {
  it('are the cron expressions that they came from', () => {
    for (const cron of [
      '* * * * *',
      '*/5 * * * *',
      '17 * * * *',
      '0 8 * * *',
      '30 17 * * 1',
      '30 17 * * 0',
      '5 6 31 * *',
    ])
      expect(cronOf(planOf(cron))).toBe(cron);
  });
});
