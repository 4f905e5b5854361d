/** Who was on duty, by the roster of shifts. */
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';

export interface DutyShift {
  readonly day: string;
  readonly Shift: string;
  readonly Start: string;
  readonly End: string;
  readonly Names: string;
}

export const dutyOf = async (
  db: Db | Tx,
  project: string,
  span: { readonly from: string; readonly to: string },
): Promise<readonly DutyShift[]> => {
  const { rows } = await sql<DutyShift>`
    select s.day::text, coalesce(s.shift, '') as "Shift", coalesce(s.start_time, '') as "Start", coalesce(s.end_time, '') as "End",
      (select coalesce(string_agg(u.user_name, '、' order by u.id <> s.main_watcher, u.user_name), '') from app_user u
        where u.id = s.main_watcher or u.id = any(s.vice_watchers)) as "Names"
    from b_duty_shift s where s.project = ${project} and s.day between ${span.from} and ${span.to} and not s.voided and s.state = '有效'
    order by s.day, s.start_time, s.id`.execute(db);
  return rows;
};
