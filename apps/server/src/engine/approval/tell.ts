/** What people are told of a command, and the copies they get. */
import { sql } from 'kysely';
import { START } from './decide.ts';
import type { Entered } from './enter.ts';
import type { StandIn } from './stand-in.ts';
import { type Loaded, nameOf, type TaskRow } from './store.ts';
import type { Actor, Facts } from './types.ts';
import { actorName, addParticipants, type Notice, opinionOf, taskRow, type Writing } from './writing.ts';

const noticeOf = (loaded: Loaded, facts: Facts, now: Date) => ({
  module_id: loaded.chain.moduleId,
  biz_id: loaded.instance.biz_id,
  instance_id: loaded.instance.id,
  project_code: facts.projectCode,
  created_at: now,
});

const ENDED = { approved: '已通过', rejected: '已否决', withdrawn: '已撤回', cancelled: '已作废' } as const;

/** Who has to act, who got it back, who waited for the end: each is told once. */
export const tell = async (writing: Writing, entered: Entered | null, standIns: readonly StandIn[]): Promise<void> => {
  const { tx, loaded, ran, input, notify, standsFor } = writing;
  const { facts, actor, now } = input;
  const who = actorName(writing);
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
    for (const { userId, ownerName } of standIns.filter(
      (one) => one.taskId === taskId && one.userId !== actor.userId,
    )) {
      const title = `${facts.title}：请代${ownerName}处理「${step}」`;
      notices.push({ ...base, user_id: userId, kind: 'todo', task_id: taskId, title });
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
    if (event.kind === 'takenOver') {
      const title = `${facts.title}：${who}的单据由您接手${because}`;
      notices.push({ ...base, user_id: event.to, kind: 'todo', task_id: null, title });
    }
    if (event.kind === 'returned' && event.to === START && entered !== null) {
      const task = entered.tasks[0];
      notices.push({
        ...base,
        user_id: facts.starterId,
        kind: 'returned',
        task_id: task?.taskId ?? null,
        title: `${facts.title}：${who}退回${because}`,
      });
    }
    if (event.kind === 'ended' && facts.starterId !== actor.userId) {
      const by = event.as === 'approved' ? '' : `（${who}${because}）`;
      notices.push({
        ...base,
        user_id: facts.starterId,
        kind: 'ended',
        task_id: null,
        title: `${facts.title}：${ENDED[event.as]}${by}`,
      });
    }
  }
  if (standsFor !== null && loaded.run !== null) {
    const did = input.command.kind === 'reject' ? '驳回' : '同意';
    notices.push({
      ...base,
      user_id: standsFor.userId,
      kind: 'delegated',
      task_id: null,
      title: `${facts.title}：${actor.userName}代您${did}「${nameOf(loaded.chain, loaded.run.index)}」${because}`,
    });
  }
  await notify(tx, notices);
  await refreshLists(writing);
};

const whoHas = (task: TaskRow): readonly string[] => [...task.candidates, ...Object.keys(task.standIns)];

/**
 * Takes closed tasks off the open pages of everybody who could have handled them, moves the record on for who filed it, and lets open lists
 * of the module look again. Lists are told no more than their module: what each person sees of it, they ask for themselves.
 */
const refreshLists = async ({ tx, loaded, ran, push, input }: Writing): Promise<void> => {
  if (push === null) return;
  const { chain, instance } = loaded;
  const people = ran.events.flatMap((event) =>
    event.kind === 'taskClosed'
      ? whoHas(taskRow(loaded, event.task))
      : event.kind === 'reassigned'
        ? [
            event.from,
            ...Object.entries(taskRow(loaded, event.task).standIns).flatMap(([delegate, owner]) =>
              owner === event.from ? [delegate] : [],
            ),
          ]
        : [],
  );
  if (people.length > 0) {
    const told = new Set([...people, input.facts.starterId]);
    await push(tx, [...told].sort(), 'todo', { kind: 'closed', BusinessId: instance.biz_id });
  }
  await push(tx, null, 'rows', { moduleId: chain.moduleId });
};

/** Longer opinions are about one record and not worth offering again. */
const PHRASE_MAX = 30;

/** Counts a short opinion among those that the person writes again and again. */
export const keepPhrase = async ({ tx, input }: Writing): Promise<void> => {
  const text = opinionOf(input);
  if (text === null || text.length > PHRASE_MAX) return;
  await sql`
    insert into wf_phrase (user_id, text, used_at) values (${input.actor.userId}, ${text}, ${input.now})
    on conflict (user_id, text) do update set uses = wf_phrase.uses + 1, used_at = excluded.used_at`.execute(tx);
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
