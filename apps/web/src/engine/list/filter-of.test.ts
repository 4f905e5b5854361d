import type { CompiledField } from '@hengneng/form-kit';
import { describe, expect, it } from 'vitest';
import { sampleForm } from '../store/sample.testing.ts';
import { askFilter } from '../rows/ask-filter.ts';
import { askOf } from './ask.ts';
import { asSeveral, type FilterOf, filterOf, isUsed, namesOf, wordsOf } from './filter-of.ts';
import { arrange, readSettings } from './settings.ts';

const field = (key: string): CompiledField => {
  const of = sampleForm.field(key);
  if (!of) throw new Error(`no field ${key}`);
  return of;
};

describe('filterOf', () => {
  it('makes of each type what narrows it, under the names that the address has', () => {
    expect(filterOf(field('project'))).toMatchObject({ kind: 'reference', entity: 'project' });
    expect(filterOf(field('note'))).toMatchObject({ kind: 'text' });
    expect(filterOf(field('stopped'))).toMatchObject({ kind: 'choice' });
    expect(namesOf(filterOf(field('total')))).toEqual(['total[from]', 'total[to]']);
    expect(filterOf(field('createdAt'))).toMatchObject({ kind: 'moments', picker: 'date', from: 'createdAt[from]' });
    expect(filterOf(field('status'))).toMatchObject({ kind: 'choice', key: 'status' });
  });

  it('looks for what a check found, not for its number', () => {
    const flag = filterOf({
      ...field('total'),
      label: '校验：超预算',
      field: { type: 'integer', label: '', flag: true },
    });
    expect(flag).toMatchObject({ kind: 'choice', label: '超预算' });
    expect(namesOf(flag)).toEqual(['total[from]']);
  });
});

describe('wordsOf', () => {
  const days: FilterOf = { key: 'day', label: '日期', kind: 'moments', picker: 'date', from: 'a', to: 'b' };
  it('says a range with its open ends', () => {
    expect(wordsOf(days, { a: '2026-01-01', b: '2026-01-31' }, {})).toBe('2026-01-01 至 2026-01-31');
    expect(wordsOf(days, { a: '2026-01-01', b: '2026-01-01' }, {})).toBe('2026-01-01');
    expect(wordsOf(days, { a: '2026-01-01' }, {})).toBe('2026-01-01 及以后');
    expect(wordsOf({ ...days, kind: 'numbers' }, { b: '5' }, {})).toBe('5 及以下');
    expect(isUsed(days, { b: '' })).toBe(false);
  });

  it('names what is referred to, and falls back to its value', () => {
    const project: FilterOf = { key: 'project', label: '项目', kind: 'reference', entity: 'project' };
    expect(wordsOf(project, { project: 'P1' }, { P1: '一号能源站' })).toBe('一号能源站');
    expect(wordsOf(project, { project: 'P1' }, undefined)).toBe('P1');
  });
});

describe('several values of a filter', () => {
  const status = filterOf(field('status'));
  it('stand in the address together, are asked for together and named one by one', () => {
    expect(status).toMatchObject({ kind: 'choice', several: true });
    const both = asSeveral(['running', 'returned']) ?? '';
    expect(askOf({ status: both, project: 'P1', 'day[from]': '2026-01-01' })).toEqual({
      status: ['running', 'returned'],
      project: 'P1',
      day: { from: '2026-01-01' },
    });
    expect(wordsOf(status, { status: both }, {})).toBe('审批中、已退回');
    expect(wordsOf(status, { status: 'running' }, {})).toBe('审批中');
    expect(asSeveral([])).toBeNull();
  });

  it('are not asked for where a query takes one', () => {
    const asked = { ...field('total'), field: { type: 'enum', label: '口径', options: ['权责', '收付'] } } as const;
    expect(askFilter(asked, new Date(0))).toMatchObject({ kind: 'choice', several: false });
    expect(askFilter({ ...asked, field: { ...asked.field, type: 'multiEnum' } }, new Date(0))).toMatchObject({
      several: true,
    });
  });
});

describe('settings of a list', () => {
  it('are read with care: what is no setting counts as none', () => {
    expect(readSettings('{"columns":"all","views":[{"name":"a","query":"x=1"},7]}')).toEqual({
      columns: [],
      views: [{ name: 'a', query: 'x=1' }],
    });
    expect(readSettings('{"tree":true}').tree).toBe(true);
    expect(readSettings('{"tree":"yes"}')).toEqual({ columns: [], views: [] });
    expect(readSettings('{')).toEqual({ columns: [], views: [] });
    expect(readSettings(undefined)).toEqual({ columns: [], views: [] });
  });

  it('keep the number in place unless the person let go of it, and add new columns at the end', () => {
    expect(arrange(['serial', 'note'], [])).toEqual([
      { key: 'serial', shown: true, pinned: true },
      { key: 'note', shown: true },
    ]);
    const own = [
      { key: 'note', shown: true },
      { key: 'serial', shown: true },
      { key: 'gone', shown: true },
    ];
    expect(arrange(['serial', 'note', 'fresh'], own).map((one) => one.key)).toEqual(['note', 'serial', 'fresh']);
  });
});
