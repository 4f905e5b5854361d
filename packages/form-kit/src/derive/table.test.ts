import { describe, expect, it } from 'vitest';
import { f } from '../fields.ts';
import { IDENTITY, form, repair, variant } from '../testing.ts';
import { compileForm } from './compile.ts';
import { alterSql, createTable, indexStatements, moduleSql, readTables } from './sql.ts';
import { DETAIL_COLUMNS, STANDARD_COLUMNS, snakeCase, tableDrift, tablesOf, type ColumnRow } from './table.ts';

describe('names', () => {
  it.each([
    ['planStart', 'plan_start'],
    ['usedM3', 'used_m3'],
    ['EMCProjectCheck', 'emc_project_check'],
    ['afterPh', 'after_ph'],
    ['lastYearFundPaid', 'last_year_fund_paid'],
  ])('%s is kept as %s', (key, name) => expect(snakeCase(key)).toBe(name));
});

describe('tables of a form', () => {
  it('are one for the module and one for each detail, with exact column types', () => {
    const [master, parts] = tablesOf(form);
    expect(master?.name).toBe('f_maintenance_records');
    expect(parts?.name).toBe('f_maintenance_records_parts');
    const types = Object.fromEntries((master?.columns ?? []).map((column) => [column.name, column.type]));
    expect(types).toMatchObject({
      project: 'text',
      fault_time: 'timestamptz',
      notice_date: 'date',
      systems: 'text[]',
      stopped: 'boolean',
      stop_hours: 'numeric(20,1)',
      other_fee: 'numeric(18,2)',
      device: 'bigint',
      photos: 'jsonb',
      minutes: 'integer',
      arrive_time: 'timestamptz',
    });
    expect(parts?.columns.find((column) => column.key === 'quantity')?.type).toBe('numeric(20,2)');
  });

  it('quote names that SQL keeps for itself', () => {
    const odd = compileForm(variant({ fields: { ...repair.fields, order: f.text('顺序') } }), IDENTITY);
    const [master] = tablesOf(odd);
    expect(master && createTable(master, master.name)).toContain('"order" text');
  });

  it('are unique among live records where the definition says so', () => {
    expect(indexStatements(form).join('\n')).toContain(
      "create unique index f_maintenance_records_project_fault_time_live on f_maintenance_records (project, fault_time) where status in ('running', 'returned', 'approved');",
    );
  });

  it('have index names that PostgreSQL does not cut', () => {
    const names = indexStatements(form).map((statement) => /index (\S+) on/.exec(statement)?.[1] ?? '');
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name.length).toBeLessThanOrEqual(63);
  });
});

describe('a migration of the difference', () => {
  it('is nothing where nothing changed', () => {
    expect(alterSql(form, readTables([moduleSql(form)]))).toEqual([]);
  });

  it('adds, retypes and drops, and is then complete', () => {
    const { otherFee: _, ...rest } = repair.fields;
    const changed = compileForm(
      variant({
        fields: { ...rest, stopHours: f.decimal(2, '停供时长', { unit: 'h' }), remark: f.text('备注') },
        computed: { ...repair.computed, total: f.money('合计', { formula: 'partsFee' }) },
        details: { ...repair.details, extras: { label: '附加', fields: { name: f.text('名称') } } },
      }),
      IDENTITY,
    );
    const first = moduleSql(form);
    const statements = alterSql(changed, readTables([first]));
    expect(statements.join('\n')).toContain('add column remark text; -- 备注');
    expect(statements.join('\n')).toContain('alter column stop_hours type numeric(20,2)');
    expect(statements.join('\n')).toContain('drop column other_fee;');
    expect(statements.join('\n')).toContain('create table f_maintenance_records_extras');
    expect(alterSql(changed, readTables([first, statements.join('\n')]))).toEqual([]);
  });
});

describe('drift', () => {
  const udt: Readonly<Record<string, string>> = {
    bigint: 'int8',
    integer: 'int4',
    boolean: 'bool',
    'text[]': '_text',
    'bigint[]': '_int8',
  };
  const rows: readonly ColumnRow[] = tablesOf(form).flatMap((table) =>
    [...(table.detail === null ? STANDARD_COLUMNS : DETAIL_COLUMNS), ...table.columns].map((column) => {
      const size = /^numeric\((\d+),(\d+)\)$/.exec(column.type);
      return {
        table_name: table.name,
        column_name: column.name,
        data_type: '',
        udt_name: size ? 'numeric' : (udt[column.type] ?? column.type),
        numeric_precision: size ? Number(size[1]) : null,
        numeric_scale: size ? Number(size[2]) : null,
      };
    }),
  );

  it('is none where tables are as defined', () => expect(tableDrift(form, rows)).toEqual([]));

  it('names the table and the column', () => {
    const changed = rows
      .filter((row) => row.column_name !== 'advice' && row.table_name !== 'f_maintenance_records_checks')
      .map((row) => (row.column_name === 'total' ? { ...row, numeric_scale: 4 } : row));
    const extra: ColumnRow = {
      table_name: 'f_maintenance_records',
      column_name: 'old',
      data_type: '',
      udt_name: 'text',
      numeric_precision: null,
      numeric_scale: null,
    };
    expect(tableDrift(form, [...changed, extra])).toEqual([
      '表 f_maintenance_records 的列 total 是 numeric(18,4)，定义要求 numeric(18,2)',
      '表 f_maintenance_records 缺少列 advice',
      '表 f_maintenance_records 多出列 old，定义里没有',
      '缺少表 f_maintenance_records_checks（试验单）',
    ]);
  });
});
