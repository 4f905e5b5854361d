/** Reminders and to-dos that another record's approval left, ended or taken up again by what follows. */
import { sql } from 'kysely';
import type { Writing } from './effect.ts';

/** Ends reminders of an effect of a record, or, where they had ended so, takes them up again. */
export async function ring(
  w: Pick<Writing, 'tx' | 'set'>,
  of: { module: string; id: string; effect: string },
  on: boolean,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id::text as id from reminder where source_module = ${of.module}
    and source_id = ${of.id} and source_effect = ${of.effect} and ended_at is ${sql.raw(on ? 'not null' : 'null')}`.execute(
    w.tx,
  );
  const { rows: now } = await sql<{ at: string }>`select app_now()::text as at`.execute(w.tx);
  for (const row of rows) await w.set('reminder', row.id, { ended_at: on ? null : (now[0]?.at ?? null) });
}

/** Marks to-dos that an effect of a record left as done, or, where they were marked so, as open again. */
export async function tick(
  w: Pick<Writing, 'tx' | 'set'>,
  of: { module: string; id: string; effect: string },
  done: boolean,
): Promise<void> {
  const { rows } = await sql<{ id: string; now: string }>`select id::text as id, app_now()::text as now from follow_up
    where source_module = ${of.module} and source_id = ${of.id} and source_effect = ${of.effect} and cancelled_at is null
      and done_at is ${sql.raw(done ? 'null' : 'not null')}`.execute(w.tx);
  for (const row of rows) await w.set('todo', row.id, { done_at: done ? row.now : null });
}
