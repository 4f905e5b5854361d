/** What meters counted, by project, energy and month. */

/** `project, code, month, usage, valley`: of meters whose energy no other meter above them counts. */
export const USED = `(
  select f.project_code as project, e.code, f.month, sum(f.usage) as usage, sum(f.valley) as valley
  from meter_month f join meter m on m.device_id = f.meter_id
    join energy_category c on c.id = m.category_id join energy_category e on e.id = coalesce(c.parent_id, c.id)
    left join meter a on a.device_id = m.parent_id left join energy_category b on b.id = a.category_id
  where f.register = 'total' and e.code <> 'run' and coalesce(b.parent_id, b.id) is distinct from e.id
  group by f.project_code, e.code, f.month)`;
