/** A person's command as the state machine knows it, after the checks that need people, rows or the clock. */
import type { Tx } from '../../platform/db/schema.ts';
import { type FieldError, today } from '@hengneng/core';
import { readFigure } from '../dictionaries/dictionaries.ts';
import { conflict, forbidden, invalid, notFound, refused } from '../../platform/http/errors.ts';
import { type FlowCommand, type Place, START, SYSTEM } from './flow/state.ts';
import { isPending } from './flow/tasks.ts';
import { type Loaded, flowRun, type RunRow, runsWhere, stepAt, type TaskRow } from './load.ts';
import { exclusionAt } from './exclusive.ts';
import { above, choices } from './people.ts';
import { mayCancel, needsOf } from './rights.ts';
import type { ExecuteInput, HandlerSource } from './types.ts';
import { ALREADY_THERE, CHECKER_REFUSAL, closedTask, STATUS_REFUSAL } from './words.ts';
import { clock } from './working-time.ts';
import type { Undoing } from './writing.ts';

const MOST_ADDED = 20;
const HOUR = 3_600_000;
/** How long one's own agreement can be undone although it ended the approval; people are told only then. */
export const UNDO_MS = 10_000;

export interface Prepared {
  /** Null where nothing is to be decided: an urge or a copy is only logged. */
  readonly flow: FlowCommand | null;
  /** The step it is about. */
  readonly index: number | null;
  /** The step that is to be handled again. */
  readonly reopening: RunRow | null;
  /** The agreement that is taken back. */
  readonly undoing: Undoing | null;
  /** Whose task it is, where the actor stands in for somebody. */
  readonly standsFor: string | null;
  /** Why people join the task, in words. */
  readonly joining: string | null;
}

interface Preparing {
  readonly tx: Tx;
  readonly directory: HandlerSource;
  readonly loaded: Loaded;
  readonly input: ExecuteInput;
}

/** Why the task cannot be handled any more, for whoever gives this command. */
const closed = ({ tx, directory, loaded, input: { actor, now } }: Preparing, taskId: string): Promise<Error> =>
  closedTask(tx, { directory, instance: loaded.instance, taskId, actor, now });

const plain = (flow: FlowCommand | null, index: number | null = null, standsFor: string | null = null): Prepared => ({
  flow,
  index,
  reopening: null,
  undoing: null,
  standsFor,
  joining: null,
});

export const prepare = async (of: Preparing): Promise<Prepared> => {
  const { loaded, input } = of;
  const { command, actor } = input;
  switch (command.kind) {
    case 'submit':
      return plain({ kind: 'submit', actor: actor.userId }, START);
    case 'withdraw':
      return plain({ kind: 'withdraw', actor: actor.userId }, loaded.runs[0]?.index ?? null);
    case 'cancel':
      if (loaded.state.status === 'approved' && !mayCancel(loaded.state, actor))
        throw forbidden('只有末步审批人、总经理或系统管理员可以作废');
      return plain({ kind: 'cancel' });
    case 'urge':
      await checkUrge(of);
      return plain(null, loaded.runs[0]?.index ?? null);
    case 'cc':
      return plain(null, loaded.runs[0]?.index ?? null);
    case 'remind':
      return plain(null, runOf(loaded, command.taskId)?.index ?? null);
    case 'timeout':
      return timeout(of, command);
    case 'takeOver':
      if (actor.userId !== loaded.state.starterId) throw forbidden('只有申请人本人可以操作');
      if ((await of.directory.people(of.tx, [command.to])).length === 0) throw refused('接手人不存在或已停用');
      await checkHand(of, command.to);
      return plain({ kind: 'takeOver', to: command.to }, loaded.runs[0]?.index ?? null);
    case 'reenter': {
      const index =
        command.step === 'start' ? START : loaded.chain.steps.findIndex((step) => step.key === command.step);
      if (index < 0 && command.step !== 'start') throw notFound('该单据的审批链没有这个步骤');
      return plain({ kind: 'reenter', index }, index);
    }
    case 'takeBack':
      return takeBack(of, command.taskId);
    case 'removeSign':
      return removeSign(of, command.taskId, command.people);
    default:
      return onTask(of, command);
  }
};

/** Commands about an open task of the actor. */
const onTask = async (
  of: Preparing,
  command: Extract<ExecuteInput['command'], { kind: 'approve' | 'reject' | 'transfer' | 'addSign' | 'delegate' }>,
): Promise<Prepared> => {
  const { at, actor } = await placeOf(of, command.taskId);
  const standsFor = actor === of.input.actor.userId ? null : actor;
  // What somebody has been given for a time is not theirs to give.
  if (standsFor !== null && command.kind !== 'approve' && command.kind !== 'reject')
    throw forbidden('代理人不能再转交他人，请由授权人本人办理');
  switch (command.kind) {
    case 'approve':
      checkNeeds(of.loaded, at, command);
      return plain({ kind: 'approve', actor, at }, at.index, standsFor);
    case 'reject':
      if (command.opinion.trim() === '') throw refused('请填写驳回原因');
      return plain({ kind: 'reject', actor, at, to: command.to, resume: command.resume }, at.index, standsFor);
    case 'transfer':
      if (command.opinion.trim() === '') throw refused('请填写转办原因');
      await checkTransfer(of, at.index, command.to);
      if (command.leaving !== true && taskAt(of.loaded, at)?.flow.candidates.includes(command.to) === true)
        throw refused(ALREADY_THERE);
      return plain({ kind: 'transfer', actor, at, to: command.to, leaving: command.leaving === true }, at.index);
    case 'addSign': {
      if (command.opinion.trim() === '') throw refused('请填写加签原因');
      const people = [...new Set(command.people)];
      if (people.length === 0) throw refused('请选择加签人');
      if (people.length > MOST_ADDED) throw refused(`一次最多加签${MOST_ADDED}人`);
      await checkAdded(of, at.index, people, '加签');
      return plain({ kind: 'addSign', actor, at, people, where: command.where, mode: command.mode }, at.index);
    }
    case 'delegate':
      if (command.opinion.trim() === '') throw refused('请填写委派原因');
      await checkAdded(of, at.index, [command.to], '委派');
      return plain({ kind: 'delegate', actor, at, to: command.to }, at.index);
  }
};

/**
 * Where the task is among the active steps, and as whom the actor handles it: themselves, or whom they stand in for. Refuses with who was
 * faster and when, where it is closed; where somebody else has it open; and where it is not the actor's.
 */
const placeOf = async (of: Preparing, taskId: string): Promise<{ readonly at: Place; readonly actor: string }> => {
  const { tx, directory, loaded, input } = of;
  const run = loaded.runs.find((one) => one.tasks.some((task) => task.id === taskId));
  const position = run?.tasks.findIndex((task) => task.id === taskId) ?? -1;
  const task = run?.tasks[position];
  const { actor, now } = input;
  const { command } = input;
  const early = command.kind === 'transfer' && command.leaving === true;
  if (!run || !task || !(early ? isPending(task.flow) : task.flow.state === 'open')) throw await closed(of, taskId);
  const as = task.flow.candidates.includes(actor.userId) ? actor.userId : task.standIns[actor.userId];
  if (as === undefined) throw forbidden('您不是该步骤的处理人');
  if (task.claimed_by !== null && task.claimed_by !== actor.userId && (task.claimed_until ?? now) > now) {
    const names = await directory.userNames(tx, [task.claimed_by]);
    throw conflict(`${names.get(task.claimed_by) ?? '其他人'}正在处理，请稍后再试`);
  }
  return { at: { index: run.index, task: position }, actor: as };
};

const taskAt = (loaded: Loaded, at: Place): TaskRow | undefined =>
  loaded.runs.find((run) => run.index === at.index)?.tasks[at.task];

/** Words and signature, where the step does not let anybody agree without. */
const checkNeeds = (
  loaded: Loaded,
  at: Place,
  command: Extract<ExecuteInput['command'], { kind: 'approve' }>,
): void => {
  const kind = taskAt(loaded, at)?.kind ?? null;
  const needs = needsOf(loaded.chain.steps[at.index], kind);
  const missing: FieldError[] = [];
  if (needs.opinion && (command.opinion ?? '').trim() === '')
    missing.push({ path: 'Opinion', message: kind === 'delegate' ? '请填写意见' : '请填写审批意见' });
  if (needs.signature && (command.signature ?? null) === null) missing.push({ path: 'Signature', message: '请签名' });
  if (missing.length > 0) throw invalid(missing);
};

const ownStep = (loaded: Loaded, index: number): boolean =>
  index !== START && stepAt(loaded.chain, index).by === 'applicant';

const checkTransfer = async (of: Preparing, index: number, to: string): Promise<void> => {
  const { tx, directory, loaded, input } = of;
  if (to === input.actor.userId) throw refused('不能转办给自己');
  if (to === loaded.state.starterId && !ownStep(loaded, index)) throw refused('不能转办给申请人本人');
  if ((await directory.people(tx, [to])).length === 0) throw refused('转办对象不存在或已停用');
  const step = index === START ? null : stepAt(loaded.chain, index);
  const allowed = step?.by === 'chosen' ? await choices(tx, directory, step, input.facts) : null;
  if (allowed !== null && !allowed.some((person) => person.userId === to))
    throw refused('转办对象不在该步骤的可选范围内');
  const exclusion = step === null ? null : await exclusionAt(tx, step, to, input.now);
  if (exclusion !== null) throw refused(`${exclusion}，不能转办给对方，请另选`);
};

/** What somebody agreed to in another's place was their hand all the same. */
const checkHand = async ({ tx, loaded }: Preparing, to: string): Promise<void> => {
  const found = await tx
    .selectFrom('wf_task')
    .select('id')
    .where('instance_id', '=', loaded.instance.id)
    .where('handled_by', '=', to)
    .where('on_behalf_of', 'is not', null)
    .where('state', '=', 'agreed')
    .limit(1)
    .executeTakeFirst();
  if (found !== undefined) throw refused(CHECKER_REFUSAL);
};

const checkAdded = async (of: Preparing, index: number, people: readonly string[], word: string): Promise<void> => {
  const { tx, directory, loaded, input } = of;
  if (people.includes(input.actor.userId)) throw refused(`不能${word}给自己`);
  if (people.includes(loaded.state.starterId) && !ownStep(loaded, index)) throw refused(`不能${word}给申请人本人`);
  const found = await directory.people(tx, people);
  if (found.length < people.length) throw refused(`${word}对象中有人不存在或已停用，请重新选择`);
};

const runOf = (loaded: Loaded, taskId: string): RunRow | undefined =>
  loaded.runs.find((run) => run.tasks.some((task) => task.id === taskId));

/** What a step says for the case that nobody answers in time; where that leads nowhere, its people are only told. */
const timeout = async (
  of: Preparing,
  command: Extract<ExecuteInput['command'], { kind: 'timeout' }>,
): Promise<Prepared> => {
  const { tx, directory, loaded, input } = of;
  const run = runOf(loaded, command.taskId);
  const position = run?.tasks.findIndex((task) => task.id === command.taskId) ?? -1;
  if (run === undefined || position < 0) throw await closed(of, command.taskId);
  const at = { index: run.index, task: position };
  switch (command.as) {
    case 'agree':
      return plain({ kind: 'approve', actor: SYSTEM, at }, run.index);
    case 'return':
      return plain({ kind: 'reject', actor: SYSTEM, at, to: 'starter', resume: 'replay' }, run.index);
    case 'escalate': {
      const there = new Set(run.tasks.flatMap((task) => [...task.flow.candidates, task.flow.by ?? '']));
      const { people, why } = await above(tx, directory, input.facts, there);
      if (people.length === 0) return plain(null, run.index);
      const flow: FlowCommand = { kind: 'escalate', at, people: people.map((person) => person.userId) };
      return { ...plain(flow, run.index), joining: `超时未处理，${why}` };
    }
    case 'remind':
      return plain(null, run.index);
  }
};

const removeSign = async (of: Preparing, taskId: string, people: readonly string[]): Promise<Prepared> => {
  const { tx, directory, loaded, input } = of;
  const wanted = [...new Set(people)];
  if (wanted.length === 0) throw refused('请选择要减签的人');
  const run = loaded.runs.find((one) => one.tasks.some((task) => task.id === taskId));
  if (run === undefined) throw await closed(of, taskId);
  const positions = wanted.map((person) =>
    run.tasks.findIndex((task) => isPending(task.flow) && task.flow.candidates.includes(person)),
  );
  const missing = wanted.filter((_, at) => (positions[at] ?? -1) < 0);
  if (missing.length > 0) {
    const names = await directory.userNames(tx, missing);
    throw refused(`${missing.map((person) => names.get(person) ?? '所选人员').join('、')}已处理或不在本步骤中`);
  }
  return plain(
    { kind: 'removeSign', actor: input.actor.userId, index: run.index, tasks: [...new Set(positions)] },
    run.index,
  );
};

const takeBack = async (of: Preparing, taskId: string): Promise<Prepared> => {
  const { tx, loaded, input } = of;
  const task = await tx
    .selectFrom('wf_task')
    .select('run_id')
    .where('id', '=', taskId)
    .where('instance_id', '=', loaded.instance.id)
    .executeTakeFirst();
  if (!task) throw notFound('待办不存在或已被删除');
  const active = loaded.runs.find((one) => one.id === task.run_id);
  const run = active ?? (await runsWhere(tx, { runId: task.run_id }, input.now))[0];
  if (run === undefined || run.index === START) throw refused('该步骤不能拿回');
  const at = { index: run.index, task: run.tasks.findIndex((one) => one.id === taskId) };
  const row = run.tasks[at.task];
  // Who agreed in somebody's place takes that back, and not an agreement of their own.
  const actor = row?.handledBy === input.actor.userId ? (row.flow.by ?? input.actor.userId) : input.actor.userId;
  const hand = row?.handledBy ?? input.actor.userId;
  const undoing = await agreementOf(tx, loaded, hand, taskId);
  // An end is undone only at once, and by nobody but the person who brought it about last. A clock that was set back makes it no longer.
  const grace =
    hand === input.actor.userId &&
    undoing?.seq === loaded.instance.seq &&
    Math.abs(input.now.getTime() - undoing.at.getTime()) <= UNDO_MS;
  // Handled again in a later round: this agreement is history.
  if (active === undefined && !(await isNewest(tx, loaded, run))) throw refused('该步骤的同意已失效，不能拿回');
  return {
    flow: { kind: 'takeBack', actor, at, run: flowRun(run), grace, sentBack: await sentBackSince(tx, loaded) },
    index: run.index,
    reopening: active === undefined ? run : null,
    undoing,
    standsFor: actor === input.actor.userId ? null : actor,
    joining: null,
  };
};

/** Whether somebody has sent the record back since it was submitted last. */
const sentBackSince = async (tx: Tx, loaded: Loaded): Promise<boolean> => {
  const last = await tx
    .selectFrom('wf_action')
    .select('kind')
    .where('instance_id', '=', loaded.instance.id)
    .where('kind', 'in', ['submit', 'reject'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.kind === 'reject';
};

/** The agreement to a task in the log. @param actor whose hand it was */
const agreementOf = async (tx: Tx, loaded: Loaded, actor: string, taskId: string): Promise<Undoing | null> =>
  (await tx
    .selectFrom('wf_action')
    .select(['seq', 'at'])
    .where('instance_id', '=', loaded.instance.id)
    .where('task_id', '=', taskId)
    .where('actor', '=', actor)
    .where('kind', 'in', ['approve', 'reply'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null;

const isNewest = async (tx: Tx, loaded: Loaded, run: RunRow): Promise<boolean> => {
  const newest = await tx
    .selectFrom('wf_node_run')
    .select('id')
    .where('instance_id', '=', loaded.instance.id)
    .where('node_key', '=', stepAt(loaded.chain, run.index).key)
    .orderBy('round', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.id === run.id;
};

/** People whose turn it is. */
const openPeople = (loaded: Loaded): readonly string[] => [
  ...new Set(
    loaded.runs.flatMap((run) =>
      run.tasks.flatMap((task) => (task.flow.state === 'open' ? [...task.flow.candidates] : [])),
    ),
  ),
];

const checkUrge = async ({ tx, loaded, input }: Preparing): Promise<void> => {
  const { instance, state } = loaded;
  if (input.actor.userId !== state.starterId) throw forbidden('只有申请人本人可以催办');
  if (state.status !== 'running') throw refused(`${STATUS_REFUSAL[state.status]}，无需催办`);
  if (instance.urged_at !== null) {
    const every = (await readFigure(tx, 'urge', 'hours', today(input.now))) * HOUR;
    // A clock that was set back makes nobody wait for longer.
    if (Math.abs(input.now.getTime() - instance.urged_at.getTime()) < every)
      throw refused(`刚催办过，${clock(new Date(instance.urged_at.getTime() + every), input.now)}后可再次催办`);
  }
  const waiting = openPeople(loaded).filter((person) => person !== input.actor.userId);
  if (waiting.length === 0) throw refused('当前步骤由您本人处理，无需催办');
};
