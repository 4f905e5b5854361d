/** What people are told where something cannot be done, and why a step was passed over. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { conflict, forbidden, notFound, refused } from '../../platform/http/errors.ts';
import { branchOf } from './flow/path.ts';
import type { FlowEvent, Refusal, SkipReason } from './flow/state.ts';
import { flowBlocks, type Loaded, nameOf, stepAt } from './load.ts';
import type { Resolution } from './people.ts';
import type { InstanceRow } from './store.ts';
import type { Actor, ExecuteInput, Facts, HandlerSource } from './types.ts';
import { clock } from './working-time.ts';
import { handlerName } from './writing.ts';

export const STATUS_REFUSAL = {
  draft: '单据尚未提交',
  running: '单据正在审批中，请勿重复提交',
  returned: '单据已退回申请人修改，暂不能处理',
  approved: '单据已审批通过',
  rejected: '单据已否决',
  withdrawn: '单据已被申请人撤回',
  cancelled: '单据已作废',
} as const;

export const ALREADY_THERE = '对方已是该步骤的处理人，请另选';
export const CHECKER_REFUSAL = '接手人是该单据的审批人，不能成为申请人';

const NOT_ALLOWED = {
  addSign: '本步骤不允许加签',
  transfer: '本步骤不允许转办',
  delegate: '本步骤不允许委派',
} as const;

/** A refusal of the state machine in words. */
export const refusal = async (
  tx: Tx,
  directory: HandlerSource,
  loaded: Loaded,
  command: ExecuteInput['command']['kind'],
  why: Refusal,
): Promise<Error> => {
  const name = async (userId: string): Promise<string> =>
    (await directory.userNames(tx, [userId])).get(userId) ?? '审批人';
  switch (why.code) {
    case 'status':
      // What is refused is not always that it was submitted once more.
      return conflict(
        command === 'cancel' && why.status === 'running' ? '单据正在审批中，不能作废' : STATUS_REFUSAL[why.status],
      );
    case 'taskClosed':
      return conflict('该待办已处理');
    case 'notYours':
      return forbidden('您不是该步骤的处理人');
    case 'notStarter':
      return forbidden('只有申请人本人可以操作');
    case 'handled':
      return refused(`已由${await name(why.by)}处理，不能${command === 'takeBack' ? '拿回' : '撤回'}`);
    case 'badTarget':
      return refused('只能退回到已处理过的步骤');
    case 'targetNotAllowed':
      return refused('本步骤不允许这样驳回，请选择其他去向');
    case 'starterEnds':
      return refused('申请人不能否决自己的单据');
    case 'nobody':
      return refused(`步骤「${nameOf(loaded.chain, why.index)}」找不到处理人，请联系系统管理员`);
    case 'alreadyThere':
      return refused(command === 'transfer' ? ALREADY_THERE : `${await name(why.person)}已是该步骤的处理人，请另选`);
    case 'notAllowed':
      return refused(NOT_ALLOWED[why.what]);
    case 'onlyReplies':
      return refused('您是受委派人，只能回复意见，由委派人决定');
    case 'notRemovable':
      return forbidden('只能减去自己加签且尚未处理的人，或本步骤允许减去的会签人');
    case 'tooMany':
      return refused('一个步骤最多50位处理人');
    case 'notTakeable':
      return refused('该步骤的同意已失效，不能拿回');
    case 'notStuck':
      return refused('该步骤已有人处理，无需重新分派，请刷新');
    case 'checker':
      return refused(CHECKER_REFUSAL);
  }
};

/** A task that somebody wants to handle and cannot, and what is needed to tell them why. */
export interface WantedTask {
  readonly directory: HandlerSource;
  readonly instance: InstanceRow;
  readonly taskId: string;
  /** Who is told: 「您」 where it is their own doing. */
  readonly actor: Actor;
  readonly now: Date;
}

/** To whom a task went that was the person's; null where it never was. */
export const passedOn = async (
  tx: Tx,
  { directory, instance, taskId, actor, now }: WantedTask,
): Promise<Error | null> => {
  const { rows } = await sql<{ actor: string; at: Date; to: string }>`
    select a.actor::text, a.at, e ->> 'to' as to
      from wf_action a cross join jsonb_array_elements(a.data -> 'events') e
     where a.instance_id = ${instance.id} and a.task_id = ${taskId} and e ->> 'from' = ${actor.userId} and e ? 'to'
     order by a.seq desc limit 1`.execute(tx);
  const [last] = rows;
  if (last === undefined) return null;
  const names = await directory.userNames(tx, [...new Set([last.actor, last.to])]);
  const who = last.actor === actor.userId ? '您' : (names.get(last.actor) ?? '');
  return conflict(`已由${who}于${clock(last.at, now)}转给${names.get(last.to) ?? '他人'}处理`);
};

/** Why a task cannot be handled any more, in words. */
export const closedTask = async (tx: Tx, { directory, instance, taskId, actor, now }: WantedTask): Promise<Error> => {
  const task = await tx
    .selectFrom('wf_task')
    .select(['state', 'handled_by', 'handled_at', 'on_behalf_of', 'added_to', 'candidates'])
    .where('id', '=', taskId)
    .where('instance_id', '=', instance.id)
    .executeTakeFirst();
  if (!task) return notFound('待办不存在或已被删除');
  if (task.state === 'waiting') {
    const added = await tx
      .selectFrom('wf_task as t')
      .innerJoin('wf_task as own', 'own.run_id', 't.run_id')
      .select('t.candidates')
      .where('own.id', '=', taskId)
      .whereRef('t.added_to', '=', 'own.position')
      .where('t.added_where', '<>', 'after')
      .where('t.state', 'in', ['open', 'waiting'])
      .execute();
    if (added.length === 0) return refused('还未轮到您处理');
    const names = await directory.userNames(tx, [...new Set(added.flatMap((one) => one.candidates))]);
    return refused(`正在等${[...names.values()].join('、')}处理，之后再由您处理`);
  }
  if (task.state === 'removed') return conflict('您已被减签，无需处理');
  if (task.handled_by !== null && task.handled_at !== null) {
    const names = await directory.userNames(
      tx,
      [task.handled_by, task.on_behalf_of].filter((id) => id !== null),
    );
    const who = task.handled_by === actor.userId ? '您' : handlerName(names, task.handled_by, task.on_behalf_of);
    return conflict(`已由${who}于${clock(task.handled_at, now)}处理`);
  }
  if (instance.status === 'running') return conflict('该步骤已由他人处理，单据已转到其他步骤');
  if (instance.status === 'withdrawn') {
    const again = await tx
      .selectFrom('wf_instance')
      .select('id')
      .where('module_id', '=', instance.module_id)
      .where('biz_id', '=', instance.biz_id)
      .where('id', '>', instance.id)
      .where('status', '<>', 'draft')
      .executeTakeFirst();
    // The same person is often asked again: what they looked at is not what they are asked about now.
    if (again !== undefined) return conflict('单据已被申请人撤回并重新提交，请按新的待办处理');
  }
  return conflict(STATUS_REFUSAL[instance.status]);
};

const inWords = (facts: Facts, when: string | null): string => (when === null ? '' : (facts.explain?.(when) ?? when));

/** 「为何跳过」 for a condition that does not hold. */
export const conditionWords = (facts: Facts, when: string | null): string => `不满足条件：${inWords(facts, when)}`;

export const CARRIED_WORDS = '上一轮已同意，退回后直达，不再重复审批';

/** Why a branch of a parallel block is left out. */
export const branchWords = (name: string, facts: Facts, when: string | null): string =>
  `分支「${name}」${conditionWords(facts, when)}`;

/** Why a step was passed over. */
export const skipWords = (
  loaded: Loaded,
  facts: Facts,
  actor: Actor,
  event: FlowEvent & { readonly kind: 'skipped' },
  resolution: Resolution | undefined,
): string => {
  const step = stepAt(loaded.chain, event.index);
  const words: Record<SkipReason, () => string> = {
    condition: () => conditionWords(facts, step.when),
    branch: () => {
      const place = branchOf(flowBlocks(loaded.chain), event.index);
      const branch = place === null ? undefined : loaded.chain.parallel?.[place.block]?.branches[place.branch];
      return branchWords(branch?.name ?? '', facts, branch?.when ?? null);
    },
    carried: () => CARRIED_WORDS,
    unchanged: () => resolution?.why ?? '',
    samePerson: () => {
      const [by] = event.by;
      const who = resolution?.people.find((person) => person.userId === by)?.userName ?? actor.userName;
      return `${resolution?.why ?? ''}。${who}${step.policy?.repeat === 'all' ? '已在前面的步骤同意' : '刚处理过上一步'}，本步无需填写，自动通过`;
    },
    selfPasses: () => resolution?.why ?? '',
    selfSkips: () => resolution?.why ?? '',
    nobodySkips: () => resolution?.why ?? '',
  };
  return words[event.reason]();
};
