/** Writes what a command did to tasks that were there before: handled, passed over, held, opened, handed over, added to. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { isBefore } from './flow/path.ts';
import { type FlowTask, START } from './flow/state.ts';
import { isPending, tasksAfter } from './flow/tasks.ts';
import { addActors, hoursOf } from './enter.ts';
import type { StandIn } from './stand-in.ts';
import type { Turned } from './tell.ts';
import { type RunRow, stepAt, type TaskRow } from './load.ts';
import type { ExecuteInput } from './types.ts';
import { dueOf, workingHours } from './working-time.ts';
import { type BroughtIn, batchable, opinionOf, principalOf, type Writing } from './writing.ts';

interface Changed {
  readonly index: number;
  readonly row: TaskRow;
  readonly after: FlowTask;
}

/** A step that was active, with its tasks as they are now. */
export interface RunChange {
  readonly run: RunRow;
  readonly tasks: readonly FlowTask[];
  readonly closed: 'done' | 'returned' | 'cancelled' | 'undone' | null;
  readonly reopened: boolean;
}

/** What became of the steps that were active, and of the one that is so again. A step entered anew by the same command is none of them. */
export const runChanges = ({ loaded, ran, reopening }: Writing): readonly RunChange[] => {
  const all = loaded.runs.map(
    (run): RunChange => ({ run, tasks: run.tasks.map((task) => task.flow), closed: null, reopened: false }),
  );
  const put = (index: number, change: (of: RunChange) => RunChange): void => {
    const at = all.findIndex((one) => one.run.index === index && one.closed === null);
    const found = all[at];
    if (found !== undefined) all[at] = change(found);
  };
  for (const event of ran.events) {
    if (event.kind === 'runReopened' && reopening !== null)
      all.push({ run: reopening, tasks: event.run.tasks, closed: null, reopened: true });
    else if (event.kind === 'runClosed') put(event.index, (of) => ({ ...of, closed: event.as }));
    else if (event.kind === 'takenOver')
      all.splice(0, all.length, ...all.map((of) => ({ ...of, tasks: tasksAfter(of.tasks, event) })));
    else if ('task' in event || event.kind === 'tasksAdded')
      put(event.index, (of) => ({ ...of, tasks: tasksAfter(of.tasks, event) }));
  }
  return all;
};

/** A row that someone else changed although the instance is locked: a broken invariant, not a person's mistake. */
export const exactly = (wanted: number, changed: bigint | number, what: string): void => {
  if (BigInt(changed) !== BigInt(wanted)) throw new Error(`${what}: ${changed} rows instead of ${wanted}`);
};

const same = (a: FlowTask, b: FlowTask): boolean =>
  a.state === b.state && a.by === b.by && a.candidates.join() === b.candidates.join();

/** Writes all of it. @returns people whose turn it became, by task, and who stands in for them */
export const writeTasks = async (
  writing: Writing,
  changes: readonly RunChange[],
): Promise<{ readonly turned: readonly Turned[]; readonly standIns: readonly StandIn[] }> => {
  const { tx, loaded, input } = writing;
  const changed = changes.flatMap(({ run, tasks }) =>
    run.tasks.flatMap((row, at): readonly Changed[] => {
      const after = tasks[at];
      return after === undefined || same(row.flow, after) ? [] : [{ index: run.index, row, after }];
    }),
  );
  const handled = changed.filter(({ row, after }) => after.by !== null && row.flow.by === null);
  for (const one of handled) await handle(writing, one);
  await passOver(
    writing,
    changed.filter(({ after }) => after.state === 'cancelled' || after.state === 'removed'),
  );
  for (const one of changed.filter(({ after }) => isPending(after))) await keep(writing, one);
  await leaveLists(writing, changed);
  const turned = changed.flatMap(({ index, row, after }) => {
    if (after.state !== 'open') return [];
    const before = row.flow.state === 'open' ? row.flow.candidates : [];
    const userIds = after.candidates.filter((person) => !before.includes(person));
    return userIds.length > 0 ? [{ index, taskId: row.id, userIds }] : [];
  });
  const added = await addTasks(writing, changes);
  const turn = [...turned, ...added];
  const standIns = await addActors(tx, loaded, turn, input.now);
  await sayWhyJoined(writing, changes);
  await closeRuns(writing, changes);
  await forgetSkips(writing);
  return { turned: turn, standIns };
};

const signatureOf = ({ command }: ExecuteInput): string | null =>
  command.kind === 'approve' && command.signature != null ? JSON.stringify(command.signature) : null;

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

const handle = async ({ tx, input, standsFor }: Writing, { row, after }: Changed): Promise<void> => {
  if (after.state !== 'agreed' && after.state !== 'rejected') throw new Error(`task ${row.id} was not handled`);
  const result = await tx
    .updateTable('wf_task')
    .set({
      state: after.state,
      version: row.version + 1,
      handled_by: standsFor?.userId === after.by ? input.actor.userId : after.by,
      ...(standsFor === null
        ? {}
        : { on_behalf_of: standsFor.userId, delegation_id: await delegationOf(tx, row.id, input.actor.userId) }),
      handled_at: input.now,
      opinion: opinionOf(input),
      signature: signatureOf(input),
      form_version: input.formVersion,
      claimed_by: null,
      claimed_until: null,
    })
    .where('id', '=', row.id)
    .where('state', '=', 'open')
    .where('version', '=', row.version)
    .executeTakeFirst();
  exactly(1, result.numUpdatedRows, `task ${row.id}`);
};

const passOver = async ({ tx, input }: Writing, tasks: readonly Changed[]): Promise<void> => {
  if (tasks.length === 0) return;
  const ids = tasks.map(({ row }) => row.id);
  const states = tasks.map(({ after }) => after.state);
  const result = await sql`
    update wf_task t set state = c.state, version = version + 1, handled_at = ${input.now}, claimed_by = null
      from unnest(${ids}::bigint[], ${states}::text[]) as c(id, state)
     where t.id = c.id and t.state in ('open', 'waiting')`.execute(tx);
  exactly(tasks.length, result.numAffectedRows ?? 0, 'tasks passed over');
};

const withReason = (reason: string) => sql<string>`concat_ws('；', nullif(why, ''), ${reason}::text)`;

/** Held, its turn again, handed over, or made one's own: still to be handled. */
const keep = async (writing: Writing, { index, row, after }: Changed): Promise<void> => {
  const { tx, loaded, input } = writing;
  const opened = after.state === 'open' && row.flow.state !== 'open';
  const given = writing.ran.events.some(
    (event) => event.kind === 'reassigned' && event.index === index && event.task === row.position,
  );
  const joined = writing.ran.events.some(
    (event) => event.kind === 'joined' && event.index === index && event.task === row.position,
  );
  const [only] = after.candidates;
  const result = await tx
    .updateTable('wf_task')
    .set({
      state: after.state,
      version: row.version + 1,
      candidates: [...after.candidates],
      assignee: after.candidates.length === 1 ? (only ?? null) : null,
      handled_by: null,
      handled_at: null,
      ...(row.flow.by === null
        ? {}
        : { opinion: null, signature: null, form_version: null, on_behalf_of: null, delegation_id: null }),
      ...(given ? broughtIn(input, '转办') : {}),
      ...(joined && writing.joining !== null ? { why: withReason(writing.joining) } : {}),
      ...(opened
        ? {
            created_at: input.now,
            ...dueOf(input.now, hoursOf(loaded, index), writing.isWorkday),
            reminded: 0,
            timed_out_at: null,
          }
        : {}),
      claimed_by: null,
      claimed_until: null,
    })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirst();
  exactly(1, result.numUpdatedRows, `task ${row.id}`);
};

/** Takes tasks off the lists of people who have nothing to do with them any more; the notice 「请处理」 has served its purpose then. */
const leaveLists = async ({ tx, input }: Writing, changed: readonly Changed[]): Promise<void> => {
  const gone = changed.flatMap(({ row, after }) =>
    row.flow.state !== 'open'
      ? []
      : row.flow.candidates
          .filter((person) => after.state !== 'open' || !after.candidates.includes(person))
          .map((person) => ({ task: row.id, person })),
  );
  if (gone.length === 0) return;
  const tasks = gone.map((one) => one.task);
  const people = gone.map((one) => one.person);
  await sql`
    with gone as (select * from unnest(${tasks}::bigint[], ${people}::bigint[]) as g(task, person)),
    left_ as (
      -- Who stood in for somebody has no more part in it than they.
      delete from wf_task_actor a using gone
       where a.task_id = gone.task and (a.principal = 'u:' || gone.person
         or a.delegation_id in (select d.id from wf_delegation d where d.owner = gone.person))
      returning a.task_id, a.principal
    )
    update wf_notice n set read_at = ${input.now} from left_
     where n.task_id = left_.task_id and 'u:' || n.user_id = left_.principal and n.read_at is null`.execute(tx);
};

/** Why somebody has it who was not asked by the chain: from whom, and what they were told. */
const broughtIn = (
  input: Writing['input'],
  how: BroughtIn,
): { readonly why: string; readonly asked: string | null } => {
  const reason = opinionOf(input);
  const why = `${input.actor.userName}${how}${reason === null ? '' : `：${reason}`}`;
  return { why, asked: reason === null ? null : why };
};

const WHERE_WORD = { before: '前加签', after: '后加签', delegate: '委派' } as const;

/** People brought into a step. Those who are asked at once have their task open. */
const addTasks = async (writing: Writing, changes: readonly RunChange[]) => {
  const { tx, loaded, input } = writing;
  const rows = changes.flatMap(({ run, tasks }) =>
    tasks.slice(run.tasks.length).flatMap(({ added, candidates, state }, at) => {
      if (added === null) return [];
      return [
        {
          run_id: run.id,
          instance_id: loaded.instance.id,
          position: run.tasks.length + at,
          kind: added.where === 'delegate' ? ('delegate' as const) : ('sign' as const),
          state: state === 'open' ? ('open' as const) : ('waiting' as const),
          assignee: candidates[0] ?? null,
          candidates: [...candidates],
          ...broughtIn(input, WHERE_WORD[added.where]),
          // Nothing of the form is theirs to fill in; an opinion is written for one record.
          batchable:
            added.where !== 'delegate' &&
            batchable({ ...stepAt(loaded.chain, run.index), hasRequired: false }, input.facts.amount),
          created_at: input.now,
          ...dueOf(input.now, hoursOf(loaded, run.index), writing.isWorkday),
          added_to: added.to,
          added_where: added.where,
          sign_mode: added.mode,
          sign_group: added.group,
          added_by: added.by,
        },
      ];
    }),
  );
  if (rows.length === 0) return [];
  const inserted = await tx
    .insertInto('wf_task')
    .values(rows)
    .returning(['id', 'run_id', 'state', 'candidates'])
    .execute();
  return inserted.flatMap((task) => {
    const index = changes.find(({ run }) => run.id === task.run_id)?.run.index ?? START;
    return task.state === 'open' ? [{ index, taskId: task.id, userIds: task.candidates }] : [];
  });
};

/** What was passed over on the way from an agreement that is taken back, will be looked at anew. */
const forgetSkips = async ({ tx, loaded, reopening }: Writing): Promise<void> => {
  if (reopening === null) return;
  const { blocks, steps } = loaded.state;
  const later = [...steps.keys()].filter((index) => isBefore(blocks, reopening.index, index));
  if (later.length === 0) return;
  await tx
    .updateTable('wf_node_run')
    .set({ state: 'undone' })
    .where('instance_id', '=', loaded.instance.id)
    .where('state', '=', 'skipped')
    .where('id', '>', reopening.id)
    .where('step_index', 'in', later)
    .execute();
};

/** Whoever opens the record reads there, too, why others have the step now. */
const sayWhyJoined = async ({ tx, ran, joining }: Writing, changes: readonly RunChange[]): Promise<void> => {
  if (joining === null) return;
  const joined = new Set(ran.events.flatMap((event) => (event.kind === 'joined' ? [event.index] : [])));
  for (const { run } of changes.filter((of) => of.closed === null && joined.has(of.run.index)))
    await tx
      .updateTable('wf_node_run')
      .set({ why: withReason(joining) })
      .where('id', '=', run.id)
      .execute();
};

const closeRuns = async ({ tx, input, isWorkday }: Writing, changes: readonly RunChange[]): Promise<void> => {
  for (const { run, closed, reopened } of changes) {
    if (closed !== null)
      await tx
        .updateTable('wf_node_run')
        .set({ state: closed, ended_at: input.now, hours: workingHours(run.createdAt, input.now, isWorkday) })
        .where('id', '=', run.id)
        .execute();
    else if (reopened)
      await tx
        .updateTable('wf_node_run')
        .set({ state: 'active', ended_at: null, hours: null })
        .where('id', '=', run.id)
        .execute();
  }
};
