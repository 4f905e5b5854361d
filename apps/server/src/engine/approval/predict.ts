/** What is to come: who would be asked, why, and which steps would be passed over. Nothing is locked or written. */
import type { Db } from '../../platform/db/schema.ts';
import { START } from './decide.ts';
import { byLabel, resolve } from './people.ts';
import { START_NAME } from './store.ts';
import type { Chain, ChainStep, Facts, HandlerSource, Person, StepView } from './types.ts';

/** Where the prediction starts: after this step, handled by these people, on the way back to `resume`. */
export interface From {
  readonly index: number;
  readonly by: readonly string[];
  readonly round: number;
  readonly resume: number | null;
  readonly agreed: ReadonlySet<number>;
}

const future = (step: ChainStep, round: number): StepView => ({
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
  why: byLabel(step.by),
  round,
  mode: step.mode,
  arrivedAt: null,
  dueAt: null,
  workingHours: null,
  chosen: step.by === 'chosen',
});

const handlersOf = (people: readonly Person[]): StepView['handlers'] =>
  people.map((person) => ({
    UserId: person.userId,
    UserName: person.userName,
    OnBehalfOf: null,
    StandIns: [],
    state: 'waiting',
    handledAt: null,
    Opinion: null,
  }));

/** The steps to come. Without `directory` only their conditions are looked at, which costs no query. */
export const predictFrom = async (
  db: Db,
  directory: HandlerSource | null,
  chain: Chain,
  facts: Facts,
  from: From,
): Promise<readonly StepView[]> => {
  const views: StepView[] = [];
  let before = from.by;
  for (const [index, step] of chain.steps.entries()) {
    if (index <= from.index) continue;
    const view = future(step, from.round);
    if (from.resume !== null && index < from.resume && from.agreed.has(index)) {
      views.push({ ...view, state: 'skipped', why: '上一轮已同意，退回后直达，不再重复审批' });
      continue;
    }
    if (step.when !== null && facts.undecided?.(step.when) === true) {
      views.push({ ...view, why: `视后续填写而定：${facts.explain?.(step.when) ?? step.when}` });
      before = [];
      continue;
    }
    if (step.when !== null && !facts.evaluate(step.when)) {
      views.push({ ...view, state: 'skipped', why: `不满足条件：${facts.explain?.(step.when) ?? step.when}` });
      continue;
    }
    if (step.by === 'chosen' || directory === null) {
      views.push(view);
      before = [];
      continue;
    }
    const resolution = await resolve(db, directory, step.by, facts);
    const [only] = before;
    const alone = step.mode === 'any' || resolution.people.length === 1;
    const same = before.length === 1 && alone && step.fieldKeys.length === 0 && index !== from.resume;
    const person = same ? resolution.people.find((one) => one.userId === only) : undefined;
    if (person) {
      views.push({
        ...view,
        state: 'skipped',
        why: `${resolution.why}。${person.userName}刚处理过上一步，本步无需填写，自动通过`,
      });
      continue;
    }
    views.push({ ...view, handlers: handlersOf(resolution.people), why: resolution.why });
    before = resolution.people.map((one) => one.userId);
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
    index: START,
    by: [],
    round: 1,
    resume: null,
    agreed: new Set(),
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
    },
  ],
  state: 'active',
  Opinion: null,
  handledAt: null,
  why: '申请人填写',
  round: 1,
  mode: 'any',
  arrivedAt: null,
  dueAt: null,
  workingHours: null,
  chosen: false,
});
