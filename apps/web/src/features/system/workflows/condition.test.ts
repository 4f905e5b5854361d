import { FORMS } from '@hengneng/forms';
import { compileForm } from '@hengneng/form-kit';
import { MODULES } from '@hengneng/core';
import { describe, expect, it } from 'vitest';
import { opsOf, opWords, rowsOf, textOf } from './condition.ts';

const form = compileForm(FORMS.constructionNotice, MODULES.constructionNotice);

describe('a condition in rows', () => {
  it.each([
    ['totalAmount >= 5000'],
    ['stopSupply or totalAmount >= 5000'],
    ["workType == '加药' and not stopSupply and totalAmount < 100.5"],
    ["waterSystems != '冷却水'"],
    ['dosage > -3'],
    ['customerPhone'],
  ])('%s comes apart and together again', (text) => {
    const rows = rowsOf(text);
    expect(rows && textOf(form, rows)).toBe(text);
  });

  it.each([
    ['stopSupply and (totalAmount > 5 or dosage > 3)'],
    ['totalAmount > waterVolume * 2'],
    ['totalAmount >'],
    ['count(workers) > 3'],
  ])('%s is written as text', (text) => expect(rowsOf(text)).toBeNull());

  it('is none while a row is not complete', () => {
    const row = (field: string, op: '>' | '==' | 'has', value: string) =>
      textOf(form, { join: 'and', rows: [{ field, op, value }] });
    expect(row('totalAmount', '>', '')).toBeNull();
    expect(row('totalAmount', '>', '很多')).toBeNull();
    expect(row('workType', '==', '')).toBeNull();
    expect(row('nothing', 'has', '')).toBeNull();
    expect(textOf(form, { join: 'and', rows: [] })).toBeNull();
  });

  it('offers the comparisons that a field knows', () => {
    expect(opsOf(form.field('totalAmount'))).toContain('>=');
    expect(opsOf(form.field('workType'))).not.toContain('>');
    expect(opsOf(form.field('project'))).toEqual(['has', 'hasNot']);
    expect(opWords(form.field('stopSupply'), 'has')).toBe('为是');
    expect(opWords(form.field('waterSystems'), '==')).toBe('包含');
  });
});
