/** Which days are worked: by the weekday, and by what the calendar says otherwise. */
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { dueOf, type IsWorkday, REVISE_HOURS, weekday } from './working-time.ts';
import { forgetWithDatabase } from '../../platform/db/kept.ts';

/** A change of the calendar is seen by every process after so long; it is asked for with every list. */
const FRESH_MS = 10_000;
let known: { readonly at: number; readonly isWorkday: IsWorkday } | null = null;

export const workdays = async (db: Db | Tx): Promise<IsWorkday> => {
  if (known !== null && performance.now() - known.at < FRESH_MS) return known.isWorkday;
  const { rows } = await sql<{ day: number; off: boolean }>`
    select day - date '1970-01-01' as day, off from work_calendar`.execute(db);
  const exceptions = new Map(rows.map((row) => [row.day, !row.off]));
  const isWorkday: IsWorkday = (day) => exceptions.get(day) ?? weekday(day);
  known = { at: performance.now(), isWorkday };
  return isWorkday;
};

/** Whoever has changed the calendar sees it at once. */
export const forgetWorkdays = (): void => {
  known = null;
};
forgetWithDatabase(forgetWorkdays);

interface Pending {
  readonly id: string;
  readonly created_at: Date;
  readonly hours: number;
  readonly due_at: Date;
  readonly remind_at: Date | null;
  readonly timed_out: boolean;
}

/** Hours of the step that a task or a run `r` belongs to. */
const HOURS = sql`case when r.step_index < 0 then ${REVISE_HOURS} else (d.chain -> 'steps' -> r.step_index ->> 'hours')::float8 end`;

/**
 * Works out anew until when things are due that wait for people, after the calendar has changed. What is over already stays over.
 * @returns how many to-dos have another time now
 */
export const moveDueTimes = async (tx: Tx): Promise<number> => {
  const isWorkday = await workdays(tx);
  const { rows } = await sql<Pending>`
    select t.id::text, t.created_at, ${HOURS} as hours, t.due_at, t.remind_at, t.timed_out_at is not null as timed_out
      from wf_task t join wf_node_run r on r.id = t.run_id join wf_instance i on i.id = t.instance_id
      join wf_definition d on d.id = i.definition_id
     where t.state = 'open' and t.due_at is not null order by t.instance_id, t.id for update of t`.execute(tx);
  const moved = rows.flatMap((row) => {
    const { due_at: due, remind_at: remind } = dueOf(row.created_at, row.hours, isWorkday);
    if (due.getTime() === row.due_at.getTime()) return [];
    // Told that it would be due soon: the next turn is the end itself.
    const told = row.remind_at?.getTime() === row.due_at.getTime();
    return [{ id: row.id, due, remind: row.timed_out ? row.remind_at : told ? due : remind }];
  });
  if (moved.length === 0) return 0;
  await sql`
    update wf_task t set due_at = m.due, remind_at = m.remind
      from unnest(${moved.map((one) => one.id)}::bigint[], ${moved.map((one) => one.due.toISOString())}::timestamptz[],
                  ${moved.map((one) => one.remind?.toISOString() ?? null)}::timestamptz[]) as m(id, due, remind)
     where t.id = m.id`.execute(tx);
  await sql`
    update wf_node_run r set due_at = t.due_at from wf_task t
     where t.run_id = r.id and t.position = 0 and r.state = 'active' and t.id = any(${moved.map((one) => one.id)}::bigint[])`.execute(
    tx,
  );
  return moved.length;
};
