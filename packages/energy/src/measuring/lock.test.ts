import { type RoleCode } from '@hengneng/core';
import { describe, expect, it } from 'vitest';
import { adjustmentTarget, DEFAULT_LOCKS, lockOf, refusalOf, type Lock, type LockDeed, type MonthAct } from './lock.ts';
import { CHINA, instantOf, minutesOf } from './zone.ts';

const SETTINGS = { ...DEFAULT_LOCKS, zone: CHINA };
const at = (text: string): number => {
  const [day = '', time = '00:00'] = text.split(' ');
  return instantOf(day, minutesOf(time) ?? 0, CHINA);
};
const input = (now: string, acts: readonly MonthAct[] = []) => ({ now: at(now), settings: SETTINGS, acts });
const stateAt = (now: string, day = '2026-03-10', acts: readonly MonthAct[] = []) =>
  lockOf(day, false, input(now, acts)).state;

describe('the state of a day', () => {
  it('goes from 可录 over 待复核 and 日锁 to 月锁, at its instants', () => {
    expect(['2026-03-10 08:00', '2026-03-11 11:59'].map((now) => stateAt(now))).toEqual(['open', 'open']);
    expect(['2026-03-11 12:00', '2026-03-13 23:59'].map((now) => stateAt(now))).toEqual(['review', 'review']);
    expect(['2026-03-14 00:00', '2026-04-05 17:59'].map((now) => stateAt(now))).toEqual(['dayLocked', 'dayLocked']);
    expect(stateAt('2026-04-05 18:00')).toBe('monthLocked');
    expect(lockOf('2026-03-10', false, input('2026-03-12'))).toEqual({
      state: 'review',
      until: at('2026-03-14'),
      settled: false,
    });
  });

  it('is over the turn of the year', () => {
    expect(stateAt('2027-01-05 17:59', '2026-12-31')).toBe('dayLocked');
    expect(stateAt('2027-01-05 18:00', '2026-12-31')).toBe('monthLocked');
  });

  it('follows a month locked by hand, and one unlocked for 24 hours', () => {
    const acts: readonly MonthAct[] = [
      { month: '2026-03', at: at('2026-04-02 10:00'), act: 'lock' },
      { month: '2026-03', at: at('2026-04-10 10:00'), act: 'unlock' },
    ];
    expect(stateAt('2026-04-02 09:59', '2026-03-30', acts)).toBe('review');
    expect(stateAt('2026-04-02 10:00', '2026-03-30', acts)).toBe('monthLocked');
    expect(stateAt('2026-04-10 10:00', '2026-03-30', acts)).toBe('dayLocked');
    expect(lockOf('2026-03-30', false, input('2026-04-10 12:00', acts)).until).toBe(at('2026-04-11 10:00'));
    expect(stateAt('2026-04-11 10:00', '2026-03-30', acts)).toBe('monthLocked');
    // Locked by hand, unlocked before its own time: it still locks again after a day.
    const early: readonly MonthAct[] = [
      { month: '2026-03', at: at('2026-04-01'), act: 'lock' },
      { month: '2026-03', at: at('2026-04-02'), act: 'unlock' },
    ];
    expect(stateAt('2026-04-03', '2026-03-31', early)).toBe('monthLocked');
  });

  it('is locked at once by a settlement', () => {
    expect(lockOf('2026-03-10', true, input('2026-03-10 09:00'))).toEqual({
      state: 'monthLocked',
      until: null,
      settled: true,
    });
  });
});

describe('who may do what', () => {
  const lock = (state: Lock['state'], settled = false): Lock => ({ state, until: null, settled });
  const asks = (state: Lock['state'], deed: LockDeed, role: RoleCode, context = {}, settled = false) =>
    refusalOf(lock(state, settled), deed, { id: 'me', roles: [role] }, context);

  it('lets people enter while it is open, and correct their own', () => {
    expect(asks('open', 'enter', 'operator')).toBeNull();
    expect(asks('review', 'enter', 'operator')).toBe('已过录入截止，请到数据补录');
    expect(asks('open', 'edit', 'operator', { author: 'me' })).toBeNull();
    expect(asks('open', 'edit', 'operator', { author: 'you' })).toBe('只有录入人本人或项目经理可以修改');
    expect(asks('review', 'edit', 'operator', { author: 'me' })).toContain('项目经理');
    expect(asks('review', 'backfill', 'projectManager')).toBeNull();
  });

  it('needs two people once the day is locked', () => {
    expect(asks('dayLocked', 'edit', 'projectManager')).toContain('能源数据分析师同意');
    expect(asks('dayLocked', 'propose', 'projectManager')).toBeNull();
    expect(asks('dayLocked', 'agree', 'energyAnalyst', { proposer: 'you' })).toBeNull();
    expect(asks('dayLocked', 'agree', 'energyAnalyst', { proposer: 'me' })).toBe('提出人不能自己同意');
    expect(asks('dayLocked', 'agree', 'projectManager', { proposer: 'you' })).not.toBeNull();
  });

  it('lets nobody change a locked month; differences are adjustments', () => {
    for (const role of ['admin', 'operationDirector', 'energyAnalyst', 'projectManager'] as const) {
      for (const deed of ['enter', 'edit', 'backfill', 'propose', 'agree'] as const)
        expect(asks('monthLocked', deed, role), `${role} ${deed}`).toContain('月锁');
    }
    expect(asks('monthLocked', 'adjust', 'energyAnalyst')).toBeNull();
    expect(asks('dayLocked', 'adjust', 'energyAnalyst')).not.toBeNull();
    expect(asks('dayLocked', 'lockMonth', 'energyAnalyst')).toBeNull();
    expect(asks('monthLocked', 'unlockMonth', 'operationDirector')).toBeNull();
    expect(asks('monthLocked', 'unlockMonth', 'energyAnalyst')).toBe('月解锁由运营总监办理');
    expect(asks('monthLocked', 'unlockMonth', 'operationDirector', {}, true)).toBe('该月已结算，不能解锁');
    expect(asks('monthLocked', 'edit', 'projectManager', {}, true)).toBe('该读数已被结算单引用，不能修改');
  });
});

describe('an adjustment', () => {
  const difference = { quantity: '12400', unit: 'kWh' };
  it('goes to the first month that is open', () => {
    expect(adjustmentTarget('2026-03-10', difference, input('2026-05-06'))).toEqual({
      fromMonth: '2026-03',
      month: '2026-05',
      words: '2026-03 已月锁，历史用量不重算，差额 12400 kWh 将登记为调整计入 2026-05',
    });
    expect(adjustmentTarget('2026-03-10', difference, input('2026-05-02'))?.month).toBe('2026-04');
    expect(adjustmentTarget('2026-03-10', difference, input('2026-04-05'))).toBeNull();
  });
});
