/** Writes what a command did to tasks that were there before: handled, passed over, held, opened, handed over, added to. */
import { sql } from 'kysely';
import { isBefore } from './flow/path.ts';
import { type FlowTask, START } from './flow/state.ts';
import { isPending, tasksAfter } from './flow/tasks.ts';
import { addActors, hoursOf } from './enter.ts';
import { type RunRow, stepAt, type TaskRow } from './load.ts';
import { afterWorkingHours, workingHours } from './working-time.ts';
import type { ExecuteInput } from './types.ts';
import { batchable, opinionOf, type Writing } from './writing.ts';

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

/** Writes all of it. @returns people whose turn it became, by task */
export const writeTasks = async (
  writing: Writing,
  changes: readonly RunChange[],
): Promise<readonly { readonly index: number; readonly taskId: string; readonly userIds: readonly string[] }[]> => {
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
  await addActors(tx, loaded, turn, input.now);
  await closeRuns(writing, changes);
  await forgetSkips(writing);
  return turn;
};

const signatureOf = ({ command }: ExecuteInput): string | null =>
  command.kind === 'approve' && command.signature != null ? JSON.stringify(command.signature) : null;

const handle = async ({ tx, input }: Writing, { row, after }: Changed): Promise<void> => {
  if (after.state !== 'agreed' && after.state !== 'rejected') throw new Error(`task ${row.id} was not handled`);
  const result = await tx
    .updateTable('wf_task')
    .set({
      state: after.state,
      version: row.version + 1,
      handled_by: after.by,
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

/** Held, its turn again, handed over, or made one's own: still to be handled. */
const keep = async (writing: Writing, { index, row, after }: Changed): Promise<void> => {
  const { tx, loaded, input } = writing;
  const opened = after.state === 'open' && row.flow.state !== 'open';
  const given = writing.ran.events.some(
    (event) => event.kind === 'reassigned' && event.index === index && event.task === row.position,
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
      ...(row.flow.by === null ? {} : { opinion: null, signature: null, form_version: null }),
      ...(given ? { why: `${input.actor.userName}转办` } : {}),
      ...(opened ? { created_at: input.now, due_at: afterWorkingHours(input.now, hoursOf(loaded, index)) } : {}),
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
      delete from wf_task_actor a using gone where a.task_id = gone.task and a.principal = 'u:' || gone.person
    )
    update wf_notice n set read_at = ${input.now} from gone
     where n.task_id = gone.task and n.user_id = gone.person and n.read_at is null`.execute(tx);
};

const WHERE_WORD = { before: '前加签', after: '后加签', delegate: '委派' } as const;

/** People brought into a step. Those who are asked at once have their task open. */
const addTasks = async (writing: Writing, changes: readonly RunChange[]) => {
  const { tx, loaded, input } = writing;
  const reason = opinionOf(input);
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
          why: `${input.actor.userName}${WHERE_WORD[added.where]}${reason === null ? '' : `：${reason}`}`,
          // Nothing of the form is theirs to fill in; an opinion is written for one record.
          batchable:
            added.where !== 'delegate' &&
            batchable({ ...stepAt(loaded.chain, run.index), hasRequired: false }, input.facts.amount),
          created_at: input.now,
          due_at: afterWorkingHours(input.now, hoursOf(loaded, run.index)),
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

const closeRuns = async ({ tx, input }: Writing, changes: readonly RunChange[]): Promise<void> => {
  for (const { run, closed, reopened } of changes) {
    if (closed !== null)
      await tx
        .updateTable('wf_node_run')
        .set({ state: closed, ended_at: input.now, hours: workingHours(run.createdAt, input.now) })
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
