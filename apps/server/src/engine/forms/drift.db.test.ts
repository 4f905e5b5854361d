import { type ColumnRow, detailTableName, tableDrift } from '@hengneng/form-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../testing/world.ts';

describe('definitions and migrated tables', () => {
  let world: World;
  let columns: readonly ColumnRow[];

  beforeAll(async () => {
    world = await openWorld();
    const rows = await world.rows(`select table_name, column_name, data_type, udt_name, numeric_precision, numeric_scale
      from information_schema.columns where table_schema = 'public' and table_name like 'f\\_%'`);
    columns = rows.map((row) => ({
      table_name: String(row['table_name']),
      column_name: String(row['column_name']),
      data_type: String(row['data_type']),
      udt_name: String(row['udt_name']),
      numeric_precision: row['numeric_precision'] === null ? null : Number(row['numeric_precision']),
      numeric_scale: row['numeric_scale'] === null ? null : Number(row['numeric_scale']),
    }));
  });
  afterAll(() => world.close());

  it('agree for every module', () => {
    const drift = world.engine.catalog.all().flatMap((module) => tableDrift(module.form, columns));
    expect(drift).toEqual([]);
    expect(world.engine.catalog.all().length).toBeGreaterThanOrEqual(14);
  });

  it('have no table that no definition knows', () => {
    const known = new Set(
      world.engine.catalog
        .all()
        .flatMap((module) => [
          module.sql.table,
          ...module.form.details.map((detail) => detailTableName(module.id, detail.key)),
        ]),
    );
    const found = new Set(columns.map((column) => column.table_name));
    expect([...found].filter((table) => !known.has(table))).toEqual([]);
  });

  it('tell lists about every change of a record', async () => {
    const rows = await world.rows(
      `select tgrelid::regclass || ' ' || (case when tgtype & 4 > 0 then 'insert' when tgtype & 8 > 0 then 'delete' else 'update' end) as name
       from pg_trigger where tgfoid = 'form_changed'::regproc`,
    );
    const watched = new Set(rows.map((row) => String(row['name'])));
    expect(
      world.engine.catalog
        .all()
        .flatMap((module) => ['insert', 'update', 'delete'].map((event) => `${module.sql.table} ${event}`))
        .filter((name) => !watched.has(name)),
    ).toEqual([]);
  });

  it('give every module screens, so that its buttons can be granted', () => {
    const without = world.engine.catalog.all().filter((module) => module.screens.length === 0);
    expect(without.map((module) => module.id)).toEqual([]);
  });
});
