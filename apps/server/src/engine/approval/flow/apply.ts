/** The state of an approval after an event. */
import { branchOf } from './path.ts';
import { type Agreement, type FlowEvent, type FlowRun, type FlowState, START } from './state.ts';
import { tasksAfter } from './tasks.ts';

const inRun = (state: FlowState, index: number, event: FlowEvent): readonly FlowRun[] =>
  state.runs.map((run) => (run.index === index ? { ...run, tasks: tasksAfter(run.tasks, event) } : run));

const without = <V>(map: ReadonlyMap<number, V>, indexes: readonly number[]): ReadonlyMap<number, V> =>
  new Map([...map].filter(([at]) => !indexes.includes(at)));

const undone = (state: FlowState, indexes: readonly number[], keep: boolean): FlowState => {
  const gone = [...state.agreed].filter(([at]) => indexes.includes(at));
  // What had been taken up from an earlier round may be so again.
  const kept = gone.filter(([, agreement]) => agreement.carried || (keep && !agreement.auto));
  return {
    ...state,
    agreed: without(state.agreed, indexes),
    kept: new Map([...(keep ? state.kept : without(state.kept, indexes)), ...kept]),
  };
};

/**
 * Who stands in the way of a withdrawal once an agreement has been taken back. Rounds do not tell: taking back begins one as well. Where the
 * record was sent back since it was submitted, somebody handled it in any case.
 */
const handlerLeft = (state: FlowState, sentBack: boolean): string | null => {
  if (sentBack) return state.handledBy;
  const others = (people: readonly (string | null)[]): readonly string[] =>
    people.filter((person) => person !== null && person !== state.starterId) as readonly string[];
  const agreed = [...state.agreed.values()].flatMap((agreement: Agreement) => (agreement.carried ? [] : agreement.by));
  const inside = state.runs.flatMap((run) => run.tasks.map((task) => task.by));
  return others([...agreed, ...inside])[0] ?? null;
};

export const apply = (state: FlowState, event: FlowEvent): FlowState => {
  switch (event.kind) {
    case 'submitted':
      return { ...state, status: 'running', handledBy: null };
    case 'taskClosed':
      return {
        ...state,
        // What the applicant does in a step of their own does not bind them.
        handledBy: event.by !== null && event.by !== state.starterId ? event.by : state.handledBy,
        runs: inRun(state, event.index, event),
      };
    case 'taskOpened':
    case 'taskHeld':
    case 'taskReopened':
    case 'taken':
    case 'reassigned':
    case 'joined':
    case 'tasksAdded':
      return { ...state, runs: inRun(state, event.index, event) };
    case 'takenOver':
      return {
        ...state,
        starterId: event.to,
        // Nobody agrees to their own record: what they had agreed to in an earlier round is asked of somebody else.
        kept: new Map([...state.kept].filter(([, agreement]) => !agreement.by.includes(event.to))),
        runs: state.runs.map((run) => ({ ...run, tasks: tasksAfter(run.tasks, event) })),
      };
    case 'runClosed':
      return { ...state, runs: state.runs.filter((run) => run.index !== event.index) };
    case 'runReopened':
      return { ...state, status: 'running', runs: [...state.runs, event.run].sort((a, b) => a.index - b.index) };
    case 'agreed': {
      const carried = event.carried === true;
      const version = carried ? (state.kept.get(event.index)?.version ?? state.version) : state.version;
      const agreement: Agreement = { by: event.by, auto: event.auto, version, round: state.round, carried };
      return {
        ...state,
        agreed: new Map([...state.agreed, [event.index, agreement]]),
        kept: without(state.kept, [event.index]),
      };
    }
    case 'undone':
      return undone(state, event.indexes, event.keep);
    case 'skipped':
      return state;
    case 'forked': {
      const open = [...new Set([...(state.fork?.open ?? []), ...event.branches])].sort((a, b) => a - b);
      return { ...state, fork: { block: event.block, open } };
    }
    case 'branchDone':
      return {
        ...state,
        fork: state.fork && { ...state.fork, open: state.fork.open.filter((branch) => branch !== event.branch) },
      };
    case 'forkClosed':
      return { ...state, fork: null };
    case 'entered':
      return {
        ...state,
        status: event.index === START ? 'returned' : 'running',
        // Sent back to by name, they are to look again: what they once agreed to does not answer for them.
        kept: event.cause === 'return' ? without(state.kept, [event.index]) : state.kept,
        runs: [...state.runs, { index: event.index, tasks: event.tasks }].sort((a, b) => a.index - b.index),
      };
    case 'returned':
      return { ...state, round: state.round + 1, resume: resumeAfter(state, event) };
    case 'reentered':
      return { ...state, round: state.round + 1 };
    case 'resumed':
      return { ...state, resume: state.resume.filter((index) => index !== event.index) };
    case 'tookBack':
      return {
        ...state,
        round: state.round + (event.across ? 1 : 0),
        resume: [...new Set([...state.resume, ...event.resume])],
        handledBy: handlerLeft(state, event.sentBack),
      };
    case 'ended':
      return { ...state, status: event.as, runs: [], fork: null, resume: [], kept: new Map() };
  }
};

/** Direct: the step that returned it comes next again. Replay: everybody from the target on is asked, whoever waited further on in their turn. */
const resumeAfter = (state: FlowState, event: FlowEvent & { readonly kind: 'returned' }): readonly number[] => {
  if (event.resume === 'direct') return [...state.resume, event.from];
  const targets = event.to.map((index) => (index === START ? null : branchOf(state.blocks, index)));
  const [place = null] = targets;
  // Sent back inside its own branch: what other branches wait for is none of its business.
  return place !== null && targets.length === 1 && state.fork !== null
    ? state.resume.filter((index) => {
        const other = branchOf(state.blocks, index);
        return other !== null && other.block === place.block && other.branch !== place.branch;
      })
    : [];
};
