/** Steps as they are entered: their rows, their tasks, the to-do lists these appear in. */
import { raw } from '../../platform/db/raw.ts';
import type { Tx } from '../../platform/db/schema.ts';
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

/** A task of a step just entered, as its row is to be; `index` and `round` are those of its step. */
interface NewTask {
  readonly index: number;
  readonly round: number;
  readonly position: number;
  readonly kind: 'approve' | 'revise';
  readonly state: 'open' | 'waiting' | 'agreed';
  readonly candidates: readonly string[];
  readonly why: string;
  readonly batchable: boolean;
  readonly handled_by: string | null;
  readonly handled_at: Date | null;
  readonly opinion: string | null;
  readonly form_version: number | null;
  readonly due_at: Date | null;
  readonly remind_at: Date | null;
}

/** Steps and their tasks, both as JSON, of one approval at one moment. */
const ENTER = `
  with runs as (
    insert into wf_node_run (instance_id, module_id, node_key, step_index, round, branch, name, mode, is_final, state, why, hours, created_at,
      due_at, ended_at)
    select $1::bigint, $2, r.node_key, r.step_index, r.round, r.branch, r.name, r.mode, r.is_final, r.state, r.why, r.hours, $3::timestamptz,
           r.due_at, r.ended_at
      from jsonb_to_recordset($4::jsonb) as r(place integer, node_key text, step_index integer, round integer, branch text, name text, mode text,
        is_final boolean, state text, why text, hours numeric, due_at timestamptz, ended_at timestamptz)
     order by r.place
    returning id, step_index, round
  ), tasks as (
    insert into wf_task (run_id, instance_id, position, kind, state, assignee, candidates, why, batchable, handled_by, handled_at, opinion,
      form_version, created_at, due_at, remind_at)
    select runs.id, $1::bigint, t.position, t.kind, t.state, case when cardinality(t.candidates) = 1 then t.candidates[1] end, t.candidates, t.why,
           t.batchable, t.handled_by, t.handled_at, t.opinion, t.form_version, $3::timestamptz, t.due_at, t.remind_at
      from jsonb_to_recordset($5::jsonb) as t(index integer, round integer, position integer, kind text, state text, candidates bigint[], why text,
        batchable boolean, handled_by bigint, handled_at timestamptz, opinion text, form_version integer, due_at timestamptz,
        remind_at timestamptz)
      join runs on runs.step_index = t.index and runs.round = t.round
     order by runs.id, t.position
    returning id, run_id, position, state, candidates
  )
  select runs.id::text as run, runs.step_index as index, runs.round,
         coalesce((select json_agg(json_build_object('taskId', t.id::text, 'userIds', t.candidates::text[]) order by t.position)
                     from tasks t where t.run_id = runs.id and t.state = 'open'), '[]') as open
    from runs`;

/** Writes the steps that a command reached, with the tasks of those that are active now. */
export const enterSteps = async (writing: Writing): Promise<readonly Entered[]> => {
  const { tx, loaded, input } = writing;
  const { chain, instance } = loaded;
  const runs = newRuns(writing);
  if (runs.length === 0) return [];
  const rows = runs.map((run, place) => ({
    place,
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
    due_at: run.state === 'active' ? afterWorkingHours(input.now, hoursOf(loaded, run.index), writing.isWorkday) : null,
    ended_at: run.state === 'active' ? null : input.now,
  }));
  const tasks = runs.flatMap((run): readonly NewTask[] => [
    ...(run.state === 'done' ? [startTask(writing, run)] : []),
    ...run.tasks.map((task, position) => openTask(writing, run, task, position)),
  ]);
  const entered = await raw<{
    readonly run: string;
    readonly index: number;
    readonly round: number;
    readonly open: readonly OpenedTask[];
  }>(tx, ENTER, [instance.id, chain.moduleId, input.now, JSON.stringify(rows), JSON.stringify(tasks)]);
  return runs
    .filter((run) => run.state === 'active')
    .flatMap((run) => {
      const row = entered.find((one) => one.index === run.index && one.round === run.round);
      return row === undefined ? [] : [{ runId: row.run, index: run.index, tasks: row.open }];
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

const startTask = ({ loaded, input }: Writing, { index, round }: NewRun): NewTask => ({
  index,
  round,
  position: 0,
  kind: 'revise',
  state: 'agreed',
  candidates: [loaded.instance.starter],
  why: '申请人提交',
  batchable: false,
  handled_by: loaded.instance.starter,
  handled_at: input.now,
  opinion: opinionOf(input),
  form_version: input.formVersion,
  due_at: null,
  remind_at: null,
});

const openTask = (
  { loaded, ran, input, isWorkday }: Writing,
  { index, round }: NewRun,
  task: FlowTask,
  position: number,
): NewTask => {
  const people = (ran.resolutions.get(index)?.people ?? []).filter((person) => task.candidates.includes(person.userId));
  return {
    index,
    round,
    position,
    kind: index === START ? 'revise' : 'approve',
    state: task.state === 'waiting' ? 'waiting' : 'open',
    candidates: task.candidates,
    why:
      index === START
        ? '退回申请人修改'
        : [...new Set(people.map((person) => person.via))].filter((via) => via !== '').join('；') ||
          (ran.resolutions.get(index)?.why ?? ''),
    batchable: index === START ? false : batchable(stepAt(loaded.chain, index), input.facts.amount),
    handled_by: null,
    handled_at: null,
    opinion: null,
    form_version: null,
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
