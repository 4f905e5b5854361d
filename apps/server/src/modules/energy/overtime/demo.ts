/** Overtime of the demo projects: a rule each, made up. What was supplied is for people to register. */
import { today as todayIn } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/schema.ts';

/** Seeds after things, in their transaction. */
export const seedOvertime = async (tx: Tx, now: Date): Promise<void> => {
  const year = todayIn(now).slice(0, 4);
  const hours = { work: { from: 480, to: 1200 }, rest: null, holiday: null };
  await sql`insert into overtime_rule (project_code, contract_code, area, area_m2, hours, mode, price, least_minutes, step_minutes, ahead_hours,
      valid_from, reason)
    select p.code, (select min(c.code) from contract c where c.project_code = p.code and c.state = 'active'), '整栋公共区域', p.area_m2,
      ${JSON.stringify(hours)}::jsonb, 'area', 0.06, 120, 30, 4, ${`${year}-01-01`}::date, '示例规则'
    from project p where p.is_demo and p.area_m2 is not null and exists (select from meter m where m.project_code = p.code)`.execute(
    tx,
  );
};
