import { describe, expect, it } from 'vitest';
import { firstOfEachRole } from './demo-order.ts';

const accounts = [
  { account: 'admin', role: '系统管理员' },
  { account: 'admin2', role: '系统管理员' },
  { account: 'legal', role: '法务' },
  { account: 'hr', role: '人事' },
  { account: 'projectManager', role: '项目经理' },
  { account: 'operator', role: '运行工' },
  { account: 'operator2', role: '运行工' },
];

describe('demo accounts', () => {
  it('are one a role, in the order of the work, then as they came', () => {
    expect(firstOfEachRole(accounts).map((one) => one.account)).toEqual([
      'operator',
      'projectManager',
      'admin',
      'legal',
      'hr',
    ]);
  });
});
