/** Reminders that people send from a page: to whoever has something to do, opening the record, once a day. */
import { sql } from 'kysely';
import { type Engine, followUps } from '../../engine/index.ts';
import type { ModuleId } from '@hengneng/core';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { refused } from '../../platform/http/errors.ts';
import { trail } from '../identity/index.ts';

export interface Reminder {
  readonly module: ModuleId;
  readonly id: string;
  readonly project: string | null;
  readonly kind: string;
  readonly title: string;
  readonly to: readonly (string | null)[];
  readonly due?: string | null;
}

/** @throws AppError where they were reminded today already, or there is nobody to remind */
export const remindOnce = async (tx: Tx, ctx: Ctx, engine: Engine, of: Reminder): Promise<void> => {
  const people = [...new Set(of.to.filter((id) => id !== null))];
  if (people.length === 0) throw refused('没有可以提醒的人');
  // Two who press at the same moment remind once.
  await sql`select pg_advisory_xact_lock(hashtext(${`${of.module} ${of.kind} ${of.id} ${of.project}`}))`.execute(tx);
  const { rows } =
    await sql`select 1 from follow_up where source_module = ${of.module} and source_id = ${of.id} and kind = ${of.kind}
    and title = ${of.title} and (created_at at time zone 'Asia/Shanghai')::date = (${ctx.now}::timestamptz at time zone 'Asia/Shanghai')::date
    limit 1`.execute(tx);
  if (rows.length > 0) throw refused('今天已经提醒过');
  const services = followUps(
    { deps: engine.deps, tx, now: ctx.now, module: { id: of.module } },
    `${of.module}.remind`,
    {
      id: of.id,
      project: of.project,
    },
  );
  await services.todo({ kind: of.kind, title: of.title, project: of.project, to: people, due: of.due ?? null });
  await trail(tx, ctx, { kind: '业务', action: of.kind, object: of.title });
};
