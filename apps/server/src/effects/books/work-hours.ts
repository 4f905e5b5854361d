/** 工时: who worked how long on a day, as approvals note it. */
import type { Tx } from '../../platform/db/schema.ts';
import { voidRows } from './books.ts';
import { insertRows } from './rows.ts';
import { type Source, sourceColumns } from './source.ts';

export interface WorkHours {
  readonly user: string;
  readonly day: string;
  readonly hours: string;
}

export const noteWorkHours = (tx: Tx, rows: readonly WorkHours[], source: Source): Promise<void> =>
  insertRows(
    tx,
    'work_hours',
    rows.map(({ user, day, hours }) => ({ user_id: user, day, hours, ...sourceColumns(source) })),
  );

export const voidWorkHours = (tx: Tx, source: Source): Promise<void> => voidRows(tx, source, ['work_hours']);
