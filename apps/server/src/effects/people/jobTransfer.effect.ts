import { addDays } from '@hengneng/core';
import type { jobTransfer } from '@hengneng/forms';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { refused } from '../../platform/http/errors.ts';
import { voidRows } from '../books/books.ts';
import { plus } from '../books/money.ts';
import { insertRows } from '../books/rows.ts';
import { dayOf, monthOf } from '../books/source.ts';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { bumpPermissions, endProject, grantProject, moveTo } from './accounts.ts';

type Transfer = Recorded<typeof jobTransfer>;

const source = (record: Transfer) => ({ module: 'jobTransfer', id: record.id }) as const;

/**
 * Carries out the transfers whose day has come: department, position, salary, projects, certificates, rooms. Runs at approval (for a day that
 * is here already) and every morning; each transfer is carried out once.
 */
export async function applyDueTransfers(tx: Tx, today: string, only?: string): Promise<number> {
  const { rows } = await sql<{
    id: string;
    user_id: string;
    effective_on: string;
    to_dept: string;
    to_position: string;
    from_project: string | null;
    to_project: string | null;
    new_salary: string | null;
  }>`update transfer_order t set applied_at = app_now(), before = jsonb_build_object(
      'parts', (select coalesce(jsonb_agg(to_jsonb(p)), '[]') from user_project p
        where p.user_id = t.user_id and p.project_code in (t.from_project, t.to_project)),
      'certificates', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'project', c.project)), '[]') from b_certificate c
        where c.holder = t.user_id and not c.voided),
      'stays', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'project', s.project, 'stay_to', s.stay_to)), '[]')
        from b_dormitory_stay s where s.occupant = t.user_id and s.project = t.from_project and not s.voided
          and coalesce(s.stay_to, 'infinity') >= t.effective_on))
    where id in (select id from transfer_order where applied_at is null and not voided and effective_on <= ${today}
      ${only ? sql`and source_id = ${only}` : sql``} order by effective_on, id for update skip locked)
    returning id::text, user_id, effective_on::text, to_dept, to_position, from_project, to_project, new_salary::text`.execute(
    tx,
  );
  for (const row of rows) {
    await moveTo(tx, row.user_id, row.to_dept, row.to_position, `岗位调动自${row.effective_on}起生效`);
    await sql`insert into employee_profile (user_id, salary) values (${row.user_id}, ${row.new_salary})
      on conflict (user_id) do update set salary = excluded.salary`.execute(tx);
    if (row.from_project && row.from_project !== row.to_project)
      await endProject(tx, row.user_id, row.from_project, row.effective_on);
    if (row.to_project) {
      await grantProject(tx, row.user_id, row.to_project, row.to_position, row.effective_on);
      await sql`update b_certificate set project = ${row.to_project} where holder = ${row.user_id} and not voided`.execute(
        tx,
      );
    }
    await moveStays(tx, row.id);
    await bumpPermissions(tx, row.user_id);
  }
  return rows.length;
}

/**
 * 宿舍登记 goes with the person to the new project. Who needs a room there has left this one the day before; what would have begun later goes
 * along, so that whoever finds the room settles it.
 */
const moveStays = async (tx: Tx, order: string): Promise<void> =>
  void (await sql`update b_dormitory_stay s
    set project = case when j.need_house and s.stay_from < t.effective_on then s.project else t.to_project end,
      stay_to = case when j.need_house and s.stay_from < t.effective_on then t.effective_on - 1 else s.stay_to end
    from transfer_order t join f_job_transfer j on j.id = t.source_id, jsonb_to_recordset(t.before->'stays') as b(id bigint)
    where t.id = ${order} and s.id = b.id and t.to_project <> t.from_project`.execute(tx));

/** Puts the person's projects, certificates and rooms back as the transfer found them. */
async function takeBackProjects(tx: Tx, record: Transfer, today: string): Promise<void> {
  const { rows } = await sql<{ known: boolean; had: boolean }>`
    select before is not null as known,
      exists (select from jsonb_to_recordset(before->'parts') as p(project_code text) where p.project_code = t.to_project) as had
    from transfer_order t where source_id = ${record.id}`.execute(tx);
  const [{ known, had } = { known: false, had: false }] = rows;
  if (record.toProject && record.toProject !== record.project && !had)
    await endProject(tx, record.employee, record.toProject, today);
  if (!known) {
    await grantProject(tx, record.employee, record.project, record.fromPosition, null);
    await sql`update b_certificate set project = ${record.project} where holder = ${record.employee} and not voided`.execute(
      tx,
    );
    return;
  }
  await sql`insert into user_project (user_id, project_code, project_role, from_date, to_date)
    select p.* from transfer_order t, jsonb_to_recordset(t.before->'parts')
      as p(user_id bigint, project_code text, project_role text, from_date date, to_date date)
    where t.source_id = ${record.id}
    on conflict (user_id, project_code) do update
      set project_role = excluded.project_role, from_date = excluded.from_date, to_date = excluded.to_date`.execute(tx);
  await sql`update b_certificate c set project = b.project
    from transfer_order t, jsonb_to_recordset(t.before->'certificates') as b(id bigint, project text)
    where t.source_id = ${record.id} and c.id = b.id and c.project = t.to_project`.execute(tx);
  await sql`update b_dormitory_stay s set project = b.project, stay_to = b.stay_to
    from transfer_order t, jsonb_to_recordset(t.before->'stays') as b(id bigint, project text, stay_to date)
    where t.source_id = ${record.id} and s.id = b.id and not s.voided`.execute(tx);
  await bumpPermissions(tx, record.employee);
}

export const jobTransferEffects: EffectsOf<'jobTransfer', Transfer> = {
  'jobTransfer.transferEmployee': {
    async apply(tx, { record, now }) {
      await sql`insert into transfer_order (user_id, effective_on, back_on, from_dept, to_dept, from_project, to_project, from_position, to_position,
          old_salary, new_salary, source_id)
        values (${record.employee}, ${record.effectiveDate}, ${record.backDate}, ${record.fromDept}, ${record.toDept}, ${record.project}, ${record.toProject},
          ${record.fromPosition}, ${record.toPosition}, ${record.oldSalary}, ${record.newSalary}, ${record.id})`.execute(
        tx,
      );
      await applyDueTransfers(tx, dayOf(now), record.id);
    },
    async reverse(tx, { record, now }) {
      const { rows } = await sql<{ applied: boolean; newer: boolean }>`
        select applied_at is not null as applied, exists (select from transfer_order n where n.user_id = t.user_id and n.id > t.id and not n.voided) as newer
        from transfer_order t where source_id = ${record.id} for update`.execute(tx);
      if (rows[0]?.newer) throw refused('该员工之后又有调动，不能作废本次调动');
      if (rows[0]?.applied) {
        await moveTo(tx, record.employee, record.fromDept, record.fromPosition, `岗位调动${record.serial}已作废`);
        await sql`update employee_profile set salary = ${record.oldSalary} where user_id = ${record.employee}`.execute(
          tx,
        );
        await takeBackProjects(tx, record, dayOf(now));
      }
      await voidRows(tx, source(record), [], ['transfer_order']);
    },
  },
  'jobTransfer.notice': {
    async apply(tx, { record, services }) {
      const { rows } = await sql<{ manager: string }>`select distinct manager::text from project
        where code in (${record.project}, ${record.toProject ?? ''}) and manager is not null`.execute(tx);
      await services.tell({
        to: [record.employee, record.toManager, ...rows.map((row) => row.manager)],
        title: `调动通知${record.serial}：自${record.effectiveDate}起调任${record.toPosition}`,
      });
      // Until whoever takes them in has said that they are there.
      await services.remind({
        on: addDays(record.effectiveDate, 1),
        everyDays: 1,
        to: [record.employee, record.toManager],
        title: `调动${record.serial}应于${record.effectiveDate}到岗，至今未确认到岗`,
      });
    },
    async reverse(_tx, { record, services }) {
      await services.takeBack();
      await services.tell({ to: [record.employee, record.toManager], title: `调动${record.serial}已作废` });
    },
  },
  'jobTransfer.followPerson': {
    async apply(_tx, { record, services }) {
      if (record.needHouse)
        await services.todo({
          kind: '租房安排',
          title: `调动${record.serial}需在调入地安排住宿`,
          project: record.toProject,
          to: [],
          role: 'admin',
          due: record.effectiveDate,
        });
    },
    reverse: (_tx, { services }) => services.takeBack(),
  },
  'jobTransfer.remindBack': {
    async apply(_tx, { record, services }) {
      if (record.backDate)
        await services.remind({
          on: record.backDate,
          daysBefore: 7,
          to: [],
          role: 'hr',
          title: `调动${record.serial}借调或支援${record.backDate}到期`,
        });
    },
    reverse: (_tx, { services }) => services.takeBack(),
  },
  'jobTransfer.labourCost': {
    async apply(tx, { record }) {
      // Monthly labour cost follows the person from the month of the transfer; the payroll reads it from here.
      const line = (project: string, amount: string | null) => ({
        project_code: project,
        user_id: record.employee,
        from_month: monthOf(record.effectiveDate),
        amount,
        source_id: record.id,
      });
      await insertRows(tx, 'labour_cost', [
        line(record.project, `-${record.oldSalary}`),
        line(record.toProject ?? record.project, plus(record.newSalary, record.outSubsidy ?? '0')),
      ]);
    },
    reverse: (tx, { record }) => voidRows(tx, source(record), [], ['labour_cost']),
  },
};
