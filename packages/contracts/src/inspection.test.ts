import { describe, expect, it } from 'vitest';
import { type CheckItem, checkItem, itemFaults } from './inspection.ts';

const item = (more: Partial<CheckItem>): CheckItem => ({
  ...checkItem.parse({ item: '水泵运行与润滑', score: '5' }),
  ...more,
});
const faults = (...items: CheckItem[]) => itemFaults({ kind: '公司巡检', items });

describe('check items', () => {
  it('say at the cell what is wrong', () => {
    expect(faults(item({}))).toEqual([]);
    expect(faults()).toEqual([{ path: 'items', message: '请至少填写一个检查项' }]);
    expect(faults(item({ score: '0' }))).toEqual([{ path: 'items', message: '分值合计不能为0' }]);
    const range = (lower: string | null, upper: string | null) => faults(item({ judge: '数值范围', lower, upper }))[0];
    expect(range('3', '5')).toBeUndefined();
    expect(range('-1', null)).toBeUndefined();
    expect(range('10', '9')).toEqual({ path: 'items[0].upper', message: '上限必须大于下限' });
    expect(range('5', '5')?.message).toBe('上限必须大于下限');
    expect(range(null, null)?.message).toBe('数值范围请填写下限或上限');
    expect(faults(item({ judge: '选项', options: ['整洁'] }))[0]?.path).toBe('items[0].options');
    expect(faults(item({}), item({}))[0]).toEqual({ path: 'items[1].item', message: '检查项目重复' });
    expect(faults(item({ item: '随便看看' }))[0]?.message).toBe('公司巡检的检查项目请从目录中选择');
  });

  it('of rounds of the shift are called anything and need no score', () => {
    expect(itemFaults({ kind: '值班巡查', items: [item({ item: '出水温度', score: '0' })] })).toEqual([]);
  });

  it('take scores of the form only', () => {
    for (const score of ['20.5', '-1', '3.25', '', 'x'])
      expect(checkItem.safeParse({ item: 'a', score }).success, score).toBe(false);
    for (const score of ['0', '20', '7.5']) expect(checkItem.safeParse({ item: 'a', score }).success, score).toBe(true);
  });
});
