/** Writes what `decide` decided: tasks closed and opened, steps taken, the log, the snapshot, what people are told. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { addActors, type Entered, enterSteps } from './enter.ts';
import { actionHash } from './log.ts';
import { agreedJson, keyOf, nameOf, START_NAME, stepAt } from './store.ts';
import { keepPhrase, tell } from './tell.ts';
import { afterWorkingHours, workingHours } from './working-time.ts';
import type { StandIn } from './stand-in.ts';
import { actorName, opinionOf, principalOf, taskRow, type Writing } from './writing.ts';

/** Everything that a command changes, in the caller's transaction. */
export const persist = async (writing: Writing): Promise<void> => {
  await closeTasks(writing);
  const also = [...(await openTasks(writing)), ...(await reassign(writing))];
  await takeOver(writing);
  const opened = await enterSteps(writing);
  await keepSnapshot(writing);
  await updateInstance(writing, opened, await logAction(writing));
  await keepPhrase(writing);
  await tell(writing, opened, [...also, ...(opened?.standIns ?? [])]);
};

/** A row that someone else changed although the instance is locked: a broken invariant, not a person's mistake. */
const exactly = (wanted: number, changed: bigint | number, what: string): void => {
  if (BigInt(changed) !== BigInt(wanted)) throw new Error(`${what}: ${changed} rows instead of ${wanted}`);
};

const closeTasks = async ({ tx, loaded, ran, input, standsFor }: Writing): Promise<void> => {
  const closed = ran.events.filter((event) => event.kind === 'taskClosed');
  for (const event of closed.filter((one) => one.by !== null)) {
    const task = taskRow(loaded, event.task);
    const result = await tx
      .updateTable('wf_task')
      .set({
        state: event.as,
        version: task.version + 1,
        handled_by: standsFor !== null && event.by === standsFor.userId ? input.actor.userId : event.by,
        ...(standsFor === null
          ? {}
          : { on_behalf_of: standsFor.userId, delegation_id: await delegationOf(tx, task.id, input.actor.userId) }),
        handled_at: input.now,
        opinion: opinionOf(input),
        form_version: input.formVersion,
        claimed_by: null,
        claimed_until: null,
      })
      .where('id', '=', task.id)
      .where('state', '=', 'open')
      .where('version', '=', task.version)
      .executeTakeFirst();
    exactly(1, result.numUpdatedRows, `task ${task.id}`);
  }
  const cancelled = closed.filter((event) => event.by === null).map((event) => taskRow(loaded, event.task).id);
  if (cancelled.length > 0) {
    const result = await sql`
      update wf_task set state = 'cancelled', version = version + 1, handled_at = ${input.now}, claimed_by = null
       where id = any(${cancelled}::bigint[]) and state in ('open', 'waiting')`.execute(tx);
    exactly(cancelled.length, result.numAffectedRows ?? 0, 'tasks cancelled');
  }
  const ids = closed.map((event) => taskRow(loaded, event.task).id);
  if (ids.length > 0) {
    // The notice 「请处理」 has served its purpose when the task is closed, by whomever.
    await sql`
      with gone as (delete from wf_task_actor where task_id = any(${ids}::bigint[]))
      update wf_notice set read_at = ${input.now} where task_id = any(${ids}::bigint[]) and read_at is null`.execute(
      tx,
    );
  }
  for (const event of ran.events) {
    if (event.kind !== 'runClosed' || loaded.run === null) continue;
    await tx
      .updateTable('wf_node_run')
      .set({ state: event.as, ended_at: input.now, hours: workingHours(loaded.run.createdAt, input.now) })
      .where('id', '=', loaded.run.id)
      .execute();
  }
};

/** By which delegation the person has the task. */
const delegationOf = async (tx: Tx, taskId: string, userId: string): Promise<string | null> =>
  (
    await tx
      .selectFrom('wf_task_actor')
      .select('delegation_id')
      .where('task_id', '=', taskId)
      .where('principal', '=', principalOf(userId))
      .executeTakeFirst()
  )?.delegation_id ?? null;

/** The next one of a step taken in turn. */
const openTasks = async ({ tx, loaded, ran, input }: Writing): Promise<readonly StandIn[]> => {
  const added: StandIn[] = [];
  for (const event of ran.events) {
    if (event.kind !== 'taskOpened' || loaded.run === null) continue;
    const task = taskRow(loaded, event.task);
    const step = stepAt(loaded.chain, loaded.run.index);
    await tx
      .updateTable('wf_task')
      .set({
        state: 'open',
        version: task.version + 1,
        created_at: input.now,
        due_at: afterWorkingHours(input.now, step.hours),
      })
      .where('id', '=', task.id)
      .execute();
    added.push(...(await addActors(tx, loaded, [{ taskId: task.id, userIds: task.candidates }], input.now)));
  }
  return added;
};

const reassign = async ({ tx, loaded, ran, input }: Writing): Promise<readonly StandIn[]> => {
  const added: StandIn[] = [];
  for (const event of ran.events) {
    if (event.kind !== 'reassigned') continue;
    const task = taskRow(loaded, event.task);
    const candidates = ran.state.run?.tasks[event.task]?.candidates ?? [];
    await tx
      .updateTable('wf_task')
      .set({
        version: task.version + 1,
        candidates: [...candidates],
        assignee: candidates.length === 1 ? event.to : null,
        why: `${input.actor.userName}转办`,
        claimed_by: null,
        claimed_until: null,
      })
      .where('id', '=', task.id)
      .where('version', '=', task.version)
      .execute();
    await tx
      .deleteFrom('wf_task_actor')
      .where('task_id', '=', task.id)
      .where((q) =>
        q.or([
          q('principal', '=', principalOf(event.from)),
          // Who stood in for the person who passes it on has no more part in it.
          q('delegation_id', 'in', q.selectFrom('wf_delegation').select('id').where('owner', '=', event.from)),
        ]),
      )
      .execute();
    added.push(...(await addActors(tx, loaded, [{ taskId: task.id, userIds: [event.to] }], input.now)));
  }
  return added;
};

/** What is the applicant's own goes to the next one; nobody stands in on a record that has become theirs. */
const takeOver = async ({ tx, loaded, ran, input }: Writing): Promise<void> => {
  const event = ran.events.find((one) => one.kind === 'takenOver');
  if (event === undefined) return;
  const own = await sql<{ id: string; state: string }>`
    update wf_task set version = version + 1, candidates = array_replace(candidates, ${event.from}::bigint, ${event.to}::bigint),
           assignee = case when assignee = ${event.from} then ${event.to}::bigint else assignee end, claimed_by = null, claimed_until = null
     where run_id = ${loaded.run?.id ?? null} and state in ('open', 'waiting') and ${event.from}::bigint = any(candidates)
    returning id, state`.execute(tx);
  await sql`
    delete from wf_task_actor a using wf_task t
     where t.id = a.task_id and t.instance_id = ${loaded.instance.id}
       and a.principal = any(${[principalOf(event.from), principalOf(event.to)]}::text[])`.execute(tx);
  const open = own.rows
    .filter((task) => task.state === 'open')
    .map((task) => ({ taskId: task.id, userIds: [event.to] }));
  await addActors(tx, loaded, open, input.now, [event.to]);
};

const keepSnapshot = async ({ tx, loaded, input }: Writing): Promise<void> => {
  await tx
    .insertInto('wf_form_snapshot')
    .values({
      instance_id: loaded.instance.id,
      form_version: input.formVersion,
      form_hash: input.formHash,
      content: JSON.stringify(input.snapshot),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

interface Head {
  readonly seq: number;
  readonly hash: string;
}

/** Ids of the task a command speaks of, and what it led to, in words that stay readable in the log. */
const logAction = async (writing: Writing): Promise<Head> => {
  const { tx, loaded, ran, input, standsFor } = writing;
  const { command } = input;
  const index = loaded.run?.index;
  const events = ran.events.flatMap((event): Record<string, unknown>[] => {
    switch (event.kind) {
      case 'entered':
        return [
          {
            entered: keyOf(loaded.chain, event.index),
            people: [...new Set(event.tasks.flatMap((task) => task.candidates))],
          },
        ];
      case 'skipped':
        return [{ skipped: keyOf(loaded.chain, event.index), why: ran.skips.get(event.index) ?? '' }];
      case 'returned':
        return [{ returnedTo: keyOf(loaded.chain, event.to), resume: event.resume }];
      case 'reassigned':
      case 'takenOver':
        return [{ from: event.from, to: event.to }];
      case 'ended':
        return [{ ended: event.as }];
      default:
        return [];
    }
  });
  const content = {
    instance_id: loaded.instance.id,
    seq: loaded.instance.seq + 1,
    kind: command.kind,
    node_key: index === undefined ? (command.kind === 'submit' ? 'start' : null) : keyOf(loaded.chain, index),
    node_name: index === undefined ? (command.kind === 'submit' ? START_NAME : null) : nameOf(loaded.chain, index),
    task_id: 'taskId' in command ? command.taskId : null,
    actor: input.actor.userId,
    actor_name: actorName(writing),
    opinion: opinionOf(input),
    data: {
      round: ran.state.round,
      status: ran.state.status,
      events,
      ...(command.kind === 'cc' ? { to: command.to } : {}),
      ...(standsFor === null ? {} : { onBehalfOf: standsFor.userId }),
    },
    form_version: input.formVersion,
    form_hash: input.formHash,
    at: input.now,
    prev_hash: loaded.instance.head_hash,
  };
  const hash = actionHash(content);
  await tx
    .insertInto('wf_action')
    .values({ ...content, data: JSON.stringify(content.data), hash })
    .execute();
  return { seq: content.seq, hash };
};

const updateInstance = async (writing: Writing, entered: Entered | null, head: Head): Promise<void> => {
  const { tx, loaded, ran, input, definitionId } = writing;
  const { facts } = input;
  const live = ran.state.status === 'running' || ran.state.status === 'returned';
  const run = !live ? null : entered === null ? loaded.instance.current_run : entered.runId;
  const submitted = ran.events.some((event) => event.kind === 'submitted');
  const ended = ran.events.some((event) => event.kind === 'ended');
  const result = await tx
    .updateTable('wf_instance')
    .set({
      status: ran.state.status,
      round: ran.state.round,
      resume: ran.state.resume.map((index) => keyOf(loaded.chain, index)),
      starter: ran.state.starterId,
      agreed: JSON.stringify(agreedJson(loaded.chain, ran.state.agreed)),
      handled_by: ran.state.handledBy,
      current_run: run,
      ...(definitionId === null ? {} : { definition_id: definitionId }),
      project_code: facts.projectCode,
      serial: facts.serial,
      title: facts.title,
      amount: facts.amount,
      form_version: input.formVersion,
      form_hash: input.formHash,
      lock_version: loaded.instance.lock_version + 1,
      seq: head.seq,
      head_hash: head.hash,
      ...(submitted ? { submitted_at: input.now } : {}),
      ...(ended ? { finished_at: input.now } : {}),
      ...(input.command.kind === 'urge' ? { urged_at: input.now } : {}),
    })
    .where('id', '=', loaded.instance.id)
    .where('lock_version', '=', loaded.instance.lock_version)
    .$if(live, (update) =>
      // What runs always waits for somebody: without an open task nobody could ever move it again.
      update.where((q) =>
        q.exists(q.selectFrom('wf_task').select('id').where('run_id', '=', run).where('state', '=', 'open')),
      ),
    )
    .executeTakeFirst();
  exactly(
    1,
    result.numUpdatedRows,
    `instance ${loaded.instance.id} (live without an open task, or changed under its lock)`,
  );
};
