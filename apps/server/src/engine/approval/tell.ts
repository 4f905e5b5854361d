/** What people are told of a command, and the copies they get. */
import { sql } from 'kysely';
import type { Entered } from './enter.ts';
import { START, SYSTEM } from './flow/state.ts';
import { type Loaded, nameOf, type TaskRow } from './load.ts';
import { identityOf } from './modules.ts';
import { noticesFor } from './notices.ts';
import type { StandIn } from './stand-in.ts';
import type { Actor, ExecuteInput, Facts } from './types.ts';
import {
  actorName,
  addParticipants,
  heldOf,
  type LiveWord,
  type Notice,
  opinionOf,
  runRow,
  taskRow,
  type Writing,
} from './writing.ts';

const noticeOf = (loaded: Loaded, facts: Facts, now: Date) => ({
  module_id: loaded.chain.moduleId,
  biz_id: loaded.instance.biz_id,
  instance_id: loaded.instance.id,
  project_code: facts.projectCode,
  created_at: now,
});

const ENDED = { approved: '已通过', rejected: '已否决', withdrawn: '已撤回', cancelled: '已作废' } as const;

/** A task that became somebody's turn, besides those of steps just entered. */
export interface Turned {
  readonly index: number;
  readonly taskId: string;
  readonly userIds: readonly string[];
}

/** What people are asked to do by a command on a step that goes on. */
const askWords = ({ input }: Writing): string => {
  const { command, actor } = input;
  const reason = opinionOf(input);
  const because = reason === null ? '' : `：${reason}`;
  switch (command.kind) {
    case 'transfer':
      return `${actor.userName}转办给您${because}，请处理`;
    case 'addSign':
      return `${actor.userName}请您加签${because}，请处理`;
    case 'delegate':
      return `${actor.userName}委派您给出意见${because}，请回复`;
    case 'timeout':
      return command.as === 'escalate' ? '超时未处理，升级给您，请处理' : '请处理';
    default:
      return '请处理';
  }
};

/** The to-do notices of a task for these people; who brought it about need not hear of it. */
const asked = (
  { loaded, input }: Writing,
  index: number,
  taskId: string,
  userIds: readonly string[],
  how: string,
): readonly Notice[] =>
  noticesFor(
    noticeOf(loaded, input.facts, input.now),
    { kind: 'todo', task_id: taskId, people: userIds.filter((userId) => userId !== input.actor.userId) },
    'approval.todo',
    { 单据: input.facts.title, 事由: how, 步骤: nameOf(loaded.chain, index) },
  );

const askedInstead = (
  writing: Writing,
  index: number,
  taskId: string,
  standIns: readonly StandIn[],
): readonly Notice[] =>
  standIns
    .filter((one) => one.taskId === taskId)
    .flatMap(({ userId, ownerName }) => asked(writing, index, taskId, [userId], `请代${ownerName}处理`));

/** Who stands in at steps just entered: who that is, is known only once these are written. */
export const tellStandIns = (
  writing: Writing,
  entered: readonly Entered[],
  standIns: readonly StandIn[],
): Promise<void> =>
  writing.notify(
    writing.tx,
    entered.flatMap((run) =>
      run.index === START ? [] : run.tasks.flatMap((task) => askedInstead(writing, run.index, task.taskId, standIns)),
    ),
    heldOf(writing),
  );

/** Who has to act, who got it back, who waited for the end: each is told once. */
export const tell = async (
  writing: Writing,
  turned: readonly Turned[],
  entered: readonly Entered[],
  standIns: readonly StandIn[],
): Promise<void> => {
  const { tx, loaded, ran, input, notify } = writing;
  const { facts, actor, now } = input;
  const who = actorName(writing);
  const base = noticeOf(loaded, facts, now);
  const reason = opinionOf(input);
  const because = reason === null ? '' : `：${reason}`;
  const todo = (index: number, taskId: string, userIds: readonly string[], how: string): readonly Notice[] => [
    ...asked(writing, index, taskId, userIds, how),
    ...askedInstead(writing, index, taskId, standIns),
  ];
  const notices: Notice[] = [
    ...entered.flatMap((run) =>
      run.index === START ? [] : run.tasks.flatMap((task) => todo(run.index, task.taskId, task.userIds, '请处理')),
    ),
    ...turned.flatMap((task) => todo(task.index, task.taskId, task.userIds, askWords(writing))),
  ];
  const revise = entered.find((run) => run.index === START);
  if (revise !== undefined)
    notices.push(
      ...noticesFor(
        base,
        { kind: 'returned', task_id: revise.tasks[0]?.taskId ?? null, people: [facts.starterId] },
        'approval.returned',
        { 单据: facts.title, 经办人: who, 原因: because },
      ),
    );
  for (const event of ran.events) {
    if (event.kind !== 'ended' || facts.starterId === actor.userId) continue;
    const by = event.as === 'approved' ? '' : `（${who}${because}）`;
    notices.push(
      ...noticesFor(base, { kind: 'ended', task_id: null, people: [facts.starterId] }, 'approval.ended', {
        单据: facts.title,
        结果: ENDED[event.as],
        说明: by,
      }),
    );
  }
  for (const event of ran.events) {
    if (event.kind !== 'takenOver') continue;
    notices.push(
      ...noticesFor(base, { kind: 'todo', task_id: null, people: [event.to] }, 'approval.takenOver', {
        单据: facts.title,
        经办人: who,
        原因: because,
      }),
    );
  }
  await notify(
    tx,
    [...notices, ...toldOwner(writing, base), ...toldRemoved(writing, base)],
    heldOf(writing),
    refreshing(writing),
  );
};

/** Who had been asked, and was taken out, hears from whom and why; who still waited for their turn has heard of nothing. */
const toldRemoved = (writing: Writing, base: ReturnType<typeof noticeOf>): readonly Notice[] => {
  const { ran, input, loaded } = writing;
  const reason = opinionOf(input);
  return ran.events.flatMap((event) => {
    if (event.kind !== 'taskClosed' || event.as !== 'removed') return [];
    const task = taskRow(writing, event.index, event.task);
    if (task.flow.state !== 'open') return [];
    return noticesFor(base, { kind: 'ended', task_id: null, people: whoHas(task) }, 'approval.removed', {
      单据: input.facts.title,
      经办人: actorName(writing),
      步骤: nameOf(loaded.chain, event.index),
      原因: reason === null ? '' : `：${reason}`,
    });
  });
};

/** The owner of a task hears what somebody did in their place. */
const toldOwner = (
  { loaded, input, index, standsFor }: Writing,
  base: ReturnType<typeof noticeOf>,
): readonly Notice[] => {
  if (standsFor === null || index === null) return [];
  const did = { approve: '同意', reject: '驳回', takeBack: '拿回' }[input.command.kind as string] ?? '处理';
  const reason = opinionOf(input);
  return noticesFor(base, { kind: 'delegated', task_id: null, people: [standsFor.userId] }, 'approval.delegated', {
    单据: input.facts.title,
    代理人: input.actor.userName,
    处理: did,
    步骤: nameOf(loaded.chain, index),
    原因: reason === null ? '' : `：${reason}`,
  });
};

const whoHas = (task: TaskRow): readonly string[] => [...task.flow.candidates, ...Object.keys(task.standIns)];

/**
 * Takes closed tasks off the open pages of everybody who could have handled them, moves the record on for who filed it, and lets open lists
 * of the module and pages of the record look again. They are told no more than which: what each person sees of it, they ask for themselves.
 */
const refreshing = (writing: Writing): readonly LiveWord[] => {
  const { loaded, ran, input } = writing;
  const { chain, instance } = loaded;
  const people = ran.events.flatMap((event): readonly string[] => {
    if (event.kind === 'reassigned') {
      const { standIns } = taskRow(writing, event.index, event.task);
      return [event.from, ...Object.keys(standIns).filter((delegate) => standIns[delegate] === event.from)];
    }
    const left = event.kind === 'taskClosed' || event.kind === 'taskHeld' || event.kind === 'taken';
    if (!left) return [];
    // A task added by this very command has been on nobody's page yet.
    const tasks = runRow(writing, event.index).tasks;
    const task = tasks[event.task];
    return task === undefined ? [] : whoHas(task);
  });
  const closed = {
    kind: 'closed',
    ...identityOf(chain.moduleId),
    BusinessId: instance.biz_id,
    // Whoever did it has seen it.
    by: input.actor.userId,
  };
  const rows = { moduleId: chain.moduleId, BusinessId: instance.biz_id };
  return [
    ...(people.length === 0
      ? []
      : [{ userIds: [...new Set([...people, input.facts.starterId])].sort(), topic: 'todo', data: closed } as const]),
    { userIds: null, topic: 'rows', data: rows },
  ];
};

/** Reminds those whose turn it is. */
export const urgePeople = async ({ tx, loaded, input, notify }: Writing): Promise<void> => {
  const reason = opinionOf(input);
  const base = noticeOf(loaded, input.facts, input.now);
  await notify(
    tx,
    loaded.runs.flatMap((run) =>
      run.tasks.flatMap((task) =>
        task.flow.state !== 'open'
          ? []
          : noticesFor(
              base,
              {
                kind: 'urged',
                task_id: task.id,
                people: whoHas(task).filter((userId) => userId !== input.actor.userId),
              },
              'approval.urged',
              {
                单据: input.facts.title,
                催办人: input.actor.userName,
                步骤: nameOf(loaded.chain, run.index),
                原因: reason === null ? '' : `：${reason}`,
              },
            ),
      ),
    ),
    null,
  );
};

/** Tells those whose task it is that its time is up, or nearly, and what became of it where it is theirs no longer. */
export const remindPeople = async (
  { tx, loaded, ran, input, notify }: Writing,
  command: Extract<ExecuteInput['command'], { kind: 'remind' | 'timeout' }>,
): Promise<void> => {
  const run = loaded.runs.find((one) => one.tasks.some((task) => task.id === command.taskId));
  const task = run?.tasks.find((one) => one.id === command.taskId);
  if (run === undefined || task === undefined) return;
  const closed = ran.events.find((event) => event.kind === 'taskClosed');
  const became = closed?.as === 'agreed' ? '已自动同意' : '已自动退回申请人';
  const late = command.kind === 'timeout' || command.late;
  const step = nameOf(loaded.chain, run.index);
  await notify(
    tx,
    noticesFor(
      noticeOf(loaded, input.facts, input.now),
      { kind: 'late', task_id: closed === undefined ? task.id : null, people: whoHas(task) },
      'approval.late',
      {
        单据: input.facts.title,
        步骤: step,
        时限: closed !== undefined ? `超时未处理，${became}` : late ? '已超时，请尽快处理' : '即将超时，请处理',
      },
    ),
  );
};

/** Longer opinions are about one record and not worth offering again. */
const PHRASE_MAX = 30;

/**
 * Counts a short opinion among those that the person writes again and again: what is said of records. Why something is passed on, called back or
 * urged is about that one time, and would be offered in the wrong place.
 */
export const keepPhrase = async ({ tx, input }: Writing): Promise<void> => {
  const { kind } = input.command;
  if (kind !== 'approve' && kind !== 'reject') return;
  const text = opinionOf(input);
  if (text === null || text.length > PHRASE_MAX || input.actor.userId === SYSTEM) return;
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
    noticesFor(base, { kind: 'cc', task_id: null, people }, 'approval.cc', {
      单据: input.facts.title,
      事由: input.command.kind === 'cc' ? `${sender.userName}抄送给您` : '已通过，抄送给您',
    }),
    heldOf(writing),
  );
};
