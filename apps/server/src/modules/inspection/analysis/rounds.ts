/** Rounds of the shift, from the records of machine rooms. They are not scored, and stand apart from inspections. */
import type { patrolIndex, patrolRecordIndex } from '@hengneng/contracts';
import { today as todayIn } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { pageOf } from '../../identity/index.ts';
import { onAt, shiftEnd, standingShift } from '../shifts.ts';
import { at, ofProjects } from './scans.ts';
import { spanOf } from './span.ts';

type Rounds = z.input<typeof patrolRecordIndex.output>;
type Days = z.input<typeof patrolIndex.output>;

export const listRounds = (ctx: Ctx, input: z.output<typeof patrolRecordIndex.input>): Promise<Rounds> => {
  const { from, to } = spanOf(input, todayIn(ctx.now));
  return pageOf<Rounds['rows'][number]>(
    ctx.db,
    input,
    sql`select i.id::text as id, i.project_code as project, p.name as "projectName", i.day::text as day, i.shift, i.machine_room as room,
        coalesce(u.user_name, '') as inspector,
        (select o.post from b_duty_roster o where o.project = i.project_code and o.month = to_char(i.day, 'YYYY-MM') and o.watcher = i.inspector
          and o.state = '有效' and not o.voided order by o.id desc limit 1) as post, ${at(sql`r.inspect_time`)} as "scanTime", r.run_mode as "runMode", v.values,
        r.id::text as "BusinessId", r.inspect_time as _order
      from inspection_completion i join project p on p.code = i.project_code join f_room_inspection_record r on r.id = i.source_id
        left join app_user u on u.id = i.inspector
        cross join lateral (select coalesce(json_agg(json_build_object('label', w.label, 'value', w.value) order by w.no), '[]') as values
          from (values (1, '机房温度（℃）', r.room_temp::text), (2, '燃气浓度（%LEL）', r.gas_concentration::text),
            (3, '系统定压（MPa）', r.sys_pressure::text), (4, '供水温度（℃）', r.supply_temp::text), (5, '回水温度（℃）', r.return_temp::text)) as w(no, label, value)
          where w.value is not null) v
      where not i.voided and i.day between ${from}::date and ${to}::date and ${ofProjects(ctx, input)}`,
    sql`_order desc, id`,
  );
};

/** Each project with each day: the shifts that have a record of their round, and those of the roster that have none. */
export const listRoundDays = (ctx: Ctx, input: z.output<typeof patrolIndex.input>): Promise<Days> => {
  const today = todayIn(ctx.now);
  const { from, to } = spanOf(input, today);
  return pageOf<Days['rows'][number]>(
    ctx.db,
    input,
    sql`select p.code as project, p.name as "projectName", days.day::date::text as day, coalesce(i.shifts, '{}') as shifts, coalesce(i.n, 0) as rounds,
        coalesce(b.n, 0) as points,
        s.planned, s.missing, case when i.n is null then '无记录' when s.missing > 0 then '缺班次' else '已巡查' end as state
      from project p cross join generate_series(${from}::date, least(${to}::date, ${today}::date), interval '1 day') as days(day)
        left join lateral (select array_agg(distinct shift order by shift) as shifts, count(*)::int as n from inspection_completion
          where project_code = p.code and day = days.day::date and not voided having count(*) > 0) i on true
        left join lateral (select count(*)::int as n from b_inspection_point where project = p.code and kind = '值班巡查' and state = '启用' and not voided) b on true
        cross join lateral (select coalesce(json_agg(json_build_object('shift', x.shift, 'from', x.start_time, 'to', x.end_time,
              'people', x.people, 'done', x.done) order by x.start_time, x.id), '[]') as planned,
            (count(*) filter (where x.over and not x.done))::int as missing
          from (select d.id, d.shift, d.start_time, d.end_time, ${shiftEnd} <= ${ctx.now} as over,
              coalesce((select string_agg(u.user_name, '、' order by u.id <> d.main_watcher, u.id) from app_user u
                where u.id = d.main_watcher or u.id = any(d.vice_watchers)), '') as people,
              exists (select from inspection_completion c join f_room_inspection_record r on r.id = c.source_id
                where c.project_code = p.code and not c.voided and ${onAt(sql`r.inspect_time`)}) as done
            from b_duty_shift d where d.project = p.code and d.day = days.day::date and ${standingShift}) x) s
      where p.state = 2 and ${ofProjects(ctx, input)}`,
    sql`day desc, project`,
  );
};
