/** What is to come: who would be asked, why, and which steps would be passed over. Nothing is locked or written. */
import { byWords } from '@hengneng/form-kit';
import type { Db } from '../../platform/db/schema.ts';
import { branchOf, directlyBefore, isBefore } from './flow/path.ts';
import { type FlowBlock, START } from './flow/state.ts';
import { votesNeeded } from './flow/tasks.ts';
import { flowBlocks, isPassable, lastChosen, lastWords, START_NAME } from './load.ts';

import { type Answered, resolveStep } from './policy.ts';
import type { Chain, ChainStep, Facts, HandlerSource, Person, StepView } from './types.ts';
import { branchWords, CARRIED_WORDS, conditionWords } from './words.ts';

/** Where the prediction starts. */
export interface From {
  /** Active steps with who may handle them. */
  readonly active: ReadonlyMap<number, readonly string[]>;
  readonly round: number;
  /** The instance whose steps were taken; null before the first submission. */
  readonly instanceId: string | null;
  /** Steps to come straight back to. */
  readonly resume: readonly number[];
  /** Steps that agreed, with who did. */
  readonly agreed: ReadonlyMap<number, readonly string[]>;
  /** Steps whose agreement a return made void: the round of it, and whether it had been taken up there from an earlier one. */
  readonly kept: ReadonlyMap<number, { readonly round: number; readonly carried: boolean }>;
}

const future = (chain: Chain, index: number, step: ChainStep, round: number): StepView => ({
  NodeRecordId: null,
  key: step.key,
  name: step.name,
  IsFinal: step.final,
  CreatedByUserId: null,
  NextHandlerUserId: null,
  handlers: [],
  state: 'future',
  Opinion: null,
  handledAt: null,
  why: byWords(step.by),
  round,
  mode: step.mode,
  votesNeeded: null,
  parallel: parallelOf(chain, index),
  arrivedAt: null,
  dueAt: null,
  timeout: step.policy?.timeout ?? 'remind',
  workingHours: null,
  usual: null,
  expectedAt: null,
  chosen: step.by === 'chosen',
  printed: step.print?.shown !== false,
});

/** Where a step stands among steps taken side by side, by name. */
export const parallelOf = (chain: Chain, index: number): StepView['parallel'] => {
  const place = index === START ? null : branchOf(flowBlocks(chain), index);
  const block = place === null ? undefined : chain.parallel?.[place.block];
  if (place === null || block === undefined) return null;
  return { block: block.name, branch: block.branches[place.branch]?.name ?? '' };
};

const handlersOf = (people: readonly Person[]): StepView['handlers'] =>
  people.map((person) => ({
    UserId: person.userId,
    UserName: person.userName,
    OnBehalfOf: null,
    StandIns: [],
    state: 'waiting',
    handledAt: null,
    Opinion: null,
    part: 'own',
    addedBy: null,
    asked: null,
    signature: null,
  }));

/** Why a branch is left out; null where its steps are taken. */
const branchSkipped = (chain: Chain, blocks: readonly FlowBlock[], index: number, from: From, facts: Facts) => {
  const place = branchOf(blocks, index);
  if (place === null) return null;
  // Under way: it has been entered.
  const inside = [...from.active.keys()].some((at) => at !== START && branchOf(blocks, at)?.block === place.block);
  const branch = chain.parallel?.[place.block]?.branches[place.branch];
  const when = branch?.when ?? null;
  if (inside || when === null || facts.undecided?.(when) === true || facts.evaluate(when)) return null;
  return branchWords(branch?.name ?? '', facts, when);
};

/** The person who would have agreed already and could decide this step alone. */
const alreadyAgreed = (
  step: ChainStep,
  blocks: readonly FlowBlock[],
  index: number,
  before: ReadonlyMap<number, readonly string[]>,
  resolution: Answered,
): Person | undefined => {
  const repeat = step.policy?.repeat ?? 'next';
  const alone = step.mode === 'any' || resolution.people.length === 1;
  if (repeat === 'none' || !alone || !isPassable(step)) return undefined;
  const earlier = [...before.keys()].filter((at) => isBefore(blocks, at, index));
  const asked = repeat === 'all' ? earlier : directlyBefore(blocks, index, earlier);
  if (repeat === 'next' && asked.length > 1) return undefined;
  // Of several who may handle the step before, nobody knows who will.
  const sure = asked.flatMap((at) => (before.get(at)?.length === 1 ? (before.get(at) ?? []) : []));
  return resolution.people.find((person) => sure.includes(person.userId));
};

/** What it hangs on whether a step is asked again after a return; empty where it is asked anyway. */
const keptWords = ({ watch = [] }: ChainStep, kept: ReturnType<From['kept']['get']>, facts: Facts): string =>
  kept === undefined || watch.length === 0
    ? ''
    : `。第${kept.round}轮已${kept.carried ? '沿用' : ''}同意，所关注的${watch.map((key) => facts.label?.(key) ?? key).join('、')}不变则沿用`;

const fieldOf = (step: ChainStep): string | null => /^field\((\w+)\)$/.exec(step.by)?.[1] ?? null;

/** Whether the field that names the step's people is still to be filled in: by the applicant, or in a step before it. */
const isUnnamed = (step: ChainStep, facts: Facts, from: From): boolean => {
  const field = fieldOf(step);
  if (field === null || field === 'applicant' || facts.usersOf(field).length > 0) return false;
  return from.active.has(START) || facts.undecided?.(field) === true;
};

const namedWords = (step: ChainStep, facts: Facts): string => {
  const field = fieldOf(step) ?? '';
  return `由「${facts.label?.(field) ?? field}」所填的人员处理`;
};

/** The steps to come. Without `directory` only their conditions are looked at, which costs no query. */
export const predictFrom = async (
  db: Db,
  directory: HandlerSource | null,
  chain: Chain,
  facts: Facts,
  from: From,
): Promise<readonly StepView[]> => {
  const blocks = flowBlocks(chain);
  const views: StepView[] = [];
  const before = new Map<number, readonly string[]>([...from.agreed, ...from.active]);
  for (const [index, step] of chain.steps.entries()) {
    if (![...from.active.keys()].some((at) => at === START || isBefore(blocks, at, index))) continue;
    if (from.active.has(index)) continue;
    const view = future(chain, index, step, from.round);
    const skip = (why: string): void => void views.push({ ...view, state: 'skipped', why });
    const left = branchSkipped(chain, blocks, index, from, facts);
    if (left !== null) skip(left);
    else if (from.resume.length > 0 && from.agreed.has(index)) skip(CARRIED_WORDS);
    else if (step.when !== null && facts.undecided?.(step.when) === true) {
      views.push({ ...view, why: `视后续填写而定：${facts.explain?.(step.when) ?? step.when}` });
      before.set(index, []);
    } else if (step.when !== null && !facts.evaluate(step.when)) skip(conditionWords(facts, step.when));
    else if (isUnnamed(step, facts, from)) {
      views.push({ ...view, why: namedWords(step, facts) });
      before.set(index, []);
    } else if (step.by === 'chosen' || directory === null) {
      // What comes straight back goes to whoever had it: nobody is picked for it again.
      const last =
        directory !== null && from.instanceId !== null && from.resume.includes(index)
          ? await lastChosen(db, directory, from.instanceId, step, facts.starterId)
          : [];
      views.push(
        last.length === 0 ? view : { ...view, chosen: false, handlers: handlersOf(last), why: lastWords(last) },
      );
      before.set(
        index,
        last.map((one) => one.userId),
      );
    } else {
      const cause = from.resume.includes(index) ? 'resume' : 'forward';
      const resolution = await resolveStep(db, directory, step, facts, cause);
      if (resolution.instead !== null) {
        skip(resolution.why);
        continue;
      }
      const same = cause === 'forward' ? alreadyAgreed(step, blocks, index, before, resolution) : undefined;
      if (same) {
        skip(`${resolution.why}。${same.userName}刚处理过上一步，本步无需填写，自动通过`);
        continue;
      }
      const voters = resolution.people.length;
      views.push({
        ...view,
        handlers: handlersOf(resolution.people),
        why: `${resolution.why}${cause === 'forward' ? keptWords(step, from.kept.get(index), facts) : ''}`,
        votesNeeded: step.mode === 'vote' ? votesNeeded({ pass: step.pass ?? 100 }, voters) : null,
      });
      before.set(
        index,
        resolution.people.map((one) => one.userId),
      );
    }
  }
  return views;
};

/** The whole chain of a record that is not submitted yet, the applicant's step first. */
export const predict = async (
  db: Db,
  directory: HandlerSource,
  chain: Chain,
  facts: Facts,
): Promise<readonly StepView[]> => {
  const names = await directory.userNames(db, [facts.starterId]);
  const steps = await predictFrom(db, directory, chain, facts, {
    active: new Map([[START, []]]),
    round: 1,
    instanceId: null,
    resume: [],
    agreed: new Map(),
    kept: new Map(),
  });
  return [startView(facts.starterId, names.get(facts.starterId) ?? ''), ...steps];
};

/** The applicant's own step before the first submission. */
export const startView = (userId: string, userName: string): StepView => ({
  NodeRecordId: null,
  key: 'start',
  name: START_NAME,
  IsFinal: false,
  CreatedByUserId: userId,
  NextHandlerUserId: null,
  handlers: [
    {
      UserId: userId,
      UserName: userName,
      OnBehalfOf: null,
      StandIns: [],
      state: 'active',
      handledAt: null,
      Opinion: null,
      part: 'own',
      addedBy: null,
      asked: null,
      signature: null,
    },
  ],
  state: 'active',
  Opinion: null,
  handledAt: null,
  why: '申请人填写',
  round: 1,
  mode: 'any',
  votesNeeded: null,
  parallel: null,
  arrivedAt: null,
  dueAt: null,
  timeout: 'remind',
  workingHours: null,
  usual: null,
  expectedAt: null,
  chosen: false,
  printed: true,
});
