import { describe, expect, it } from 'vitest';
import { hasEnded, periodOf, type Relation } from './relations.ts';

const part = (from: string | null, to: string | null): Relation => ({
  UserId: '1',
  account: 'a',
  UserName: '甲',
  T_OutSideDeptId: null,
  deptName: null,
  position: null,
  jobNo: null,
  avatar: null,
  active: true,
  ProjectCode: 'P1',
  ProjectName: '一号站',
  projectRole: null,
  from,
  to,
});

describe('a part in a project', () => {
  it('lasts until its last day is over', () => {
    expect(hasEnded(part(null, null), '2026-03-05')).toBe(false);
    expect(hasEnded(part(null, '2026-03-05'), '2026-03-05')).toBe(false);
    expect(hasEnded(part(null, '2026-03-04'), '2026-03-05')).toBe(true);
  });

  it('is said with its open ends', () => {
    expect(periodOf(part(null, null))).toBe('长期');
    expect(periodOf(part('2026-01-01', null))).toBe('2026-01-01 至 长期');
    expect(periodOf(part(null, '2026-12-31'))).toBe('此前 至 2026-12-31');
  });
});
