/** Writes what `decide` decided: tasks closed and opened, steps taken, the log, the snapshot, what people are told. */
import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { type FlowEvent, type FlowState, START } from './decide.ts';
import { actionHash } from './log.ts';
import type { Resolution } from './people.ts';
import type { WfNoticeTable } from './schema.ts';
import { agreedJson, keyOf, type Loaded, nameOf, START_NAME, stepAt } from './store.ts';
import type { Actor, ChainStep, ExecuteInput, Facts } from './types.ts';
import { afterWorkingHours, workingHours } from './working-time.ts';

/** A command decided, with the directory's answers and the reasons of the steps passed over. */
export interface Ran {
  readonly state: FlowState;
  readonly events: readonly FlowEvent[];
  readonly resolutions: ReadonlyMap<number, Resolution>;
  readonly skips: ReadonlyMap<number, string>;
}

/** Tells people; the platform adds pushing it to their open pages. */
export type Notice = Omit<Insertable<WfNoticeTable>, 'id' | 'read_at'>;
export type Notify = (tx: Tx, notices: readonly Notice[]) => Promise<void>;

export interface Writing {
  readonly tx: Tx;
  readonly loaded: Loaded;
  readonly ran: Ran;
  readonly input: ExecuteInput;
  /** Set at the first submission. */
  readonly definitionId: string | null;
  readonly notify: Notify;
}

/** More than this is looked at one by one. */
const BATCH_LIMIT = 5000;
export const batchable = (step: ChainStep, amount: string | null): boolean =>
  !step.hasRequired && (amount === null || Number(amount) < BATCH_LIMIT);

export const principalOf = (userId: string): string => `u:${userId}`;

const opinionOf = (input: ExecuteInput): string | null => {
  const text = 'opinion' in input.command ? input.command.opinion?.trim() : undefined;
  return text === undefined || text === '' ? null : text;
};

export const persist = async (writing: Writing): Promise<void> => {
  await closeTasks(writing);
  await openTasks(writing);
  await reassign(writing);
  const opened = await enterSteps(writing);
  await keepSnapshot(writing);
  await updateInstance(writing, opened, await logAction(writing));
  await tell(writing, opened);
};

/** A row that someone else changed although the instance is locked: a broken invariant, not a person's mistake. */
const exactly = (wanted: number, changed: bigint | number, what: string): void => {
  if (BigInt(changed) !== BigInt(wanted)) throw new Error(`${what}: ${changed} rows instead of ${wanted}`);
};

const taskRow = (loaded: Loaded, position: number) => {
  const task = loaded.run?.tasks[position];
  if (!task) throw new Error(`no task ${position}`);
  return task;
};

const closeTasks = async ({ tx, loaded, ran, input }: Writing): Promise<void> => {
  const closed = ran.events.filter((event) => event.kind === 'taskClosed');
  for (const event of closed.filter((one) => one.by !== null)) {
    const task = taskRow(loaded, event.task);
    const result = await tx
      .updateTable('wf_task')
      .set({
        state: event.as,
        version: task.version + 1,
        handled_by: event.by,
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

/** The next one of a step taken in turn. */
const openTasks = async ({ tx, loaded, ran, input }: Writing): Promise<void> => {
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
    await addActors(tx, loaded, [{ taskId: task.id, userIds: task.candidates }], input.now);
  }
};

const reassign = async ({ tx, loaded, ran, input }: Writing): Promise<void> => {
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
      .where('principal', '=', principalOf(event.from))
      .execute();
    await addActors(tx, loaded, [{ taskId: task.id, userIds: [event.to] }], input.now);
  }
};

interface OpenedTask {
  readonly taskId: string;
  readonly userIds: readonly string[];
}
interface Entered {
  readonly runId: string;
  readonly index: number;
  readonly tasks: readonly OpenedTask[];
}

const enterSteps = async (writing: Writing): Promise<Entered | null> => {
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
  await addActors(tx, loaded, open, input.now);
  return { runId: active.id, index: entered.index, tasks: open };
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

/** Makes tasks appear in people's to-do lists, and lets these people see the record from now on. */
const addActors = async (
  tx: Tx,
  loaded: Loaded,
  tasks: readonly OpenedTask[],
  now: Date,
  also: readonly string[] = [],
): Promise<void> => {
  const pairs = tasks.flatMap((task) => task.userIds.map((userId) => ({ taskId: task.taskId, userId })));
  const people = [...new Set([...pairs.map((pair) => pair.userId), ...also])].sort();
  if (pairs.length > 0) {
    await tx
      .insertInto('wf_task_actor')
      .values(pairs.map((pair) => ({ task_id: pair.taskId, principal: principalOf(pair.userId), created_at: now })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await addParticipants(tx, loaded, people);
};

export const addParticipants = async (tx: Tx, loaded: Loaded, people: readonly string[]): Promise<void> => {
  if (people.length === 0) return;
  await tx
    .insertInto('wf_participant')
    .values(
      people.map((userId) => ({ user_id: userId, module_id: loaded.chain.moduleId, biz_id: loaded.instance.biz_id })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
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
  const { tx, loaded, ran, input } = writing;
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
    actor_name: input.actor.userName,
    opinion: opinionOf(input),
    data: {
      round: ran.state.round,
      status: ran.state.status,
      events,
      ...(command.kind === 'cc' ? { to: command.to } : {}),
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

const noticeOf = (loaded: Loaded, facts: Facts, now: Date) => ({
  module_id: loaded.chain.moduleId,
  biz_id: loaded.instance.biz_id,
  instance_id: loaded.instance.id,
  project_code: facts.projectCode,
  created_at: now,
});

const ENDED = { approved: '已通过', rejected: '已否决', withdrawn: '已撤回', cancelled: '已作废' } as const;

const tell = async ({ tx, loaded, ran, input, notify }: Writing, entered: Entered | null): Promise<void> => {
  const { facts, actor, now } = input;
  const base = noticeOf(loaded, facts, now);
  const reason = opinionOf(input);
  const because = reason === null ? '' : `：${reason}`;
  const notices: Notice[] = [];
  const todo = (taskId: string, userIds: readonly string[], step: string, how: string): void => {
    for (const userId of userIds) {
      if (userId === actor.userId) continue;
      notices.push({
        ...base,
        user_id: userId,
        kind: 'todo',
        task_id: taskId,
        title: `${facts.title}：${how}「${step}」`,
      });
    }
  };
  if (entered !== null && entered.index !== START) {
    for (const task of entered.tasks) todo(task.taskId, task.userIds, nameOf(loaded.chain, entered.index), '请处理');
  }
  for (const event of ran.events) {
    if (event.kind === 'taskOpened' && loaded.run !== null) {
      const task = taskRow(loaded, event.task);
      todo(task.id, task.candidates, nameOf(loaded.chain, loaded.run.index), '请处理');
    }
    if (event.kind === 'reassigned' && loaded.run !== null) {
      const how = `${actor.userName}转办给您${because}，请处理`;
      todo(taskRow(loaded, event.task).id, [event.to], nameOf(loaded.chain, loaded.run.index), how);
    }
    if (event.kind === 'returned' && event.to === START && entered !== null) {
      const task = entered.tasks[0];
      notices.push({
        ...base,
        user_id: facts.starterId,
        kind: 'returned',
        task_id: task?.taskId ?? null,
        title: `${facts.title}：${actor.userName}退回${because}`,
      });
    }
    if (event.kind === 'ended' && facts.starterId !== actor.userId) {
      const by = event.as === 'approved' ? '' : `（${actor.userName}${because}）`;
      notices.push({
        ...base,
        user_id: facts.starterId,
        kind: 'ended',
        task_id: null,
        title: `${facts.title}：${ENDED[event.as]}${by}`,
      });
    }
  }
  await notify(tx, notices);
};

/** Gives copies to people who have none yet; a copy sent again is unread again. */
export const sendCopies = async (
  writing: Omit<Writing, 'ran' | 'definitionId'>,
  people: readonly string[],
  sender: Actor,
): Promise<void> => {
  const { tx, loaded, input, notify } = writing;
  if (people.length === 0) return;
  await tx
    .insertInto('wf_cc')
    .values(
      people.map((userId) => ({
        instance_id: loaded.instance.id,
        user_id: userId,
        sent_by: sender.userId,
        opinion: opinionOf(input),
        created_at: input.now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['instance_id', 'user_id']).doUpdateSet((row) => ({
        read_at: null,
        created_at: row.ref('excluded.created_at'),
        sent_by: row.ref('excluded.sent_by'),
        opinion: row.ref('excluded.opinion'),
      })),
    )
    .execute();
  await addParticipants(tx, loaded, people);
  const base = noticeOf(loaded, input.facts, input.now);
  await notify(
    tx,
    people.map((userId) => ({
      ...base,
      user_id: userId,
      kind: 'cc',
      task_id: null,
      title: `${input.facts.title}：${input.command.kind === 'cc' ? `${sender.userName}抄送给您` : '已通过，抄送给您'}`,
    })),
  );
};
