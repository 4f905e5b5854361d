/** One command of a person, from the locked instance to the written outcome. The caller's transaction holds it all. */
import type { Tx } from '../../platform/db/schema.ts';
import { conflict, forbidden, notFound, refused } from '../../platform/http/errors.ts';
import {
  type Ask,
  apply,
  decide,
  type FlowCommand,
  type FlowEvent,
  type FlowState,
  isCarried,
  type Refusal,
} from './decide.ts';
import { choices, chosen, lookUp, type Resolution, resolve } from './people.ts';
import { persist } from './persist.ts';
import {
  keyOf,
  type Loaded,
  lastPeople,
  load,
  lockRecord,
  nameOf,
  startInstance,
  publish,
  type InstanceRow,
  stepAt,
} from './store.ts';
import { sendCopies } from './tell.ts';
import type { Actor, ChainStep, ExecuteInput, HandlerSource, Outcome, StepName } from './types.ts';
import { clock } from './working-time.ts';
import { handlerName, type Notify, type Push, type Ran, type Writing } from './writing.ts';

/** A chain has a few steps; more hops than this is a loop. */
const MAX_HOPS = 50;
const URGE_EVERY_MS = 4 * 3_600_000;

export interface Deps {
  readonly directory: HandlerSource;
  readonly notify: Notify;
  readonly push: Push | null;
}

export const STATUS_REFUSAL = {
  draft: '单据尚未提交',
  running: '单据正在审批中，请勿重复提交',
  returned: '单据已退回申请人修改，暂不能处理',
  approved: '单据已审批通过',
  rejected: '单据已否决',
  withdrawn: '单据已被申请人撤回',
  cancelled: '单据已作废',
} as const;

export const execute = async (tx: Tx, deps: Deps, input: ExecuteInput): Promise<Outcome> => {
  const { command } = input;
  const instance = command.kind === 'submit' ? await liveInstance(tx, input) : await existing(tx, input);
  const loaded = await load(tx, instance, input.chain, input.now);
  const definitionId = instance.definition_id === null ? await publish(tx, input.chain) : null;

  if (command.kind === 'urge') checkUrge(loaded, input);
  if (command.kind === 'cc') return copy(tx, deps, loaded, input, definitionId);
  const first = await flowCommand(tx, deps, loaded, input);
  const ran = first === null ? still(loaded) : await drive(tx, deps, loaded, input, first);
  const standsFor = await standingFor(tx, deps, input, first);
  const writing: Writing = { tx, loaded, ran, input, standsFor, definitionId, notify: deps.notify, push: deps.push };
  await persist(writing);
  if (command.kind === 'urge') await urgePeople(writing);
  const outcome = outcomeOf(loaded, ran, standsFor);
  if (outcome.ended === 'approved') await copiesAtEnd(tx, deps, writing);
  return outcome;
};

/** Nothing moves: an urge or a copy is only logged. */
const still = (loaded: Loaded): Ran => ({ state: loaded.state, events: [], resolutions: new Map(), skips: new Map() });

const existing = async (tx: Tx, input: ExecuteInput): Promise<InstanceRow> => {
  const instance = await lockRecord(tx, input.moduleId, input.businessId);
  if (!instance) throw notFound('单据不存在或尚未提交');
  return instance;
};

/** The instance to submit: the draft or returned one, or a fresh one after a withdrawal. */
const liveInstance = async (tx: Tx, input: ExecuteInput): Promise<InstanceRow> => {
  const found = await lockRecord(tx, input.moduleId, input.businessId);
  if (found && found.status !== 'withdrawn') return found;
  await startInstance(tx, input);
  return existing(tx, input);
};

/** The command as `decide` knows it, after the checks that need people or the clock; null where nothing is to be decided. */
const flowCommand = async (tx: Tx, deps: Deps, loaded: Loaded, input: ExecuteInput): Promise<FlowCommand | null> => {
  const { command, actor } = input;
  switch (command.kind) {
    case 'submit':
      return { kind: 'submit', actor: actor.userId };
    case 'withdraw':
      return { kind: 'withdraw', actor: actor.userId };
    case 'cancel':
      if (loaded.state.status === 'approved' && !mayCancel(loaded, actor)) {
        throw forbidden('只有末步审批人、总经理或系统管理员可以作废');
      }
      return { kind: 'cancel' };
    case 'approve':
      return { kind: 'approve', ...(await taskAt(tx, deps, loaded, input, command.taskId)) };
    case 'reject': {
      const at = await taskAt(tx, deps, loaded, input, command.taskId);
      if (command.opinion.trim() === '') throw refused('请填写驳回原因');
      return { kind: 'reject', ...at, to: command.to, resume: command.resume };
    }
    case 'transfer': {
      const at = await taskAt(tx, deps, loaded, input, command.taskId);
      if (at.actor !== actor.userId) throw forbidden('代理人不能再转交他人，请由授权人本人办理');
      if (command.opinion.trim() === '') throw refused('请填写转办原因');
      await checkTransfer(tx, deps, loaded, input, command.to);
      const shared = loaded.run?.tasks[at.task]?.candidates.includes(command.to) === true;
      if (shared && command.leaving !== true) throw refused('对方已是该步骤的处理人');
      return { kind: 'transfer', ...at, to: command.to };
    }
    case 'takeOver':
      if (actor.userId !== loaded.state.starterId) throw forbidden('只有申请人本人可以操作');
      if ((await deps.directory.people(tx, [command.to])).length === 0) throw refused('接手人不存在或已停用');
      return { kind: 'takeOver', to: command.to };
    case 'urge':
    case 'cc':
      return null;
  }
};

/**
 * Position of the task in the active step, and as whom the actor handles it: themselves, or whom they stand in for. Refuses with who was
 * faster and when, where it is closed; where somebody else has it open; and where it is not the actor's.
 */
const taskAt = async (
  tx: Tx,
  deps: Deps,
  loaded: Loaded,
  input: ExecuteInput,
  taskId: string,
): Promise<{ readonly task: number; readonly actor: string }> => {
  const position = loaded.run?.tasks.findIndex((task) => task.id === taskId) ?? -1;
  const task = loaded.run?.tasks[position];
  if (!task || task.state !== 'open') throw await closedTask(tx, deps, loaded.instance, taskId, input.actor, input.now);
  const { userId } = input.actor;
  const as = task.candidates.includes(userId) ? userId : task.standIns[userId];
  if (as === undefined) throw forbidden('您不是该步骤的处理人');
  if (task.claimed_by !== null && task.claimed_by !== userId && (task.claimed_until ?? input.now) > input.now) {
    const names = await deps.directory.userNames(tx, [task.claimed_by]);
    throw conflict(`${names.get(task.claimed_by) ?? '其他人'}正在处理，请稍后再试`);
  }
  return { task: position, actor: as };
};

/** Whom the actor stands in for with this command; null where they act for themselves. */
const standingFor = async (
  tx: Tx,
  deps: Deps,
  { actor }: ExecuteInput,
  first: FlowCommand | null,
): Promise<Writing['standsFor']> => {
  if (first === null || !('task' in first) || first.actor === actor.userId) return null;
  const names = await deps.directory.userNames(tx, [first.actor]);
  return { userId: first.actor, userName: names.get(first.actor) ?? '' };
};

/** Why a task cannot be handled any more, in words. */
export const closedTask = async (
  tx: Tx,
  deps: Deps,
  instance: InstanceRow,
  taskId: string,
  actor: Actor,
  now: Date,
): Promise<Error> => {
  const task = await tx
    .selectFrom('wf_task')
    .select(['state', 'handled_by', 'handled_at', 'on_behalf_of'])
    .where('id', '=', taskId)
    .where('instance_id', '=', instance.id)
    .executeTakeFirst();
  if (!task) return notFound('待办不存在或已被删除');
  if (task.state === 'waiting') return refused('还未轮到您处理');
  if (task.handled_by !== null && task.handled_at !== null) {
    const names = await deps.directory.userNames(
      tx,
      [task.handled_by, task.on_behalf_of].filter((id) => id !== null),
    );
    const who = task.handled_by === actor.userId ? '您' : handlerName(names, task.handled_by, task.on_behalf_of);
    return conflict(`已由${who}于${clock(task.handled_at, now)}处理`);
  }
  if (instance.status === 'running') return conflict('该步骤已由他人处理，单据已转到其他步骤');
  return conflict(STATUS_REFUSAL[instance.status]);
};

/** Voiding gives back what an approval did: it takes who approved last (never the maker alone), or who answers for the whole. */
export const mayCancel = (loaded: Pick<Loaded, 'state'>, actor: Actor): boolean => {
  const { state } = loaded;
  const checkers = [...state.agreed]
    .sort(([a], [b]) => b - a)
    .map(([, agreement]) => agreement.by.filter((person) => person !== state.starterId))
    .find((by) => by.length > 0);
  if (actor.userId === state.starterId) return checkers === undefined;
  return (
    (checkers ?? []).includes(actor.userId) || actor.roles.some((role) => role === 'generalManager' || role === 'admin')
  );
};

const checkTransfer = async (tx: Tx, deps: Deps, loaded: Loaded, input: ExecuteInput, to: string): Promise<void> => {
  if (to === input.actor.userId) throw refused('不能转办给自己');
  const step = loaded.run === null ? null : stepAt(loaded.chain, loaded.run.index);
  if (to === loaded.state.starterId && step?.by !== 'applicant') throw refused('不能转办给申请人本人');
  if ((await deps.directory.people(tx, [to])).length === 0) throw refused('转办对象不存在或已停用');
  const allowed = step?.by === 'chosen' ? await choices(tx, deps.directory, step, input.facts) : null;
  if (allowed !== null && !allowed.some((person) => person.userId === to))
    throw refused('转办对象不在该步骤的可选范围内');
};

/** Runs the command to where it rests: every question is answered inside the transaction, so nothing is left half way. */
const drive = async (tx: Tx, deps: Deps, loaded: Loaded, input: ExecuteInput, first: FlowCommand): Promise<Ran> => {
  let state: FlowState = loaded.state;
  const events: FlowEvent[] = [];
  const resolutions = new Map<number, Resolution>();
  const skips = new Map<number, string>();
  let next: FlowCommand | null = first;
  for (let hop = 0; next !== null; hop += 1) {
    if (hop > MAX_HOPS) throw new Error(`chain of ${loaded.chain.moduleId} does not come to rest`);
    const decision = decide(state, next);
    if (!decision.ok) throw await refusal(tx, deps, loaded, decision.refusal);
    for (const event of decision.events) {
      state = apply(state, event);
      events.push(event);
      if (event.kind === 'skipped')
        skips.set(event.index, skipWords(loaded, input, event, resolutions.get(event.index)));
    }
    next = decision.ask === null ? null : await answer(tx, deps, loaded, input, state, decision.ask, resolutions);
  }
  return { state, events, resolutions, skips };
};

const NOBODY: Resolution = { people: [], why: '' };

const answer = async (
  tx: Tx,
  deps: Deps,
  loaded: Loaded,
  input: ExecuteInput,
  state: FlowState,
  ask: Ask,
  resolutions: Map<number, Resolution>,
): Promise<FlowCommand> => {
  const step = stepAt(loaded.chain, ask.index);
  const holds = ask.cause === 'return' || step.when === null || input.facts.evaluate(step.when);
  const resolution = !holds || isCarried(state, ask) ? NOBODY : await handlersOf(tx, deps, loaded, input, step, ask);
  resolutions.set(ask.index, resolution);
  return { kind: 'enter', ...ask, holds, candidates: resolution.people.map((person) => person.userId) };
};

const handlersOf = async (
  tx: Tx,
  deps: Deps,
  loaded: Loaded,
  input: ExecuteInput,
  step: ChainStep,
  ask: Ask,
): Promise<Resolution> => {
  if (step.by !== 'chosen') return resolve(tx, deps.directory, step.by, input.facts);
  if (ask.cause !== 'forward') {
    const people = await deps.directory.people(tx, await lastPeople(tx, loaded.instance.id, step.key));
    const fit = people.filter((person) => person.userId !== input.facts.starterId);
    if (fit.length > 0) return { people: fit, why: `原处理人：${fit.map((person) => person.userName).join('、')}` };
  }
  return chosen(tx, deps.directory, step, input.facts, pickOf(loaded, input));
};

/** Who was picked for the next step: in the command, or in the user field of the section that is being handled. */
const pickOf = (loaded: Loaded, input: ExecuteInput): string | null => {
  const { command, facts } = input;
  const picked = 'nextHandler' in command ? command.nextHandler : null;
  if (picked !== undefined && picked !== null && picked !== '') return picked;
  const field =
    loaded.run === null || loaded.run.index < 0
      ? loaded.chain.nextHandlerField
      : stepAt(loaded.chain, loaded.run.index).nextHandlerField;
  return field === null ? null : (facts.usersOf(field)[0] ?? null);
};

const skipWords = (
  loaded: Loaded,
  input: ExecuteInput,
  event: FlowEvent & { kind: 'skipped' },
  resolution: Resolution | undefined,
): string => {
  const step = stepAt(loaded.chain, event.index);
  switch (event.reason) {
    case 'condition':
      return `不满足条件：${step.when === null ? '' : (input.facts.explain?.(step.when) ?? step.when)}`;
    case 'carried':
      return '上一轮已同意，退回后直达，不再重复审批';
    case 'samePerson': {
      const who = resolution?.people.find((person) => person.userId === event.by)?.userName ?? input.actor.userName;
      return `${resolution?.why ?? ''}。${who}刚处理过上一步，本步无需填写，自动通过`;
    }
  }
};

const refusal = async (tx: Tx, deps: Deps, loaded: Loaded, why: Refusal): Promise<Error> => {
  switch (why.code) {
    case 'status':
      return conflict(STATUS_REFUSAL[why.status]);
    case 'taskClosed':
      return conflict('该待办已处理');
    case 'notYours':
      return forbidden('您不是该步骤的处理人');
    case 'notStarter':
      return forbidden('只有申请人本人可以操作');
    case 'handled': {
      const names = await deps.directory.userNames(tx, [why.by]);
      return refused(`已由${names.get(why.by) ?? '审批人'}处理，不能撤回`);
    }
    case 'badTarget':
      return refused('只能退回到已处理过的步骤');
    case 'starterEnds':
      return refused('申请人不能否决自己的单据');
    case 'nobody':
      return refused(`步骤「${nameOf(loaded.chain, why.index)}」找不到处理人，请联系系统管理员`);
    case 'alreadyThere':
      return refused('对方已是该步骤的处理人');
    case 'checker':
      return refused('接手人是该单据的审批人，不能成为申请人');
  }
};

const outcomeOf = (loaded: Loaded, ran: Ran, standsFor: Writing['standsFor']): Outcome => {
  const name = (index: number): StepName => ({ key: keyOf(loaded.chain, index), name: nameOf(loaded.chain, index) });
  const ended = ran.events.find((event) => event.kind === 'ended');
  return {
    instanceId: loaded.instance.id,
    status: ran.state.status,
    agreedSteps: ran.events.flatMap((event) => (event.kind === 'agreed' ? [name(event.index)] : [])),
    undoneSteps: ran.events.flatMap((event) => (event.kind === 'undone' ? event.indexes.map(name) : [])),
    returnedToStarter: ran.state.status === 'returned' && loaded.state.status !== 'returned',
    ended: ended?.as ?? null,
    onBehalfOf: standsFor?.userName ?? null,
  };
};

/** People of the definition's cc, told when the record is approved; the applicant hears of it anyway. */
const copiesAtEnd = async (tx: Tx, deps: Deps, writing: Writing): Promise<void> => {
  const { loaded, input } = writing;
  const people = new Set<string>();
  for (const by of loaded.chain.cc) {
    // Nobody to tell is no reason to tell somebody else: cc does not go up the ladder.
    for (const person of await lookUp(tx, deps.directory, by, input.facts)) people.add(person.userId);
  }
  people.delete(input.facts.starterId);
  await sendCopies(writing, [...people].sort(), input.actor);
};

const checkUrge = (loaded: Loaded, input: ExecuteInput): void => {
  const { instance, state } = loaded;
  if (input.actor.userId !== state.starterId) throw forbidden('只有申请人本人可以催办');
  if (state.status !== 'running') throw refused(`${STATUS_REFUSAL[state.status]}，无需催办`);
  if (instance.urged_at !== null && input.now.getTime() - instance.urged_at.getTime() < URGE_EVERY_MS) {
    throw refused('刚催办过，请稍后再试');
  }
  const waiting = openPeople(loaded).filter((person) => person !== input.actor.userId);
  if (waiting.length === 0) throw refused('当前步骤由您本人处理，无需催办');
};

const openPeople = (loaded: Loaded): readonly string[] => [
  ...new Set((loaded.run?.tasks ?? []).flatMap((task) => (task.state === 'open' ? task.candidates : []))),
];

const urgePeople = async ({ tx, loaded, input, notify }: Writing): Promise<void> => {
  const { instance, run } = loaded;
  if (run === null) return;
  const step = nameOf(loaded.chain, run.index);
  const reason = input.command.kind === 'urge' ? (input.command.opinion?.trim() ?? '') : '';
  await notify(
    tx,
    run.tasks.flatMap((task) =>
      task.state !== 'open'
        ? []
        : [...task.candidates, ...Object.keys(task.standIns)]
            .filter((userId) => userId !== input.actor.userId)
            .map((userId) => ({
              user_id: userId,
              kind: 'urged' as const,
              task_id: task.id,
              title: `${input.facts.title}：${input.actor.userName}催办「${step}」${reason === '' ? '' : `：${reason}`}`,
              module_id: loaded.chain.moduleId,
              biz_id: instance.biz_id,
              instance_id: instance.id,
              project_code: input.facts.projectCode,
              created_at: input.now,
            })),
    ),
  );
};

const copy = async (
  tx: Tx,
  deps: Deps,
  loaded: Loaded,
  input: ExecuteInput,
  definitionId: string | null,
): Promise<Outcome> => {
  if (input.command.kind !== 'cc') throw new Error('not a copy');
  if (loaded.state.status === 'draft') throw refused('单据尚未提交，不能抄送');
  const part = await tx
    .selectFrom('wf_participant')
    .select('user_id')
    .where('user_id', '=', input.actor.userId)
    .where('module_id', '=', input.moduleId)
    .where('biz_id', '=', input.businessId)
    .executeTakeFirst();
  if (!part) throw forbidden('只有申请人和审批人可以抄送');
  const wanted = [...new Set(input.command.to)].filter((userId) => userId !== input.actor.userId);
  if (wanted.length === 0) throw refused('请选择抄送人');
  if (wanted.length > 50) throw refused('一次最多抄送50人');
  const people = await deps.directory.people(tx, wanted);
  if (people.length < wanted.length) throw refused('抄送人中有人不存在或已停用，请重新选择');
  const writing: Writing = {
    tx,
    loaded,
    ran: still(loaded),
    input,
    standsFor: null,
    definitionId,
    notify: deps.notify,
    push: deps.push,
  };
  await persist(writing);
  await sendCopies(writing, wanted.sort(), input.actor);
  return outcomeOf(loaded, writing.ran, null);
};
