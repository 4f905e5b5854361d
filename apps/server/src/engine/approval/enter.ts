/** Steps as they are entered: their rows, their tasks, the to-do lists these appear in. */
import type { Tx } from '../../platform/db/schema.ts';
import { START } from './decide.ts';
import { addStandIns, type StandIn } from './stand-in.ts';
import { keyOf, type Loaded, nameOf, stepAt } from './store.ts';
import { afterWorkingHours } from './working-time.ts';
import { addParticipants, batchable, principalOf, type Writing } from './writing.ts';

interface OpenedTask {
  readonly taskId: string;
  readonly userIds: readonly string[];
}
export interface Entered {
  readonly runId: string;
  readonly index: number;
  readonly tasks: readonly OpenedTask[];
  readonly standIns: readonly StandIn[];
}

/** Writes the steps that a command passed over, submitted or entered, with the tasks of the one that is active now. */
export const enterSteps = async (writing: Writing): Promise<Entered | null> => {
  const { tx, loaded, ran, input } = writing;
  const { chain, instance } = loaded;
  const runs: {
    index: number;
    round: number;
    state: 'active' | 'done' | 'skipped';
    why: string;
  }[] = [];
  let round = loaded.state.round;
  for (const event of ran.events) {
    if (event.kind === 'returned') round += 1;
    if (event.kind === 'submitted' && event.first) runs.push({ index: START, round, state: 'done', why: '申请人提交' });
    if (event.kind === 'skipped') {
      runs.push({ index: event.index, round, state: 'skipped', why: ran.skips.get(event.index) ?? '' });
    }
    if (event.kind === 'entered') {
      const why = event.index === START ? '退回申请人修改' : (ran.resolutions.get(event.index)?.why ?? '');
      runs.push({ index: event.index, round, state: 'active', why });
    }
  }
  if (runs.length === 0) return null;
  const hoursOf = (index: number): number => (index === START ? 24 : stepAt(chain, index).hours);
  const rows = await tx
    .insertInto('wf_node_run')
    .values(
      runs.map((run) => ({
        instance_id: instance.id,
        module_id: chain.moduleId,
        node_key: keyOf(chain, run.index),
        step_index: run.index,
        round: run.round,
        name: nameOf(chain, run.index),
        mode: run.index === START ? ('any' as const) : stepAt(chain, run.index).mode,
        is_final: run.index === START ? false : stepAt(chain, run.index).final,
        state: run.state,
        why: run.why,
        hours: run.state === 'done' ? '0' : null,
        created_at: input.now,
        due_at: run.state === 'active' ? afterWorkingHours(input.now, hoursOf(run.index)) : null,
        ended_at: run.state === 'active' ? null : input.now,
      })),
    )
    .returning(['id', 'step_index', 'state'])
    .execute();

  const started = rows.find((row) => row.state === 'done');
  const active = rows.find((row) => row.state === 'active');
  const entered = ran.events.find((event) => event.kind === 'entered');
  const tasks = [
    ...(started ? [startTask(writing, started.id)] : []),
    ...(active && entered
      ? entered.tasks.map((task, at) => openTask(writing, active.id, entered.index, task, at))
      : []),
  ];
  const inserted =
    tasks.length === 0
      ? []
      : await tx.insertInto('wf_task').values(tasks).returning(['id', 'run_id', 'state', 'candidates']).execute();
  if (started) await addActors(tx, loaded, [], input.now, [instance.starter]);
  if (!active || !entered) return null;
  const open = inserted
    .filter((task) => task.run_id === active.id && task.state === 'open')
    .map((task) => ({ taskId: task.id, userIds: task.candidates }));
  const standIns = await addActors(tx, loaded, open, input.now);
  return { runId: active.id, index: entered.index, tasks: open, standIns };
};

const startTask = ({ loaded, input }: Writing, runId: string) => ({
  run_id: runId,
  instance_id: loaded.instance.id,
  position: 0,
  kind: 'revise' as const,
  state: 'agreed' as const,
  assignee: loaded.instance.starter,
  candidates: [loaded.instance.starter],
  why: '申请人提交',
  batchable: false,
  handled_by: loaded.instance.starter,
  handled_at: input.now,
  form_version: input.formVersion,
  created_at: input.now,
  due_at: null,
});

const openTask = (
  { loaded, ran, input }: Writing,
  runId: string,
  index: number,
  task: { readonly candidates: readonly string[]; readonly state: string },
  position: number,
) => {
  const people = (ran.resolutions.get(index)?.people ?? []).filter((person) => task.candidates.includes(person.userId));
  const only = task.candidates.length === 1 ? (task.candidates[0] ?? null) : null;
  return {
    run_id: runId,
    instance_id: loaded.instance.id,
    position,
    kind: index === START ? ('revise' as const) : ('approve' as const),
    state: task.state === 'waiting' ? ('waiting' as const) : ('open' as const),
    assignee: only,
    candidates: [...task.candidates],
    why:
      index === START
        ? '退回申请人修改'
        : [...new Set(people.map((person) => person.via))].filter((via) => via !== '').join('；') ||
          (ran.resolutions.get(index)?.why ?? ''),
    batchable: index === START ? false : batchable(stepAt(loaded.chain, index), input.facts.amount),
    handled_by: null,
    handled_at: null,
    form_version: null,
    created_at: input.now,
    due_at: afterWorkingHours(input.now, index === START ? 24 : stepAt(loaded.chain, index).hours),
  };
};

/** Makes tasks appear in people's to-do lists and in those of who stands in for them, and lets all of them see the record from now on. */
export const addActors = async (
  tx: Tx,
  loaded: Loaded,
  tasks: readonly OpenedTask[],
  now: Date,
  also: readonly string[] = [],
): Promise<readonly StandIn[]> => {
  const pairs = tasks.flatMap((task) => task.userIds.map((userId) => ({ taskId: task.taskId, userId })));
  const people = [...new Set([...pairs.map((pair) => pair.userId), ...also])].sort();
  if (pairs.length > 0) {
    await tx
      .insertInto('wf_task_actor')
      .values(pairs.map((pair) => ({ task_id: pair.taskId, principal: principalOf(pair.userId), created_at: now })))
      // Who stood in for somebody and is now asked themselves keeps it when the delegation ends.
      .onConflict((conflict) => conflict.columns(['task_id', 'principal']).doUpdateSet({ delegation_id: null }))
      .execute();
  }
  await addParticipants(tx, loaded, people);
  return addStandIns(
    tx,
    tasks.map((task) => task.taskId),
    now,
  );
};
