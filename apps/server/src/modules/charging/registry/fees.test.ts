import { describe, expect, it } from 'vitest';
import { tierFaults } from './fees-write.ts';
import { areaFaults } from './room-areas.ts';
import { doorCodes } from './rooms-write.ts';
import { nextPeriodOf } from './terms.ts';

describe('tiers', () => {
  const tier = (from: string, to: string | null, price = '1') => ({ from, to, price });
  it('follow one another from nought to no end', () => {
    expect(tierFaults([tier('0', '100'), tier('100', null)])).toEqual([]);
    expect(tierFaults([tier('0', '100'), tier('120', null)])).toEqual([
      { path: 'tiers[1].from', message: '第2档起点应等于第1档终点' },
    ]);
    expect(tierFaults([tier('10', null)])).toEqual([{ path: 'tiers[0].from', message: '第1档起点应为0' }]);
    expect(tierFaults([tier('0', '100')])).toEqual([{ path: 'tiers[0].to', message: '最后一档不填终点' }]);
  });
});

describe('doors of floors', () => {
  it('are single ones or spans, behind the floor; there is no floor nought', () => {
    expect(doorCodes(1, 2, '01,02').map(({ code }) => code)).toEqual(['101', '102', '201', '202']);
    expect(doorCodes(-1, 1, '1-3').map(({ code }) => code)).toEqual(['-101', '-102', '-103', '101', '102', '103']);
    expect(doorCodes(3, 2, '01')).toEqual([]);
  });
});

describe('areas', () => {
  it('are odd only with a reason', () => {
    const of = { buildArea: '100', innerArea: '80', energyArea: '120', areaNote: '' };
    expect(areaFaults(of)).toEqual([]);
    expect(areaFaults({ ...of, energyArea: '120.01' }).map(({ path }) => path)).toEqual(['energyArea']);
    expect(areaFaults({ ...of, energyArea: '130', areaNote: '挑空' })).toEqual([]);
    expect(areaFaults({ ...of, energyArea: '0' }).map(({ message }) => message)).toEqual(['供能面积应大于0']);
  });
});

describe('the next period', () => {
  it('is after this month and after what was billed', () => {
    expect(nextPeriodOf('2026-12-31', null)).toBe('2027-01');
    expect(nextPeriodOf('2026-07-01', '2026-06')).toBe('2026-08');
    expect(nextPeriodOf('2026-07-01', '2026-09')).toBe('2026-10');
  });
});
