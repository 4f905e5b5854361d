/** What is to be read at a day's cut, of any number of projects, in SQL: what `sheet.ts` lists, less what a project need not enter. */
import { CHINA } from '@hengneng/energy/measuring';
import { type RawBuilder, sql } from 'kysely';
import { sound } from '../facts/index.ts';

/**
 * Tables `slot` (a register of a meter at the cut of the day) and `seen` (the same with what was read: `there`, its `level`, and why nobody read
 * it). Days of standstill and energies that need not be entered ask for nothing.
 */
export const dueToday = (projects: readonly string[], today: string): RawBuilder<unknown> => sql`
  rule as (select p.code, coalesce(o.day_cut, 480) as cut, coalesce(o.tolerance_minutes, 60) as tolerance, coalesce(o.required, '{}') as required,
      ${today}::date - case when o.attribution = 'same' and o.day_cut < 1440 then 0 else 1 end as closes
    from unnest(${[...projects]}::text[]) p(code)
    left join lateral operational_on(p.code, ${today}::date) o on true),
  slot as (select m.project_code, m.device_id, coalesce(d.display_name, d.name) as name, d.sort, r.register,
      (${today}::date::timestamp + make_interval(mins => rule.cut)) at time zone ${CHINA} as at,
      case when m.frequency like '%h' then least(make_interval(mins => rule.tolerance),
        make_interval(mins => left(m.frequency, -1)::int * 30) - interval '1 millisecond') else make_interval(mins => rule.tolerance) end as near
    from rule join meter m on m.project_code = rule.code join device d on d.id = m.device_id join energy_category c on c.id = m.category_id
      left join energy_category top on top.id = c.parent_id cross join unnest(m.registers) r(register)
    where d.state in ('active', 'standby') and d.show_entry and m.used_from <= ${today}::date and (m.used_to is null or m.used_to >= ${today}::date)
      and (rule.required = '{}' or coalesce(top.code, c.code) = any(rule.required))
      and not exists (select from stop_day x where x.project_code = rule.code and x.day = rule.closes)
      and m.frequency not like 'auto:%' and (m.frequency not like 'month:%'
        or least(substr(m.frequency, 7)::int, extract(day from date_trunc('month', ${today}::date) + interval '1 month - 1 day')::int)
          = extract(day from ${today}::date))),
  seen as (select slot.*, coalesce(s.there, false) as there, s.level,
      (select x.reason from reading_missed x where x.meter_id = slot.device_id and x.register = slot.register and x.at = slot.at) as missed
    from slot left join lateral (select true as there, r.verdict ->> 'level' as level from manual_reading r
      where r.meter_id = slot.device_id and r.register = slot.register and r.at between slot.at - slot.near and slot.at + slot.near and ${sound('r')}
      order by abs(extract(epoch from r.at - slot.at)), r.recorded_at, r.id limit 1) s on true)`;
