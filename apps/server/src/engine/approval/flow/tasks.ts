/**
 * The tasks of one active step: which of them may be handled now, and whether the step is through. Both follow from the tasks alone, so that
 * agreeing, adding, removing and taking back are each a change followed by `balance`.
 */
import type { Added, FlowEvent, FlowRun, FlowStep, FlowTask } from './state.ts';

type Tasks = readonly FlowTask[];

const isOut = (task: FlowTask): boolean => task.state === 'cancelled' || task.state === 'removed';
export const isPending = (task: FlowTask): boolean => task.state === 'open' || task.state === 'waiting';

/** Positions of the groups added to a task, each with its people. */
const groupsOf = (tasks: Tasks, to: number, where: (added: Added) => boolean): readonly (readonly number[])[] => {
  const groups = new Map<number, number[]>();
  for (const [at, { added }] of tasks.entries()) {
    if (added === null || added.to !== to || !where(added)) continue;
    groups.set(added.group, [...(groups.get(added.group) ?? []), at]);
  }
  return [...groups.values()];
};

const isBeforeGroup = (added: Added): boolean => added.where !== 'after';
const isAfterGroup = (added: Added): boolean => added.where === 'after';

/** Agreed to, and by those added after it, too. */
const isThrough = (tasks: Tasks, at: number): boolean =>
  tasks[at]?.state === 'agreed' && groupsOf(tasks, at, isAfterGroup).every((group) => isGroupThrough(tasks, group));

/** Those added have decided; people taken out again do not count. */
const isGroupThrough = (tasks: Tasks, group: readonly number[]): boolean => {
  const left = group.filter((at) => tasks[at] !== undefined && !isOut(tasks[at]));
  if (left.length === 0) return true;
  const mode = tasks[left[0] ?? 0]?.added?.mode ?? 'all';
  return mode === 'any' ? left.some((at) => isThrough(tasks, at)) : left.every((at) => isThrough(tasks, at));
};

/** Nobody added before it is still to be heard. */
const isFree = (tasks: Tasks, at: number): boolean =>
  groupsOf(tasks, at, isBeforeGroup).every((group) => isGroupThrough(tasks, group));

const roots = (tasks: Tasks): readonly number[] => [...tasks.keys()].filter((at) => tasks[at]?.added === null);

/** Whether it is the task's turn, whatever its own state. */
export const mayBeHandled = (step: Pick<FlowStep, 'mode'>, tasks: Tasks, at: number): boolean => {
  const task = tasks[at];
  if (task === undefined || isOut(task)) return false;
  const { added } = task;
  const peers = added === null ? roots(tasks) : groupsOf(tasks, added.to, (one) => one.group === added.group).flat();
  const inTurn = added === null ? step.mode === 'turn' : added.mode === 'turn';
  const earlier = peers.filter((peer) => peer < at && tasks[peer] !== undefined && !isOut(tasks[peer]));
  if (inTurn && !earlier.every((peer) => isThrough(tasks, peer))) return false;
  if (added?.where === 'after' && tasks[added.to]?.state !== 'agreed') return false;
  return isFree(tasks, at);
};

/** Votes that a step needs. */
export const votesNeeded = (step: Pick<FlowStep, 'pass'>, voters: number): number =>
  Math.max(1, Math.ceil((voters * step.pass) / 100));

/** Whether the step is through, can no longer be, or goes on. */
export const verdictOf = (step: Pick<FlowStep, 'mode' | 'pass'>, tasks: Tasks): 'passed' | 'failed' | 'open' => {
  const asked = roots(tasks).filter((at) => tasks[at]?.state !== 'removed');
  const through = asked.filter((at) => isThrough(tasks, at)).length;
  if (step.mode === 'vote') {
    const needed = votesNeeded(step, asked.length);
    const against = asked.filter((at) => tasks[at]?.state === 'rejected').length;
    if (through >= needed) return 'passed';
    return asked.length - against < needed ? 'failed' : 'open';
  }
  if (step.mode === 'any') return through > 0 ? 'passed' : 'open';
  return through === asked.length ? 'passed' : 'open';
};

/** A task after an event of its step. */
const taskAfter = (task: FlowTask, at: number, event: FlowEvent): FlowTask => {
  if (event.kind === 'takenOver' && isPending(task))
    return { ...task, candidates: task.candidates.map((person) => (person === event.from ? event.to : person)) };
  if (!('task' in event) || event.task !== at) return task;
  switch (event.kind) {
    case 'taskClosed':
      return { ...task, state: event.as, by: event.by };
    case 'taskOpened':
      return { ...task, state: 'open' };
    case 'taskHeld':
      return { ...task, state: 'waiting' };
    case 'taskReopened':
      return { ...task, state: 'waiting', by: null };
    case 'taken':
      return { ...task, candidates: [event.by] };
    case 'joined':
      return { ...task, candidates: [...new Set([...task.candidates, ...event.people])] };
    case 'reassigned':
      return {
        ...task,
        candidates: [...task.candidates.filter((person) => person !== event.from && person !== event.to), event.to],
      };
  }
};

/** The tasks of a step after an event of that step. */
export const tasksAfter = (tasks: Tasks, event: FlowEvent): Tasks =>
  event.kind === 'tasksAdded' ? [...tasks, ...event.tasks] : tasks.map((task, at) => taskAfter(task, at, event));

export const runAfter = (run: FlowRun, events: readonly FlowEvent[]): FlowRun => ({
  ...run,
  tasks: events.reduce(tasksAfter, run.tasks),
});

const cancelled = (index: number, task: number): FlowEvent => ({
  kind: 'taskClosed',
  index,
  task,
  as: 'cancelled',
  by: null,
});

/** Tasks whose say is no longer wanted: another of their group was enough, or what they were added to is gone. */
const needless = (tasks: Tasks): readonly number[] =>
  [...tasks.keys()].filter((at) => {
    const task = tasks[at];
    const added = task?.added;
    if (task === undefined || added === undefined || added === null || !isPending(task)) return false;
    const parent = tasks[added.to];
    if (parent === undefined || isOut(parent)) return true;
    if (added.mode !== 'any') return false;
    return groupsOf(tasks, added.to, (one) => one.group === added.group)
      .flat()
      .some((peer) => peer !== at && isThrough(tasks, peer));
  });

/** What follows inside a step from a change of its tasks: who is not needed any more, whose turn it is now, and who has to wait. */
export const balance = (step: FlowStep, run: FlowRun): readonly FlowEvent[] => {
  const events: FlowEvent[] = [];
  let { tasks } = run;
  const note = (event: FlowEvent): void => {
    events.push(event);
    tasks = tasksAfter(tasks, event);
  };
  for (let [at] = needless(tasks); at !== undefined; [at] = needless(tasks)) note(cancelled(run.index, at));
  for (const at of tasks.keys()) {
    const { state } = tasks[at] ?? {};
    const turn = mayBeHandled(step, tasks, at);
    if (state === 'waiting' && turn) note({ kind: 'taskOpened', index: run.index, task: at });
    if (state === 'open' && !turn) note({ kind: 'taskHeld', index: run.index, task: at });
  }
  return events;
};

/** Closes what nobody has to handle any more. */
export const cancelPending = (run: FlowRun): readonly FlowEvent[] =>
  [...run.tasks.keys()].flatMap((at): readonly FlowEvent[] =>
    run.tasks[at] !== undefined && isPending(run.tasks[at]) ? [cancelled(run.index, at)] : [],
  );

/** The tasks that a step begins with. */
export const tasksFor = (step: Pick<FlowStep, 'mode'>, candidates: readonly string[]): Tasks => {
  const plain = { by: null, added: null };
  if (step.mode === 'any') return [{ ...plain, candidates, state: 'open' }];
  return candidates.map((person, at) => ({
    ...plain,
    candidates: [person],
    state: step.mode === 'turn' && at > 0 ? 'waiting' : 'open',
  }));
};
