/** Moves of a record's approval that change nothing of its content: rejecting, withdrawing, voiding, handing over, urging, copying. */
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { notFound, refused } from '../../platform/http/errors.ts';
import type { Actor, Command, RejectTarget, Resume } from '../approval/types.ts';
import type { Module } from './catalog.ts';
import type { EngineDeps } from './deps.ts';
import { visible } from './read.ts';
import { lockRecord, markRecord, type Stored } from './store.ts';
import {
  actionBy,
  audit,
  finish,
  GONE,
  type MovedTo,
  movedTo,
  nameOf,
  openTask,
  run,
  settle,
  type Work,
  work,
} from './work.ts';

interface OnTask {
  readonly NodeRecordId: string;
  readonly Opinion: string;
}
interface OnRecord {
  readonly BusinessId: string;
  readonly Opinion: string;
}

interface Step {
  /** As the audit names it. */
  readonly action: string;
  open(w: Work): Promise<Stored>;
  readonly command: Command;
}

type Move<I> = (deps: EngineDeps, module: Module, ctx: Ctx, input: I) => Promise<MovedTo>;

const byTask = (taskId: string, seenVersion?: number) => async (w: Work) =>
  (await openTask(w, taskId, seenVersion)).stored;

/** The step that the task belongs to, whatever became of the task. */
const byStepOf = (taskId: string) => async (w: Work) => (await openTask(w, taskId, undefined, true)).stored;

/** Whoever may not see the record learns from a move no more about it than from opening it. */
const byRecord = (id: string) => async (w: Work) => {
  await visible(w.deps, w.module, { ...w.ctx, db: w.tx }, id);
  await w.deps.approval.open(w.tx, { moduleId: w.module.id, businessId: id, actor: w.actor, now: w.now });
  const stored = await lockRecord(w.tx, w.module, id);
  if (!stored) throw notFound(GONE);
  return stored;
};

/** Opens the record under lock, moves its approval, writes the audit row: one transaction. */
const move =
  <I extends { readonly Opinion: string }>(step: (input: I, module: Module) => Step): Move<I> =>
  (deps, module, ctx, input) => {
    const { action, open, command } = step(input, module);
    return ctx.write(async (tx) => {
      const w = work(deps, ctx, tx, module);
      const stored = await open(w);
      const outcome = await run(w, stored, command);
      const values = input.Opinion ? { values: { after: { opinion: input.Opinion } } } : {};
      return finish(w, stored, outcome, { action: actionBy(action, outcome), ...values });
    });
  };

export const reject = move(
  (
    input: OnTask & { readonly FormVersion: number; readonly To: RejectTarget; readonly Resume?: Resume | undefined },
    { form },
  ) => ({
    action: input.To === 'end' ? '否决' : '驳回',
    open: byTask(input.NodeRecordId, input.FormVersion),
    command: {
      kind: 'reject',
      taskId: input.NodeRecordId,
      opinion: input.Opinion,
      to: input.To,
      resume: input.Resume ?? form.definition.resume ?? 'replay',
    },
  }),
);

export const withdraw = move((input: OnRecord) => ({
  action: '撤回',
  open: byRecord(input.BusinessId),
  command: { kind: 'withdraw', opinion: input.Opinion },
}));

export const cancel = move((input: OnRecord) => ({
  action: '作废',
  open: byRecord(input.BusinessId),
  command: { kind: 'cancel', opinion: input.Opinion },
}));

export const urge = move((input: OnRecord) => ({
  action: '催办',
  open: byRecord(input.BusinessId),
  command: { kind: 'urge', opinion: input.Opinion },
}));

export const copy = move((input: OnRecord & { readonly UserIds: readonly string[] }) => {
  if (input.UserIds.length === 0) throw refused('请选择抄送人');
  return {
    action: '抄送',
    open: byRecord(input.BusinessId),
    command: { kind: 'cc', to: input.UserIds, opinion: input.Opinion },
  };
});

type Transfer = OnTask & { readonly UserId: string };

const transferCommand = (input: Transfer) => ({
  kind: 'transfer' as const,
  taskId: input.NodeRecordId,
  to: input.UserId,
  opinion: input.Opinion,
});

export const transfer = move((input: Transfer) => ({
  action: '转办',
  open: byTask(input.NodeRecordId),
  command: transferCommand(input),
}));

export const addSign = move(
  (
    input: OnTask & {
      readonly UserIds: readonly string[];
      readonly Where: 'before' | 'after';
      readonly Mode: 'any' | 'all' | 'turn';
    },
  ) => ({
    action: '加签',
    open: byTask(input.NodeRecordId),
    command: {
      kind: 'addSign',
      taskId: input.NodeRecordId,
      people: input.UserIds,
      where: input.Where,
      mode: input.Mode,
      opinion: input.Opinion,
    },
  }),
);

export const removeSign = move((input: OnTask & { readonly UserIds: readonly string[] }) => ({
  action: '减签',
  open: byStepOf(input.NodeRecordId),
  command: { kind: 'removeSign', taskId: input.NodeRecordId, people: input.UserIds, opinion: input.Opinion },
}));

export const delegate = move((input: OnTask & { readonly UserId: string }) => ({
  action: '委派',
  open: byTask(input.NodeRecordId),
  command: { kind: 'delegate', taskId: input.NodeRecordId, to: input.UserId, opinion: input.Opinion },
}));

export const takeBack = move((input: OnTask) => ({
  action: '拿回',
  open: byStepOf(input.NodeRecordId),
  command: { kind: 'takeBack', taskId: input.NodeRecordId, opinion: input.Opinion },
}));

/**
 * Hands over a to-do of somebody who cannot do it any more. The approval sees the person whose to-do it is, with every check of a
 * transfer of theirs; the audit names who asked for it.
 */
export const transferFor = async (
  deps: EngineDeps,
  module: Module,
  ctx: Ctx,
  tx: Tx,
  from: Actor,
  input: Transfer,
): Promise<MovedTo> => {
  const w: Work = { ...work(deps, ctx, tx, module), actor: from };
  // Also what has not become their turn yet.
  const { stored } = await openTask(w, input.NodeRecordId, undefined, true);
  const moved = await settle(w, stored, await run(w, stored, { ...transferCommand(input), leaving: true }));
  const heir = await nameOf(w, input.UserId);
  await audit(w, '移交', moved, { before: { 处理人: from.userName }, after: { 处理人: heir, opinion: input.Opinion } });
  return movedTo(moved);
};

/** Makes another person the applicant of a record on its way, for one who cannot go on with it. */
export const takeOverFor = async (
  deps: EngineDeps,
  module: Module,
  ctx: Ctx,
  tx: Tx,
  from: Actor,
  input: { readonly BusinessId: string; readonly UserId: string; readonly Opinion: string },
): Promise<MovedTo> => {
  const w: Work = { ...work(deps, ctx, tx, module), actor: from };
  const stored = await byRecord(input.BusinessId)(w);
  const command = { kind: 'takeOver', to: input.UserId, opinion: input.Opinion } as const;
  const moved = await settle(w, stored, await run(w, stored, command));
  await markRecord(tx, module, stored.id, { applicant: input.UserId });
  const heir = await nameOf(w, input.UserId);
  await audit(w, '移交申请', moved, {
    before: { 申请人: from.userName },
    after: { 申请人: heir, opinion: input.Opinion },
  });
  return movedTo(moved);
};

/** Enters a step anew that has come to wait for nobody, so that who is responsible today is asked. */
export const reenterFor = async (
  deps: EngineDeps,
  module: Module,
  ctx: Ctx,
  tx: Tx,
  input: { readonly BusinessId: string; readonly Step: string; readonly Opinion: string },
): Promise<MovedTo> => {
  const w = work(deps, ctx, tx, module);
  const stored = await byRecord(input.BusinessId)(w);
  const outcome = await run(w, stored, { kind: 'reenter', step: input.Step, opinion: input.Opinion });
  const moved = await settle(w, stored, outcome);
  await audit(w, '重新分派', moved, { after: { opinion: input.Opinion } });
  return movedTo(moved);
};
