/** Overtime of the demo projects, made up: a rule each, and two evenings of one that wait for the customer. */
import { moneyText } from '@hengneng/core';
import { addDays, CHINA, dayAt, HOUR, instantOf, monthOf, overtimeAmount } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import { takeSerial } from '../../../engine/forms/numbering.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { OVERTIME_PAPER, SERIAL } from './serial.ts';

const PRICE = '0.06';
const HOURS = { work: { from: 480, to: 1200 }, rest: null, holiday: null } as const;
/** Days before now, and how long after eight in the evening. */
const EVENINGS = [
  { back: 6, minutes: 180, applicant: '物业陈经理' },
  { back: 3, minutes: 120, applicant: '会展部周主管' },
] as const;

/** Seeds after things, in their transaction. */
export const seedOvertime = async (tx: Tx, now: Date): Promise<void> => {
  const today = dayAt(now.getTime(), CHINA);
  const { rows: rules } = await sql<{ id: string; project: string; area: string; manager: string | null }>`
    insert into overtime_rule (project_code, contract_code, area, area_m2, hours, mode, price, least_minutes, step_minutes, ahead_hours,
      valid_from, reason)
    select p.code, (select min(c.code) from contract c where c.project_code = p.code and c.state = 'active'), '整栋公共区域', p.area_m2,
      ${JSON.stringify(HOURS)}::jsonb, 'area', ${PRICE}::numeric, 120, 30, 4, ${`${Number(today.slice(0, 4)) - 1}-01-01`}::date, '示例规则'
    from project p where p.is_demo and p.area_m2 is not null and exists (select from meter m where m.project_code = p.code)
    returning id::text, project_code as project, area_m2::text as area,
      (select p.manager::text from project p where p.code = overtime_rule.project_code) as manager`.execute(tx);
  const [rule] = rules.toSorted((a, b) => (a.project < b.project ? -1 : 1));
  if (rule === undefined || rule.manager === null) return;
  for (const { back, minutes, applicant } of EVENINGS) {
    const day = addDays(today, -back);
    const from = instantOf(day, 20 * 60, CHINA);
    const amount = moneyText(
      overtimeAmount({ mode: 'area', minutes, price: PRICE, areaM2: rule.area, quantity: null }),
    );
    const serial = await takeSerial(tx, OVERTIME_PAPER, SERIAL, now);
    await sql`insert into overtime_record (serial, project_code, rule_id, applicant, from_at, to_at, minutes, billed_minutes, machines, price, amount,
        month, note, created_by)
      values (${serial}, ${rule.project}, ${rule.id}::bigint, ${applicant}, ${new Date(from)}, ${new Date(from + (minutes / 60) * HOUR)}, ${minutes},
        ${minutes}, 1, ${PRICE}::numeric, ${amount}::numeric, ${monthOf(day)}, '示例记录', ${rule.manager}::bigint)`.execute(
      tx,
    );
  }
};
