/** Projects that nobody hands over, and papers that do not follow: those who answer for them are told. */
import { sql } from 'kysely';
import { type Engine, followUps } from '../../engine/index.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { DEALS, HANDOVER_DAYS } from '../ledgers/index.ts';

interface Told {
  readonly project: string;
  readonly name: string;
  readonly days: number;
  readonly to: readonly (string | null)[];
}
interface Late {
  readonly project: string;
  readonly name: string;
  readonly code: string;
  readonly items: string;
  readonly giver: string;
}

/** Won and not handed over in time: the salesman and the head of the department, every day. */
const tellWaiting = async (tx: Tx, todo: Todo, today: string): Promise<number> => {
  const { rows } = await sql<Told>`
    with late as (
      select p.id, p.project_name, p.salesman, p.sales_dept, ${today}::date - w.deal_on as days
      from ${sql.raw(DEALS)} w join f_consult_project p on p.id = w.consult_project and p.status = 'approved'
      where w.deal_on + ${HANDOVER_DAYS}::int < ${today}::date and not exists (select from handover h where h.consult_project = p.id
        and h.stage <> '工程到运营' and h.state in ('待接收', '已接收')))
    , told as (insert into handover_reminder (consult_project, told_on) select id, ${today}::date from late
        on conflict (consult_project) do update set told_on = excluded.told_on where handover_reminder.told_on < excluded.told_on returning consult_project)
    select l.id::text as project, l.project_name as name, l.days, array[l.salesman::text, d.manager::text] as "to"
    from late l join told t on t.consult_project = l.id left join dept d on d.id = l.sales_dept order by l.id`.execute(
    tx,
  );
  for (const late of rows)
    await todo(late.project, `${late.name}签约${late.days}天仍未移交，请在移交登记办理`, late.to);
  return rows.length;
};

/** Promised papers whose day has passed: the technical director, once for each. */
const tellMissing = async (tx: Tx, todo: Todo, today: string): Promise<number> => {
  const { rows } = await sql<Late>`
    with late as (update handover_item i set told_on = ${today}::date from handover h
      where h.id = i.handover and not i.given and i.told_on is null and i.supply_on < ${today}::date
      returning i.handover, i.name, i.row_no)
    select h.consult_project::text as project, p.project_name as name, h.code, string_agg(l.name, '、' order by l.row_no) as items, h.giver::text
    from late l join handover h on h.id = l.handover join f_consult_project p on p.id = h.consult_project
    group by h.id, p.id order by h.id`.execute(tx);
  for (const late of rows)
    await todo(
      late.project,
      `${late.name}（${late.code}）的${late.items}补交已逾期`,
      [late.giver],
      'technicalDirector',
    );
  return rows.length;
};

type Todo = (
  project: string,
  title: string,
  to: readonly (string | null)[],
  role?: 'technicalDirector',
) => Promise<void>;

/** @returns how many projects and handovers were told of */
export const tellHandovers = (db: Db, engine: Engine, today: string, now: Date): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const todo: Todo = (project, title, to, role) =>
      followUps({ deps: engine.deps, tx, now, module: { id: 'consultProject' } }, 'consultProject.handOver', {
        id: project,
      }).todo({
        kind: '项目移交',
        title,
        to: [...new Set(to)].filter((id) => id !== null),
        ...(role === undefined ? {} : { role }),
      });
    return (await tellWaiting(tx, todo, today)) + (await tellMissing(tx, todo, today));
  });
