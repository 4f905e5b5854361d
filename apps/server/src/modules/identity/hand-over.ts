/** Handing over what waits for a person, one to-do a transaction, through the approval's own transfer. */
import { transferAll } from '@hengneng/contracts';
import { isModuleId, MODULES, type RoleCode } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { moves, type Engine } from '../../engine/index.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { AppError, refused } from '../../platform/http/errors.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { runWrite } from '../../platform/http/write.ts';
import { type ManagedUser, lockManaged, USERS } from './guard.ts';
import { trail } from '../../platform/audit/trail.ts';

type Answer = z.input<typeof transferAll.output>;
type Row = Answer['rows'][number];

export interface Waiting extends Omit<Row, 'module' | 'ok' | 'message'> {
  readonly moduleId: string;
  readonly BusinessId: string;
  /** Nobody else has it. */
  readonly alone: boolean;
}

/**
 * Also what is not their turn yet: it would open for somebody who is gone. Records that were returned to their applicant stay theirs: nobody
 * else may submit them.
 */
const ofOthers = (userId: string, more = sql``) => sql`from (
    select m.task_id as id, m.created_at as at from wf_task_actor m where m.principal = ${`u:${userId}`} and m.delegation_id is null
    union all
    select w.id, w.created_at from wf_task w where w.state = 'waiting' and w.candidates @> array[${userId}::bigint]
  ) m join wf_task t on t.id = m.id join wf_instance i on i.id = t.instance_id join wf_node_run r on r.id = t.run_id ${more}
  where t.kind <> 'revise'`;

/** To-dos that somebody else would have to do if the person left. */
export const toHandOver = async (db: Db | Tx, userId: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n ${ofOthers(userId)}`.execute(db);
  return rows[0]?.n ?? 0;
};

/** Of these, those that people were asked for because they held one of the roles. */
export const askedByRoles = async (
  db: Db | Tx,
  users: readonly string[],
  codes: readonly string[],
): Promise<number> => {
  let found = 0;
  for (const userId of codes.length === 0 ? [] : users) {
    const { rows } = await sql<{ n: number }>`
      select count(*) filter (where d.chain -> 'steps' -> r.step_index ->> 'by' = any(${codes.map((code) => `role(${code})`)})
        and t.kind = 'approve')::int as n ${ofOthers(userId, sql`join wf_definition d on d.id = i.definition_id`)}`.execute(
      db,
    );
    found += rows[0]?.n ?? 0;
  }
  return found;
};

/** To-dos that somebody else would have to do if the person left, oldest first. */
export const waitingFor = async (db: Db | Tx, userId: string): Promise<Waiting[]> => {
  const { rows } = await sql<Waiting>`
    select t.id::text as "NodeRecordId", i.title, i.serial, i.module_id as "moduleId", i.biz_id::text as "BusinessId",
      r.name || case t.state when 'waiting' then '（还未轮到）' else '' end as step,
      cardinality(t.candidates) = 1 as alone,
      to_char(m.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
    ${ofOthers(userId)} order by m.at, t.id`.execute(db);
  return rows;
};

const shown = ({ moduleId, BusinessId: _, alone: __, ...task }: Waiting, ok: boolean | null, message: string): Row => ({
  ...task,
  module: isModuleId(moduleId) ? MODULES[moduleId].title : moduleId,
  ok,
  message,
});

export const rolesOfPerson = async (db: Db | Tx, userId: string): Promise<RoleCode[]> => {
  const { rows } = await sql<{ code: RoleCode }>`
    select r.code from user_role ur join role r on r.id = ur.role_id where ur.user_id = ${userId}`.execute(db);
  return rows.map((row) => row.code);
};

const checkTaker = async (tx: Tx, user: ManagedUser, to: string): Promise<string> => {
  if (to === user.id) throw refused('接手人不能是本人');
  const { rows } = await sql<{ name: string; state: string }>`
    select user_name as name, state from app_user where id = ${to}`.execute(tx);
  const taker = rows[0];
  if (taker === undefined || taker.state !== 'active') throw refused('接手人不存在或已停用');
  return taker.name;
};

const handOver = async (engine: Engine, ctx: Ctx, input: z.output<typeof transferAll.input>): Promise<Answer> => {
  const { to } = input;
  // Who may be managed is asked once; each to-do is then locked and checked by its own transaction.
  const { user, taker } = await ctx.db.transaction().execute(async (tx) => {
    const managed = await lockManaged(tx, ctx.session, input.userId);
    return { user: managed, taker: input.preview || to === undefined ? '' : await checkTaker(tx, managed, to) };
  });
  const tasks = await waitingFor(ctx.db, user.id);
  if (input.preview || to === undefined)
    return { rows: tasks.map((task) => shown(task, null, '')), moved: 0, left: tasks.length };

  const from = { userId: user.id, userName: user.name, roles: await rolesOfPerson(ctx.db, user.id) };
  const stay = new Set(input.except);
  const opinion = `${ctx.session.userName}代${user.name}移交${input.reason === '' ? '' : `：${input.reason}`}`;
  const one = async (task: Waiting): Promise<Row> => {
    if (stay.has(task.NodeRecordId)) return shown(task, null, '未移交');
    const module = engine.catalog.get(task.moduleId);
    if (module === undefined) return shown(task, false, '该模块尚未启用');
    try {
      const transfer = { NodeRecordId: task.NodeRecordId, UserId: to, Opinion: opinion };
      await runWrite(
        ctx.db,
        undefined,
        (tx) => moves.transferFor(engine.deps, module, ctx, tx, from, transfer),
        ctx.now,
      );
      return shown(task, true, '');
    } catch (error) {
      // One that cannot go keeps no other from going; a fault of ours is no outcome of an item.
      if (!(error instanceof AppError)) throw error;
      return shown(task, false, error.message);
    }
  };
  const rows: Row[] = [];
  for (const task of tasks) rows.push(await one(task));
  const moved = rows.filter((row) => row.ok === true).length;
  const left = await toHandOver(ctx.db, user.id);
  await trail(ctx.db, ctx, {
    kind: '权限',
    action: '移交待办',
    object: `用户 ${user.account}`,
    summary: `移交${moved}件给${taker}，剩余${left}件${input.reason === '' ? '' : `，${input.reason}`}`,
  });
  return { rows, moved, left };
};

/** Registers `/bpmapi/NodeRecord/TransferAll`; the button is that of the people's administration. */
export const registerHandOver = (registry: CallRegistry, engine: Engine): void =>
  registry.handle(transferAll, { access: { screen: USERS, button: 'edit' } }, (ctx, input) =>
    handOver(engine, ctx, input),
  );
