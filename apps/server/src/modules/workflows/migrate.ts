/** Records on their way, moved to the chain in force: each on its own merits, and only where what happened so far has its place there. */
import type { MigratingRow, workflowMigrate } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Chain } from '../../engine/approval/index.ts';
import { branchPath } from '../../engine/approval/load.ts';
import { type ActionContent, appendAction, headAfter } from '../../engine/approval/log.ts';
import { chainById, type InstanceRow, publish } from '../../engine/approval/store.ts';
import { chainInForce, type Engine, forgetChains, type Module } from '../../engine/index.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { refused } from '../../platform/http/errors.ts';
import { trail } from '../identity/index.ts';
import { visibleTo } from './simulate.ts';
import { moduleAt, objectOf } from './versions.ts';

export interface Run {
  readonly node_key: string;
  readonly step_index: number;
  readonly branch: string;
  readonly state: string;
  readonly round: number;
}

/** Whether what has happened to a record fits another chain; `notes` say why not, or what to know. */
export const fitsInto = (
  to: Chain,
  runs: readonly Run[],
  resume: readonly string[],
): { readonly fits: boolean; readonly notes: readonly string[] } => {
  const nameIn = (key: string): string => to.steps.find((step) => step.key === key)?.name ?? key;
  const at = (key: string): number => to.steps.findIndex((step) => step.key === key);
  const taken = runs.filter((run) => run.step_index >= 0 && run.state !== 'undone');
  const active = taken.filter((run) => run.state === 'active');
  for (const run of taken) {
    const index = at(run.node_key);
    if (index < 0)
      return {
        fits: false,
        notes: [run.state === 'active' ? '当前步骤在新版本中没有' : '已经过的步骤在新版本中没有'],
      };
    if (branchPath(to, index) !== run.branch)
      return { fits: false, notes: [`步骤「${nameIn(run.node_key)}」在新版本中的并行位置不同`] };
  }
  if (resume.some((key) => at(key) < 0)) return { fits: false, notes: ['退回后要回到的步骤在新版本中没有'] };
  if (active.length === 0) return { fits: true, notes: [] };
  const furthest = Math.max(...active.map((run) => at(run.node_key)));
  const round = Math.max(...active.map((run) => run.round));
  const passed = new Set(taken.filter((run) => run.round === round).map((run) => run.node_key));
  const ahead = taken.find((run) => run.round === round && run.state !== 'active' && at(run.node_key) > furthest);
  if (ahead !== undefined)
    return { fits: false, notes: [`已办的步骤「${nameIn(ahead.node_key)}」在新版本中排在当前步骤之后`] };
  // Steps of an earlier pass count as taken: a record that was sent back to them comes through them again.
  const known = new Set(taken.map((run) => run.node_key));
  const missed = to.steps.filter((step, index) => index < furthest && !passed.has(step.key) && !known.has(step.key));
  return {
    fits: true,
    notes: missed.map((step) => `新版本的步骤「${step.name}」在当前步骤之前，本单不再经过`),
  };
};

type Instance = Pick<
  InstanceRow,
  | 'id'
  | 'module_id'
  | 'biz_id'
  | 'serial'
  | 'title'
  | 'resume'
  | 'seq'
  | 'head_hash'
  | 'form_version'
  | 'form_hash'
  | 'status'
  | 'round'
> & { readonly definition_id: string };

const runningElsewhere = async (
  db: Db | Tx,
  module: Module,
  hash: string,
  ids: readonly string[] | null,
): Promise<readonly Instance[]> => {
  const { rows } = await sql<Instance>`
    select i.id, i.module_id, i.biz_id, i.serial, i.title, i.resume, i.seq, i.head_hash, i.form_version, i.form_hash, i.status, i.round, i.definition_id
      from wf_instance i join wf_definition d on d.id = i.definition_id
     where i.module_id = ${module.id} and i.status in ('running', 'returned') and d.hash <> ${hash}
       ${ids === null ? sql`` : sql`and i.id = any(${[...ids]}::bigint[])`}
     order by i.id limit 500 ${ids === null ? sql`` : sql`for update of i`}`.execute(db);
  return rows;
};

const runsOf = async (db: Db | Tx, instances: readonly Instance[]): Promise<ReadonlyMap<string, readonly Run[]>> => {
  const { rows } = await sql<Run & { instance_id: string }>`
    select instance_id, node_key, step_index, branch, state, round from wf_node_run
     where instance_id = any(${instances.map((one) => one.id)}::bigint[]) order by id`.execute(db);
  return Map.groupBy(rows, (row) => row.instance_id);
};

const rowOf = (to: Chain, from: Chain, of: Instance, runs: readonly Run[], visible: boolean): MigratingRow => {
  const { fits, notes } = fitsInto(to, runs, of.resume);
  const now = runs.filter((run) => run.state === 'active');
  const name = (run: Run): string =>
    run.step_index < 0 ? '申请人修改' : (from.steps.find((step) => step.key === run.node_key)?.name ?? run.node_key);
  return {
    InstanceId: of.id,
    BusinessId: of.biz_id,
    serial: of.serial,
    title: visible ? of.title : null,
    step: now.map(name).join('、'),
    fits,
    notes: [...notes],
  };
};

const move = async (
  tx: Tx,
  ctx: Ctx,
  of: Instance,
  to: Chain,
  definitionId: string,
  version: number,
  runs: readonly Run[],
): Promise<void> => {
  const keys = to.steps.map((step) => step.key);
  await sql`
    update wf_node_run set step_index = array_position(${keys}::text[], node_key) - 1
     where instance_id = ${of.id} and step_index >= 0 and node_key = any(${keys}::text[])`.execute(tx);
  const current = runs.find((run) => run.state === 'active');
  const action: ActionContent = {
    instance_id: of.id,
    module_id: of.module_id,
    seq: of.seq + 1,
    kind: 'migrate',
    node_key: current?.node_key ?? null,
    node_name: null,
    task_id: null,
    actor: ctx.session.userId,
    actor_name: ctx.session.userName,
    opinion: `流程改按版本${version}`,
    data: { round: of.round, status: of.status, events: [], version, from: of.definition_id, to: definitionId },
    form_version: of.form_version,
    form_hash: of.form_hash,
    at: ctx.now,
    prev_hash: of.head_hash,
  };
  const head = headAfter(action);
  await appendAction(tx, action, head);
  await sql`
    update wf_instance set definition_id = ${definitionId}, lock_version = lock_version + 1, seq = ${head.seq}, head_hash = ${head.hash}
     where id = ${of.id}`.execute(tx);
};

type Answer = z.input<typeof workflowMigrate.output>;

const preview = async (ctx: Ctx, engine: Engine, module: Module): Promise<Answer> => {
  const { chain, version } = await chainInForce(ctx.db, module);
  const instances = await runningElsewhere(ctx.db, module, chain.hash, null);
  const runs = await runsOf(ctx.db, instances);
  const shows = visibleTo(ctx.db, ctx, engine, module);
  const rows: MigratingRow[] = [];
  for (const one of instances)
    rows.push(
      rowOf(chain, await chainById(ctx.db, one.definition_id), one, runs.get(one.id) ?? [], await shows(one.biz_id)),
    );
  return { version, moved: 0, rows };
};

export const migrateChain = async (
  ctx: Ctx,
  engine: Engine,
  input: z.output<typeof workflowMigrate.input>,
): Promise<Answer> => {
  const module = moduleAt(engine, input.ProcedureId);
  if (input.Ids.length === 0) return preview(ctx, engine, module);
  return ctx.write(async (tx) => {
    forgetChains();
    const { chain, version } = await chainInForce(tx, module);
    const instances = await runningElsewhere(tx, module, chain.hash, input.Ids);
    if (instances.length === 0) throw refused('所选单据已结束，或已在现行版本上');
    const runs = await runsOf(tx, instances);
    const definitionId = await publish(tx, chain);
    const shows = visibleTo(tx, ctx, engine, module);
    const rows: MigratingRow[] = [];
    for (const one of instances) {
      const own = runs.get(one.id) ?? [];
      const row = rowOf(chain, await chainById(tx, one.definition_id), one, own, await shows(one.biz_id));
      rows.push(row);
      if (row.fits) await move(tx, ctx, one, chain, definitionId, version, own);
    }
    const moved = rows.filter((row) => row.fits);
    await trail(tx, ctx, {
      kind: '系统设置',
      action: '迁移在途单据',
      object: objectOf(module),
      summary: `${moved.length}张迁至版本${version}，${rows.length - moved.length}张不能迁移`,
      after: { 单据: moved.map((row) => row.serial ?? row.BusinessId).join('、') },
    });
    return { version, moved: moved.length, rows };
  });
};
