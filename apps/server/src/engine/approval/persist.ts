/** Writes what `decide` decided: tasks closed and opened, steps taken, the log, the snapshot, what people are told. */
import { type RawBuilder, sql } from 'kysely';
import { inOrder } from '../../platform/db/together.ts';
import { addEntered, enterSteps, type Entered } from './enter.ts';
import type { FlowEvent } from './flow/state.ts';
import { agreedJson, keyOf, nameOf } from './load.ts';
import { type ActionContent, appendWithContent, type Head, headAfter } from './log.ts';
import { type RunChange, runChanges, writeTasks } from './tasks.ts';
import { keepPhrase, tell, tellStandIns } from './tell.ts';
import { actorName, addParticipants, opinionOf, principalOf, taskRow, type Undoing, type Writing } from './writing.ts';

/**
 * Everything that a command changes, in the caller's transaction.
 * @returns what is sent last, behind the record's number: it is answered together with whatever the caller sends behind it
 */
export const persist = async (writing: Writing): Promise<{ readonly rest: Promise<void> | undefined }> => {
  const changes = runChanges(writing);
  const { turned, standIns } = await writeTasks(writing, changes);
  await leaveOwn(writing);
  const entered = await enterSteps(writing);
  const action = actionOf(writing);
  const head = headAfter(action);
  const move = (serial: string | RawBuilder<string> | null): Promise<void> =>
    updateInstance(writing, serial, activeIds(changes, entered), head);
  const { numbered } = writing.input;
  // None of these waits for another: they share one round trip.
  const [more] = await inOrder([
    addEntered(writing, entered),
    appendWithContent(writing.tx, action, head, writing.input.snapshot),
    numbered === undefined ? move(writing.input.facts.serial) : undefined,
    keepPhrase(writing),
    writing.undoing === null ? undefined : forgetHeld(writing, writing.undoing),
    tell(writing, turned, entered, standIns),
  ]);
  if (more.length > 0) await tellStandIns(writing, entered, more);
  if (numbered === undefined) return { rest: undefined };
  // From here on whoever submits another record of the module waits: only what names the number is left.
  const rest = move(numbered());
  rest.catch(() => undefined);
  return { rest };
};

/** On a record that has become theirs nobody stands in for its checkers; and it is theirs to see. */
const leaveOwn = async ({ tx, loaded, ran }: Writing): Promise<void> => {
  const event = ran.events.find((one) => one.kind === 'takenOver');
  if (event === undefined) return;
  await sql`
    delete from wf_task_actor a using wf_task t
     where t.id = a.task_id and t.instance_id = ${loaded.instance.id} and a.principal = ${principalOf(event.to)}
       and a.delegation_id is not null`.execute(tx);
  await addParticipants(tx, loaded, [event.to]);
};

/** Steps that wait for people after the command, in the order of the chain. */
const activeIds = (changes: readonly RunChange[], entered: readonly Entered[]): readonly string[] =>
  [
    ...changes.filter((one) => one.closed === null).map(({ run }) => ({ index: run.index, id: run.id })),
    ...entered.map(({ index, runId }) => ({ index, id: runId })),
  ]
    .sort((a, b) => a.index - b.index)
    .map((one) => one.id);

/** What had not been told yet of an agreement that was taken back, need not be told at all. */
const forgetHeld = async ({ tx, loaded, ran }: Writing, { seq, at }: Undoing): Promise<void> => {
  await tx
    .deleteFrom('wf_notice')
    .where('instance_id', '=', loaded.instance.id)
    .where('action_seq', '=', seq)
    .where('held_until', 'is not', null)
    .execute();
  // The copies of its end go with the end.
  if (loaded.state.status === 'approved' && ran.state.status === 'running')
    await tx
      .deleteFrom('wf_cc')
      .where('instance_id', '=', loaded.instance.id)
      .where('created_at', '=', at)
      .where('read_at', 'is', null)
      .execute();
};

/** What a command led to, in words that stay readable in the log. */
const logged = (writing: Writing, event: FlowEvent): Record<string, unknown> | null => {
  const { loaded, ran } = writing;
  const key = (index: number): string => keyOf(loaded.chain, index);
  switch (event.kind) {
    case 'entered':
      return { entered: key(event.index), people: [...new Set(event.tasks.flatMap((task) => task.candidates))] };
    case 'skipped':
      return { skipped: key(event.index), why: ran.skips.get(event.index) ?? '' };
    case 'returned':
      return { returnedTo: event.to.map(key).join(), resume: event.resume };
    case 'reassigned':
    case 'takenOver':
      return { from: event.from, to: event.to };
    case 'joined':
      return { joined: event.people, why: writing.joining };
    case 'tasksAdded': {
      const [first] = event.tasks;
      const people = event.tasks.flatMap((task) => task.candidates);
      return { added: people, where: first?.added?.where, mode: first?.added?.mode };
    }
    case 'taskClosed':
      return event.as === 'removed'
        ? { removed: taskRow(writing, event.index, event.task).flow.candidates, step: key(event.index) }
        : null;
    case 'tookBack':
      return { tookBack: key(event.at.index) };
    case 'ended':
      return { ended: event.as };
    default:
      return null;
  }
};

const TIMEOUT_KIND = { remind: 'late', escalate: 'escalate', return: 'autoReturn', agree: 'autoAgree' } as const;

/** The log's name for a command: a delegate agrees to nothing, they reply. */
const kindOf = (writing: Writing): string => {
  const { command } = writing.input;
  if (command.kind === 'timeout') return TIMEOUT_KIND[writing.ran.events.length === 0 ? 'remind' : command.as];
  if (command.kind !== 'approve') return command.kind;
  const row = writing.loaded.runs.flatMap((run) => run.tasks).find((task) => task.id === command.taskId);
  return row?.kind === 'delegate' ? 'reply' : 'approve';
};

const actionOf = (writing: Writing): ActionContent => {
  const { loaded, ran, input, index, standsFor } = writing;
  const { command } = input;
  return {
    instance_id: loaded.instance.id,
    module_id: loaded.instance.module_id,
    seq: loaded.instance.seq + 1,
    kind: kindOf(writing),
    node_key: index === null ? null : keyOf(loaded.chain, index),
    node_name: index === null ? null : nameOf(loaded.chain, index),
    task_id: 'taskId' in command ? command.taskId : null,
    actor: input.actor.userId,
    actor_name: actorName(writing),
    opinion: opinionOf(input),
    data: {
      round: ran.state.round,
      status: ran.state.status,
      events: ran.events.flatMap((event) => logged(writing, event) ?? []),
      ...(command.kind === 'cc' ? { to: command.to } : {}),
      ...(command.kind === 'approve' && command.signature != null ? { signature: command.signature.URL } : {}),
      ...(standsFor === null ? {} : { onBehalfOf: standsFor.userId }),
    },
    form_version: input.formVersion,
    form_hash: input.formHash,
    at: input.now,
    prev_hash: loaded.instance.head_hash,
  };
};

/** Only steps that watch something are ever asked whether their agreement may be taken up again. */
const keptOf = ({ loaded, ran }: Writing) =>
  new Map([...ran.state.kept].filter(([index]) => loaded.chain.steps[index]?.watch !== undefined));

const updateInstance = async (
  writing: Writing,
  serial: string | RawBuilder<string> | null,
  active: readonly string[],
  head: Head,
): Promise<void> => {
  const { tx, loaded, ran, input, definitionId } = writing;
  const { facts } = input;
  const live = ran.state.status === 'running' || ran.state.status === 'returned';
  const submitted = ran.events.some((event) => event.kind === 'submitted');
  const ended = ran.events.some((event) => event.kind === 'ended');
  const { chain } = loaded;
  const urged = input.command.kind === 'urge';
  const at = (when: boolean, column: 'submitted_at' | 'finished_at' | 'urged_at', otherwise = sql.ref(column)) =>
    when ? sql`${input.now}::timestamptz` : otherwise;
  // What runs always waits for somebody: without an open task nobody could ever move it, or one of its branches, again.
  const waiting = live
    ? sql`and (select count(distinct run_id) from wf_task where run_id = any(${[...active]}::bigint[]) and state = 'open')
        = ${Math.max(1, active.length)}::bigint`
    : sql``;
  // A row that someone else changed although it is locked is a broken invariant. The database says so: the commit may be on its way already.
  await sql`
    with moved as (
      update wf_instance
         set status = ${ran.state.status}, starter = ${ran.state.starterId}, round = ${ran.state.round},
             resume = ${ran.state.resume.map((index) => keyOf(chain, index))},
             agreed = ${JSON.stringify(agreedJson(chain, ran.state.agreed))}, kept = ${JSON.stringify(agreedJson(chain, keptOf(writing)))},
             handled_by = ${ran.state.handledBy}, current_run = ${live ? (active[0] ?? null) : null},
             definition_id = coalesce(${definitionId}, definition_id),
             project_code = ${facts.projectCode}, serial = ${serial}, title = ${facts.title}, amount = ${facts.amount},
             form_version = ${input.formVersion}, form_hash = ${input.formHash},
             lock_version = ${loaded.instance.lock_version + 1}, seq = ${head.seq}, head_hash = ${head.hash},
             submitted_at = ${at(submitted, 'submitted_at')},
             finished_at = ${at(ended, 'finished_at', live ? sql`null` : sql.ref('finished_at'))},
             urged_at = ${at(urged, 'urged_at')}
       where id = ${loaded.instance.id} and lock_version = ${loaded.instance.lock_version} ${waiting}
      returning id
    )
    select insist(count(*) = 1, ${`instance ${loaded.instance.id} is live without an open task, or was changed under its lock`}) as holds from moved`.execute(
    tx,
  );
};
