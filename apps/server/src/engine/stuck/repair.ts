/** Mends one approval. Each repair first looks again whether it is still needed: two people may press at once. */
import type { StuckKind, stuckRepair } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid, refused } from '../../platform/http/errors.ts';
import type { Module } from '../forms/catalog.ts';
import type { EngineDeps } from '../forms/deps.ts';
import { reenterFor, transferFor } from '../forms/moves.ts';
import { markRecord } from '../forms/store.ts';
import { type Found, looks } from './find.ts';

type Input = z.output<typeof stuckRepair.input>;

interface Mending {
  readonly tx: Tx;
  readonly ctx: Ctx;
  readonly deps: EngineDeps;
  readonly module: Module;
  readonly found: Found;
  readonly input: Input;
}

/** Locks the approval, so that what is seen of it stays so. */
const lock = async ({ tx, found }: Pick<Mending, 'tx' | 'found'>): Promise<void> => {
  await sql`select from wf_instance where module_id = ${found.module_id} and biz_id = ${found.biz_id} order by id desc limit 1 for update`.execute(
    tx,
  );
};

/** The key of the step that the record stands at, `start` for the applicant's. */
const stepOf = async ({ tx, found }: Mending): Promise<string> => {
  const { rows } = await sql<{ key: string }>`select r.node_key as key from wf_node_run r
    where r.instance_id = ${found.key} and r.state <> 'undone' order by r.state = 'active' desc, r.id desc limit 1`.execute(
    tx,
  );
  const { rows: own } = await sql<{ returned: boolean }>`
    select status = 'returned' as returned from wf_instance where id = ${found.key}`.execute(tx);
  return own[0]?.returned === true ? 'start' : (rows[0]?.key ?? 'start');
};

const handOver = async (of: Mending): Promise<string> => {
  const { tx, ctx, deps, module, found, input } = of;
  if (input.UserId === undefined) throw invalid([{ path: 'UserId', message: '请选择接手人' }]);
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id::text, u.user_name as name from wf_task t join app_user u on u.id = any(t.candidates)
    where t.id = ${found.key} order by u.id limit 1`.execute(tx);
  const [from] = rows;
  if (from === undefined) throw refused('该待办没有处理人，请重新分派该步骤');
  await transferFor(
    deps,
    module,
    ctx,
    tx,
    { userId: from.id, userName: from.name, roles: [] },
    { NodeRecordId: found.key, UserId: input.UserId, Opinion: `${ctx.session.userName}移交：${input.reason}` },
  );
  return '已移交给接手人';
};

/** What mends a kind, or why nothing here does. */
const REPAIRS: Readonly<Record<StuckKind, ((of: Mending) => Promise<string>) | string>> = {
  async noTask(of) {
    const { tx, ctx, deps, module, found, input } = of;
    const about = { BusinessId: found.biz_id, Step: await stepOf(of), Opinion: input.reason };
    // A step whose to-dos are gone altogether (lost rows) is not known to the engine, and would be in the way of itself.
    await sql`update wf_node_run r set state = 'cancelled', ended_at = ${ctx.now} where r.instance_id = ${found.key} and r.state = 'active'
      and not exists (select from wf_task t where t.run_id = r.id)`.execute(tx);
    await reenterFor(deps, module, ctx, tx, about);
    return '已重新分派处理人';
  },
  nobody: handOver,
  late: handOver,
  async unseen({ tx, ctx, found }) {
    await sql`insert into wf_task_actor (task_id, principal, created_at)
      select t.id, 'u:' || c.id, ${ctx.now}::timestamptz from wf_task t cross join unnest(t.candidates) c(id) where t.id = ${found.key}
      on conflict do nothing`.execute(tx);
    await sql`insert into wf_participant (user_id, module_id, biz_id)
      select c.id, ${found.module_id}, ${found.biz_id}::bigint from wf_task t cross join unnest(t.candidates) c(id) where t.id = ${found.key}
      on conflict do nothing`.execute(tx);
    return '已恢复到处理人的待办';
  },
  async leftOver({ tx, ctx, found }) {
    await sql`update wf_task set state = 'cancelled', version = version + 1, handled_at = ${ctx.now}, claimed_by = null
      where id = ${found.key}`.execute(tx);
    await sql`delete from wf_task_actor where task_id = ${found.key}`.execute(tx);
    await sql`update wf_notice set read_at = ${ctx.now} where task_id = ${found.key} and read_at is null`.execute(tx);
    return '已撤下多余的待办';
  },
  async status({ tx, module, found }) {
    const { rows } = await sql<{ status: string }>`select status from wf_instance
      where module_id = ${module.id} and biz_id = ${found.biz_id} order by id desc limit 1`.execute(tx);
    const [row] = rows;
    if (row !== undefined) await markRecord(tx, module, found.biz_id, { status: row.status });
    return '单据状态已与流程一致';
  },
  // Whom a chain asks is said in the chain, by a new version of it.
  fixed: '请在流程设置中改换固定人员，再发布流程；已在途的旧版单据可在那里迁移到新版',
  // What was tampered with is evidence: it is looked into, not written over.
  log: '审批记录被改动不能自动修复，请导出审计日志查证',
};

export const repair = (deps: EngineDeps, ctx: Ctx, input: Input): Promise<{ done: string }> =>
  ctx.write(async (tx) => {
    const mend = REPAIRS[input.kind];
    if (typeof mend === 'string') throw refused(mend);
    const look = looks(deps.catalog)[input.kind];
    const seen = (await look(tx, ctx.now, input.key)).rows[0];
    if (seen !== undefined) await lock({ tx, found: seen });
    const found = (await look(tx, ctx.now, input.key)).rows[0];
    if (found === undefined) throw refused('该问题已不存在，请刷新');
    const module = deps.catalog.all().find((one) => one.id === found.module_id);
    if (module === undefined) throw refused('该模块尚未启用');
    const done = await mend({ tx, ctx, deps, module, found, input });
    await deps.audit(tx, ctx, {
      kind: '审批',
      action: '修复流程',
      moduleId: module.id,
      businessId: found.biz_id,
      object: found.serial ?? module.form.identity.title,
      summary: `${found.note}；${done}；${input.reason}`,
    });
    return { done };
  });
