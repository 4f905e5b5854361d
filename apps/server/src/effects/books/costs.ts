/** 项目成本台账 and 部门费用台账: rows are never changed; a void adds a negated row that points at the old one. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { insertRows } from './rows.ts';
import { sourceColumns, type Source } from './source.ts';

export interface CostLine {
  /** 成本科目, e.g. `维修费` */
  readonly account: string;
  /** Yuan, two places; negative for corrections. */
  readonly amount: string | null;
  readonly quantity?: string | null;
}

const booked = (lines: readonly CostLine[]): readonly CostLine[] =>
  lines.filter((line) => line.amount !== null && Number(line.amount) !== 0);

/** Books costs of a project in a month (`YYYY-MM`). Lines without an amount are left out. */
export async function bookProjectCost(
  tx: Tx,
  project: string,
  month: string,
  lines: readonly CostLine[],
  source: Source,
): Promise<void> {
  const rows = booked(lines).map(({ account, amount, quantity }) => ({
    project_code: project,
    month,
    account,
    amount,
    quantity,
    ...sourceColumns(source),
  }));
  await insertRows(tx, 'project_cost', rows);
}

export async function bookDeptCost(
  tx: Tx,
  dept: string,
  month: string,
  lines: readonly CostLine[],
  source: Source,
): Promise<void> {
  const rows = booked(lines).map(({ account, amount }) => ({
    dept_id: dept,
    month,
    account,
    amount,
    ...sourceColumns(source),
  }));
  await insertRows(tx, 'dept_cost', rows);
}

/** Negates every cost that a record booked and that is not negated yet. */
export async function reverseCosts(tx: Tx, source: Source): Promise<void> {
  await sql`insert into project_cost (project_code, month, account, amount, quantity, source_module, source_id, reverses_id)
    select project_code, month, account, -amount, -quantity, source_module, source_id, id from project_cost c
    where source_module = ${source.module} and source_id = ${source.id} and reverses_id is null
      and not exists (select from project_cost r where r.reverses_id = c.id)`.execute(tx);
  await sql`insert into dept_cost (dept_id, month, account, amount, source_module, source_id, reverses_id)
    select dept_id, month, account, -amount, source_module, source_id, id from dept_cost c
    where source_module = ${source.module} and source_id = ${source.id} and reverses_id is null
      and not exists (select from dept_cost r where r.reverses_id = c.id)`.execute(tx);
}
