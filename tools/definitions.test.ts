/** Every definition is sound, its tables are migrated and its page is up to date. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { alterSql, checkDefinition, readTables, type CompiledForm } from '@hengneng/form-kit';
import { DERIVED, EFFECTS } from '@hengneng/forms';
import { describe, expect, it } from 'vitest';
import { DOCS, MIGRATIONS, compiledForms } from './forms.ts';
import { formsPages } from './forms-page.ts';

const forms = compiledForms();
const byId = new Map<string, CompiledForm>(forms.map((form) => [form.id, form]));
const migrations = readdirSync(MIGRATIONS)
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name) => readFileSync(join(MIGRATIONS, name), 'utf8'));
const tables = readTables(migrations);

describe.each(forms.map((form) => [form.identity.title, form] as const))('%s', (_, form) => {
  it('is sound', () => {
    expect(checkDefinition(form.definition, { form: (id) => byId.get(id), derived: DERIVED })).toEqual([]);
  });

  it('has the tables that its definition needs (npm run gen:migration)', () => {
    expect(alterSql(form, tables)).toEqual([]);
  });

  it('opens as a new record that computing leaves as it is', () => {
    const record = form.prefill({ now: new Date('2026-03-05T02:30:00Z'), userId: '7', deptId: 'A6322' });
    expect(form.compute(record)).toBe(record);
    expect(form.check(record, 0, new Date('2026-03-05T02:30:00Z')).length).toBeGreaterThan(0);
  });
});

describe('docs (npm run gen:docs)', () => {
  const pages = formsPages(forms, EFFECTS);

  it.each(pages.map((page) => [page.path, page.text]))('%s is as the definitions are', (path, text) => {
    expect(readFileSync(join(DOCS, path), 'utf8')).toBe(text);
  });

  it('has no page of a module that went', () => {
    const known = new Set(pages.map((page) => page.path));
    expect(readdirSync(join(DOCS, 'forms')).filter((name) => !known.has(`forms/${name}`))).toEqual([]);
  });
});
