/** How far the sheets of today are, of any number of projects in one query; it counts what `readings/sheet.ts` lists. */
import type { OperationFigures } from '@hengneng/contracts';
import { CHINA } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/schema.ts';
import { sound } from '../facts/index.ts';

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
  const { rows } = await sql<EntryToday>`
    with rule as (select p.code, coalesce(o.day_cut, 480) as cut, coalesce(l.tolerance_minutes, 60) as tolerance
      from unnest(${[...projects]}::text[]) p(code)
      left join lateral (select day_cut from operational_setting s where s.project_code = p.code
        order by (s.valid_from <= ${today}::date) desc, case when s.valid_from <= ${today}::date then s.valid_from end desc, s.valid_from limit 1) o on true
      left join lateral (select tolerance_minutes from operational_setting s where s.project_code = p.code order by s.valid_from desc limit 1) l on true),
    slot as (select m.project_code, m.device_id, r.register, (${today}::date::timestamp + make_interval(mins => rule.cut)) at time zone ${CHINA} as at,
        case when m.frequency like '%h' then least(make_interval(mins => rule.tolerance),
          make_interval(mins => left(m.frequency, -1)::int * 30) - interval '1 millisecond') else make_interval(mins => rule.tolerance) end as near
      from rule join meter m on m.project_code = rule.code join device d on d.id = m.device_id cross join unnest(m.registers) r(register)
      where d.state in ('active', 'standby') and d.show_entry and m.used_from <= ${today}::date and (m.used_to is null or m.used_to >= ${today}::date)
        and m.frequency not like 'auto:%' and (m.frequency not like 'month:%'
          or least(substr(m.frequency, 7)::int, extract(day from date_trunc('month', ${today}::date) + interval '1 month - 1 day')::int)
            = extract(day from ${today}::date)))
    select slot.project_code as project, count(*)::int as due, count(*) filter (where s.there)::int as entered,
      count(*) filter (where s.level = 'abnormal')::int as abnormal
    from slot left join lateral (select true as there, r.verdict ->> 'level' as level from manual_reading r
      where r.meter_id = slot.device_id and r.register = slot.register and r.at between slot.at - slot.near and slot.at + slot.near and ${sound('r')}
      order by abs(extract(epoch from r.at - slot.at)), r.recorded_at, r.id limit 1) s on true
    group by 1`.execute(db);
  return new Map(rows.map((row) => [row.project, row]));
};
