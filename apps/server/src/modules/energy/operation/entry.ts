/** How far the sheets of today are, of any number of projects in one query; it counts what must be entered. */
import type { OperationFigures } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/schema.ts';
import { dueToday } from '../readings/index.ts';

export interface EntryToday {
  readonly project: string;
  readonly due: number;
  readonly entered: number;
  readonly abnormal: number;
}

export const NOTHING_DUE: Omit<EntryToday, 'project'> = { due: 0, entered: 0, abnormal: 0 };

export const entryStateOf = ({
  due,
  entered,
  abnormal,
}: Omit<EntryToday, 'project'>): OperationFigures['InputState'] => {
  if (due === 0) return null;
  if (abnormal > 0) return '有异常';
  return entered === 0 ? '未录' : entered < due ? '部分' : '完成';
};

export const entryToday = async (
  db: Db,
  projects: readonly string[],
  today: string,
): Promise<ReadonlyMap<string, EntryToday>> => {
  const { rows } = await sql<EntryToday>`with ${dueToday(projects, today)}
    select project_code as project, count(*)::int as due, count(*) filter (where there)::int as entered,
      count(*) filter (where level = 'abnormal')::int as abnormal
    from seen group by 1`.execute(db);
  return new Map(rows.map((row) => [row.project, row]));
};
