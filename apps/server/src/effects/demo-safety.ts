/** What the demo company keeps for safety: registered special equipment with its dates, and the extinguishers of the machine rooms. */
import { addDays } from '@hengneng/core';
import { fireEquipment } from '@hengneng/forms';
import { sql } from 'kysely';
import { enter, SETUP } from '../engine/books/entries.ts';
import type { Tx } from '../platform/db/schema.ts';
import { dayOf } from './books/source.ts';

const EXTINGUISHERS = [
  ['干粉MFZ/ABC4', '制冷机房东门', 4],
  ['二氧化碳MT3', '变配电室', 2],
  ['推车干粉MFTZ/ABC35', '燃气表间外', 1],
] as const;

export async function seedSafety(tx: Tx, now: Date): Promise<void> {
  const today = dayOf(now);
  await sql`update device set
      register_no = case category when '锅炉' then '锅' else '容' end || '31A' || lpad(id::text, 5, '0'),
      allow_pressure = case category when '压力容器' then 1.60 end, allow_temp = case category when '压力容器' then 95.0 end,
      rated_pressure = case category when '锅炉' then 0.70 end,
      inner_inspect = case category when '锅炉' then ${today}::date + 200 + (id % 7 * 40)::integer end,
      outer_inspect = case category when '锅炉' then ${today}::date + 90 + (id % 7 * 30)::integer end,
      next_inspection = ${today}::date + 120 + (id % 9 * 60)::integer,
      valve_expire = ${today}::date + 80 + (id % 5 * 50)::integer,
      gauge_expire = case category when '压力容器' then ${today}::date + 65 + (id % 5 * 25)::integer end
    where category in ('锅炉', '压力容器')`.execute(tx);
  const { rows } = await sql<{ code: string }>`select code from project order by code`.execute(tx);
  await enter(
    tx,
    fireEquipment,
    rows.flatMap(({ code }, at) =>
      EXTINGUISHERS.map(([kind, location, quantity], nth) => ({
        project: code,
        kind,
        location,
        quantity,
        valid: quantity,
        pressureZone: '绿区',
        expireDate: addDays(today, 60 + ((at * 31 + nth * 97) % 300)),
        checkedOn: addDays(today, -28),
      })),
    ),
    SETUP,
  );
}
