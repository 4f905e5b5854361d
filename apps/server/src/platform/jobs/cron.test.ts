import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cronWords, isPlan, nextRun } from './cron.ts';

describe('cron', () => {
  it.each([
    ['* * * * *', '每分钟', '2026-11-28T09:31:00.000Z'],
    ['*/5 * * * *', '每 5 分钟', '2026-11-28T09:35:00.000Z'],
    ['17 * * * *', '每小时第 17 分', '2026-11-28T10:17:00.000Z'],
    // 00:00 and 17:30 in China are 16:00 and 09:30 in UTC; the moment itself is over.
    ['0 0 * * *', '每天 00:00', '2026-11-28T16:00:00.000Z'],
    ['30 17 * * *', '每天 17:30', '2026-11-29T09:30:00.000Z'],
    ['0 8 * * 1', '每周一 08:00', '2026-11-30T00:00:00.000Z'],
    ['0 8 5 * *', '每月 5 日 08:00', '2026-12-05T00:00:00.000Z'],
  ])('%s is %s', (cron, words, next) => {
    expect(cronWords(cron)).toBe(words);
    expect(nextRun(cron, new Date('2026-11-28T09:30:00Z')).toISOString()).toBe(next);
  });

  it('is due once a day at its minute, whatever the moment', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: 0, max: 59 }),
        fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
        (hour, minute, after) => {
          const next = nextRun(`${minute} ${hour} * * *`, after);
          const away = next.getTime() - after.getTime();
          expect(away > 0 && away <= 24 * 60 * 60_000).toBe(true);
          expect(next.getUTCMinutes()).toBe(minute);
          expect((next.getUTCHours() + 8) % 24).toBe(hour);
        },
      ),
    );
  });

  it('is a plan only where people have words for it', () => {
    for (const cron of ['* * * * *', '*/15 * * * *', '5 * * * *', '0 8 * * *', '0 8 * * 5', '0 8 31 * *'])
      expect(isPlan(cron)).toBe(true);
    for (const cron of [
      '',
      '* *',
      'a 8 * * *',
      '60 8 * * *',
      '0 24 * * *',
      '0 8 * * 8',
      '0 8 32 * *',
      '*/7 * * * *',
      '*/0 * * * *',
      '0 8 1 1 *',
      '0,5 8 * * *',
    ])
      expect(isPlan(cron)).toBe(false);
  });
});
