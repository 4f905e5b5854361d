import { describe, expect, it } from 'vitest';
import { judgeWords, moved, newItem } from './common.ts';

describe('points', () => {
  it('say what an item asks for', () => {
    const item = { ...newItem(), judge: '数值范围' as const, unit: 'Pa' };
    expect(judgeWords({ ...item, lower: '0', upper: '25' })).toBe('0～25 Pa');
    expect(judgeWords({ ...item, upper: '25' })).toBe('不大于 25 Pa');
    expect(judgeWords({ ...item, lower: '3', unit: '' })).toBe('不小于 3');
    expect(judgeWords({ ...item, judge: '选项', options: ['好', '坏'] })).toBe('好、坏');
  });

  it('change places and none is lost', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
    expect(moved(['a', 'b'], 1, 9)).toEqual(['a', 'b']);
  });
});
