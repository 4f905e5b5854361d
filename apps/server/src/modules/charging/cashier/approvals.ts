/** 大额审批: what a cashier may not do alone. Asked for at the counter, agreed to by a manager, then done by who asked: once, and for that sum. */
import { type approvalAsk, type approvalDecide, type CounterApproval, LARGE_SUMS } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { conflict, forbidden, invalid, notFound, refused } from '../../../platform/http/errors.ts';
import { sendMessage } from '../../../platform/messages/send.ts';
import { localTime } from '../local-time.ts';
import { demandReturnable } from './returnable.ts';
import { communitiesVisible, managersOf } from '../registry/index.ts';
import { fenOf, yuanOf } from '../yuan.ts';
import { demandKeepable } from './plan.ts';
import { counterRoom } from './room.ts';
import { tellCounters } from './take.ts';

type Act = CounterApproval['act'];

const WANTED: Readonly<Record<Act, string>> = {
  预存: '单笔5万元以上的预存须物业经理确认，请先提交审批',
  退预存: '1000元以上的退款须物业经理审批，请先提交审批',
  退押金: '1000元以上的退款须物业经理审批，请先提交审批',
};

const decides = (ctx: Ctx): boolean => ctx.session.roles.some((role) => role === 'propertyManager' || role === 'admin');

interface Row {
  readonly id: string;
  readonly room_id: string;
  readonly room: string;
  readonly community: string;
  readonly act: Act;
  readonly amount: string;
  readonly reason: string;
  readonly state: CounterApproval['state'];
  readonly asked_by: string;
  readonly asker: string;
  readonly asked_at: Date;
  readonly decider: string | null;
  readonly opinion: string;
}

const selected = sql`select a.id::text, a.room_id::text, r.full_code as room, c.name as community, a.act, a.amount::text, a.reason, a.state,
    a.asked_by::text, u.user_name as asker, a.asked_at, d.user_name as decider, a.opinion
  from counter_approval a join room r on r.id = a.room_id join community c on c.id = a.community_id join app_user u on u.id = a.asked_by
  left join app_user d on d.id = a.decided_by`;

const named = ({ community, room, act, amount }: Pick<Row, 'community' | 'room' | 'act' | 'amount'>): string =>
  `${community} ${room} ${act}${yuanOf(BigInt(amount))}元`;

/** What the counter of a community still has before it: of others for who decides, and one's own. */
export async function openApprovals(ctx: Ctx, db: Db, communityId: string): Promise<CounterApproval[]> {
  const { rows } =
    await sql<Row>`${selected} where a.community_id = ${communityId}::bigint and a.state in ('待审批', '已同意')
    and (a.asked_by = ${ctx.session.userId}::bigint or ${decides(ctx)} and a.state = '待审批') order by a.id`.execute(
      db,
    );
  return rows.map((row) => ({
    id: row.id,
    roomId: row.room_id,
    room: row.room,
    act: row.act,
    amount: yuanOf(BigInt(row.amount)),
    reason: row.reason,
    state: row.state,
    askedBy: row.asker,
    askedAt: localTime(row.asked_at),
    decidedBy: row.decider ?? '',
    opinion: row.opinion,
    mine: row.asked_by === ctx.session.userId,
  }));
}

export const askApproval = (
  ctx: Ctx,
  input: z.output<typeof approvalAsk.input>,
): Promise<z.input<typeof approvalAsk.output>> =>
  ctx.write(async (tx) => {
    const room = await counterRoom(ctx, tx, input.roomId);
    const { act } = input;
    const amount = fenOf(input.amount);
    if (amount < LARGE_SUMS[act]) throw invalid([{ path: 'amount', message: '该金额不须审批，请直接办理' }]);
    if (act === '预存') demandKeepable(amount);
    else await demandReturnable(tx, room, act === '退押金' ? '押金' : '预存', amount);
    const { rows } = await sql<{
      id: string;
    }>`insert into counter_approval (community_id, room_id, act, amount, reason, asked_by)
      values (${room.communityId}::bigint, ${room.id}::bigint, ${act}, ${String(amount)}, ${input.reason}, ${ctx.session.userId}::bigint)
      on conflict do nothing returning id::text`.execute(tx);
    const [made] = rows;
    if (made === undefined) throw conflict(`该房间已有待办的${act}审批`);
    const what = named({ community: room.community, room: room.code, act, amount: String(amount) });
    await sendMessage(
      tx,
      (await managersOf(tx, room.communityId)).filter((id) => id !== ctx.session.userId),
      'counter.asked',
      { 业务: what, 申请人: ctx.session.userName, 原因: input.reason },
    );
    await trail(tx, ctx, { kind: '收费', action: '提交大额审批', object: what, summary: input.reason });
    await tellCounters(tx, room.id);
    return { id: made.id };
  });

export const decideApproval = (
  ctx: Ctx,
  { id, action, opinion }: z.output<typeof approvalDecide.input>,
): Promise<z.input<typeof approvalDecide.output>> =>
  ctx.write(async (tx) => {
    const { rows } =
      await sql<Row>`${selected} where a.id = ${id}::bigint and ${communitiesVisible(ctx.session)} for update of a`.execute(
        tx,
      );
    const [row] = rows;
    if (row === undefined) throw notFound('审批不存在，或您没有查看它的权限');
    const own = row.asked_by === ctx.session.userId;
    if (action === 'withdraw') {
      if (!own) throw forbidden('只能撤回自己提交的审批');
      if (row.state !== '待审批' && row.state !== '已同意') throw conflict(`该审批${row.state}，请刷新`);
    } else {
      if (!decides(ctx)) throw forbidden('须由物业经理审批');
      if (own) throw forbidden('不能审批自己提交的申请');
      if (row.state !== '待审批') throw conflict(`该审批${row.state}，请刷新`);
      if (action === 'reject' && opinion === '') throw invalid([{ path: 'opinion', message: '请填写驳回原因' }]);
    }
    const state = action === 'agree' ? '已同意' : action === 'reject' ? '已驳回' : '已撤回';
    await sql`update counter_approval set state = ${state}, opinion = ${opinion},
        decided_by = case when ${action !== 'withdraw'} then ${ctx.session.userId}::bigint else decided_by end,
        decided_at = case when ${action !== 'withdraw'} then app_now() else decided_at end where id = ${id}::bigint`.execute(
      tx,
    );
    if (action !== 'withdraw')
      await sendMessage(tx, [row.asked_by], 'counter.judged', {
        业务: named(row),
        结果: state,
        说明: action === 'agree' ? '请在收费台办理' : `原因：${opinion}`,
      });
    await trail(tx, ctx, { kind: '收费', action: `大额审批${state}`, object: named(row), summary: opinion });
    await tellCounters(tx, row.room_id);
    return { ok: true };
  });

/**
 * The agreement that a large sum needs, held until it is used. @returns its id; null where the sum needs none
 * @throws refused where nobody agreed to exactly that
 */
export async function demandApproval(
  tx: Tx,
  ctx: Ctx,
  { roomId, act, amount }: { readonly roomId: string; readonly act: Act; readonly amount: bigint },
): Promise<string | null> {
  if (amount < LARGE_SUMS[act]) return null;
  const { rows } = await sql<{
    id: string;
    state: string;
    amount: string;
  }>`select id::text, state, amount::text from counter_approval
    where room_id = ${roomId}::bigint and act = ${act} and asked_by = ${ctx.session.userId}::bigint and state in ('待审批', '已同意') for update`.execute(
    tx,
  );
  const [found] = rows;
  if (found === undefined) throw invalid([{ path: 'amount', message: WANTED[act] }]);
  if (found.state !== '已同意') throw refused('该笔尚待物业经理审批');
  if (BigInt(found.amount) !== amount)
    throw invalid([{ path: 'amount', message: `物业经理同意的是${yuanOf(BigInt(found.amount))}元` }]);
  return found.id;
}

/** What a charge leaves over is money ahead, too: beside bills nobody agreed to a large one. @throws invalid */
export function demandSmallRest(toPrepaid: bigint): void {
  if (toPrepaid >= LARGE_SUMS.预存)
    throw invalid([
      {
        path: 'tenders',
        message: `转入预存的${yuanOf(toPrepaid)}元达到5万元，须物业经理确认：请只收应收款，多出的用“预存”提交审批`,
      },
    ]);
}

export const spendApproval = (tx: Tx, id: string | null, paymentId: string): Promise<unknown> =>
  id === null
    ? Promise.resolve()
    : sql`update counter_approval set state = '已办理', payment_id = ${paymentId}::bigint where id = ${id}::bigint`.execute(
        tx,
      );
