import { MODULES, roleColumnsOf, roleStepsOf, SCREENS } from '@hengneng/core';
import { chainBodyOf, compileForm } from '@hengneng/form-kit';
import { describe, expect, it } from 'vitest';
import { type DefinedModuleId, FORMS } from '../index.ts';

const DEFINED: Readonly<Record<string, DefinedModuleId>> = Object.fromEntries(
  (Object.keys(FORMS) as DefinedModuleId[]).map((id) => [id, id]),
);
/** The usual to-do page of a module is called `…Task`. */
const pages = SCREENS.flatMap(({ path, kind, module }) =>
  kind === 'task' && path.startsWith('/projectContent/') && !path.endsWith('Task') ? [{ path, module }] : [],
);

describe('to-do pages that carry the name of a role', () => {
  it.each(pages)('$path names steps of its module', ({ path, module }) => {
    const id = DEFINED[module ?? ''];
    if (id === undefined) throw new Error(`${path}: no module`);
    const known = chainBodyOf(FORMS[id]).steps.map(({ key, name }) => ({ key, name }));
    const steps = roleStepsOf(path) ?? [];
    expect(steps).not.toEqual([]);
    for (const step of steps) expect(known).toContainEqual(step);
  });

  it.each(pages)('$path shows fields of its module, and by when it is wanted', ({ path, module }) => {
    const id = DEFINED[module ?? ''];
    const columns = roleColumnsOf(path);
    if (id === undefined || columns === null) throw new Error(`${path}: no columns`);
    const form = compileForm(FORMS[id], MODULES[id]);
    for (const key of columns.keys) expect(form.field(key)?.detail, key).toBe(null);
    expect(form.field(columns.due)?.field.type).toBe('date');
    for (const of of columns.beside ?? []) {
      if (of.kind === 'lastReject') continue;
      const other = DEFINED[of.module];
      if (other === undefined) throw new Error(`${path}: no module ${of.module}`);
      const reached = compileForm(FORMS[other], MODULES[other]);
      expect(reached.field(of.field)?.detail, of.field).toBe(null);
      const link = (of.kind === 'through' ? form : reached).field(of.link)?.field;
      expect(link).toMatchObject({ type: 'ref', entity: of.kind === 'through' ? of.module : id });
    }
  });

  it('are the only ones for some steps of a module', () => {
    const narrowed = SCREENS.filter(({ path }) => roleStepsOf(path) !== null).map(({ path }) => path);
    expect(narrowed).toEqual(pages.map(({ path }) => path));
  });

  it('leave no step out but the applicant’s, and have none twice', () => {
    for (const module of new Set(pages.map((page) => DEFINED[page.module ?? '']))) {
      if (module === undefined) throw new Error('no module');
      const shown = pages.flatMap((page) =>
        page.module === module ? (roleStepsOf(page.path) ?? []).map(({ name }) => name) : [],
      );
      const form = compileForm(FORMS[module], MODULES[module]);
      const others = form.steps.filter((step) => step.by !== 'applicant').map((step) => step.name);
      expect(shown.toSorted(), module).toEqual(others.toSorted());
    }
  });
});
