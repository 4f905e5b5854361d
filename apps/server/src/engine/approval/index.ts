/** The approval engine as the rest of the server sees it. */
import { ask } from '../../platform/db/asked.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { hiddenFrom, unprintableAt } from './field-rights.ts';
import { conflict, forbidden, notFound } from '../../platform/http/errors.ts';
import { withTimes } from './eta.ts';
import { recalling } from './recall.ts';
import { type Deps, execute } from './execute.ts';
import { branchOf } from './flow/path.ts';
import { SYSTEM } from './flow/state.ts';
import { flowBlocks, START_NAME } from './load.ts';
import { notifier } from './notices.ts';
import { predict } from './predict.ts';
import { standInsOf } from './stand-in.ts';
import { standingOf } from './standing.ts';
import { chainById, type InstanceRow, lockByTask, lockRecord, dropDrafts, noteDraft, noteDrafts } from './store.ts';
import type { Approval, HandlerSource, Opened, TaskKind } from './types.ts';
import type { Push } from './writing.ts';
import { askPicture, currentSteps, isParticipant, openedBy, pictureOf, stepViews, unprintableStep } from './views.ts';
import { closedTask, passedOn, type WantedTask } from './words.ts';

export { chainOf } from './chain.ts';
export { verifyLog, verifyLogs } from './log.ts';
export { UNDO_MS } from './prepare.ts';
export type { Push } from './writing.ts';
export type * from './types.ts';
export { START_NAME, SYSTEM };

/** As whom the clock acts. */
export const SYSTEM_NAME = '系统';

export const FORM_CHANGED = '申请内容已变化，请核对后再处理';

/** Builds the engine over a directory of people; `push` tells open pages once a transaction commits. */
export const createApproval = (source: HandlerSource, push: Push | null = null): Approval => {
  const directory = withSystem(source);
  const deps: Deps = { directory, notify: notifier(push) };
  // Who *would* be asked is looked at far more often than it changes; who *is* asked is always looked up afresh.
  const recalled = recalling(directory);
  const askApproval: Approval['ask'] = (moduleId, businessId) => {
    const now = new Date();
    return { ...askPicture(moduleId, businessId, now), picture: (db, found) => pictureOf(db, recalled, found, now) };
  };
  const viewOf: Approval['viewOf'] = async (db, of, actor, more = {}) => {
    const [first] = of?.rows ?? [];
    if (of === null || first === undefined) return null;
    const asked = more.people === true ? recalled : null;
    const steps = await stepViews(db, of, actor.userId, more.facts ?? null, asked, more.chain ?? null);
    const chain = of.chain ?? more.chain;
    return {
      status: first.status,
      steps: chain === undefined ? steps : await withTimes(db, chain.moduleId, steps, of.at),
      standing: standingOf(of, actor, of.at, more.taskId),
      hides: first.hides,
      unprintable: unprintableStep(of),
    };
  };
  return {
    noteDraft,
    noteDrafts,
    dropDraft: (tx, moduleId, businessId) => dropDrafts(tx, moduleId, [businessId]),
    dropDrafts,
    open: (tx, by) => open(tx, deps, by),
    execute: (tx, input) => execute(tx, deps, input),
    lock: lockRecord,
    predict: async (db, chain, facts) =>
      withTimes(db, chain.moduleId, await predict(db, recalled, chain, facts), new Date()),
    ask: askApproval,
    viewOf,
    view: async (db, moduleId, businessId, actor, more) => {
      const asked = askApproval(moduleId, businessId);
      return viewOf(db, await asked.picture(db, await ask(db, asked)), actor, more);
    },
    hiddenFrom,
    unprintableAt,
    isParticipant,
    openedBy,
    current: (db, moduleId, businessIds) => currentSteps(db, recalled, moduleId, businessIds),
  };
};

/** What nobody did has a name as well. */
const withSystem = (people: HandlerSource): HandlerSource => ({
  ...people,
  userNames: async (db, ids) => {
    const names = await people.userNames(
      db,
      ids.filter((id) => id !== SYSTEM),
    );
    return ids.includes(SYSTEM) ? new Map([...names, [SYSTEM, SYSTEM_NAME]]) : names;
  },
});

const open = async (tx: Tx, deps: Deps, by: Parameters<Approval['open']>[1]): Promise<Opened> => {
  const instance =
    by.taskId === undefined ? await lockRecord(tx, by.moduleId, by.businessId ?? '0') : await lockByTask(tx, by.taskId);
  if (!instance || instance.module_id !== by.moduleId) {
    throw notFound(by.taskId === undefined ? '单据不存在或尚未提交' : '待办不存在或已被删除');
  }
  const chain = instance.definition_id === null ? null : await chainById(tx, instance.definition_id);
  const task = by.taskId === undefined ? null : await openTask(tx, deps, instance, by.taskId, by);
  const seen = by.seenVersion;
  const settled = instance.status !== 'draft' && instance.status !== 'returned';
  if (
    seen !== undefined &&
    settled &&
    seen !== instance.form_version &&
    !(await onlyBeside(tx, instance, task, seen))
  ) {
    throw conflict(FORM_CHANGED, (await by.diff?.(seen, await contentAt(tx, instance.id, seen))) ?? null);
  }
  return {
    instanceId: instance.id,
    moduleId: by.moduleId,
    businessId: instance.biz_id,
    status: instance.status,
    stepKey: task?.key ?? null,
    taskKind: task?.kind ?? null,
    batchable: task?.batchable ?? false,
    step: chain?.steps.find((step) => step.key === task?.key) ?? null,
    formVersion: instance.form_version,
    chain,
  };
};

/**
 * Whether all that changed since was filled in by branches beside the task's own: each branch decides on what was submitted, and would keep
 * the others from going on otherwise.
 */
const onlyBeside = async (
  tx: Tx,
  instance: InstanceRow,
  task: { readonly key: string } | null,
  seen: number,
): Promise<boolean> => {
  if (task === null || instance.definition_id === null || seen > instance.form_version) return false;
  const chain = await chainById(tx, instance.definition_id);
  const blocks = flowBlocks(chain);
  if (blocks.length === 0) return false;
  const positions = new Map(chain.steps.map((step, index) => [step.key, index]));
  const own = branchOf(blocks, positions.get(task.key) ?? -1);
  const actions = await tx
    .selectFrom('wf_action')
    .distinctOn('form_version')
    .select(['form_version', 'kind', 'node_key'])
    .where('instance_id', '=', instance.id)
    .where('form_version', '>', seen)
    .orderBy('form_version')
    .orderBy('seq')
    .execute();
  return actions.every(({ kind, node_key }) => {
    const place = branchOf(blocks, positions.get(node_key ?? '') ?? -1);
    return kind === 'approve' && own !== null && place?.block === own.block && place.branch !== own.branch;
  });
};

const openTask = async (
  tx: Tx,
  deps: Deps,
  instance: InstanceRow,
  taskId: string,
  by: Parameters<Approval['open']>[1],
): Promise<{ readonly key: string; readonly kind: TaskKind; readonly batchable: boolean }> => {
  const task = await tx
    .selectFrom('wf_task as t')
    .innerJoin('wf_node_run as r', 'r.id', 't.run_id')
    .select(['t.state', 't.kind', 't.candidates', 't.handled_by', 't.batchable', 'r.node_key'])
    .select(standInsOf(by.now).as('standIns'))
    .where('t.id', '=', taskId)
    .executeTakeFirst();
  // Who was never asked learns nothing of who handled it; whoever only points at the step is looked at by the command itself.
  const { userId } = by.actor;
  const wanted: WantedTask = { directory: deps.directory, instance, taskId, actor: by.actor, now: by.now };
  const asked =
    task !== undefined && (task.candidates.includes(userId) || task.handled_by === userId || userId in task.standIns);
  if (!task || (by.anyState !== true && !asked)) {
    const elsewhere = await passedOn(tx, wanted);
    if (elsewhere !== null) throw elsewhere;
    throw forbidden('您不是该步骤的处理人');
  }
  if (by.anyState !== true && task.state !== 'open') throw await closedTask(tx, wanted);
  return { key: task.node_key, kind: task.kind, batchable: task.batchable };
};

/** Content of a record at a version that a command met; null where none did. */
export const contentAt = async (db: Db, instanceId: string, version: number): Promise<Record<string, unknown> | null> =>
  (
    await db
      .selectFrom('wf_form_snapshot')
      .select('content')
      .where('instance_id', '=', instanceId)
      .where('form_version', '=', version)
      .executeTakeFirst()
  )?.content ?? null;
