import { expect, it } from 'vitest';
import { stampLines } from './moment.ts';

it('writes into a picture what is sent with it, and says where nothing could be read', () => {
  const stamp = { what: '国金中心 1#电表 表号 A1', register: '总', unit: 'kWh', rest: ['2026/3/1 08:00:00 张三'] };
  expect(stampLines(stamp, '12345.6')).toEqual([stamp.what, '总 读数 12345.6（kWh）', '2026/3/1 08:00:00 张三']);
  expect(stampLines(stamp, '')[1]).toBe('总 未抄到');
});
