/** One command of a person, from the locked instance to the written outcome. The caller's transaction holds it all. */
import type { Tx } from '../../platform/db/schema.ts';
import { forbidden, notFound, refused } from '../../platform/http/errors.ts';
import { apply } from './flow/apply.ts';
import { decide } from './flow/decide.ts';
import { isCarried } from './flow/forward.ts';
import { type Ask, type FlowCommand, type FlowEvent, type FlowState, START } from './flow/state.ts';
import { keyOf, lastChosen, lastWords, type Loaded, load, nameOf, stepAt } from './load.ts';
import { chosen, lookUp, refusedAt, type Resolution } from './people.ts';
import { persist } from './persist.ts';
import { type Answered, resolveStep } from './policy.ts';
import { unchanged } from './unchanged.ts';
import { prepare } from './prepare.ts';
import { type InstanceRow, lockRecord, publish, startInstance } from './store.ts';
import { remindPeople, sendCopies, urgePeople } from './tell.ts';
import type { ChainStep, ExecuteInput, HandlerSource, Outcome, StepName } from './types.ts';
import { refusal, skipWords } from './words.ts';
import { workdays } from './work-calendar.ts';
import type { Notify, Ran, Writing } from './writing.ts';

/** A chain has fifty steps at most; more hops than this is a loop. */
const MAX_HOPS = 80;

export interface Deps {
  readonly directory: HandlerSource;
  readonly notify: Notify;
}

export const execute = async (tx: Tx, deps: Deps, input: ExecuteInput): Promise<Outcome> => {
  const { command } = input;
  const instance = command.kind === 'submit' ? await liveInstance(tx, input) : await existing(tx, input);
  const loaded = await load(tx, instance, input.chain, input.formVersion, input.now);
  const definitionId = instance.definition_id === null ? await publish(tx, input.chain) : null;

  const prepared = await prepare({ tx, directory: deps.directory, loaded, input });
  if (command.kind === 'cc') await checkCopy(tx, deps, loaded, input);
  const ran = prepared.flow === null ? still(loaded) : await drive(tx, deps, loaded, input, prepared.flow);
  const standsFor = await namedOwner(tx, deps, prepared.standsFor);
  const writing: Writing = {
    tx,
    loaded,
    ran,
    input,
    standsFor,
    definitionId,
    index: prepared.index,
    reopening: prepared.reopening,
    undoing: prepared.undoing,
    joining: prepared.joining,
    isWorkday: await workdays(tx),
    notify: deps.notify,
  };
  // A reminder moves nothing and is no act of anybody.
  const { rest } = command.kind === 'remind' ? { rest: undefined } : await persist(writing);
  if (command.kind === 'urge') await urgePeople(writing);
  if (command.kind === 'remind' || command.kind === 'timeout') await remindPeople(writing, command);
  if (command.kind === 'cc') await sendCopies(writing, copied(input), input.actor);
  const outcome = outcomeOf(loaded, ran, standsFor);
  if (outcome.ended === 'approved') await copiesAtEnd(tx, deps, writing);
  return { ...outcome, rest };
};

/** Whom the actor stands in for with this command; null where they act for themselves. */
const namedOwner = async (tx: Tx, deps: Deps, userId: string | null): Promise<Writing['standsFor']> =>
  userId === null ? null : { userId, userName: (await deps.directory.userNames(tx, [userId])).get(userId) ?? '' };

/** Nothing moves: an urge or a copy is only logged. */
const still = (loaded: Loaded): Ran => ({ state: loaded.state, events: [], resolutions: new Map(), skips: new Map() });

const existing = async (tx: Tx, input: ExecuteInput): Promise<InstanceRow> => {
  const instance = await lockRecord(tx, input.moduleId, input.businessId);
  if (!instance) throw notFound('单据不存在或尚未提交');
  return instance;
};

/** The instance to submit: the draft or returned one, or a fresh one after a withdrawal. */
const liveInstance = async (tx: Tx, input: ExecuteInput): Promise<InstanceRow> => {
  const found = input.locked ?? (await lockRecord(tx, input.moduleId, input.businessId));
  if (found && found.status !== 'withdrawn') return found;
  await startInstance(tx, input);
  return existing(tx, input);
};

/** Runs the command to where it rests: every question is answered inside the transaction, so nothing is left half way. */
const drive = async (tx: Tx, deps: Deps, loaded: Loaded, input: ExecuteInput, first: FlowCommand): Promise<Ran> => {
  let state: FlowState = loaded.state;
  const events: FlowEvent[] = [];
  const resolutions = new Map<number, Resolution>();
  const skips = new Map<number, string>();
  const decided = async (command: FlowCommand): Promise<readonly Ask[]> => {
    const decision = decide(state, command);
    if (!decision.ok) throw await refusal(tx, deps.directory, loaded, input.command.kind, decision.refusal);
    for (const event of decision.events) {
      state = apply(state, event);
      events.push(event);
      if (event.kind === 'skipped')
        skips.set(event.index, skipWords(loaded, input.facts, input.actor, event, resolutions.get(event.index)));
    }
    return decision.asks;
  };
  // Branches of a parallel block are answered one after another, each to where it rests.
  const asks = [...(await decided(first))];
  for (let hop = 0; asks.length > 0; hop += 1) {
    if (hop > MAX_HOPS) throw new Error(`chain of ${loaded.chain.moduleId} does not come to rest`);
    const ask = asks.shift();
    if (ask === undefined) break;
    asks.unshift(...(await decided(await answer(tx, deps, loaded, input, state, ask, resolutions))));
  }
  return { state, events, resolutions, skips };
};

const NOBODY: Answered = { people: [], why: '', instead: null };

const answer = async (
  tx: Tx,
  deps: Deps,
  loaded: Loaded,
  input: ExecuteInput,
  state: FlowState,
  ask: Ask,
  resolutions: Map<number, Resolution>,
): Promise<FlowCommand> => {
  if (ask.kind === 'fork') {
    const branches = loaded.chain.parallel?.[ask.block]?.branches ?? [];
    return { ...ask, holds: branches.map(({ when }) => when === undefined || input.facts.evaluate(when)) };
  }
  const step = stepAt(loaded.chain, ask.index);
  const holds = ask.cause === 'return' || step.when === null || input.facts.evaluate(step.when);
  const carried =
    holds && ask.cause === 'forward' ? await unchanged(tx, deps.directory, loaded, input, state, ask.index) : null;
  if (carried !== null) {
    resolutions.set(ask.index, { people: [], why: carried });
    return { ...ask, holds, candidates: [], unchanged: true };
  }
  const resolution = !holds || isCarried(state, ask) ? NOBODY : await handlersOf(tx, deps, loaded, input, step, ask);
  resolutions.set(ask.index, resolution);
  return {
    ...ask,
    holds,
    candidates: resolution.people.map((person) => person.userId),
    instead: resolution.instead,
  };
};

const handlersOf = async (
  tx: Tx,
  deps: Deps,
  loaded: Loaded,
  input: ExecuteInput,
  step: ChainStep,
  ask: Ask & { readonly kind: 'enter' },
): Promise<Answered> => {
  if (step.by !== 'chosen') return resolveStep(tx, deps.directory, step, input.facts, ask.cause);
  if (ask.cause !== 'forward') {
    const people = await lastChosen(tx, deps.directory, loaded.instance.id, step, input.facts.starterId);
    if (people.length > 0) return { people, why: lastWords(people), instead: null };
  }
  return { ...(await chosen(tx, deps.directory, step, input.facts, pickOf(loaded, input))), instead: null };
};

/**
 * Who was picked for the next step: in the user field of the section that is being handled, or in the command. They may not differ: what comes
 * back to “whoever was named” later goes to the person in the field.
 */
const pickOf = (loaded: Loaded, input: ExecuteInput): string | null => {
  const { command, facts } = input;
  const picked = ('nextHandler' in command ? command.nextHandler : null) || null;
  const handled =
    'taskId' in command
      ? loaded.runs.find((run) => run.tasks.some((task) => task.id === command.taskId))
      : loaded.runs[0];
  const field =
    handled === undefined || handled.index === START
      ? loaded.chain.nextHandlerField
      : stepAt(loaded.chain, handled.index).nextHandlerField;
  const named = field === null ? null : (facts.usersOf(field)[0] ?? null);
  if (field !== null && named !== null && picked !== null && named !== picked)
    throw refusedAt(`下一步处理人须与「${facts.label?.(field) ?? field}」一致`);
  return named ?? picked;
};

const outcomeOf = (loaded: Loaded, ran: Ran, standsFor: Writing['standsFor']): Omit<Outcome, 'rest'> => {
  // Effects are bound to what the definition calls a step.
  const name = (index: number): StepName => ({
    key: keyOf(loaded.chain, index),
    name: loaded.chain.steps[index]?.own ?? nameOf(loaded.chain, index),
  });
  const ended = ran.events.find((event) => event.kind === 'ended');
  return {
    instanceId: loaded.instance.id,
    status: ran.state.status,
    agreedSteps: ran.events.flatMap((event) => (event.kind === 'agreed' ? [name(event.index)] : [])),
    standing: [...ran.state.agreed.keys()].map((index) => keyOf(loaded.chain, index)),
    undoneSteps: ran.events.flatMap((event) => (event.kind === 'undone' ? event.indexes.map(name) : [])),
    returnedToStarter: ran.state.status === 'returned' && loaded.state.status !== 'returned',
    reopened: loaded.state.status === 'approved' && ran.state.status === 'running',
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

const copied = ({ command, actor }: ExecuteInput): readonly string[] =>
  command.kind === 'cc' ? [...new Set(command.to)].filter((userId) => userId !== actor.userId).sort() : [];

const checkCopy = async (tx: Tx, deps: Deps, loaded: Loaded, input: ExecuteInput): Promise<void> => {
  if (loaded.state.status === 'draft') throw refused('单据尚未提交，不能抄送');
  const part = await tx
    .selectFrom('wf_participant')
    .select('user_id')
    .where('user_id', '=', input.actor.userId)
    .where('module_id', '=', input.moduleId)
    .where('biz_id', '=', input.businessId)
    .executeTakeFirst();
  if (!part) throw forbidden('只有申请人和审批人可以抄送');
  const wanted = copied(input);
  if (wanted.length === 0) throw refused('请选择抄送人');
  if (wanted.length > 50) throw refused('一次最多抄送50人');
  const people = await deps.directory.people(tx, wanted);
  if (people.length < wanted.length) throw refused('抄送人中有人不存在或已停用，请重新选择');
};
