/**
 * Fills a database as years of use would: records of one module with their rows, and the approvals that went with them. Written by SQL in
 * few statements and without randomness, so that two runs measure the same.
 */

/** Anything that runs a statement: a `pg` client or pool. */
export interface Runner {
  query(text: string, values?: readonly unknown[]): Promise<{ readonly rows: readonly Record<string, unknown>[] }>;
}

export interface SeedSize {
  readonly records: number;
  /** Records (the first ones) that have rows in their details. */
  readonly withRows: number;
  /** Finished tasks for each record. */
  readonly tasksEach: number;
  /** Records that wait for the person named. */
  readonly open: number;
}

/** Records spread over all projects, people and two years. */
const RECORDS = `
with p as (select code, area, (row_number() over (order by code) - 1)::integer as n from project),
     u as (select id, dept_id, (row_number() over (order by id) - 1)::integer as n from app_user where state = 'active' and dept_id is not null),
     size as (select (select count(*) from p)::integer as projects, (select count(*) from u)::integer as people)
insert into f_construction_notice
  (serial, status, applicant, applicant_dept, created_at, submitted_at, finished_at, project, work_type, water_systems, work_scope,
   plan_start, plan_end, water_volume, construction_unit, site_leader, leader_phone, customer_contact, notice_way, notice_date,
   stop_supply, drain_point, safety_measures, total_amount, dosage, worker_count, work_result)
select 'BENCH-' || lpad(g::text, 8, '0'), 'approved', u.id, p.area, at, at, at + interval '2 days', p.code,
  (array['加药', '化学清洗', '预膜镀膜', '系统换水'])[1 + g % 4], array['冷却水'], '机房' || g,
  at + interval '1 day', at + interval '30 hours', (g % 900 + 10)::numeric / 10, 1 + g % 7, '负责人' || g % 50, '13800138000', '联系人' || g % 90,
  '微信', at::date, g % 5 = 0, '回收外运', array['现场通风'], (g % 100000)::numeric / 10, (g % 300)::numeric, 2, '达标'
from generate_series(1, $1::integer) as g
cross join size
cross join lateral (select now() - (g % 1051200) * interval '1 minute' as at) t
join p on p.n = g % size.projects
join u on u.n = (g / 7) % size.people`;

const ROWS = [
  `insert into f_construction_notice_chemicals (parent_id, row_no, name, use_system, stock_qty, quantity, unit_price, amount)
   select id, row_no, row_no, '冷却水', 100, 2.5, 12.5, 31.25
   from (select id from f_construction_notice where serial like 'BENCH-%' order by id limit $1::integer) m, generate_series(1, 3) as row_no`,
  `insert into f_construction_notice_workers (parent_id, row_no, worker_name, trade, insured)
   select id, row_no, '工人' || row_no, '水处理工', true
   from (select id from f_construction_notice where serial like 'BENCH-%' order by id limit $1::integer) m, generate_series(1, 2) as row_no`,
];

const APPROVALS = [
  `insert into wf_instance (module_id, biz_id, status, starter, starter_dept, project_code, serial, title, created_at, submitted_at, finished_at)
   select 'constructionNotice', id, 'approved', applicant, applicant_dept, project, serial, '水处理施工通知', created_at, submitted_at, finished_at
   from f_construction_notice where serial like 'BENCH-%'`,
  `insert into wf_participant (user_id, module_id, biz_id)
   select applicant, 'constructionNotice', id from f_construction_notice where serial like 'BENCH-%' on conflict do nothing`,
  // an area manager has taken part in much of what there is
  `insert into wf_participant (user_id, module_id, biz_id)
   select $1::bigint, 'constructionNotice', id from f_construction_notice where serial like 'BENCH-%' and id % 2 = 0 on conflict do nothing`,
];

const FINISHED_TASKS = [
  `insert into wf_node_run (instance_id, module_id, node_key, step_index, round, name, mode, is_final, state, hours, created_at, ended_at)
   select i.id, i.module_id, 's' || s, s, 1, '步骤' || s, 'any', s = $1::integer, 'done', 3, i.created_at, i.finished_at
   from wf_instance i, generate_series(1, $1::integer) as s where i.serial like 'BENCH-%'`,
  `insert into wf_task (run_id, instance_id, position, kind, state, assignee, candidates, handled_by, handled_at, created_at)
   select r.id, r.instance_id, 0, 'approve', 'agreed', $1::bigint, array[$1::bigint], $1::bigint, r.ended_at, r.created_at
   from wf_node_run r join wf_instance i on i.id = r.instance_id where i.serial like 'BENCH-%'`,
];

/** Some records still wait for one person: only these have rows among the pending. */
const OPEN = [
  `update wf_instance set status = 'running', finished_at = null
   where id in (select id from wf_instance where serial like 'BENCH-%' order by id desc limit $1::integer)`,
  `update f_construction_notice f set status = 'running', finished_at = null
   from wf_instance i where i.module_id = 'constructionNotice' and i.biz_id = f.id and i.status = 'running' and i.serial like 'BENCH-%'`,
  `update wf_node_run r set state = 'active', ended_at = null
   from wf_instance i where i.id = r.instance_id and i.status = 'running' and i.serial like 'BENCH-%' and r.is_final`,
  `update wf_instance i set current_run = r.id from wf_node_run r where r.instance_id = i.id and r.state = 'active' and i.serial like 'BENCH-%'`,
  `update wf_task t set state = 'open', handled_by = null, handled_at = null
   from wf_node_run r where r.id = t.run_id and r.state = 'active' and r.module_id = 'constructionNotice'
     and exists (select 1 from wf_instance i where i.id = r.instance_id and i.serial like 'BENCH-%')`,
  `insert into wf_task_actor (task_id, principal, created_at)
   select t.id, 'u:' || t.assignee, t.created_at from wf_task t join wf_instance i on i.id = t.instance_id
   where t.state = 'open' and i.serial like 'BENCH-%'`,
];

/** Fills the database. @param person id of the one who handled all finished tasks and for whom the open ones wait */
export async function seed(db: Runner, person: string, size: SeedSize): Promise<void> {
  await db.query(RECORDS, [size.records]);
  for (const statement of ROWS) await db.query(statement, [size.withRows]);
  for (const statement of APPROVALS) await db.query(statement, statement.includes('$1') ? [person] : []);
  const [runs, tasks] = FINISHED_TASKS;
  if (runs !== undefined) await db.query(runs, [size.tasksEach]);
  if (tasks !== undefined) await db.query(tasks, [person]);
  const [first, ...rest] = OPEN;
  if (first !== undefined) await db.query(first, [size.open]);
  for (const statement of rest) await db.query(statement);
  await db.query('vacuum (analyze)');
}
