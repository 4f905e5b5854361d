import { describe, expect, it } from 'vitest';
import { f, type Field } from './fields.ts';
import { entityOf, formatValue } from './format.ts';
import { dayNumber, dayText, instantMs, instantText, monthNumber, monthText } from './time.ts';

describe('formatValue', () => {
  it.each<[string, Field, unknown, string]>([
    ['an amount', f.money('金额'), '-1234567.5', '-1,234,567.50'],
    ['a unit price', f.money4('单价'), '0.6800', '0.68'],
    ['a finer unit price', f.money4('单价'), '1234.5678', '1,234.5678'],
    ['a whole number', f.integer('数'), 12000, '12,000'],
    ['a decimal of a large value', f.decimal(3, '量'), '12345678901234567.891', '12,345,678,901,234,567.891'],
    ['a percentage', f.percent('率'), '6.0000', '6.0%'],
    ['a finer percentage', f.percent('率'), '6.2500', '6.25%'],
    ['a percentage that was worked out', f.percent('率', { formula: '1' }), '93.5723', '93.57%'],
    ['a year', f.integer('年度', { unit: '年' }), 2026, '2026'],
    ['a year by its name', f.integer('评审年度'), 2026, '2026'],
    ['a number of years', f.integer('第几年'), 1026, '1,026'],
    ['an instant, to the minute, in China', f.datetime('时间'), '2026-01-31T16:30:59Z', '2026-02-01 00:30'],
    ['a yes', f.boolean('是否'), true, '是'],
    ['a no', f.boolean('是否'), false, '否'],
    ['options', f.multiEnum('系统', ['冷水', '热水']), ['冷水', '热水'], '冷水、热水'],
    [
      'files',
      f.files('附件'),
      [
        { URL: '/a', Size: 1, Name: '甲.pdf' },
        { URL: '/b', Size: 1, Name: '乙.pdf' },
      ],
      '甲.pdf、乙.pdf',
    ],
    ['a check', f.check('外观'), { result: '不合格', remark: '锈' }, '不合格（锈）'],
    ['rich text', f.richText('正文'), '<p>甲&amp;乙</p><p>丙</p>', '甲&乙 丙'],
    ['nothing', f.money('金额'), null, ''],
  ])('shows %s', (_, field, value, want) => expect(formatValue(field, value)).toBe(want));

  it('shows references by their names and numbers with their units', () => {
    const label = (value: string): string | undefined => ({ '7': '张三', '8': '李四' })[value];
    expect(formatValue(f.users('人员'), ['7', '8', '9'], { label })).toBe('张三、李四、9');
    expect(formatValue(f.user('人'), '7', { label })).toBe('张三');
    expect(formatValue(f.decimal(1, '量', { unit: 'm³' }), '2.5', { withUnit: true })).toBe('2.5 m³');
    expect(formatValue(f.money('金额'), '2.5', { withUnit: true })).toBe('2.50 元');
    expect(formatValue(f.money('金额', { unit: '元/年' }), '2.5', { withUnit: true })).toBe('2.50 元/年');
    expect(formatValue(f.percent('率', { unit: '%' }), '2.5', { withUnit: true })).toBe('2.5%');
    expect(entityOf(f.ref('tool', '工具'))).toBe('tool');
    expect(entityOf(f.text('字'))).toBeNull();
  });
});

describe('days, months and instants', () => {
  it('go to numbers and back', () => {
    for (const day of ['1970-01-01', '2000-02-29', '2026-12-31']) expect(dayText(dayNumber(day) ?? 0)).toBe(day);
    for (const month of ['2026-01', '2026-12']) expect(monthText(monthNumber(month) ?? 0)).toBe(month);
    expect(instantText(instantMs('2026-01-31T23:59:59.999+08:00') ?? 0)).toBe('2026-01-31T23:59:59+08:00');
  });

  it('are refused where the calendar has none', () => {
    for (const day of ['2025-02-29', '2026-13-01', '2026-00-10', '26-1-1', '0000-01-01', ''])
      expect(dayNumber(day)).toBeNull();
    for (const at of ['2026-01-31T24:00', '2026-01-31T08:60', '2026-01-31', '2026-01-31T08:00+25:00'])
      expect(instantMs(at)).toBeNull();
  });
});
