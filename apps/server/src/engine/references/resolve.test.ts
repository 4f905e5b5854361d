import { MODULES } from '@hengneng/core';
import { FORMS } from '@hengneng/forms';
import { compileForm, type FormRecord } from '@hengneng/form-kit';
import { describe, expect, it } from 'vitest';
import type { Db } from '../../platform/db/schema.ts';
import { resolvePrefills } from './resolve.ts';
import { type PropEnv, ReferenceRegistry, type ReferenceSource } from './types.ts';

// Nothing here reaches a database: the sources stand for it and count what is asked.
const NO_DB = {} as Db;
const source = (entity: string, more: Partial<ReferenceSource>): ReferenceSource => ({
  entity,
  search: async () => ({ rows: [], total: 0 }),
  labels: async () => new Map(),
  ...more,
});

const world = () => {
  const reads: { readonly entity: string; readonly values: readonly string[]; readonly names: readonly string[] }[] =
    [];
  const asked: PropEnv[] = [];
  const registry = new ReferenceRegistry();
  const plain = (entity: string, names: readonly string[], row: (value: string) => Record<string, unknown>) =>
    source(entity, {
      plain: {
        names,
        read: async (_db, values, wanted) => {
          reads.push({ entity, values, names: wanted });
          return new Map(values.map((value) => [value, row(value)]));
        },
      },
    });
  registry.add(
    plain('project', ['customerContact', 'customerPhone', 'machineRoom', 'manager'], () => ({
      customerContact: '刘敏',
      customerPhone: '19800000001',
    })),
  );
  registry.add(
    plain('waterChemical', ['spec', 'unitPrice'], (value) => ({ spec: `规格${value}`, unitPrice: `${value}.5000` })),
  );
  registry.extend('waterChemical', {
    stock: async (_db, _value, env) => {
      asked.push(env);
      return `${String(env.row?.quantity)}0`;
    },
  });
  return { registry, reads, asked };
};

const form = compileForm(FORMS.constructionNotice, MODULES.constructionNotice);
const input = { form, moduleId: 'constructionNotice', businessId: null, now: new Date(0), mode: 'fill' } as const;
const notice = (rows: number): FormRecord => ({
  project: 'EMC01001',
  chemicals: Array.from({ length: rows }, (_, i) => ({ name: String((i % 20) + 1), quantity: String(i + 1) })),
});

describe('prefills', () => {
  it('are read once for an entity, however many fields and rows ask', async () => {
    const { registry, reads } = world();
    const filled = await resolvePrefills(NO_DB, registry, input, notice(200));
    expect(reads.map((read) => read.entity).sort()).toEqual(['project', 'waterChemical']);
    expect(reads.find((read) => read.entity === 'waterChemical')?.values).toHaveLength(20);
    const rows = filled.chemicals as readonly FormRecord[];
    expect(rows.map((row) => row.unitPrice)).toEqual(Array.from({ length: 200 }, (_, i) => `${(i % 20) + 1}.5000`));
  });

  it('take no more from what is pointed at than the form asks for', async () => {
    const { registry, reads } = world();
    await resolvePrefills(NO_DB, registry, input, notice(1));
    for (const { names } of reads) expect(names.length).toBeGreaterThan(0);
    expect(reads.find((read) => read.entity === 'project')?.names).not.toContain('manager');
  });

  it('of the books are asked for each row, because the answer hangs on the row', async () => {
    const { registry, asked } = world();
    const filled = await resolvePrefills(NO_DB, registry, input, notice(3));
    expect(asked.map((env) => env.row?.quantity)).toEqual(['1', '2', '3']);
    expect((filled.chemicals as readonly FormRecord[]).map((row) => row.stockQty)).toEqual(['10', '20', '30']);
  });

  it('reach the person who is about to file, before and after the record is saved', async () => {
    const { registry, reads } = world();
    registry.add(
      source('user', {
        plain: {
          names: ['position'],
          read: async (_db, values) => {
            reads.push({ entity: 'user', values, names: ['position'] });
            return new Map(values.map((value) => [value, { position: `岗位${value}` }]));
          },
        },
      }),
    );
    const feedback = compileForm(FORMS.trainingFeedback, MODULES.trainingFeedback);
    const about = { ...input, form: feedback, moduleId: 'trainingFeedback' } as const;
    const unsaved = { applicant: '7', applicantDept: 'A63' };
    expect((await resolvePrefills(NO_DB, registry, { ...about, unsaved }, {})).post).toBe('岗位7');
    expect((await resolvePrefills(NO_DB, registry, about, { applicant: '8' })).post).toBe('岗位8');
    expect((await resolvePrefills(NO_DB, registry, about, {})).post ?? null).toBeNull();
  });

  it('are not asked for where nothing is pointed at', async () => {
    const { registry, reads } = world();
    await resolvePrefills(NO_DB, registry, input, { chemicals: [{ name: null }] });
    expect(reads).toEqual([]);
  });

  it('bring the rows of what is pointed at: where there are none, or those of something else', async () => {
    const registry = new ReferenceRegistry();
    registry.extend('outputInvoice', { lines: async (_db, value) => [{ line: `${value}1` }, { line: `${value}2` }] });
    const hedging = compileForm(FORMS.invoiceHedging, MODULES.invoiceHedging);
    const about = { ...input, form: hedging, moduleId: 'invoiceHedging' } as const;
    const lines = async (before: FormRecord, record: FormRecord): Promise<readonly unknown[]> =>
      ((await resolvePrefills(NO_DB, registry, { ...about, before }, record)).redLines as readonly FormRecord[]).map(
        (row) => row.line,
      );
    const rows = (...of: readonly string[]) => of.map((line) => ({ line }));
    expect(await lines({}, { original: '7', redLines: [] })).toEqual(['71', '72']);
    expect(await lines({}, { original: '7', redLines: rows('71') })).toEqual(['71']);
    expect(await lines({ original: '7' }, { original: '7', redLines: [] })).toEqual([]);
    expect(await lines({ original: '7' }, { original: '8', redLines: rows('71') })).toEqual(['81', '82']);
    const sent = await resolvePrefills(NO_DB, registry, about, { original: '7', redLines: [] });
    expect(sent.redLines).toEqual([]);
  });
});
