import { describe, expect, it } from 'vitest';
import { nameBy } from './name-rule.ts';

const row = { OriginName: '1号直燃机', RoomName: '制冷机房', No: '1', CategoryName: '直燃机', DeviceCode: 'ZJ-01' };

describe('names by a rule', () => {
  it('put in what is known of the device', () => {
    expect(nameBy('{机房}{台号}#{类别}', row)).toBe('制冷机房1#直燃机');
    expect(nameBy('{编号} {原名称}', { ...row, OriginName: '' })).toBe('ZJ-01');
  });
  it('are no longer than a name may be, and refuse words that are none', () => {
    expect(nameBy('{机房}'.repeat(20), row)).toHaveLength(30);
    expect(() => nameBy('{楼层}', row)).toThrow('规则中没有「楼层」');
  });
});
