/** Steps as they are entered: their rows, their tasks, the to-do lists these appear in. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { inOrder } from '../../platform/db/together.ts';
import { type FlowTask, START } from './flow/state.ts';
import { branchPath, keyOf, type Loaded, nameOf, stepAt } from './load.ts';
import { addListed, type StandIn } from './stand-in.ts';
import { afterWorkingHours, dueOf, REVISE_HOURS } from './working-time.ts';
import { addParticipants, batchable, opinionOf, type Writing } from './writing.ts';

interface OpenedTask {
  readonly taskId: string;
  readonly userIds: readonly string[];
}
/** A step that waits for people now. */
export interface Entered {
  readonly runId: string;
  readonly index: number;
  readonly tasks: readonly OpenedTask[];
}

export const hoursOf = (loaded: Loaded, index: number): number =>
  index === START ? REVISE_HOURS : stepAt(loaded.chain, index).hours;

interface NewRun {
  readonly index: number;
  readonly round: number;
  readonly state: 'active' | 'done' | 'skipped';
  readonly why: string;
  readonly tasks: readonly FlowTask[];
}

/** The steps that a command passed over, submitted or entered, in their order. */
const newRuns = ({ loaded, ran }: Writing): readonly NewRun[] => {
  const runs: NewRun[] = [];
  let round = loaded.state.round;
  for (const event of ran.events) {
    if (event.kind === 'returned' || event.kind === 'reentered') round += 1;
    if (event.kind === 'submitted' && event.first)
      runs.push({ index: START, round, state: 'done', why: '申请人提交', tasks: [] });
    if (event.kind === 'skipped')
      runs.push({ index: event.index, round, state: 'skipped', why: ran.skips.get(event.index) ?? '', tasks: [] });
    if (event.kind === 'entered') {
      const why = event.index === START ? '退回申请人修改' : (ran.resolutions.get(event.index)?.why ?? '');
      runs.push({ index: event.index, round, state: 'active', why, tasks: event.tasks });
    }
  }
  return runs;
};

/** Writes the steps that a command reached, with the tasks of those that are active now. */
export const enterSteps = async (writing: Writing): Promise<readonly Entered[]> => {
  const { tx, loaded, input } = writing;
  const { chain, instance } = loaded;
  const runs = newRuns(writing);
  if (runs.length === 0) return [];
  // Their tasks find them by what is unique of a run, so that both travel together.
  const runOf = (run: NewRun) =>
    sql<string>`(select id from wf_node_run where instance_id = ${instance.id} and node_key = ${keyOf(chain, run.index)}
      and round = ${run.round} and branch = ${branchPath(chain, run.index)})`;
  const tasks = runs.flatMap((run) => [
    ...(run.state === 'done' ? [startTask(writing, runOf(run))] : []),
    ...run.tasks.map((task, position) => openTask(writing, runOf(run), run.index, task, position)),
  ]);
  const entering = tx
    .insertInto('wf_node_run')
    .values(
      runs.map((run) => ({
        instance_id: instance.id,
        module_id: chain.moduleId,
        node_key: keyOf(chain, run.index),
        step_index: run.index,
        round: run.round,
        branch: branchPath(chain, run.index),
        name: nameOf(chain, run.index),
        mode: run.index === START ? ('any' as const) : stepAt(chain, run.index).mode,
        is_final: run.index === START ? false : stepAt(chain, run.index).final,
        state: run.state,
        why: run.why,
        hours: run.state === 'done' ? '0' : null,
        created_at: input.now,
        due_at:
          run.state === 'active' ? afterWorkingHours(input.now, hoursOf(loaded, run.index), writing.isWorkday) : null,
        ended_at: run.state === 'active' ? null : input.now,
      })),
    )
    .returning(['id', 'step_index', 'state'])
    .execute();
  const opening =
    tasks.length === 0
      ? []
      : tx.insertInto('wf_task').values(tasks).returning(['id', 'run_id', 'state', 'candidates']).execute();
  const [rows, inserted] = await inOrder([entering, opening]);
  const idOf = (of: NewRun): string =>
    rows.find((row) => row.step_index === of.index && row.state === of.state)?.id ?? '';
  return runs
    .filter((run) => run.state === 'active')
    .map((run): Entered => {
      const runId = idOf(run);
      const open = inserted.filter((task) => task.run_id === runId && task.state === 'open');
      return {
        runId,
        index: run.index,
        tasks: open.map((task) => ({ taskId: task.id, userIds: task.candidates })),
      };
    });
};

/** Lets the people of the steps just entered find them, and who submits see the record. */
export const addEntered = (
  { tx, loaded, ran, input }: Writing,
  entered: readonly Entered[],
): Promise<readonly StandIn[]> =>
  addActors(
    tx,
    loaded,
    entered.flatMap((run) => run.tasks),
    input.now,
    ran.events.some((event) => event.kind === 'submitted' && event.first) ? [loaded.instance.starter] : [],
  );

const startTask = ({ loaded, input }: Writing, runId: RawBuilder<string>) => ({
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
  opinion: opinionOf(input),
  form_version: input.formVersion,
  created_at: input.now,
  due_at: null,
  remind_at: null,
});

const openTask = (
  { loaded, ran, input, isWorkday }: Writing,
  runId: RawBuilder<string>,
  index: number,
  task: FlowTask,
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
    ...dueOf(input.now, hoursOf(loaded, index), isWorkday),
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
  if (pairs.length > 0)
    return addListed(tx, pairs, people, { moduleId: loaded.chain.moduleId, businessId: loaded.instance.biz_id }, now);
  await addParticipants(tx, loaded, people);
  return [];
};
