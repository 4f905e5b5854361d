import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MODULES } from '@hengneng/core';
import { ROOT } from './forms.ts';
import { fieldSource, formSource, plainForm, withLoader, withModule } from './form-source.ts';

const read = (name: string): string => readFileSync(join(ROOT, 'packages/forms/src', name), 'utf8');

describe('a definition from a requirement', () => {
  it.each([
    [
      { key: 'a', label: '用量', type: 'decimal(2)', unit: 'kg', min: 0.01, required: true },
      "f.decimal(2, '用量', { required: true, unit: 'kg', min: 0.01 })",
    ],
    [
      { key: 'a', label: '类型', type: 'enum', options: ['甲', '乙'], default: '甲' },
      "f.enum('类型', ['甲', '乙'], { default: '甲' })",
    ],
    [{ key: 'a', label: '药剂', type: 'ref(waterChemical)' }, "f.ref('waterChemical', '药剂')"],
    [
      { key: 'a', label: '合计', type: 'money', formula: "sum(d.x) * (k == '甲')", capital: true },
      `f.money('合计', { formula: "sum(d.x) * (k == '甲')", capital: true })`,
    ],
  ])('writes %j', (field, want) => expect(fieldSource(field)).toBe(want));

  it('starts with one project and one approval where nothing is listed', () => {
    const source = formSource(plainForm('outService', MODULES.outService));
    expect(source).toContain("id: 'outService'");
    expect(source).toContain("project: f.project('项目')");
    expect(source).toContain("by: 'projectManager'");
  });
});

describe('the package', () => {
  it('gains the module once in its area, in the order of the alphabet', () => {
    const once = withModule("export * from './staffRent.form.ts';\n", 'outService');
    expect(once).toBe("export * from './outService.form.ts';\nexport * from './staffRent.form.ts';\n");
    expect(withModule(once, 'outService')).toBe(once);
    expect(withModule('export {};\n', 'outService')).toBe("export * from './outService.form.ts';\n");
  });

  it('gains the loader once', () => {
    const before = read('load.ts').replace(/  outService: .*\n/, '');
    const once = withLoader(before, 'outService', './composite/outService.form.ts');
    expect(once).toContain("outService: () => import('./composite/outService.form.ts').then((m) => m.outService),");
    expect(withLoader(once, 'outService', './composite/outService.form.ts')).toBe(once);
  });
});
