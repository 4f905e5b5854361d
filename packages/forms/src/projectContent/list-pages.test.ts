import { listPageOf, MODULES, SCREENS } from '@hengneng/core';
import { compileForm } from '@hengneng/form-kit';
import { describe, expect, it } from 'vitest';
import { type DefinedModuleId, FORMS } from '../index.ts';

const DEFINED: Readonly<Record<string, DefinedModuleId>> = Object.fromEntries(
  (Object.keys(FORMS) as DefinedModuleId[]).map((id) => [id, id]),
);
const compiled = (id: string | undefined) => {
  const defined = DEFINED[id ?? ''];
  if (defined === undefined) throw new Error(`no module ${id}`);
  return compileForm(FORMS[defined], MODULES[defined]);
};
const pages = SCREENS.flatMap(({ path, kind, module }) => {
  const page = listPageOf(path);
  return page === null ? [] : [{ path, kind, module, page }];
});
/** What every list has without its module having a field for it. */
const STANDARD = ['currentStep', 'applicant', 'createdAt', 'status'];

describe('pages of a module’s list with columns of their own', () => {
  it.each(pages)('$path shows columns and filters that there are', ({ kind, module, page }) => {
    const form = compiled(module);
    expect(kind).toBe('list');
    const beside = page.beside.map(({ key }) => key);
    for (const key of beside) {
      expect(form.field(key), key).toBeUndefined();
      expect(page.columns).toContain(key);
    }
    for (const key of page.columns)
      if (!beside.includes(key) && !STANDARD.includes(key)) expect(form.field(key)?.detail, key).toBe(null);
    for (const key of page.filters) if (key !== 'step') expect(form.field(key)?.detail ?? null, key).toBe(null);
    for (const key of page.filters) expect(key === 'step' || form.field(key) !== undefined, key).toBe(true);
    expect(new Set(page.columns).size).toBe(page.columns.length);
  });

  it.each(pages)('$path reaches fields that there are', ({ module, page }) => {
    const form = compiled(module);
    for (const { of, as } of page.beside) {
      if (of.kind === 'left') expect(form.field(of.field)?.field.type).toBe('date');
      if (of.kind !== 'through' && of.kind !== 'from') continue;
      const reached = compiled(of.module);
      const field = reached.field(of.field);
      expect(field?.detail, of.field).toBe(null);
      expect(as === 'text', of.field).toBe(
        !['money', 'percent', 'integer', 'decimal'].includes(field?.field.type ?? ''),
      );
      const link = (of.kind === 'through' ? form : reached).field(of.link)?.field;
      expect(link).toMatchObject({ type: 'ref', entity: of.kind === 'through' ? of.module : module });
    }
  });
});
