import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MODULES } from '@hengneng/core';
import { ROOT } from './forms.ts';
import { fieldSource, formSource, plainForm, withArea, withLoader, withModule } from './form-source.ts';

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

describe('a value that comes from elsewhere', () => {
  const plain = plainForm('outService', MODULES.outService);
  const drafted = (field: object) =>
    formSource({ ...plain, fields: [{ key: 'a', label: '甲', type: 'text', ...field }] });

  it.each(['money', 'money4', 'decimal(2)', 'integer', 'percent'])('is the server’s where it knows it: %s', (type) =>
    expect(drafted({ type, from: 'project.buildArea' })).toContain("from: 'project.buildArea', locked: 'known'"),
  );

  it.each([
    { key: 'unitPrice', from: 'part.lastPaid' },
    { key: 'cost', from: 'part.unitPrice' },
  ])('stays open where it is a price: %j', (field) =>
    expect(drafted({ ...field, type: 'money4' })).not.toContain('locked'),
  );

  it('is never typed where it is a ledger’s key, and stays open in other words', () => {
    expect(drafted({ from: 'invoiceRegister.key' })).toContain("from: 'invoiceRegister.key', locked: true");
    expect(drafted({ from: 'project.address' })).not.toContain('locked');
  });

  it('is the server’s where it counts as worked out', () => {
    const computed = [{ key: 'left', label: '余额', type: 'money', from: 'project.waterBudgetLeft' }];
    expect(formSource({ ...plain, computed })).toContain("from: 'project.waterBudgetLeft', locked: true");
  });
});

describe('what a requirement leaves unsaid', () => {
  const plain = plainForm('outService', MODULES.outService);

  it('is standard rows for the items of a check list', () => {
    const fields = [{ key: 'item', label: '项目', type: 'enum', options: ['阀门', '水泵'] }];
    expect(formSource({ ...plain, details: [{ key: 'checks', label: '检查', fields }] })).toContain(
      'prefillRows: true',
    );
    expect(formSource({ ...plain, fields })).not.toContain('prefillRows');
  });

  it('is the applicant’s department in lists of a form without one', () => {
    const list = { columns: ['serial', 'dept'], filters: ['dept', 'status'] };
    expect(formSource({ ...plain, list })).toContain(
      "list: { columns: ['serial', 'applicantDept'], filters: ['applicantDept', 'status'] }",
    );
    expect(formSource({ ...plain, links: ['project', 'dept'], list })).toContain("columns: ['serial', 'dept']");
  });
});

describe('the package', () => {
  it('gains the module once in its area, in the order of the alphabet', () => {
    const once = withModule("export * from './staffRent.form.ts';\n", 'outService');
    expect(once).toBe("export * from './outService.form.ts';\nexport * from './staffRent.form.ts';\n");
    expect(withModule(once, 'outService')).toBe(once);
    expect(withModule('export {};\n', 'outService')).toBe("export * from './outService.form.ts';\n");
  });

  it.each([
    ['index.ts', ["import * as otherRepair from './otherRepair/index.ts';", "export * from './otherRepair/index.ts';"]],
    ['effects.ts', ["import { EFFECTS as otherRepair } from './otherRepair/effects.ts';"]],
  ])('gains an area once where it has its first module: %s', (file, lines) => {
    const once = withArea(read(file), 'otherRepair');
    for (const line of [...lines, '  ...otherRepair,']) expect(once.split(`${line}\n`)).toHaveLength(2);
    expect(withArea(once, 'otherRepair')).toBe(once);
  });

  it('gains the loader once', () => {
    const before = read('load.ts').replace(/  outService: .*\n/, '');
    const once = withLoader(before, 'outService', './composite/outService.form.ts');
    expect(once).toContain("outService: () => import('./composite/outService.form.ts').then((m) => m.outService),");
    expect(withLoader(once, 'outService', './composite/outService.form.ts')).toBe(once);
  });
});
