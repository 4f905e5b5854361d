import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { f, type Field } from '../fields.ts';
import { form } from '../testing.ts';
import type { FormRecord } from './form.ts';
import { readValue } from './read-value.ts';
import { MAX_ROWS, documentedSection, fieldErrors, type SchemaMode, sectionSchema } from './schema.ts';

const parse = (input: unknown, mode: SchemaMode = 'draft', step = 0): FormRecord | readonly string[] => {
  const result = sectionSchema(form, step, mode).safeParse(input);
  return result.success ? result.data : fieldErrors(result.error).map((error) => `${error.path}: ${error.message}`);
};
const read = (field: Field, raw: unknown): unknown => {
  const result = readValue(field, raw);
  return result.ok ? result.value : `✗ ${result.message}`;
};

describe('a section from the wire', () => {
  it('turns form text into record values', () => {
    expect(
      parse({
        faultTime: '2026-03-05 08:00',
        stopped: 'true',
        stopHours: '2.5',
        otherFee: '12',
        systems: ['冷水', '冷水', '热水'],
        device: '15',
        level: '',
        parts: { '0': { name: ' 轴承 ', quantity: '2' }, '1': { id: '9', name: '油', quantity: '1.5', amount: '99' } },
        photos: [{ URL: '/files/1', Size: '20', Name: 'a.jpg' }],
      }),
    ).toEqual({
      faultTime: '2026-03-05T08:00:00+08:00',
      stopped: true,
      stopHours: '2.5',
      otherFee: '12.00',
      systems: ['冷水', '热水'],
      device: '15',
      level: null,
      parts: [
        { name: '轴承', quantity: '2.00' },
        { id: '9', name: '油', quantity: '1.50' },
      ],
      photos: [{ URL: '/files/1', Size: 20, Name: 'a.jpg' }],
    });
  });

  it('takes what is still being typed: what cannot be read is nothing yet, and keeps nothing else from being worked out', () => {
    const typed = {
      otherFee: '-5',
      faultTime: '2026-3',
      photos: 'x',
      parts: [{ name: '轴承', quantity: '0' }, { quantity: '一' }],
    };
    expect(parse(typed, 'preview')).toEqual({
      otherFee: '-5.00',
      faultTime: null,
      photos: null,
      parts: [{ name: '轴承', quantity: '0.00' }, { quantity: null }],
    });
    expect(parse(typed)).toHaveLength(5);
  });

  it('takes JSON, too', () => {
    expect(
      parse({ otherFee: 12.5, stopped: false, systems: '冷水', parts: [{ quantity: 2 }], seal: { result: '合格' } }),
    ).toEqual({
      otherFee: '12.50',
      stopped: false,
      systems: ['冷水'],
      parts: [{ quantity: '2.00' }],
      seal: { result: '合格', remark: null, photos: [] },
    });
  });

  it('ignores unknown keys, formulas and the sections of others', () => {
    expect(parse({ nope: 1, total: '5', advice: '好', __proto__: { level: '一般' }, accepts: [] })).toEqual({});
    expect(parse({ advice: '好', otherFee: '9' }, 'draft', 1)).toEqual({ advice: '好' });
    expect(parse({ accepts: '' }, 'draft', 3)).toEqual({ accepts: [] });
  });

  it('a draft may lack anything but holds nothing malformed', () => {
    expect(parse({ otherFee: 'x', stopHours: '1.25', parts: [{ quantity: '-1' }], level: '高' })).toEqual([
      'level: 等级没有“高”这个选项',
      'stopHours: 停供时长最多1位小数',
      'otherFee: 其他费用必须是数字',
      'parts[0].quantity: 数量不能小于0.01',
    ]);
  });

  it('a submit holds what is always required', () => {
    expect(
      parse({ project: '', faultTime: '2026-03-05 08:00', level: '一般', parts: [{ name: '甲' }] }, 'submit'),
    ).toEqual(['project: 请选择项目', 'parts[0].quantity: 请填写数量']);
  });

  it('refuses too many rows and rows that are none', () => {
    expect(parse({ parts: Array.from({ length: MAX_ROWS + 1 }, () => ({})) })).toEqual(['parts: 配件最多500行']);
    expect(parse({ parts: ['x'] })).toEqual(['parts[0]: 配件第1行格式不对']);
    expect(parse({ parts: { a: 1 } })).toEqual(['parts: 配件格式不对']);
  });

  it('never throws, and what it lets through it lets through again unchanged', () => {
    const keys = fc.constantFrom(
      'otherFee',
      'stopped',
      'systems',
      'photos',
      'parts',
      'seal',
      'faultTime',
      'device',
      'level',
    );
    const value = fc.oneof(
      fc.anything(),
      fc.string(),
      fc.constantFrom('1', 'true', '', '冷水'),
      fc.array(fc.dictionary(fc.constantFrom('quantity', 'name', 'id'), fc.string())),
    );
    fc.assert(
      fc.property(fc.dictionary(keys, value), (input) => {
        const first = sectionSchema(form, 0, 'draft').safeParse(input);
        if (first.success) expect(sectionSchema(form, 0, 'draft').parse(first.data)).toEqual(first.data);
        else expect(fieldErrors(first.error).every((error) => error.message !== '')).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is documented for the API page', () => {
    const json = z.toJSONSchema(documentedSection(form, 0));
    expect(json.properties).toHaveProperty('stopHours.description', '停供时长（h）');
    expect(json.properties).not.toHaveProperty('total');
  });
});

describe('one value', () => {
  it.each<[string, Field, unknown, unknown]>([
    ['an amount', f.money('金额'), '0012.50', '12.50'],
    ['an amount with zeros behind', f.money('金额'), '1.500', '1.50'],
    ['an amount of three places', f.money('金额'), '1.501', '✗ 金额最多2位小数'],
    ['an amount too large', f.money('金额'), '10000000000000000', '✗ 金额超出可填写的范围'],
    ['an amount in exponents', f.money('金额'), '1e3', '✗ 金额必须是数字'],
    ['a negative zero', f.money('金额'), '-0', '0.00'],
    ['infinity', f.money('金额'), Number.POSITIVE_INFINITY, '✗ 金额必须是数字'],
    ['a whole number', f.integer('人数'), '3', 3],
    ['half a person', f.integer('人数'), '3.5', '✗ 人数必须是整数'],
    ['too many people', f.integer('人数'), '2147483648', '✗ 人数超出可填写的范围'],
    ['a day', f.date('日期'), '2024-02-29', '2024-02-29'],
    ['a day that is none', f.date('日期'), '2025-02-29', '✗ 日期必须是日期，例如2026-01-31'],
    ['an instant', f.datetime('时间'), '2026-01-31T00:30:00Z', '2026-01-31T08:30:00+08:00'],
    ['an instant that is none', f.datetime('时间'), '2026-01-31 25:00', '✗ 时间必须是日期和时间，例如2026-01-31 08:30'],
    ['a month', f.month('月份'), '2026-13', '✗ 月份必须是月份，例如2026-01'],
    ['a time', f.time('时刻'), '24:00', '✗ 时刻必须是时间，例如08:30'],
    ['a yes', f.boolean('是否'), 'yes', '✗ 是否只能是“是”或“否”'],
    ['a mobile', f.phone('电话'), '13800138000', '13800138000'],
    ['a landline', f.phone('电话'), '021-62345678', '021-62345678'],
    ['no phone', f.phone('电话'), '12345', '✗ 电话不是正确的电话号码'],
    ['a plate', f.plate('车牌'), '沪a12345', '沪A12345'],
    ['a green plate', f.plate('车牌'), '沪AD12345', '沪AD12345'],
    ['no plate', f.plate('车牌'), 'A12345', '✗ 车牌不是正确的车牌号'],
    ['an id card', f.idCard('身份证'), '11010519491231002x', '11010519491231002X'],
    ['an id card with a wrong check digit', f.idCard('身份证'), '110105194912310021', '✗ 身份证不是正确的身份证号'],
    ['a reference', f.ref('tool', '工具'), '12', '12'],
    ['a reference by name', f.ref('tool', '工具'), '扳手', '✗ 请重新选择工具'],
    ['a project', f.project('项目'), 'P-2024.001', 'P-2024.001'],
    ['a project with quotes', f.project('项目'), "P' or 1=1", '✗ 请重新选择项目'],
    ['people', f.users('人员'), ['1', '2', '1'], ['1', '2']],
    ['a file elsewhere', f.file('附件'), { URL: 'https://evil.example/x', Size: 1, Name: 'x' }, '✗ 附件请重新上传'],
    ['a file on another host', f.file('附件'), { URL: '//evil.example/x', Size: 1, Name: 'x' }, '✗ 附件请重新上传'],
    ['a text with NUL', f.text('备注'), 'a\u0000b', '✗ 备注含有不能保存的字符'],
    ['a long text', f.text('备注', { max: 3 }), '四个字了', '✗ 备注最多3个字'],
    ['an object for a text', f.text('备注'), { a: 1 }, '✗ 备注格式不对'],
    ['a check', f.check('外观'), { result: '不合格', remark: '锈' }, { result: '不合格', remark: '锈', photos: [] }],
    ['a check with another result', f.check('外观'), { result: '好' }, '✗ 外观的结果只能是合格、不合格、不适用'],
  ])('%s', (_, field, raw, want) => expect(read(field, raw)).toEqual(want));
});
